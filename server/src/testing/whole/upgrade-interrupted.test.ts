import { createReadStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nameOf, openUpToDate, restoreBackup, writeBackupFile } from '../../operations/backup/service.ts'
import { DATABASE_FILE, openDatabase } from '../../platform/database/database.ts'
import { CannotUpgrade, HalfUpgraded, MIGRATION_NAMES } from '../../platform/database/migrate.ts'
import { CANNOT_START } from '../../platform/exit-code.ts'
import { describeDialects, makeTestStorage, type TestStorage } from '../dialects.ts'
import { migrationsOf } from '../migrations-of.ts'
import { makeOldInstallation, OLD_MIGRATIONS } from '../old-installation.ts'
import { runServer } from '../server-process.ts'

const NOON = Date.parse('2026-11-26T12:00:00Z')
const NO_FILES = {
  size: async () => undefined,
  read(): never {
    throw new Error('no file is read')
  },
}

let storage: TestStorage
const backups = () => join(storage.dataDir, 'backups')
const open = (now = NOON) =>
  openUpToDate(
    { ...storage, backup: { folder: backups(), keep: 7 } },
    () => now,
    () => {},
  )
const migrations = () => migrationsOf(storage)

describe('an upgrade of SQLite that an older version has left half done', () => {
  beforeEach(async () => {
    storage = await makeOldInstallation('sqlite')
    await mkdir(backups())
  })
  afterEach(() => storage.remove())

  const backUp = (name: string, at: number) =>
    writeBackupFile({ settings: storage, files: NO_FILES }, join(backups(), name), { now: () => at, media: false })
  /** The state after an older version was killed in the third migration: its table exists, and the migration is not recorded. */
  function halfUpgrade(): void {
    const database = new DatabaseSync(join(storage.dataDir, DATABASE_FILE))
    database.exec('create table "password_reset" ("digest" text primary key not null) strict')
    database.exec('alter table "profile" add column "half" text')
    database.close()
  }

  it('[R1] the server ends for good and names the backup that can be restored, and that restores it', async () => {
    const good = nameOf('daily', NOON)
    await backUp(good, NOON)
    halfUpgrade()
    // Older versions backed up the half upgraded database at every try.
    await backUp('before-upgrade-20261126T130000Z.tar', NOON + 3_600_000)
    await writeFile(join(backups(), 'before-upgrade-20261126T140000Z.tar'), 'cut off')

    const probe = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => probe.once('listening', resolve))
    const { port } = probe.address() as { port: number }
    await new Promise((resolve) => probe.close(resolve))
    const { exit, output } = runServer({ port, dataDir: storage.dataDir })
    expect(await exit).toBe(CANNOT_START)
    expect(output()).toContain(`placard restore ${join(backups(), good)} --replace`)
    expect(await readdir(backups())).toHaveLength(3)

    await restoreBackup(storage, createReadStream(join(backups(), good)), { now: NOON, replace: true })
    await (await open()).close()
    expect(await migrations()).toEqual(MIGRATION_NAMES)
  })

  it('[R1] where no backup can be restored it says so', async () => {
    halfUpgrade()
    const refused = open()
    await expect(refused).rejects.toThrow(HalfUpgraded)
    await expect(open()).rejects.toThrow(`${backups()} has no usable backup.`)
    expect(await migrations()).toEqual(OLD_MIGRATIONS)
  })

  it('[R1] an index that somebody has added is no reason to refuse', async () => {
    const database = new DatabaseSync(join(storage.dataDir, DATABASE_FILE))
    database.exec('create index "of_our_own" on "item" ("title")')
    database.close()
    await (await open()).close()
    expect(await migrations()).toEqual(MIGRATION_NAMES)
  })

  it('[R1] a first start that an older version left unfinished gets its own message', async () => {
    const empty = await makeTestStorage('sqlite')
    const database = new DatabaseSync(join(empty.dataDir, DATABASE_FILE))
    database.exec('create table "organisation" ("id" text primary key not null) strict')
    database.close()
    const refused = openUpToDate({ ...empty, backup: { folder: backups(), keep: 7 } }, Date.now, () => {})
    await expect(refused).rejects.toThrow('the database is empty')
    await empty.remove()
  })
})

describeDialects('an upgrade that fails', (dialect) => {
  beforeEach(async () => {
    storage = await makeOldInstallation(dialect)
  })
  afterEach(() => storage.remove())

  it('[R1] leaves the database as it was and one backup, however often it is tried', async () => {
    // A later migration creates an index of that name.
    const index = 'create index "feed_due" on "line" ("text")'
    if (storage.databaseUrl) {
      const client = new pg.Client(storage.databaseUrl)
      await client.connect()
      await client.query(index)
      await client.end()
    } else {
      const database = new DatabaseSync(join(storage.dataDir, DATABASE_FILE))
      database.exec(index)
      database.close()
    }
    for (const second of [0, 1, 2]) {
      await expect(open(NOON + second * 1_000)).rejects.toThrow(CannotUpgrade)
      expect(await migrations()).toEqual(OLD_MIGRATIONS)
    }
    expect(await readdir(backups())).toEqual(['before-upgrade-from-0002-20261126T120002Z.tar'])
  })

  it('[R2] a start goes on whose backup failed because another one has upgraded meanwhile, and no other', async () => {
    const opened = (fail: () => Promise<void>) =>
      openDatabase(
        { databaseUrl: storage.databaseUrl, dataDir: storage.dataDir },
        {
          async before() {
            await fail()
            throw new Error('a table is gone')
          },
        },
      )
    await expect(opened(async () => {})).rejects.toThrow('a table is gone')
    expect(await migrations()).toEqual(OLD_MIGRATIONS)
    await (await opened(async () => (await open()).close())).close()
    expect(await migrations()).toEqual(MIGRATION_NAMES)
  })

  it('[R2] two starts in the same second back up and upgrade once', async () => {
    const both = await Promise.all([open(), open()].map(async (opened) => (await opened).close()))
    expect(both).toHaveLength(2)
    expect(await migrations()).toEqual(MIGRATION_NAMES)
    const names = await readdir(backups())
    for (const name of names) expect(name).toMatch(/^before-upgrade-from-0002-20261126T120000Z(-2)?\.tar$/)
  })
})
