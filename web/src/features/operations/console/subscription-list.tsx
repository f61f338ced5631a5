import { Button } from '@mantine/core'
import type { Subscription } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import panel from '../../../platform/ui/panel.module.css'

/** Approximate height of a row. */
const ROW_PX = 80

type Props = {
  subscriptions: Subscription[]
  /** The name of the subscription's organisation. */
  nameOf: (subscription: Subscription) => string
  onEdit: (subscription: Subscription) => void
  /** For a subscription without an account. */
  onInvite: (subscription: Subscription) => void
  onEnd: (subscription: Subscription) => void
}

/** E3: the members of each organisation. */
export function SubscriptionList({ subscriptions, nameOf, onEdit, onInvite, onEnd }: Props) {
  const { t } = useI18n()
  if (subscriptions.length === 0) return <p className={panel.lead}>{t('console.nothing-found')}</p>
  return (
    <LongList
      className={panel.rows}
      of={subscriptions}
      usualPx={ROW_PX}
      words={({ email }) => email}
      entry={() => ({ className: panel.row })}
    >
      {(subscription) => {
        const { email, role, account, operator, subType, msg, displayId } = subscription
        return (
          <>
            <div className={panel.who}>
              <strong>
                <bdi>{email}</bdi>
              </strong>{' '}
              <span className={panel.state} data-on={account === 'active' ? '' : undefined}>
                {t(`console.account.${account}`)}
              </span>
              {operator && <span className={panel.state}>{t('console.account.operator')}</span>}
              <small>
                <bdi>{nameOf(subscription)}</bdi> · {t(`role.name.${role}`)} · <code dir="ltr">{displayId}</code>
                {subType && (
                  <>
                    {' · '}
                    <bdi>{subType}</bdi>
                  </>
                )}
              </small>
              {msg && (
                <small>
                  <bdi>{msg}</bdi>
                </small>
              )}
            </div>
            <div className={panel.buttons}>
              {(account === 'none' || account === 'unproven') && (
                <Button
                  size="sm"
                  variant="default"
                  aria-label={t('console.invite-of', { email })}
                  onClick={() => onInvite(subscription)}
                >
                  {t('console.invite')}
                </Button>
              )}
              <Button
                size="sm"
                variant="default"
                aria-label={t('console.edit-of', { email })}
                onClick={() => onEdit(subscription)}
              >
                {t('action.edit')}
              </Button>
              <Button
                size="sm"
                variant="subtle"
                color="red"
                className={panel.danger ?? ''}
                aria-label={t('console.end-of', { email })}
                onClick={() => onEnd(subscription)}
              >
                {t('console.end')}
              </Button>
            </div>
          </>
        )
      }}
    </LongList>
  )
}
