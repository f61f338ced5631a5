import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createApp } from '../app.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { openDatabase, type SqlDialect } from '../platform/database/database.ts'
import { createPressure } from '../platform/pressure.ts'
import { seedSample } from '../seed/service.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'

/** Who may sign in to the sample. */
export const ADMIN = { email: 'admin@vnr.example', password: 'a pass phrase for tests' }

/**
 * Made once and copied for each test server: a database with all tables and no row, and an installation with the sample.
 * `migrated` is a folder (SQLite) or the name of a database (PostgreSQL); `sample` likewise, and `sampleDir` has its media.
 */
export type Template = { migrated: string; sample: string; sampleDir: string }
export type Templates = Partial<Record<SqlDialect, Template>>

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
  return { ...settings, ballastBytes: 0, passwordCost: CHEAP_PASSWORDS, ...place }
}

/**
 * Goes once through the migrations and the seed of each dialect.
 *
 * @param postgresUrl of a server whose user may create databases; undefined: SQLite alone
 * @returns the templates, and what takes them away again
 */
export async function makeTemplates(
  postgresUrl: string | undefined,
): Promise<{ templates: Templates; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-template-'))
  const databases: string[] = []

  async function make(dialect: SqlDialect): Promise<Template> {
    const emptyDir = join(folder, `${dialect}-migrated`)
    const sampleDir = join(folder, `${dialect}-sample`)
    if (dialect === 'sqlite' || postgresUrl === undefined) {
      await (await openDatabase({ dataDir: emptyDir, databaseUrl: undefined })).close()
      await cp(emptyDir, sampleDir, { recursive: true })
      await seed({ dataDir: sampleDir, databaseUrl: undefined })
      return { migrated: emptyDir, sample: sampleDir, sampleDir }
    }
    const migrated = `placard_template_${randomUUID().replaceAll('-', '')}`
    const sample = `${migrated}_sample`
    databases.push(migrated, sample)
    await runOnServer(postgresUrl, `create database ${migrated}`)
    await (await openDatabase({ dataDir: emptyDir, databaseUrl: databaseOn(postgresUrl, migrated) })).close()
    await copyDatabase(postgresUrl, migrated, sample)
    await seed({ dataDir: sampleDir, databaseUrl: databaseOn(postgresUrl, sample) })
    return { migrated, sample, sampleDir }
  }

  const templates: Templates = { sqlite: await make('sqlite') }
  if (postgresUrl !== undefined) templates.postgres = await make('postgres')
  return {
    templates,
    async remove() {
      await rm(folder, { recursive: true, force: true })
      if (postgresUrl === undefined) return
      for (const name of databases) await runOnServer(postgresUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function seed(place: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  const app = await createApp(testConfig(place), { pressure: createPressure() })
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

/** @param from a database that nobody is connected to */
export async function copyDatabase(postgresUrl: string, from: string, name: string): Promise<void> {
  await runOnServer(postgresUrl, `create database ${name} template ${from}`)
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
