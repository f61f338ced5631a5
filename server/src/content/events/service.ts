import { randomUUID } from 'node:crypto'
import { type EventActor, type OrganisationId, type WebhookEvent, WebhookEventType } from '@placard/contract'
import { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor } from '../activity/service.ts'
import * as store from './store.ts'

export { putEvents, type StoredEvent } from './store.ts'

/** Events with the same subject are merged for this long after the first one, so that a burst of edits is one event. */
export const GATHERED_MS = 5_000

/**
 * The subject of each type of event. Of several waiting events with the same subject, only the last is sent. Undefined: every
 * event is sent.
 */
const SUBJECT_OF = {
  'display.changed': ({ data }) => data.display.id,
  'table.changed': ({ data }) => data.table.id,
  'screen.dark': undefined,
  'screen.back': undefined,
  'machine.problem': undefined,
  'machine.recovered': undefined,
  'take-over.began': undefined,
  'take-over.ended': undefined,
  'insert.began': undefined,
  'insert.ended': undefined,
  'proposal.made': undefined,
} as const satisfies {
  [Type in WebhookEventType]: ((event: Extract<WebhookEvent, { type: Type }>) => string) | undefined
}

/**
 * Announces events to webhooks. Events are written as rows in the transaction that causes them, so none is lost, and none is sent
 * if the transaction is rolled back. One node sends them after the commit. Nothing is written if no webhook is subscribed.
 *
 * @param queries of the transaction that causes the events
 * @param now the time of the events, as sent to receivers
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

/** The types of events that a webhook is subscribed to, from its row. Types that only a later version knows are skipped. */
export function readHeard(events: string): WebhookEventType[] {
  return z
    .array(z.string())
    .parse(JSON.parse(events))
    .flatMap((type) => WebhookEventType.safeParse(type).data ?? [])
}

/** The actor of an event, as sent to receivers. */
export function eventActorOf({ kind, email }: Pick<Actor, 'kind' | 'email'>): EventActor {
  if (kind === 'token') return { kind, name: email }
  return email === '' ? { kind: 'server', name: '' } : { kind: 'person', name: email }
}
