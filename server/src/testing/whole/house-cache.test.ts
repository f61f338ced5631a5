import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  DisplayId,
  filmMetadataOf,
  type MediaFile,
  OrganisationId,
  PIECE_TYPE,
  pathOf,
  ScreenWord,
  TUS_VERSION,
} from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { pairAgent } from '../agent.ts'
import { writeLargeFilm } from '../films.ts'
import { isNginxInstalled, startNginxWith } from '../nginx.ts'
import { enterAs, makePlace } from '../people.ts'
import { freePort } from '../postgres.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../server.ts'
import { openStream } from '../stream.ts'

const SITE = resolve(import.meta.dirname, '../../../../deploy/house-cache.conf')
const SCREENS = 12
const MEBIBYTE = 1_024 * 1_024
const FILM_BYTES = 48 * MEBIBYTE
const PIECE_BYTES = 16 * MEBIBYTE
const START_MS = 300_000
const TEST_MS = 180_000
const PATIENCE = { timeout: 60_000, interval: 50 }
const { organisationId } = SAMPLE_DISPLAY

const canRun = await isNginxInstalled()
if (!canRun) console.warn('SKIPPED: the cache of a house. Debian: apt install nginx-light')

describe.skipIf(!canRun)('PX9 a house with twelve screens and a cache, as in the manual', () => {
  let folder: string
  let server: TestServer
  let line: Line
  let nginx: ChildProcess
  let house: string
  let admin: Client
  let film: MediaFile
  /** The cookie of a screen of the display. */
  let cookie: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-house-'))
    server = await startTestServer()
    line = await openLine(Number(new URL(server.url).port))
    const port = await freePort()
    house = `http://127.0.0.1:${port}`
    nginx = await startNginx(port)
    admin = await server.signIn()
    film = await uploadFilm()
    const body = { title: 'Film', type: 'video' as const, url: film.url }
    await admin.call('createItem', { params: SAMPLE_DISPLAY, body })
    cookie = (await pairAgent(server, admin, SAMPLE_DISPLAY)).client.cookie()
    await vi.waitUntil(
      () =>
        fetch(`${house}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      PATIENCE,
    )
  }, START_MS)

  afterAll(async () => {
    nginx?.kill('SIGTERM')
    await line?.close()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The site of the manual, with other addresses and without certificates. */
  async function startNginx(port: number): Promise<ChildProcess> {
    const home = join(folder, 'nginx')
    const { host } = new URL(server.url)
    const text = (await readFile(SITE, 'utf8'))
      .replace(/^\s*#.*$/gm, '')
      .replaceAll('/var/cache/nginx/placard', join(home, 'cache'))
      .replaceAll('server signage.example.org:443;', `server 127.0.0.1:${line.port};`)
      .replaceAll('"https://screens.example.net" "https://signage.example.org"', `"${house}" "${server.url}"`)
      .replaceAll('Host signage.example.org', `Host ${host}`)
      .replaceAll('https://placard_far', 'http://placard_far')
      .replace(/^\s*listen 443 ssl;$/m, `listen 127.0.0.1:${port};`)
      .replace(/^\s*(listen \[|ssl_|proxy_ssl_|server_name).*;$/gm, '')
    expect(text).not.toContain('example')
    return startNginxWith(text, home)
  }

  async function uploadFilm(): Promise<MediaFile> {
    const path = join(folder, 'film.mp4')
    await writeLargeFilm(path, FILM_BYTES)
    const bytes = await readFile(path)
    const tus = { 'tus-resumable': TUS_VERSION }
    const { body } = await admin.call('createUpload', {
      params: { organisationId },
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': filmMetadataOf({ insists: true }) },
    })
    const params = { organisationId, uploadId: body.id }
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      await admin.call('appendToUpload', {
        params,
        body: bytes.subarray(at, at + PIECE_BYTES),
        headers: { ...tus, 'upload-offset': String(at), 'content-type': PIECE_TYPE },
      })
    const finished = await admin.call('finishUpload', { params })
    expect(finished.status).toBe(201)
    return finished.body
  }

  const fetchIn = (path: string, headers: Record<string, string> = {}) => fetch(house + path, { headers })
  /** The length and the end of an answer. */
  async function lengthOf(answer: Response): Promise<number> {
    let length = 0
    for await (const chunk of answer.body ?? []) length += chunk.byteLength
    return length
  }

  it(
    'twelve screens fetch a film at once, whole and in parts, and the line carries it once',
    async () => {
      line.reset()
      const whole = Array.from({ length: SCREENS - 2 }, async () => lengthOf(await fetchIn(film.url, { cookie })))
      const parts = [`bytes=${FILM_BYTES / 2}-`, 'bytes=5000000-9999999'].map(async (range) => {
        const answer = await fetchIn(film.url, { cookie, range })
        expect(answer.status).toBe(206)
        return [answer.headers.get('content-range'), await lengthOf(answer)]
      })
      expect(await Promise.all(whole)).toEqual(Array(SCREENS - 2).fill(FILM_BYTES))
      expect(await Promise.all(parts)).toEqual([
        [`bytes ${FILM_BYTES / 2}-${FILM_BYTES - 1}/${FILM_BYTES}`, FILM_BYTES / 2],
        [`bytes 5000000-9999999/${FILM_BYTES}`, 5_000_000],
      ])
      expect(line.bytes()).toBeGreaterThanOrEqual(FILM_BYTES)
      expect(line.bytes()).toBeLessThan(FILM_BYTES * 1.02)
      // A part that resumes after a cut is compared with the entity tag of the file.
      const tag = (await fetchIn(film.url, { cookie, range: 'bytes=0-0' })).headers.get('etag') ?? ''
      const resumed = await fetchIn(film.url, { cookie, range: 'bytes=100-199', 'if-range': tag })
      expect([resumed.status, await lengthOf(resumed)]).toEqual([206, 100])
      const other = await fetchIn(film.url, { cookie, range: 'bytes=100-199', 'if-range': '"another"' })
      expect([other.status, await lengthOf(other)]).toEqual([200, FILM_BYTES])
      expect(line.bytes()).toBeLessThan(FILM_BYTES * 1.02)
    },
    TEST_MS,
  )

  it('[B208] a file for paired screens alone is not given from the cache to anybody else', async () => {
    await lengthOf(await fetchIn(film.url, { cookie }))
    const changed = await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { pairedOnly: true } })
    expect(changed.status).toBe(200)
    // From now on, although the whole film is in the cache.
    const elsewhere = { organisationId: OrganisationId.parse('others'), displayId: DisplayId.parse('hall') }
    await makePlace(server, elsewhere)
    const owner = await enterAs(server, 'chief', { role: 'owner', home: elsewhere })
    const theirs = (await pairAgent(server, owner.client, elsewhere)).client.cookie()
    for (const headers of [
      {},
      { cookie: theirs },
      { cookie: 'screen=nonsense' },
      { cookie: theirs, range: 'bytes=0-99' },
    ]) {
      const [near, far] = await Promise.all([fetchIn(film.url, headers), fetch(server.url + film.url, { headers })])
      expect(near.status).toBe(403)
      expect(((await near.json()) as Refusal).error).toEqual(((await far.json()) as Refusal).error)
    }
    line.reset()
    expect(await lengthOf(await fetchIn(film.url, { cookie }))).toBe(FILM_BYTES)
    expect(line.bytes()).toBeLessThan(20_000)
    // An address that the server does not have, or refuses, is answered as the server answers it.
    for (const path of ['/media/none.mp4', `${film.url}?x=1`, `${film.url}/../../api/time`])
      expect((await fetchIn(path, { cookie })).status).toBe(
        (await fetch(server.url + path, { headers: { cookie } })).status,
      )
    expect((await fetchIn('/.may-have', { cookie })).status).toBe(404)
  })

  it('a live stream passes at once, and a screen in the house is paired and reports as everywhere', async () => {
    const screen = createClient(house)
    const asked = { secret: null, width: 1920, height: 1080, timeZone: 'UTC' }
    const { status, body } = await screen.call('enterScreen', { params: {}, body: asked })
    expect(status).toBe(200)
    if (body.status !== 'waiting') throw new Error('a new screen was known')
    const waiting = await openStream(house + pathOf('streamScreen', {}), { cookie: screen.cookie() })
    expect(waiting.headers.get('cache-control')).toContain('no-store')
    const wordOf = async () => ScreenWord.parse((await waiting.next('screen')).data)
    expect(await wordOf()).toMatchObject({ status: 'waiting' })
    const { displayId } = SAMPLE_DISPLAY
    const paired = admin.call('pairScreen', {
      params: { organisationId, code: body.code },
      body: { as: 'new', displayId, name: 'In the house' },
    })
    let word = await wordOf()
    while (word.status === 'waiting') word = await wordOf()
    expect(word).toMatchObject({ status: 'paired', place: { name: 'In the house' } })
    expect((await paired).status).toBe(201)
    waiting.close()
    // Another site is refused, as the server itself refuses it.
    const refused = await screen.call('enterScreen', {
      params: {},
      body: asked,
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(refused.status).toBe(403)
  })

  it('[F116] without the line the house gives nothing out, and it serves again by itself', async () => {
    await line.cut()
    const answers = await Promise.all([fetchIn(film.url, { cookie }), fetchIn('/api/time')])
    expect(answers.map(({ status }) => status)).toEqual([502, 502])
    await line.mend()
    await vi.waitUntil(async () => (await fetchIn('/api/time')).ok, PATIENCE)
    expect(await lengthOf(await fetchIn(film.url, { cookie, range: 'bytes=0-999' }))).toBe(1_000)
  })
})

type Refusal = { error: { code: string } }

type Line = {
  port: number
  /** Bytes that came from the server since the last reset. */
  bytes(): number
  reset(): void
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

/** The line from the house to the server, which is counted and can be cut. */
async function openLine(to: number): Promise<Line> {
  let bytes = 0
  let listening: Server | undefined
  const open = new Set<Socket>()

  async function listen(at: number): Promise<number> {
    const made = createServer((near) => {
      const far = connect(to, '127.0.0.1')
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          open.delete(one)
          other.destroy()
        })
      }
      far.on('data', (chunk) => {
        bytes += chunk.length
      })
      near.pipe(far)
      far.pipe(near)
    })
    made.listen(at, '127.0.0.1')
    await once(made, 'listening')
    listening = made
    return (made.address() as AddressInfo).port
  }

  async function cut(): Promise<void> {
    const closed = listening && once(listening, 'close')
    listening?.close()
    for (const socket of open) socket.destroy()
    await closed
    listening = undefined
  }

  const port = await listen(0)
  return {
    port,
    bytes: () => bytes,
    reset() {
      bytes = 0
    },
    cut,
    async mend() {
      await listen(port)
    },
    close: cut,
  }
}
