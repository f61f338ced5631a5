import { Kysely, SqliteDialect } from 'kysely'
import { inTurns } from './in-turns.ts'
import type { NodeSqlite } from './node-sqlite.ts'
import type { Tables } from './tables.ts'

/** Queries of one SQLite connection. */
export function sqliteQueries(file: NodeSqlite): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: inTurns(new SqliteDialect({ database: file }), 1) })
}
