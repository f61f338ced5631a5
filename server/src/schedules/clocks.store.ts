import { DisplayId, type DisplayKey, OrganisationId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** Of the row of `setting`. */
const CLOCKS_KEY = 'clocks'

export async function findClocks(queries: Queries): Promise<string | undefined> {
  const row = await queries.selectFrom('setting').select('value').where('key', '=', CLOCKS_KEY).executeTakeFirst()
  return row?.value
}

export async function putClocks(queries: Queries, value: string): Promise<void> {
  await queries
    .insertInto('setting')
    .values({ key: CLOCKS_KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** The displays that go by their clock, with their names. */
export async function listScheduledDisplays(queries: Queries): Promise<{ key: DisplayKey; name: string }[]> {
  const rows = await queries
    .selectFrom('display')
    .select(['organisation_id', 'id', 'name'])
    .where(({ or, exists, selectFrom }) =>
      or(
        (['item', 'line'] as const).map((table) =>
          exists(
            selectFrom(table)
              .select('id')
              .whereRef(`${table}.organisation_id`, '=', 'display.organisation_id')
              .whereRef(`${table}.display_id`, '=', 'display.id')
              .where('schedule', 'is not', null),
          ),
        ),
      ),
    )
    .execute()
  return rows.map(({ organisation_id, id, name }) => ({
    key: { organisationId: OrganisationId.parse(organisation_id), displayId: DisplayId.parse(id) },
    name,
  }))
}
