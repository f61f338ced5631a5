import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { DATABASE_FILE, type DatabaseSettings } from './database.ts'

/** Result of a database check. */
export type Inspection = {
  /** Version of SQLite or of the PostgreSQL server as a number, like 3.51 or 16.2. */
  version: number
  /** Description of the damage. undefined: no damage was found. */
  broken: string | undefined
  /** The setting by which a committed change could be lost in a power cut. undefined: none. */
  unsafe: string | undefined
  /** The database server's clock, in milliseconds since 1970. undefined: the database has no clock of its own. */
  clock: number | undefined
}

/** Read-only. @throws Error when the database cannot be opened or reached */
export function inspectDatabase(settings: DatabaseSettings): Promise<Inspection> {
  return settings.databaseUrl ? inspectPostgres(settings.databaseUrl) : inspectSqlite(settings.dataDir)
}

async function inspectSqlite(dataDir: string): Promise<Inspection> {
  const path = join(dataDir, DATABASE_FILE)
  // Opening it would create it.
  if (!existsSync(path)) throw new Error(`there is no database in ${dataDir}`)
  using database = new DatabaseSync(path)
  const ask = (query: string) => Object.values(database.prepare(query).get() ?? {})[0]
  database.exec('pragma query_only = on; pragma busy_timeout = 5000')
  const said = String(ask('pragma quick_check(1)'))
  const loose = ask('pragma foreign_key_check')
  const mode = String(ask('pragma journal_mode'))
  return {
    version: Number.parseFloat(String(ask('select sqlite_version()'))),
    broken: said !== 'ok' ? said : loose === undefined ? undefined : `a row of ${String(loose)} refers to nothing`,
    // The synchronous mode is set by each connection, and those of Placard always set FULL.
    unsafe: mode === 'wal' ? undefined : `journal_mode = ${mode}`,
    clock: undefined,
  }
}

async function inspectPostgres(databaseUrl: string): Promise<Inspection> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<'version' | 'fsync' | 'commit' | 'pages' | 'clock', string>>(
      `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
         (extract(epoch from clock_timestamp()) * 1000)::text as clock`,
    )
    const [row] = rows
    const off = (['fsync', 'commit', 'pages'] as const).find((name) => row?.[name] === 'off')
    const names = { fsync: 'fsync', commit: 'synchronous_commit', pages: 'full_page_writes' }
    return {
      version: Number(row?.version) / 10_000,
      broken: undefined,
      unsafe: off && `${names[off]} = off`,
      clock: Number(row?.clock),
    }
  } finally {
    await client.end()
  }
}
