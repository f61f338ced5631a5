import { randomUUID } from 'node:crypto'
import { type DisplayId, MAX_INCIDENTS_PER_LINK, type OrganisationId } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import {
  fetchOutside,
  type Outside,
  type OutsideFailure,
  type OutsideOptions,
} from '../platform/outgoing/fetch-outside.ts'
import * as choices from './choice.store.ts'
import * as store from './delivery.store.ts'
import { alertMail, serverMail } from './mails.ts'
import { type AboutScreens, StoredMessage } from './message.ts'
import { signatureOf } from './standard-webhook.ts'

/** How long a sender has for one message. Whoever died with it is found out by then, and another one sends it once more. */
const CLAIMED_MS = 5 * 60_000
const AT_ONCE = 20
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The waits between tries: a day in all. */
const WAITS_MS = [
  MINUTE_MS / 2,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  20 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
]
/** Of a wait: receivers that were all away are not all asked in the same second. */
const JITTER = 0.1
const ASKED: Omit<OutsideOptions, 'post'> = {
  maxBytes: 4_096,
  beyond: 'beginning',
  timeoutMs: 15_000,
  maxRedirects: 0,
  accept: '*/*',
}
const GONE = 410

/** The answer of a receiver. `isOver`: it wants nothing more, or can get nothing more. */
export type Outcome = {
  isSent: boolean
  isOver: boolean
  status: number | null
  failure: OutsideFailure | 'mail' | null
}

const SENT: Outcome = { isSent: true, isOver: true, status: null, failure: null }
const LOST: Outcome = { isSent: false, isOver: true, status: null, failure: null }

/** A message to be written down together with what it tells of. */
export function deliveryOf(
  to: { organisationId: OrganisationId | null; memberId?: string; webhookId?: string },
  message: StoredMessage,
  now: number,
): store.StoredDelivery {
  return {
    id: randomUUID(),
    organisation_id: to.organisationId,
    member_id: to.memberId ?? null,
    webhook_id: to.webhookId ?? null,
    message: JSON.stringify(message),
    created_at: now,
    outcome: 'waiting',
    // Whatever becomes of the clock, it is due.
    next_at: 0,
    attempts: 0,
    answered_at: null,
    status: null,
    failure: null,
  }
}

export type Post = {
  /** Sends what is due. Any number of nodes may do it at once: each message is taken by one. */
  deliver(): Promise<void>
  /** Sends one message to a webhook now, once. */
  test(webhook: store.StoredWebhook): Promise<{ delivery: store.StoredDelivery }>
}

export function createPost(context: Context, outside: Outside | undefined): Post {
  const { config, database, log, mailer, now } = context
  const { queries } = database

  async function sendOne(delivery: store.StoredDelivery): Promise<Outcome> {
    const message = StoredMessage.safeParse(JSON.parse(delivery.message)).data
    // A later version wrote it, and will read it.
    if (!message) return { ...LOST, isOver: false }
    if (delivery.webhook_id !== null) return sendToWebhook(delivery, message)
    try {
      if (message.what === 'server') return await sendToOperator(message)
      if (message.what === 'test' || delivery.member_id === null) return LOST
      return await sendToMember(delivery.member_id, message)
    } catch {
      return { isSent: false, isOver: false, status: null, failure: 'mail' }
    }
  }

  async function sendToOperator(message: Extract<StoredMessage, { what: 'server' }>): Promise<Outcome> {
    if (config.operatorMail === undefined) return LOST
    await mailer.deliver(serverMail(config.operatorMail, message), 'server-trouble')
    return SENT
  }

  /** Whoever has left, lost a display or unsubscribed since the message was written hears nothing of it. */
  async function sendToMember(memberId: string, message: AboutScreens): Promise<Outcome> {
    const listener = await choices.findListener(queries, { memberId })
    const incidents = listener ? message.incidents.filter(({ displayId }) => hears(listener, displayId)) : []
    if (!listener || incidents.length === 0 || config.publicUrl === undefined) return LOST
    await mailer.deliver(alertMail(listener, { ...message, incidents }, config.publicUrl), `alert-${message.what}`)
    return SENT
  }

  async function sendToWebhook(delivery: store.StoredDelivery, message: StoredMessage): Promise<Outcome> {
    const { organisation_id, webhook_id, id } = delivery
    const webhook = await store.findWebhook(queries, organisation_id ?? '', webhook_id ?? '')
    if (!webhook || webhook.ended_at !== null) return LOST
    const body = JSON.stringify(payloadOf(message, delivery.created_at))
    const headers = { 'content-type': 'application/json', ...signatureOf(webhook.secret, { id, now: now(), body }) }
    const answer = await fetchOutside(webhook.url, { ...ASKED, post: { body, headers } }, outside)
    if (answer.failure !== undefined) {
      return { isSent: false, isOver: answer.failure === 'address-not-allowed', status: null, failure: answer.failure }
    }
    const { status } = answer
    if (status === GONE) await store.endWebhook(queries, webhook.id, now())
    const isSent = status >= 200 && status < 300
    return { isSent, isOver: isSent || status === GONE, status, failure: null }
  }

  async function settle(delivery: store.StoredDelivery, outcome: Outcome): Promise<store.StoredDelivery> {
    const wait = WAITS_MS[delivery.attempts]
    const isOver = outcome.isOver || wait === undefined
    const settled = {
      outcome: outcome.isSent ? 'sent' : isOver ? 'failed' : 'waiting',
      next_at: isOver ? 0 : now() + Math.round(wait * (1 + JITTER * Math.random())),
      answered_at: now(),
      status: outcome.status,
      failure: outcome.failure,
    } as const
    await store.settleDelivery(queries, delivery.id, settled)
    return { ...delivery, attempts: delivery.attempts + 1, ...settled }
  }

  return {
    async deliver() {
      for (;;) {
        const due = await store.listDue(queries, now(), AT_ONCE)
        const sent = await Promise.all(
          due.map(async (delivery) => {
            if (!(await store.claimDelivery(queries, delivery, now() + CLAIMED_MS))) return
            await settle(delivery, await sendOne(delivery))
          }),
        ).catch((error) => {
          log.error({ err: error }, 'alerts could not be sent')
          return []
        })
        if (sent.length < AT_ONCE) return
      }
    },
    async test(webhook) {
      const delivery = {
        ...deliveryOf(
          { organisationId: webhook.organisation_id as OrganisationId, webhookId: webhook.id },
          { what: 'test' },
          now(),
        ),
        // Nobody tries it again.
        outcome: 'failed' as const,
      }
      await store.createDeliveries(queries, [delivery])
      const outcome = await sendToWebhook(delivery, { what: 'test' })
      return { delivery: await settle(delivery, { ...outcome, isOver: true }) }
    },
  }
}

/** Chosen, and theirs. */
export function hears({ displays, limit }: choices.Listener, displayId: string): boolean {
  const has = (some: readonly DisplayId[] | null) => some === null || some.some((id) => id === displayId)
  return has(displays) && has(limit)
}

const TYPES = {
  alarm: 'screens.alarm',
  unsteady: 'screens.unsteady',
  back: 'screens.back',
  reminder: 'screens.reminder',
}

/** As Standard Webhooks writes it. */
function payloadOf(message: StoredMessage, at: number): object {
  const timestamp = new Date(at).toISOString()
  if (message.what === 'test' || message.what === 'server') return { type: 'test', timestamp, data: {} }
  const screens = message.incidents.slice(0, MAX_INCIDENTS_PER_LINK).map((one) => ({
    incidentId: one.id,
    kind: one.kind,
    screen: { id: one.screenId, name: one.name },
    display: { id: one.displayId, name: one.displayName },
    since: new Date(one.beganAt).toISOString(),
    ...(one.closedAt === null ? {} : { until: new Date(one.closedAt).toISOString() }),
  }))
  const data = { count: message.incidents.length, suspectsServer: message.suspectsServer, screens }
  return { type: TYPES[message.what], timestamp, data }
}

/** For whoever has chosen, and every webhook. `toldTo`: undefined for all who listen, else only those. */
export async function deliveriesFor(
  queries: Queries,
  organisationId: OrganisationId,
  message: AboutScreens,
  toldTo: ReadonlyMap<string, readonly string[]> | undefined,
  now: number,
): Promise<{ deliveries: store.StoredDelivery[]; toldTo: Map<string, string[]> }> {
  const listeners = await choices.listListeners(queries, organisationId)
  const webhooks = (await store.listWebhooks(queries, organisationId)).filter(({ ended_at }) => ended_at === null)
  const told = new Map<string, string[]>(message.incidents.map(({ id }) => [id, []]))
  const receivers = [
    ...listeners.map((listener) => ({
      id: listener.memberId as string,
      to: { organisationId, memberId: listener.memberId },
      wants: (displayId: string) => hears(listener, displayId),
    })),
    ...webhooks.map(({ id }) => ({ id, to: { organisationId, webhookId: id }, wants: () => true })),
  ]
  const deliveries = receivers.flatMap(({ id, to, wants }) => {
    const incidents = message.incidents.filter(
      (one) => wants(one.displayId) && (toldTo?.get(one.id)?.includes(id) ?? true),
    )
    for (const one of incidents) told.get(one.id)?.push(id)
    return incidents.length === 0 ? [] : [deliveryOf(to, { ...message, incidents }, now)]
  })
  return { deliveries, toldTo: told }
}
