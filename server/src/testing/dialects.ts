import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { type Database, openDatabase, type SqlDialect } from '../platform/database/database.ts'
import type {} from './postgres.ts'

/** `TEST_DIALECTS=sqlite`: for mutation testing, where a suite runs once for each of hundreds of mutants. */
export const DIALECTS: readonly SqlDialect[] =
  process.env.TEST_DIALECTS === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres']

/** Runs the suite once for each SQL dialect. */
export function describeDialects(name: string, suite: (dialect: SqlDialect) => void): void {
  for (const dialect of DIALECTS) describe(`${name} (${dialect})`, () => suite(dialect))
}

/** A place of its own for one server's data, in the terms of its configuration. */
export type TestStorage = { dataDir: string; databaseUrl: string | undefined; remove(): Promise<void> }

/** An empty folder and, for PostgreSQL, an empty database. */
export async function makeTestStorage(dialect: SqlDialect): Promise<TestStorage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'placard-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (dialect === 'sqlite') return { dataDir, databaseUrl: undefined, remove: removeFolder }

  const server = inject('postgresUrl')
  const name = `placard_test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    dataDir,
    databaseUrl: url.href,
    async remove() {
      await removeFolder()
      await runOnServer(server, `drop database ${name} with (force)`)
    },
  }
}

/** A new database with all tables and no row, which is gone once it is closed. */
export async function openTestDatabase(dialect: SqlDialect): Promise<Database> {
  const storage = await makeTestStorage(dialect)
  const database = await openDatabase(storage)
  return {
    ...database,
    async close() {
      await database.close()
      await storage.remove()
    },
  }
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
