import { Button } from '@mantine/core'
import type { WaitingAccount } from '@placard/contract'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { CheckIcon } from '../../../platform/ui/icons.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import panel from '../../../platform/ui/panel.module.css'

/** Approximate height of a row. */
const ROW_PX = 72

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
  const moment = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeStyle: 'short' })
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
      <LongList
        className={panel.rows}
        of={accounts}
        usualPx={ROW_PX}
        words={({ email }) => email}
        entry={() => ({ className: panel.row })}
      >
        {(account) => {
          const { email, signedUpAt, proven, disabled, operator } = account
          return (
            <>
              <div className={panel.who}>
                <strong>
                  <bdi>{email}</bdi>
                </strong>{' '}
                {!proven && <span className={panel.state}>{t('console.waiting.unproven')}</span>}
                {disabled && <span className={panel.state}>{t('console.account.disabled')}</span>}
                {operator && <span className={panel.state}>{t('console.account.operator')}</span>}
                <small>{t('console.waiting.since', { when: moment.format(signedUpAt) })}</small>
              </div>
              <div className={panel.tools}>
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
                  <Button
                    size="sm"
                    variant="subtle"
                    color="red"
                    aria-label={t('console.remove-account-of', { email })}
                    onClick={() => onRemove(account)}
                  >
                    {t('console.remove-account')}
                  </Button>
                )}
              </div>
            </>
          )
        }}
      </LongList>
      {onMore && (
        <Button variant="default" size="sm" onClick={onMore}>
          {t('console.waiting.more')}
        </Button>
      )}
    </>
  )
}
