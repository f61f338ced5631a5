import {
  DisplayId,
  ItemId,
  MAX_REPORT_BYTES,
  pathOf,
  SCREEN_SILENT_MS,
  type ScreenBeat,
  ScreenId,
  type ScreenState,
} from '@placard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { createPressure } from '../../platform/pressure.ts'
import { DIALECTS, describeDialects, makeTestStorage, type TestStorage } from '../../testing/dialects.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const ITEM = ItemId.parse('poster')

let made = 0
function newScreen(): ScreenId {
  made += 1
  return ScreenId.parse(made.toString(16).padStart(32, 'b'))
}

const paramsOf = (screenId: ScreenId) => ({ ...SAMPLE_DISPLAY, screenId })
const reportTo = (server: TestServer, id: ScreenId, change: Partial<ScreenState> = {}) =>
  server.anonymous.call('reportScreen', {
    params: paramsOf(id),
    body: { state: { ...SCREEN_STATE, ...change }, events: [] },
  })
const beatTo = (server: TestServer, id: ScreenId, change: Partial<ScreenBeat> = {}) =>
  server.anonymous.call('beatScreen', {
    params: paramsOf(id),
    body: { build: 'abc', itemId: ITEM, paintedMsAgo: 400, ...change },
  })
const screenOf = async (client: Client, id: ScreenId) => {
  const { screens } = (await client.call('listScreens', { params: SAMPLE_DISPLAY })).body
  return screens.find((screen) => screen.id === id)
}

describeDialects('beats of a screen', (dialect) => {
  let server: TestServer
  let admin: Client
  let id: ScreenId
  const clock = { now: Date.parse('2026-11-21T08:00:00Z') }

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => clock.now })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    clock.now += 2 * 60 * MINUTE_MS
    admin = await server.signIn()
    id = newScreen()
    await reportTo(server, id)
    await screenOf(admin, id)
    clock.now += SECOND_MS
  })

  const alarm = async () => (await screenOf(admin, id))?.alarm
  /** A page that keeps running for a while. @param paintedMsAgo at each beat */
  async function goOn(ms: number, paintedMsAgo = () => 300): Promise<void> {
    for (const end = clock.now + ms; clock.now < end; clock.now += 20 * SECOND_MS) {
      expect((await beatTo(server, id, { paintedMsAgo: paintedMsAgo() })).status).toBe(204)
    }
  }

  it('is answered 204, and stands with the screen', async () => {
    expect((await beatTo(server, id)).status).toBe(204)
    expect(await screenOf(admin, id)).toMatchObject({
      beat: { at: clock.now, paintedAt: clock.now - 400, build: 'abc', itemId: ITEM },
      alarm: null,
    })
  })

  it('[F64] a screen that plays for half an hour is never an alarm, whatever it shows', async () => {
    for (let minute = 0; minute < 30; minute += 1) {
      await goOn(MINUTE_MS)
      expect(await alarm()).toBe(null)
    }
    await beatTo(server, id, { itemId: null })
    expect(await screenOf(admin, id)).toMatchObject({ alarm: null, beat: { itemId: null } })
  })

  it('[F64] a screen that falls silent is an alarm after a minute, since its last beat, until the next one', async () => {
    await goOn(MINUTE_MS)
    const last = clock.now - 20 * SECOND_MS
    clock.now = last + SCREEN_SILENT_MS
    expect(await alarm()).toBe(null)
    clock.now += 1
    expect(await alarm()).toEqual({ kind: 'silent', since: last })
    await beatTo(server, id)
    expect(await alarm()).toBe(null)
  })

  it('[F64] a screen that reports but paints nothing is an alarm, since its last paint, until it paints', async () => {
    await goOn(MINUTE_MS)
    const painted = clock.now
    await goOn(2 * MINUTE_MS, () => clock.now - painted)
    expect(await alarm()).toMatchObject({ kind: 'dark' })
    // Its report says that it plays, whatever the screen shows.
    await reportTo(server, id)
    expect(await alarm()).toEqual({ kind: 'dark', since: painted })
    clock.now += SECOND_MS
    await beatTo(server, id)
    expect(await alarm()).toBe(null)
  })

  it('[F64] one of a build that says nothing of it is left to its reports', async () => {
    clock.now += 10 * MINUTE_MS
    expect(await screenOf(admin, id)).toMatchObject({ beat: null, alarm: null })
  })

  it('[SC7] one whose page was closed is no alarm, not by a word that came before and is written after', async () => {
    await goOn(MINUTE_MS)
    await beatTo(server, id)
    clock.now += 1
    await reportTo(server, id, { doing: 'closed' })
    expect(await screenOf(admin, id)).toMatchObject({ beat: null, alarm: null })
    clock.now += 5 * MINUTE_MS
    expect(await alarm()).toBe(null)
  })

  it('a page that has just come is not measured by the one before it', async () => {
    await goOn(MINUTE_MS)
    clock.now += 60 * MINUTE_MS
    admin = await server.signIn()
    expect(await alarm()).toMatchObject({ kind: 'silent' })
    await reportTo(server, id, { upSeconds: 4 })
    expect(await screenOf(admin, id)).toMatchObject({ beat: null, alarm: null })
    // The report five minutes later does not remove this page's own beats.
    await goOn(5 * MINUTE_MS)
    await alarm()
    await reportTo(server, id, { upSeconds: 304 })
    expect(await screenOf(admin, id)).toMatchObject({ beat: { itemId: ITEM } })
  })

  it('[SC1] two windows of one browser paint if one of them does', async () => {
    await beatTo(server, id)
    const seen = clock.now
    clock.now += SECOND_MS
    await beatTo(server, id, { paintedMsAgo: 10 * MINUTE_MS })
    await alarm()
    clock.now += SECOND_MS
    await beatTo(server, id, { paintedMsAgo: 10 * MINUTE_MS })
    expect((await screenOf(admin, id))?.beat).toMatchObject({ at: clock.now, paintedAt: seen - 400 })
  })

  it('[F57] a clock that was put back leaves no screen painted in what is to come', async () => {
    await beatTo(server, id)
    await alarm()
    const before = clock.now
    clock.now -= 60 * MINUTE_MS
    await reportTo(server, id)
    await alarm()
    clock.now += SECOND_MS
    await beatTo(server, id)
    expect((await screenOf(admin, id))?.beat?.paintedAt).toBeLessThan(before - MINUTE_MS)
    clock.now = before
  })

  it('a screen that has not reported leaves nothing, nor one of another display', async () => {
    const unknown = newScreen()
    expect((await beatTo(server, unknown)).status).toBe(204)
    expect(await screenOf(admin, unknown)).toBe(undefined)
    const lab = { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('lab') }
    const { organisationId } = SAMPLE_DISPLAY
    await admin.call('createDisplay', { params: { organisationId }, body: { id: lab.displayId, name: 'Lab' } })
    await beatTo(server, id)
    const { status } = await server.anonymous.call('beatScreen', {
      params: { ...lab, screenId: id },
      body: { build: null, itemId: null, paintedMsAgo: 20 * MINUTE_MS },
    })
    expect(status).toBe(204)
    expect(await screenOf(admin, id)).toMatchObject({ beat: { itemId: ITEM, paintedAt: clock.now - 400 } })
  })

  it('a display that is not there is answered as reports are', async () => {
    const { status } = await server.anonymous.call('beatScreen', {
      params: { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('nowhere'), screenId: id },
      body: { build: null, itemId: null, paintedMsAgo: 0 },
    })
    expect(status).toBe(404)
  })

  it('nothing is written for a display that is gone, though it may be answered as if it existed for a while', async () => {
    const { organisationId } = SAMPLE_DISPLAY
    const hall = { organisationId, displayId: DisplayId.parse('hall') }
    await admin.call('createDisplay', { params: { organisationId }, body: { id: hall.displayId, name: 'Hall' } })
    const report = () =>
      server.anonymous.call('reportScreen', {
        params: { ...hall, screenId: id },
        body: { state: SCREEN_STATE, events: [] },
      })
    const beat = () =>
      server.anonymous.call('beatScreen', {
        params: { ...hall, screenId: id },
        body: { build: null, itemId: null, paintedMsAgo: 0 },
      })
    expect([(await report()).status, (await beat()).status]).toEqual([204, 204])
    await admin.call('listScreens', { params: hall })
    const removed = await admin.call('removeDisplay', { params: hall, headers: { 'if-match': '*' } })
    expect(removed.status).toBe(204)
    clock.now += MINUTE_MS
    const other = newScreen()
    await reportTo(server, other)
    await report()
    await beat()
    // Waiting beats are written together: those of other screens are not lost.
    expect(await screenOf(admin, other)).toBeDefined()
    const { queries } = server.app.context.database
    for (const table of ['screen', 'screen_beat'] as const) {
      const rows = await queries.selectFrom(table).selectAll().where('display_id', '=', hall.displayId).execute()
      expect(rows).toEqual([])
    }
    clock.now += 10 * MINUTE_MS
    expect([(await report()).status, (await beat()).status]).toEqual([404, 404])
  })

  it('it is removed with its screen, and changes nothing of the display', async () => {
    const before = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    await beatTo(server, id)
    await alarm()
    await admin.call('removeScreen', { params: paramsOf(id) })
    await beatTo(server, id)
    expect(await screenOf(admin, id)).toBe(undefined)
    expect((await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body).toEqual(before)
  })

  it('many at once are written, each with its own', async () => {
    const ids = Array.from({ length: 20 }, newScreen)
    for (const each of ids) await reportTo(server, each)
    await screenOf(admin, id)
    clock.now += SECOND_MS
    await Promise.all(ids.map((each, index) => beatTo(server, each, { paintedMsAgo: index })))
    const { screens } = (await admin.call('listScreens', { params: SAMPLE_DISPLAY })).body
    const painted = new Map(screens.map((screen) => [screen.id, screen.beat?.paintedAt]))
    expect(ids.map((each) => painted.get(each))).toEqual(ids.map((_, index) => clock.now - index))
    for (const each of ids) await admin.call('removeScreen', { params: paramsOf(each) })
  })

  it('waiting beats are written when the server ends, and a server that starts waits a minute before it raises alarms', async () => {
    const now = { is: Date.parse('2026-11-21T08:00:00Z') }
    const storage = await makeTestStorage(dialect)
    const first = await startTestServer({ sharedWith: storage, now: () => now.is })
    await reportTo(first, id)
    now.is += SECOND_MS
    await beatTo(first, id)
    await first.close()

    // A long night without a server, in which no screen could be heard.
    now.is += 8 * 60 * MINUTE_MS
    const second = await startTestServer({ sharedWith: storage, now: () => now.is })
    const again = await second.signIn()
    expect(await screenOf(again, id)).toMatchObject({ beat: { itemId: ITEM }, alarm: null })
    now.is += SCREEN_SILENT_MS
    expect(await screenOf(again, id)).toMatchObject({ alarm: null })
    now.is += 1
    expect(await screenOf(again, id)).toMatchObject({ alarm: { kind: 'silent' } })
    await second.close()
    await storage.remove()
  })

  it('[U3] the count of alarms is the same sum, without what nobody named and nobody saw for a day', async () => {
    const now = { is: Date.parse('2026-11-21T08:00:00Z') }
    const one = await startTestServer({ dialect, now: () => now.is })
    let client = await one.signIn()
    const [playing, dark, silent, forgotten, closed] = Array.from({ length: 5 }, newScreen)
    if (!playing || !dark || !silent || !forgotten || !closed) throw new Error('too few')
    const speak = async (who: ScreenId, change: Partial<ScreenBeat> = {}) => {
      await reportTo(one, who)
      await screenOf(client, who)
      now.is += 1
      await beatTo(one, who, change)
      await screenOf(client, who)
    }
    await speak(forgotten)
    now.is += 25 * 60 * MINUTE_MS
    client = await one.signIn()
    await speak(silent)
    await speak(closed)
    await reportTo(one, closed, { doing: 'closed' })
    now.is += 2 * MINUTE_MS
    await speak(dark, { paintedMsAgo: 90 * SECOND_MS })
    await speak(playing)
    expect(await one.app.screens.countAlarms()).toEqual({
      named: { dark: 0, silent: 0 },
      unnamed: { dark: 1, silent: 1 },
    })
    await client.call('updateScreen', { params: paramsOf(forgotten), body: { name: 'Hall' } })
    expect(await one.app.screens.countAlarms()).toEqual({
      named: { dark: 0, silent: 1 },
      unnamed: { dark: 1, silent: 1 },
    })
    await one.close()
  })

  describe('attacks', () => {
    it.each([
      ['a field too many', { passers: 3 }],
      ['a build with markup', { build: '<script>' }],
      ['an item that is no id', { itemId: '../../etc' }],
      ['a time to come', { paintedMsAgo: -1 }],
      ['no time at all', { paintedMsAgo: 1e300 }],
      ['a fraction', { paintedMsAgo: 0.5 }],
    ])('[B22] %s is refused', async (_, change) => {
      expect([400, 422]).toContain((await beatTo(server, id, change as never)).status)
      expect((await screenOf(admin, id))?.beat).toBe(null)
    })

    it('[B22] the longest time there is stays within what can be written', async () => {
      expect((await beatTo(server, id, { paintedMsAgo: Number.MAX_SAFE_INTEGER })).status).toBe(204)
      expect((await screenOf(admin, id))?.beat?.paintedAt).toBe(0)
    })

    it('more than 5 kB is not even read, and another site’s page is refused', async () => {
      expect((await beatTo(server, id, { build: 'x'.repeat(MAX_REPORT_BYTES) })).status).toBe(413)
      const response = await fetch(server.url + pathOf('beatScreen', paramsOf(id)), {
        method: 'POST',
        headers: { origin: 'https://evil.example', 'x-requested-with': 'placard', 'content-type': 'application/json' },
        body: JSON.stringify({ build: null, itemId: null, paintedMsAgo: 0 }),
      })
      expect(response.status).toBe(403)
    })

    it('[B85] a screen that beats again and again is told to wait, the next one is not, and reports still arrive', async () => {
      const statuses = []
      for (let count = 0; count < 10; count += 1) statuses.push((await beatTo(server, id)).status)
      expect(statuses.filter((status) => status === 429)).toHaveLength(4)
      const other = newScreen()
      await reportTo(server, other)
      expect((await beatTo(server, other)).status).toBe(204)
      expect((await reportTo(server, id)).status).toBe(204)
      clock.now += 10 * SECOND_MS
      expect((await beatTo(server, id)).status).toBe(204)
    })

    it('[B85] made-up screens are refused before they fill the memory, and leave no row', async () => {
      const statuses = new Set<number>()
      for (let count = 0; count < 2_100; count += 100) {
        const answers = await Promise.all(Array.from({ length: 100 }, () => beatTo(server, newScreen())))
        for (const { status } of answers) statuses.add(status)
      }
      expect(statuses).toEqual(new Set([204, 429]))
      await alarm()
      const { queries } = server.app.context.database
      const rows = await queries.selectFrom('screen_beat').select('screen_id').execute()
      const screens = new Set((await queries.selectFrom('screen').select('id').execute()).map((screen) => screen.id))
      expect(rows.filter(({ screen_id }) => !screens.has(screen_id))).toEqual([])
    })
  })
})

it.skipIf(!DIALECTS.includes('postgres'))(
  '[F56] a screen that speaks to one node is known by the other, and moves over without an alarm',
  async () => {
    const now = { is: Date.parse('2026-11-21T08:00:00Z') }
    const storage: TestStorage = await makeTestStorage('postgres')
    const options = { sharedWith: storage, now: () => now.is }
    const [here, there] = await Promise.all([startTestServer(options), startTestServer(options)])
    const [admin, elsewhere] = await Promise.all([here.signIn(), there.signIn()])
    const id = newScreen()
    await reportTo(here, id)
    await screenOf(admin, id)
    for (let turn = 0; turn < 12; turn += 1) {
      now.is += 20 * SECOND_MS
      const [node, client] = turn % 2 === 0 ? [here, admin] : [there, elsewhere]
      await beatTo(node, id)
      // When queried, a node writes the waiting beats.
      await screenOf(client, id)
      for (const each of [admin, elsewhere])
        expect(await screenOf(each, id)).toMatchObject({ beat: { at: now.is }, alarm: null })
    }
    now.is += 2 * MINUTE_MS
    for (const each of [admin, elsewhere]) expect(await screenOf(each, id)).toMatchObject({ alarm: { kind: 'silent' } })
    await Promise.all([here.close(), there.close()])
    await storage.remove()
  },
)

it('[F64] while the server has no time for it, nobody is silent', async () => {
  const now = { is: Date.parse('2026-11-21T08:00:00Z') }
  const pressure = createPressure()
  const server = await startTestServer({ now: () => now.is, pressure })
  const admin = await server.signIn()
  const id = newScreen()
  await reportTo(server, id)
  await screenOf(admin, id)
  now.is += SECOND_MS
  await beatTo(server, id)
  expect(await screenOf(admin, id)).toMatchObject({ alarm: null })
  pressure.observe(300, 0)
  pressure.observe(300, 2_500)
  expect(pressure.level()).toBe('statistics')
  expect((await beatTo(server, id)).status).toBe(503)
  now.is += 10 * MINUTE_MS
  expect(await screenOf(admin, id)).toMatchObject({ alarm: null })
  expect(await server.app.screens.countAlarms()).toEqual({
    named: { dark: 0, silent: 0 },
    unnamed: { dark: 0, silent: 0 },
  })
  await server.close()
})
