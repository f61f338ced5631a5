import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, inject } from 'vitest'
import { type Database, openDatabase, type SqlDialect } from '../platform/database/database.ts'
import type {} from './set-up.ts'
import { copyDatabase, databaseOn, runOnServer, type Templates } from './template.ts'

/** `TEST_DIALECTS=sqlite` is for mutation testing, which runs a suite for each of hundreds of mutants. */
export const DIALECTS: readonly SqlDialect[] =
  process.env.TEST_DIALECTS === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres']

/** Runs the suite once per SQL dialect. For PostgreSQL it runs only in every second round (`npm test` prints the round). */
export function describeDialects(name: string, suite: (dialect: SqlDialect) => void): void {
  for (const dialect of DIALECTS) {
    if (dialect !== 'postgres' || isInTurn(name)) describe(`${name} (${dialect})`, () => suite(dialect))
  }
}

/** True for about half of all suites in each round, by the length of their names. */
export function isInTurn(name: string): boolean {
  const { TEST_ROUND } = process.env
  return TEST_ROUND === undefined || (Number(TEST_ROUND) + name.length) % 2 === 0
}

/** Storage for the data of one server, in the terms of its configuration. */
export type TestStorage = { dataDir: string; databaseUrl: string | undefined; remove(): Promise<void> }

/** An empty folder and, for PostgreSQL, an empty database. */
export function makeTestStorage(dialect: SqlDialect): Promise<TestStorage> {
  return makeStorage(dialect, (server, name) => runOnServer(server, `create database ${name}`))
}

/**
 * A copy of the sample that every test server starts with: its rows, and its media below `dataDir`.
 *
 * @param now by the server's clock. Nothing in the sample is later than this
 * @returns undefined when there is no such template, as in mutation testing
 */
export async function copySample(dialect: SqlDialect, now: number): Promise<TestStorage | undefined> {
  const samples = templates()?.[dialect].samples.filter(({ seededAt }) => seededAt <= now) ?? []
  const newest = samples.sort((one, other) => other.seededAt - one.seededAt)[0]
  if (!newest) return undefined
  const storage = await copyTemplate(dialect, newest.place)
  if (dialect === 'postgres') await cp(newest.dataDir, storage.dataDir, { recursive: true })
  return storage
}

/** Undefined when Vitest's configuration has no set-up. */
const templates = (): Templates | undefined => inject('templates')

/** A folder and a database with all tables and no rows. */
export function copyMigrated(dialect: SqlDialect): Promise<TestStorage> {
  const template = templates()?.[dialect]
  return template ? copyTemplate(dialect, template.migrated) : makeTestStorage(dialect)
}

/**
 * A copy of another storage: its rows and its folder.
 *
 * @param from a storage whose database is not open
 */
export async function copyStorage(dialect: SqlDialect, from: TestStorage): Promise<TestStorage> {
  const isFolder = from.databaseUrl === undefined
  const place = isFolder ? from.dataDir : new URL(from.databaseUrl ?? '').pathname.slice(1)
  const storage = await copyTemplate(dialect, place)
  if (!isFolder) await cp(from.dataDir, storage.dataDir, { recursive: true })
  return storage
}

/** A new database with all tables and no rows. It is removed when it is closed. */
export async function openTestDatabase(dialect: SqlDialect): Promise<Database> {
  const storage = await copyMigrated(dialect)
  const database = await openDatabase(storage)
  return {
    ...database,
    async close() {
      await database.close()
      await storage.remove()
    },
  }
}

/** @param from a folder for SQLite, the name of a database for PostgreSQL */
async function copyTemplate(dialect: SqlDialect, from: string): Promise<TestStorage> {
  const storage = await makeStorage(dialect, (server, name) => copyDatabase(server, from, name))
  if (dialect === 'sqlite') await cp(from, storage.dataDir, { recursive: true })
  return storage
}

async function makeStorage(
  dialect: SqlDialect,
  makeDatabase: (server: string, name: string) => Promise<void>,
): Promise<TestStorage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'placard-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (dialect === 'sqlite') return { dataDir, databaseUrl: undefined, remove: removeFolder }

  const server = inject('postgresUrl')
  const name = `placard_test_${randomUUID().replaceAll('-', '')}`
  await makeDatabase(server, name)
  return {
    dataDir,
    databaseUrl: databaseOn(server, name),
    async remove() {
      await removeFolder()
      await runOnServer(server, `drop database ${name} with (force)`)
    },
  }
}
