import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
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
import { fileLimits } from './migrations/0044-file-limits.ts'
import { moveInOwners } from './migrations/0045-move-in-owners.ts'
import { layouts } from './migrations/0046-layouts.ts'
import { cornerPieces } from './migrations/0047-corner-pieces.ts'
import { inserts } from './migrations/0048-inserts.ts'
import { tables } from './migrations/0049-tables.ts'
import { walls } from './migrations/0050-walls.ts'
import { boards } from './migrations/0051-boards.ts'
import { playAreas } from './migrations/0052-play-areas.ts'
import { valueSources } from './migrations/0053-value-sources.ts'
import { conditions } from './migrations/0054-conditions.ts'
import { weather } from './migrations/0055-weather.ts'
import { tableSources } from './migrations/0056-table-sources.ts'
import { enrolments } from './migrations/0059-enrolments.ts'
import { machines } from './migrations/0060-machines.ts'
import { machineIncidents } from './migrations/0061-machine-incidents.ts'
import { passkeys } from './migrations/0063-passkeys.ts'
import { weatherRenewals } from './migrations/0065-weather-renewals.ts'
import { requiredStep } from './migrations/0066-required-step.ts'
import { agentUpdates } from './migrations/0068-agent-updates.ts'
import { pagePictures } from './migrations/0070-page-pictures.ts'
import { tableLimits } from './migrations/0071-table-limits.ts'
import { filmsAtOnce } from './migrations/0074-films-at-once.ts'
import { insertsOnScreens } from './migrations/0075-inserts-on-screens.ts'
import { tablesOfMoveIns } from './migrations/0076-tables-of-move-ins.ts'
import { undoneUpdates } from './migrations/0077-undone-updates.ts'
import { openNodeSqlite } from './node-sqlite.ts'
import type { SqlDialect } from './queries.ts'
import { sqliteQueries } from './sqlite-queries.ts'
import type { Tables } from './tables.ts'

/** In order. A name never changes after it was released. */
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
  '0044-file-limits': fileLimits,
  '0045-move-in-owners': moveInOwners,
  '0046-layouts': layouts,
  '0047-corner-pieces': cornerPieces,
  '0048-inserts': inserts,
  '0049-tables': tables,
  '0050-walls': walls,
  '0051-boards': boards,
  '0052-play-areas': playAreas,
  '0053-value-sources': valueSources,
  '0054-conditions': conditions,
  '0055-weather': weather,
  '0056-table-sources': tableSources,
  '0059-enrolments': enrolments,
  '0060-machines': machines,
  '0061-machine-incidents': machineIncidents,
  '0063-passkeys': passkeys,
  '0065-weather-renewals': weatherRenewals,
  '0066-required-step': requiredStep,
  '0068-agent-updates': agentUpdates,
  '0070-page-pictures': pagePictures,
  '0071-table-limits': tableLimits,
  '0074-films-at-once': filmsAtOnce,
  '0075-inserts-on-screens': insertsOnScreens,
  '0076-tables-of-move-ins': tablesOfMoveIns,
  '0077-undone-updates': undoneUpdates,
}

/** The table in which Kysely's migrator kept its list in versions before 1.0. The name is unchanged. */
const MIGRATIONS_TABLE = 'kysely_migration'
/** Key of the advisory lock. Any number that nothing else on a PostgreSQL database uses. */
const UPGRADING = 7_150_222

/** The newest migration of a database, and the newest that this program has. */
export type Upgrade = { from: string; to: string }

/** Called around an upgrade, when the database has tables of an older version. */
export type UpgradeHooks = {
  /** Before the upgrade. If it throws, the database stays as it is, unless another process has upgraded it meanwhile. */
  before(upgrade: Upgrade): Promise<void>
  /** After the upgrade was committed. */
  after?: (upgrade: Upgrade) => Promise<void>
}

/** The database cannot be upgraded, and another try would fail in the same way. The database is unchanged. */
export class CannotUpgrade extends Error {}

/** Versions before 1.0 upgraded SQLite without a transaction. Interrupted upgrades left tables that match no version. */
export class HalfUpgraded extends CannotUpgrade {}

/** Names of this program's migrations, in order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)

/** Reverts a migration and all later ones, and applies them again. Tests of a migration see the tables as they were before it. */
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
 * Migrates the tables in one transaction. A process that is killed at any moment leaves either the old tables or the new ones. Several
 * processes may call it at once: one upgrades, and the others wait for it.
 *
 * @param options.upTo the last migration to run. All when omitted
 * @param options.table the table that lists the applied migrations, if not the default one
 * @throws CannotUpgrade when the tables are of a newer version, half upgraded, or do not accept a migration
 */
export async function migrate(
  queries: Kysely<Tables>,
  dialect: SqlDialect,
  options: { upTo?: string; table?: string; upgrade?: UpgradeHooks | undefined } = {},
): Promise<void> {
  const table = options.table ?? MIGRATIONS_TABLE
  const upgrade = options.table === undefined ? await readUpgrade(queries, dialect) : undefined
  if (upgrade === 'none') return
  if (upgrade) {
    try {
      await options.upgrade?.before(upgrade)
    } catch (error) {
      // Another process has upgraded the database meanwhile, and the backup failed because tables were gone.
      if ((await readUpgrade(queries, dialect)) === 'none') return
      throw error
    }
  }
  try {
    await queries.transaction().execute(async (transaction) => {
      // Takes the lock before reading anything. A second process waits here until the first has finished.
      const lock = dialect === 'sqlite' ? sql`pragma user_version = 0` : sql`select pg_advisory_xact_lock(${UPGRADING})`
      await lock.execute(transaction)
      await sql`create table if not exists ${sql.table(table)} (
        "name" varchar(255) not null primary key, "timestamp" varchar(255) not null
      )`.execute(transaction)
      const done = new Set(await listDone(transaction, table))
      const last = options.upTo === undefined ? MIGRATION_NAMES.length : MIGRATION_NAMES.indexOf(options.upTo) + 1
      for (const name of MIGRATION_NAMES.slice(0, last)) {
        if (done.has(name)) continue
        await MIGRATIONS[name]?.(dialect).up(transaction)
        const row = sql`insert into ${sql.table(table)} (name, timestamp) values (${name}, ${new Date().toISOString()})`
        await row.execute(transaction)
      }
    })
  } catch (error) {
    const problem = 'The database could not be upgraded. It was not changed.'
    throw isSqlError(error) ? new CannotUpgrade(problem, { cause: error }) : new Error(problem, { cause: error })
  }
  if (upgrade) await options.upgrade?.after?.(upgrade)
}

/** SQLite's SQLITE_ERROR and SQLITE_CONSTRAINT, and PostgreSQL's classes 22, 23 and 42: invalid data, or a statement that does not fit. */
function isSqlError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return [1, 19].includes(Number(error.errcode) & 0xff)
  return 'code' in error && /^(?:22|23|42)/.test(String(error.code))
}

/**
 * Compares the existing tables with this program's migrations.
 *
 * @returns undefined for an empty database, 'none' when it is up to date
 * @throws CannotUpgrade when the tables are of a newer version, HalfUpgraded
 */
async function readUpgrade(queries: Kysely<Tables>, dialect: SqlDialect): Promise<Upgrade | 'none' | undefined> {
  const done = await listMigrations(queries, dialect)
  const from = done.at(-1)
  const to = MIGRATION_NAMES.at(-1)
  const unknown = done.filter((name) => !MIGRATION_NAMES.includes(name))
  if (unknown.length > 0) {
    const names = unknown.length > 1 ? `${unknown[0]} to ${unknown.at(-1)}` : unknown[0]
    const problem = `The database was made by a newer Placard (${names}) than this one (${to}).`
    const way = 'Start the newer version again, or restore the backup that was made before its upgrade.'
    throw new CannotUpgrade(`${problem} ${way}`)
  }
  if (dialect === 'sqlite' && done.length < MIGRATION_NAMES.length) await requireTablesOf(queries, from)
  if (from === undefined || to === undefined) return undefined
  return done.length < MIGRATION_NAMES.length ? { from, to } : 'none'
}

type SchemaObject = { type: string; name: string; sql: string | null }

/**
 * Compares a SQLite database with one that the same migrations made. Additional indexes do not matter.
 *
 * @param level the last migration. undefined: none
 * @throws HalfUpgraded
 */
async function requireTablesOf(queries: Kysely<Tables>, level: string | undefined): Promise<void> {
  const there = await listSchema(queries)
  const wanted = level === undefined ? [] : await schemaOf(level)
  const isMissing = wanted.some(({ name, sql: text }) => there.find((one) => one.name === name)?.sql !== text)
  const names = new Set(wanted.map(({ name }) => name))
  const isExtra = there.some(({ type, name }) => type === 'table' && !names.has(name))
  if (!isMissing && !isExtra) return
  throw level === undefined
    ? new CannotUpgrade(
        'The first start with this data folder was interrupted while an older version of Placard created the tables, so the database is empty. Move placard.db out of the folder and start again.',
      )
    : new HalfUpgraded(
        `An upgrade by an older version of Placard was interrupted after ${level}, in the middle of the next migration. Nothing was changed now.`,
      )
}

async function schemaOf(level: string): Promise<SchemaObject[]> {
  await using fresh = sqliteQueries(openNodeSqlite(':memory:'))
  await migrate(fresh, 'sqlite', { upTo: level })
  return await listSchema(fresh)
}

/** All except SQLite's own tables and the migrator's. */
async function listSchema(queries: Kysely<Tables>): Promise<SchemaObject[]> {
  const { rows } = await sql<SchemaObject>`
    select type, name, sql from sqlite_schema
    where name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
  `.execute(queries)
  return rows
}

/** Names of the applied migrations, in order. Empty when there are no tables. */
async function listMigrations(queries: Kysely<Tables>, dialect: SqlDialect): Promise<string[]> {
  const found =
    dialect === 'sqlite'
      ? sql<{ found: unknown }>`select name as found from sqlite_schema where name = ${MIGRATIONS_TABLE}`
      : sql<{ found: unknown }>`select to_regclass(${MIGRATIONS_TABLE}) as found`
  if (!(await found.execute(queries)).rows.some((row) => row.found !== null)) return []
  return await listDone(queries, MIGRATIONS_TABLE)
}

async function listDone(queries: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(queries)
  return rows.map(({ name }) => name)
}
