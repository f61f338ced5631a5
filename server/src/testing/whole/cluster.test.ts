import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathOf } from '@placard/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { isNginxInstalled, startNginxWith } from '../nginx.ts'
import { type OwnPostgres, startOwnPostgres } from '../own-postgres.ts'
import { freePort } from '../postgres.ts'
import { ADMIN, type Client, createClient } from '../server.ts'
import { BARE_ENVIRONMENT } from '../server-process.ts'
import { openStream } from '../stream.ts'
import { isSwiftInstalled, type Swift, startSwift } from '../swift.ts'

const MAIN = resolve(import.meta.dirname, '../../main.ts')
const SITE = resolve(import.meta.dirname, '../../../../deploy/nginx.conf')
const START_MS = 300_000
const TEST_MS = 300_000
/** No assertion depends on durations. Only something that never happens reaches this limit. */
const PATIENCE = { timeout: 60_000, interval: 50 }
const params = SAMPLE_DISPLAY
const STREAM = pathOf('streamManifest', params)

const canRun = (await isSwiftInstalled()) && (await isNginxInstalled())
if (!canRun) {
  console.warn(
    'SKIPPED: several nodes behind nginx. Debian: apt install nginx swift-{proxy,account,container,object} memcached',
  )
}

type Node = { url: string; start(): Promise<void>; kill(): Promise<void> }

/** A complete large installation on one machine: nginx as in the manual, two nodes, PostgreSQL, and an S3-compatible store. */
describe.skipIf(!canRun)('two nodes behind nginx', () => {
  let folder: string
  let postgres: OwnPostgres
  let swift: Swift
  let nodes: [Node, Node]
  let nginx: ChildProcess
  let site: string
  let admin: Client

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-cluster-'))
    const sitePort = await freePort()
    site = `http://127.0.0.1:${sitePort}`
    postgres = await startOwnPostgres()
    swift = await startSwift()
    const ports = [await freePort(), await freePort()]
    nodes = [nodeOn(ports[0] ?? 0), nodeOn(ports[1] ?? 0)]
    // Both at once, like an orchestrator.
    await Promise.all(nodes.map((node) => node.start()))
    nginx = await startNginx(sitePort, ports)
    admin = createClient(site)
    await vi.waitUntil(() => isServing(site), PATIENCE)
    await admin.call('signIn', { params: {}, body: ADMIN })
  }, START_MS)

  afterAll(async () => {
    nginx?.kill('SIGTERM')
    await Promise.all((nodes ?? []).map((node) => node.kill()))
    await swift?.close()
    await postgres?.close()
    await rm(folder, { recursive: true, force: true })
  }, START_MS)

  function nodeOn(port: number): Node {
    let server: ChildProcess | undefined
    const url = `http://127.0.0.1:${port}`
    const { settings } = swift
    return {
      url,
      async start() {
        server = spawn(process.execPath, [MAIN], {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: {
            ...BARE_ENVIRONMENT,
            PORT: String(port),
            HOST: '127.0.0.1',
            DATA_DIR: join(folder, String(port)),
            DATABASE_URL: postgres.url,
            S3_BUCKET: settings.bucket,
            S3_ENDPOINT: settings.endpoint,
            S3_ACCESS_KEY_ID: settings.accessKeyId,
            S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
            PUBLIC_URL: site,
            TRUSTED_PROXIES: '127.0.0.1',
            SEED_ADMIN_EMAIL: ADMIN.email,
            SEED_ADMIN_PASSWORD: ADMIN.password,
            // Its log about missing parts is expected.
            LOG_LEVEL: 'silent',
          },
        })
        server.stdout?.resume()
        await vi.waitUntil(() => isServing(url), PATIENCE)
      },
      async kill() {
        if (!server || server.exitCode !== null || server.signalCode !== null) return
        const gone = once(server, 'exit')
        server.kill('SIGKILL')
        await gone
      },
    }
  }

  /** Uses the site of the manual, with other addresses and another certificate. */
  async function startNginx(port: number, ports: number[]): Promise<ChildProcess> {
    const text = (await readFile(SITE, 'utf8'))
      .replace(/^\s*server 127\.0\.0\.1:3000 (.*);$/m, (_, rest) =>
        ports.map((one) => `server 127.0.0.1:${one} ${rest};`).join('\n'),
      )
      .replace(/^\s*listen 443 ssl;$/m, `listen 127.0.0.1:${port};`)
      .replace(/^\s*(listen \[|ssl_|server_name).*;$/gm, '')
    expect(text).toContain(`listen 127.0.0.1:${port};`)
    return startNginxWith(text, join(folder, 'nginx'))
  }

  const isServing = (url: string) =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const linesAt = async (url: string) => {
    const { body } = await createClient(url).call('getManifest', { params })
    return { revision: body.revision, texts: new Set(body.lines.map(({ text }) => text)) }
  }

  async function pictureOf(colour: string): Promise<Uint8Array> {
    return sharp({ create: { width: 320, height: 180, channels: 3, background: colour } })
      .png()
      .toBuffer()
  }
  const upload = async (colour: string) =>
    admin.call('uploadMedia', {
      params: { organisationId: params.organisationId },
      body: await pictureOf(colour),
      headers: { 'content-type': 'image/png' },
    })

  it('a change that is made through nginx is on a screen at either node, and its picture at both', async () => {
    const screens = await Promise.all([site, ...nodes.map(({ url }) => url)].map((url) => openStream(url + STREAM)))
    for (const screen of screens) await screen.next('manifest')
    const { status, body } = await upload('#aa3366')
    expect(status).toBe(201)
    const { revision } = (
      await admin.call('createItem', { params, body: { title: 'Shared', type: 'image', url: body.url, visible: true } })
    ).body
    for (const screen of screens) expect((await screen.next('manifest')).id).toBe(String(revision))
    for (const { url } of nodes) {
      const picture = await fetch(url + body.url)
      expect(picture.status).toBe(200)
      expect((await picture.bytes()).byteLength).toBe(body.sizeBytes)
    }
    for (const screen of screens) screen.close()
  })

  it(
    '[F49] [F53] [F56] each part is killed in turn under load: nothing acknowledged is lost, and both nodes agree',
    async () => {
      /** The lines that the acknowledged commands result in. An unanswered command may or may not have been carried out. */
      const expected = new Set<string>()
      const unknown = new Set<string>()
      const ids = new Map<string, string>()
      const told = new Map<number, number>()
      let going = true

      async function write(name: string): Promise<void> {
        for (let count = 0; going; count += 1) {
          const text = `${name} ${count}`
          const made = await admin.call('createLine', { params, body: { text } }).catch(() => undefined)
          told.set(made?.status ?? 0, (told.get(made?.status ?? 0) ?? 0) + 1)
          if (made?.status === 201) {
            expected.add(text)
            ids.set(text, made.body.line.id)
          } else unknown.add(text)
          const [oldest] = expected.size > 60 ? [...expected] : []
          if (oldest === undefined) continue
          expected.delete(oldest)
          const removed = await admin
            .call('removeLine', { params: { ...params, lineId: ids.get(oldest) as never } })
            .catch(() => undefined)
          if (removed?.status !== 200) unknown.add(oldest)
        }
      }

      const writers = ['a', 'b', 'c', 'd'].map(write)
      const written = () => told.get(201) ?? 0
      /** Waits until the rest works again before the next part is stopped. */
      async function goesOn(): Promise<void> {
        const before = written()
        await expect.poll(written, PATIENCE).toBeGreaterThan(before + 20)
      }

      await goesOn()
      for (const node of nodes) {
        await node.kill()
        // nginx skips the missing node.
        await goesOn()
        await node.start()
        await goesOn()
      }
      await postgres.stopAtOnce()
      await expect.poll(() => told.get(503) ?? 0, PATIENCE).toBeGreaterThan(0)
      await postgres.start()
      await goesOn()
      await swift.kill()
      // Calls that need no file succeed. The others get a clear refusal and can be tried again.
      await goesOn()
      const refused = await upload('#112233')
      expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
      await swift.start()
      await goesOn()
      going = false
      await Promise.all(writers)

      expect((await upload('#112233')).status).toBe(201)
      await expect
        .poll(async () => {
          const [one, other] = await Promise.all(nodes.map(({ url }) => linesAt(url)))
          return one?.revision === other?.revision
        }, PATIENCE)
        .toBe(true)
      for (const { url } of nodes) {
        const { texts } = await linesAt(url)
        const lost = [...expected].filter((text) => !texts.has(text) && !unknown.has(text))
        expect(lost).toEqual([])
        const ours = [...texts].filter((text) => /^[abcd] \d+$/.test(text))
        expect(ours.filter((text) => !expected.has(text) && !unknown.has(text))).toEqual([])
      }
      // Every answer was one that clients can handle.
      expect([...told.keys()].filter((status) => ![0, 201, 429, 502, 503, 504].includes(status))).toEqual([])
      expect(written()).toBeGreaterThan(150)
    },
    TEST_MS,
  )
})
