import type { SelectQueryBuilder } from 'kysely'

/** The number of rows that a query finds. It selects no column. PostgreSQL returns counts as strings. */
export async function countOf<DB, Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, unknown>,
): Promise<number> {
  const { count } = await query
    .select((column) => column.fn.countAll<number | string>().as('count'))
    .$castTo<{ count: number | string }>()
    .executeTakeFirstOrThrow()
  return Number(count)
}
