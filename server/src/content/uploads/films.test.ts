import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  filmMetadataOf,
  type KnownFile,
  type LibraryPage,
  MAX_FILM_BYTES,
  MAX_IMAGE_BYTES,
  MAX_UPLOAD_PIECE_BYTES,
  type MediaFile,
  MediaId,
  PIECE_TYPE,
  POSTER_TYPE,
  pathOf,
  thumbnailUrlOf,
  UPLOAD_EXPIRES_MS,
  type UploadId,
} from '@placard/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { boxOf, readFilmFixture } from '../../testing/films.ts'
import { type Client, startTestServer, statusOf, type TestServer } from '../../testing/server.ts'

const { organisationId } = SAMPLE_DISPLAY
const TUS = { 'tus-resumable': '1.0.0' }

describeDialects('uploaded films', (dialect) => {
  let server: TestServer
  let admin: Client
  let now = Date.now()
  let poster: Buffer
  let plain: Buffer

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => now })
    poster = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2040c0' } })
      .jpeg()
      .toBuffer()
    plain = await readFilmFixture('plain.mp4')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    now += UPLOAD_EXPIRES_MS + 1
    await server.app.uploads.sweep()
    admin = await server.signIn()
  })

  const create = (
    length: number,
    headers: Record<string, string> = { 'upload-metadata': filmMetadataOf({ insists: false }) },
  ) =>
    admin.call('createUpload', {
      params: { organisationId },
      headers: { ...TUS, 'upload-length': String(length), ...headers },
    })
  const append = (uploadId: UploadId, offset: number, bytes: Uint8Array) =>
    admin.call('appendToUpload', {
      params: { organisationId, uploadId },
      body: bytes,
      headers: { ...TUS, 'content-type': PIECE_TYPE, 'upload-offset': String(offset) },
    })
  const finish = (uploadId: UploadId, sent?: Uint8Array, type = POSTER_TYPE) =>
    admin.call('finishUpload', {
      params: { organisationId, uploadId },
      ...(sent ? { body: sent, headers: { 'content-type': type } } : {}),
    })
  const isThere = async (uploadId: UploadId) =>
    (await admin.call('getUploadOffset', { params: { organisationId, uploadId }, headers: TUS })).status === 204
  async function send(film: Uint8Array, { insists = false }: { insists?: boolean } = {}): Promise<UploadId> {
    const { body } = await create(film.byteLength, { 'upload-metadata': filmMetadataOf({ insists }) })
    expect((await append(body.id, 0, film)).status).toBe(204)
    return body.id
  }
  async function upload(film: Uint8Array, how?: { insists?: boolean; poster?: Uint8Array }): Promise<MediaFile> {
    const { status, body } = await finish(await send(film, how), how?.poster)
    expect(status).toBe(201)
    return body
  }
  async function ask<Answer>(name: 'listLibraryFiles' | 'findKnownFile', query: string): Promise<Answer> {
    const answer = await admin.visit(`${pathOf(name, { organisationId })}?${query}`)
    return (await answer.json()) as Answer
  }
  const storedFiles = async () => (await readdir(join(server.app.context.config.dataDir, 'media'))).length
  /** A different film each time, in its last bytes. */
  const another = () => Buffer.concat([plain, boxOf('free', randomBytes(32))])
  const firstItem = async () => {
    const { items } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    return items.at(-1)
  }

  it('[CT5] the sample is kept as one that somebody sent would be, and has a poster', async () => {
    const { items } = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    const sample = items.find(({ type }) => type === 'video')
    const served = await fetch(`${server.url}${sample?.url}`)
    const sent = await upload(Buffer.from(await served.arrayBuffer()), { poster })
    expect(sample?.film).toEqual(sent.film)
    const small = await fetch(server.url + thumbnailUrlOf(sample?.url ?? '', sample?.film))
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({ format: 'webp' })
  })

  it('[CT5] one goes up in pieces, is kept as it was read, and has a poster in small', async () => {
    const film = another()
    const { body: begun } = await create(film.length)
    for (let at = 0; at < film.length; at += 3_000) await append(begun.id, at, film.subarray(at, at + 3_000))
    const { status, body } = await finish(begun.id, poster)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      url: `/media/${body.id}.mp4`,
      contentType: 'video/mp4',
      sizeBytes: film.length,
      width: 160,
      height: 90,
      film: { lengthMs: 800, format: 'h264', sound: true, poster: true },
    })
    expect(body.film?.codec).toMatch(/^avc1\.64/)
    expect((await finish(begun.id)).body).toEqual(body)

    const served = await fetch(server.url + body.url)
    expect(served.headers.get('content-type')).toBe('video/mp4')
    expect(served.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await served.arrayBuffer()).byteLength).toBe(film.length)
    const part = await fetch(server.url + body.url, { headers: { range: 'bytes=4-11' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-11/${film.length}`])
    expect(Buffer.from(await part.arrayBuffer()).toString('latin1')).toMatch(/^ftyp/)
    const small = await fetch(`${server.url}/media/${body.id}/thumbnail.webp`)
    expect(small.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(480)
  })

  it('[CT5] without a poster there is none, and nobody says that there is one', async () => {
    const file = await upload(another())
    expect(file.film?.poster).toBe(false)
    expect(await statusOf(`${server.url}/media/${file.id}/thumbnail.webp`)).toBe(404)
    await admin.call('addLibraryFile', { params: { organisationId }, body: { mediaId: file.id, name: 'Clip' } })
    const { files } = await ask<LibraryPage>('listLibraryFiles', 'kind=film')
    expect(files.find(({ id }) => id === file.id)).toMatchObject({ thumbnailUrl: null, film: { lengthMs: 800 } })
  })

  it.each([
    ['hevc.mp4', 'film-not-for-every-screen', 422],
    ['60-a-second.mp4', 'film-not-for-every-screen', 422],
    ['plain.mov', 'film-not-for-every-screen', 422],
    ['fragmented.mp4', 'film-not-for-every-screen', 422],
    ['vp9.mp4', 'film-not-for-every-screen', 422],
    ['vp9.webm', 'not-a-film', 415],
  ] as const)('[B65] %s is refused as %s, and its upload is forgotten', async (name, code, status) => {
    const files = await storedFiles()
    const id = await send(await readFilmFixture(name))
    expect(await finish(id)).toMatchObject({ status, body: { error: { code } } })
    expect(await storedFiles()).toBe(files)
    expect(await isThere(id)).toBe(false)
  })

  it('[CT5] somebody who insists keeps H.265, and it is told what it takes to play it', async () => {
    const file = await upload(await readFilmFixture('hevc.mp4'), { insists: true })
    expect(file.film).toMatchObject({ format: 'hevc', sound: false })
    const refused = await finish(await send(await readFilmFixture('ten-bit.mp4'), { insists: true }))
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'film-not-for-every-screen' } } })
  })

  it('[B55] [B59] a text, half a film and a picture are no films; a film is no picture', async () => {
    for (const [bytes, status, code] of [
      [Buffer.from('once upon a time there was a text'), 415, 'not-a-film'],
      [plain.subarray(0, plain.length - 100), 422, 'film-damaged'],
      [poster, 415, 'not-a-film'],
    ] as const) {
      expect(await finish(await send(bytes))).toMatchObject({ status, body: { error: { code } } })
    }
    const { body } = await create(plain.length, {})
    await append(body.id, 0, plain)
    expect(await finish(body.id)).toMatchObject({ status: 415, body: { error: { code: 'not-an-image' } } })
  })

  it('[B54] other entries of Upload-Metadata are ignored: the file is a picture, with the limits of one', async () => {
    for (const metadata of ['filename Li4vLi4veA==,filetype dGV4dC9odG1s', 'insist', `filename ${'A'.repeat(4_000)}`]) {
      const headers = { 'upload-metadata': metadata }
      expect((await create(MAX_IMAGE_BYTES + 1, headers)).body).toMatchObject({ error: { code: 'file-too-large' } })
      const { body } = await create(plain.length, headers)
      await append(body.id, 0, plain)
      expect(await finish(body.id)).toMatchObject({ status: 415, body: { error: { code: 'not-an-image' } } })
    }
  })

  it('[CT5] it may be 2 GiB, as far as there is room, and no more', async () => {
    expect(await create(MAX_FILM_BYTES + 1)).toMatchObject({ status: 413, body: { error: { code: 'file-too-large' } } })
    const { status, body } = await create(MAX_FILM_BYTES)
    expect(status).toBe(201)
    // Uploads under way count towards the 5 GiB.
    expect((await create(MAX_FILM_BYTES)).status).toBe(201)
    expect(await create(MAX_FILM_BYTES)).toMatchObject({ status: 402, body: { error: { code: 'quota-exceeded' } } })
    expect((await append(body.id, 0, plain)).headers.get('upload-offset')).toBe(String(plain.length))
    expect(await finish(body.id)).toMatchObject({ status: 409, body: { error: { code: 'upload-unfinished' } } })
  })

  it('[CT5] one of 40 MB goes up in pieces of the largest size, is kept whole, and leaves nothing behind', async () => {
    const film = Buffer.concat([plain, boxOf('free', Buffer.alloc(40 * 2 ** 20))])
    const { body: begun } = await create(film.length)
    for (let at = 0; at < film.length; at += MAX_UPLOAD_PIECE_BYTES) {
      expect((await append(begun.id, at, film.subarray(at, at + MAX_UPLOAD_PIECE_BYTES))).status).toBe(204)
    }
    const { status, body } = await finish(begun.id)
    expect([status, body.sizeBytes]).toEqual([201, film.length])
    const last = await fetch(server.url + body.url, { headers: { range: 'bytes=-9' } })
    expect([last.status, (await last.arrayBuffer()).byteLength]).toEqual([206, 9])
    const { dataDir } = server.app.context.config
    for (const folder of ['uploads', 'workshop']) expect(await readdir(join(dataDir, folder))).toEqual([])
    const { queries } = server.app.context.database
    expect(await queries.selectFrom('upload_piece').select('upload_id').execute()).toEqual([])
  })

  it('[F52] begun again by the same command it is the same upload, unless it is of something else', async () => {
    const headers = { 'idempotency-key': 'film-once-and-again' }
    const of = (insists: boolean) => ({ ...headers, 'upload-metadata': filmMetadataOf({ insists }) })
    const { body } = await create(plain.length, of(false))
    expect((await create(plain.length, of(false))).body.id).toBe(body.id)
    for (const other of [headers, of(true)]) {
      expect(await create(plain.length, other)).toMatchObject({
        status: 422,
        body: { error: { code: 'idempotency-mismatch' } },
      })
    }
  })

  it('[CT5] a poster that cannot be one is refused, and the film waits for a better one', async () => {
    const id = await send(another())
    const text = Buffer.from('<!doctype html>')
    expect(await finish(id, text)).toMatchObject({
      status: 415,
      body: { error: { code: 'not-an-image', field: 'poster' } },
    })
    const half = poster.subarray(0, poster.length / 2)
    expect(await finish(id, half)).toMatchObject({
      status: 422,
      body: { error: { code: 'image-damaged', field: 'poster' } },
    })
    expect((await finish(id, Buffer.concat([poster, randomBytes(270_000)]))).status).toBe(413)
    expect((await finish(id, poster, 'image/png')).status).toBe(415)
    const { status, body } = await finish(id, poster)
    expect([status, body.film?.poster]).toEqual([201, true])
  })

  it('[CT5] a picture takes no poster', async () => {
    const { body } = await create(poster.length, {})
    await append(body.id, 0, poster)
    expect(await finish(body.id, poster)).toMatchObject({ status: 415 })
    expect((await finish(body.id)).status).toBe(201)
  })

  it('[CT5] where a film was taken is told to nobody', async () => {
    const sent = await readFilmFixture('with-a-place.mp4')
    const { url, sha256, sizeBytes } = await upload(sent)
    const served = await fetch(server.url + url)
    expect(served.headers.get('etag')).toBe(`"${sha256}"`)
    const bytes = Buffer.from(await served.arrayBuffer())
    expect([bytes.length, bytes.includes('+48.1371'), sent.includes('+48.1371')]).toEqual([sizeBytes, false, true])
  })

  it('[CT7] an item lasts as long as its film, unless it says otherwise, and is muted unless it says otherwise', async () => {
    const file = await upload(another(), { poster })
    const body = { title: 'Clip', type: 'video' as const, url: file.url }
    const added = await admin.call('createItem', { params: SAMPLE_DISPLAY, body })
    expect(added.status).toBe(201)
    expect(added.body.item).toMatchObject({ film: file.film })
    expect(added.body.item).not.toHaveProperty('duration')
    expect(await firstItem()).toMatchObject({ duration: 0.8, sha256: file.sha256 })
    expect(await firstItem()).not.toHaveProperty('sound')

    const params = { ...SAMPLE_DISPLAY, itemId: added.body.item.id }
    const edit = (change: object) => admin.call('updateItem', { params, body: change, headers: { 'if-match': '*' } })
    expect((await edit({ duration: 5, sound: true })).body.item).toMatchObject({
      duration: 5,
      sound: true,
      film: file.film,
    })
    expect(await firstItem()).toMatchObject({ duration: 5, sound: true })
    await edit({ duration: 0, sound: false })
    expect(await firstItem()).toMatchObject({ duration: 0 })
    expect(await firstItem()).not.toHaveProperty('sound')
    await edit({ duration: null, sound: null })
    expect(await firstItem()).toMatchObject({ duration: 0.8 })
    const { items } = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    expect(items.at(-1)).toMatchObject({ film: file.film })

    // Only films have sound, and a film that becomes something else loses it.
    expect(await edit({ type: 'image', sound: true })).toMatchObject({
      status: 422,
      body: { error: { field: 'sound' } },
    })
    await edit({ sound: true })
    const changed = await edit({ type: 'youtube', url: 'https://youtu.be/aqz-KE-bpKQ' })
    expect(changed.status).toBe(200)
    expect(changed.body.item).not.toHaveProperty('sound')
    expect(changed.body.item).not.toHaveProperty('film')
    expect(
      await admin.call('createItem', {
        params: SAMPLE_DISPLAY,
        body: { ...body, type: 'image', url: 'https://example.org/a.jpg', sound: true },
      }),
    ).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid-field', field: 'sound' } },
    })
  })

  it('[CT7] a film that returns by undo, from the library or as a replacement is shown for its length again', async () => {
    const [one, other] = [await upload(another()), await upload(another(), { poster })]
    for (const { id } of [one, other]) {
      await admin.call('addLibraryFile', { params: { organisationId }, body: { mediaId: id, name: 'Clip' } })
    }
    const put = await admin.call('putLibraryFiles', {
      params: { organisationId },
      body: { ids: [one.id], displays: [SAMPLE_DISPLAY.displayId], playlists: [] },
    })
    expect(put.status).toBeLessThan(300)
    expect(await firstItem()).toMatchObject({ url: one.url, duration: 0.8 })
    const params = { organisationId, mediaId: MediaId.parse(one.id) }
    expect((await admin.call('replaceLibraryFile', { params, body: { by: other.id } })).status).toBe(200)
    expect(await firstItem()).toMatchObject({ url: other.url, duration: 0.8 })
    const { items } = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    const item = items.at(-1)
    expect(item?.film).toEqual(other.film)

    await admin.call('removeItem', {
      params: { ...SAMPLE_DISPLAY, itemId: item?.id as never },
      headers: { 'if-match': '*' },
    })
    const { entries } = (await admin.call('listActivity', { params: SAMPLE_DISPLAY })).body
    const removed = entries.find(({ kind }) => kind === 'item-removed')
    const undone = await admin.call('undoActivity', { params: { ...SAMPLE_DISPLAY, entryId: removed?.id as never } })
    expect(undone.status).toBe(200)
    expect(await firstItem()).toMatchObject({ url: other.url, duration: 0.8 })
  })

  it('[CT2] a film that is there already is found by the bytes that would be sent', async () => {
    const film = Buffer.concat([await readFilmFixture('with-a-place.mp4'), boxOf('free', randomBytes(9))])
    const { id } = await upload(film)
    await admin.call('addLibraryFile', { params: { organisationId }, body: { mediaId: id, name: 'Clip' } })
    const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', film)).toString('hex')
    const known = await ask<KnownFile>('findKnownFile', `sha256=${sha256}`)
    expect(known.file).toMatchObject({ id, film: { lengthMs: 800 } })
  })

  it('[CT2] a film is found by the one that it was made of, which was never sent, and by nobody else', async () => {
    const sourceSha256 = randomBytes(32).toString('hex')
    const film = another()
    const metadata = { 'upload-metadata': filmMetadataOf({ insists: false, sourceSha256 }) }
    const { body } = await create(film.byteLength, metadata)
    expect(await ask<KnownFile>('findKnownFile', `sha256=${sourceSha256}`)).toEqual({ file: null })
    await append(body.id, 0, film)
    const { id } = (await finish(body.id)).body
    await admin.call('addLibraryFile', { params: { organisationId }, body: { mediaId: id, name: 'Clip' } })
    expect((await ask<KnownFile>('findKnownFile', `sha256=${sourceSha256}`)).file).toMatchObject({ id })
  })

  it('[CT2] an upload that is begun again is of the same film, or another command', async () => {
    const key = { 'idempotency-key': randomBytes(16).toString('hex') }
    const of = (sourceSha256: string) => ({
      ...key,
      'upload-metadata': filmMetadataOf({ insists: false, sourceSha256 }),
    })
    const first = await create(100, of('a'.repeat(64)))
    expect((await create(100, of('a'.repeat(64)))).body.id).toBe(first.body.id)
    expect((await create(100, of('b'.repeat(64)))).body).toMatchObject({ error: { code: 'idempotency-mismatch' } })
  })
})
