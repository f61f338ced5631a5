import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, SqliteDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { openNodeSqlite } from './node-sqlite.ts'
import type { Tables } from './tables.ts'

export type SqlDialect = 'sqlite' | 'postgres'

/** The database or a transaction in it: what a store takes as its first argument. */
export type Queries = Kysely<Tables> | Transaction<Tables>

export type Database = {
  dialect: SqlDialect
  queries: Kysely<Tables>
  /** All of it or nothing. Resolves after the commit is on the disk. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** For reading alone: every query of the work sees the same moment. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Opens the database and brings its tables up to date.
 *
 * @param settings a PostgreSQL address, or the folder that holds the SQLite file
 */
export async function openDatabase(settings: { databaseUrl: string | undefined; dataDir: string }): Promise<Database> {
  const dialect: SqlDialect = settings.databaseUrl ? 'postgres' : 'sqlite'
  const queries = settings.databaseUrl ? openPostgres(settings.databaseUrl) : await openSqlite(settings.dataDir)
  try {
    await migrate(queries, dialect)
  } catch (error) {
    await queries.destroy()
    throw error
  }
  return {
    dialect,
    queries,
    transaction: (work) => queries.transaction().execute(work),
    snapshot(work) {
      // SQLite's transactions see one moment from their first read on; PostgreSQL's have to be asked to.
      const transaction = queries.transaction()
      return (dialect === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read')).execute(work)
    },
    close: () => queries.destroy(),
  }
}

/** The same database as seen from inside a transaction of it: what is done joins that transaction. */
export function within(database: Database, queries: Queries): Database {
  return {
    ...database,
    queries: queries as Kysely<Tables>,
    transaction: (work) => work(queries),
    snapshot: (work) => work(queries),
  }
}

async function openSqlite(dataDir: string): Promise<Kysely<Tables>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: openNodeSqlite(join(dataDir, 'placard.db')) }) })
}

function openPostgres(databaseUrl: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5_000,
    types: {
      // int8 comes as text by default. Ours are milliseconds and counters, far below 2^53.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // An idle connection that the server drops is reported here; without a listener it would end the process.
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
