import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type App, createApp } from '../../app.ts'
import { verifyBackupFile, writeBackupFile } from '../../operations/backup/file.ts'
import { readBackup } from '../../operations/backup/read.ts'
import { restoreBackup } from '../../operations/backup/restore.ts'
import { SAMPLE_DISPLAY, seedSample } from '../../operations/seed/service.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase, openPostgres, openSqlite, type SqlDialect } from '../../platform/database/database.ts'
import { openDump } from '../../platform/database/dump.ts'
import { MIGRATION_NAMES, migrate } from '../../platform/database/migrate.ts'
import { runPlacard } from '../command-line.ts'
import { describeDialects, makeTestStorage, type TestStorage } from '../dialects.ts'
import { inFull } from '../in-full.ts'
import { migrationsOf } from '../migrations-of.ts'
import { QUIET_SETTINGS } from '../quiet-settings.ts'
import { ADMIN, createClient } from '../server.ts'
import { BARE_ENVIRONMENT } from '../server-process.ts'
import { maySmallDisk, mountSmallDisk, type SmallDisk } from '../small-disk.ts'

const CLI = join(import.meta.dirname, '../../cli.ts')
// On a machine that is busy with other tests, starting a process takes seconds.
vi.setConfig({ testTimeout: 5 * 60_000, hookTimeout: 5 * 60_000 })

const MINUTE = 60_000
/** Each at another place: by their order, how long after the beginning. */
const KILLS = inFull([0, 1, 2], [1])
/** Large enough to be interrupted by a kill while it is written. */
const FILM_BYTES = inFull(192, 96) * 2 ** 20

function environmentOf(storage: TestStorage): Record<string, string> {
  return { DATA_DIR: storage.dataDir, ...(storage.databaseUrl ? { DATABASE_URL: storage.databaseUrl } : {}) }
}

async function start(
  storage: TestStorage,
  options: { settings?: Record<string, string>; now?: () => number } = {},
): Promise<{ app: App; url: string }> {
  const config = readConfig({ ...QUIET_SETTINGS, ...environmentOf(storage), ...options.settings }, '/')
  const app = await createApp(config, options.now ? { now: options.now } : {})
  await seedSample(app.context, app.accounts)
  return { app, url: await app.listen() }
}

function command(storage: TestStorage, ...args: string[]): ChildProcess {
  const env = { ...BARE_ENVIRONMENT, ...environmentOf(storage) }
  return spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      said += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}

/** Stores a film of this size that nothing shows yet. */
async function addFilm(app: App, sizeBytes: number): Promise<void> {
  const id = randomUUID()
  const path = join(app.context.config.dataDir, 'media', `${id}.mp4`)
  const file = await open(path, 'wx')
  await file.truncate(sizeBytes)
  await file.close()
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  const row = {
    id,
    organisation_id: SAMPLE_DISPLAY.organisationId,
    content_type: 'video/mp4',
    sha256: hash.digest('hex'),
    size_bytes: sizeBytes,
    width: 1,
    height: 1,
    created_at: 1,
    unreferenced_since: null,
  }
  await app.context.database.queries.insertInto('media_file').values(row).execute()
}

describeDialects('a backup while the server is written to', (dialect) => {
  let from: TestStorage
  let to: TestStorage
  let app: App
  let url: string
  let folder: string

  beforeEach(async () => {
    from = await makeTestStorage(dialect)
    to = await makeTestStorage(dialect)
    folder = await mkdtemp(join(tmpdir(), 'placard-backup-'))
    const started = await start(from)
    app = started.app
    url = started.url
  })
  afterEach(async () => {
    await app.close()
    await from.remove()
    await to.remove()
    await rm(folder, { recursive: true, force: true })
  })

  it(
    '[F58] 200 changes a second: what was acknowledged before it began is in it, and it shows one moment',
    async () => {
      await addFilm(app, 48 * 2 ** 20)
      const client = createClient(url)
      await client.call('signIn', { params: {}, body: ADMIN })
      const writers = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const { body } = await client.call('createLine', { params: SAMPLE_DISPLAY, body: { text: '0' } })
          return { lineId: body.line.id, acknowledged: 0, sent: 0 }
        }),
      )
      let writing = true
      const load = writers.map(async (writer) => {
        while (writing) {
          writer.sent += 1
          const answer = await client.call('updateLine', {
            params: { ...SAMPLE_DISPLAY, lineId: writer.lineId },
            body: { text: String(writer.sent) },
            headers: { 'if-match': '*' },
          })
          expect(answer.status).toBe(200)
          writer.acknowledged = writer.sent
          await wait(40)
        }
      })
      const count = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
      await expect.poll(count, { timeout: MINUTE }).toBeGreaterThan(100)

      const before = writers.map(({ acknowledged }) => acknowledged)
      const countBefore = count()
      const file = join(folder, 'all.tar')
      const backup = await ended(command(from, 'backup', file, '--json'))
      const after = writers.map(({ sent }) => sent)
      expect(backup.code, backup.said).toBe(0)
      expect(count()).toBeGreaterThan(countBefore)
      writing = false
      await Promise.all(load)

      const restored = await ended(command(to, 'restore', file, '--json'))
      expect(restored.code, restored.said).toBe(0)
      expect(await rowsOf(to, 'session')).toEqual([])

      // All from one moment: the display's revision, its log and its lines match.
      const activity = await rowsOf(to, 'activity')
      const latest = Math.max(...activity.map((row) => Number(row.revision_after)))
      const inBackup = await openBackedUp(file, 'programme')
      expect(inBackup[0]?.revision).toBe(latest)
      const lines = await rowsOf(to, 'line')
      for (const [index, { lineId }] of writers.entries()) {
        const number = Number(lines.find(({ id }) => id === lineId)?.text)
        expect(number).toBeGreaterThanOrEqual(before[index] ?? 0)
        expect(number).toBeLessThanOrEqual(after[index] ?? 0)
        const told = activity.filter((row) => row.subject_id === lineId && row.kind === 'line-changed').length
        expect(told).toBe(number)
      }

      for (const row of await rowsOf(to, 'media_file')) {
        const name = `${row.id}.${row.content_type === 'video/mp4' ? 'mp4' : 'jpg'}`
        const bytes = await readFile(join(to.dataDir, 'media', name))
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256)
      }
      const there = await start(to)
      try {
        const manifest = await createClient(there.url).call('getManifest', { params: SAMPLE_DISPLAY })
        expect(manifest.status).toBe(200)
        expect(manifest.body.revision).toBeGreaterThan(latest)
      } finally {
        await there.app.close()
      }
    },
    5 * MINUTE,
  )

  it(
    '[F58] kill -9 in the middle of a backup leaves no file that looks like one, and the next one clears up',
    async () => {
      await addFilm(app, FILM_BYTES)
      const file = join(folder, 'all.tar')
      for (const kill of KILLS) {
        const child = command(from, 'backup', file)
        const gone = ended(child)
        await expect
          .poll(async () => (await readdir(folder)).length, { timeout: MINUTE, interval: 2 })
          .toBeGreaterThan(0)
        await wait(kill * 15)
        child.kill('SIGKILL')
        expect((await gone).code).toBe(null)
        expect(existsSync(file)).toBe(false)
        expect((await readdir(folder)).every((name) => /\.partial-\d+-[0-9a-f]{8}$/.test(name))).toBe(true)
      }
      expect((await runPlacard(['backup', file], from)).code).toBe(0)
      expect(await readdir(folder)).toEqual(['all.tar'])
      await verifyBackupFile(file)
    },
    5 * MINUTE,
  )

  it(
    '[F58] kill -9 in the middle of a restore leaves no installation, and the next one succeeds',
    async () => {
      await addFilm(app, FILM_BYTES)
      const file = join(folder, 'all.tar')
      expect((await runPlacard(['backup', file], from)).code).toBe(0)
      const tables = async () => (await rowsOf(to, 'organisation')).length
      for (const kill of KILLS) {
        const child = command(to, 'restore', file)
        const gone = ended(child)
        await expect
          .poll(async () => (await readdir(to.dataDir)).includes('.restoring'), { timeout: MINUTE, interval: 2 })
          .toBe(true)
        await wait(kill * 40)
        child.kill('SIGKILL')
        expect((await gone).code).toBe(null)
        expect(existsSync(join(to.dataDir, 'placard.db'))).toBe(false)
        expect(await tables()).toBe(0)
      }
      const restored = await runPlacard(['restore', file], to)
      expect(restored.code, restored.stderr).toBe(0)
      expect(await tables()).toBe(1)
      expect((await readdir(to.dataDir)).includes('.restoring')).toBe(false)
    },
    5 * MINUTE,
  )

  it('a lost or damaged file is reported, and the rest is backed up', async () => {
    const [lost, spoilt] = await rowsOf(from, 'media_file').then((rows) =>
      rows.filter((row) => row.content_type === 'image/jpeg').map(({ id }) => `${id}.jpg`),
    )
    const media = join(from.dataDir, 'media')
    await rm(join(media, lost ?? ''))
    const bytes = await readFile(join(media, spoilt ?? ''))
    bytes.writeUInt8((bytes[1_000] ?? 0) ^ 1, 1_000)
    await writeFile(join(media, spoilt ?? ''), bytes)
    const file = join(folder, 'all.tar')
    const backup = await runPlacard(['backup', file, '--json'], from)
    expect(backup.code).toBe(0)
    expect(JSON.parse(backup.stdout)).toMatchObject({ missing: [lost], damaged: [spoilt], media: { files: 3 } })
    const restored = await runPlacard(['restore', file, '--json'], to)
    expect(JSON.parse(restored.stdout)).toMatchObject({ missing: [lost], damaged: [spoilt] })
  })

  it(
    'a daily backup is made when the night has passed, and only the newest stay',
    async () => {
      await app.close()
      let clock = new Date(2026, 10, 1, 2, 0).getTime()
      const started = await start(from, { now: () => clock, settings: { BACKUP_KEEP: '2' } })
      app = started.app
      const backups = join(from.dataDir, 'backups')
      await app.backups.look()
      expect(await readdir(backups)).toHaveLength(1)
      await app.backups.look()
      expect(await readdir(backups)).toHaveLength(1)
      const first = (await readdir(backups))[0]
      await writeFile(join(backups, 'mine.tar'), 'not the program’s to remove')
      for (const day of [1, 2, 3]) {
        clock = new Date(2026, 10, day, 3, 5).getTime()
        await app.backups.look()
        clock = new Date(2026, 10, day, 23, 5).getTime()
        await app.backups.look()
      }
      const names = await readdir(backups)
      expect(names).toHaveLength(3)
      expect(names).toContain('mine.tar')
      expect(names).not.toContain(first)
      for (const name of names.filter((one) => one !== 'mine.tar')) {
        const report = await verifyBackupFile(join(backups, name))
        expect(report.media?.files).toBe(4)
      }
      expect(app.backups.state()).toEqual({ lastAt: new Date(2026, 10, 3, 3, 5).getTime(), failure: undefined })
    },
    5 * 60_000,
  )

  it(
    '[S14] backups dated in the future neither end the daily ones nor push them out',
    async () => {
      await app.close()
      let clock = new Date(2026, 10, 1, 12, 0).getTime()
      const started = await start(from, { now: () => clock, settings: { BACKUP_KEEP: '2' } })
      app = started.app
      const backups = join(from.dataDir, 'backups')
      await rm(backups, { recursive: true, force: true })
      await mkdir(backups)
      const ahead = ['placard-20990101T030000Z.tar', 'placard-20990102T030000Z.tar', 'placard-20990103T030000Z.tar']
      for (const name of ahead) await writeFile(join(backups, name), 'of a clock that was wrong')
      for (const day of [1, 2, 3]) {
        clock = new Date(2026, 10, day, 12, 0).getTime()
        await app.backups.look()
        expect(app.backups.state()).toEqual({ lastAt: clock, failure: undefined })
      }
      const names = await readdir(backups)
      expect(names.filter((name) => ahead.includes(name))).toEqual(ahead)
      expect(names.filter((name) => name.startsWith('placard-2026'))).toHaveLength(2)
    },
    5 * 60_000,
  )
})

/** Tables of the first release, with data. */
async function makeOldInstallation(storage: TestStorage, dialect: SqlDialect): Promise<void> {
  const queries = dialect === 'sqlite' ? await openSqlite(storage.dataDir) : openPostgres(storage.databaseUrl ?? '')
  await migrate(queries, dialect, { upTo: '0002-uploads' })
  const insert = (table: string, row: object) =>
    queries
      .insertInto(table as 'organisation')
      .values(row as never)
      .execute()
  const day = Date.parse('2026-01-01T00:00:00Z')
  await insert('organisation', { id: 'vnr', name: 'VNR', created_at: day })
  const display = {
    organisation_id: 'vnr',
    id: 'ece',
    name: 'ECE',
    revision: 41,
    loop_started_at: day,
    created_at: day,
  }
  await insert('display', display)
  const line = { organisation_id: 'vnr', display_id: 'ece', text: 'from long ago', position: 'a0', revision: 7 }
  await insert('line', { id: 'l1', ...line })
  await insert('profile', { email: ADMIN.email, id: 'ece', org: 'vnr', msg: '', sub_type: 'standard' })
  await queries.destroy()
}

describeDialects('an upgrade', (dialect) => {
  let storage: TestStorage
  beforeEach(async () => {
    storage = await makeTestStorage(dialect)
  })
  afterEach(() => storage.remove())

  it(
    '[F40] an installation of the first release is backed up, brought up to date and keeps its rows',
    async () => {
      await makeOldInstallation(storage, dialect)
      const { app } = await start(storage)
      await app.close()
      expect((await rowsOf(storage, 'line')).map(({ text }) => text)).toEqual(['from long ago'])
      expect((await rowsOf(storage, 'profile'))[0]?.role).toBe('owner')
      expect((await rowsOf(storage, 'programme'))[0]).toMatchObject({ revision: 41, time_zone: 'UTC' })

      const backups = join(storage.dataDir, 'backups')
      const [name = ''] = await readdir(backups)
      expect(name).toMatch(/^before-upgrade-from-0002-\d{8}T\d{6}Z\.tar$/)
      const report = await verifyBackupFile(join(backups, name))
      expect(report.manifest.migrations).toEqual(MIGRATION_NAMES.slice(0, 2))
      expect(report.media).toBe(null)

      // Another start is not an upgrade.
      await (await start(storage)).app.close()
      expect(await readdir(backups)).toHaveLength(1)

      // The previous state is restored into either dialect, and upgraded on the way.
      for (const kind of ['sqlite', 'postgres'] as const) {
        const place = await makeTestStorage(kind)
        try {
          const input = createReadStream(join(backups, name))
          await restoreBackup(place, input, { now: Date.now(), replace: false })
          expect((await rowsOf(place, 'line')).map(({ text }) => text)).toEqual(['from long ago'])
          const [profile] = await rowsOf(place, 'profile')
          expect(profile).toMatchObject({ role: 'owner', email: ADMIN.email })
          expect(await migrationsOf(place)).toEqual(MIGRATION_NAMES)
        } finally {
          await place.remove()
        }
      }
    },
    5 * 60_000,
  )

  it('[F40] an empty database is not backed up', async () => {
    await (await start(storage)).app.close()
    expect(existsSync(join(storage.dataDir, 'backups'))).toBe(false)
  })

  it('[F40] a database that cannot be backed up is not upgraded, unless backups are turned off', async () => {
    await makeOldInstallation(storage, dialect)
    await writeFile(join(storage.dataDir, 'backups'), 'a file where a folder should be')
    await expect(start(storage)).rejects.toThrow('could not be backed up before its upgrade')
    expect(await migrationsOf(storage)).toEqual(MIGRATION_NAMES.slice(0, 2))
    await (await start(storage, { settings: { BACKUP_KEEP: '0' } })).app.close()
    expect((await rowsOf(storage, 'line')).map(({ text }) => text)).toEqual(['from long ago'])
  })

  it('[F40] a database of a newer program is left alone, in words', async () => {
    const database = await openDatabase(storage)
    const row = { name: '9999-tomorrow', timestamp: '2027-01-01T00:00:00.000Z' }
    await database.queries
      .insertInto('kysely_migration' as 'organisation')
      .values(row as never)
      .execute()
    await database.close()
    await expect(openDatabase(storage)).rejects.toThrow('by a newer Placard (9999-tomorrow) than this one')
  })
})

describe('--replace', () => {
  let storage: TestStorage
  let folder: string
  beforeEach(async () => {
    storage = await makeTestStorage('sqlite')
    folder = await mkdtemp(join(tmpdir(), 'placard-backup-'))
  })
  afterEach(async () => {
    await storage.remove()
    await rm(folder, { recursive: true, force: true })
  })

  it(
    'moves what is there aside, whole, and not under a running server',
    async () => {
      const file = join(folder, 'all.tar')
      const { app, url } = await start(storage)
      expect((await ended(command(storage, 'backup', file))).code).toBe(0)
      const client = createClient(url)
      await client.call('signIn', { params: {}, body: ADMIN })
      await client.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'after the backup' } })
      const running = await ended(command(storage, 'restore', file, '--replace', '--json'))
      expect(JSON.parse(running.said)).toMatchObject({ error: { code: 'in-use' } })
      expect(
        (await client.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'and after that' } })).status,
      ).toBe(201)
      await app.close()

      const replaced = await ended(command(storage, 'restore', file, '--replace', '--json'))
      expect(replaced.code, replaced.said).toBe(0)
      expect(await rowsOf(storage, 'line')).toHaveLength(2)
      const aside = { ...storage, dataDir: JSON.parse(replaced.said).replaced }
      expect((await rowsOf(aside, 'line')).map(({ text }) => text)).toContain('and after that')
      const stored = (await rowsOf(aside, 'media_file')).map(({ id }) => id)
      const files = await readdir(join(aside.dataDir, 'media'))
      expect(stored.length).toBeGreaterThan(0)
      for (const id of stored) expect(files.filter((name) => name.startsWith(`${id}.`))).toHaveLength(1)
    },
    5 * 60_000,
  )

  it(
    '[F48] a damaged database is told of with the way out, nothing is made in its place, and it is replaced',
    async () => {
      const file = join(folder, 'all.tar')
      await (await start(storage)).app.close()
      expect((await runPlacard(['backup', file], storage)).code).toBe(0)
      const path = join(storage.dataDir, 'placard.db')
      const whole = await readFile(path)
      for (const damage of [Buffer.alloc(whole.length, 7), whole.fill(0xff, 100, 4_000)]) {
        await writeFile(path, damage)
        await expect(openDatabase(storage)).rejects.toThrow('is damaged. Nothing was changed. "placard restore FILE')
        expect((await readFile(path)).equals(damage)).toBe(true)
        const refused = await runPlacard(['restore', file, '--json'], storage)
        expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'not-empty' } })
        const replaced = await runPlacard(['restore', file, '--replace'], storage)
        expect(replaced.code, replaced.stderr).toBe(0)
        expect(await rowsOf(storage, 'line')).toHaveLength(2)
      }
    },
    5 * 60_000,
  )
})

describe.skipIf(!(await maySmallDisk()))('a disk that is full', () => {
  let storage: TestStorage
  let disk: SmallDisk
  let folder: string
  beforeEach(async () => {
    storage = await makeTestStorage('sqlite')
    disk = await mountSmallDisk(24)
    folder = await mkdtemp(join(tmpdir(), 'placard-backup-'))
  })
  afterEach(async () => {
    await disk.remove()
    await storage.remove()
    await rm(folder, { recursive: true, force: true })
  })

  it(
    '[F44] a backup that has no room leaves nothing and says so; the daily one is seen to fail',
    async () => {
      const backups = join(disk.folder, 'backups')
      const { app, url } = await start(storage, {
        settings: { BACKUP_DIR: backups, METRICS_TOKEN: 'a-token-for-tests' },
      })
      await addFilm(app, 30 * 2 ** 20)
      await app.backups.look()
      expect(await readdir(backups)).toEqual([])
      expect(app.backups.state().failure).toContain('needs twice its size')
      const readiness = await (await fetch(`${url}/readyz`)).json()
      expect(readiness).toMatchObject({ ready: true, parts: { backup: 'failing' } })
      const metrics = await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer a-token-for-tests' } })
      expect(await metrics.text()).toContain('placard_backup_failing 1')

      // Without the check beforehand: the disk itself runs full in the middle.
      const source = { settings: storage, files: app.context.files }
      const written = writeBackupFile(source, join(backups, 'all.tar'), { now: Date.now, media: true })
      await expect(written).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(await readdir(backups)).toEqual([])
      await app.close()
    },
    5 * 60_000,
  )

  it(
    '[F44] a restore that has no room leaves nothing and says so',
    async () => {
      const { app } = await start(storage)
      await addFilm(app, 30 * 2 ** 20)
      const file = join(folder, 'all.tar')
      expect((await runPlacard(['backup', file], storage)).code).toBe(0)
      await app.close()
      const place = { ...storage, dataDir: join(disk.folder, 'data') }
      await mkdir(place.dataDir)
      const restored = await runPlacard(['restore', file, '--json'], place)
      expect(JSON.parse(restored.stdout)).toMatchObject({ error: { code: 'disk-full' } })
      expect(await readdir(place.dataDir)).toEqual([])
    },
    5 * 60_000,
  )
})

type Row = Record<string, unknown>

/** Rows of a table. Empty when there is no such table. */
async function rowsOf(storage: TestStorage, name: string): Promise<Row[]> {
  await using dump = await openDump(storage)
  const table = dump?.tables.find((one) => one.name === name)
  const rows: Row[] = []
  if (dump && table) {
    for await (const some of dump.rows(table)) {
      rows.push(...some.map((row) => Object.fromEntries(table.columns.map((column, index) => [column, row[index]]))))
    }
  }
  return rows
}

/** The rows as stored in the backup. */
async function openBackedUp(file: string, name: string): Promise<Row[]> {
  const rows: Row[] = []
  await readBackup(createReadStream(file), {
    async begin() {},
    async rows(table, some) {
      if (table.name !== name) return
      rows.push(...some.map((row) => Object.fromEntries(table.columns.map((column, index) => [column, row[index]]))))
    },
    async file(_name, _size, body) {
      for await (const bytes of body) void bytes
    },
  })
  return rows
}
