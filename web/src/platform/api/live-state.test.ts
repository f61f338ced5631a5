import { PROVEN_MS, WATCHDOG_MS } from '@placard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { connecting, type LiveEvent, type LiveState, stepLive, wakesAt } from './live-state.ts'

const start = connecting(0)
const FIVE_MINUTES_MS = 5 * 60_000

/** Loses a stream several times in a row, with the same jitter each time. */
function lose(state: LiveState, times: number, now: number, jitter: number): LiveState {
  let lost = state
  for (let count = 0; count < times; count += 1) {
    lost = stepLive(stepLive(lost, { type: 'dropped' }, now, jitter), { type: 'tick' }, now, jitter)
  }
  return lost
}

it('D8 is live as soon as anything is heard', () => {
  expect(stepLive(start, { type: 'heard' }, 5, 0.5)).toMatchObject({ status: 'live', until: 5 + WATCHDOG_MS })
})

it('[F2] gives a silent stream up after the watchdog time, not before', () => {
  const live = stepLive(start, { type: 'heard' }, 0, 0)
  expect(stepLive(live, { type: 'tick' }, WATCHDOG_MS - 1, 0).status).toBe('live')
  expect(stepLive(live, { type: 'tick' }, WATCHDOG_MS, 0).status).toBe('waiting')
})

it('[F1] [LV14] waits up to a second first, then doubles up to 30 seconds, and starts small again after a success', () => {
  const delays: number[] = []
  let state: LiveState = start
  let now = 0
  for (let index = 0; index < 8; index += 1) {
    state = stepLive(state, { type: 'dropped' }, now, 1)
    const wakes = wakesAt(state) ?? -1
    delays.push(wakes - now)
    now = wakes
    state = stepLive(state, { type: 'tick' }, now, 1)
    expect(state.status).toBe('connecting')
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  const again = stepLive(state, { type: 'heard' }, now, 1)
  const lostAt = now + PROVEN_MS
  expect(wakesAt(stepLive(again, { type: 'dropped' }, lostAt, 1))).toBe(lostAt + 1_000)
})

it('[F8] [LV14] a stream that is dropped again and again right after it was opened is tried ever more rarely', () => {
  const waits: number[] = []
  let state: LiveState = start
  let now = 0
  for (let round = 0; round < 6; round += 1) {
    now += 100
    state = stepLive(stepLive(state, { type: 'heard' }, now, 1), { type: 'heard' }, now + 3_000, 1)
    state = stepLive(state, { type: 'dropped' }, now + 3_000, 1)
    const wakes = wakesAt(state) ?? -1
    waits.push(wakes - now - 3_000)
    now = wakes
    state = stepLive(state, { type: 'tick' }, now, 1)
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000])
})

it('[F1] [LV14] waits no longer than twice as long as the server has been away, however many tries luck has spent', () => {
  const unlucky = lose(stepLive(start, { type: 'heard' }, 0, 0), 10, 60_000, 0)
  const waitAt = (now: number) => (wakesAt(stepLive(unlucky, { type: 'dropped' }, now, 1)) ?? -1) - now
  expect([60_000, 65_000, 80_000, 90_000].map(waitAt)).toEqual([6_000, 10_000, 30_000, 30_000])
})

it('D8 [LV14] comes back after the pause that a stopping server asks for, and not all in the same instant', () => {
  const live = stepLive(start, { type: 'heard' }, 0, 0)
  const bye = { type: 'said-bye', reason: 'stopping', retryAfterMs: 700 } as const
  const returns = [0, 0.5, 1].map((jitter) => wakesAt(stepLive(live, bye, 100, jitter)))
  expect(returns).toEqual([800, 1_300, 1_800])
})

it('[F5] [LV14] nobody can send a dashboard away for more than five minutes, nor back into the past', () => {
  const live = stepLive(start, { type: 'heard' }, 0, 0)
  const returnAfter = (retryAfterMs: number) =>
    wakesAt(stepLive(live, { type: 'said-bye', reason: 'stopping', retryAfterMs }, 100, 1))
  expect(returnAfter(1e15)).toBe(100 + FIVE_MINUTES_MS + 1_000)
  expect(returnAfter(-1e15)).toBe(100 + 1_000)
})

it('A6 a stream that was signed out stays closed until somebody signs in', () => {
  const ended = stepLive(start, { type: 'said-bye', reason: 'signed-out', retryAfterMs: 0 }, 0, 0)
  for (const type of ['tick', 'returned', 'network-back', 'dropped', 'heard'] as const) {
    expect(stepLive(ended, { type }, 1e9, 0)).toBe(ended)
  }
  expect(stepLive(ended, { type: 'signed-in' }, 7, 0)).toEqual(connecting(7))
})

it('[F63] rests while nobody looks and connects at once on return', () => {
  const resting = stepLive(stepLive(start, { type: 'heard' }, 0, 0), { type: 'left' }, 0, 0)
  expect(wakesAt(resting)).toBeUndefined()
  expect(stepLive(resting, { type: 'returned' }, 9, 0)).toEqual(connecting(9))
})

it('[F1] never gives up: whatever happens, it ends, rests, or has a moment at which it tries again', () => {
  const event = fc.oneof(
    fc.constantFrom<LiveEvent>(
      { type: 'heard' },
      { type: 'dropped' },
      { type: 'tick' },
      { type: 'left' },
      { type: 'returned' },
      { type: 'signed-in' },
      { type: 'network-back' },
    ),
    fc.record({
      type: fc.constant('said-bye' as const),
      reason: fc.constantFrom('stopping' as const, 'signed-out' as const),
      retryAfterMs: fc.oneof(fc.integer(), fc.constant(Number.MAX_SAFE_INTEGER)),
    }),
  )
  const happening = fc.record({ event, afterMs: fc.nat(40_000), jitter: fc.double({ min: 0, max: 1, noNaN: true }) })
  fc.assert(
    fc.property(fc.array(happening), (happenings) => {
      let now = 0
      let state: LiveState = start
      for (const { event, afterMs, jitter } of happenings) {
        now += afterMs
        state = stepLive(state, event, now, jitter)
        const wake = wakesAt(state)
        if (state.status !== 'ended' && state.status !== 'resting') {
          expect(wake).toBeLessThanOrEqual(now + FIVE_MINUTES_MS + 1_000)
        }
      }
    }),
  )
})
