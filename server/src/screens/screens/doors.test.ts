import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import {
  addressesOf,
  DisplayId,
  type DisplayKey,
  type ItemId,
  type Notice,
  PlaysReport,
  pathOf,
  ROUTE_DETAILS,
  ROUTES,
  type Route,
  type RouteDetails,
  type RouteName,
  type ScreenCommandId,
  ScreenId,
  type TakeOverId,
} from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { agentOf, tinyPicture } from '../../testing/agent.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream, type Stream } from '../../testing/stream.ts'
import { SCREEN_DOORS, type ScreenRoute } from './doors.ts'

const { organisationId } = SAMPLE_DISPLAY
const SCREEN = { secret: null, width: 1920, height: 1080, timeZone: 'UTC' }
/** More than any limit for one screen allows at once. */
const MANY = 32
const PER_ADDRESS = 3
const FIRE: Notice = { look: 'alert', heading: 'Fire', body: 'Leave by the south stairs.', byline: '' }
const PRIVATE: DisplayKey = { organisationId, displayId: DisplayId.parse('private') }
const MADE_UP = ScreenId.parse('e'.repeat(32))

/** One route, as the test below uses it. `ask` sends one request. @returns its status */
type Scenario = {
  ask(by: Client, as: 'own' | 'fake', screenId: ScreenId, key: DisplayKey): Promise<number>
  /** The status that the screen itself gets, each time. */
  answered: number
  /** Facts that people see about the screen, which must come from its own requests. */
  seen?(): Promise<unknown>
  /** The facts after two of its own requests. */
  own?: unknown
}

describeDialects('the doors of a screen', (dialect) => {
  let server: TestServer
  let admin: Client
  let player: Client
  let screenId: ScreenId
  let overId: TakeOverId
  let itemId: ItemId
  let piece = 0
  const clock = { now: Date.parse('2026-11-21T08:00:00Z') }
  const streams: Stream[] = []

  beforeEach(async () => {
    const streamLimits = { perAddress: PER_ADDRESS, perDisplay: 100, inAll: undefined }
    server = await startTestServer({
      dialect,
      now: () => clock.now,
      config: { streams: streamLimits },
      agentFile: import.meta.filename,
    })
    admin = await server.signIn()
    await admin.call('createDisplay', {
      params: { organisationId },
      body: { id: PRIVATE.displayId, name: 'Private' },
    })
    await admin.call('updateDisplay', { params: PRIVATE, body: { pairedOnly: true } })
    itemId = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body.items[0]?.id as ItemId
    player = createClient(server.url)
    screenId = await pair(player, SAMPLE_DISPLAY)
    await player.call('reportScreen', {
      params: at(),
      body: { state: { ...SCREEN_STATE, build: 'first' }, events: [] },
    })
    await server.app.screens.list(SAMPLE_DISPLAY)
    clock.now += 5 * 60_000
    const over = await admin.call('startTakeOver', {
      params: { organisationId },
      body: {
        displays: null,
        drill: false,
        minutes: 10,
        content: { kind: 'notice', notice: FIRE },
      } as never,
    })
    expect(over.status).toBe(201)
    overId = over.body.id
  })
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.close()
    await server.close()
  })

  async function pair(client: Client, key: DisplayKey): Promise<ScreenId> {
    const { body: waiting } = await client.call('enterScreen', { params: {}, body: SCREEN })
    if (waiting.status !== 'waiting') throw new Error('it is paired')
    const paired = await admin.call('pairScreen', {
      params: { organisationId, code: waiting.code },
      body: { as: 'new', displayId: key.displayId, name: 'Hall', place: '' },
    })
    expect(paired.status).toBe(201)
    return paired.body.id
  }
  const at = (id = screenId, key = SAMPLE_DISPLAY) => ({ ...key, screenId: id })
  const screen = async (key = SAMPLE_DISPLAY, id = screenId) =>
    (await admin.call('listScreens', { params: key })).body.screens.find((one) => one.id === id)
  async function stream(path: string, by: Client): Promise<number> {
    const one = await openStream(server.url + path, { cookie: by.cookie() })
    streams.push(one)
    return one.status
  }
  async function plays(): Promise<PlaysReport> {
    const day = new Date(clock.now).toISOString().slice(0, 10)
    const path = `${pathOf('getPlays', { organisationId })}?from=${day}&to=${day}`
    return PlaysReport.parse(await (await admin.visit(path)).json())
  }

  const scenarios: Record<ScreenRoute, Scenario> = {
    beatScreen: {
      answered: 204,
      ask: async (by, as, id, key) => {
        const body = { build: as, itemId: null, paintedMsAgo: as === 'own' ? 400 : 90_000 }
        return (await by.call('beatScreen', { params: at(id, key), body })).status
      },
      seen: async () => (await screen())?.beat,
      own: { build: 'own', at: clock.now + 5 * 60_000, paintedAt: clock.now + 5 * 60_000 - 400 },
    },
    reportScreen: {
      answered: 204,
      ask: async (by, as, id, key) => {
        const events = [
          { kind: 'remedy' as const, at: clock.now - (as === 'own' ? 1_000 : 2_000), remedy: 'reload' as const },
        ]
        const body = { state: { ...SCREEN_STATE, build: as }, events }
        return (await by.call('reportScreen', { params: at(id, key), body })).status
      },
      seen: async () => {
        const told = await screen()
        return {
          build: told?.state.build,
          events: told?.events.map((one) => clock.now - one.at),
          reports: told?.reports.length,
        }
      },
      own: { build: 'own', events: [1_000, 1_000], reports: 3 },
    },
    tellPlays: {
      answered: 200,
      ask: async (by, as, id, key) => {
        piece += 1
        const one = { kind: 'play' as const, n: piece, at: clock.now - 10_000, ms: 1_000, itemId, showings: 1, cut: 0 }
        const series = as === 'own' ? '0123456789abcdef' : 'fedcba9876543210'
        return (await by.call('tellPlays', { params: at(id, key), body: { series, pieces: [one] } })).status
      },
      seen: async () => (await plays()).screens.map(({ proven, showings }) => ({ proven, showings })),
      own: [{ proven: true, showings: 2 }],
    },
    showTakeOver: {
      answered: 204,
      ask: async (by, _, id, key) =>
        (await by.call('showTakeOver', { params: at(id, key), body: { id: overId, paintedMsAgo: 0 } })).status,
      seen: async () => {
        // Longer than the delay after which reports are written.
        await new Promise((wake) => setTimeout(wake, 600))
        return (await admin.call('listTakeOvers', { params: { organisationId } })).body.running[0]?.shown
      },
      own: 1,
    },
    enterScreen: {
      answered: 200,
      ask: async (by, as) => {
        const { status, body } = await by.call('enterScreen', { params: {}, body: SCREEN })
        if (as === 'own') expect(body.status).toBe('paired')
        return status
      },
      seen: async () =>
        (await admin.call('listOrganisationScreens', { params: { organisationId } })).body.screens.length,
      own: 1,
    },
    answerCommand: {
      answered: 204,
      ask: async (by, as) => {
        const body = { commandId: command, answer: as === 'own' ? ('done' as const) : ('failed' as const) }
        return (await by.call('answerCommand', { params: {}, body: body as never })).status
      },
      seen: async () => (await commands()).map(({ state }) => state),
      own: ['done'],
    },
    helloAgent: {
      answered: 200,
      ask: async (by, as) => (await agentOf(server, by, screenId).hello({ version: as })).status,
      seen: async () => (await machine()).agent?.version,
      own: 'own',
    },
    reportAgent: {
      answered: 204,
      ask: (by, as) => {
        const events = [{ kind: 'browser-started' as const, agoMs: 0, detail: as }]
        return agentOf(server, by, screenId).report({ vitals: { temperatureC: as === 'own' ? 40 : 90 }, events })
      },
      seen: async () => {
        const { vitals, events } = await machine()
        return [vitals?.temperatureC, events.map(({ detail }) => detail)]
      },
      own: [40, ['own', 'own']],
    },
    sendAgentPicture: {
      answered: 204,
      ask: async (by) => (await agentOf(server, by, screenId).send(order as ScreenCommandId, await picture)).status,
      seen: async () => (await machine()).pictures.length,
      own: 2,
    },
    getAgentFile: {
      answered: 200,
      ask: async (by) => {
        const answer = await fetch(server.url + pathOf('getAgentFile', {}), { headers: { cookie: by.cookie() } })
        await answer.body?.cancel()
        return answer.status
      },
    },
    streamAgent: {
      answered: 200,
      ask: (by) => stream(pathOf('streamAgent', {}), by),
    },
    streamScreen: {
      answered: 200,
      ask: async (by, as) => {
        // The stranger's browsers wait with their own codes.
        if (as === 'fake' && by.cookie() === '') await by.call('enterScreen', { params: {}, body: SCREEN })
        return stream(pathOf('streamScreen', {}), by)
      },
    },
    streamManifest: {
      answered: 200,
      ask: (by, as, _, key) => stream(`${pathOf('streamManifest', key)}${as === 'own' ? '?screen=1' : ''}`, by),
    },
    getManifest: {
      answered: 200,
      ask: async (by, _, __, key) => (await by.call('getManifest', { params: key })).status,
    },
    getTime: { answered: 200, ask: async (by) => (await by.call('getTime', { params: {} })).status },
  }

  const machine = async () => (await admin.call('getMachine', { params: { organisationId, screenId } })).body
  const picture = tinyPicture()
  let order: string | undefined
  let command: string | undefined
  const commands = async () => {
    const { screens } = (await admin.call('listOrganisationScreens', { params: { organisationId } })).body
    return screens.find(({ paired }) => paired?.id === screenId)?.paired?.commands ?? []
  }

  it.each(Object.keys(scenarios) as ScreenRoute[])(
    '[S34] %s: a stranger before, between and after the screen changes nothing and costs it nothing',
    async (name) => {
      const { ask, answered, seen, own } = scenarios[name]
      if (name === 'answerCommand') {
        await admin.call('commandScreens', {
          params: { organisationId },
          body: { kind: 'identify', screenIds: [screenId] },
        })
        command = (await commands())[0]?.id
      }
      if (/Agent/.test(name)) await agentOf(server, player, screenId).hello()
      if (name === 'sendAgentPicture') {
        const params = { organisationId, screenId }
        order = (await admin.call('commandMachine', { params, body: { kind: 'picture' } })).body.id
      }
      const strangers = Array.from({ length: MANY }, () => createClient(server.url))
      const flood = async () => {
        const answers = await Promise.all(strangers.map((one) => ask(one, 'fake', screenId, SAMPLE_DISPLAY)))
        expect(answers).not.toContain(500)
      }
      await flood()
      expect(await ask(player, 'own', screenId, SAMPLE_DISPLAY)).toBe(answered)
      await flood()
      expect(await ask(player, 'own', screenId, SAMPLE_DISPLAY)).toBe(answered)
      await flood()
      if (seen) expect(await seen()).toMatchObject(own as never)
      expect(await ask(player, 'own', screenId, SAMPLE_DISPLAY)).toBe(answered)
    },
  )

  it.each(['beatScreen', 'reportScreen', 'tellPlays', 'showTakeOver'] as const)(
    '[S34] [S35] %s: for a display for paired screens only nobody else tells anything, and the answer is as before',
    async (name) => {
      const own = createClient(server.url)
      const id = await pair(own, PRIVATE)
      const { ask } = scenarios[name]
      for (const stranger of [MADE_UP, id]) {
        // The answers that these requests would get on a public display, from a screen that it does not know.
        const answer = name === 'tellPlays' ? 404 : 204
        expect(await ask(server.anonymous, 'fake', stranger, PRIVATE)).toBe(answer)
      }
      await scenarios.reportScreen.ask(own, 'own', id, PRIVATE)
      const { screens } = (await admin.call('listScreens', { params: PRIVATE })).body
      expect(screens).toMatchObject([{ id, beat: null, state: { build: 'own' } }])
      // The display knows the screen now, and a stranger repeats the requests.
      clock.now += 1_000
      for (const stranger of [MADE_UP, id]) await ask(server.anonymous, 'fake', stranger, PRIVATE)
      expect((await admin.call('listScreens', { params: PRIVATE })).body.screens).toMatchObject([
        { id, beat: null, state: { build: 'own' } },
      ])
      expect((await plays()).screens).toEqual([])
    },
  )

  it.skipIf(dialect !== 'sqlite')(
    '[S34] a beat after the first asks the database for nothing, proven or not',
    async () => {
      const { ask } = scenarios.beatScreen
      const senders = [
        { by: player, id: screenId },
        { by: server.anonymous, id: ScreenId.parse('c'.repeat(32)) },
      ]
      for (const { by, id } of senders) expect(await ask(by, 'own', id, SAMPLE_DISPLAY)).toBe(204)
      const asked: string[] = []
      const original = StatementSync.prototype.all as (...values: unknown[]) => unknown
      vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values: unknown[]) {
        asked.push(this.sourceSQL)
        return original.apply(this, values) as never
      })
      try {
        for (const { by, id } of senders) expect(await ask(by, 'own', id, SAMPLE_DISPLAY)).toBe(204)
        expect(asked).toEqual([])
        // A stranger with the paired screen's id is looked up each time.
        await ask(server.anonymous, 'fake', screenId, SAMPLE_DISPLAY)
        expect(asked).toHaveLength(1)
      } finally {
        vi.restoreAllMocks()
      }
    },
  )

  it('[S34] a report that was accepted before a display was closed to others is not written after it', async () => {
    const { ask } = scenarios.reportScreen
    const before = ScreenId.parse('d'.repeat(32))
    expect(await ask(server.anonymous, 'fake', before, SAMPLE_DISPLAY)).toBe(204)
    expect(await scenarios.beatScreen.ask(server.anonymous, 'fake', before, SAMPLE_DISPLAY)).toBe(204)
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { pairedOnly: true } })
    // The report was accepted while the display was public, and is written now.
    expect(await screen(SAMPLE_DISPLAY, before)).toBeUndefined()
  })
})

describe('the table of the doors', () => {
  const isOfScreen = (name: RouteName) => (ROUTE_DETAILS[name] as RouteDetails).ofScreen === true

  it('[S34] has every route that the contract gives to screens, and no other', () => {
    const ofScreens = (Object.keys(ROUTES) as RouteName[]).filter(isOfScreen)
    expect(Object.keys(SCREEN_DOORS).sort()).toEqual(ofScreens.sort())
  })

  it('[S34] has every public route below a screen or a display', () => {
    const open = (Object.entries(ROUTES) as [RouteName, Route][])
      .filter(([, { access, method }]) => access === 'public' && method === 'POST')
      .filter(([, route]) => addressesOf(route).some(({ path }) => /screen/.test(path)))
      .map(([name]) => name)
    expect(open.filter((name) => !(name in SCREEN_DOORS))).toEqual([])
  })

  it('[S34] has every plain address that the player calls', () => {
    const player = join(import.meta.dirname, '../../../../player/src')
    const sources = readdirSync(player, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => readFileSync(join(player, file), 'utf8'))
    const addresses = new Set(sources.flatMap((text) => text.match(/(?<=')\/api\/[a-z/-]+(?=')/g) ?? []))
    const doors = (Object.keys(SCREEN_DOORS) as ScreenRoute[]).map((name): string => ROUTES[name].path)
    expect([...addresses].filter((path) => !doors.includes(path))).toEqual([])
    expect(addresses.size).toBe(6)
  })
})
