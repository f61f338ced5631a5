import { DisplayId, type ErrorEnvelope, OrganisationId, pathOf } from '@placard/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream, type Stream } from '../../testing/stream.ts'

const TOKEN = 'a-token-for-tests-long-enough'
const ANNEXE = { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('annexe') }

describe('a house full of listeners', () => {
  let server: TestServer
  let open: Stream[] = []

  afterEach(async () => {
    for (const stream of open) stream.close()
    open = []
    await server.close()
  })

  /** Trusts every address that a request names, as behind a proxy. */
  const start = async (streams: Partial<TestServer['app']['context']['config']['streams']>) => {
    const limits = { perAddress: 1_000, perDisplay: 1_000, inAll: 1_000, ...streams }
    server = await startTestServer({
      config: { streams: limits, trustedProxies: ['127.0.0.1'], metricsToken: TOKEN },
    })
  }
  const listen = async (address: string, key = SAMPLE_DISPLAY) => {
    const stream = await openStream(server.url + pathOf('streamManifest', key), { 'x-forwarded-for': address })
    open.push(stream)
    return stream
  }
  const watch = async (cookie: string, address = '192.0.2.1', key = SAMPLE_DISPLAY) => {
    const url = server.url + pathOf('streamProgramme', key)
    const stream = await openStream(url, { cookie, 'x-forwarded-for': address })
    open.push(stream)
    return stream
  }
  const metric = async (start: string) => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.split(' ')
        .at(-1),
    )
  }

  it('[B85] [F10] one address that has enough is refused in words, with a time that differs; nobody is put out', async () => {
    await start({ perAddress: 3 })
    const inside = [await listen('192.0.2.1'), await listen('192.0.2.2'), await listen('192.0.2.3')]
    for (const stream of inside) expect((await stream.next('manifest')).event).toBe('manifest')
    const waits = new Set<number>()
    for (let tries = 0; tries < 20; tries += 1) {
      const url = server.url + pathOf('streamManifest', SAMPLE_DISPLAY)
      const refused = await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.9' } })
      expect(refused.status).toBe(503)
      expect(refused.headers.get('connection')).toBe('close')
      const { error } = (await refused.json()) as ErrorEnvelope
      expect(error).toMatchObject({
        code: 'too-many-streams',
        message: expect.stringMatching(/^The maximum number of screens/),
      })
      waits.add(Number(refused.headers.get('retry-after')))
    }
    for (const wait of waits) expect(wait >= 5 && wait <= 30).toBe(true)
    expect(waits.size).toBeGreaterThan(3)

    // The next address is accepted, and existing listeners still get events.
    expect((await listen('198.51.100.1')).status).toBe(200)
    const admin = await server.signIn()
    await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'Still heard' } })
    for (const stream of inside) await stream.next('manifest')

    expect(await metric('placard_live_refused_total{stream="player",bound="address"}')).toBe(20)
    expect(await metric('placard_live_listeners{stream="player"}')).toBe(4)
    inside[0]?.close()
    await expect.poll(() => server.app.live.places.screens.taken()).toBe(3)
    expect((await listen('192.0.2.9')).status).toBe(200)
  })

  it('[B85] an address of IPv6 is the /64 that one household has', async () => {
    await start({ perAddress: 2 })
    expect((await listen('2001:db8:1:2::1')).status).toBe(200)
    expect((await listen('2001:db8:1:2:ffff::9')).status).toBe(200)
    expect((await listen('2001:db8:1:2:abcd::7')).status).toBe(503)
    expect((await listen('2001:db8:1:3::1')).status).toBe(200)
  })

  it('[B85] one crowded display leaves the others their places', async () => {
    await start({ perDisplay: 2 })
    const admin = await server.signIn()
    const { organisationId } = SAMPLE_DISPLAY
    const body = { id: ANNEXE.displayId, name: 'Annexe' }
    expect((await admin.call('createDisplay', { params: { organisationId }, body })).status).toBe(201)
    await listen('192.0.2.1')
    await listen('198.51.100.1')
    expect((await listen('203.0.113.1')).status).toBe(503)
    expect((await listen('203.0.113.1', ANNEXE)).status).toBe(200)
  })

  it('[B85] [Q12] screens that have taken every place leave people theirs, also from the same address', async () => {
    await start({ inAll: 20, perAddress: 18 })
    const { screens, people } = server.app.live.places
    for (let count = 0; count < screens.limits.unproven; count += 1) {
      expect((await listen('192.0.2.1')).status).toBe(200)
    }
    expect((await listen('198.51.100.1')).status).toBe(503)
    expect(await metric('placard_live_refused_total{stream="player",bound="server"}')).toBe(1)
    const admin = await server.signIn()
    const dashboard = await watch(admin.cookie())
    expect((await dashboard.next('programme')).event).toBe('programme')
    // One organisation may take half of the people's places.
    expect((await watch(admin.cookie())).status).toBe(503)
    const elsewhere = { organisationId: OrganisationId.parse('elsewhere'), displayId: SAMPLE_DISPLAY.displayId }
    await makePlace(server, elsewhere)
    const { client } = await enterAs(server, 'somebody', { role: 'editor', home: elsewhere })
    await watch(client.cookie(), '192.0.2.1', elsewhere)
    expect(people.taken()).toBe(people.limits.inAll)
    expect((await watch(client.cookie(), '192.0.2.1', elsewhere)).status).toBe(503)
    expect(await metric('placard_live_limit{stream="dashboard"}')).toBe(2)
  })

  it('[B84] [B85] a stream of what does not exist takes no place', async () => {
    await start({ perAddress: 1 })
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await listen('192.0.2.1', ANNEXE)).status).toBe(404)
    }
    expect(server.app.live.places.screens.taken()).toBe(0)
    expect((await listen('192.0.2.1')).status).toBe(200)
  })
})
