import { ScreenId } from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { type Client, startTestServer, statusOf, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'
import { createPressure, LEVELS, type Level, type Pressure } from '../pressure.ts'

const TOKEN = 'a-token-for-tests-long-enough'
const { organisationId } = SAMPLE_DISPLAY

describe('a server that has not the time for everything', () => {
  let server: TestServer
  let admin: Client
  let pressure: Pressure
  let now = 0

  beforeEach(async () => {
    pressure = createPressure()
    server = await startTestServer({ pressure, config: { metricsToken: TOKEN } })
    admin = await server.signIn()
  })
  afterEach(() => server.close())

  /** Simulates slow turns until the level is reached. */
  const bringTo = (level: Level) => {
    const isHigher = LEVELS.indexOf(level) > LEVELS.indexOf(pressure.level())
    while (pressure.level() !== level) {
      now += 500
      pressure.observe(isHigher ? 10_000 : 0, now)
    }
  }
  const manifestLive = () => openStream(`${server.url}/api/organisations/vnr/displays/ece/manifest/live`)
  const asked = async () => {
    const stream = await manifestLive()
    const { items } = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const answers = {
      statistics: await server.anonymous.call('reportScreen', {
        params: { ...SAMPLE_DISPLAY, screenId: ScreenId.parse('0'.repeat(31).concat('a')) },
        // Under load it is refused before it is checked, otherwise because of its empty body.
        body: {} as never,
      }),
      uploads: await admin.call('uploadMedia', {
        params: { organisationId },
        body: new Uint8Array(10),
        headers: { 'content-type': 'image/jpeg' },
      }),
      changes: await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'Busy' } }),
      reads: await admin.call('getProgramme', { params: SAMPLE_DISPLAY }),
      live: stream,
      playing: await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY }),
      time: await server.anonymous.call('getTime', { params: {} }),
      media: { status: await statusOf(server.url + items.find(({ type }) => type === 'image')?.url) },
    }
    stream.close()
    return answers
  }

  it('[Q12] gives up statistics, uploads, changes, reading and new streams, in this order; what plays it never does', async () => {
    const order = ['statistics', 'uploads', 'changes', 'reads', 'live'] as const
    for (const level of LEVELS) {
      bringTo(level)
      const answers = await asked()
      const refused = order.filter((kind) => answers[kind].status === 503)
      expect(refused).toEqual(order.slice(0, LEVELS.indexOf(level)))
      for (const kind of refused) {
        const { headers } = answers[kind]
        expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
      }
      if (level !== 'calm') {
        expect(answers.statistics.body).toMatchObject({
          error: { code: 'unavailable', message: expect.stringMatching(/^The service is temporarily unavailable/) },
        })
      }
      expect([answers.playing.status, answers.time.status, answers.media.status]).toEqual([200, 200, 200])
    }
    bringTo('calm')
    const { uploads, statistics, ...others } = await asked()
    expect([statistics.status, uploads.status]).toEqual([422, 415])
    for (const { status } of Object.values(others)) expect(status).toBeLessThan(300)
  })

  it('[Q12] open streams stay open, and get changes', async () => {
    const stream = await manifestLive()
    await stream.next('manifest')
    bringTo('live')
    await stream.next('heartbeat')
    bringTo('calm')
    await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'Heard' } })
    expect((await stream.next('manifest')).event).toBe('manifest')
    stream.close()
  })

  it('says how it is to whoever watches', async () => {
    bringTo('uploads')
    await asked()
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      expect.objectContaining({ ready: true, pressure: 'uploads' }),
    ])
    const headers = { authorization: `Bearer ${TOKEN}` }
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
    expect(text).toContain('placard_pressure_level 2\n')
    expect(text).toContain('placard_pressure_refused_total{kind="statistics"} 1\n')
    expect(text).toContain('placard_pressure_refused_total{kind="changes"} 0\n')
  })
})
