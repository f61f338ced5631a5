import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { SqlDialect } from './database.ts'
import { initial } from './migrations/0001-initial.ts'
import { uploads } from './migrations/0002-uploads.ts'
import { accountRecovery } from './migrations/0003-account-recovery.ts'
import { members } from './migrations/0004-members.ts'
import { storage } from './migrations/0005-storage.ts'
import { itemFit } from './migrations/0006-item-fit.ts'
import { screens } from './migrations/0007-screens.ts'
import { activity } from './migrations/0008-activity.ts'
import { tokens } from './migrations/0009-tokens.ts'
import type { Tables } from './tables.ts'

/** In order; a name is never changed once it has been released. */
const MIGRATIONS: Record<string, (dialect: SqlDialect) => Migration> = {
  '0001-initial': initial,
  '0002-uploads': uploads,
  '0003-account-recovery': accountRecovery,
  '0004-members': members,
  '0005-storage': storage,
  '0006-item-fit': itemFit,
  '0007-screens': screens,
  '0008-activity': activity,
  '0009-tokens': tokens,
}

/** Brings the tables up to date. Several processes may call it at once: the migrator holds a lock. */
export async function migrate(queries: Kysely<Tables>, dialect: SqlDialect): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).map(([name, make]) => [name, make(dialect)]))
  const migrator = new Migrator({ db: queries, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be brought up to date.', { cause: error })
}
