import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openUpToDate, verifyBackup } from '../../operations/backup/service.ts'
import { DATABASE_FILE, type SqlDialect } from '../../platform/database/database.ts'
import { openDump } from '../../platform/database/dump.ts'
import { MIGRATION_NAMES } from '../../platform/database/migrate.ts'
import { copyStorage, describeDialects, type TestStorage } from '../dialects.ts'
import { inFull } from '../in-full.ts'
import { makeOldInstallation, OLD_MIGRATIONS } from '../old-installation.ts'

const PROGRAM = new URL('../run-killed-upgrade.ts', import.meta.url).pathname

/** Runs an upgrade in a separate process, which is killed before a statement. @returns the number of statements when it was not killed */
async function upgrade(storage: TestStorage, killAt?: number): Promise<number | 'killed'> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const settings = { DATA_DIR: storage.dataDir, DATABASE_URL: storage.databaseUrl ?? '' }
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, NODE_COMPILE_CACHE, ...settings, ...(killAt === undefined ? {} : { KILL_AT: String(killAt) }) },
  })
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (signal === 'SIGKILL') return 'killed'
  expect(code).toBe(0)
  return Number(said)
}

/** All rows and definitions of all tables, in an order that does not depend on their history. */
async function contentOf(storage: TestStorage): Promise<unknown> {
  await using dump = await openDump(storage)
  if (!dump) throw new Error('there is no database')
  const rows: Record<string, string[]> = {}
  for (const table of dump.tables) {
    const ofTable: string[] = []
    // Ids that a migration generates differ each time.
    for await (const some of dump.rows(table)) {
      ofTable.push(...some.map((row) => JSON.stringify(row).replaceAll(/"[0-9a-f]{32}"/g, '"id"')))
    }
    rows[table.name] = ofTable.sort()
  }
  return { migrations: dump.migrations, rows, definitions: await definitionsOf(storage) }
}

async function definitionsOf({ dataDir, databaseUrl }: TestStorage): Promise<unknown> {
  if (!databaseUrl) {
    const database = new DatabaseSync(join(dataDir, DATABASE_FILE))
    const definitions = database.prepare('select type, name, sql from sqlite_schema order by type, name').all()
    database.close()
    return definitions
  }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query(`
    select table_name || '.' || column_name as name, data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as is
      from information_schema.columns where table_schema = 'public'
    union all select indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1, 2`)
  await client.end()
  return rows
}

/** Opens the database again, in this process. */
async function start(storage: TestStorage): Promise<void> {
  const backup = { folder: join(storage.dataDir, 'backups'), keep: 7 }
  const database = await openUpToDate({ ...storage, backup }, Date.now, () => {})
  await database.close()
}

/**
 * One statement in ten, others in each round. PostgreSQL, which always upgraded in one transaction, gets a quarter of these. In full
 * runs: all statements.
 */
function pointsOf(statements: number, dialect: SqlDialect): number[] {
  const round = Math.floor(Number(process.env.TEST_ROUND ?? 0) / 5)
  const every = inFull(1, dialect === 'sqlite' ? 10 : 40)
  return Array.from({ length: statements }, (_, index) => index + 1).filter((at) => at % every === round % every)
}

describeDialects('an upgrade that is killed', (dialect) => {
  let old: TestStorage
  let wanted: unknown
  let statements = 0

  beforeAll(async () => {
    old = await makeOldInstallation(dialect)
    const undisturbed = await copyStorage(dialect, old)
    statements = Number(await upgrade(undisturbed))
    wanted = await contentOf(undisturbed)
    await undisturbed.remove()
  })
  afterAll(() => old.remove())

  it('[R1] at any statement costs nothing: the next start goes through, and the backup of before is there', async () => {
    expect(statements).toBeGreaterThan(MIGRATION_NAMES.length)
    const before = await contentOf(old)
    for (const at of pointsOf(statements, dialect)) {
      const storage = await copyStorage(dialect, old)
      expect([at, await upgrade(storage, at)]).toEqual([at, 'killed'])
      const left = await contentOf(storage)
      // The last statements may come after the commit.
      const isOneOrTheOther = [before, wanted].some((content) => JSON.stringify(content) === JSON.stringify(left))
      expect([at, isOneOrTheOther]).toEqual([at, true])
      await start(storage)
      expect(await contentOf(storage)).toEqual(wanted)
      const backups = await readdir(join(storage.dataDir, 'backups'))
      // The second try replaces the backup of the first, unless both were made in the same second.
      expect([1, 2]).toContain(new Set(backups).size)
      for (const name of backups) {
        const { manifest } = await verifyBackup(createReadStream(join(storage.dataDir, 'backups', name)))
        expect(manifest.migrations).toEqual(OLD_MIGRATIONS)
      }
      await storage.remove()
    }
  }, 3_600_000)
})
