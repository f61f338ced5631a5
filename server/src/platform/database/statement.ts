import { type Compilable, type CompiledQuery, type QueryResult, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Queries, SqlDialect } from './queries.ts'

/** Stands in a statement for a value that is not known yet. */
class Place {
  readonly name: string
  /** Its index where the value is a list. */
  readonly index: number | undefined

  constructor(name: string, index: number | undefined) {
    this.name = name
    this.index = index
  }
}

/** Longer lists have too many lengths for each to be a statement of every connection. */
const LONGEST_LIST = 4
/** The names of those that PostgreSQL reads and plans once for each connection, by their text. */
const prepared = new Map<string, string>()

/** @returns the name under which a connection to PostgreSQL keeps the statement; undefined: it is sent whole each time */
export const preparedName = (text: string): string | undefined => prepared.get(text)

/** Runs a statement with these values. */
export type Statement<Values, Row> = (queries: Queries, values: Values) => Promise<QueryResult<Row>>

/**
 * A statement that is built once and run with other values each time. To build and compile one takes Kysely longer than SQLite
 * takes to answer it, so this is for what stands before every answer or in every change; anywhere else it is a burden.
 *
 * @param build given a stand-in for each value, whatever its type says: it passes all of them on and looks at none. Of a list,
 * for `in`, it is given one of the same length; it is asked again for each length, and for other names
 */
export function statement<Values extends Record<string, unknown>, Row>(
  build: (queries: Queries, values: Values) => Compilable<Row>,
): Statement<Values, Row> {
  const known = new Map<string, CompiledQuery<Row>>()
  return (queries, values) => {
    let shape: string = dialectOf(queries)
    for (const name in values) shape += ` ${name}${Array.isArray(values[name]) ? values[name].length : ''}`
    let compiled = known.get(shape)
    if (!compiled) {
      compiled = build(queries, placesFor(values)).compile()
      requireAll(compiled, values)
      known.set(shape, compiled)
      if (isWorthPreparing(compiled, values)) prepared.set(compiled.sql, `placard_${prepared.size}`)
    }
    const parameters = compiled.parameters.map((one) => (one instanceof Place ? valueAt(values, one) : one))
    return queries.executeQuery({ ...compiled, parameters })
  }
}

/**
 * A list of rows as one value, JSON: to write each of their values into a statement takes longer than the database takes for
 * them. Stands behind `from`; a row is its column `value`, an array.
 */
export function rowsFrom(queries: Queries, json: string): RawBuilder<unknown> {
  return dialectOf(queries) === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(cast(${json} as json))`
}

/** The number that the last insert has given its row. In a transaction: another connection knows nothing of it. */
export function lastId(queries: Queries): RawBuilder<number> {
  return dialectOf(queries) === 'sqlite' ? sql`last_insert_rowid()` : sql`lastval()`
}

function dialectOf(queries: Queries): SqlDialect {
  return queries.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}

/** One that answers with all columns would fail once a later version has given the table another, while this one still runs. */
function isWorthPreparing({ sql: text }: CompiledQuery, values: Record<string, unknown>): boolean {
  return (
    !text.includes('*') &&
    !prepared.has(text) &&
    Object.values(values).every((value) => !Array.isArray(value) || value.length <= LONGEST_LIST)
  )
}

function placesFor<Values extends Record<string, unknown>>(values: Values): Values {
  const places = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, index) => new Place(name, index)) : new Place(name, undefined),
  ])
  return Object.fromEntries(places)
}

function valueAt(values: Record<string, unknown>, { name, index }: Place): unknown {
  return index === undefined ? values[name] : (values[name] as unknown[])[index]
}

/** A value that is in no parameter was looked at while the statement was built: it would be that of the first run for ever. */
function requireAll({ sql, parameters }: CompiledQuery, values: Record<string, unknown>): void {
  const placed = new Set(parameters.map((one) => one instanceof Place && one.name))
  for (const [name, value] of Object.entries(values)) {
    if (placed.has(name) || (Array.isArray(value) && value.length === 0)) continue
    throw new Error(`"${name}" is no parameter of the statement ${sql}`)
  }
}
