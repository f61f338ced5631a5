import type { Queries } from '../platform/database/database.ts'

/** All rows of these tables as they are in the database, by the name of the table and in the order of their ids. */
export async function rowsOf(
  queries: Queries,
  tables: readonly string[],
): Promise<Record<string, Record<string, unknown>[]>> {
  const all = tables.map(async (table) => {
    const rows = await queries
      .selectFrom(table as 'item')
      .selectAll()
      .orderBy('id')
      .execute()
    return [table, rows as Record<string, unknown>[]] as const
  })
  return Object.fromEntries(await Promise.all(all))
}
