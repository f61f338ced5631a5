import { Button } from '@mantine/core'
import type { Display, Invitation } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { LongList } from '../../../platform/ui/long-list.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { LimitWords } from './limit-words.tsx'

/** Formats the expiry of an invitation. */
export function useExpiry(): (invitation: Invitation) => string {
  const { t, language } = useI18n()
  const moment = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeStyle: 'short' })
  return ({ expiresAt }) => t('people.expires', { when: moment.format(expiresAt) })
}

/** Approximate height of a row. */
const ROW_PX = 72

type Props = {
  invitations: Invitation[]
  displays: readonly Display[]
  onWithdraw: (invitation: Invitation) => void
}

/** The valid invitations, newest first. */
export function InvitationList({ invitations, displays, onWithdraw }: Props) {
  const { t, language } = useI18n()
  const expiry = useExpiry()
  const moment = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <LongList
      className={panel.rows}
      of={invitations}
      usualPx={ROW_PX}
      words={({ recipient, role }) => recipient ?? t(`role.name.${role}`)}
      entry={() => ({ className: panel.row })}
    >
      {(invitation) => {
        const { role, displays: limit, invitedBy, recipient, expiresAt } = invitation
        return (
          <>
            <div className={panel.who}>
              {recipient && (
                <>
                  <strong>
                    <bdi>{recipient}</bdi>
                  </strong>
                  {' · '}
                </>
              )}
              <strong>{t(`role.name.${role}`)}</strong> · <LimitWords limit={limit} displays={displays} />
              <small>
                {invitedBy ? (
                  <>
                    {t('people.invited-by')} <bdi>{invitedBy}</bdi>
                  </>
                ) : (
                  t('people.invited-by-provider')
                )}{' '}
                · {expiry(invitation)}
              </small>
            </div>
            <Button
              size="sm"
              variant="default"
              aria-label={t('people.withdraw-of', { when: moment.format(expiresAt) })}
              onClick={() => onWithdraw(invitation)}
            >
              {t('people.withdraw')}
            </Button>
          </>
        )
      }}
    </LongList>
  )
}
