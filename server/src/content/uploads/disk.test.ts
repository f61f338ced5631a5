import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { type LineId, PIECE_TYPE, type UploadId } from '@placard/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { fromSystemError } from '../../platform/errors.ts'
import { openDiskFileStore } from '../../platform/files/disk.ts'
import { breakableDisk } from '../../testing/broken-disk.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { maySmallDisk, mountSmallDisk, type SmallDisk } from '../../testing/small-disk.ts'
import { openStaging } from './staging.ts'

const { organisationId } = SAMPLE_DISPLAY
const TUS = { 'tus-resumable': '1.0.0' }
const KEY = 'a.jpg'

const picture = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: '#2040c0' } })
    .jpeg()
    .toBuffer()

const upload = (client: Client, bytes: Uint8Array) =>
  client.call('uploadMedia', { params: { organisationId }, body: bytes, headers: { 'content-type': 'image/jpeg' } })
const begin = (client: Client, length: number) =>
  client.call('createUpload', { params: { organisationId }, headers: { ...TUS, 'upload-length': String(length) } })
const append = (client: Client, uploadId: UploadId, offset: number, bytes: Uint8Array) =>
  client.call('appendToUpload', {
    params: { organisationId, uploadId },
    body: bytes,
    headers: { ...TUS, 'content-type': PIECE_TYPE, 'upload-offset': String(offset) },
  })
const offsetOf = async (client: Client, uploadId: UploadId) => {
  const { headers } = await client.call('getUploadOffset', { params: { organisationId, uploadId }, headers: TUS })
  return Number(headers.get('upload-offset'))
}

describe('a disk that fails', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-disk-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  describe.each(['ENOSPC', 'EIO', 'EROFS'] as const)('with %s', (fault) => {
    it.each(['put', 'take'] as const)(
      '[F44] [F45] at any step of a %s: nothing half stored, and it goes on as soon as it can',
      async (way) => {
        const disk = breakableDisk(fault)
        const files = await openDiskFileStore(join(folder, 'media'), disk.io)
        const source = join(folder, 'source')
        const bytes = randomBytes(10_000)
        const store = async () => {
          if (way === 'put') return files.put(KEY, bytes)
          await writeFile(source, bytes)
          return files.take(KEY, source)
        }
        let steps = 0
        for (; ; steps += 1) {
          disk.failFrom(steps + 1)
          const failure = await store().catch((error: unknown) => error)
          disk.mend()
          if (!disk.hasFailed()) break
          expect(failure).toMatchObject({ code: fault })
          expect(await files.size(KEY)).toBeUndefined()
          expect(await readdir(join(folder, 'media', '.staging'))).toEqual([])
          await store()
          expect(await readFile(join(folder, 'media', KEY))).toEqual(bytes)
          await files.remove(KEY)
        }
        expect(steps).toBeGreaterThanOrEqual(4)
      },
    )

    it('[F44] [F45] at any step of an upload in pieces, everything acknowledged exists', async () => {
      const disk = breakableDisk(fault)
      const staging = await openStaging(join(folder, 'uploads'), disk.io)
      const bytes = randomBytes(40_000)
      let steps = 0
      for (; ; steps += 1) {
        const id = String(steps).padStart(32, '0') as UploadId
        disk.failFrom(steps + 1, { only: true })
        for (;;) {
          try {
            if ((await staging.size(id)) === undefined) await staging.create(id)
            // In four parts, as from a socket.
            const from = (await staging.size(id)) ?? 0
            const rest = Array.from({ length: 4 }, (_, part) => bytes.subarray(part * 10_000, (part + 1) * 10_000))
            const left = Buffer.concat(rest).subarray(from)
            const body = Readable.from(
              left.length > 10_000 ? [left.subarray(0, 10_000), left.subarray(10_000)] : [left],
            )
            await staging.append(id, from, bytes.length, body)
            await staging.settle(id)
            break
          } catch (error) {
            expect(error).toMatchObject({ code: fault })
            const size = (await staging.size(id)) ?? 0
            expect(await readFile(await staging.collect(id)).catch(() => Buffer.alloc(0))).toEqual(
              bytes.subarray(0, size),
            )
            // A failed sync may also have lost earlier bytes.
            expect(size).toBeLessThan(bytes.length)
          }
        }
        expect(await readFile(await staging.collect(id))).toEqual(bytes)
        if (!disk.hasFailed()) break
      }
      expect(steps).toBeGreaterThanOrEqual(6)
    })
  })

  it.each([
    ['a full disk', { code: 'ENOSPC' }, 'disk-full'],
    ['a full disk below PostgreSQL', { code: '53100' }, 'disk-full'],
    ['a full disk below SQLite', { errcode: 13 }, 'disk-full'],
    ['a broken disk', { code: 'EIO' }, 'unavailable'],
    ['a broken disk below PostgreSQL', { code: '58030' }, 'unavailable'],
    ['a failed sync below SQLite', { errcode: 1_034 }, 'unavailable'],
    ['a read-only disk below SQLite', { errcode: 776 }, 'unavailable'],
  ] as const)('[F44] [F45] says what %s means', (_what, details, code) => {
    expect(fromSystemError(Object.assign(new Error('x'), details))).toMatchObject({ code })
  })
})

describe('a server whose disk cannot sync', () => {
  const { server, admin } = sharedTestServer()

  it('[F45] acknowledges no picture, keeps nothing of it, and takes the next one once the disk is well', async () => {
    const { context } = server.app
    const folder = join(context.config.dataDir, 'media')
    const disk = breakableDisk('EIO')
    context.files = await openDiskFileStore(folder, disk.io)
    const rows = () => context.database.queries.selectFrom('media_file').select('id').execute()
    const [filesBefore, rowsBefore] = [await readdir(folder), await rows()]
    let step = 1
    for (; ; step += 1) {
      disk.failFrom(step)
      const { status, headers, body } = await upload(admin, await picture())
      if (!disk.hasFailed()) break
      expect(status).toBe(503)
      expect(headers.get('retry-after')).not.toBeNull()
      expect(body).toMatchObject({ error: { code: 'unavailable' } })
      expect(await readdir(folder)).toEqual(filesBefore)
      expect(await rows()).toEqual(rowsBefore)
    }
    disk.mend()
    // Two files, each renamed twice, opened, synced, and its folder synced.
    expect(step).toBeGreaterThanOrEqual(8)
    expect((await upload(admin, await picture())).status).toBe(201)
  })
})

describe.skipIf(!(await maySmallDisk()))('a server whose disk is full', () => {
  let disk: SmallDisk
  let server: TestServer
  let admin: Client

  async function start(config: { ballastBytes?: number } = {}): Promise<void> {
    server = await startTestServer({ keepIn: disk.folder, config })
    admin = await server.signIn()
  }

  beforeEach(async () => {
    disk = await mountSmallDisk(24)
    await start()
  })
  afterEach(async () => {
    await disk.makeRoom()
    await server.close()
    await disk.remove()
  })

  const filesIn = async (folder: string) => (await readdir(join(disk.folder, folder))).sort()
  const createLine = (text: string) => admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text } })
  const manifest = async () => (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body

  it('[F44] takes no picture, keeps nothing of it, plays on, and takes the next one as soon as there is room', async () => {
    const sent = await picture()
    const before = { media: await filesIn('media'), uploads: await filesIn('uploads') }
    await disk.fill()
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await upload(admin, sent)).toMatchObject({ status: 507, body: { error: { code: 'disk-full' } } })
    }
    expect({ media: await filesIn('media'), uploads: await filesIn('uploads') }).toEqual(before)
    expect(await filesIn('workshop')).toEqual([])
    expect(await filesIn('media/.staging')).toEqual([])
    const { items } = await manifest()
    expect(items.length).toBeGreaterThan(0)
    await disk.makeRoom()
    expect((await upload(admin, sent)).status).toBe(201)
  })

  it('[F44] an upload in pieces waits where it stands, and goes on', async () => {
    const jpeg = await picture()
    const sent = Buffer.concat([jpeg, randomBytes(600_000 - jpeg.length)])
    const { id } = (await begin(admin, sent.length)).body
    await append(admin, id, 0, sent.subarray(0, 100_000))
    await disk.fill()
    expect(await append(admin, id, 100_000, sent.subarray(100_000))).toMatchObject({
      status: 507,
      body: { error: { code: 'disk-full' } },
    })
    const offset = await offsetOf(admin, id)
    expect(offset).toBeGreaterThanOrEqual(100_000)
    expect(offset).toBeLessThan(sent.length)
    await disk.makeRoom()
    expect((await append(admin, id, offset, sent.subarray(offset))).status).toBe(204)
    expect(await readFile(join(disk.folder, 'uploads', id))).toEqual(sent)
    expect((await admin.call('finishUpload', { params: { organisationId, uploadId: id } })).status).toBe(201)
  })

  it('[F44] a change is refused whole, reading goes on, and changes go on as soon as there is room', async () => {
    const revision = async () => (await manifest()).revision
    const first = await revision()
    await disk.fill()
    const acknowledged: string[] = []
    // The database log may have some free room of its own.
    for (let index = 0; ; index += 1) {
      const text = `line ${index} ${'x'.repeat(400)}`
      const answer = await createLine(text)
      if (answer.status !== 201) {
        expect(answer).toMatchObject({ status: 507, body: { error: { code: 'disk-full' } } })
        break
      }
      acknowledged.push(text)
      expect(index).toBeLessThan(190)
    }
    expect(await revision()).toBe(first + acknowledged.length)
    await disk.makeRoom()
    expect((await createLine('there is room')).status).toBe(201)
    acknowledged.push('there is room')

    await server.close()
    await start()
    const { lines, revision: last } = await manifest()
    expect(last).toBe(first + acknowledged.length)
    expect(lines.map(({ text }) => text).filter((text) => acknowledged.includes(text))).toEqual(acknowledged)
  })

  describe('[F44] [M5] with room kept for it', () => {
    const BALLAST = 2 ** 20
    const state = () => server.app.ballast.state()
    const pragma = (name: string) => {
      using database = new DatabaseSync(join(disk.folder, 'placard.db'))
      return { ...database.prepare(`pragma ${name}`).get() }
    }
    const removeLine = (line: { id: LineId }) =>
      admin.call('removeLine', { params: { ...SAMPLE_DISPLAY, lineId: line.id } })
    const fillEverything = async () => {
      await disk.fill()
      // The database log may have some free room of its own.
      for (let index = 0; (await createLine(`line ${index} ${'x'.repeat(400)}`)).status === 201; index += 1) {
        expect(index).toBeLessThan(190)
      }
    }

    it('without it, nothing can be deleted on a full disk', async () => {
      expect(state()).toBe('off')
      const { lines } = await manifest()
      expect(lines.length).toBeGreaterThan(0)
      // Otherwise the database log could be emptied on the full disk, which would give it free room.
      await expect.poll(() => pragma('wal_checkpoint(truncate)')).toMatchObject({ busy: 0 })
      await fillEverything()
      for (const line of lines) expect((await removeLine(line)).status).toBe(507)
    })

    describe('when it is there', () => {
      beforeEach(async () => {
        await server.close()
        await start({ ballastBytes: BALLAST })
        await expect.poll(state).toBe('kept')
      })

      it('a full disk can be emptied by deleting, takes no upload meanwhile, and has its room again afterwards', async () => {
        expect((await stat(join(disk.folder, 'ballast'))).blocks * 512).toBeGreaterThanOrEqual(BALLAST)
        const sent = await picture()
        const { lines, items } = await manifest()
        await fillEverything()
        expect(state()).toBe('spent')
        expect(await filesIn('.')).not.toContain('ballast')

        expect(lines.length).toBeGreaterThan(0)
        for (const line of lines) expect((await removeLine(line)).status).toBe(200)
        for (const { id } of items) {
          expect((await admin.call('removeItem', { params: { ...SAMPLE_DISPLAY, itemId: id } })).status).toBe(200)
        }
        // The thread that checkpoints the log may be running.
        await expect.poll(() => pragma('wal_checkpoint(truncate)')).toMatchObject({ busy: 0 })
        // The released room is not available for more pictures.
        const before = await filesIn('media')
        expect(await upload(admin, sent)).toMatchObject({ status: 507, body: { error: { code: 'disk-full' } } })
        expect(await begin(admin, sent.length)).toMatchObject({ status: 507 })
        expect(await filesIn('media')).toEqual(before)
        await server.app.ballast.renew()
        expect(state()).toBe('spent')

        await disk.makeRoom()
        await server.app.ballast.renew()
        expect(state()).toBe('kept')
        expect((await upload(admin, sent)).status).toBe(201)
        expect(pragma('integrity_check')).toEqual({ integrity_check: 'ok' })
      })

      it('[S2] with that room spent, what adds is refused and what removes goes on, signing in too, and /readyz says so', async () => {
        const ready = async () => (await (await fetch(`${server.url}/readyz`)).json()) as { parts: { disk: string } }
        expect((await ready()).parts.disk).toBe('ok')
        const { revision } = await manifest()
        for (let index = 0; index < 60; index += 1) expect((await createLine(`line ${index}`)).status).toBe(201)
        await fillEverything()
        expect(state()).toBe('spent')
        const { lines, items } = await manifest()
        const full = { status: 507, body: { error: { code: 'disk-full' } } }
        // Each of these would use up a part of the reserve for removals.
        for (let round = 0; round < 40; round += 1) {
          expect(await createLine('x'.repeat(400))).toMatchObject(full)
          expect(await admin.call('restoreProgramme', { params: SAMPLE_DISPLAY, body: { revision } })).toMatchObject(
            full,
          )
        }
        for (const line of lines) expect((await removeLine(line)).status).toBe(200)
        const again = await server.signIn()
        for (const { id } of items) {
          expect((await again.call('removeItem', { params: { ...SAMPLE_DISPLAY, itemId: id } })).status).toBe(200)
        }
        await vi.waitFor(async () => expect((await ready()).parts.disk).toBe('failing'), { timeout: 5_000 })

        await disk.makeRoom()
        await server.app.ballast.renew()
        expect((await createLine('there is room')).status).toBe(201)
      })

      it('[R6] as soon as there is room again, the next change and the next upload have it', async () => {
        const sent = await picture()
        await fillEverything()
        expect((await createLine('no room')).status).toBe(507)
        await disk.makeRoom()
        expect((await createLine('there is room')).status).toBe(201)
        expect((await upload(admin, sent)).status).toBe(201)
        expect(state()).toBe('kept')
        const { parts } = (await (await fetch(`${server.url}/readyz`)).json()) as { parts: { disk: string } }
        expect(parts.disk).toBe('ok')
      })

      it('a server starts on a full disk, and deletes', async () => {
        const [line] = (await manifest()).lines
        if (!line) throw new Error('the sample has no line')
        await server.close()
        await disk.fill()
        await start({ ballastBytes: BALLAST })
        expect(state()).toBe('spent')
        expect((await removeLine(line)).status).toBe(200)
      })
    })
  })

  it('takes over a file from another disk', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'placard-disk-'))
    const source = join(elsewhere, 'source')
    const bytes = randomBytes(10_000)
    await writeFile(source, bytes)
    const folder = join(disk.folder, 'other')
    await (await openDiskFileStore(folder)).take(KEY, source)
    expect(await readFile(join(folder, KEY))).toEqual(bytes)
    expect(await readdir(elsewhere)).toEqual([])
    await rm(elsewhere, { recursive: true, force: true })
  })

  it('[F45] a disk that has become read only takes no picture, and takes them again when it is not', async () => {
    // The database is elsewhere, because a disk with a file open for writing cannot be made read only.
    await server.close()
    const second = await startTestServer({ config: { dataDir: join(disk.folder, 'second') } })
    try {
      const client = await second.signIn()
      const sent = await picture()
      await disk.setReadOnly(true)
      const refused = await upload(client, sent)
      expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
      expect(refused.headers.get('retry-after')).not.toBeNull()
      await disk.setReadOnly(false)
      expect((await upload(client, sent)).status).toBe(201)
    } finally {
      await second.close()
      await start()
    }
  })
})
