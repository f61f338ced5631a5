import type { Subscription } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { RowButton, Rows } from '../../../platform/ui/rows.tsx'

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
    <Rows
      of={subscriptions}
      words={({ email }) => email}
      end={(subscription) => {
        const { email, account } = subscription
        return (
          <>
            {(account === 'none' || account === 'unproven') && (
              <RowButton label={t('console.invite-of', { email })} onClick={() => onInvite(subscription)}>
                {t('console.invite')}
              </RowButton>
            )}
            <RowButton label={t('console.edit-of', { email })} onClick={() => onEdit(subscription)}>
              {t('action.edit')}
            </RowButton>
            <RowButton label={t('console.end-of', { email })} danger onClick={() => onEnd(subscription)}>
              {t('console.end')}
            </RowButton>
          </>
        )
      }}
    >
      {(subscription) => {
        const { email, role, account, operator, subType, msg, displayId } = subscription
        return (
          <>
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
          </>
        )
      }}
    </Rows>
  )
}
