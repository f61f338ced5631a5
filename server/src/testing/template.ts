import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createApp } from '../app.ts'
import { seedSample } from '../operations/seed/service.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { openDatabase, type SqlDialect } from '../platform/database/database.ts'
import { createPressure } from '../platform/pressure.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'

/** The account that may sign in to the sample. */
export const ADMIN = { email: 'admin@vnr.example', password: 'a pass phrase for tests' }

/** Most tests with their own clock start it an hour after this. */
const FIXED_CLOCK = Date.parse('2026-11-21T07:00:00Z')

/** A folder for SQLite or the name of a database for PostgreSQL, with all tables and no rows. */
export type Template = { migrated: string; samples: SampleTemplate[] }
/**
 * An installation with the sample. `place` is as above, `dataDir` contains its media, and `seededAt` (ms) is its creation time according
 * to its rows.
 */
export type SampleTemplate = { place: string; dataDir: string; seededAt: number }
/** Created once per run, and copied for each test server. */
export type Templates = Record<SqlDialect, Template>

/** The settings of every test server. */
export function testConfig(place: Pick<Config, 'dataDir' | 'databaseUrl'>): Config {
  const settings = readConfig(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      SEED_ADMIN_EMAIL: ADMIN.email,
      SEED_ADMIN_PASSWORD: ADMIN.password,
    },
    '/',
  )
  return {
    ...settings,
    ballastBytes: 0,
    passwordCost: CHEAP_PASSWORDS,
    picturePriority: 0,
    refusalsAtOnce: Number.POSITIVE_INFINITY,
    ...place,
  }
}

/**
 * Runs the migrations and the seed once for each dialect.
 *
 * @param postgresUrl of a server whose user may create databases
 * @returns the templates, and a function that removes them
 */
export async function makeTemplates(postgresUrl: string): Promise<{ templates: Templates; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-template-'))
  const prefix = `placard_template_${randomUUID().replaceAll('-', '')}`
  const databases: string[] = []

  async function make(dialect: SqlDialect): Promise<Template> {
    const migrated = dialect === 'sqlite' ? join(folder, 'migrated') : `${prefix}_migrated`
    const urlOf = (place: string) => (dialect === 'sqlite' ? undefined : databaseOn(postgresUrl, place))
    if (dialect === 'postgres') {
      databases.push(migrated)
      await runOnServer(postgresUrl, `create database ${migrated}`)
    }
    await (await openDatabase({ dataDir: migrated, databaseUrl: urlOf(migrated) })).close()

    const samples: SampleTemplate[] = []
    for (const [index, seededAt] of [FIXED_CLOCK, Date.now()].entries()) {
      const dataDir = join(folder, `${dialect}-sample-${index}`)
      const place = dialect === 'sqlite' ? dataDir : `${prefix}_sample_${index}`
      if (dialect === 'sqlite') await cp(migrated, dataDir, { recursive: true })
      else {
        databases.push(place)
        await copyDatabase(postgresUrl, migrated, place)
      }
      await seed({ dataDir, databaseUrl: urlOf(place) }, seededAt)
      samples.push({ place, dataDir, seededAt })
    }
    return { migrated, samples }
  }

  return {
    templates: { sqlite: await make('sqlite'), postgres: await make('postgres') },
    async remove() {
      await rm(folder, { recursive: true, force: true })
      for (const name of databases) await runOnServer(postgresUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function seed(place: Pick<Config, 'dataDir' | 'databaseUrl'>, at: number): Promise<void> {
  const app = await createApp(testConfig(place), { pressure: createPressure(), now: () => at })
  try {
    await seedSample(app.context, app.accounts)
  } finally {
    await app.close()
  }
}

/** The address of a database on the same server. */
export function databaseOn(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}

/** @param from a database without connections */
export async function copyDatabase(postgresUrl: string, from: string, name: string): Promise<void> {
  // Half the cost of the default strategy when nothing is synced. https://www.postgresql.org/docs/current/sql-createdatabase.html
  await runOnServer(postgresUrl, `create database ${name} template ${from} strategy file_copy`)
}

export async function runOnServer(postgresUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
