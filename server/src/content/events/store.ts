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

/** Lists the subscriptions, as JSON, of each webhook of an organisation that is not switched off. Called for every change. */
export async function listHeard(queries: Queries, organisationId: OrganisationId): Promise<string[]> {
  return (await heardIn(queries, { organisationId })).rows.map(({ events }) => events)
}

/** Stores events. An event replaces a waiting one with the same subject, and is sent when that one was due. */
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
