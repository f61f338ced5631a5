import { link, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { DATABASE_FILE, openPostgres, openSqlite, POSTGRES_TYPES, type Queries } from './database.ts'
import { columnList, openDump, quoted, type RelatedShape, type TableShape, type Value } from './dump.ts'
import { migrate } from './migrate.ts'
import { rowsAtOnce } from './rows-at-once.ts'

/** Rows that do not fit the tables. The message is a sentence about the rows. */
export class UnfitRows extends Error {}

/** A database that is filled out of sight, before it is published. */
export type Loading = {
  /** The tables to fill, each after the tables that it refers to. */
  tables: RelatedShape[]
  /** @throws UnfitRows */
  insert(table: TableShape, rows: Value[][]): Promise<void>
  /**
   * Checks the rows, migrates the tables to the current version and runs `work` on them.
   *
   * @throws UnfitRows
   */
  finish(work: (queries: Queries) => Promise<void>): Promise<void>
  /** Moves the database to where the program looks for its data, all or nothing. Call it after `finish`. */
  publish(): Promise<void>
  /** Removes everything that was not published. */
  close(): Promise<void>
}

/**
 * @param staging an empty folder on the same disk as the data folder
 * @param publish moves the finished file into place. If it throws, everything stays as it was
 * @param level the migration that the rows belong to
 */
export async function openSqliteLoading(
  staging: string,
  level: string,
  publish: (file: string) => Promise<void>,
): Promise<Loading> {
  await migrateSqlite(staging, level)
  const shapes = await shapesOf({ databaseUrl: undefined, dataDir: staging })
  const path = join(staging, DATABASE_FILE)
  let database: DatabaseSync | undefined = new DatabaseSync(path)
  // Nobody reads it before it is complete, so it is synced once, at the end.
  database.exec('pragma foreign_keys = off; pragma synchronous = off; begin')
  const close = async () => {
    database?.close()
    database = undefined
  }
  const connection = () => {
    if (!database) throw new Error('the database has been finished')
    return database
  }
  return {
    tables: shapes,
    async insert(table, rows) {
      const marks = table.columns.map(() => '?').join(', ')
      const statement = connection().prepare(
        `insert into ${quoted(table.name)} (${columnList(table)}) values (${marks})`,
      )
      try {
        for (const row of rows) statement.run(...row)
      } catch (error) {
        throw unfit(table, error, 'errcode')
      }
    },
    async finish(work) {
      const loaded = connection()
      const broken = loaded.prepare('pragma foreign_key_check').all()[0]
      if (broken)
        throw new UnfitRows(`A row of ${String(broken.table)} refers to a missing row of ${String(broken.parent)}.`)
      loaded.exec('commit')
      const said = loaded.prepare('pragma integrity_check(1)').all()[0]?.integrity_check
      if (said !== 'ok') throw new Error(`SQLite reports: ${String(said)}`)
      await close()
      await migrateSqlite(staging, undefined, work)
      await using file = await open(path, 'r+')
      await file.sync()
    },
    publish: () => publish(path),
    close,
  }
}

async function migrateSqlite(
  folder: string,
  level: string | undefined,
  work: (queries: Queries) => Promise<void> = async () => {},
): Promise<void> {
  await using queries = await openSqlite(folder)
  await migrate(queries, 'sqlite', level === undefined ? {} : { upTo: level })
  await work(queries)
}

/**
 * Moves a file to a path that must not exist yet. If a server has created one meanwhile, that one stays.
 *
 * @throws Error with code EEXIST
 */
export async function placeNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
    await rm(from)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Some file systems do not support hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    await (await open(to, 'wx')).close()
    await rename(from, to)
  }
}

const STAGING_SCHEMA = 'placard_restoring'
const STAGING_MIGRATIONS = 'placard_restoring_migration'
/** Key of the advisory lock that one restore holds at a time. Any number that nothing else uses. */
const LOCK = 7_404_118_251

/**
 * Fills tables in a separate schema. Publishing replaces the program's tables with them in one transaction.
 *
 * @param level the migration that the rows belong to
 */
export async function openPostgresLoading(databaseUrl: string, level: string): Promise<Loading> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, types: POSTGRES_TYPES })
  client.on('error', () => {})
  await client.connect()
  const dropStaging = () => client.query(`drop schema if exists ${STAGING_SCHEMA} cascade`)
  let target: string
  try {
    const { rows } = await client.query<{ free: boolean; target: string }>(
      'select pg_try_advisory_lock($1) as free, current_schema()::text as target',
      [LOCK],
    )
    if (rows[0]?.free !== true) throw new Error('Another restore into this database is running.')
    target = rows[0].target
    await dropStaging()
    await client.query(`create schema ${STAGING_SCHEMA}`)
    await migratePostgres(databaseUrl, level)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  const stagedUrl = new URL(databaseUrl)
  stagedUrl.searchParams.set('options', `-c search_path=${STAGING_SCHEMA}`)
  const shapes = (await shapesOf({ databaseUrl: stagedUrl.href, dataDir: '' })).filter(
    ({ name }) => !name.startsWith(STAGING_MIGRATIONS),
  )
  await client.query(`set search_path to ${STAGING_SCHEMA}`)
  await client.query('begin')

  return {
    tables: shapes,
    async insert(table, rows) {
      for (const some of rowsAtOnce(rows)) {
        const width = table.columns.length
        const marks = some.map((_, row) => `(${table.columns.map((__, column) => `$${row * width + column + 1}`)})`)
        try {
          // Generated ids are inserted as they were.
          await client.query(
            `insert into ${quoted(table.name)} (${columnList(table)}) overriding system value values ${marks}`,
            some.flat(),
          )
        } catch (error) {
          throw unfit(table, error, 'severity')
        }
      }
    },
    async finish(work) {
      for (const { name, columns } of shapes) {
        for (const column of columns) {
          const { rows } = await client.query<{ sequence: string | null }>(
            'select pg_get_serial_sequence($1, $2) as sequence',
            [`${STAGING_SCHEMA}.${quoted(name)}`, column],
          )
          const sequence = rows[0]?.sequence
          if (!sequence) continue
          await client.query(
            `select setval('${sequence}', (select coalesce(max(${quoted(column)}), 0) + 1 from ${quoted(name)}), false)`,
          )
        }
      }
      await client.query('commit')
      await migratePostgres(databaseUrl, undefined, work)
    },
    async publish() {
      await client.query('begin')
      try {
        const staged = await client.query<{ name: string }>(
          `select relname::text as name from pg_class
           where relkind = 'r' and relnamespace = '${STAGING_SCHEMA}'::regnamespace`,
        )
        const functions = await client.query<{ signature: string }>(
          `select quote_ident(proname) || '(' || pg_get_function_identity_arguments(oid) || ')' as signature
           from pg_proc where pronamespace = '${STAGING_SCHEMA}'::regnamespace`,
        )
        const place = quoted(target)
        for (const { name } of staged.rows) {
          const final = name.replace(STAGING_MIGRATIONS, 'kysely_migration')
          await client.query(`drop table if exists ${place}.${quoted(final)} cascade`)
        }
        for (const { signature } of functions.rows) {
          await client.query(`drop function if exists ${place}.${signature} cascade`)
        }
        for (const { name } of staged.rows) {
          const final = name.replace(STAGING_MIGRATIONS, 'kysely_migration')
          if (final !== name) {
            await client.query(`alter table ${STAGING_SCHEMA}.${quoted(name)} rename to ${quoted(final)}`)
          }
          await client.query(`alter table ${STAGING_SCHEMA}.${quoted(final)} set schema ${place}`)
        }
        for (const { signature } of functions.rows) {
          await client.query(`alter function ${STAGING_SCHEMA}.${signature} set schema ${place}`)
        }
        await client.query(`drop schema ${STAGING_SCHEMA}`)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    async close() {
      try {
        await client.query('rollback')
        await dropStaging()
      } finally {
        await client.end().catch(() => {})
      }
    },
  }
}

async function migratePostgres(
  databaseUrl: string,
  level: string | undefined,
  work: (queries: Queries) => Promise<void> = async () => {},
): Promise<void> {
  await using queries = openPostgres(databaseUrl, STAGING_SCHEMA)
  const options = level === undefined ? {} : { upTo: level }
  await migrate(queries, 'postgres', { ...options, table: STAGING_MIGRATIONS })
  await work(queries)
}

async function shapesOf(settings: { databaseUrl: string | undefined; dataDir: string }): Promise<RelatedShape[]> {
  await using dump = await openDump(settings)
  if (!dump) throw new Error('the database has not been made')
  return dump.tables
}

/** @param sign a property that only errors of this database have */
function unfit(table: TableShape, error: unknown, sign: 'errcode' | 'severity'): unknown {
  // A full disk or a lost database is not the rows' fault.
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const rowsFault =
    sign === 'errcode' ? hasResult(error, [1, 18, 19, 20, 25]) || error instanceof TypeError : /^2[23]/.test(code)
  return rowsFault && error instanceof Error
    ? new UnfitRows(`A row of ${table.name} is not valid: ${error.message}`)
    : error
}

// https://sqlite.org/rescode.html: ERROR, TOOBIG, CONSTRAINT, MISMATCH, RANGE
function hasResult(error: unknown, results: number[]): boolean {
  return error instanceof Error && 'errcode' in error && results.includes(Number(error.errcode) & 0xff)
}
