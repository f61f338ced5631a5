import { PAGES } from '@placard/contract'
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
  const momentIn = (locale: string) =>
    `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(since)} UTC`
  const en = {
    failing: {
      subject: `The webhook to ${host} is failing`,
      words: [
        `No message was delivered to the webhook at ${host} since ${momentIn('en-GB')}.`,
        status === undefined ? 'It did not answer.' : `It last answered with ${status}.`,
        'Placard retries failed messages. If a message cannot be delivered for three days, the webhook is switched off.',
      ],
    },
    failed: {
      subject: `The webhook to ${host} was switched off`,
      words: [
        `No message was delivered to the webhook at ${host} for three days, so it was switched off. It receives no more messages.`,
        'You can switch it on again on the webhooks page. Missed messages are kept there for 30 days, and you can send them again.',
      ],
    },
    gone: {
      subject: `The webhook to ${host} was switched off`,
      words: [
        `The webhook at ${host} answered 410 (Gone), so it was switched off.`,
        'You can switch it on again on the webhooks page.',
      ],
    },
  }[what]
  const ar = {
    failing: {
      subject: `خطاف الويب إلى ${host} لا يستلم`,
      words: [
        `لم يصل شيء إلى خطاف الويب ${host} منذ ${momentIn('ar')}.`,
        status === undefined ? 'لم يُجب بشيء.' : `كان جوابه الأخير ${status}.`,
        'تُعاد محاولة إرسال ما فاته. وإذا تعذّر إيصال رسالة إليه ثلاثة أيام أُوقف الخطاف.',
      ],
    },
    failed: {
      subject: `أُوقف خطاف الويب إلى ${host}`,
      words: [
        `لم يصل شيء إلى خطاف الويب ${host} منذ ثلاثة أيام، فأُوقف: لا يُرسل إليه شيء بعد ذلك.`,
        'يمكن تشغيله من جديد في الصفحة. ما فاته محفوظ هناك 30 يومًا ويمكن إرساله مرة أخرى.',
      ],
    },
    gone: {
      subject: `أُوقف خطاف الويب إلى ${host}`,
      words: [`أجاب خطاف الويب ${host} بأنه لا يريد شيئًا بعد (410)، فأُوقف.`, 'يمكن تشغيله من جديد في الصفحة.'],
    },
  }[what]
  return mailOf(to, {
    en: {
      subject: en.subject,
      before: ['Hello,', ...en.words],
      link: { url, words: 'Open the webhooks' },
      after: ['You get this because you are an owner of the organisation.'],
    },
    ar: {
      subject: ar.subject,
      before: ['مرحبًا،', ...ar.words],
      link: { url, words: 'فتح خطافات الويب' },
      after: ['تصلك هذه الرسالة لأنك من مالكي المؤسسة.'],
    },
  })
}
