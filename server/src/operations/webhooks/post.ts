import { randomUUID } from 'node:crypto'
import {
  type FetchFailure,
  MAX_DELIVERIES_PER_WEBHOOK,
  type OrganisationId,
  TEST_EVENT,
  WEBHOOK_SECRET_OVERLAP_MS,
  type WebhookEvent,
} from '@placard/contract'
import { writeEntry } from '../../content/activity/service.ts'
import { GATHERED_MS, putEvents, readHeard, type StoredEvent } from '../../content/events/service.ts'
import type { Context } from '../../platform/context.ts'
import { claimDeliveryIn } from '../../platform/database/claim-delivery.ts'
import type { Queries } from '../../platform/database/database.ts'
import { fetchOutside, type Outside } from '../../platform/outgoing/fetch-outside.ts'
import { retryAfterMsOf } from '../../platform/outgoing/told-retry-after.ts'
import * as deliveries from './delivery.store.ts'
import * as events from './event.store.ts'
import { webhookMail } from './mails.ts'
import { narrowTo, readDisplays } from './narrow.ts'
import { bodyOf } from './payload.ts'
import { signatureOf } from './signature.ts'
import * as webhooks from './webhook.store.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The waits between tries, as proposed by Standard Webhooks: ten tries in a little more than three days. */
export const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
] as const
/** Random extension of a wait, as a share of it, so that receivers that were all down are not all called in the same second. */
const JITTER = 0.1
/** No wait is longer than this, even if the receiver requests it. A later time was written by a wrong clock. */
const LONGEST_MS = DAY_MS * (1 + JITTER)
/** A message is claimed for this long. If the sending process dies, another one sends the message afterwards. */
const CLAIMED_MS = MINUTE_MS
/** Pause between tries of different messages to a failing webhook. */
const REST_MS = 10 * SECOND_MS
/** After this many tries of one message, some 18 hours, its owners are told by mail. After the last try the webhook is switched off. */
const TOLD_AFTER = 7
/** A mail that cannot be sent is tried again for a day. */
const MAIL_EVERY_MS = 10 * MINUTE_MS
const MAIL_TRIED_MS = DAY_MS

/** The most webhooks that are called at once. Failing ones have places of their own, so that they do not delay others. */
const PLACES = { working: 64, failing: 64 }
type Lane = keyof typeof PLACES
/** The most messages to one webhook in a row before it is the turn of others. */
const IN_TURN = 20
const EVENTS_AT_ONCE = 100

const ASKED = { maxBytes: 4_096, beyond: 'beginning', timeoutMs: 15_000, maxRedirects: 0, accept: '*/*' } as const
const KEPT_CHARACTERS = 1_000
const GONE = 410

/** The result of one try. */
type Answer = {
  isSent: boolean
  status: number | null
  failure: FetchFailure | null
  answer: string | null
  tookMs: number
  /** The receiver's requested pause, in milliseconds. */
  restMs: number
}

export type Post = {
  /**
   * Creates deliveries for announced events and starts to send those that are due. Several nodes may do this at once: each message is
   * claimed by one.
   */
  begin(): Promise<void>
  /** Does the same until nothing is due. */
  deliver(): Promise<void>
  /** Sends one message now, as if it were new. */
  sendNow(webhook: webhooks.StoredWebhook, deliveryId: string): Promise<void>
  /** Starts no further message, and waits for those in progress. */
  close(): Promise<void>
}

export function createPost(context: Context, outside: Outside | undefined): Post {
  const { config, database, log, mailer, now } = context
  const { queries } = database
  /** Webhooks that this process is sending to. */
  const busy: Record<Lane, Set<string>> = { working: new Set(), failing: new Set() }
  const underWay = new Set<Promise<void>>()
  let isStopped = false

  async function giveOut(): Promise<void> {
    for (;;) {
      const due = await events.listDueEvents(queries, now(), now() + GATHERED_MS, EVENTS_AT_ONCE)
      for (const id of due) await database.transaction((inside) => giveOutOne(inside, id))
      if (due.length < EVENTS_AT_ONCE) return
    }
  }

  async function giveOutOne(inside: Queries, id: string): Promise<void> {
    const event = await events.claimEvent(inside, id)
    if (!event) return
    const hearing = (await webhooks.listWebhooks(inside, event.organisation_id)).filter(
      (one) => one.ended_at === null && readHeard(one.events).some((type) => type === event.type),
    )
    const whole = { type: event.type, data: JSON.parse(event.data) } as WebhookEvent
    const parts: StoredEvent[] = []
    const rows = []
    for (const webhook of hearing) {
      const heard = narrowTo(whole, readDisplays(webhook.displays))
      if (!heard) continue
      // A partial event is stored as its own event, so that every try sends the same content.
      const part: StoredEvent =
        heard === whole ? event : { ...event, id: randomUUID(), data: JSON.stringify(heard.data) }
      if (part !== event) parts.push(part)
      const isFull = (await deliveries.countWaiting(inside, webhook.id)) >= MAX_DELIVERIES_PER_WEBHOOK
      const row = deliveryOf(part.id, webhook.id, now())
      rows.push(isFull ? { ...row, outcome: 'failed' as const, failure: 'too-many-waiting' } : row)
    }
    if (rows.length === parts.length) await events.removeEvent(inside, id)
    await putEvents(inside, parts)
    await deliveries.createDeliveries(inside, rows)
  }

  /** Fills the places of a lane. Each place is refilled when it becomes free, so a slow receiver only occupies its own. */
  async function fill(lane: Lane): Promise<void> {
    const free = PLACES[lane] - busy[lane].size
    if (free === 0 || isStopped) return
    const at = now()
    for (const id of await deliveries.listDueWebhooks(queries, lane, at, at + LONGEST_MS, [...busy[lane]], free)) {
      busy[lane].add(id)
      const done = sendTo(id)
        .catch((error) => log.error({ err: error }, 'a webhook could not be processed'))
        .finally(() => {
          busy[lane].delete(id)
          underWay.delete(done)
          void fillInTurn[lane]()
        })
      underWay.add(done)
    }
  }

  /** Sends the due messages one after another, until one fails. */
  async function sendTo(webhookId: string): Promise<void> {
    for (const delivery of await deliveries.listDue(queries, webhookId, now(), now() + LONGEST_MS, IN_TURN)) {
      if (isStopped || !(await claimDeliveryIn('webhook_delivery', queries, delivery, now() + CLAIMED_MS))) return
      const webhook = await webhooks.findWebhookToAsk(queries, webhookId)
      if (!webhook || webhook.ended_at !== null) return
      if (!(await sendClaimed(webhook, delivery))) return
    }
  }

  /** @returns true when it was received */
  async function sendClaimed(webhook: webhooks.StoredWebhook, delivery: deliveries.DeliveryOfEvent): Promise<boolean> {
    const answer = await ask(webhook, delivery)
    await database.transaction((inside) => settle(inside, webhook, delivery, answer))
    return answer.isSent
  }

  async function ask(webhook: webhooks.StoredWebhook, delivery: deliveries.DeliveryOfEvent): Promise<Answer> {
    const body = bodyOf({ ...delivery, created_at: delivery.happened_at }, config.publicUrl)
    const signature = signatureOf(secretsOf(webhook, now()), { id: delivery.id, now: now(), body })
    const headers = { 'content-type': 'application/json', ...signature }
    const begunAt = performance.now()
    const got = await fetchOutside(webhook.url, { ...ASKED, post: { body, headers } }, outside)
    const tookMs = Math.round(performance.now() - begunAt)
    if (got.failure !== undefined)
      return { isSent: false, status: null, failure: got.failure, answer: null, tookMs, restMs: 0 }
    const { status } = got
    return {
      isSent: status >= 200 && status < 300,
      status,
      failure: null,
      answer: textOf(got.body),
      tookMs,
      restMs: retryAfterMsOf(got.headers['retry-after'], now()),
    }
  }

  /** Always locks the webhook's row first, like removing it does. */
  async function settle(
    inside: Queries,
    webhook: webhooks.StoredWebhook,
    delivery: deliveries.DeliveryOfEvent,
    { isSent, status, failure, answer, tookMs, restMs }: Answer,
  ): Promise<void> {
    const at = now()
    const attempts = delivery.attempts + 1
    const told = { answered_at: at, took_ms: tookMs, status, failure, answer }
    if (isSent) {
      await webhooks.setWorking(inside, webhook.id)
      return deliveries.settleDelivery(inside, delivery.id, { ...told, outcome: 'sent', next_at: 0 })
    }
    const isTest = delivery.type === TEST_EVENT
    const wait = isTest ? undefined : WAITS_MS[delivery.attempts]
    const isOver = wait === undefined || status === GONE
    const waitMs = isOver ? 0 : Math.max(wait * (1 + JITTER * Math.random()), restMs)
    const restsUntil = Math.round(at + Math.max(restMs, Math.min(waitMs, REST_MS)))
    const failing = await webhooks.setFailing(inside, webhook, at, restsUntil)
    // The webhook's address has changed, and the failure was of the old one. The message is sent to the new one at once.
    const isMoved = failing === undefined && !isTest
    const isTriedAgain = isMoved || (!isOver && failing?.ended_at === null)
    await deliveries.settleDelivery(inside, delivery.id, {
      ...told,
      outcome: isTriedAgain ? 'waiting' : 'failed',
      next_at: isTriedAgain && !isMoved ? Math.round(at + waitMs) : 0,
    })
    if (!failing || failing.ended_at !== null) return
    if (status === GONE) return end(inside, webhook, 'gone', at)
    // A failed test does not switch the webhook off.
    if (isOver) return isTest ? undefined : end(inside, webhook, 'failed', at)
    if (attempts >= TOLD_AFTER && webhook.told_at === null) await tell(inside, webhook, 'failing', at)
  }

  async function end(inside: Queries, webhook: webhooks.StoredWebhook, because: 'gone' | 'failed', at: number) {
    if (!(await webhooks.endWebhook(inside, webhook.id, because, at))) return
    await deliveries.failWaiting(inside, webhook.id)
    await tell(inside, webhook, because, at)
    await writeEntry(inside, {
      organisationId: webhook.organisation_id as OrganisationId,
      programmeId: null,
      at,
      actor: { kind: 'person', id: null, email: webhook.created_by },
      activity: {
        kind: 'webhook-ended',
        changes: [],
        subject: { type: 'webhook', id: webhook.id, title: hostOf(webhook) },
      },
    })
  }

  async function tell(
    inside: Queries,
    { id }: webhooks.StoredWebhook,
    mail: 'failing' | 'gone' | 'failed',
    at: number,
  ): Promise<void> {
    if (mailer.enabled && config.publicUrl !== undefined) await webhooks.writeMail(inside, id, mail, at)
  }

  async function sendMails(): Promise<void> {
    const { publicUrl } = config
    if (!mailer.enabled || publicUrl === undefined) return
    for (const webhook of await webhooks.listWithMail(queries, now())) {
      const { mail, told_at } = webhook
      if (mail === null || !(await webhooks.claimMail(queries, webhook, now() + MAIL_EVERY_MS))) continue
      try {
        const last = await deliveries.findLastTried(queries, webhook.id)
        for (const email of await webhooks.listOwnerEmails(queries, webhook.organisation_id))
          await mailer.deliver(webhookMail(email, mail, webhook, last, publicUrl), `webhook-${mail}`)
        await webhooks.settleMail(queries, webhook.id, mail)
      } catch {
        // The mailer has logged it.
        if (Math.abs(now() - (told_at ?? 0)) > MAIL_TRIED_MS) await webhooks.settleMail(queries, webhook.id, mail)
      }
    }
  }

  const inTurn = (work: () => Promise<void>) => {
    let last: Promise<void> = Promise.resolve()
    return () => {
      last = last.then(work).catch((error) => log.error({ err: error }, 'webhooks could not be processed'))
      return last
    }
  }
  const fillInTurn: Record<Lane, () => Promise<void>> = {
    working: inTurn(() => fill('working')),
    failing: inTurn(() => fill('failing')),
  }
  const giveOutInTurn = inTurn(giveOut)
  const sendMailsInTurn = inTurn(sendMails)

  async function begin(): Promise<void> {
    await giveOutInTurn()
    await Promise.all([fillInTurn.working(), fillInTurn.failing()])
  }

  return {
    async begin() {
      await begin()
      await sendMailsInTurn()
    },
    async deliver() {
      await begin()
      while (underWay.size > 0) {
        await Promise.race(underWay)
        await begin()
      }
      await sendMailsInTurn()
    },
    async sendNow(webhook, deliveryId) {
      await deliveries.takeAgain(queries, deliveryId, now() + CLAIMED_MS)
      const delivery = await deliveries.findDelivery(queries, webhook.id, deliveryId)
      if (delivery) await sendClaimed(webhook, { ...delivery, attempts: 0 })
    },
    async close() {
      isStopped = true
      await giveOutInTurn()
      await Promise.all(underWay)
    },
  }
}

/** A delivery of an event to a webhook, due at once. */
export function deliveryOf(eventId: string, webhookId: string, now: number): deliveries.StoredDelivery {
  return {
    id: randomUUID(),
    event_id: eventId,
    webhook_id: webhookId,
    created_at: now,
    outcome: 'waiting',
    // The delivery is due, even if the clock is set back.
    next_at: 0,
    attempts: 0,
    answered_at: null,
    took_ms: null,
    status: null,
    failure: null,
    answer: null,
  }
}

/** The current secret first, then previous ones while they are valid. */
export function secretsOf(webhook: webhooks.StoredWebhook, now: number): string[] {
  const { secret, previous_secret, previous_until } = webhook
  const leftMs = (previous_until ?? 0) - now
  const counts = previous_secret !== null && leftMs > 0 && leftMs <= WEBHOOK_SECRET_OVERLAP_MS
  return counts ? [secret, ...previous_secret.split(' ')] : [secret]
}

/** Shown in the log and in mails. The rest of the address may contain a secret. */
export const hostOf = ({ url }: Pick<webhooks.StoredWebhook, 'url'>) => new URL(url).host

/** A third party's answer as text that is safe to store and show. */
function textOf(body: Buffer): string {
  return body
    .toString('utf8')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, KEPT_CHARACTERS)
    .toWellFormed()
}
