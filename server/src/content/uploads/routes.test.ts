import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pathOf, SINGLE_UPLOAD_BYTES } from '@placard/contract'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { statusOf } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>',
)
const DRAWING_OF_A_FILE = Buffer.from(
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>`,
)

describeDialects('pictures', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  let jpeg: Buffer

  beforeAll(async () => {
    jpeg = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2040c0' } })
      .jpeg()
      .toBuffer()
  })

  const { organisationId } = SAMPLE_DISPLAY
  const upload = (bytes: Uint8Array, type = 'image/jpeg', client = admin) =>
    client.call('uploadMedia', { params: { organisationId }, body: bytes, headers: { 'content-type': type } })
  const storedFiles = async () => (await readdir(join(server.app.context.config.dataDir, 'media'))).length

  it('C9 a picture is stored under a generated id, fetched by its address, and shown by an item', async () => {
    const { status, body } = await upload(jpeg)
    expect(status).toBe(201)
    expect(body).toMatchObject({ url: `/media/${body.id}.jpg`, contentType: 'image/jpeg', width: 640, height: 360 })
    const response = await fetch(server.url + body.url)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('etag')).toBe(`"${body.sha256}"`)
    expect(bytes).toHaveLength(body.sizeBytes)

    const item = { title: 'Blue', type: 'image' as const, url: body.url, duration: 5 }
    expect((await admin.call('createItem', { params: SAMPLE_DISPLAY, body: item })).status).toBe(201)
    const { items } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect(items.at(-1)).toMatchObject({ url: body.url, sha256: body.sha256, sizeBytes: body.sizeBytes })
  })

  it('C9 the same picture twice is two files', async () => {
    expect((await upload(jpeg)).body.id).not.toBe((await upload(jpeg)).body.id)
  })

  it('C4 C7 a single request holds exactly 262,144 bytes, one more is too large', async () => {
    // A JPEG may be followed by anything; its decoder stops at the end mark.
    const exactly = Buffer.concat([jpeg, randomBytes(SINGLE_UPLOAD_BYTES - jpeg.length)])
    expect((await upload(exactly)).status).toBe(201)
    const files = await storedFiles()
    expect(await upload(Buffer.concat([exactly, Buffer.from('x')]))).toMatchObject({
      status: 413,
      body: { error: { code: 'file-too-large', message: 'Please select a valid image file less than 1 MB.' } },
    })
    expect(await storedFiles()).toBe(files)
  })

  it.each([
    [
      'a page that calls itself a picture',
      Buffer.from('<!doctype html><script>1</script>'),
      'image/png',
      415,
      'not-an-image',
    ],
    ['a drawing', DRAWING, 'image/svg+xml', 415, 'not-an-image'],
    ['a drawing that calls itself a photograph', DRAWING, 'image/png', 415, 'not-an-image'],
    ['a drawing that is packed', gzipSync(DRAWING), 'image/svg+xml', 415, 'not-an-image'],
    ['a drawing that would read a file', DRAWING_OF_A_FILE, 'image/jpeg', 415, 'not-an-image'],
    ['a command', Buffer.from('{}'), 'application/json', 415, 'not-an-image'],
    ['nothing', Buffer.alloc(0), 'image/jpeg', 422, 'file-missing'],
  ] as const)('[B51] [B55] [B57] refuses %s', async (_what, bytes, type, status, code) => {
    const files = await storedFiles()
    expect(await upload(bytes, type)).toMatchObject({ status, body: { error: { code } } })
    expect(await storedFiles()).toBe(files)
  })

  it('[B59] refuses half a picture in words', async () => {
    expect(await upload(jpeg.subarray(0, jpeg.length / 2))).toMatchObject({
      status: 422,
      body: { error: { code: 'image-damaged' } },
    })
  })

  it('[B61] [F35] pictures are made in another process: while that one stands still, everybody else is answered', async () => {
    await upload(jpeg)
    const worker = server.app.media.workerPid() ?? 0
    expect(worker).toBeGreaterThan(0)
    expect(worker).not.toBe(process.pid)
    process.kill(worker, 'SIGSTOP')
    let answered = false
    const stuck = upload(jpeg).finally(() => {
      answered = true
    })
    for (let asked = 0; asked < 20; asked += 1) {
      expect((await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)
    }
    expect(answered).toBe(false)
    process.kill(worker, 'SIGCONT')
    expect((await stuck).status).toBe(201)
  })

  it('[B21] nobody without a session is let in before the body is sent', async () => {
    const { port } = new URL(server.url)
    const head = `POST ${pathOf('uploadMedia', { organisationId })} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${server.url}\r\nX-Requested-With: placard\r\nContent-Type: image/jpeg\r\nContent-Length: 200000\r\n\r\n`
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head))
      socket.once('data', (chunk) => resolve(String(chunk)))
      socket.once('data', () => socket.destroy())
      socket.once('error', reject)
    })
    expect(answer).toContain('HTTP/1.1 401')
  })

  it('Z2 nobody uploads without a session, or into another organisation', async () => {
    expect((await upload(jpeg, 'image/jpeg', server.anonymous)).status).toBe(401)
    const answer = await admin.call('uploadMedia', {
      params: { organisationId: 'other' as typeof organisationId },
      body: jpeg,
      headers: { 'content-type': 'image/jpeg' },
    })
    expect(answer.status).toBe(404)
  })

  it('[B69] parts of a file', async () => {
    const { url, sizeBytes } = (await upload(jpeg)).body
    const part = async (range: string) => fetch(server.url + url, { headers: { range } })
    const first = await part('bytes=0-99')
    expect(first.status).toBe(206)
    expect(first.headers.get('content-range')).toBe(`bytes 0-99/${sizeBytes}`)
    expect((await first.arrayBuffer()).byteLength).toBe(100)
    const beyond = await part(`bytes=${sizeBytes}-`)
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe(`bytes */${sizeBytes}`)
    const stale = await fetch(server.url + url, { headers: { range: 'bytes=0-99', 'if-range': '"other"' } })
    expect(stale.status).toBe(200)
  })

  it('[B41] [B58] an address that names no stored file is not found, whatever it looks like', async () => {
    const { url } = (await upload(jpeg)).body
    for (const path of [
      '/media/..%2fplacard.db',
      '/media/.staging',
      url.replace('.jpg', '.mp4'),
      `${url}?x`,
      '/media/x.jpg/',
    ]) {
      expect(await statusOf(server.url + path)).toBe(404)
    }
  })

  it('[S20] a stored file that was cut off is an error, and no answer that a cache may keep', async () => {
    const { body } = await upload(jpeg)
    const path = join(server.app.context.config.dataDir, 'media', `${body.id}.jpg`)
    const whole = await readFile(path)
    const tag = `"${body.sha256}"`
    const got = (headers: Record<string, string> = {}) => fetch(server.url + body.url, { headers })
    for (const cut of [
      whole.subarray(0, whole.length * 0.4),
      Buffer.concat([whole, Buffer.from('more')]),
      Buffer.alloc(0),
    ]) {
      await writeFile(path, cut)
      const asked: Record<string, string>[] = [{}, { range: 'bytes=0-9' }, { 'if-none-match': tag }]
      for (const headers of asked) {
        const response = await got(headers)
        expect(response.status).toBe(503)
        expect(response.headers.get('etag')).toBe(null)
        expect(response.headers.get('cache-control')).toContain('no-store')
        expect(response.headers.get('cache-control')).not.toContain('immutable')
        await response.arrayBuffer()
      }
    }
    await writeFile(path, whole)
    const response = await got()
    expect(response.headers.get('etag')).toBe(tag)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(whole)
  })
})
