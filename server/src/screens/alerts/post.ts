import { randomUUID } from 'node:crypto'
import {
  DisplayId,
  MACHINE_INCIDENT_KINDS,
  type OrganisationId,
  PAGE_INCIDENT_KINDS,
  ScreenId,
  type WebhookEvent,
} from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { claimDeliveryIn } from '../../platform/database/claim-delivery.ts'
import type { Queries } from '../../platform/database/database.ts'
import * as choices from './choice.store.ts'
import * as store from './delivery.store.ts'
import { alertMail, serverMail } from './mails.ts'
import { type AboutScreens, StoredMessage } from './message.ts'

/** Time that a node has to send one message. If the node crashes, another one sends it again after this. */
export const CLAIMED_MS = 5 * 60_000
const AT_ONCE = 20
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The waits between tries, a day in total. */
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
/** Random share that is added to a wait, so that not all receivers are tried in the same second after an outage. */
const JITTER = 0.1
/** `isOver`: no further tries. */
type Outcome = { isSent: boolean; isOver: boolean }

const SENT: Outcome = { isSent: true, isOver: true }
const LOST: Outcome = { isSent: false, isOver: true }
const NOT_TAKEN: Outcome = { isSent: false, isOver: false }

/** A message to store, in the transaction of its cause. */
export function deliveryOf(
  to: { organisationId: OrganisationId | null; memberId?: string },
  message: StoredMessage,
  now: number,
): store.StoredDelivery {
  return {
    id: randomUUID(),
    organisation_id: to.organisationId,
    member_id: to.memberId ?? null,
    message: JSON.stringify(message),
    created_at: now,
    outcome: 'waiting',
    // The delivery is due at once, even if the clock is set back.
    next_at: 0,
    attempts: 0,
    answered_at: null,
    failure: null,
  }
}

export type Post = {
  /** Sends what is due. Several nodes may do this at once: each message is claimed by one. */
  deliver(): Promise<void>
}

/**
 * Sends the mails of alerts. Webhooks are handled separately (`webhooks/`).
 *
 * @param pace.claimedMs time that a node has to send one message
 */
export function createPost(context: Context, pace: { claimedMs: number }): Post {
  const { config, database, log, mailer, now } = context
  const { queries } = database

  async function sendOne(delivery: store.StoredDelivery): Promise<Outcome> {
    const message = StoredMessage.safeParse(JSON.parse(delivery.message)).data
    // A later version wrote it, and will send it.
    if (!message) return NOT_TAKEN
    try {
      if (message.what === 'server') return await sendToOperator(message)
      return delivery.member_id === null ? LOST : await sendToMember(delivery.member_id, message)
    } catch {
      return NOT_TAKEN
    }
  }

  async function sendToOperator(message: Extract<StoredMessage, { what: 'server' }>): Promise<Outcome> {
    if (config.operatorMail === undefined) return LOST
    await mailer.deliver(serverMail(config.operatorMail, message), 'server-trouble')
    return SENT
  }

  /** A member who has left, lost a display or unsubscribed since the message was written gets no mail about it. */
  async function sendToMember(memberId: string, message: AboutScreens): Promise<Outcome> {
    const listener = await choices.findListener(queries, { memberId })
    const incidents = listener ? message.incidents.filter(({ displayId }) => hears(listener, displayId)) : []
    if (!listener || incidents.length === 0 || config.publicUrl === undefined) return LOST
    await mailer.deliver(alertMail(listener, { ...message, incidents }, config.publicUrl), `alert-${message.what}`)
    return SENT
  }

  async function settle(delivery: store.StoredDelivery, outcome: Outcome): Promise<void> {
    const wait = WAITS_MS[delivery.attempts]
    const isOver = outcome.isOver || wait === undefined
    await store.settleDelivery(queries, delivery.id, {
      outcome: outcome.isSent ? 'sent' : isOver ? 'failed' : 'waiting',
      next_at: isOver ? 0 : now() + Math.round(wait * (1 + JITTER * Math.random())),
      answered_at: now(),
      failure: outcome === NOT_TAKEN ? 'mail' : null,
    })
  }

  return {
    async deliver() {
      for (;;) {
        const due = await store.listDue(queries, now(), AT_ONCE)
        const sent = await Promise.all(
          due.map(async (delivery) => {
            if (!(await claimDeliveryIn('delivery', queries, delivery, now() + pace.claimedMs))) return
            await settle(delivery, await sendOne(delivery))
          }),
        ).catch((error) => {
          log.error({ err: error }, 'alerts could not be sent')
          return []
        })
        if (sent.length < AT_ONCE) return
      }
    },
  }
}

/** True if the person chose the display and may see it. */
export function hears({ displays, limit }: choices.Listener, displayId: string): boolean {
  const has = (some: readonly DisplayId[] | null) => some === null || some.some((id) => id === displayId)
  return has(displays) && has(limit)
}

/** The events for webhooks, of pages and of machines, with all incidents: each webhook gets those of its displays. */
export function eventsOf({ what, suspectsServer, incidents }: AboutScreens): WebhookEvent[] {
  const of = <Kind extends string>(kinds: readonly Kind[]) =>
    incidents.flatMap((one) => {
      const kind = kinds.find((known) => known === one.kind)
      if (!kind) return []
      return {
        incidentId: one.id,
        kind,
        ...(one.versions && { versions: one.versions }),
        screen: { id: ScreenId.parse(one.screenId), name: one.name },
        display: { id: DisplayId.parse(one.displayId), name: one.displayName },
        since: new Date(one.beganAt).toISOString(),
        ...(one.closedAt === null ? {} : { until: new Date(one.closedAt).toISOString() }),
      }
    })
  const pages = { screens: of(PAGE_INCIDENT_KINDS) }
  const machines = { screens: of(MACHINE_INCIDENT_KINDS) }
  const events: WebhookEvent[] = []
  const count = pages.screens.length
  if (count > 0 && what === 'back') events.push({ type: 'screen.back', data: { count, ...pages } })
  else if (count > 0 && what !== 'back')
    events.push({ type: 'screen.dark', data: { what, count, ...pages, suspectsServer } })
  const sick = machines.screens.length
  if (sick > 0 && what === 'back') events.push({ type: 'machine.recovered', data: { count: sick, ...machines } })
  // Machines are never unsteady.
  else if (sick > 0) {
    const isReminder = what === 'reminder'
    events.push({
      type: 'machine.problem',
      data: { what: isReminder ? 'reminder' : 'alarm', count: sick, ...machines },
    })
  }
  return events
}

/** The deliveries to people who chose alerts. `toldTo` undefined: all of them; otherwise only the listed ones. */
export async function deliveriesFor(
  queries: Queries,
  organisationId: OrganisationId,
  message: AboutScreens,
  toldTo: ReadonlyMap<string, readonly string[]> | undefined,
  now: number,
): Promise<{ deliveries: store.StoredDelivery[]; toldTo: Map<string, string[]> }> {
  const listeners = await choices.listListeners(queries, organisationId)
  const told = new Map<string, string[]>(message.incidents.map(({ id }) => [id, []]))
  const deliveries = listeners.flatMap((listener) => {
    const { memberId } = listener
    const incidents = message.incidents.filter(
      (one) => hears(listener, one.displayId) && (toldTo?.get(one.id)?.includes(memberId) ?? true),
    )
    for (const one of incidents) told.get(one.id)?.push(memberId)
    return incidents.length === 0 ? [] : [deliveryOf({ organisationId, memberId }, { ...message, incidents }, now)]
  })
  return { deliveries, toldTo: told }
}
