import type { OrganisationId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Row } from '../../platform/database/tables.ts'

export type StoredEvent = Row<'webhook_event'>

const heardIn = statement((queries, { organisationId }: { organisationId: OrganisationId }) =>
  queries
    .selectFrom('webhook')
    .select('events')
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null),
)

/** The events, as JSON, that each webhook of an organisation hears of which is not switched off. Asked with every change. */
export async function listHeard(queries: Queries, organisationId: OrganisationId): Promise<string[]> {
  return (await heardIn(queries, { organisationId })).rows.map(({ events }) => events)
}

/** One whose subject waits already takes the place of that one, and goes out when that one would have. */
export async function putEvents(queries: Queries, events: readonly StoredEvent[]): Promise<void> {
  for (const rows of rowsAtOnce(events)) {
    await queries
      .insertInto('webhook_event')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'subject']).doUpdateSet((column) => ({
          data: column.ref('excluded.data'),
          created_at: column.ref('excluded.created_at'),
        })),
      )
      .execute()
  }
}

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
