import { randomBytes } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DEFAULT_QUOTA_BYTES,
  OrganisationId,
  PIECE_TYPE,
  UNREFERENCED_MEDIA_KEPT_MS,
  UPLOAD_EXPIRES_MS,
  type UploadId,
  UserId,
} from '@placard/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import type { Caller } from '../../platform/access.ts'
import { updateOrganisation } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { type Client, startTestServer, statusOf, type TestServer } from '../../testing/server.ts'
import { readStorageUse, storeMediaFile } from '../media/service.ts'
import { createUploads } from './service.ts'
import { sumReservedBytes } from './store.ts'

const { organisationId } = SAMPLE_DISPLAY
const DAY_MS = 24 * 60 * 60_000
const TUS = { 'tus-resumable': '1.0.0' }

describeDialects('room for files', (dialect) => {
  let server: TestServer
  let admin: Client
  let now: number
  let picture: Buffer

  beforeEach(async () => {
    now = Date.now()
    server = await startTestServer({ dialect, now: () => now })
    admin = await server.signIn()
    picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2040c0' } })
      .jpeg()
      .toBuffer()
  })
  afterEach(() => server.close())

  const use = async () => ({
    ...(await readStorageUse(server.app.context, organisationId)),
    reservedBytes: await sumReservedBytes(server.app.context.database.queries, organisationId, now),
  })
  /** Sets the quota to this many bytes more than are stored now. */
  const leaveRoom = async (bytes: number) =>
    updateOrganisation(server.app.context, organisationId, { quotaBytes: (await use()).usedBytes + bytes })
  const begin = (length: number) =>
    admin.call('createUpload', {
      params: { organisationId },
      headers: { ...TUS, 'upload-length': String(length) },
    })
  const append = (uploadId: UploadId, bytes: Uint8Array) =>
    admin.call('appendToUpload', {
      params: { organisationId, uploadId },
      body: bytes,
      headers: { ...TUS, 'content-type': PIECE_TYPE, 'upload-offset': '0' },
    })
  const finish = (uploadId: UploadId) => admin.call('finishUpload', { params: { organisationId, uploadId } })
  const remove = (uploadId: UploadId) =>
    admin.call('removeUpload', { params: { organisationId, uploadId }, headers: TUS })
  const single = (bytes: Uint8Array = picture) =>
    admin.call('uploadMedia', { params: { organisationId }, body: bytes, headers: { 'content-type': 'image/jpeg' } })
  const filesIn = (folder: string) => readdir(join(server.app.context.config.dataDir, folder))
  const storedFiles = async () => (await filesIn('media')).filter((name) => name !== '.staging')

  it('[B60] says what is stored, what is reserved and what there may be', async () => {
    const before = await use()
    expect(before).toMatchObject({ reservedBytes: 0, quotaBytes: DEFAULT_QUOTA_BYTES })
    const { sizeBytes } = (await single()).body
    await begin(300_000)
    const usedBytes = before.usedBytes + sizeBytes
    expect(await use()).toEqual({ ...before, usedBytes, reservedBytes: 300_000 })
    const told = () => admin.call('getStorage', { params: { organisationId } })
    expect(await told()).toMatchObject({ status: 200, body: { usedBytes, quotaBytes: DEFAULT_QUOTA_BYTES } })
    await updateOrganisation(server.app.context, organisationId, { quotaBytes: 1 })
    expect((await told()).body).toEqual({ usedBytes, quotaBytes: 1 })
    const unknown = OrganisationId.parse('unknown')
    await expect(readStorageUse(server.app.context, unknown)).rejects.toMatchObject({ code: 'organisation-not-found' })
  })

  it('[B60] twenty at once never come to more than there is room for, whichever process they are in', async () => {
    const { context, media, uploads } = server.app
    const config = { ...context.config, dataDir: join(context.config.dataDir, 'other') }
    const other = await createUploads({ ...context, config }, media)
    const { user_id } = await context.database.queries.selectFrom('session').select('user_id').executeTakeFirstOrThrow()
    const caller = { organisationId, userId: UserId.parse(user_id) } as Caller
    const WANTED = { length: 300_000, kind: 'picture' as const, insists: false }
    await leaveRoom(5 * 300_000 + 299_999)
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? uploads : other).create(caller, WANTED, undefined)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'quota-exceeded' })
    }
    const { usedBytes, reservedBytes, quotaBytes } = await use()
    expect(reservedBytes).toBe(5 * 300_000)
    expect(usedBytes + reservedBytes).toBeLessThanOrEqual(quotaBytes)
    // The refused uploads leave no rows.
    const rows = await context.database.queries
      .selectFrom('upload')
      .select('id')
      .where('media_id', 'is', null)
      .execute()
    expect(rows).toHaveLength(5)
    if (dialect === 'sqlite') {
      expect([...(await filesIn('uploads')), ...(await filesIn('other/uploads'))]).toHaveLength(5)
    }
    await other.close()
  })

  it('[B60] twenty whole pictures at once never come to more than there is room for', async () => {
    const { sizeBytes } = (await single()).body
    const files = (await storedFiles()).length
    await leaveRoom(5 * sizeBytes + sizeBytes - 1)
    const statuses: number[] = []
    // Ten at a time, because more would not fit into the queue.
    for (const _ of [1, 2]) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => single()))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(statuses.filter((status) => status === 402)).toHaveLength(15)
    const { usedBytes, quotaBytes } = await use()
    expect(usedBytes).toBeLessThanOrEqual(quotaBytes)
    expect((await storedFiles()).length).toBe(files + 10)
  })

  it('[B60] an upload that is cancelled, fails or expires frees its room', async () => {
    await leaveRoom(300_000)
    const cancelled = (await begin(300_000)).body.id
    expect(await begin(1)).toMatchObject({ status: 402, body: { error: { code: 'quota-exceeded' } } })
    await remove(cancelled)

    const failed = (await begin(300_000)).body.id
    await append(failed, randomBytes(300_000))
    expect((await begin(1)).status).toBe(402)
    expect((await finish(failed)).status).toBe(415)

    expect((await begin(300_000)).status).toBe(201)
    expect((await begin(1)).status).toBe(402)
    now += UPLOAD_EXPIRES_MS + 1
    admin = await server.signIn()
    expect((await use()).reservedBytes).toBe(0)
    expect((await begin(300_000)).status).toBe(201)
  })

  it('[B60] a finished picture counts what it has become, not what was sent', async () => {
    const before = await use()
    const sent = Buffer.concat([picture, randomBytes(300_000 - picture.length)])
    await leaveRoom(sent.length)
    const id = (await begin(sent.length)).body.id
    await append(id, sent)
    const { sizeBytes } = (await finish(id)).body
    expect(await use()).toMatchObject({ usedBytes: before.usedBytes + sizeBytes, reservedBytes: 0 })
    // The rest of its reservation is released.
    expect((await begin(sent.length - sizeBytes)).status).toBe(201)
    expect((await begin(1)).status).toBe(402)
  })

  it('[B60] a picture that has become larger than the room there is is refused at its end, and nothing of it stays', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    // With few colours the original is small, and the resulting JPEG is not.
    const small = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#808080', noise } })
      .png({ palette: true, colours: 4 })
      .toBuffer()
    const before = await use()
    const files = await storedFiles()
    await leaveRoom(small.length)
    const id = (await begin(small.length)).body.id
    await append(id, small)
    expect(await finish(id)).toMatchObject({ status: 402, body: { error: { code: 'quota-exceeded' } } })
    expect(await storedFiles()).toEqual(files)
    expect(await filesIn('uploads')).toEqual([])
    expect(await use()).toMatchObject({ usedBytes: before.usedBytes, reservedBytes: 0 })
  })

  it('[B60] a file that nothing has named for thirty days is removed, and not a day sooner', async () => {
    const { context, media } = server.app
    const { body } = await single()
    const item = { title: 'Blue', type: 'image' as const, url: body.url, duration: 5 }
    const shown = await admin.call('createItem', { params: SAMPLE_DISPLAY, body: item })
    const names = [`${body.id}.jpg`, `${body.id}_thumbnail.webp`]
    const isThere = async () => {
      const files = await storedFiles()
      const row = await context.database.queries
        .selectFrom('media_file')
        .select('id')
        .where('id', '=', body.id)
        .execute()
      expect(names.filter((name) => files.includes(name))).toHaveLength(row.length === 1 ? 2 : 0)
      return row.length === 1
    }
    now += UNREFERENCED_MEDIA_KEPT_MS + DAY_MS
    await media.sweep()
    expect(await isThere()).toBe(true)

    admin = await server.signIn()
    const params = { ...SAMPLE_DISPLAY, itemId: shown.body.item.id }
    expect((await admin.call('removeItem', { params, headers: { 'if-match': '*' } })).status).toBe(200)
    await media.sweep()
    now += UNREFERENCED_MEDIA_KEPT_MS - 1
    await media.sweep()
    expect(await isThere()).toBe(true)

    // After being referenced again for a while, it is kept for the full thirty days again.
    admin = await server.signIn()
    const again = await admin.call('createItem', { params: SAMPLE_DISPLAY, body: item })
    await media.sweep()
    const gone = { ...SAMPLE_DISPLAY, itemId: again.body.item.id }
    await admin.call('removeItem', { params: gone, headers: { 'if-match': '*' } })
    now += 1
    await media.sweep()
    now += UNREFERENCED_MEDIA_KEPT_MS - 1
    await media.sweep()
    expect(await isThere()).toBe(true)

    now += 1
    await media.sweep()
    expect(await isThere()).toBe(false)
    expect(await statusOf(server.url + body.url)).toBe(404)
    const { items } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    for (const { url } of items) if (url.startsWith('/')) expect(await statusOf(server.url + url)).toBe(200)
  })

  it('[B60] a file that a change of the last thirty days needs for its undo is kept', async () => {
    const { context, media } = server.app
    const { body } = await single()
    await media.sweep()
    now += UNREFERENCED_MEDIA_KEPT_MS
    const change = { thing: 'item', before: { id: 'x', url: body.url }, after: null }
    await context.database.queries
      .insertInto('activity_state')
      .values({
        entry_id: 1_000_000,
        organisation_id: organisationId,
        at: now - UNREFERENCED_MEDIA_KEPT_MS + 1,
        size_bytes: 1,
        touched: '[]',
        changes: JSON.stringify([change]),
      })
      .execute()
    await media.sweep()
    expect(await statusOf(server.url + body.url)).toBe(200)
    now += 1
    await media.sweep()
    expect(await statusOf(server.url + body.url)).toBe(404)
  })

  it('[F41] a file that a crash left without its row is removed after a day, one with a row never', async () => {
    const { context, media } = server.app
    const kept = await storedFiles()
    const orphan = '0190aaaa-0000-4000-8000-000000000000.jpg'
    await context.files.put(orphan, picture)
    await media.sweep()
    expect(await storedFiles()).toContain(orphan)
    const folder = join(context.config.dataDir, 'media')
    const old = new Date(now - 2 * DAY_MS)
    for (const name of await storedFiles()) await utimes(join(folder, name), old, old)
    await media.sweep()
    expect((await storedFiles()).sort()).toEqual(kept.sort())
  })

  it('[F41] a file whose row could not be written is not kept either', async () => {
    const { context } = server.app
    const files = await storedFiles()
    const unknown = OrganisationId.parse('unknown')
    const shipped = { bytes: picture, contentType: 'image/jpeg' as const, width: 640, height: 360 }
    await expect(storeMediaFile(context, unknown, shipped)).rejects.toThrow()
    const left = await storedFiles()
    // With a database in another process, the commit may have succeeded: the files are left to the sweep.
    expect(left.length).toBe(dialect === 'sqlite' ? files.length : files.length + 2)
  })
})
