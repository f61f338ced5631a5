import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairAgent } from '../../testing/agent.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'
import { SAMPLE_DISPLAY } from '../seed/service.ts'

const TOKEN = 'a-token-for-tests-long-enough'

describeDialects('watching', (dialect) => {
  let server: TestServer
  let clock = Date.parse('2026-01-01T00:00:00Z')
  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => clock })
  })
  afterAll(() => server.close())

  it('/healthz says that the process turns, to anybody', async () => {
    const response = await fetch(`${server.url}/healthz`)
    expect([response.status, await response.text()]).toEqual([200, 'ok\n'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('placard-version'), '[HS23] the version').toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('/readyz is yes with a database that answers, and no once it is gone, while /healthz stays yes', async () => {
    const ready = async () => {
      clock += 5_000
      const response = await fetch(`${server.url}/readyz`)
      return [response.status, await response.json()]
    }
    expect(await ready()).toEqual([
      200,
      {
        ready: true,
        parts: { database: 'ok', files: 'ok', process: 'ok', backup: 'ok', disk: 'ok' },
        pressure: 'calm',
      },
    ])
    const gone = await startTestServer({ dialect, now: () => clock })
    await gone.app.context.database.close()
    clock += 5_000
    const response = await fetch(`${gone.url}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      ready: false,
      parts: { database: 'failing', files: 'ok', process: 'ok', backup: 'ok', disk: 'ok' },
      pressure: 'calm',
    })
    expect((await fetch(`${gone.url}/healthz`)).status).toBe(200)
    await gone.close().catch(() => {})
    expect(await ready()).toEqual([200, expect.objectContaining({ ready: true })])
  })
})

it('[R4] /readyz says that the stored files are gone, and no byte of a new one is taken, until they are back', async () => {
  let clock = Date.parse('2026-01-01T00:00:00Z')
  await using server = await startTestServer({ now: () => clock })
  const { dataDir } = server.app.context.config
  const ready = async () => {
    clock += 5_000
    const response = await fetch(`${server.url}/readyz`)
    const { parts } = (await response.json()) as { parts: { files: string } }
    return [response.status, parts.files]
  }
  const admin = await server.signIn()
  const body = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2040c0' } })
    .jpeg()
    .toBuffer()
  const upload = () =>
    admin.call('uploadMedia', { params: SAMPLE_DISPLAY, body, headers: { 'content-type': 'image/jpeg' } })
  expect(await ready()).toEqual([200, 'ok'])
  for (const isMounted of [false, true]) {
    await rename(join(dataDir, 'media'), join(dataDir, 'elsewhere'))
    // The mount point of a disk exists without the disk.
    if (isMounted) await mkdir(join(dataDir, 'media'))
    // Temporary folders are simply created again.
    await rm(join(dataDir, 'workshop'), { recursive: true })
    expect(await ready()).toEqual([503, 'failing'])
    expect(await upload()).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    await rm(join(dataDir, 'media'), { recursive: true, force: true })
    await rename(join(dataDir, 'elsewhere'), join(dataDir, 'media'))
    expect(await ready()).toEqual([200, 'ok'])
  }
  expect((await upload()).status).toBe(201)
})

describe('watching', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { metricsToken: TOKEN } })
  })
  afterAll(() => server.close())

  const metrics = (authorization?: string) =>
    fetch(`${server.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } })

  it('[B100] /metrics is not there unless a token is set, and then only for who has it', async () => {
    const plain = await startTestServer()
    expect((await fetch(`${plain.url}/metrics`)).status).toBe(404)
    await plain.close()
    for (const authorization of [undefined, '', 'Bearer ', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
      expect((await metrics(authorization)).status).toBe(401)
    }
    const signedIn = await server.signIn()
    expect((await fetch(`${server.url}/metrics`, { headers: { cookie: signedIn.cookie() } })).status).toBe(401)
    expect((await metrics(`Bearer ${TOKEN}`)).status).toBe(200)
  })

  it('it counts requests by route, changes and listeners, and names nobody', async () => {
    const read = async () => (await metrics(`Bearer ${TOKEN}`)).text()
    const admin = await server.signIn()
    const stream = await openStream(`${server.url}/api/organisations/vnr/displays/ece/manifest/live`)
    const before = figureOf(await read(), 'placard_display_changes_total')
    await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'Counted' } })
    const agent = await pairAgent(server, admin, SAMPLE_DISPLAY)
    await agent.hello()
    await agent.report({ vitals: { temperatureC: 88, panel: { power: 'on' } } })
    await fetch(`${server.url}/no/such/${'x'.repeat(50)}`)
    // The later ones are answered from memory, and are counted as well.
    for (let asked = 0; asked < 3; asked += 1) await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })

    const text = await read()
    expect(figureOf(text, 'placard_display_changes_total')).toBe(before + 1)
    expect(figureOf(text, 'placard_live_listeners{stream="player"}')).toBe(1)
    expect(figureOf(text, 'placard_data_free_bytes')).toBeGreaterThan(0)
    // PX5: a machine that is hot is counted, and not named.
    expect(figureOf(text, 'placard_machines{state="reporting"}')).toBe(1)
    expect(figureOf(text, 'placard_machines{state="hot"}')).toBe(1)
    expect(figureOf(text, 'placard_machines{state="panel-off"}')).toBe(0)
    expect(text).not.toContain('Reception')
    expect(figureOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    const created =
      'placard_http_request_duration_seconds_count{method="POST",route="/api/organisations/:organisationId/displays/:displayId/lines",status="201"}'
    expect(figureOf(text, created)).toBe(1)
    const asked = '{method="GET",route="/api/organisations/:organisationId/displays/:displayId/manifest",status="200"}'
    expect(figureOf(text, `placard_http_request_duration_seconds_count${asked}`)).toBe(3)
    const took = `placard_http_request_duration_seconds_sum${asked}`
    await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })
    expect(figureOf(await read(), took)).toBeGreaterThan(figureOf(text, took))
    for (const secret of ['vnr', 'ece', 'admin@', 'xxxxxxxxxx', TOKEN, 'Counted']) expect(text).not.toContain(secret)
    stream.close()
  })
})

function figureOf(text: string, start: string): number {
  const line = text.split('\n').find((each) => each.startsWith(start))
  return Number(line?.split(' ').at(-1))
}
