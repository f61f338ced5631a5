import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { createCheckpoints } from './checkpoints.ts'
import { inTurns } from './in-turns.ts'
import { migrate, type UpgradeHooks } from './migrate.ts'
import { type NodeSqlite, openNodeSqlite, type Told } from './node-sqlite.ts'
import type { Queries, SqlDialect } from './queries.ts'
import { sqliteQueries } from './sqlite-queries.ts'
import { preparedName } from './statement.ts'
import type { Tables } from './tables.ts'

export type { Queries, SqlDialect } from './queries.ts'

export type Database = AsyncDisposable & {
  dialect: SqlDialect
  queries: Kysely<Tables>
  /** Runs the work as one transaction. Resolves after the commit is on the disk. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Read-only. Every query of the work sees the same moment. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Runs the work on one node at a time. With SQLite only one process serves, so it runs at once. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** True when another process may have changed something since the last call. With PostgreSQL the answer is always true. */
  changedElsewhere(): Promise<boolean>
  /**
   * The number of statements of this process that write into a table. A statement is counted before it runs. While the number stays the
   * same, this process has changed nothing in the table, except through cascades from another table. Undefined with PostgreSQL, where
   * other processes write as well.
   */
  writesTo(table: keyof Tables): number | undefined
  /** Called each time that SQLite has no room on its disk, before the error reaches the caller. @returns stops the calls */
  onFull(listener: () => void): () => void
  close(): Promise<void>
}

/** A PostgreSQL address, or the folder that holds the SQLite file. */
export type DatabaseSettings = { databaseUrl: string | undefined; dataDir: string }

/** The SQLite file in the data folder. */
export const DATABASE_FILE = 'placard.db'

/** Per node. */
const POSTGRES_CONNECTIONS = 10
/** Key of the advisory lock. Any number that nothing else on this database uses. */
const ALONE = 7_150_221

/**
 * Opens the database and brings its tables up to date.
 *
 * @throws CannotUpgrade
 */
export async function openDatabase(settings: DatabaseSettings, upgrade?: UpgradeHooks): Promise<Database> {
  const dialect: SqlDialect = settings.databaseUrl ? 'postgres' : 'sqlite'
  const whenFull = new Set<() => void>()
  const checkpoints = createCheckpoints(join(settings.dataDir, DATABASE_FILE))
  const { queries, file } = settings.databaseUrl
    ? { queries: openPostgres(settings.databaseUrl) }
    : await openFile(settings.dataDir, {
        onFull() {
          for (const listener of whenFull) listener()
        },
        onWrite: checkpoints.count,
      })
  try {
    await migrate(queries, dialect, { upgrade })
  } catch (error) {
    await checkpoints.stop()
    await queries.destroy()
    throw error
  }
  let version: number | undefined
  const close = async () => {
    // First, because the last connection to close the file copies the log into it and removes the log.
    await checkpoints.stop()
    await queries.destroy()
  }
  return {
    dialect,
    queries,
    transaction: (work) => queries.transaction().execute(work),
    snapshot(work) {
      // SQLite's transactions see one moment from their first read on. PostgreSQL needs an isolation level for that.
      const transaction = queries.transaction()
      return (dialect === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read')).execute(work)
    },
    alone(work) {
      if (dialect === 'sqlite') return work()
      return queries.connection().execute(async (connection) => {
        await sql`select pg_advisory_lock(${ALONE})`.execute(connection)
        try {
          return await work()
        } finally {
          await sql`select pg_advisory_unlock(${ALONE})`.execute(connection)
        }
      })
    },
    async changedElsewhere() {
      if (dialect === 'postgres') return true
      const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(queries)
      const before = version
      version = rows[0]?.data_version
      return version !== before
    },
    writesTo: (table) => file?.writesTo(table),
    onFull(listener) {
      whenFull.add(listener)
      return () => whenFull.delete(listener)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The same database inside one of its transactions: everything done with it joins that transaction. */
export function within(database: Database, queries: Queries): Database {
  return {
    ...database,
    queries: queries as Kysely<Tables>,
    transaction: (work) => work(queries),
    snapshot: (work) => work(queries),
  }
}

/** Opens the file without migrating its tables. The folder is created when it is missing. */
export async function openSqlite(dataDir: string): Promise<Kysely<Tables>> {
  return (await openFile(dataDir)).queries
}

async function openFile(
  dataDir: string,
  told?: Told,
): Promise<{ queries: Kysely<Tables>; file?: Pick<NodeSqlite, 'writesTo'> }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, DATABASE_FILE)
  try {
    const file = openNodeSqlite(path, told)
    return { queries: sqliteQueries(file), file }
  } catch (error) {
    if (!isDamaged(error)) throw error
    const way = 'Nothing was changed. "placard restore FILE --replace" restores a backup.'
    throw new Error(`The database ${path} is damaged. ${way}`, { cause: error })
  }
}

// https://sqlite.org/rescode.html: SQLITE_CORRUPT, SQLITE_NOTADB
const DAMAGED = new Set<unknown>([11, 26])

/** True for the errors by which SQLite says that its file is not a valid database. */
export function isDamaged(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && DAMAGED.has(Number(error.errcode) & 0xff)
}

export const POSTGRES_TYPES = {
  // pg returns int8 as text by default. These columns are milliseconds and counters, far below 2^53.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/**
 * Prepares a statement that is built once (`statement.ts`) once per connection. Parsing and planning takes PostgreSQL longer than
 * answering it.
 */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: of its many shapes the pool's are passed on as they are
  override query(text: any, ...rest: any[]): any {
    const name = typeof text === 'string' && Array.isArray(rest[0]) ? preparedName(text) : undefined
    if (name === undefined) return Reflect.apply(super.query, this, [text, ...rest])
    const [values, ...further] = rest
    return Reflect.apply(super.query, this, [{ name, text, values }, ...further])
  }
}

/**
 * Opens the database without migrating its tables.
 *
 * @param schema the schema for unqualified names. undefined: the user's default
 */
export function openPostgres(databaseUrl: string, schema?: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POSTGRES_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    types: POSTGRES_TYPES,
    Client: PreparingClient,
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  })
  // When the server drops a connection, an idle one reports it to the pool, and one between two queries of a transaction on itself.
  // Without a listener the error would end the process. The next query on the connection fails anyway.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: inTurns(new PostgresDialect({ pool }), POSTGRES_CONNECTIONS) })
}
