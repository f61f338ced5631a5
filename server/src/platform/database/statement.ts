import { type Compilable, type CompiledQuery, type QueryResult, SqliteAdapter } from 'kysely'
import type { Queries } from './database.ts'

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
    let shape = queries.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
    for (const name in values) shape += ` ${name}${Array.isArray(values[name]) ? values[name].length : ''}`
    let compiled = known.get(shape)
    if (!compiled) {
      compiled = build(queries, placesFor(values)).compile()
      requireAll(compiled, values)
      known.set(shape, compiled)
    }
    const parameters = compiled.parameters.map((one) => (one instanceof Place ? valueAt(values, one) : one))
    return queries.executeQuery({ ...compiled, parameters })
  }
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
