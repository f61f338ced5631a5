import { type Compilable, type CompiledQuery, type QueryResult, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Queries, SqlDialect } from './queries.ts'

/** Placeholder in a statement for a value that is given at run time. */
class Place {
  readonly name: string
  /** Index in the list, when the value is a list. */
  readonly index: number | undefined

  constructor(name: string, index: number | undefined) {
    this.name = name
    this.index = index
  }
}

/** Statements with longer lists are not prepared: every length would be another statement on every connection. */
const LONGEST_LIST = 4
/** Names of the statements that PostgreSQL prepares once per connection, by their text. */
const prepared = new Map<string, string>()

/** @returns the name under which PostgreSQL connections keep the statement. undefined: it is not prepared */
export const preparedName = (text: string): string | undefined => prepared.get(text)

/** Runs a statement with these values. */
export type Statement<Values, Row> = (queries: Queries, values: Values) => Promise<QueryResult<Row>>

/**
 * A statement that is built once and run with other values each time. Kysely takes longer to build and compile a statement than SQLite
 * takes to answer it. Use it only for queries of every request or every change.
 *
 * @param build receives a placeholder for each value, whatever its type says. It must pass all of them on and read none. A list, for
 * `in`, is replaced by a list of the same length. It is called again for each length and for other names
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
 * A list of rows as one JSON value. Writing each value into a statement takes longer than the database takes for them. It stands after
 * `from`. Each row has one column `value`, an array.
 */
export function rowsFrom(queries: Queries, json: string): RawBuilder<unknown> {
  return dialectOf(queries) === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(cast(${json} as json))`
}

/** The id of the last inserted row. Only in a transaction: another connection does not know it. */
export function lastId(queries: Queries): RawBuilder<number> {
  return dialectOf(queries) === 'sqlite' ? sql`last_insert_rowid()` : sql`lastval()`
}

function dialectOf(queries: Queries): SqlDialect {
  return queries.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}

/** Statements with `select *` are not prepared: they would fail once a newer version has changed the table while this one still runs. */
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

/** Refuses a statement whose `build` has read a value instead of passing it on: every later run would use the value of the first. */
function requireAll({ sql, parameters }: CompiledQuery, values: Record<string, unknown>): void {
  const placed = new Set(parameters.map((one) => one instanceof Place && one.name))
  for (const [name, value] of Object.entries(values)) {
    if (placed.has(name) || (Array.isArray(value) && value.length === 0)) continue
    throw new Error(`"${name}" is no parameter of the statement ${sql}`)
  }
}
