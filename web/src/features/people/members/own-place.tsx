import { Button } from '@mantine/core'
import type { Session } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { tablesOf } from '../../../platform/api/tables.ts'
import { DecideDialog } from '../../../platform/form/decide-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { Section } from '../../../platform/ui/section.tsx'

type Props = {
  session: Session & { organisation: NonNullable<Session['organisation']>; role: NonNullable<Session['role']> }
  /** Called when the user has left and is signed out. */
  onLeft: () => void
}

/** The user's own role, and a button to leave the organisation. */
export function OwnPlace({ session: { organisation, role, displays, profile, tables }, onLeft }: Props) {
  const { t, language } = useI18n()
  const [leaving, setLeaving] = useState(false)
  const { id, name } = organisation
  const own = useQuery({ ...tablesOf(id), enabled: tables !== null })
  const names = (tables ? (own.data ?? []) : displays).map((one) => one.name)

  const leave = async () => {
    await call('leaveOrganisation', { params: { organisationId: id } })
    onLeft()
  }

  return (
    <Section
      title={t('people.place', { name })}
      tools={
        <Button variant="default" onClick={() => setLeaving(true)}>
          {t('people.leave')}
        </Button>
      }
    >
      <dl className={panel.facts}>
        <dt>{t('role.label')}</dt>
        <dd>{t(`role.${tables ? 'name' : 'means'}.${role}`)}</dd>
        {role !== 'owner' && (
          <>
            <dt>{t(tables ? 'nav.tables' : 'people.place-displays')}</dt>
            <dd>
              {names.length === 0 ? (
                t(tables ? 'people.no-tables' : 'people.no-displays')
              ) : (
                <bdi>{new Intl.ListFormat(language, { type: 'conjunction' }).format(names)}</bdi>
              )}
            </dd>
          </>
        )}
        {role === 'owner' && profile?.subType && (
          <>
            <dt>{t('people.subscription')}</dt>
            <dd>
              <bdi>{profile.subType}</bdi>
            </dd>
          </>
        )}
      </dl>
      {role !== 'owner' && <p className={panel.lead}>{t('people.ask-owner')}</p>}
      {leaving && (
        <DecideDialog
          question={t('people.leave-question', { name })}
          confirmLabel={t('people.leave-confirm')}
          danger
          work={leave}
          onClose={() => setLeaving(false)}
        >
          <p>{t('people.leave-effect')}</p>
          <p>{t('people.leave-lead')}</p>
        </DecideDialog>
      )}
    </Section>
  )
}
