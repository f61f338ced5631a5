import {
  MAX_EVENTS_PER_SCREEN,
  MAX_REPORT_BYTES,
  MAX_REPORTS_PER_SCREEN,
  MAX_SCREENS_PER_DISPLAY,
  OrganisationId,
  pathOf,
  SCREEN_FORGOTTEN_MS,
  ScreenId,
  type ScreenReport,
  type ScreenState,
} from '@placard/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { startTestServer } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000

let made = 0
function newScreen(): ScreenId {
  made += 1
  return ScreenId.parse(made.toString(16).padStart(32, '0'))
}

describeDialects('screens', (dialect) => {
  const { server, admin, signInAgain } = sharedTestServer({ dialect, now: () => clock.now })
  const clock = { now: Date.parse('2026-11-21T08:00:00Z') }

  beforeEach(async () => {
    for (const { id } of await list()) await admin.call('removeScreen', { params: { ...SAMPLE_DISPLAY, screenId: id } })
    // Advances the clock past every rate limit for earlier screens, without ending sessions.
    clock.now += 2 * 60 * MINUTE_MS
    await signInAgain()
  })

  const send = (screenId: ScreenId, change: Partial<ScreenState> = {}, events: ScreenReport['events'] = []) =>
    server.anonymous.call('reportScreen', {
      params: { ...SAMPLE_DISPLAY, screenId },
      body: { state: { ...SCREEN_STATE, ...change }, events },
    })
  const answer = async () => (await admin.call('listScreens', { params: SAMPLE_DISPLAY })).body
  const list = async () => (await answer()).screens

  it('a reporting screen is listed with its report', async () => {
    const id = newScreen()
    const event = { kind: 'remedy', at: clock.now - 1_000, remedy: 'reload' } as const
    const { status } = await send(id, {}, [event])
    expect(status).toBe(204)
    const [screen] = await list()
    expect(screen).toMatchObject({
      id,
      name: '',
      seenAt: clock.now,
      firstSeenAt: clock.now,
      state: SCREEN_STATE,
      events: [event],
      reports: [{ at: clock.now, doing: 'playing', revision: 1, troubled: false }],
    })
  })

  it('the content of a screen can be compared with the display', async () => {
    const id = newScreen()
    const { revision } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    await send(id, { revision })
    clock.now += 1_000
    const change = await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'New' } })
    clock.now += 12_000
    const { screens, ...display } = await answer()
    expect(display).toEqual({
      at: clock.now,
      revision: change.body.revision,
      changedAt: clock.now - 12_000,
      asleepUntil: null,
    })
    expect(screens[0]?.state.revision).toBe(change.body.revision - 1)
  })

  it('[SH2] outside of the opening hours a screen that paints nothing, or is silent, is no alarm', async () => {
    const open = (from: string, until: string) =>
      admin.call('updateDisplay', {
        params: SAMPLE_DISPLAY,
        body: { timeZone: 'UTC', openingHours: { hours: [{ from, until }] } },
      })
    const time = (afterMs: number) => new Date(clock.now + afterMs).toISOString().slice(11, 16)
    const id = newScreen()
    await send(id)
    await admin.call('updateScreen', { params: { ...SAMPLE_DISPLAY, screenId: id }, body: { name: 'Hall' } })
    clock.now += 10_000
    const beat = { build: null, itemId: null, paintedMsAgo: 500 }
    await server.anonymous.call('beatScreen', { params: { ...SAMPLE_DISPLAY, screenId: id }, body: beat })
    await list()
    clock.now += 10 * MINUTE_MS
    const alarms = async () => (await server.app.screens.countAlarms()).named.silent
    expect([(await list())[0]?.alarm?.kind, await alarms()]).toEqual(['silent', 1])

    await open(time(60 * MINUTE_MS), time(120 * MINUTE_MS))
    const asleepUntil = Math.floor((clock.now + 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS
    expect(await answer()).toMatchObject({ asleepUntil, screens: [{ alarm: null }] })
    expect(await alarms()).toBe(0)
    // The first minute of the opening hours is left for coming back.
    clock.now = asleepUntil + 59_000
    expect(await answer()).toMatchObject({ asleepUntil: null, screens: [{ alarm: null }] })
    clock.now = asleepUntil + 61_000
    expect([(await list())[0]?.alarm?.kind, await alarms()]).toEqual(['silent', 1])
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { openingHours: null } })
  })

  it('a report changes nothing of the display: no revision, no event on its streams', async () => {
    const before = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    await send(newScreen())
    await list()
    expect((await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body).toEqual(before)
  })

  it('it is named, keeps its name while it reports, loses it again, and goes when it is removed', async () => {
    const id = newScreen()
    await send(id)
    const params = { ...SAMPLE_DISPLAY, screenId: id }
    expect((await admin.call('updateScreen', { params, body: { name: '  Reception left ' } })).status).toBe(204)
    clock.now += MINUTE_MS
    await send(id, { doing: 'closed' })
    expect(await list()).toMatchObject([
      { name: 'Reception left', firstSeenAt: clock.now - MINUTE_MS, state: { doing: 'closed' } },
    ])
    await admin.call('updateScreen', { params, body: { name: ' ' } })
    expect((await list())[0]?.name).toBe('')
    expect((await admin.call('removeScreen', { params })).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await admin.call('removeScreen', { params })).status).toBe(404)
    expect((await admin.call('updateScreen', { params, body: { name: 'x' } })).status).toBe(404)
  })

  it('the named come first, by name, then the others by their age', async () => {
    const [first, second, third] = [newScreen(), newScreen(), newScreen()]
    for (const id of [first, second, third]) {
      await send(id)
      clock.now += 1_000
    }
    await admin.call('updateScreen', { params: { ...SAMPLE_DISPLAY, screenId: third }, body: { name: 'Foyer' } })
    expect((await list()).map(({ id }) => id)).toEqual([third, first, second])
  })

  it('the last reports and the last events are kept, and no more', async () => {
    const id = newScreen()
    for (let minute = 0; minute < MAX_REPORTS_PER_SCREEN + 5; minute += 1) {
      const events = [0, 1, 2].map((at) => ({ kind: 'storage-full', at: clock.now - 3 + at }) as const)
      expect((await send(id, { upSeconds: minute }, events)).status).toBe(204)
      // Some are merged while they wait, some with what is stored.
      if (minute % 2 === 0) await list()
      clock.now += MINUTE_MS
    }
    const [screen] = await list()
    expect(screen?.state.upSeconds).toBe(MAX_REPORTS_PER_SCREEN + 4)
    expect(screen?.reports).toHaveLength(MAX_REPORTS_PER_SCREEN)
    expect(screen?.events).toHaveLength(MAX_EVENTS_PER_SCREEN)
    expect(screen?.events.at(-1)?.at).toBe(clock.now - MINUTE_MS - 1)
    expect(screen?.reports.at(-1)?.at).toBe(clock.now - MINUTE_MS)
  })

  it('[F33] a screen whose clock is wrong tells nothing from the future or from long ago', async () => {
    const at = [clock.now + DAY_MS, clock.now - SCREEN_FORGOTTEN_MS - 1, clock.now - 5]
    await send(
      newScreen(),
      {},
      at.map((one) => ({ kind: 'storage-full', at: one }) as const),
    )
    expect((await list())[0]?.events.map((event) => event.at)).toEqual([clock.now, clock.now - 5])
  })

  it('a screen that was silent for thirty days is deleted, including its name', async () => {
    const [gone, here] = [newScreen(), newScreen()]
    await send(gone)
    await list()
    clock.now += SCREEN_FORGOTTEN_MS - MINUTE_MS
    await send(here)
    await signInAgain()
    expect(await list()).toHaveLength(2)
    clock.now += 2 * MINUTE_MS
    await server.app.screens.sweep()
    expect((await list()).map(({ id }) => id)).toEqual([here])
  })

  it('a display that is not there is not found, and so is one of another organisation', async () => {
    const params = { ...SAMPLE_DISPLAY, organisationId: OrganisationId.parse('nobody'), screenId: newScreen() }
    expect(
      (await server.anonymous.call('reportScreen', { params, body: { state: SCREEN_STATE, events: [] } })).status,
    ).toBe(404)
    expect((await admin.call('listScreens', { params })).status).toBe(404)
    expect((await server.anonymous.call('listScreens', { params: SAMPLE_DISPLAY })).status).toBe(401)
  })

  it('waiting reports are written when the server stops', async () => {
    const other = await startTestServer({ dialect: 'sqlite' })
    await other.anonymous.call('reportScreen', {
      params: { ...SAMPLE_DISPLAY, screenId: newScreen() },
      body: { state: SCREEN_STATE, events: [] },
    })
    await other.app.screens.close()
    const { database } = other.app.context
    expect(await database.queries.selectFrom('screen').select('id').execute()).toHaveLength(1)
    await other.close()
  })

  describe('attacks', () => {
    it('[B27] [B46] the browser’s name is text, short, on one line and without direction marks', async () => {
      const userAgent = `<img src=x onerror=alert(1)> \u0085\u009b ${'z'.repeat(4_000)}`
      await server.anonymous.call('reportScreen', {
        params: { ...SAMPLE_DISPLAY, screenId: newScreen() },
        body: { state: SCREEN_STATE, events: [] },
        headers: { 'user-agent': userAgent },
      })
      const told = (await list())[0]?.userAgent ?? ''
      expect(told).toMatch(/^<img src=x onerror=alert\(1\)> {2}z+$/)
      expect(told.length).toBeLessThanOrEqual(300)
    })

    it('[B27] [B46] a name is one line of letters; markup stays what it is, other marks go or are refused', async () => {
      const id = newScreen()
      await send(id)
      const params = { ...SAMPLE_DISPLAY, screenId: id }
      const name = async (text: string) => {
        const { status } = await admin.call('updateScreen', { params, body: { name: text } })
        return status === 204 ? (await list())[0]?.name : status
      }
      expect(await name('<b>\u202eleft</b>\n')).toBe('<b>left</b>')
      expect(await name('a\u0000b')).toBe(422)
      expect(await name('x'.repeat(61))).toBe(422)
    })

    it.each([
      ['a field too many', { ...SCREEN_STATE, passers: 3 }],
      ['a build with markup', { ...SCREEN_STATE, build: '<script>' }],
      ['a huge build', { ...SCREEN_STATE, build: 'a'.repeat(33) }],
      ['a size that is no number', { ...SCREEN_STATE, viewport: { width: 'x', height: 1 } }],
      ['an odd rotation', { ...SCREEN_STATE, rotation: 45 }],
      ['an item that is no id', { ...SCREEN_STATE, itemId: '../../etc' }],
      [
        'more broken items than are told',
        { ...SCREEN_STATE, broken: Array(9).fill({ itemId: 'a', fault: 'missing', since: 1 }) },
      ],
      ['numbers that are none', { ...SCREEN_STATE, upSeconds: 1e300 }],
    ])('[B22] %s is refused', async (_, state) => {
      const { status } = await send(newScreen(), state as never)
      expect([400, 422]).toContain(status)
      expect(await list()).toEqual([])
    })

    it('more than 5 kB is not even read', async () => {
      const padding = 'x'.repeat(MAX_REPORT_BYTES)
      const { status } = await send(newScreen(), { build: padding })
      expect(status).toBe(413)
      // Every other route has the same size limit as before.
      expect((await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: padding } })).status).toBe(422)
    })

    it('an id that this product did not make is refused', async () => {
      for (const id of ['x', 'A'.repeat(32), '0'.repeat(31), '__proto__', `${'0'.repeat(32)}1`]) {
        expect((await send(id as ScreenId)).status).toBe(400)
      }
    })

    it('another site’s page cannot report', async () => {
      const response = await fetch(server.url + pathOf('reportScreen', { ...SAMPLE_DISPLAY, screenId: newScreen() }), {
        method: 'POST',
        headers: { origin: 'https://evil.example', 'x-requested-with': 'placard', 'content-type': 'application/json' },
        body: JSON.stringify({ state: SCREEN_STATE, events: [] }),
      })
      expect(response.status).toBe(403)
    })

    it('[B85] one screen that reports again and again is told to wait, the next one is not', async () => {
      const [loud, quiet] = [newScreen(), newScreen()]
      const answers = []
      for (let count = 0; count < 16; count += 1) answers.push(await send(loud))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(4)
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await send(quiet)).status).toBe(204)
      clock.now += 21_000
      expect((await send(loud)).status).toBe(204)
    })

    it('[B85] a thousand made-up screens neither crowd out a real one nor fill the disk', async () => {
      const real = newScreen()
      await send(real)
      await list()
      for (let count = 0; count < 1_000; count += 50) {
        await Promise.all(Array.from({ length: 50 }, () => send(newScreen())))
        clock.now += 6_000
      }
      const screens = await list()
      expect(screens.length).toBeLessThan(40)
      expect(screens.map(({ id }) => id)).toContain(real)
    })

    it('[S17] made-up screens of many networks do not fill a display at once, and those that were closed give way', async () => {
      const watch = server.app.screens
      const report = (id: ScreenId, network: number, doing: ScreenState['doing'] = 'playing') =>
        watch.report(
          SAMPLE_DISPLAY,
          id,
          { state: { ...SCREEN_STATE, doing }, events: [] },
          { userAgent: '', address: `10.0.${network}.1`, isProven: false },
        )
      clock.now += 24 * 60 * MINUTE_MS
      await signInAgain()
      const before = (await list()).length
      for (let made = 0; made < 200; made += 1) await report(newScreen(), made)
      const crowd = await list()
      expect(crowd.length).toBeLessThanOrEqual(Math.min(before + 40, MAX_SCREENS_PER_DISPLAY))
      // Fill it up.
      while ((await list()).length < MAX_SCREENS_PER_DISPLAY) {
        clock.now += 2 * MINUTE_MS
        await report(newScreen(), 1)
      }
      const [closed] = (await list()).filter(({ name }) => name === '').map(({ id }) => id)
      if (!closed) throw new Error('no screen')
      await report(closed, 2, 'closed')
      await list()
      clock.now += 2 * MINUTE_MS
      const late = newScreen()
      await report(late, 3)
      const ids = (await list()).map(({ id }) => id)
      expect(ids).toContain(late)
      expect(ids).not.toContain(closed)
    })

    it('[B85] a full display gives no place away that is in use, or has a name', async () => {
      const [named, old] = [newScreen(), newScreen()]
      await send(named)
      await send(old)
      await admin.call('updateScreen', { params: { ...SAMPLE_DISPLAY, screenId: named }, body: { name: 'Hall' } })
      const crowd = Array.from({ length: MAX_SCREENS_PER_DISPLAY - 2 }, newScreen)
      for (const id of crowd) {
        clock.now += 2 * MINUTE_MS
        await send(id)
        await list()
      }
      const late = newScreen()
      clock.now += 2 * MINUTE_MS
      expect((await send(late)).status).toBe(204)
      expect((await list()).map(({ id }) => id)).not.toContain(late)

      // A day later the crowd is still heard; the two that were not heard are not part of it.
      clock.now += DAY_MS
      await signInAgain()
      for (const id of crowd) {
        expect((await send(id)).status).toBe(204)
      }
      await send(late)
      const ids = (await list()).map(({ id }) => id)
      expect(ids).toHaveLength(MAX_SCREENS_PER_DISPLAY)
      expect(ids).toEqual(expect.arrayContaining([named, late, ...crowd]))
      expect(ids).not.toContain(old)
    })

    it('[U3] a page that was left and never named gives its place to the next screen at once', async () => {
      const crowd = Array.from({ length: MAX_SCREENS_PER_DISPLAY }, newScreen)
      for (const id of crowd) {
        clock.now += 2 * MINUTE_MS
        await send(id)
        await list()
      }
      const [left, named] = crowd.slice(20)
      if (!left || !named) throw new Error('too few')
      await admin.call('updateScreen', { params: { ...SAMPLE_DISPLAY, screenId: named }, body: { name: 'Hall' } })
      for (const id of [named, left]) await send(id, { doing: 'closed' })
      await list()
      const [late, later] = [newScreen(), newScreen()]
      for (const id of [late, later]) {
        clock.now += 2 * MINUTE_MS
        await send(id)
      }
      const ids = (await list()).map(({ id }) => id)
      expect(ids).toContain(late)
      expect(ids).not.toContain(left)
      expect(ids).toContain(named)
      expect(ids).not.toContain(later)
    })

    it('[B85] one network that floods is refused before it costs anything', async () => {
      const statuses = new Map<number, number>()
      for (let count = 0; count < 1_200; count += 60) {
        const answers = await Promise.all(Array.from({ length: 60 }, () => send(newScreen())))
        for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      expect(statuses.get(429)).toBeGreaterThan(0)
      expect((statuses.get(204) ?? 0) + (statuses.get(503) ?? 0)).toBeLessThanOrEqual(1_001)
    })
  })
})
