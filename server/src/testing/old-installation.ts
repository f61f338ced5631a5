import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openPostgres, type SqlDialect } from '../platform/database/database.ts'
import { MIGRATION_NAMES, migrate } from '../platform/database/migrate.ts'
import { makeTestStorage, type TestStorage } from './dialects.ts'

/** A data directory that an earlier version wrote, and the answers of that version. Its README says how it was made. */
export const OLD_INSTALLATION = join(import.meta.dirname, '../../fixtures/upgrade')
export const OLD_MIGRATIONS = MIGRATION_NAMES.slice(0, 2)

/** A copy of that data directory. For PostgreSQL, the same rows in tables of the same version. */
export async function makeOldInstallation(dialect: SqlDialect): Promise<TestStorage> {
  const storage = await makeTestStorage(dialect)
  await cp(join(OLD_INSTALLATION, 'media'), join(storage.dataDir, 'media'), { recursive: true })
  if (storage.databaseUrl) await restorePostgres(storage.databaseUrl)
  else (await restoreSqlite(join(storage.dataDir, 'placard.db'))).close()
  return storage
}

async function restoreSqlite(path: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(path)
  // As that version left the file: the dump does not contain this setting.
  database.exec('pragma journal_mode = wal')
  database.exec(await readFile(join(OLD_INSTALLATION, 'placard.sql'), 'utf8'))
  return database
}

async function restorePostgres(databaseUrl: string): Promise<void> {
  const old = await restoreSqlite(':memory:')
  const queries = openPostgres(databaseUrl)
  await migrate(queries, 'postgres', { upTo: OLD_MIGRATIONS.at(-1) ?? '' })
  // In the order of creation, so that each table comes after those that it refers to.
  const tables = old.prepare("select name from sqlite_schema where type = 'table'").all()
  for (const { name } of tables) {
    if (typeof name !== 'string' || name.startsWith('kysely_')) continue
    const rows = old.prepare(`select * from "${name}"`).all()
    for (const row of rows) {
      await queries
        .insertInto(name as 'organisation')
        .values(row as never)
        .execute()
    }
  }
  await queries.destroy()
  old.close()
}
