import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Queries } from './queries.ts'
import type { Row, Tables } from './tables.ts'

// Queries about the rows of one table in which some columns have given values. Stores write other conditions with Kysely.

type Values<Table extends keyof Tables> = { readonly [Column in keyof Row<Table>]?: Row<Table>[Column] }

/** Kysely cannot infer through a type parameter. The types of the functions below check tables and columns. */
type Untyped = Record<string, Record<string, unknown>>
const untyped = (queries: Queries) => queries as unknown as Kysely<Untyped>

/** Removes rows. @returns their number */
export async function removeWhere<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  values: Values<Table>,
): Promise<number> {
  const result = await untyped(queries).deleteFrom<string>(table).where(equal(values)).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Changes rows. @returns their number */
export async function updateWhere<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  values: Values<Table>,
  change: Partial<Row<Table>>,
): Promise<number> {
  const result = await untyped(queries).updateTable<string>(table).set(change).where(equal(values)).executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** One such row. */
export async function findWhere<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  values: Values<Table>,
): Promise<Row<Table> | undefined> {
  const row = await untyped(queries).selectFrom<string>(table).selectAll().where(equal(values)).executeTakeFirst()
  return row as Row<Table> | undefined
}

/** @throws Error without values: the query would be about all rows of all organisations */
function equal(values: object) {
  const columns = Object.entries(values)
  if (columns.length === 0) throw new Error('A query without a condition')
  return (row: ExpressionBuilder<Untyped, string>): Expression<SqlBool> =>
    row.and(columns.map(([column, value]) => row(column, '=', value)))
}
