import type { IncomingHttpHeaders } from 'node:http'
import { DisplayId, pathOf, VisitsReport } from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createVisits, isVisit, MAX_VISITS_PER_DAY } from './visits.ts'

const DAY_MS = 24 * 60 * 60_000
const BROWSER = {
  accept: 'text/html,application/xhtml+xml',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36',
}

describe('requests that count as visits', () => {
  it.each<[string, IncomingHttpHeaders, boolean]>([
    ['a browser', BROWSER, true],
    ['a browser over https', { ...BROWSER, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, true],
    ['a look again by the page itself', { ...BROWSER, accept: '*/*' }, false],
    ['the same over https', { ...BROWSER, 'sec-fetch-mode': 'cors' }, false],
    ['a browser ahead of its user', { ...BROWSER, 'sec-purpose': 'prefetch;prerender' }, false],
    ['another one', { ...BROWSER, purpose: 'prefetch' }, false],
    ['a search engine', { ...BROWSER, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
    ['a messenger that shows what is behind an address', { ...BROWSER, 'user-agent': 'WhatsApp/2.23' }, false],
    ['a watchman', { ...BROWSER, 'user-agent': 'curl/8.5.0' }, false],
    ['whoever says nothing of itself', { accept: 'text/html' }, false],
  ])('[TA1] %s', (_, headers, is) => {
    expect(isVisit('GET', headers)).toBe(is)
    expect(isVisit('HEAD', headers)).toBe(false)
  })
})

describeDialects('visits of the page to read', (dialect) => {
  let server: TestServer
  const clock = { now: Date.parse('2026-11-23T09:00:00Z') }
  const { organisationId, displayId } = SAMPLE_DISPLAY

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => clock.now })
    await (await server.signIn()).call('updateDisplay', { params: SAMPLE_DISPLAY, body: { timeZone: 'Asia/Kolkata' } })
  })
  afterAll(() => server.close())

  // Not by fetch, which sends headers that say it is not a navigation.
  const open = (headers: Record<string, string> = BROWSER) =>
    server.app.http.inject({ url: '/read/vnr/ece', headers: { host: new URL(server.url).host, ...headers } })
  const report = async (from = '2026-11-22', to = '2026-11-26') => {
    // Sessions expire as days pass.
    const client = await server.signIn()
    const response = await client.visit(
      `${pathOf('getVisits', { organisationId })}?${new URLSearchParams({ from, to })}`,
    )
    return VisitsReport.parse(await response.json()).displays
  }

  it('[TA1] [B168] [B169] a day is shown when it is over, by the clock at the display, and never with a number below five', async () => {
    const visits = server.app.visits
    for (let nth = 0; nth < 7; nth += 1) await open()
    for (let nth = 0; nth < 20; nth += 1) await open({ ...BROWSER, 'user-agent': 'Googlebot' })
    await visits.write()
    // In India it is still Monday.
    expect((await report())[0]).toMatchObject({ displayId, total: 0, days: [{ day: '2026-11-22', visits: null }] })
    clock.now = Date.parse('2026-11-23T18:31:00Z')
    for (let nth = 0; nth < 4; nth += 1) await open()
    await visits.write()
    expect((await report())[0]?.days).toEqual([
      { day: '2026-11-22', visits: null },
      { day: '2026-11-23', visits: 7 },
    ])
    clock.now += DAY_MS
    expect((await report())[0]).toMatchObject({
      total: 7,
      days: [{ visits: null }, { visits: 7 }, { day: '2026-11-24', visits: null }],
    })
  })

  it('[TA1] [B168] several nodes add to one sum, which has a bound', async () => {
    const nodes = [createVisits(server.app.context), createVisits(server.app.context)]
    for (const node of nodes) for (let nth = 0; nth < 3; nth += 1) node.count(SAMPLE_DISPLAY, 'Asia/Kolkata')
    await Promise.all(nodes.map((node) => node.write()))
    clock.now += DAY_MS
    expect((await report())[0]?.days.at(-1)).toEqual({ day: '2026-11-25', visits: 6 })
    const [node] = nodes
    for (let nth = 0; nth < MAX_VISITS_PER_DAY + 5; nth += 1) node?.count(SAMPLE_DISPLAY, 'Asia/Kolkata')
    await node?.write()
    node?.count(SAMPLE_DISPLAY, 'Asia/Kolkata')
    await node?.write()
    clock.now += DAY_MS
    expect((await report('2026-11-26', '2026-11-26'))[0]?.total).toBe(MAX_VISITS_PER_DAY)
  })

  it('[TA1] nothing is written for a display that is gone, and the rest is', async () => {
    const node = createVisits(server.app.context)
    node.count({ organisationId, displayId: DisplayId.parse('gone') }, 'UTC')
    node.count(SAMPLE_DISPLAY, 'Asia/Kolkata')
    await node.write()
    const { queries } = server.app.context.database
    const rows = await queries.selectFrom('read_visit').select('display_id').execute()
    expect(new Set(rows.map(({ display_id }) => display_id))).toEqual(new Set(['ece']))
  })

  it('[TA1] is kept for a year and a month, and holds nothing but days and numbers', async () => {
    const { queries } = server.app.context.database
    const read = () => queries.selectFrom('read_visit').selectAll().execute()
    expect(Object.keys((await read())[0] ?? {}).sort()).toEqual(['day', 'display_id', 'organisation_id', 'visits'])
    clock.now += 402 * DAY_MS
    await server.app.visits.write()
    expect(await read()).toEqual([])
  })
})
