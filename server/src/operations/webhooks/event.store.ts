import type { StoredEvent } from '../../content/events/service.ts'
import type { Queries } from '../../platform/database/database.ts'

/**
 * Those that are to be given out by `now`, and those that would wait longer than anybody waits: the clock was put back.
 *
 * @param latest by the present clock no event is due after it
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

/** From then on it stands for itself. @returns undefined when another node has taken it */
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
  await queries.deleteFrom('webhook_event').where('id', '=', id).execute()
}

/** With what became of them. */
export async function removeEventsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('webhook_event').where('created_at', '<', instant).execute()
}

/** Those of which no webhook is left that they were sent to. */
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
