import type { StoredEvent } from '../../content/events/service.ts'
import type { Queries } from '../../platform/database/database.ts'
import { removeWhere } from '../../platform/database/where.ts'

/**
 * Events that are due by `now`, and events that are scheduled too far ahead because the clock was set back.
 *
 * @param latest no event is scheduled after this time by the current clock
 */
export async function listDueEvents(queries: Queries, now: number, latest: number, atMost: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('webhook_event')
    .select('id')
    .where('due_at', 'is not', null)
    .where((where) => where.or([where('due_at', '<=', now), where('due_at', '>', latest)]))
    .orderBy('due_at')
    .orderBy('created_at')
    .limit(atMost)
    .execute()
  return rows.map(({ id }) => id)
}

/** Claims an event for giving out. Later events no longer replace it. @returns undefined when another node has claimed it */
export function claimEvent(queries: Queries, id: string): Promise<StoredEvent | undefined> {
  return queries
    .updateTable('webhook_event')
    .set({ due_at: null, subject: null })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

export async function removeEvent(queries: Queries, id: string): Promise<void> {
  await removeWhere(queries, 'webhook_event', { id })
}

/** Removes events with their deliveries. */
export async function removeEventsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('webhook_event').where('created_at', '<', instant).execute()
}

/** Removes events that have no delivery left. */
export async function removeEventsOfNobody(queries: Queries): Promise<void> {
  await queries
    .deleteFrom('webhook_event')
    .where('due_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_delivery')
            .select('webhook_delivery.id')
            .whereRef('webhook_delivery.event_id', '=', 'webhook_event.id'),
        ),
      ),
    )
    .execute()
}
