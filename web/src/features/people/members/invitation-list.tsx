import type { Display, Invitation, Table } from '@placard/contract'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { RowButton, Rows } from '../../../platform/ui/rows.tsx'
import { LimitWords } from './limit-words.tsx'

/** Formats the expiry of an invitation. */
export function useExpiry(): (invitation: Invitation) => string {
  const { t, language } = useI18n()
  return ({ expiresAt }) => t('people.expires', { when: dateAndTime(expiresAt, language) })
}

type Props = {
  invitations: Invitation[]
  displays: readonly Display[]
  tables: readonly Table[]
  onWithdraw: (invitation: Invitation) => void
}

/** The valid invitations, newest first. */
export function InvitationList({ invitations, displays, tables, onWithdraw }: Props) {
  const { t, language } = useI18n()
  const expiry = useExpiry()
  return (
    <Rows
      of={invitations}
      words={({ recipient, role }) => recipient ?? t(`role.name.${role}`)}
      end={(invitation) => (
        <RowButton
          label={t('people.withdraw-of', { when: dateAndTime(invitation.expiresAt, language) })}
          onClick={() => onWithdraw(invitation)}
        >
          {t('people.withdraw')}
        </RowButton>
      )}
    >
      {(invitation) => {
        const { role, invitedBy, recipient } = invitation
        return (
          <>
            {recipient && (
              <>
                <strong>
                  <bdi>{recipient}</bdi>
                </strong>
                {' · '}
              </>
            )}
            <strong>{t(`role.name.${role}`)}</strong> ·{' '}
            <LimitWords limit={invitation} displays={displays} tables={tables} />
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
          </>
        )
      }}
    </Rows>
  )
}
