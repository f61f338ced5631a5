import { localeOf, PAGES } from '@placard/contract'
import { mailOf } from '../../platform/mail/letter.ts'
import type { WriteMail } from '../../platform/mail/mailer.ts'
import type { StoredDelivery } from './delivery.store.ts'
import type { StoredWebhook } from './webhook.store.ts'

type Told = NonNullable<StoredWebhook['mail']>

/** Mail to an owner: their webhook fails, or was switched off. @param publicUrl base of the links */
export function webhookMail(
  to: string,
  what: Told,
  webhook: Pick<StoredWebhook, 'url' | 'failing_since' | 'ended_at'>,
  last: Pick<StoredDelivery, 'status'> | undefined,
  publicUrl: string,
): WriteMail {
  const { host } = new URL(webhook.url)
  const url = publicUrl + PAGES.webhooks
  const since = new Date(webhook.failing_since ?? webhook.ended_at ?? 0)
  const status = last?.status ?? undefined
  return mailOf(to, (t, language) => {
    const moment = `${new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(since)} UTC`
    const lines = {
      failing: [
        t('mail.webhook.failing.since', { host, moment }),
        status === undefined
          ? t('mail.webhook.failing.no-answer')
          : t('mail.webhook.failing.status', { status: String(status) }),
        t('mail.webhook.failing.next'),
      ],
      failed: [t('mail.webhook.failed.body', { host }), t('mail.webhook.failed.next')],
      gone: [t('mail.webhook.gone.body', { host }), t('mail.webhook.gone.next')],
    }[what]
    return {
      subject: t(what === 'failing' ? 'mail.webhook.failing.subject' : 'mail.webhook.off.subject', { host }),
      before: [t('mail.hello'), ...lines],
      link: { url, words: t('mail.webhook.open') },
      after: [t('mail.webhook.why')],
    }
  })
}
