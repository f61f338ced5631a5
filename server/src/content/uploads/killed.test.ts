import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PIECE_TYPE, pathOf, type UploadId } from '@placard/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { describeDialects, makeTestStorage, type TestStorage } from '../../testing/dialects.ts'
import { inFull } from '../../testing/in-full.ts'
import { ADMIN, type Client, createClient } from '../../testing/server.ts'
import { readPieces } from './store.ts'

const MAIN = resolve(import.meta.dirname, '../../main.ts')
const { organisationId } = SAMPLE_DISPLAY
const TUS = { 'tus-resumable': '1.0.0' }
const KILLS = inFull(6, 2)

/** The server runs in a separate process, so that it can be killed. */
describeDialects('uploads and a server that dies', (dialect) => {
  let storage: TestStorage
  let server: ChildProcess
  let url: string
  let admin: Client

  async function start(): Promise<void> {
    server = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: storage.dataDir,
        DATABASE_URL: storage.databaseUrl ?? '',
        SEED_ADMIN_EMAIL: ADMIN.email,
        SEED_ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'error',
      },
    })
    let said = ''
    for await (const text of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
      said += text
      const port = /localhost:(\d+)\/dashboard/.exec(said)?.[1]
      if (!port) continue
      url = `http://127.0.0.1:${port}`
      break
    }
    admin = createClient(url)
    await admin.call('signIn', { params: {}, body: ADMIN })
  }

  async function kill(): Promise<void> {
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }

  beforeEach(async () => {
    storage = await makeTestStorage(dialect)
    await start()
  })
  afterEach(async () => {
    await kill()
    await storage.remove()
  })

  const offsetOf = async (uploadId: UploadId) => {
    const { headers } = await admin.call('getUploadOffset', { params: { organisationId, uploadId }, headers: TUS })
    return Number(headers.get('upload-offset'))
  }

  async function stagedBytes(id: UploadId): Promise<Buffer> {
    if (dialect === 'sqlite') return readFile(join(storage.dataDir, 'uploads', id))
    await using database = await openDatabase(storage)
    return await buffer(readPieces(database.queries, id))
  }

  /** Sends part of a piece that was announced as the whole rest, and leaves the request open. */
  async function sendPart(uploadId: UploadId, offset: number, rest: Buffer, part: number): Promise<() => void> {
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    const head = [
      `PATCH ${pathOf('appendToUpload', { organisationId, uploadId })} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Origin: ${url}`,
      'X-Requested-With: placard',
      `Cookie: ${admin.cookie()}`,
      `Content-Type: ${PIECE_TYPE}`,
      'Tus-Resumable: 1.0.0',
      `Upload-Offset: ${offset}`,
      `Content-Length: ${rest.length}`,
      '\r\n',
    ]
    socket.write(head.join('\r\n'))
    await new Promise((sent) => socket.write(rest.subarray(0, part), sent))
    return () => socket.destroy()
  }

  it('[F54] killed at any byte, it goes on where it stood, and what is put together is what was sent', async () => {
    const jpeg = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2040c0' } })
      .jpeg()
      .toBuffer()
    const picture = Buffer.concat([jpeg, randomBytes(1_000_000 - jpeg.length)])
    const { body } = await admin.call('createUpload', {
      params: { organisationId },
      headers: { ...TUS, 'upload-length': String(picture.length) },
    })
    let offset = 0
    for (let kills = 0; kills < KILLS; kills += 1) {
      const rest = picture.subarray(offset)
      const part = Math.floor((Math.random() * rest.length) / 2)
      const hangUp = await sendPart(body.id, offset, rest, part)
      // At a random moment between the arrival of the first byte and the writing of the last one.
      await new Promise((wake) => setTimeout(wake, Math.random() * 30))
      await kill()
      hangUp()
      await start()
      const now = await offsetOf(body.id)
      expect(now).toBeGreaterThanOrEqual(offset)
      expect(now).toBeLessThanOrEqual(offset + part)
      offset = now
    }
    const last = await admin.call('appendToUpload', {
      params: { organisationId, uploadId: body.id },
      body: picture.subarray(offset),
      headers: { ...TUS, 'content-type': PIECE_TYPE, 'upload-offset': String(offset) },
    })
    expect(last.status).toBe(204)
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(sha256(await stagedBytes(body.id))).toBe(sha256(picture))

    await kill()
    await start()
    const finish = () => admin.call('finishUpload', { params: { organisationId, uploadId: body.id } })
    const finished = await finish()
    expect(finished).toMatchObject({ status: 201, body: { width: 640, height: 360 } })
    await kill()
    await start()
    expect((await finish()).body).toEqual(finished.body)
    const served = await fetch(url + finished.body.url)
    expect(sha256(Buffer.from(await served.arrayBuffer()))).toBe(finished.body.sha256)
  })
})
