import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { initial } from './migrations/0001-initial.ts'
import { uploads } from './migrations/0002-uploads.ts'
import { accountRecovery } from './migrations/0003-account-recovery.ts'
import { members } from './migrations/0004-members.ts'
import { storage } from './migrations/0005-storage.ts'
import { itemFit } from './migrations/0006-item-fit.ts'
import { screens } from './migrations/0007-screens.ts'
import { activity } from './migrations/0008-activity.ts'
import { tokens } from './migrations/0009-tokens.ts'
import { singleSignOn } from './migrations/0010-single-sign-on.ts'
import { uploadPieces } from './migrations/0011-upload-pieces.ts'
import { screenBeats } from './migrations/0012-screen-beats.ts'
import { activityStates } from './migrations/0013-activity-states.ts'
import { fillsWithoutLines } from './migrations/0014-fills-without-lines.ts'
import { provenAddresses } from './migrations/0015-proven-addresses.ts'
import { itemFiles } from './migrations/0016-item-files.ts'
import { schedules } from './migrations/0017-schedules.ts'
import { programmes } from './migrations/0018-programmes.ts'
import { dwellSeconds } from './migrations/0019-dwell-seconds.ts'
import { notices } from './migrations/0020-notices.ts'
import { library } from './migrations/0021-library.ts'
import { films } from './migrations/0022-films.ts'
import { decks } from './migrations/0023-decks.ts'
import { webPages } from './migrations/0024-web-pages.ts'
import { pairing } from './migrations/0025-pairing.ts'
import { takeOvers } from './migrations/0026-take-overs.ts'
import { plays } from './migrations/0027-plays.ts'
import { openingHours } from './migrations/0028-opening-hours.ts'
import { alerts } from './migrations/0030-alerts.ts'
import { feeds } from './migrations/0031-feeds.ts'
import { webhookEvents } from './migrations/0033-webhook-events.ts'
import { oneWayToWebhooks } from './migrations/0034-one-way-to-webhooks.ts'
import { proposals } from './migrations/0035-proposals.ts'
import { readCode } from './migrations/0037-read-code.ts'
import { advice } from './migrations/0038-advice.ts'
import { moveIns } from './migrations/0039-move-ins.ts'
import { filmSource } from './migrations/0040-film-source.ts'
import type { SqlDialect } from './queries.ts'
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
  '0010-single-sign-on': singleSignOn,
  '0011-upload-pieces': uploadPieces,
  '0012-screen-beats': screenBeats,
  '0013-activity-states': activityStates,
  '0014-fills-without-lines': fillsWithoutLines,
  '0015-proven-addresses': provenAddresses,
  '0016-item-files': itemFiles,
  '0017-schedules': schedules,
  '0018-programmes': programmes,
  '0019-dwell-seconds': dwellSeconds,
  '0020-notices': notices,
  '0021-library': library,
  '0022-films': films,
  '0023-decks': decks,
  '0024-web-pages': webPages,
  '0025-pairing': pairing,
  '0026-take-overs': takeOvers,
  '0027-plays': plays,
  '0028-opening-hours': openingHours,
  '0030-alerts': alerts,
  '0031-feeds': feeds,
  '0033-webhook-events': webhookEvents,
  '0034-one-way-to-webhooks': oneWayToWebhooks,
  '0035-proposals': proposals,
  '0037-read-code': readCode,
  '0038-advice': advice,
  '0039-move-ins': moveIns,
  '0040-film-source': filmSource,
}

/** Tables that are there, and what this program would make of them. */
export type Upgrade = { from: string; to: string }

/** Names of this program's migrations, in order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)

/** Takes a migration and all after it back, and does them again: tests of one see the tables as they were before it. */
export function stepsFrom(name: string, dialect: SqlDialect): Required<Migration> {
  const names = MIGRATION_NAMES.slice(MIGRATION_NAMES.indexOf(name))
  const steps = names.flatMap((one) => MIGRATIONS[one]?.(dialect) ?? [])
  return {
    async up(queries) {
      for (const { up } of steps) await up(queries)
    },
    async down(queries) {
      for (const { down } of steps.toReversed()) await down?.(queries)
    },
  }
}

/**
 * Brings the tables up to date. Several processes may call it at once: the migrator holds a lock.
 *
 * @param options.upTo goes no further than this migration
 * @param options.table where the migrator writes down what it has done, when that is not to be its usual table
 * @param options.beforeUpgrade called when there are tables already, and something to be done to them
 * @throws Error when the tables are of a newer program: nothing is done to them
 */
export async function migrate(
  queries: Kysely<Tables>,
  dialect: SqlDialect,
  options: {
    upTo?: string
    table?: string
    beforeUpgrade?: ((upgrade: Upgrade) => Promise<void>) | undefined
  } = {},
): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).map(([name, make]) => [name, make(dialect)]))
  const migrator = new Migrator({
    db: queries,
    provider: { getMigrations: async () => migrations },
    ...(options.table === undefined
      ? {}
      : { migrationTableName: options.table, migrationLockTableName: `${options.table}_lock` }),
  })
  if (options.table === undefined) await lookBefore(queries, dialect, options.beforeUpgrade)
  const { error } = await (options.upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(options.upTo))
  if (error) throw new Error('The database could not be brought up to date.', { cause: error })
}

/** Before the migrator touches anything: its own complaint about tables of a newer program is not for people. */
async function lookBefore(
  queries: Kysely<Tables>,
  dialect: SqlDialect,
  beforeUpgrade: ((upgrade: Upgrade) => Promise<void>) | undefined,
): Promise<void> {
  const done = await listMigrations(queries, dialect)
  const from = done.at(-1)
  const to = MIGRATION_NAMES.at(-1)
  if (from === undefined || to === undefined) return
  const unknown = done.find((name) => !MIGRATION_NAMES.includes(name))
  if (unknown !== undefined) {
    const way = 'Start that one again, or restore the backup that was made before the upgrade.'
    throw new Error(`The database is of a newer Placard (${unknown}) than this one (${to}). ${way}`)
  }
  if (done.length < MIGRATION_NAMES.length) await beforeUpgrade?.({ from, to })
}

/** Names of the migrations that the tables have gone through, in order; none where there are no tables. */
async function listMigrations(queries: Kysely<Tables>, dialect: SqlDialect): Promise<string[]> {
  const found =
    dialect === 'sqlite'
      ? sql<{ found: unknown }>`select name as found from sqlite_schema where name = 'kysely_migration'`
      : sql<{ found: unknown }>`select to_regclass('kysely_migration') as found`
  if (!(await found.execute(queries)).rows.some((row) => row.found !== null)) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(queries)
  return rows.map(({ name }) => name)
}
