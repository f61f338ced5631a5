import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathOf } from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { DATABASE_FILE } from '../../platform/database/database.ts'
import { type OwnPostgres, startOwnPostgres } from '../own-postgres.ts'
import { ADMIN, type Client, createClient, startTestServer, type TestServer } from '../server.ts'
import { openStream } from '../stream.ts'

const params = SAMPLE_DISPLAY
/** No assertion depends on durations. Only something that hangs reaches these limits. */
const PATIENCE = { timeout: 30_000, interval: 50 }
const LONG_MS = 180_000
const RESTARTS = 3
const LOG_LIMIT_BYTES = 64 * 2 ** 20

const unavailable = { status: 503, body: { error: { code: 'unavailable' } } }
const addLine = (client: Client, text: string, named: Record<string, string> = {}) =>
  client.call('createLine', { params, body: { text }, headers: named })
const signIn = (url: string) =>
  createClient(url).call('signIn', { params: {}, body: { email: ADMIN.email, password: ADMIN.password } })

let folder: string
let server: TestServer | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-database-'))
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await rm(folder, { recursive: true, force: true })
})

describe('a SQLite file that another process holds', () => {
  let running: TestServer
  let admin: Client
  let other: DatabaseSync

  beforeEach(async () => {
    running = await startTestServer({ keepIn: folder })
    server = running
    admin = await running.signIn()
    other = new DatabaseSync(join(folder, DATABASE_FILE))
  })
  afterEach(() => other.close())

  it('[F46] a change is refused with a message and not half made, screens are answered, and nobody can sign in', async () => {
    const before = (await admin.call('getProgramme', { params })).body
    other.exec('begin immediate')
    const refused = await addLine(admin, 'while it is locked')
    expect(refused).toMatchObject(unavailable)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(5)
    expect(await signIn(running.url)).toMatchObject(unavailable)
    expect((await running.anonymous.call('getManifest', { params })).status).toBe(200)
    expect((await running.anonymous.call('getProgramme', { params })).status).toBe(401)
    expect((await admin.call('getProgramme', { params })).body).toEqual(before)

    other.exec('rollback')
    expect(await addLine(admin, 'when it is free')).toMatchObject({
      status: 201,
      body: { revision: before.revision + 1 },
    })
    expect((await signIn(running.url)).status).toBe(200)
    const { lines } = (await admin.call('getProgramme', { params })).body
    expect(lines.map(({ text }) => text)).toEqual([...before.lines.map(({ text }) => text), 'when it is free'])
  })

  it('[F47] a log that a long reader has made grow is cut back once that one has gone', async () => {
    const log = join(folder, `${DATABASE_FILE}-wal`)
    const size = async () => (await stat(log)).size
    const writer = new DatabaseSync(join(folder, DATABASE_FILE))
    writer.exec('pragma synchronous = off; create table ballast (content blob)')
    other.exec('begin')
    other.prepare('select count(*) as held from programme').get()
    const fill = writer.prepare('insert into ballast values (zeroblob(1000000))')
    while ((await size()) <= LOG_LIMIT_BYTES) fill.run()
    // The copying of the log is blocked, and everything else works.
    expect((await addLine(admin, 'while it grows')).status).toBe(201)
    expect(await size()).toBeGreaterThan(LOG_LIMIT_BYTES)

    other.exec('rollback')
    writer.exec('drop table ballast')
    writer.close()
    await expect
      .poll(async () => {
        expect((await addLine(admin, 'once it may shrink')).status).toBe(201)
        return await size()
      }, PATIENCE)
      .toBeLessThanOrEqual(LOG_LIMIT_BYTES)
  })
})

describe('a PostgreSQL that goes away', () => {
  let postgres: OwnPostgres

  beforeEach(async () => {
    postgres = await startOwnPostgres()
  }, LONG_MS)
  afterEach(async () => {
    await server?.close()
    server = undefined
    await postgres.close()
  }, LONG_MS)

  it(
    '[F49] [F46] each time it is ended at once: 503 in words, nobody is let in, nothing acknowledged is lost, and it heals by itself',
    async () => {
      const running = await startTestServer({ sharedWith: { dataDir: folder, databaseUrl: postgres.url } })
      server = running
      const admin = await running.signIn()
      const screen = await openStream(running.url + pathOf('streamManifest', params))
      const first = (await screen.next('manifest')).data as { lines: { text: string }[] }
      const acknowledged = first.lines.map(({ text }) => text)

      for (let restart = 1; restart <= RESTARTS; restart += 1) {
        let isWriting = true
        const seen = new Set<number>()
        const writing = writeLines()
        await expect.poll(() => seen.has(201), PATIENCE).toBe(true)
        await postgres.stopAtOnce()
        await expect.poll(() => seen.has(503), PATIENCE).toBe(true)
        expect(await signIn(running.url)).toMatchObject(unavailable)
        expect((await admin.call('getProgramme', { params })).status).toBe(503)
        await postgres.start()
        seen.clear()
        await expect.poll(() => seen.has(201), PATIENCE).toBe(true)
        isWriting = false
        await writing

        async function writeLines(): Promise<void> {
          for (let number = 1; isWriting; number += 1) {
            const text = `${restart}.${number}`
            const named = { 'idempotency-key': `line-${restart}-${number}` }
            // After a 503 it is unknown if it was carried out. Under the same key it is carried out once.
            for (let isDone = false; !isDone; ) {
              const { status } = await addLine(admin, text, named)
              seen.add(status)
              isDone = status === 201
              if (!isDone && status !== 503) throw new Error(`answered ${status}`)
            }
            acknowledged.push(text)
          }
        }
      }

      const { lines, revision } = (await admin.call('getProgramme', { params })).body
      expect(lines.map(({ text }) => text)).toEqual(acknowledged)
      expect((await signIn(running.url)).status).toBe(200)
      // The screen has been connected the whole time, and receives the next change.
      await addLine(admin, 'and on')
      for (;;) {
        const heard = (await screen.next('manifest')).data as { revision: number }
        if (heard.revision > revision) break
      }
      screen.close()
    },
    LONG_MS,
  )
})
