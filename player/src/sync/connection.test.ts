import { WATCHDOG_MS } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ABSENT_POLL_MS,
  type Connection,
  type ConnectionEvent,
  connect,
  deadlineOf,
  FIRST_FRAME_MS,
  isPollDue,
  POLL_MS,
  stepConnection,
} from './connection.ts'

const live = (heardAt: number, since = heardAt): Connection => ({
  stream: { status: 'live', attempt: 0, since, heardAt },
  triesSince: 0,
  pollAt: undefined,
})

const event = fc.oneof(
  fc.constantFrom<ConnectionEvent>(
    { type: 'heard' },
    { type: 'lost' },
    { type: 'absent' },
    { type: 'online' },
    { type: 'answered' },
    { type: 'woke' },
    { type: 'tick' },
  ),
  fc.record({
    type: fc.constantFrom('bye' as const, 'refused' as const),
    retryAfterMs: fc.oneof(fc.integer(), fc.constant(Number.MAX_SAFE_INTEGER)),
  }),
)

describe('the connection', () => {
  it('[LV2] is live with the first event, and not polled then', () => {
    expect(stepConnection(connect(0), { type: 'heard' }, 40, 0.5)).toEqual(live(40))
  })

  it('[F1] a lost stream is tried again within the jitter of its attempt', () => {
    const lost = stepConnection(live(20_000, 0), { type: 'lost' }, 21_000, 0.5)
    expect(lost.stream).toEqual({ status: 'waiting', attempt: 0, retryAt: 21_500 })
    const early = stepConnection(lost, { type: 'tick' }, 21_499, 0.5)
    expect(early.stream.status).toBe('waiting')
    expect(stepConnection(lost, { type: 'tick' }, 21_500, 0.5).stream).toEqual({
      status: 'connecting',
      attempt: 0,
      since: 21_500,
    })
  })

  it('[F1] [LV7] the jitter doubles up to 30 s, is full, and it never gives up', () => {
    let state = connect(0)
    const waits: number[] = []
    let now = 0
    for (let attempt = 1; attempt <= 200; attempt += 1) {
      state = stepConnection(state, { type: 'lost' }, now, 1)
      if (state.stream.status !== 'waiting') throw new Error('it should wait')
      waits.push(state.stream.retryAt - now)
      now = state.stream.retryAt
      state = stepConnection(state, { type: 'tick' }, now, 1)
      expect(state.stream.status).toBe('connecting')
    }
    expect(waits.slice(0, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    expect(Math.max(...waits)).toBe(30_000)
    expect(stepConnection(connect(0), { type: 'lost' }, 0, 0).stream).toMatchObject({ retryAt: 0 })
  })

  it('[F1] [LV7] nobody waits longer than twice as long as the server has been away', () => {
    // The screen with the shortest waits has made all its attempts at once, and has the longest window.
    let state: Connection = live(60_000, 0)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      state = stepConnection(state, { type: 'lost' }, 60_000, 0)
      state = stepConnection(state, { type: 'tick' }, 60_000, 0)
    }
    expect(stepConnection(state, { type: 'lost' }, 60_000, 1).stream).toMatchObject({ retryAt: 66_000 })
    expect(stepConnection(state, { type: 'lost' }, 65_000, 1).stream).toMatchObject({ retryAt: 75_000 })
    expect(stepConnection(state, { type: 'lost' }, 80_000, 1).stream).toMatchObject({ retryAt: 110_000 })
    expect(stepConnection(state, { type: 'lost' }, 90_000, 1).stream).toMatchObject({ retryAt: 120_000 })
  })

  it('[F1] a server that answers a poll is there: the stream is tried within a second, and never later than it would be', () => {
    const lost = stepConnection(live(20_000, 0), { type: 'lost' }, 21_000, 1)
    const patient: Connection = { ...lost, stream: { status: 'waiting', attempt: 6, retryAt: 50_000 } }
    const answered = stepConnection(patient, { type: 'answered' }, 31_000, 0.5)
    expect(answered.stream).toEqual({ status: 'waiting', attempt: 6, retryAt: 31_500 })
    expect(stepConnection(patient, { type: 'answered' }, 49_900, 0.5).stream).toEqual(patient.stream)
    expect(stepConnection(live(20_000), { type: 'answered' }, 21_000, 0.5)).toEqual(live(20_000))
  })

  it("[F2] a stream that says nothing for the watchdog's time is lost, whatever its socket believes", () => {
    const state = live(1_000, 0)
    expect(deadlineOf(state)).toBe(1_000 + WATCHDOG_MS)
    expect(stepConnection(state, { type: 'tick' }, 999 + WATCHDOG_MS, 0.5)).toEqual(state)
    expect(stepConnection(state, { type: 'tick' }, 1_000 + WATCHDOG_MS, 0.5).stream.status).toBe('waiting')
  })

  it('[F2] so is one that never brings its first event', () => {
    expect(stepConnection(connect(0), { type: 'tick' }, WATCHDOG_MS, 0).stream).toMatchObject({
      status: 'waiting',
      attempt: 1,
    })
  })

  it('[F8] a stream that is dropped again and again right after its first event is tried ever more rarely', () => {
    let state = connect(0)
    let now = 0
    const attempts: number[] = []
    for (let round = 0; round < 6; round += 1) {
      state = stepConnection(state, { type: 'heard' }, now + 100, 1)
      state = stepConnection(state, { type: 'lost' }, now + 3_000, 1)
      attempts.push(state.stream.status === 'waiting' ? state.stream.attempt : -1)
      now = deadlineOf({ ...state, pollAt: undefined })
      state = stepConnection(state, { type: 'tick' }, now, 1)
    }
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('[F9] without a first event in 10 s the manifest is polled every 15 s, while the stream is still tried', () => {
    let state = connect(0)
    expect(isPollDue(state, FIRST_FRAME_MS - 1)).toBe(false)
    expect(isPollDue(state, FIRST_FRAME_MS)).toBe(true)
    state = stepConnection(state, { type: 'tick' }, FIRST_FRAME_MS, 0)
    expect(state).toEqual({ ...connect(0), pollAt: FIRST_FRAME_MS + POLL_MS })
    state = stepConnection(state, { type: 'tick' }, WATCHDOG_MS, 0)
    expect(state.stream.status).toBe('waiting')
    expect(stepConnection(state, { type: 'heard' }, WATCHDOG_MS + 1, 0).pollAt).toBeUndefined()
  })

  it('[F10] screens that lost the same stream in the same moment poll each at a time of its own', () => {
    const polls = [0, 0.25, 0.5, 0.99].map(
      (jitter) => stepConnection(live(0), { type: 'lost' }, 100, jitter).pollAt ?? 0,
    )
    expect(polls.map((at) => at - 100 - FIRST_FRAME_MS)).toEqual([0, 0.25, 0.5, 0.99].map((share) => share * POLL_MS))
  })

  it('[F37] [LV6] after a goodbye it returns at the given time, plus jitter, and not sooner', () => {
    const state = stepConnection(live(0), { type: 'bye', retryAfterMs: 3_000 }, 100, 0.5)
    expect(state.stream).toEqual({ status: 'waiting', attempt: 0, retryAt: 3_600 })
  })

  it('[F5] nobody can send it away for longer than five minutes', () => {
    const bye = stepConnection(live(0), { type: 'bye', retryAfterMs: 1e15 }, 0, 1)
    expect(deadlineOf({ ...bye, pollAt: undefined })).toBeLessThanOrEqual(5 * 60_000 + 1_000)
    const refused = stepConnection(connect(0), { type: 'refused', retryAfterMs: 1e15 }, 0, 1)
    expect(refused.pollAt).toBeLessThanOrEqual(5 * 60_000 + 1_000)
  })

  it('[F3] the network said to be back is reason for an early try, and for nothing else', () => {
    const waiting: Connection = {
      stream: { status: 'waiting', attempt: 9, retryAt: 30_000 },
      triesSince: 0,
      pollAt: 15_000,
    }
    expect(stepConnection(waiting, { type: 'online' }, 10, 0.5).stream).toEqual({
      status: 'waiting',
      attempt: 0,
      retryAt: 510,
    })
    expect(stepConnection(live(5), { type: 'online' }, 10, 0.5)).toEqual(live(5))
    expect(stepConnection(connect(0), { type: 'online' }, 10, 0.5)).toEqual(connect(0))
  })

  it('[F32] after a sleep a live stream is not believed: a new one within a second', () => {
    const woke = stepConnection(live(0), { type: 'woke' }, 50, 0.99)
    expect(woke.stream.status).toBe('waiting')
    expect(deadlineOf(woke)).toBeLessThan(1_050)
  })

  it('[LV5] a display that the server does not know is requested slowly, and a stream that opens is used', () => {
    const absent = stepConnection(connect(0), { type: 'absent' }, 10_000, 0.5)
    expect(absent.pollAt).toBe(10_000 + ABSENT_POLL_MS)
    const lost = stepConnection(absent, { type: 'lost' }, 10_001, 1)
    expect(lost.stream).toMatchObject({ status: 'waiting', retryAt: 40_001 })
    expect(stepConnection(absent, { type: 'heard' }, 10_002, 0).stream.status).toBe('live')
  })

  it('[F1] whatever happens in whatever order, something is always due within five and a half minutes, and never before now', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(event, fc.nat({ max: 40_000 }), fc.double({ min: 0, max: 1, noNaN: true })), {
          maxLength: 60,
        }),
        (happenings) => {
          let state = connect(0)
          let now = 0
          for (const [happening, passed, jitter] of happenings) {
            now += passed
            state = stepConnection(state, { type: 'tick' }, now, jitter)
            state = stepConnection(state, happening, now, jitter)
            const due = deadlineOf(state)
            expect(due).toBeGreaterThanOrEqual(now)
            expect(due - now).toBeLessThanOrEqual(5.5 * 60_000)
            expect(state.stream.status === 'live').toBe(state.pollAt === undefined)
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
