import {
  DisplayId,
  type DisplayKey,
  MAX_EVENTS_PER_SCREEN,
  OrganisationId,
  pathOf,
  SCREEN_BEAT_MS,
  SCREEN_HEARTBEAT_MS,
  SCREEN_SILENT_MS,
  ScreenBeat,
  ScreenId,
  ScreenReport,
  type ScreenState,
} from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ReportSurroundings, type Reports, screenPath, startReports } from './reports.ts'

const KEY: DisplayKey = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('ece') }
const MINUTE_MS = 60_000

const STATE: ScreenState = {
  doing: 'playing',
  build: null,
  viewport: { width: 1920, height: 1080 },
  rotation: 0,
  revision: 1,
  itemId: null,
  offline: 'ready',
  files: { kept: 0, of: 0 },
  full: false,
  broken: [],
  clockAheadMs: null,
  upSeconds: 1,
  memoryMb: null,
}

const BEAT: ScreenBeat = { build: 'abc', itemId: null, paintedMsAgo: 400 }

type Sent = { url: string; report: ScreenReport; init: RequestInit }

/** A device with its storage, and a server with given answers. */
function makeWorld(storage: Map<string, string> | 'none' = new Map()) {
  const sent: Sent[] = []
  const beats: { url: string; at: number; beat: ScreenBeat; init: RequestInit }[] = []
  const world = {
    answer: () => new Response(null, { status: 204 }) as Response | undefined,
    answerBeat: async () => new Response(null, { status: 204 }),
    isOnline: true,
    sent,
    beats,
  }
  const surroundings: ReportSurroundings = {
    now: () => Date.now(),
    random: () => 0.5,
    isOnline: () => world.isOnline,
    async fetch(url, init) {
      if (url.endsWith('/beats')) {
        beats.push({ url, init, at: Date.now(), beat: ScreenBeat.parse(JSON.parse(String(init.body))) })
        return world.answerBeat()
      }
      sent.push({ url, init, report: ScreenReport.parse(JSON.parse(String(init.body))) })
      const answer = world.answer()
      if (!answer) throw new TypeError('Failed to fetch')
      return answer
    },
    read(name) {
      if (storage === 'none') throw new DOMException('denied', 'SecurityError')
      return storage.get(name) ?? null
    },
    write(name, value) {
      if (storage === 'none') throw new DOMException('denied', 'SecurityError')
      storage.set(name, value)
    },
  }
  return { world, surroundings }
}

describe('the content of a report', () => {
  let open: Reports[] = []
  let state: ScreenState
  let beat: ScreenBeat

  beforeEach(() => {
    vi.useFakeTimers()
    state = STATE
    beat = BEAT
  })
  afterEach(() => {
    for (const reports of open) reports.close()
    open = []
    vi.useRealTimers()
  })

  function start(surroundings: ReportSurroundings): Reports {
    const reports = startReports(
      KEY,
      () => state,
      () => beat,
      undefined,
      surroundings,
    )
    open.push(reports)
    return reports
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const idOf = ({ url }: Sent) => ScreenId.parse(url.split('/').at(-2))

  it('goes where the table of routes says, from a page of ours and from nobody in particular', async () => {
    const { world, surroundings } = makeWorld()
    start(surroundings)
    await pass(10_000)
    const [first] = world.sent
    if (!first) throw new Error('nothing was sent')
    expect(first.url).toBe(pathOf('reportScreen', { ...KEY, screenId: idOf(first) }))
    expect(`${screenPath(KEY, idOf(first))}reports`).toBe(first.url)
    expect(first.init).toMatchObject({ method: 'POST', credentials: 'omit' })
    // Chromium 64 sends no request that has both own headers and `keepalive`.
    expect(first.init).not.toHaveProperty('keepalive')
    expect(first.report).toEqual({ state: STATE, events: [] })
  })

  it('comes at the start and every five minutes, while nothing changes', async () => {
    const { world, surroundings } = makeWorld()
    const reports = start(surroundings)
    for (let minute = 0; minute < 60; minute += 1) {
      await pass(MINUTE_MS)
      reports.look()
    }
    expect(world.sent).toHaveLength(1 + 60 / (SCREEN_HEARTBEAT_MS / MINUTE_MS) - 1)
  })

  it('comes soon after a change, and once a minute while changes go on', async () => {
    const { world, surroundings } = makeWorld()
    const reports = start(surroundings)
    await pass(3 * MINUTE_MS)
    expect(world.sent).toHaveLength(1)
    state = { ...state, revision: 2 }
    reports.look()
    await pass(4_000)
    expect(world.sent.map(({ report }) => report.state.revision)).toEqual([1, 2])
    for (let second = 0; second < 600; second += 1) {
      state = { ...state, revision: second + 3 }
      reports.look()
      await pass(1_000)
    }
    expect(world.sent.length).toBeLessThanOrEqual(2 + 11)
    await pass(MINUTE_MS)
    expect(world.sent.at(-1)?.report.state.revision).toBe(602)
  })

  it('is of the same screen after a reload, of another in a private window, and of one without storage as well', async () => {
    const storage = new Map<string, string>()
    const ids = new Set<string>()
    for (const kept of [storage, storage, new Map<string, string>(), 'none' as const]) {
      const { world, surroundings } = makeWorld(kept)
      start(surroundings).note({ kind: 'storage-full', at: 1 })
      await pass(10_000)
      const [first] = world.sent
      if (first) ids.add(idOf(first))
    }
    expect(ids.size).toBe(3)
  })

  it('[F1] costs nothing without a network, and catches up when the server is heard again', async () => {
    const storage = new Map<string, string>()
    const { world, surroundings } = makeWorld(storage)
    world.isOnline = false
    const reports = start(surroundings)
    for (let at = 1; at <= 80; at += 1) {
      reports.note({ kind: 'storage-full', at })
      await pass(MINUTE_MS)
    }
    expect(world.sent).toEqual([])
    reports.close()

    // The device has been restarted meanwhile, and the ring still has its events.
    world.isOnline = true
    const again = start(surroundings)
    await pass(5 * MINUTE_MS)
    again.look()
    await pass(5 * MINUTE_MS)
    const told = world.sent.flatMap(({ report }) => report.events.map(({ at }) => at))
    expect(told).toEqual(Array.from({ length: MAX_EVENTS_PER_SCREEN }, (_, index) => index + 31))
  })

  it('[F1] a server that is gone is asked less and less, and soon once it is heard', async () => {
    const { world, surroundings } = makeWorld()
    world.answer = () => undefined
    const reports = start(surroundings)
    await pass(24 * 60 * MINUTE_MS)
    expect(world.sent.length).toBeLessThan(50)
    world.answer = () => new Response(null, { status: 204 })
    reports.reached()
    const before = world.sent.length
    await pass(31_000)
    expect(world.sent.length).toBe(before + 1)
  })

  it('a server that is heard and answers no report is not asked more for that', async () => {
    const { world, surroundings } = makeWorld()
    world.answer = () => undefined
    const reports = start(surroundings)
    for (let count = 0; count < 360; count += 1) {
      await pass(10_000)
      reports.reached()
    }
    expect(world.sent.length).toBeLessThan(10)
  })

  it.each([404, 410, 429, 503, 422, 413])('after %d it stays away', async (status) => {
    const { world, surroundings } = makeWorld()
    world.answer = () => new Response(null, { status, headers: { 'retry-after': '60' } })
    const reports = start(surroundings)
    for (let minute = 0; minute < 120; minute += 1) {
      reports.note({ kind: 'storage-full', at: minute })
      await pass(MINUTE_MS)
    }
    expect(world.sent.length).toBeLessThanOrEqual(6)
    expect(world.sent.length).toBeGreaterThan(1)
  })

  it('says that it is closed even before the first report is answered', async () => {
    const { world, surroundings } = makeWorld()
    const fetch = surroundings.fetch
    surroundings.fetch = async (url, init) => {
      await fetch(url, init)
      return new Promise(() => {})
    }
    const reports = start(surroundings)
    await pass(7_000)
    reports.close()
    expect(world.sent.map(({ report }) => report.state.doing)).toEqual(['playing', 'closed'])
  })

  it.each([
    ['was not answered', undefined, ['playing', 'closed']],
    ['was answered 429', 429, ['playing']],
    ['was answered 404', 404, ['playing']],
  ])('says that it is closed after a report that %s, unless it was told to be quiet', async (_, status, said) => {
    const { world, surroundings } = makeWorld()
    world.answer = () => (status ? new Response(null, { status }) : undefined)
    const reports = start(surroundings)
    await pass(10_000)
    reports.close()
    expect(world.sent.map(({ report }) => report.state.doing)).toEqual(said)
  })

  it('says that it is closed, if it has ever spoken', async () => {
    const { world, surroundings } = makeWorld()
    start(surroundings).close()
    expect(world.sent).toEqual([])
    const reports = start(surroundings)
    await pass(10_000)
    reports.close()
    expect(world.sent.map(({ report }) => report.state.doing)).toEqual(['playing', 'closed'])
    expect(world.sent.at(-1)?.init).toMatchObject({ keepalive: true })
    await pass(60 * MINUTE_MS)
    expect(world.sent).toHaveLength(2)
  })

  describe('[F64] the content of a beat', () => {
    it('is said three times a minute, as it is at that moment, to where the table of routes says', async () => {
      const { world, surroundings } = makeWorld()
      start(surroundings)
      await pass(10 * MINUTE_MS)
      expect(world.beats).toHaveLength(30)
      const [first] = world.beats
      const [report] = world.sent
      if (!first || !report) throw new Error('nothing was sent')
      expect(first.url).toBe(pathOf('beatScreen', { ...KEY, screenId: idOf(report) }))
      expect(first.init).toMatchObject({ method: 'POST', credentials: 'omit' })
      expect(first.beat).toEqual(BEAT)
      beat = { ...BEAT, paintedMsAgo: 70_000 }
      await pass(SCREEN_BEAT_MS)
      expect(world.beats.at(-1)?.beat.paintedMsAgo).toBe(70_000)
    })

    it('by none of a fleet at the same moment, and by each often enough that a lost one alarms nobody', async () => {
      const moments = await Promise.all(
        [0, 0.3, 0.999].map(async (share) => {
          const { world, surroundings } = makeWorld()
          surroundings.random = () => share
          start(surroundings)
          return world.beats
        }),
      )
      await pass(10 * MINUTE_MS)
      expect(new Set(moments.map(([first]) => first?.at)).size).toBe(3)
      for (const beats of moments) {
        const gaps = beats.slice(1).map(({ at }, index) => at - (beats[index]?.at ?? 0))
        for (const gap of gaps) expect(2 * gap).toBeLessThan(SCREEN_SILENT_MS)
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(SCREEN_BEAT_MS * 0.9)
      }
    })

    it('one at a time: a server that does not answer is asked again only when it was given up', async () => {
      const { world, surroundings } = makeWorld()
      let underWay = 0
      let most = 0
      world.answerBeat = async () => {
        underWay += 1
        most = Math.max(most, underWay)
        return new Promise(() => {})
      }
      const fetch = surroundings.fetch
      surroundings.fetch = (url, init) =>
        Promise.race([
          fetch(url, init),
          new Promise<Response>((_, reject) => {
            init.signal?.addEventListener('abort', () => {
              if (url.endsWith('/beats')) underWay -= 1
              reject(new DOMException('aborted', 'AbortError'))
            })
          }),
        ])
      start(surroundings)
      await pass(30 * MINUTE_MS)
      expect(most).toBe(1)
      expect(world.beats.length).toBeGreaterThan(50)
      expect(world.beats.length).toBeLessThan(90)
    })

    it.each([429, 500, 503])('goes on after %d, also while the reports are held back', async (status) => {
      const { world, surroundings } = makeWorld()
      world.answer = () => new Response(null, { status, headers: { 'retry-after': '5' } })
      world.answerBeat = async () => new Response(null, { status })
      start(surroundings)
      await pass(10 * MINUTE_MS)
      expect(world.beats).toHaveLength(30)
      expect(world.sent.length).toBeLessThan(4)
    })

    it.each([404, 410])('is kept to itself for an hour after %d', async (status) => {
      const { world, surroundings } = makeWorld()
      world.answerBeat = async () => new Response(null, { status })
      start(surroundings)
      await pass(50 * MINUTE_MS)
      expect(world.beats).toHaveLength(1)
      world.answerBeat = async () => new Response(null, { status: 204 })
      await pass(20 * MINUTE_MS)
      expect(world.beats.length).toBeGreaterThan(5)
    })

    it('[F1] is not tried without a network, and said again at once when it is back', async () => {
      const { world, surroundings } = makeWorld()
      world.isOnline = false
      start(surroundings)
      await pass(60 * MINUTE_MS)
      expect(world.beats).toEqual([])
      world.isOnline = true
      await pass(SCREEN_BEAT_MS * 1.1)
      expect(world.beats).toHaveLength(1)
    })

    it('[SC7] ends with the page, not with an answer that comes later', async () => {
      const { world, surroundings } = makeWorld()
      let answer = (_: Response) => {}
      world.answerBeat = () => new Promise((resolve) => (answer = resolve))
      const reports = start(surroundings)
      await pass(15_000)
      expect(world.beats).toHaveLength(1)
      reports.close()
      answer(new Response(null, { status: 204 }))
      await pass(60 * MINUTE_MS)
      expect(world.beats).toHaveLength(1)
    })
  })
})
