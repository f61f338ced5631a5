import type { Webhook, WebhookDelivery } from '@placard/contract'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { moment } from '../../../platform/ui/moments.ts'

type I18n = Pick<ReturnType<typeof useI18n>, 't' | 'language'>

export type WebhookState = 'new' | 'working' | 'failing' | 'off'

export function stateOf({ endedAt, failingSince, last }: Webhook): WebhookState {
  if (endedAt !== null) return 'off'
  if (failingSince !== null) return 'failing'
  // A webhook that was switched on again, or has another address, counts as new until it has received something.
  return last?.outcome === 'sent' ? 'working' : 'new'
}

/** The reason a delivery failed. */
function whyOf({ status, failure }: WebhookDelivery, { t }: I18n): string {
  if (failure !== null) return t(`webhooks.failure.${failure}`)
  return t('webhooks.status', { status: status ?? 0 })
}

/** The state of a webhook, in a sentence or two. */
export function faringOf(webhook: Webhook, i18n: I18n): string {
  const { t, language } = i18n
  const { endedBecause, failingSince, last, waiting } = webhook
  switch (stateOf(webhook)) {
    case 'off':
      return t(`webhooks.ended.${endedBecause ?? 'owner'}`)
    case 'failing': {
      const since = t('webhooks.failing-since', { time: moment(failingSince ?? 0, Date.now(), language) })
      const why = last && last.outcome !== 'sent' ? ` ${whyOf(last, i18n)}.` : ''
      return `${since}${why}${waiting > 0 ? ` ${t('webhooks.waiting', { count: waiting })}` : ''}`
    }
    case 'working':
      return t('webhooks.last', { time: moment(last?.answeredAt ?? 0, Date.now(), language) })
    case 'new':
      return t(last === null ? 'webhooks.nothing-sent' : 'webhooks.nothing-since')
  }
}

/** The result of a message, in a few words. */
export function becameOf(delivery: WebhookDelivery, i18n: I18n): string {
  const { t, language } = i18n
  const { outcome, attempts, nextAt, status } = delivery
  if (outcome === 'sent') return t('webhooks.taken', { status: status ?? 0 })
  if (outcome === 'failed') return whyOf(delivery, i18n)
  if (attempts === 0) return t('webhooks.on-its-way')
  const time = nextAt === null || nextAt <= Date.now() ? undefined : moment(nextAt, Date.now(), language)
  const why = whyOf(delivery, i18n)
  return time === undefined ? t('webhooks.again-soon', { why }) : t('webhooks.again', { why, time })
}
