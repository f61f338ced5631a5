import { DisplayLimit } from '../people/member.ts'
import { DisplayId, WebhookDeliveryId, WebhookId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { TEST_EVENT, WEBHOOK_EVENT_TYPES, WebhookEventType } from './webhook-event.ts'

/** Milliseconds since 1970, the server's clock. */
const Instant = z.int().nonnegative()

/** Why it is switched off: it answered 410, nothing arrived for three days, or somebody wanted it. */
export const WEBHOOK_ENDS = ['gone', 'failed', 'owner'] as const

/** Why there was no answer, or why nothing was asked. */
export const DELIVERY_FAILURES = [
  'address-not-allowed',
  'unreachable',
  'too-slow',
  'too-large',
  'too-many-redirects',
  'insecure-redirect',
  /** The webhook was switched off before it arrived. */
  'switched-off',
  /** Too many wait for this webhook. */
  'too-many-waiting',
] as const

/** One message to one webhook, and what became of it. */
export const WebhookDelivery = z.object({
  id: WebhookDeliveryId,
  type: z.enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT]),
  /** When it happened. */
  at: Instant,
  /** `waiting`: it is tried, or tried again, at `nextAt`. `failed`: no more, unless somebody sends it again. */
  outcome: z.enum(['waiting', 'sent', 'failed']),
  nextAt: Instant.nullable(),
  attempts: z.int().nonnegative(),
  /** Of the last try; null: there was none. */
  answeredAt: Instant.nullable(),
  tookMs: z.int().nonnegative().nullable(),
  /** Null: there was no answer. */
  status: z.int().nullable(),
  failure: z.enum(DELIVERY_FAILURES).nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** The same with what was sent, to the letter, and the beginning of what was answered. */
export const WebhookDeliveryWhole = WebhookDelivery.extend({ body: z.string(), answer: z.string().nullable() })
export type WebhookDeliveryWhole = z.infer<typeof WebhookDeliveryWhole>

/** An address of the organisation's own that hears of events. */
export const Webhook = z.object({
  id: WebhookId,
  url: z.string(),
  events: z.array(WebhookEventType),
  /** The displays that it hears of; null: all of the organisation, also those that are made later. */
  displays: z.array(DisplayId).nullable(),
  /** Email of who made it. */
  createdBy: z.string(),
  createdAt: Instant,
  /** Since when nothing has arrived; null: the last one did, or nothing was sent yet. */
  failingSince: Instant.nullable(),
  /** When it was switched off; null: it is on. */
  endedAt: Instant.nullable(),
  endedBecause: z.enum(WEBHOOK_ENDS).nullable(),
  /** The secret before the present one counts until then; null: there is none. */
  previousSecretUntil: Instant.nullable(),
  /** How many messages have not arrived yet and are tried again. */
  waiting: z.int().nonnegative(),
  /** The last that was tried; null: none yet. */
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

/** `on`: false switches it off until somebody switches it on again; what happens meanwhile is not kept for it. */
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

/** Told this once. As Standard Webhooks writes it: 32 random bytes in base64. */
const WebhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/)

export const WebhookCreated = z.object({ webhook: Webhook, secret: WebhookSecret })
export type WebhookCreated = z.infer<typeof WebhookCreated>

/** How many were put on their way again. */
export const WebhookResent = z.object({ count: z.int().nonnegative() })
export type WebhookResent = z.infer<typeof WebhookResent>
