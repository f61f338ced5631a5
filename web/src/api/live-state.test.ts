import { WATCHDOG_MS } from '@placard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { connecting, type LiveEvent, type LiveState, step, wakesAt } from './live-state.ts'

const start = connecting(0)

it('D8 is live as soon as anything is heard', () => {
  expect(step(start, { type: 'heard' }, 5, 0.5)).toEqual({ status: 'live', silentAt: 5 + WATCHDOG_MS })
})

it('[F2] gives a silent stream up after the watchdog time, not before', () => {
  const live = step(start, { type: 'heard' }, 0, 0)
  expect(step(live, { type: 'tick' }, WATCHDOG_MS - 1, 0).status).toBe('live')
  expect(step(live, { type: 'tick' }, WATCHDOG_MS, 0).status).toBe('waiting')
})

it('[F1] waits up to a second first, then doubles up to 30 seconds, and starts small again after a success', () => {
  const delays: number[] = []
  let state: LiveState = start
  for (let index = 0; index < 8; index += 1) {
    state = step(state, { type: 'dropped' }, 0, 1)
    delays.push(wakesAt(state) ?? -1)
    state = step(state, { type: 'tick' }, delays.at(-1) ?? 0, 1)
    expect(state.status).toBe('connecting')
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  state = step(step(state, { type: 'heard' }, 0, 1), { type: 'dropped' }, 0, 1)
  expect(wakesAt(state)).toBe(1_000)
})

it('D8 comes back after the pause that a stopping server asks for', () => {
  const live = step(start, { type: 'heard' }, 0, 0)
  const bye = { type: 'said-bye', reason: 'stopping', retryAfterMs: 700 } as const
  expect(step(live, bye, 100, 1)).toEqual({ status: 'waiting', failures: 0, retryAt: 800 })
})

it('A6 a stream that was signed out stays closed until somebody signs in', () => {
  const ended = step(start, { type: 'said-bye', reason: 'signed-out', retryAfterMs: 0 }, 0, 0)
  for (const type of ['tick', 'returned', 'network-back', 'dropped', 'heard'] as const) {
    expect(step(ended, { type }, 1e9, 0)).toBe(ended)
  }
  expect(step(ended, { type: 'signed-in' }, 7, 0)).toEqual(connecting(7))
})

it('[F63] rests while nobody looks and connects at once on return', () => {
  const resting = step(step(start, { type: 'heard' }, 0, 0), { type: 'left' }, 0, 0)
  expect(wakesAt(resting)).toBeUndefined()
  expect(step(resting, { type: 'returned' }, 9, 0)).toEqual(connecting(9))
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
      retryAfterMs: fc.nat(60_000),
    }),
  )
  const happening = fc.record({ event, afterMs: fc.nat(40_000), jitter: fc.double({ min: 0, max: 1, noNaN: true }) })
  fc.assert(
    fc.property(fc.array(happening), (happenings) => {
      let now = 0
      let state: LiveState = start
      for (const { event, afterMs, jitter } of happenings) {
        now += afterMs
        state = step(state, event, now, jitter)
        const wake = wakesAt(state)
        if (state.status !== 'ended' && state.status !== 'resting') expect(wake).toBeLessThanOrEqual(now + 60_000)
      }
    }),
  )
})
