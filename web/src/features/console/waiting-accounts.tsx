import { Button } from '@mantine/core'
import type { WaitingAccount } from '@placard/contract'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { dateLocale } from '../../ui/i18n/language.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import panel from '../../ui/panel.module.css'

type Props = {
  accounts: WaitingAccount[]
  /** True: the search leaves some of them out. */
  searching: boolean
  onSubscribe: (email: string) => void
}

/** Sign-ups that nobody has subscribed yet, oldest first. */
export function WaitingAccounts({ accounts, searching, onSubscribe }: Props) {
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
    <ul className={panel.rows}>
      {accounts.map(({ id, email, signedUpAt, proven, disabled, operator }) => (
        <li key={id} className={panel.row}>
          <div className={panel.who}>
            <strong>
              <bdi>{email}</bdi>
            </strong>{' '}
            {!proven && <span className={panel.state}>{t('console.waiting.unproven')}</span>}
            {disabled && <span className={panel.state}>{t('console.account.disabled')}</span>}
            {operator && <span className={panel.state}>{t('console.account.operator')}</span>}
            <small>{t('console.waiting.since', { when: moment.format(signedUpAt) })}</small>
          </div>
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
        </li>
      ))}
    </ul>
  )
}
