import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ActivityKind,
  type CreateWebhook,
  DELIVERY_FAILURES,
  type DisplayKey,
  MAX_DELIVERIES_PER_WEBHOOK,
  MAX_WEBHOOKS_PER_ORGANISATION,
  TEST_EVENT,
  type UpdateWebhook,
  WEBHOOK_DELIVERIES_KEPT_MS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_SECRET_OVERLAP_MS,
  type Webhook,
  type WebhookCreated,
  type WebhookDelivery,
  WebhookDeliveryId,
  type WebhookDeliveryWhole,
  WebhookId,
  type WebhookResent,
} from '@placard/contract'
import { actorOf, writeEntry } from '../../content/activity/service.ts'
import { requireDisplays } from '../../content/displays/service.ts'
import { putEvents, readHeard } from '../../content/events/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { isAllowedOutside, type Outside } from '../../platform/outgoing/fetch-outside.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import * as deliveries from './delivery.store.ts'
import * as events from './event.store.ts'
import { readDisplays } from './narrow.ts'
import { bodyOf, typeOf } from './payload.ts'
import { createPost, deliveryOf, hostOf, secretsOf } from './post.ts'
import { newWebhookSecret } from './signature.ts'
import * as webhooks from './webhook.store.ts'

/** Interval of the check for deliveries to send. */
const LOOKED_EVERY_MS = 1_000
/** Less than the time that the server waits for everything together. */
const CLOSE_MS = 1_500
const MINUTE_MS = 60_000
const MOST_LISTED = 100
/** The most previous secrets that stay valid for a day. Each adds a signature to the header. */
const SECRETS_BEFORE = 5
export const WEBHOOKS_SWEPT_EVERY_MS = 60 * 60_000
/** Enough for a person, too little for a program that would use this server to call another. */
const BY_HAND_PER_ORGANISATION = { atOnce: 10, everyMs: 6_000, names: 10_000 }

export type Webhooks = {
  /** Gives out announced events, and sends what is due. */
  deliver(): Promise<void>
  list(caller: Caller): Promise<Webhook[]>
  /** @throws AppError too-many-webhooks, webhook-address-not-allowed, display-not-found */
  create(caller: Caller, wanted: CreateWebhook): Promise<WebhookCreated>
  /** @throws AppError webhook-not-found, webhook-address-not-allowed, display-not-found */
  update(caller: Caller, id: WebhookId, wanted: UpdateWebhook): Promise<Webhook>
  /** @throws AppError webhook-not-found */
  remove(caller: Caller, id: WebhookId): Promise<void>
  /** @throws AppError webhook-not-found */
  changeSecret(caller: Caller, id: WebhookId): Promise<WebhookCreated>
  /** @throws AppError webhook-not-found, webhook-is-off, too-many-requests */
  test(caller: Caller, id: WebhookId): Promise<WebhookDelivery>
  /** @throws AppError webhook-not-found */
  listDeliveries(caller: Caller, id: WebhookId): Promise<WebhookDelivery[]>
  /** @throws AppError webhook-not-found, webhook-delivery-not-found */
  getDelivery(caller: Caller, id: WebhookId, deliveryId: WebhookDeliveryId): Promise<WebhookDeliveryWhole>
  /** @throws AppError webhook-not-found, webhook-delivery-not-found, webhook-is-off, too-many-requests */
  resend(caller: Caller, id: WebhookId, deliveryId: WebhookDeliveryId): Promise<WebhookDelivery>
  /** @throws AppError webhook-not-found, webhook-is-off */
  resendAll(caller: Caller, id: WebhookId): Promise<WebhookResent>
  sweep(): Promise<void>
  /** Waits a little for messages in progress. */
  close(): Promise<void>
}

/** The webhooks of every organisation, their deliveries and answers. */
export function createWebhooks(context: Context, outside?: Outside): Webhooks {
  const { config, database, log, now } = context
  const { queries } = database
  const post = createPost(context, outside)
  const byHand = createRateLimit(BY_HAND_PER_ORGANISATION)
  let _underWay: Promise<void> | undefined

  const timer = setInterval(() => {
    _underWay ??= post
      .begin()
      .catch((error) => log.error({ err: error }, 'webhooks could not be processed'))
      .finally(() => {
        _underWay = undefined
      })
  }, LOOKED_EVERY_MS)
  timer.unref()

  async function requireAllowed(url: string): Promise<void> {
    if (!(await isAllowedOutside(url, outside))) throw new AppError('webhook-address-not-allowed', { field: 'url' })
  }

  async function requireWebhook(inside: Queries, { organisationId }: Caller, id: WebhookId) {
    const webhook = await webhooks.findWebhook(inside, organisationId, id)
    if (!webhook) throw new AppError('webhook-not-found')
    return webhook
  }

  async function requireOn(inside: Queries, caller: Caller, id: WebhookId) {
    const webhook = await requireWebhook(inside, caller, id)
    if (webhook.ended_at !== null) throw new AppError('webhook-is-off')
    return webhook
  }

  function takeByHand({ organisationId }: Caller): void {
    const waitMs = byHand.take(organisationId, now())
    if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
  }

  /** Locks the organisation, so that nobody else changes its webhooks meanwhile. */
  function change<Result>(
    caller: Caller,
    id: WebhookId,
    work: (inside: Queries, webhook: webhooks.StoredWebhook) => Promise<Result>,
  ): Promise<Result> {
    return database.transaction(async (inside) => {
      await lockOrganisation(inside, caller.organisationId)
      return work(inside, await requireWebhook(inside, caller, id))
    })
  }

  function writeDown(
    inside: Queries,
    caller: Caller,
    kind: Extract<ActivityKind, `webhook-${string}`>,
    webhook: webhooks.StoredWebhook,
  ): Promise<void> {
    const subject = { type: 'webhook' as const, id: webhook.id, title: hostOf(webhook) }
    const { organisationId } = caller
    const activity = { kind, changes: [], subject }
    return writeEntry(inside, { organisationId, programmeId: null, at: now(), actor: actorOf(caller), activity })
  }

  async function tell(inside: Queries, webhook: webhooks.StoredWebhook): Promise<Webhook> {
    const last = await deliveries.findLastTried(inside, webhook.id)
    return toWebhook(webhook, await deliveries.countWaiting(inside, webhook.id), last, now())
  }

  /** Sends a delivery now and returns its result. */
  async function sendNow(webhook: webhooks.StoredWebhook, deliveryId: string): Promise<WebhookDelivery> {
    await post.sendNow(webhook, deliveryId)
    const after = await deliveries.findDelivery(queries, webhook.id, deliveryId)
    if (!after) throw new AppError('webhook-delivery-not-found')
    return toDelivery(after)
  }

  return {
    deliver: post.deliver,

    async list({ organisationId }) {
      return Promise.all((await webhooks.listWebhooks(queries, organisationId)).map((one) => tell(queries, one)))
    },

    async create(caller, { url, events: heard, displays }) {
      await requireAllowed(url)
      const { organisationId } = caller
      return database.transaction(async (inside) => {
        await lockOrganisation(inside, organisationId)
        const present = await webhooks.listWebhooks(inside, organisationId)
        if (present.length >= MAX_WEBHOOKS_PER_ORGANISATION) throw new AppError('too-many-webhooks')
        await requireDisplays(inside, organisationId, displays ?? [])
        const secret = newWebhookSecret()
        const webhook: webhooks.StoredWebhook = {
          id: randomUUID(),
          organisation_id: organisationId,
          url,
          events: JSON.stringify(heard),
          displays: displays && JSON.stringify(displays),
          secret,
          previous_secret: null,
          previous_until: null,
          created_by: caller.email,
          created_at: now(),
          ...WELL,
          ended_at: null,
          ended_because: null,
          mail: null,
          mail_at: null,
        }
        await webhooks.createWebhook(inside, webhook)
        await writeDown(inside, caller, 'webhook-made', webhook)
        return { webhook: await tell(inside, webhook), secret }
      })
    },

    async update(caller, id, { url, events: heard, displays, on }) {
      if (url !== undefined) await requireAllowed(url)
      return change(caller, id, async (inside, webhook) => {
        await requireDisplays(inside, caller.organisationId, displays ?? [])
        const isOn = webhook.ended_at === null
        const switched =
          on === undefined || on === isOn
            ? {}
            : on
              ? { ...WELL, ended_at: null, ended_because: null }
              : { ended_at: now(), ended_because: 'owner' as const }
        const wanted = {
          ...(url === undefined ? {} : { url, ...(url === webhook.url ? {} : WELL) }),
          ...(heard === undefined ? {} : { events: JSON.stringify(heard) }),
          ...(displays === undefined ? {} : { displays: displays && JSON.stringify(displays) }),
          ...switched,
        }
        const isSame = Object.entries(wanted).every(([name, value]) => webhook[name as keyof typeof webhook] === value)
        if (isSame) return tell(inside, webhook)
        await webhooks.updateWebhook(inside, id, wanted)
        if (isOn && on === false) await deliveries.failWaiting(inside, id)
        const after = { ...webhook, ...wanted }
        await writeDown(inside, caller, 'webhook-changed', after)
        return tell(inside, after)
      })
    },

    remove(caller, id) {
      return database.transaction(async (inside) => {
        const removed = await webhooks.removeWebhook(inside, caller.organisationId, id)
        if (!removed) throw new AppError('webhook-not-found')
        await writeDown(inside, caller, 'webhook-removed', removed)
      })
    },

    changeSecret(caller, id) {
      return change(caller, id, async (inside, webhook) => {
        const secret = newWebhookSecret()
        const wanted = {
          secret,
          // An owner who changes the secret twice has not copied the first new one: the receiver still has the one before both.
          previous_secret: secretsOf(webhook, now()).slice(0, SECRETS_BEFORE).join(' '),
          previous_until: now() + WEBHOOK_SECRET_OVERLAP_MS,
        }
        await webhooks.updateWebhook(inside, id, wanted)
        await writeDown(inside, caller, 'webhook-secret-changed', webhook)
        return { webhook: await tell(inside, { ...webhook, ...wanted }), secret }
      })
    },

    async test(caller, id) {
      takeByHand(caller)
      const webhook = await requireOn(queries, caller, id)
      const at = now()
      const delivery = { ...deliveryOf(randomUUID(), id, at), next_at: at + MINUTE_MS }
      await database.transaction(async (inside) => {
        const { organisationId } = caller
        const event = { id: delivery.event_id, organisation_id: organisationId, type: TEST_EVENT, data: '{}' }
        await putEvents(inside, [{ ...event, subject: null, created_at: at, due_at: null }])
        await deliveries.createDeliveries(inside, [delivery])
      })
      return sendNow(webhook, delivery.id)
    },

    async listDeliveries(caller, id) {
      await requireWebhook(queries, caller, id)
      return (await deliveries.listDeliveries(queries, id, MOST_LISTED)).map(toDelivery)
    },

    async getDelivery(caller, id, deliveryId) {
      await requireWebhook(queries, caller, id)
      const found = await deliveries.findDelivery(queries, id, deliveryId)
      if (!found) throw new AppError('webhook-delivery-not-found')
      const body = bodyOf({ ...found, created_at: found.happened_at }, config.publicUrl)
      return { ...toDelivery(found), body, answer: found.answer }
    },

    async resend(caller, id, deliveryId) {
      takeByHand(caller)
      const webhook = await requireOn(queries, caller, id)
      if (!(await deliveries.findDelivery(queries, id, deliveryId))) throw new AppError('webhook-delivery-not-found')
      return sendNow(webhook, deliveryId)
    },

    async resendAll(caller, id) {
      await requireOn(queries, caller, id)
      return { count: await deliveries.beginAllAgain(queries, id) }
    },

    async sweep() {
      await webhooks.forgetPreviousSecrets(queries, now())
      await deliveries.removeBeyond(queries, MAX_DELIVERIES_PER_WEBHOOK)
      await events.removeEventsBefore(queries, now() - WEBHOOK_DELIVERIES_KEPT_MS)
      await events.removeEventsOfNobody(queries)
    },

    async close() {
      clearInterval(timer)
      // A slow receiver is not waited for. Its message is sent again later.
      await Promise.race([post.close(), wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

/**
 * Removes a display from the limits of webhooks. A later display with the same id is another one, and these webhooks do not receive its
 * events.
 */
export async function forgetDisplay(queries: Queries, { organisationId, displayId }: DisplayKey): Promise<void> {
  for (const { id, displays } of await webhooks.listWebhooks(queries, organisationId)) {
    const limit = readDisplays(displays)
    if (!limit?.includes(displayId)) continue
    const left = JSON.stringify(limit.filter((one) => one !== displayId))
    await webhooks.updateWebhook(queries, id, { displays: left })
  }
}

/** State of a webhook without known failures. */
const WELL = { failing_since: null, not_before: null, told_at: null }

function toWebhook(
  webhook: webhooks.StoredWebhook,
  waiting: number,
  last: deliveries.DeliveryOfEvent | undefined,
  now: number,
): Webhook {
  const { previous_until } = webhook
  return {
    id: WebhookId.parse(webhook.id),
    url: webhook.url,
    events: readHeard(webhook.events),
    displays: readDisplays(webhook.displays),
    createdBy: webhook.created_by,
    createdAt: webhook.created_at,
    failingSince: webhook.failing_since,
    endedAt: webhook.ended_at,
    endedBecause: webhook.ended_because,
    previousSecretUntil: previous_until !== null && previous_until > now ? previous_until : null,
    waiting,
    last: last ? toDelivery(last) : null,
  }
}

function toDelivery(one: deliveries.DeliveryOfEvent): WebhookDelivery {
  return {
    id: WebhookDeliveryId.parse(one.id),
    type: typeOf(one.type, WEBHOOK_EVENT_TYPES),
    at: one.happened_at,
    outcome: one.outcome,
    nextAt: one.outcome === 'waiting' ? one.next_at : null,
    attempts: one.attempts,
    answeredAt: one.answered_at,
    tookMs: one.took_ms,
    status: one.status,
    failure: DELIVERY_FAILURES.find((failure) => failure === one.failure) ?? null,
  }
}
