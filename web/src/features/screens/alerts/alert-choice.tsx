import { NativeSelect } from '@mantine/core'
import type { Alerts, DisplayId, OrganisationId, Session } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { CheckList } from '../../../platform/ui/check-list.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './alerts.module.css'
import { putAlerts } from './alerts-query.ts'

type Props = { alerts: Alerts; organisationId: OrganisationId; displays: Session['displays']; email: string }

const WAYS = ['none', 'all', 'some'] as const

/** The displays whose alerts the user gets by email. A personal setting, saved when it is changed. */
export function OwnChoice({ alerts: { choice, sendsMail }, organisationId, displays, email }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [isSome, setSome] = useState(choice !== null && choice.length > 0)
  const way = choice === null ? 'all' : isSome || choice.length > 0 ? 'some' : 'none'

  const save = async (wanted: DisplayId[] | null) => {
    const before = choice
    putAlerts(client, organisationId, (alerts) => ({ ...alerts, choice: wanted }))
    try {
      await call('updateAlertChoice', { params: { organisationId }, body: { displays: wanted } })
      notice('success', t('alerts.choice.saved'))
    } catch (error) {
      putAlerts(client, organisationId, (alerts) => ({ ...alerts, choice: before }))
      notice('error', t(`error.${codeOf(error)}`))
    }
  }

  return (
    <Section title={t('alerts.choice')}>
      <NativeSelect
        className={styles.choose ?? ''}
        label={t('alerts.choice.label', { email: `\u2068${email}\u2069` })}
        description={sendsMail ? t('alerts.choice.hint') : t('alerts.no-mail')}
        data={WAYS.map((value) => ({ value, label: t(`alerts.choice.${value}`) }))}
        value={way}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value
          setSome(chosen === 'some')
          if (chosen === 'all') void save(null)
          else if (chosen === 'none') void save([])
        }}
      />
      {way === 'some' && (
        <CheckList
          legend={t('alerts.choice.displays')}
          options={displays}
          chosen={choice ?? []}
          onChange={(ids) => void save(ids)}
        />
      )}
    </Section>
  )
}
