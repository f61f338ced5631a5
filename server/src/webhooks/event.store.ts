import type { OrganisationId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'
import { rowsAtOnce } from '../platform/database/rows-at-once.ts'
import type { Row } from '../platform/database/tables.ts'

export type StoredEvent = Row<'webhook_event'>

/** The events, as JSON, that each webhook of an organisation hears of which is not switched off. */
export async function listHeard(queries: Queries, organisationId: OrganisationId): Promise<string[]> {
  const rows = await queries
    .selectFrom('webhook')
    .select('events')
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ events }) => events)
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
