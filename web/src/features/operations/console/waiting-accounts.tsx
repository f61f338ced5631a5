import { Button } from '@mantine/core'
import type { WaitingAccount } from '@placard/contract'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon } from '../../../platform/ui/icons.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { RowButton, Rows } from '../../../platform/ui/rows.tsx'

type Props = {
  accounts: WaitingAccount[]
  /** True if a search filters the list. */
  searching: boolean
  onSubscribe: (email: string) => void
  onRemove: (account: WaitingAccount) => void
  /** Undefined when all are shown. */
  onMore: (() => void) | undefined
}

/** Accounts without a subscription, oldest first. */
export function WaitingAccounts({ accounts, searching, onSubscribe, onRemove, onMore }: Props) {
  const { t, language } = useI18n()
  if (accounts.length === 0 && !searching) {
    return (
      <EmptyState
        icon={<CheckIcon size={24} />}
        title={t('console.waiting.none')}
        lead={t('console.waiting.none-lead')}
      />
    )
  }
  if (accounts.length === 0) return <p className={panel.lead}>{t('console.nothing-found')}</p>
  return (
    <>
      <Rows
        of={accounts}
        words={({ email }) => email}
        end={(account) => {
          const { email, disabled, operator } = account
          return (
            <>
              {!disabled && (
                <Button
                  size="sm"
                  variant={operator ? 'default' : 'filled'}
                  aria-label={t('console.subscribe-of', { email })}
                  onClick={() => onSubscribe(email)}
                >
                  {t('console.subscribe')}
                </Button>
              )}
              {!operator && (
                <RowButton label={t('console.remove-account-of', { email })} danger onClick={() => onRemove(account)}>
                  {t('console.remove-account')}
                </RowButton>
              )}
            </>
          )
        }}
      >
        {({ email, signedUpAt, proven, disabled, operator }) => (
          <>
            <strong>
              <bdi>{email}</bdi>
            </strong>{' '}
            {!proven && <span className={panel.state}>{t('console.waiting.unproven')}</span>}
            {disabled && <span className={panel.state}>{t('console.account.disabled')}</span>}
            {operator && <span className={panel.state}>{t('console.account.operator')}</span>}
            <small>{t('console.waiting.since', { when: dateAndTime(signedUpAt, language) })}</small>
          </>
        )}
      </Rows>
      {onMore && (
        <Button variant="default" size="sm" onClick={onMore}>
          {t('console.waiting.more')}
        </Button>
      )}
    </>
  )
}
