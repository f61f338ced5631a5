import { DisplayLimit } from '../people/display-limit.ts'
import { FETCH_FAILURES } from '../platform/fetch-failures.ts'
import { DisplayId, WebhookDeliveryId, WebhookId } from '../platform/id.ts'
import { Instant } from '../platform/instant.ts'
import { z } from '../platform/zod.ts'
import { TEST_EVENT, WEBHOOK_EVENT_TYPES, WebhookEventType } from './webhook-event.ts'

/**
 * The reasons why a webhook is switched off: it answered 410, nothing was delivered for three days, or an owner switched it
 * off.
 */
export const WEBHOOK_ENDS = ['gone', 'failed', 'owner'] as const

/** The reasons why there was no answer, or why no request was made. */
export const DELIVERY_FAILURES = [
  ...FETCH_FAILURES,
  /** The webhook was switched off before delivery. */
  'switched-off',
  /** Too many messages are waiting for this webhook. */
  'too-many-waiting',
] as const

/** One message to one webhook, and its outcome. */
export const WebhookDelivery = z.object({
  id: WebhookDeliveryId,
  type: z.enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT]),
  /** The time of the event. */
  at: Instant,
  /** `waiting`: the next attempt is at `nextAt`. `failed`: there are no more attempts, unless somebody resends it. */
  outcome: z.enum(['waiting', 'sent', 'failed']),
  nextAt: Instant.nullable(),
  attempts: z.int().nonnegative(),
  /** The last attempt; null: none yet. */
  answeredAt: Instant.nullable(),
  tookMs: z.int().nonnegative().nullable(),
  /** null: there was no answer. */
  status: z.int().nullable(),
  failure: z.enum(DELIVERY_FAILURES).nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** The same with the exact body that was sent, and the beginning of the answer. */
export const WebhookDeliveryWhole = WebhookDelivery.extend({ body: z.string(), answer: z.string().nullable() })
export type WebhookDeliveryWhole = z.infer<typeof WebhookDeliveryWhole>

/** An address, chosen by the organisation, that receives its events. */
export const Webhook = z.object({
  id: WebhookId,
  url: z.string(),
  events: z.array(WebhookEventType),
  /** The displays whose events it receives; null: all of the organisation, including future ones. */
  displays: z.array(DisplayId).nullable(),
  /** The email address of its creator. */
  createdBy: z.string(),
  createdAt: Instant,
  /** The time since which nothing could be delivered; null: the last message was delivered, or none was sent yet. */
  failingSince: Instant.nullable(),
  /** The time when it was switched off; null: it is on. */
  endedAt: Instant.nullable(),
  endedBecause: z.enum(WEBHOOK_ENDS).nullable(),
  /** The previous secret is valid until then; null: there is none. */
  previousSecretUntil: Instant.nullable(),
  /** The number of messages that are not delivered yet and will be retried. */
  waiting: z.int().nonnegative(),
  /** The last attempted message; null: none yet. */
  last: WebhookDelivery.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

const MAX_WEBHOOK_URL_CHARACTERS = 2_000

const WebhookUrl = z
  .string()
  .trim()
  .max(MAX_WEBHOOK_URL_CHARACTERS, 'too-long')
  .refine(isWebhookUrl, 'webhook-url-not-valid')
const Events = z
  .array(WebhookEventType)
  .min(1, 'invalid-field')
  .max(100, 'invalid-field')
  .transform((types) => WEBHOOK_EVENT_TYPES.filter((type) => types.includes(type)))

export const CreateWebhook = z.strictObject({ url: WebhookUrl, events: Events, displays: DisplayLimit.default(null) })
export type CreateWebhook = z.infer<typeof CreateWebhook>

/** `on`: false switches it off until somebody switches it on again. Events in the meantime are not stored for it. */
export const UpdateWebhook = z.strictObject({
  url: WebhookUrl.optional(),
  events: Events.optional(),
  displays: DisplayLimit.optional(),
  on: z.boolean().optional(),
})
export type UpdateWebhook = z.infer<typeof UpdateWebhook>

function isWebhookUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname !== '' && username === '' && password === ''
}

/** Returned only once. The format of Standard Webhooks: 32 random bytes in base64. */
const WebhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/)

export const WebhookCreated = z.object({ webhook: Webhook, secret: WebhookSecret })
export type WebhookCreated = z.infer<typeof WebhookCreated>

/** The number of messages that are being resent. */
export const WebhookResent = z.object({ count: z.int().nonnegative() })
export type WebhookResent = z.infer<typeof WebhookResent>
