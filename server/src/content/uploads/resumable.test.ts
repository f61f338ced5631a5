import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  MAX_IMAGE_BYTES,
  MAX_OPEN_UPLOADS_PER_ORGANISATION,
  PIECE_TYPE,
  pathOf,
  SINGLE_UPLOAD_BYTES,
  UPLOAD_EXPIRES_MS,
  UPLOAD_RETRY_MS,
  UploadId,
} from '@placard/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs } from '../../testing/people.ts'
import { ADMIN, type Client, startTestServer, statusOf, type TestServer } from '../../testing/server.ts'
import { readPieces } from './store.ts'

const { organisationId } = SAMPLE_DISPLAY
const TUS = { 'tus-resumable': '1.0.0' }

/** A picture that does not compress, padded to the size: data after a JPEG are ignored. */
async function pictureOf(bytes: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2040c0' } })
    .jpeg()
    .toBuffer()
  return Buffer.concat([jpeg, randomBytes(bytes - jpeg.length)])
}

describeDialects('uploads in pieces', (dialect) => {
  let server: TestServer
  let admin: Client
  let now = Date.now()

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => now })
    admin = await server.signIn()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    // Uploads that a test left open expire before the next test.
    now += UPLOAD_EXPIRES_MS + 1
    await server.app.uploads.sweep()
    admin = await server.signIn()
  })

  const create = (length: number | string, headers: Record<string, string> = {}, client = admin) =>
    client.call('createUpload', {
      params: { organisationId },
      headers: { ...TUS, 'upload-length': String(length), ...headers },
    })
  const begin = async (length: number) => (await create(length)).body.id
  const head = (uploadId: UploadId, client = admin) =>
    client.call('getUploadOffset', { params: { organisationId, uploadId }, headers: TUS })
  const append = (uploadId: UploadId, offset: number | string, bytes: Uint8Array, headers = {}, client = admin) =>
    client.call('appendToUpload', {
      params: { organisationId, uploadId },
      body: bytes,
      headers: { ...TUS, 'content-type': PIECE_TYPE, 'upload-offset': String(offset), ...headers },
    })
  const remove = (uploadId: UploadId, client = admin) =>
    client.call('removeUpload', { params: { organisationId, uploadId }, headers: TUS })
  const finish = (uploadId: UploadId, client = admin) =>
    client.call('finishUpload', { params: { organisationId, uploadId } })
  const offsetOf = async (uploadId: UploadId) => Number((await head(uploadId)).headers.get('upload-offset'))
  /** Ids of the uploads with staged bytes, in either kind of staging. */
  const staged = async () => {
    const { config, database } = server.app.context
    if (dialect === 'sqlite') return readdir(join(config.dataDir, 'uploads'))
    return database.queries.selectFrom('upload').select('id').where('media_id', 'is', null).orderBy('id').execute()
  }
  const storedFiles = async () => (await readdir(join(server.app.context.config.dataDir, 'media'))).length
  const urlOf = (uploadId: string) => `${server.url}/api/organisations/${organisationId}/uploads/${uploadId}`

  it('C7 goes up in pieces and becomes a stored picture', async () => {
    const picture = await pictureOf(700_000)
    const { status, body, headers } = await create(picture.length)
    expect(status).toBe(201)
    expect(body.id).toMatch(/^[0-9a-f]{32}$/)
    expect(headers.get('location')).toBe(pathOf('appendToUpload', { organisationId, uploadId: body.id }))
    expect(headers.get('tus-resumable')).toBe('1.0.0')
    expect(Date.parse(headers.get('upload-expires') ?? '')).toBeGreaterThan(now + UPLOAD_EXPIRES_MS - 2_000)

    const first = await append(body.id, 0, picture.subarray(0, SINGLE_UPLOAD_BYTES))
    expect(first.status).toBe(204)
    expect(first.headers.get('upload-offset')).toBe(String(SINGLE_UPLOAD_BYTES))
    const asked = await head(body.id)
    expect(asked.status).toBe(204)
    expect(asked.headers.get('upload-offset')).toBe(String(SINGLE_UPLOAD_BYTES))
    expect(asked.headers.get('upload-length')).toBe(String(picture.length))
    expect(asked.headers.get('cache-control')).toBe('no-store')
    expect((await append(body.id, SINGLE_UPLOAD_BYTES, picture.subarray(SINGLE_UPLOAD_BYTES))).status).toBe(204)

    const { config, database } = server.app.context
    const arrived =
      dialect === 'sqlite'
        ? await readFile(join(config.dataDir, 'uploads', body.id))
        : await buffer(readPieces(database.queries, body.id))
    expect(arrived.equals(picture)).toBe(true)
    const finished = await finish(body.id)
    expect(finished.status).toBe(201)
    expect(finished.body).toMatchObject({ contentType: 'image/jpeg', width: 640, height: 360 })
    expect(await statusOf(server.url + finished.body.url)).toBe(200)
    expect(await staged()).toEqual([])
  })

  it('[F52] the end of an upload, asked for again after a lost answer, is the same file', async () => {
    const picture = await pictureOf(300_000)
    const id = await begin(picture.length)
    await append(id, 0, picture)
    const files = await storedFiles()
    const [one, other] = await Promise.all([finish(id), finish(id)])
    expect(one.body).toEqual(other.body)
    expect((await finish(id)).body).toEqual(one.body)
    // The picture and its thumbnail.
    expect(await storedFiles()).toBe(files + 2)
    expect(await offsetOf(id)).toBe(picture.length)
  })

  it('[F52] a request to begin that arrives twice begins one upload', async () => {
    const key = { 'idempotency-key': `begin-${dialect}-1234` }
    const [one, other] = [await create(300_000, key), await create(300_000, key)]
    expect(other.body).toEqual(one.body)
    expect((await create(300_001, key)).body).toMatchObject({ error: { code: 'idempotency-mismatch' } })
  })

  it('[F55] bytes that a power cut took of an upload are sent again to the same upload', async () => {
    const key = { 'idempotency-key': `begin-again-${dialect}` }
    const picture = await pictureOf(300_000)
    const { id } = (await create(picture.length, key)).body
    await append(id, 0, picture.subarray(0, 100_000))
    const { config, database } = server.app.context
    await rm(join(config.dataDir, 'uploads', id), { force: true })
    await database.queries.deleteFrom('upload_piece').where('upload_id', '=', id).execute()

    expect((await create(picture.length, key)).body.id).toBe(id)
    expect(await offsetOf(id)).toBe(0)
    await append(id, 0, picture)
    expect((await finish(id)).status).toBe(201)
  })

  it('C4 [B52] exactly 1,024,000 bytes may be announced, one more may not', async () => {
    const files = await staged()
    expect(await create(MAX_IMAGE_BYTES + 1)).toMatchObject({
      status: 413,
      body: { error: { code: 'file-too-large', message: 'Please select a valid image file less than 1 MB.' } },
    })
    expect(await staged()).toEqual(files)
    const picture = await pictureOf(MAX_IMAGE_BYTES)
    const id = await begin(picture.length)
    expect((await append(id, 0, picture)).status).toBe(204)
    expect((await finish(id)).status).toBe(201)
  })

  it.each([
    ['10^12 bytes', '1000000000000', 413],
    ['10^20 bytes', '100000000000000000000', 400],
    ['less than nothing', '-1', 400],
    ['no number', 'NaN', 400],
    ['a sum', '1e3', 400],
    ['nothing at all', '0', 422],
  ])('[B52] a length of %s is refused', async (_what, length, status) => {
    expect((await create(length)).status).toBe(status)
    expect(await staged()).toEqual([])
  })

  it('[B52] a length that is absent, or to be told later, is refused', async () => {
    const call = (headers: Record<string, string>) =>
      admin.call('createUpload', { params: { organisationId }, headers: { ...TUS, ...headers } })
    expect((await call({})).status).toBe(400)
    expect((await call({ 'upload-defer-length': '1' })).status).toBe(400)
  })

  it('[B52] more bytes than announced are refused, and none of them kept', async () => {
    const id = await begin(300_000)
    await append(id, 0, randomBytes(100_000))
    expect(await append(id, 100_000, randomBytes(200_001))).toMatchObject({
      status: 413,
      body: { error: { code: 'file-too-large' } },
    })
    expect(await offsetOf(id)).toBe(100_000)
    // The same without a content length, in HTTP chunks.
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(randomBytes(250_000))
        controller.close()
      },
    })
    const response = await fetch(urlOf(id), {
      method: 'PATCH',
      body,
      duplex: 'half',
      headers: {
        ...TUS,
        origin: server.url,
        'x-requested-with': 'placard',
        cookie: admin.cookie(),
        'content-type': PIECE_TYPE,
        'upload-offset': '100000',
      },
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(await offsetOf(id)).toBe(100_000)
  })

  it('[B52] a single request of 262,145 bytes is refused, of 262,144 it is not', async () => {
    const single = (bytes: Uint8Array) =>
      admin.call('uploadMedia', { params: { organisationId }, body: bytes, headers: { 'content-type': 'image/jpeg' } })
    const picture = await pictureOf(SINGLE_UPLOAD_BYTES)
    expect((await single(picture)).status).toBe(201)
    expect(await single(Buffer.concat([picture, Buffer.from('x')]))).toMatchObject({
      status: 413,
      body: { error: { code: 'file-too-large' } },
    })
  })

  it('[B53] [B20] nobody else’s upload exists, not even for a colleague', async () => {
    const id = await begin(300_000)
    const { context, accounts } = server.app
    const email = `colleague-${now}@vnr.example`
    await accounts.replaceUser({ email, name: 'Colleague', password: ADMIN.password })
    await accounts.putProfile(context, {
      email,
      id: SAMPLE_DISPLAY.displayId,
      org: organisationId,
      msg: '',
      subType: 'standard',
    })
    const colleague = await server.signIn({ email, password: ADMIN.password })
    const unknown = UploadId.parse('f'.repeat(32))
    for (const [uploadId, client] of [
      [id, colleague],
      [unknown, admin],
    ] as const) {
      const bytes = randomBytes(10)
      expect((await head(uploadId, client)).status).toBe(404)
      expect(await append(uploadId, 0, bytes, {}, client)).toMatchObject({
        status: 404,
        body: { error: { code: 'upload-not-found' } },
      })
      expect((await finish(uploadId, client)).status).toBe(404)
      expect((await remove(uploadId, client)).status).toBe(404)
    }
    expect(await offsetOf(id)).toBe(0)
    expect((await head(id, server.anonymous)).status).toBe(401)
    for (const path of ['..%2f..%2fplacard.db', '%00', '.', '__proto__']) {
      const response = await fetch(urlOf(path), { method: 'HEAD', headers: { ...TUS, cookie: admin.cookie() } })
      expect([400, 404, 405]).toContain(response.status)
    }
  })

  it('[M1] [B53] reading an upload is refused, under way or finished, and the server lives', async () => {
    const picture = await pictureOf(300_000)
    const id = await begin(picture.length)
    const read = async () => (await fetch(urlOf(id), { headers: { ...TUS, cookie: admin.cookie() } })).status
    expect(await read()).toBe(405)
    await append(id, 0, picture)
    expect(await read()).toBe(405)
    await finish(id)
    expect(await read()).toBe(405)
    expect((await server.anonymous.call('getTime', { params: {} })).status).toBe(200)
  })

  it('[M16] another version of the protocol is answered with the one that is spoken', async () => {
    const id = await begin(300_000)
    const version = { 'tus-resumable': '0.2.0' }
    for (const answer of [await create(300_000, version), await append(id, 0, randomBytes(10), version)]) {
      expect(answer.status).toBe(412)
      expect(answer.headers.get('tus-version')).toBe('1.0.0')
      expect(answer.headers.get('tus-resumable')).toBe('1.0.0')
    }
    expect(await offsetOf(id)).toBe(0)
  })

  it.each([
    ['another place than the end', 5, {}, 409, 'offset-mismatch'],
    ['no place', 'x', {}, 400, 'bad-request'],
    ['a picture’s type', 0, { 'content-type': 'image/jpeg' }, 415, 'unsupported-media-type'],
    ['a command’s type', 0, { 'content-type': 'application/json' }, 415, 'unsupported-media-type'],
  ] as const)('a piece with %s is refused', async (_what, offset, headers, status, code) => {
    const id = await begin(300_000)
    expect(await append(id, offset, randomBytes(10), headers)).toMatchObject({ status, body: { error: { code } } })
    expect(await offsetOf(id)).toBe(0)
  })

  it('[B64] of two pieces for one place, one wins', async () => {
    const picture = await pictureOf(600_000)
    const id = await begin(picture.length)
    const answers = await Promise.all([append(id, 0, picture), append(id, 0, picture)])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(204)
    expect([409, 423]).toContain(statuses[1])
    expect(await offsetOf(id)).toBe(picture.length)
    expect((await append(id, picture.length, randomBytes(1))).status).toBe(413)
    expect((await finish(id)).status).toBe(201)
  })

  it('[F54] a request for the offset ends a piece whose sender has gone silent', async () => {
    const id = await begin(300_000)
    const { port } = new URL(server.url)
    const silent = connect(Number(port), '127.0.0.1')
    silent.on('error', () => {})
    silent.write(
      [
        `PATCH ${pathOf('appendToUpload', { organisationId, uploadId: id })} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        `Origin: ${server.url}`,
        'X-Requested-With: placard',
        `Cookie: ${admin.cookie()}`,
        `Content-Type: ${PIECE_TYPE}`,
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        'Content-Length: 300000',
        '\r\n',
      ].join('\r\n'),
    )
    silent.write(Buffer.alloc(1_000, 7))
    if (dialect === 'sqlite') {
      const path = join(server.app.context.config.dataDir, 'uploads', id)
      await expect.poll(async () => (await stat(path)).size, { timeout: 10_000 }).toBe(1_000)
    } else {
      // Held in memory until more arrives, which is not visible outside the process.
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    expect((await append(id, 1_000, randomBytes(10))).status).toBe(423)
    expect(await offsetOf(id)).toBe(1_000)
    expect((await append(id, 1_000, randomBytes(299_000))).status).toBe(204)
    silent.destroy()
  })

  it('[B54] the name of an upload is ignored', async () => {
    const metadata = [
      ['filename', '../../etc/passwd\r\n'],
      ['filename', `a\u202egpj.exe${'x'.repeat(5_000)}`],
      ['filetype', 'text/html'],
    ].map(([key, value = '']) => `${key} ${Buffer.from(value).toString('base64')}`)
    const picture = await pictureOf(300_000)
    const { body, status } = await create(picture.length, { 'upload-metadata': metadata.join(',') })
    expect(status).toBe(201)
    await append(body.id, 0, picture)
    const { url } = (await finish(body.id)).body
    const response = await fetch(server.url + url)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('content-disposition')).toBe('inline; filename="media.jpg"')
  })

  it.each([
    ['a page', () => Buffer.alloc(300_000, '<!doctype html>'), 415, 'not-an-image'],
    ['half a picture', async () => (await pictureOf(300_000)).subarray(0, 900), 422, 'image-damaged'],
  ])('[B55] [B59] %s is refused at its end, and nothing of it stays', async (_what, make, status, code) => {
    const bytes = await make()
    const id = await begin(bytes.length)
    await append(id, 0, bytes)
    const files = await storedFiles()
    expect(await finish(id)).toMatchObject({ status, body: { error: { code } } })
    expect(await storedFiles()).toBe(files)
    expect(await staged()).toEqual([])
    expect((await finish(id)).status).toBe(404)
  })

  it('an upload that is not all there cannot be finished', async () => {
    const id = await begin(300_000)
    await append(id, 0, randomBytes(10))
    expect(await finish(id)).toMatchObject({ status: 409, body: { error: { code: 'upload-unfinished' } } })
    expect(await offsetOf(id)).toBe(10)
  })

  it('C8 a cancelled upload is gone, its bytes too', async () => {
    const id = await begin(300_000)
    await append(id, 0, randomBytes(100_000))
    expect((await remove(id)).status).toBe(204)
    expect((await head(id)).status).toBe(404)
    expect(await staged()).toEqual([])
  })

  it('[B60] an organisation has at most ten under way; what expires makes room', async () => {
    const ids: UploadId[] = []
    for (let count = 0; count < MAX_OPEN_UPLOADS_PER_ORGANISATION; count += 1) ids.push(await begin(300_000))
    const refused = await create(300_000)
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too-many-uploads' } } })
    expect(refused.headers.get('retry-after')).toBe('30')
    await remove(ids[0] as UploadId)
    expect((await create(300_000)).status).toBe(201)

    now += UPLOAD_EXPIRES_MS + 1
    admin = await server.signIn()
    expect((await head(ids[1] as UploadId)).status).toBe(404)
    expect((await create(300_000)).status).toBe(201)
    await server.app.uploads.sweep()
    expect(await staged()).toHaveLength(1)
  })

  it('[S24] ten uploads that were given up keep nobody out: the oldest give way', async () => {
    const ids: UploadId[] = []
    for (let count = 0; count < MAX_OPEN_UPLOADS_PER_ORGANISATION; count += 1) {
      ids.push(await begin(300_000))
      now += 1
    }
    now += UPLOAD_RETRY_MS
    const fresh = await create(300_000)
    expect(fresh.status).toBe(201)
    expect((await head(ids[0] as UploadId)).status).toBe(404)
    expect((await head(ids[1] as UploadId)).status).toBe(204)
    expect(await staged()).toHaveLength(MAX_OPEN_UPLOADS_PER_ORGANISATION)
  })

  it('[S24] one member’s ten keep no other member out', async () => {
    const ids: UploadId[] = []
    for (let count = 0; count < MAX_OPEN_UPLOADS_PER_ORGANISATION; count += 1) {
      ids.push(await begin(300_000))
      now += 1
    }
    const other = (await enterAs(server, 'colleague', { role: 'editor', home: SAMPLE_DISPLAY })).client
    expect((await create(300_000, {}, other)).status).toBe(201)
    expect((await head(ids[0] as UploadId)).status).toBe(404)
    // Neither they nor the colleague can begin any further uploads.
    expect((await create(300_000)).status).toBe(429)
    expect((await create(300_000, {}, other)).status).toBe(429)
  })

  it('[S23] an upload that is removed while it is finished is made or not found, and leaves nothing', async () => {
    const picture = await pictureOf(300_000)
    for (let turn = 0; turn < 10; turn += 1) {
      const id = await begin(picture.length)
      await append(id, 0, picture)
      const [finished, removed] = await Promise.all([finish(id), remove(id)])
      expect([201, 404]).toContain(finished.status)
      expect([204, 404]).toContain(removed.status)
      expect((await head(id)).status).toBe(404)
    }
    expect(await staged()).toEqual([])
    expect(await readdir(join(server.app.context.config.dataDir, 'workshop'))).toEqual([])
  })
})

describe('pictures in small', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('D5 [B68] every stored picture has one, the samples too, and no address asks for another', async () => {
    const { items } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const picture = items.find(({ type }) => type === 'image')?.url.replace('.jpg', '') ?? ''
    const response = await fetch(`${server.url}${picture}/thumbnail.webp`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toContain('immutable')
    const small = Buffer.from(await response.arrayBuffer())
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 480, height: 243 })
    const tag = response.headers.get('etag') ?? ''
    const again = await fetch(`${server.url}${picture}/thumbnail.webp`, { headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)

    const film = items.find(({ type }) => type === 'video')?.url.replace('.mp4', '') ?? ''
    expect(await statusOf(`${server.url}${film}/thumbnail.webp`)).toBe(200)
    for (const path of [
      `${picture}/thumbnail.webp?width=9999`,
      `${picture}/thumbnail.png`,
      `${picture}_thumbnail.webp`,
      '/media/..%2f..%2fplacard.db/thumbnail.webp',
      '/media/nothing/thumbnail.webp',
    ]) {
      expect(await statusOf(server.url + path), path).toBe(404)
    }
  })
})
