import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import {
  DisplayId,
  type DisplayKey,
  FEED_STALE_MS,
  MAX_FEEDS_PER_DISPLAY,
  type Manifest,
  OrganisationId,
  PlaylistId,
  playlistPath,
  type RouteBodyInput,
} from '@placard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { type FeedServer, icsOf, rssOf, startFeedServer } from '../../testing/feed-server.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { createFeeds, createReading } from './service.ts'

const { organisationId } = SAMPLE_DISPLAY
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A Monday. */
const NOW = Date.parse('2026-11-23T09:00:00Z')
const LINES = { as: 'lines' as const, count: 3 }

describeDialects('feeds', (dialect) => {
  let feeds: FeedServer
  let server: TestServer
  let admin: Client
  let now = NOW
  let made = 0

  beforeAll(async () => {
    feeds = await startFeedServer()
    server = await startTestServer({ dialect, now: () => now, outside: feeds.outside })
    admin = await server.signIn()
  })
  afterAll(async () => {
    await server.close()
    await feeds.close()
  })
  beforeEach(async () => {
    // Advances the clock past all rate limits; sessions expire too.
    now += 10 * MINUTE_MS
    admin = await server.signIn()
  })

  const send = (response: ServerResponse, body: string, type = 'application/rss+xml', headers = {}) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  const serve = (path: string, body: string, type?: string) =>
    feeds.answer(path, (_, response) => send(response, body, type))
  const pathOf = (name: string) => {
    made += 1
    return `/${name}-${made}`
  }
  const check = async (url: string, more: Partial<RouteBodyInput<'checkFeed'>> = {}) =>
    admin.call('checkFeed', { params: { organisationId }, body: { url, ...more } })
  async function makeDisplay(timeZone = 'Europe/Berlin'): Promise<DisplayKey> {
    made += 1
    const key = { organisationId, displayId: DisplayId.parse(`hall-${made}`) }
    const body = { id: key.displayId, name: 'Hall', timeZone }
    expect((await admin.call('createDisplay', { params: { organisationId }, body })).status).toBe(201)
    return key
  }
  const create = (key: DisplayKey | { organisationId: typeof organisationId; playlistId: PlaylistId }, body: object) =>
    admin.call('createItem', { params: key, body: body as RouteBodyInput<'createItem'> })
  async function show(key: DisplayKey, url: string, feed: object = LINES) {
    await check(url)
    const { status, body } = await create(key, { title: 'Town', type: 'feed', url, visible: true, feed })
    expect(status).toBe(201)
    expect(body.item.entries).toBeDefined()
    return body.item
  }
  const manifest = async (key: DisplayKey) => (await admin.call('getManifest', { params: key })).body
  const linesOf = async (key: DisplayKey) => (await manifest(key)).lines.map(({ text }) => text)
  /** Reads the feeds that are due, and waits for the results. */
  async function read(): Promise<void> {
    // Only a few feeds of one server are read at once.
    for (let look = 0; look < 10; look += 1) {
      await server.app.feeds.tick()
      await server.app.feeds.settled()
    }
  }
  const later = async (ms: number) => {
    now += ms
    await read()
    if (ms > DAY_MS) admin = await server.signIn()
  }

  it('[FD1] an address is recognised, and says what it holds', async () => {
    const path = pathOf('rss')
    const entries = [1, 2, 3].map((n) => ({
      id: `${n}`,
      title: `News &amp; ${n}`,
      text: `<p>Some <b>words</b> ${n}</p>`,
      at: NOW - n * DAY_MS,
    }))
    serve(path, rssOf(entries))
    const { status, body } = await check(feeds.at(path))
    expect(status).toBe(200)
    expect(body).toMatchObject({ url: feeds.at(path), kind: 'news', title: 'Town', problem: null, isStale: false })
    expect(body.feed).toEqual({ as: 'lines', count: 5, maxAgeDays: 14 })
    expect(body.entries.map(({ text }) => text)).toEqual(['News & 1', 'News & 2', 'News & 3'])
    expect(body.readAt).toBe(now)
    const notices = await check(feeds.at(path), { feed: { as: 'notices', count: 1, look: 'night' } })
    expect(notices.body.entries).toMatchObject([
      { notice: { look: 'night', heading: 'News & 1', body: 'Some words 1', link: 'https://town.example/1' } },
    ])
    expect(feeds.visits(path)).toBe(1)
  })

  it('[FD1] webcal is https, and a page leads to the feed that it names', async () => {
    const [page, rss] = [pathOf('page'), pathOf('rss')]
    serve(
      page,
      `<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/comments"><link rel="alternate" type="application/atom+xml" href="${rss}"></head></html>`,
      'text/html',
    )
    serve(rss, rssOf([{ id: '1', title: 'Found' }]))
    const { body } = await check(feeds.at(page))
    expect([body.url, body.entries.map(({ text }) => text)]).toEqual([feeds.at(rss), ['Found']])
    const calendar = await check(feeds.at('/x').replace('http:', 'webcal:'))
    expect(calendar.body.url).toMatch(/^https:/)
    for (const url of ['ftp://feeds.example/', 'https://a:b@feeds.example/', 'nothing', 'webcal:']) {
      expect((await check(url)).body).toMatchObject({ error: { code: 'url-not-playable', field: 'url' } })
    }
  })

  it('[FD1] its entries are in the manifest as lines and notices, and are rows nowhere', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([1, 2, 3, 4].map((n) => ({ id: `${n}`, title: `N${n}`, at: NOW - n * DAY_MS }))))
    const item = await show(key, feeds.at(path), { ...LINES, maxAgeDays: 3 })
    const { lines, items } = await manifest(key)
    expect(items).toEqual([])
    expect(lines).toEqual([
      { id: `${item.id}_p1`, text: 'N1', schedule: { until: '2026-11-25T10:00' } },
      { id: `${item.id}_p2`, text: 'N2', schedule: { until: '2026-11-24T10:00' } },
      // This entry is over; its schedule removes it.
      { id: `${item.id}_p3`, text: 'N3', schedule: { until: '2026-11-23T10:00' } },
    ])
    const update = (feed: object) =>
      admin.call('updateItem', {
        params: { ...key, itemId: item.id },
        body: { feed } as never,
        headers: { 'if-match': '*' },
      })
    expect((await update({ as: 'notices', count: 2, look: 'poster' })).status).toBe(200)
    expect(await manifest(key)).toMatchObject({
      lines: [],
      items: [
        { id: `${item.id}_p1`, type: 'notice', notice: { look: 'poster', heading: 'N1' } },
        { id: `${item.id}_p2`, type: 'notice', notice: { heading: 'N2' } },
      ],
    })
    const programme = (await admin.call('getProgramme', { params: key })).body
    expect(programme.items).toMatchObject([{ id: item.id, type: 'feed', feed: { as: 'notices' }, entries: [{}, {}] }])
    expect(programme.lines).toEqual([])
    expect((await admin.call('listActivity', { params: key })).body.entries[0]).toMatchObject({ fields: ['feed'] })
  })

  it('[FD1] goes by the schedule, the visibility and the order of its item, in a playlist too', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'Snow', at: NOW }]))
    await check(feeds.at(path))
    const made = await admin.call('createPlaylist', { params: { organisationId }, body: { name: 'Town' } })
    const playlistId = PlaylistId.parse(made.body.playlist.id)
    const schedule = { days: [1, 2], until: '2026-12-24T12:00' }
    const inList = await create(
      { organisationId, playlistId },
      { title: 'T', type: 'feed', url: feeds.at(path), schedule, feed: { ...LINES, maxAgeDays: 30 } },
    )
    expect(inList.status).toBe(201)
    const inclusion = { title: 'x', type: 'playlist', url: playlistPath(playlistId), schedule: { days: [1] } }
    expect((await create(key, inclusion)).status).toBe(201)
    expect(await manifest(key)).toMatchObject({
      inclusions: [{ days: [1] }],
      lines: [{ text: 'Snow', inclusion: 0, schedule: { days: [1, 2], until: '2026-12-23T10:00' } }],
    })
    await admin.call('updateItem', {
      params: { organisationId, playlistId, itemId: inList.body.item.id },
      body: { visible: false },
      headers: { 'if-match': '*' },
    })
    expect(await linesOf(key)).toEqual([])
  })

  it('[LY2] a new copy of a feed in a zone reaches the display of the zone', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'Snow', at: NOW }]))
    await check(feeds.at(path))
    const layout = { arrangement: 'side-bar' as const, dividers: [75], zones: [{ name: 'News' }] }
    const set = await admin.call('setLayout', { params: key, body: { layout }, headers: { 'if-match': '*' } })
    const playlistId = PlaylistId.parse(set.body.layout?.zones[0]?.playlistId)
    const feed = { as: 'notices', count: 3, look: 'night', maxAgeDays: 30 }
    await create({ organisationId, playlistId }, { title: 'T', type: 'feed', url: feeds.at(path), feed })
    const headings = ({ layout: shown }: Manifest) => shown?.zones[0]?.items.map(({ notice }) => notice?.heading)
    const before = await manifest(key)
    expect(headings(before)).toEqual(['Snow'])
    serve(path, rssOf([{ id: '2', title: 'Thaw', at: NOW + DAY_MS }]))
    await later(6 * MINUTE_MS)
    const after = await manifest(key)
    expect(headings(after)).toEqual(['Thaw'])
    expect(after.revision).toBeGreaterThan(before.revision)
    expect(after.loopStartedAt).toBe(before.loopStartedAt)
  })

  it('[HS28] a calendar says what became of each of its events', async () => {
    const path = pathOf('ics')
    const broken = icsOf([
      ['DTSTART:20261124T100000Z', 'SUMMARY:Read'],
      ['DTSTART:20200101T100000Z', 'SUMMARY:Over'],
      ['DTSTART:tomorrow', 'SUMMARY:Unread'],
      ['DTSTART:20261125T100000Z', 'RRULE:FREQ=NEVER', 'SUMMARY:Once'],
    ])
    serve(path, broken, 'text/calendar')
    const tally = { events: 4, ahead: 1, over: 1, later: 0, leftOut: {}, unread: { begin: 1, rule: 1 } }
    expect((await check(feeds.at(path))).body).toMatchObject({ kind: 'calendar', problem: null, tally })
    // It is corrected, and the tally changes although no screen shows anything else.
    serve(path, broken.replace('DTSTART:tomorrow', 'DTSTART:20200102T100000Z'), 'text/calendar')
    const again = { ...tally, over: 2, unread: { rule: 1 } }
    now += MINUTE_MS
    expect((await check(feeds.at(path), { again: true })).body.tally).toEqual(again)
    expect((await check(feeds.at(path))).body.tally).toEqual(again)
    const news = pathOf('rss')
    serve(news, rssOf([{ id: '1', title: 'x' }]))
    expect((await check(feeds.at(news))).body.tally).toBeNull()
  })

  it('[FD1] a calendar says each event by its own times, in the zone of the display', async () => {
    const key = await makeDisplay()
    const path = pathOf('ics')
    const events = [
      ['DTSTART:20261123T170000Z', 'DTEND:20261123T183000Z', 'SUMMARY:Parents\\, evening', 'LOCATION:Hall'],
      ['DTSTART;VALUE=DATE:20261124', 'SUMMARY:No lessons'],
      [
        'DTSTART;TZID="W. Europe Standard Time":20261125T080000',
        'DTEND;TZID="W. Europe Standard Time":20261125T090000',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID="W. Europe Standard Time":20261126T080000',
        'SUMMARY:Exam',
      ],
      ['DTSTART:20261124T100000Z', 'SUMMARY:Off', 'STATUS:CANCELLED'],
      ['DTSTART:20261124T100000Z', 'SUMMARY:Doctor', 'CLASS:PRIVATE'],
      ['DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:Bomb'],
    ]
    serve(path, icsOf(events), 'text/calendar')
    await show(key, feeds.at(path), { as: 'lines', count: 2, window: 'next', language: 'en-GB' })
    expect((await manifest(key)).lines.map(({ text, schedule }) => [text, schedule])).toEqual(
      [
        ['Mon 23 Nov, 18:00\u2009–\u200919:30 · Parents, evening · Hall', { until: '2026-11-23T19:30' }],
        ['Tue 24 Nov · No lessons', { until: '2026-11-25T00:00' }],
        ['Wed 25 Nov, 08:00\u2009–\u200909:00 · Exam', { from: '2026-11-23T19:30', until: '2026-11-25T09:00' }],
        ['Fri 27 Nov, 08:00\u2009–\u200909:00 · Exam', { from: '2026-11-25T00:00', until: '2026-11-27T09:00' }],
      ].map(([text, schedule]) => [
        expect.stringMatching(new RegExp(String(text).replace(/[,–\s]+/g, '[,–\\s]+'))),
        schedule,
      ]),
    )
    const today = await check(feeds.at(path), {
      feed: { as: 'lines', count: 1, window: 'today' },
      timeZone: 'Europe/Berlin',
    })
    expect(today.body.entries.map(({ schedule }) => schedule)).toEqual([
      { from: '2026-11-23T00:00', until: '2026-11-23T19:30' },
      { from: '2026-11-24T00:00', until: '2026-11-25T00:00' },
      { from: '2026-11-25T00:00', until: '2026-11-25T09:00' },
      { from: '2026-11-27T00:00', until: '2026-11-27T09:00' },
    ])
    const week = await check(feeds.at(path), {
      feed: { as: 'lines', count: 1, window: 'week' },
      timeZone: 'Europe/Berlin',
    })
    expect(new Set(week.body.entries.map(({ schedule }) => schedule?.from))).toEqual(new Set(['2026-11-23T00:00']))
  })

  it('[FD2] is read every five minutes, with what is known of it, and a change is one of the display', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    let body = rssOf([{ id: '1', title: 'Old', at: NOW }])
    const heard: unknown[] = []
    feeds.answer(path, (request, response) => {
      heard.push(request.headers['if-none-match'])
      const etag = `"${body.length}"`
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
      else send(response, body, undefined, { etag })
    })
    await show(key, feeds.at(path))
    const before = await manifest(key)
    await later(4 * MINUTE_MS)
    expect(heard).toEqual([undefined])
    await later(3 * MINUTE_MS)
    expect(heard).toEqual([undefined, `"${body.length}"`])
    expect(await manifest(key)).toEqual(before)
    expect((await check(feeds.at(path))).body.readAt).toBe(now)
    body = rssOf([
      { id: '2', title: 'Brand new', at: NOW + 1 },
      { id: '1', title: 'Old', at: NOW },
    ])
    await later(7 * MINUTE_MS)
    const after = await manifest(key)
    expect(after.revision).toBe(before.revision + 1)
    // Each entry keeps its id as long as it is in the feed.
    expect(after.lines.map(({ id, text }) => [id.split('_p')[1], text])).toEqual([
      ['2', 'Brand new'],
      ['1', 'Old'],
    ])
    const { entries } = (await admin.call('listActivity', { params: key })).body
    expect(entries.filter(({ kind }) => kind === 'item-added')).toHaveLength(1)
    expect(entries.some(({ kind }) => kind === 'display-changed')).toBe(false)
  })

  it('[FD2] is read packed, and a new mark on the same words changes nothing', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    const packed = gzipSync(rssOf([{ id: '1', title: 'Snow', at: NOW }]))
    const heard: unknown[] = []
    feeds.answer(path, (request, response) => {
      heard.push(request.headers['if-none-match'])
      const headers = { 'content-encoding': 'gzip', etag: `W/"${heard.length}"` }
      response.writeHead(200, { 'content-type': 'application/rss+xml', ...headers }).end(packed)
    })
    await show(key, feeds.at(path))
    const before = await manifest(key)
    expect(before.lines).toMatchObject([{ text: 'Snow' }])
    await later(7 * MINUTE_MS)
    await later(7 * MINUTE_MS)
    expect(heard).toEqual([undefined, 'W/"1"', 'W/"2"'])
    expect(await manifest(key)).toEqual(before)
    expect((await check(feeds.at(path))).body).toMatchObject({ readAt: now, problem: null })
  })

  it('[F85] a feed that fails keeps what it said, is asked less and less often, and says what is wrong', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'Here', at: NOW }]))
    await show(key, feeds.at(path))
    const before = await manifest(key)
    feeds.answer(path, (_, response) => response.writeHead(503).end())
    const visits = [feeds.visits(path)]
    for (let hour = 0; hour < 3; hour += 1) {
      for (let step = 0; step < 12; step += 1) await later(5 * MINUTE_MS)
      visits.push(feeds.visits(path))
    }
    const asked = visits.slice(1).map((count, index) => count - (visits[index] as number))
    expect(asked[0]).toBeGreaterThan(asked[2] as number)
    expect(await manifest(key)).toEqual(before)
    const { body } = await check(feeds.at(path))
    expect(body).toMatchObject({ problem: 'status', status: 503, isStale: false })
    expect(body.staleAt).toBe((body.readAt as number) + FEED_STALE_MS)
    serve(path, rssOf([{ id: '1', title: 'Back', at: NOW }]))
    expect((await check(feeds.at(path), { again: true })).body).toMatchObject({ problem: null, readAt: now })
    expect(await linesOf(key)).toEqual(['Back'])
  })

  it('[F86] a stale feed goes off the screens, in sight, and comes back by itself', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'Here', at: NOW }]))
    await show(key, feeds.at(path))
    const { revision } = await manifest(key)
    feeds.answer(path, (request) => request.socket.destroy())
    await later(FEED_STALE_MS - MINUTE_MS)
    expect(await linesOf(key)).toEqual(['Here'])
    await later(8 * 60 * MINUTE_MS)
    expect(await manifest(key)).toMatchObject({ revision: revision + 1, lines: [], items: [] })
    expect((await check(feeds.at(path))).body).toMatchObject({ isStale: true, problem: 'unreachable', entries: [] })
    serve(path, rssOf([{ id: '1', title: 'Here', at: NOW }]))
    await later(8 * 60 * MINUTE_MS)
    expect(await linesOf(key)).toEqual(['Here'])
  })

  it('[FD2] a dashboard that stays open has no failing feed asked more often', async () => {
    const key = await makeDisplay()
    const [never, stale] = [pathOf('never'), pathOf('stale')]
    serve(stale, rssOf([{ id: '1', title: 'Here' }]))
    await show(key, feeds.at(stale))
    for (const path of [never, stale]) feeds.answer(path, (_, response) => response.writeHead(500).end())
    await later(FEED_STALE_MS + DAY_MS)
    expect((await check(feeds.at(stale))).body).toMatchObject({ isStale: true })
    expect((await check(feeds.at(never))).body).toMatchObject({ problem: 'status', readAt: null })
    const visits = [feeds.visits(never), feeds.visits(stale)]
    for (let look = 0; look < 4; look += 1) {
      now += MINUTE_MS
      for (const path of [never, stale]) expect((await check(feeds.at(path))).status).toBe(200)
    }
    expect([feeds.visits(never), feeds.visits(stale)]).toEqual(visits)
    // A person who presses the button gets a new read.
    for (const path of [never, stale]) await check(feeds.at(path), { again: true })
    expect([feeds.visits(never), feeds.visits(stale)]).toEqual(visits.map((count) => count + 1))
  })

  it('[FD2] follows the given delay, and asks once a day if the feed is gone', async () => {
    const [busy, gone] = [pathOf('busy'), pathOf('gone')]
    const key = await makeDisplay()
    for (const path of [busy, gone]) serve(path, rssOf([{ id: '1', title: 'x' }]))
    await show(key, feeds.at(busy))
    await show(key, feeds.at(gone))
    feeds.answer(busy, (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end())
    feeds.answer(gone, (_, response) => response.writeHead(410).end())
    await later(10 * MINUTE_MS)
    const visits = [feeds.visits(busy), feeds.visits(gone)]
    for (let step = 0; step < 10; step += 1) await later(11 * MINUTE_MS)
    expect([feeds.visits(busy), feeds.visits(gone)]).toEqual(visits)
    expect((await check(feeds.at(gone))).body.problem).toBe('gone')
    expect(await linesOf(key)).toEqual(['x', 'x'])
    await later(60 * MINUTE_MS)
    expect(feeds.visits(busy)).toBe((visits[0] as number) + 1)
  })

  describe('addresses that are not feeds, or bad ones', () => {
    const bomb = () => {
      const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY b${n + 1} "${`&b${n};`.repeat(10)}">`)
      return `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY b0 "lol">${entities.join('')}]><rss version="2.0"><channel><title>&b10;</title><item><guid>1</guid><title>Safe &b10;</title></item></channel></rss>`
    }
    const isRefused = async (body: string, type: string, problem: string) => {
      const path = pathOf('bad')
      serve(path, body, type)
      expect((await check(feeds.at(path))).body).toMatchObject({ problem, kind: null, entries: [], readAt: null })
    }
    const event = ['DTSTART:20261124T100000Z', 'SUMMARY:x']

    it.each([
      ['a page without one', '<!doctype html><html><title>x</title></html>', 'text/html'],
      ['a picture', '\u0089PNG\r\n', 'image/png'],
      ['a sign-in', '<html><form>Password</form></html>', 'text/html'],
    ])('[B125] %s is no feed', (_, body, type) => isRefused(body, type, 'not-a-feed'))

    it.each([
      ['news', rssOf([{ id: '1', title: 'x' }]).slice(0, -20), 'application/rss+xml'],
      ['a calendar', icsOf([event]).slice(0, -20), 'text/calendar'],
    ])('[B126] %s that is cut off is not taken', (_, body, type) => isRefused(body, type, 'damaged'))

    it.each([
      ['5,001 events', icsOf(Array.from({ length: 5_001 }, () => event)), 'text/calendar'],
      ['more than 2 MB', 'x'.repeat(2 ** 21 + 1), 'application/rss+xml'],
    ])('[B127] %s are too much', (_, body, type) => isRefused(body, type, 'too-large'))

    it('[B74] entities of a document’s own are not read: neither a billion of them nor a file', async () => {
      const path = pathOf('bomb')
      serve(path, bomb())
      const { body } = await check(feeds.at(path))
      expect(JSON.stringify(body).length).toBeLessThan(2_000)
      const file = '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
      serve(path, rssOf([{ id: '1', title: 'Safe &x;' }]).replace('<rss', `${file}<rss`))
      now += MINUTE_MS
      expect(JSON.stringify((await check(feeds.at(path), { again: true })).body)).not.toContain('root:')
    })

    it('[B126] dates that no clock can write darken no screen', async () => {
      const key = await makeDisplay()
      const [news, calendar] = [pathOf('rss'), pathOf('ics')]
      const last = '<pubDate>Sat, 13 Sep 275760 00:00:00 GMT</pubDate></item>'
      serve(news, rssOf([{ id: '1', title: 'Here' }]).replace('</item>', last))
      serve(
        calendar,
        icsOf([['DTSTART:20261120T100000Z', 'DTEND:99991231T235959Z', 'SUMMARY:Always']]),
        'text/calendar',
      )
      await show(key, feeds.at(news), { ...LINES, maxAgeDays: 3 })
      await show(key, feeds.at(calendar), { ...LINES, window: 'today' })
      const { status, body } = await admin.call('getManifest', { params: key })
      expect(status).toBe(200)
      expect(body.lines).toMatchObject([{ text: 'Here' }, { text: expect.stringContaining('Always') }])
      expect((await admin.call('getProgramme', { params: key })).status).toBe(200)
    })

    it('[B127] a gigabyte that never ends is left after two megabytes', async () => {
      const path = pathOf('large')
      let sent = 0
      feeds.answer(path, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/rss+xml' })
        const go = () => {
          while (sent < 2 ** 30 && response.write('x'.repeat(65_536))) sent += 65_536
        }
        response.on('drain', go)
        go()
      })
      expect((await check(feeds.at(path))).body.problem).toBe('too-large')
      expect(sent).toBeLessThan(2 ** 26)
    })

    it('[B128] events that repeat each second of a century do not hold up the others', async () => {
      const path = pathOf('ics')
      const evil = [
        'DTSTART:20200101T000000Z',
        `RRULE:FREQ=DAILY;BYHOUR=${range(24)};BYMINUTE=${range(60)};BYSECOND=${range(60)}`,
        'SUMMARY:Each',
      ]
      serve(path, icsOf([evil]), 'text/calendar')
      const other = pathOf('rss')
      serve(other, rssOf([{ id: '1', title: 'x' }]))
      const [first, second] = await Promise.all([check(feeds.at(path)), check(feeds.at(other))])
      expect([null, 'too-costly', 'damaged']).toContain(first.body.problem)
      expect(first.body.entries.length).toBeLessThan(121)
      expect(second.body.entries).toHaveLength(1)
    }, 60_000)

    it('[B129] a redirect inside is not followed, and no name leads there', async () => {
      const path = pathOf('in')
      for (const to of [
        'http://127.0.0.2:1/',
        'http://[::1]/',
        'http://localhost/',
        'http://169.254.169.254/latest',
        'file:///etc/passwd',
      ]) {
        feeds.answer(path, (_, response) => response.writeHead(302, { location: to }).end())
        expect((await check(feeds.at(path), { again: true })).body.problem).toBe('address-not-allowed')
        now += MINUTE_MS
      }
      expect((await check('http://10.0.0.1/rss')).body.problem).toBe('address-not-allowed')
    })

    it('[B130] words say what they say: no markup, no live words, no bold, no break', async () => {
      const path = pathOf('rss')
      const text = '<script>alert(1)</script>At {time} **no** <img src=x onerror=alert(1)>&lt;b&gt;\u202Eevil\u0007'
      serve(path, rssOf([{ id: '1', title: 'Now {time}\n\u202E!', text }]))
      const feed = { as: 'notices' as const, count: 1 }
      const [entry] = (await check(feeds.at(path), { feed })).body.entries
      expect(entry?.notice?.heading).toBe('Now {\u2060time} !')
      expect(entry?.notice?.body).toBe('At {\u2060time} *\u2060*no*\u2060* <b>evil')
    })
  })

  it('[F87] a feed that hangs delays no other feed', async () => {
    const key = await makeDisplay()
    const [hanging, fine] = [pathOf('hang'), pathOf('fine')]
    for (const path of [hanging, fine]) serve(path, rssOf([{ id: path, title: 'x' }]))
    await show(key, feeds.at(hanging, 'slow.example'))
    await show(key, feeds.at(fine))
    const open: ServerResponse[] = []
    feeds.answer(hanging, (_, response) => void open.push(response))
    serve(fine, rssOf([{ id: fine, title: 'still read' }]))
    now += 10 * MINUTE_MS
    await server.app.feeds.tick()
    const look = async () => {
      await server.app.feeds.tick()
      return linesOf(key)
    }
    await expect.poll(look, { timeout: 10_000 }).toEqual(['x', 'still read'])
    expect(open).toHaveLength(1)
    // A second tick does not request it again.
    await server.app.feeds.tick()
    expect(open).toHaveLength(1)
    serve(hanging, rssOf([{ id: hanging, title: 'x' }]))
    for (const response of open) response.end()
    await server.app.feeds.settled()
  })

  it('[F87] all the feeds of a server that hangs hold up none behind them', async () => {
    const key = await makeDisplay()
    const [hanging, fine] = [pathOf('hang'), pathOf('fine')]
    serve(fine, rssOf([{ id: fine, title: 'x' }]))
    await show(key, feeds.at(fine))
    const open: ServerResponse[] = []
    feeds.answer(hanging, (_, response) => void open.push(response))
    const { queries } = server.app.context.database
    const mould = await queries
      .selectFrom('feed')
      .selectAll()
      .where('url', '=', feeds.at(fine))
      .executeTakeFirstOrThrow()
    const many = Array.from({ length: 400 }, (_, n) => ({
      ...mould,
      id: `hangs-${n}`,
      url: feeds.at(`${hanging}?${n}`, 'slow.example'),
      next_at: 0,
      wanted_at: now,
    }))
    await queries.insertInto('feed').values(many).execute()
    serve(fine, rssOf([{ id: fine, title: 'still read' }]))
    now += 10 * MINUTE_MS
    try {
      const look = async () => {
        await server.app.feeds.tick()
        return linesOf(key)
      }
      await expect.poll(look, { timeout: 10_000 }).toEqual(['still read'])
      expect(open.length).toBeLessThanOrEqual(8)
    } finally {
      await queries.deleteFrom('feed').where('id', 'like', 'hangs-%').execute()
      for (const response of open) response.end()
      await server.app.feeds.settled()
    }
  })

  it('[F88] however many nodes look, a feed is asked by one', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'x' }]))
    await show(key, feeds.at(path))
    now += 10 * MINUTE_MS
    const readings = Array.from({ length: 4 }, () => createReading(server.app.context, feeds.outside))
    const others = readings.map((reading) => createFeeds(server.app.context, reading))
    try {
      for (let look = 0; look < 10; look += 1) {
        await Promise.all([server.app.feeds, ...others].map((one) => one.tick()))
        await Promise.all([server.app.feeds, ...others].map((one) => one.settled()))
      }
    } finally {
      await Promise.all(readings.map((one) => one.close()))
    }
    expect(feeds.visits(path)).toBe(2)
  })

  it('[F89] the process that reads feeds is killed: the copy stays, and the next look starts another', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'Here' }]))
    await show(key, feeds.at(path))
    const [pid] = server.app.feeds.pids()
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    expect(await linesOf(key)).toEqual(['Here'])
    serve(path, rssOf([{ id: '1', title: 'Here again' }]))
    await later(10 * MINUTE_MS)
    await later(20 * MINUTE_MS)
    expect(await linesOf(key)).toEqual(['Here again'])
  })

  it('[B133] each organisation has its own copy of a feed, which only its own people can request', async () => {
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'x' }]))
    await check(feeds.at(path))
    const params = { organisationId: OrganisationId.parse('another') }
    const { status } = await admin.call('checkFeed', { params, body: { url: feeds.at(path) } })
    expect([403, 404]).toContain(status)
    const none = await server.anonymous.call('checkFeed', { params: { organisationId }, body: { url: feeds.at(path) } })
    expect(none.status).toBe(401)
    const rows = await server.app.context.database.queries
      .selectFrom('feed')
      .select('organisation_id')
      .distinct()
      .execute()
    expect(rows).toEqual([{ organisation_id: organisationId }])
  })

  it('[B134] the secret address of a calendar is sent to no screen and to no reader', async () => {
    const key = await makeDisplay()
    const path = pathOf('private-0123456789abcdef')
    serve(
      path,
      icsOf([
        ['DTSTART:20261224T100000Z', 'SUMMARY:Party', 'URL:https://secret.example/x', 'ATTENDEE:mailto:a@b.example'],
      ]),
      'text/calendar',
    )
    await show(key, feeds.at(path), { as: 'notices', count: 3 })
    const text = JSON.stringify(await manifest(key))
    expect(text).toContain('Party')
    for (const secret of ['private-', 'secret.example', 'a@b.example']) expect(text).not.toContain(secret)
    const page = await server.anonymous.visit(`/read/${key.organisationId}/${key.displayId}`)
    const html = await page.text()
    expect(html).toContain('Party')
    expect(html).not.toContain('private-')
  })

  it('[TA1] each event on the page to read has a file for calendars, which stays the same event', async () => {
    const key = await makeDisplay()
    const path = pathOf('ics')
    const party = ['DTSTART:20261224T100000Z', 'DTEND:20261224T120000Z', 'LOCATION:Hall', 'SUMMARY:Party, with cake']
    const holidays = ['DTSTART;VALUE=DATE:20261228', 'DTEND;VALUE=DATE:20270107', 'SUMMARY:Holidays']
    serve(path, icsOf([party, holidays]), 'text/calendar')
    await show(key, feeds.at(path), { as: 'notices', count: 3, language: 'en-GB' })
    const address = `/read/${key.organisationId}/${key.displayId}`
    const takeAlong = async () => {
      const page = await (await server.anonymous.visit(address)).text()
      const links = [...page.matchAll(/href="([^"]+\.ics)"/g)].map(
        ([, href]) => new URL(String(href), `http://placard.example${address}`).pathname,
      )
      const files = await Promise.all(links.map(async (href) => (await server.anonymous.visit(href)).text()))
      return { links, files: files.map((file) => file.replace(/\r\n /g, '')) }
    }
    const { links, files } = await takeAlong()
    expect(links).toHaveLength(2)
    expect(files[0]).toContain('DTSTART;TZID=Europe/Berlin:20261224T110000\r\nDTEND;TZID=Europe/Berlin:20261224T130000')
    expect(files[0]).toContain('SUMMARY:Party\\, with cake')
    expect(files[0]).toContain('Hall')
    expect(files[1]).toContain('DTSTART;VALUE=DATE:20261228\r\nDTEND;VALUE=DATE:20270107')
    const uidOf = (file: string | undefined) => /^UID:(.*)$/m.exec(file ?? '')?.[1]
    expect(uidOf(files[0])).not.toBe(uidOf(files[1]))
    // An event inserted before them takes a number, and the ids of the others stay the same.
    serve(path, icsOf([holidays, ['DTSTART:20261223T100000Z', 'SUMMARY:Exam'], party]), 'text/calendar')
    await later(10 * MINUTE_MS)
    const after = await takeAlong()
    expect(after.files.map((file) => /^SUMMARY:(.*)$/m.exec(file)?.[1])).toEqual([
      'Exam',
      'Party\\, with cake',
      'Holidays',
    ])
    expect(after.files.slice(1).map(uidOf)).toEqual(files.map(uidOf))
    expect((await server.anonymous.visit(`${address}/nothing_p1.ics`)).status).toBe(404)
  })

  it('[B131] a display shows so many feeds and no more', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'x' }]))
    for (let count = 0; count < MAX_FEEDS_PER_DISPLAY; count += 1) await show(key, feeds.at(path))
    const one = await create(key, { title: 'Town', type: 'feed', url: feeds.at(path), visible: true, feed: LINES })
    expect(one).toMatchObject({ status: 409, body: { error: { code: 'too-many-feeds' } } })
    expect(feeds.visits(path)).toBe(1)
  })

  it('[FD1] a feed has settings, stays a feed, and nothing else has them', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'x' }]))
    const item = await show(key, feeds.at(path))
    const bad = [
      { title: 'T', type: 'feed', url: feeds.at(path), visible: true },
      { title: 'T', type: 'image', url: 'https://example.org/a.jpg', visible: true, feed: LINES },
      { title: 'T', type: 'feed', url: feeds.at(path), visible: true, feed: { ...LINES, count: 21 } },
      { title: 'T', type: 'feed', url: feeds.at(path), visible: true, feed: { ...LINES, more: 1 } },
    ]
    for (const body of bad) expect((await create(key, body)).status).toBe(422)
    const update = (body: object) =>
      admin.call('updateItem', {
        params: { ...key, itemId: item.id },
        body: body as never,
        headers: { 'if-match': '*' },
      })
    expect((await update({ type: 'image', url: 'https://example.org/a.jpg' })).status).toBe(422)
    expect((await update({ feed: null })).status).toBe(422)
    expect(await linesOf(key)).toEqual(['x'])
  })

  it('[FD2] a feed that an undo restores is read again, and a feed that nothing shows is deleted', async () => {
    const key = await makeDisplay()
    const path = pathOf('rss')
    serve(path, rssOf([{ id: '1', title: 'x' }]))
    const item = await show(key, feeds.at(path))
    await admin.call('removeItem', { params: { ...key, itemId: item.id } })
    await later(2 * DAY_MS)
    const { queries } = server.app.context.database
    const rows = () => queries.selectFrom('feed').select('url').where('url', '=', feeds.at(path)).execute()
    await later(MINUTE_MS)
    expect(await rows()).toEqual([])
    const { entries } = (await admin.call('listActivity', { params: key })).body
    const entryId = entries.find(({ undo }) => undo)?.id as never
    expect((await admin.call('undoActivity', { params: { ...key, entryId } })).status).toBe(200)
    expect(await linesOf(key)).toEqual([])
    await later(MINUTE_MS)
    await later(MINUTE_MS)
    expect(await linesOf(key)).toEqual(['x'])
  })

  it('[B132] one organisation asks for so many addresses, and then one after another', async () => {
    now += DAY_MS
    admin = await server.signIn()
    const answers = []
    for (let count = 0; count < 25; count += 1) answers.push((await check(`http://10.0.0.${count}/`)).status)
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(answers).toContain(429)
  })
})

const range = (count: number) => Array.from({ length: count }, (_, n) => n).join(',')
