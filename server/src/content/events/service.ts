import { randomUUID } from 'node:crypto'
import { type EventActor, type OrganisationId, type WebhookEvent, WebhookEventType } from '@placard/contract'
import { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor } from '../activity/service.ts'
import * as store from './store.ts'

export { putEvents, type StoredEvent } from './store.ts'

/** How long others of the same subject are waited for, from the first on: a burst of edits is one event. */
export const GATHERED_MS = 5_000

/** Of several events of one kind with one subject, only the last is worth telling. Undefined: each is. */
const SUBJECT_OF = {
  'display.changed': ({ data }) => data.display.id,
  'screen.dark': undefined,
  'screen.back': undefined,
  'take-over.began': undefined,
  'take-over.ended': undefined,
  'proposal.made': undefined,
} as const satisfies {
  [Type in WebhookEventType]: ((event: Extract<WebhookEvent, { type: Type }>) => string) | undefined
}

/**
 * The one way in which anything is told to webhooks: a row, in the transaction of what it tells of. So none is lost, and none is told
 * that was taken back; after the commit one node gives it out. Where no webhook hears of it, nothing is written.
 *
 * @param queries of the transaction that the events tell of
 * @param now when it happened, which is what receivers are told
 */
export async function announce(
  queries: Queries,
  organisationId: OrganisationId,
  events: readonly WebhookEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return
  const heard = new Set((await store.listHeard(queries, organisationId)).flatMap(readHeard))
  const rows = events.filter(({ type }) => heard.has(type)).map((event) => rowOf(organisationId, event, now))
  const last = new Map(rows.map((row) => [row.subject ?? row.id, row]))
  await store.putEvents(queries, [...last.values()])
}

function rowOf(organisationId: OrganisationId, event: WebhookEvent, now: number): store.StoredEvent {
  const subjectOf = SUBJECT_OF[event.type] as ((event: WebhookEvent) => string) | undefined
  return {
    id: randomUUID(),
    organisation_id: organisationId,
    type: event.type,
    data: JSON.stringify(event.data),
    subject: subjectOf ? `${event.type} ${subjectOf(event)}` : null,
    created_at: now,
    due_at: subjectOf ? now + GATHERED_MS : 0,
  }
}

/** The events that a webhook hears of, as its row has them. A type that only a later version knows is passed over. */
export function readHeard(events: string): WebhookEventType[] {
  return z
    .array(z.string())
    .parse(JSON.parse(events))
    .flatMap((type) => WebhookEventType.safeParse(type).data ?? [])
}

/** The actor of an event, as receivers are told. */
export function eventActorOf({ kind, email }: Pick<Actor, 'kind' | 'email'>): EventActor {
  if (kind === 'token') return { kind, name: email }
  return email === '' ? { kind: 'server', name: '' } : { kind: 'person', name: email }
}
