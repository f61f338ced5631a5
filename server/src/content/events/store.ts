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
