import fc from 'fast-check'
import { expect, it } from 'vitest'
import { retryDelayMs, toldDelayMs } from './reconnect.ts'

const chance = fc.double({ min: 0, max: 1, noNaN: true })

it('[F1] [LV7] a wait doubles from one second up to 30, and chance takes any share of it', () => {
  const waits = Array.from({ length: 8 }, (_, failures) => retryDelayMs(failures, 1, Number.POSITIVE_INFINITY))
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(retryDelayMs(3, 0.25, Number.POSITIVE_INFINITY)).toBe(2_000)
})

it('[F1] [LV7] nobody waits longer than twice as long as the server has been away, six seconds at least', () => {
  expect([0, 3_000, 5_000, 14_000, 15_000, 1e9].map((awayMs) => retryDelayMs(9, 1, awayMs))).toEqual([
    6_000, 6_000, 10_000, 28_000, 30_000, 30_000,
  ])
  expect(retryDelayMs(0, 1, 1e9)).toBe(1_000)
})

it('[F37] [LV6] after a given time, a client returns within a second of it, at random, and not sooner', () => {
  expect([0, 0.5, 1].map((share) => toldDelayMs(700, share))).toEqual([700, 1_200, 1_700])
})

it('[F5] [LV6] nobody is sent away for more than five minutes, nor back into the past', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.constantFrom(1e15, Number.POSITIVE_INFINITY)), chance, (toldMs, share) => {
      const waitMs = toldDelayMs(toldMs, share)
      expect(waitMs).toBeGreaterThanOrEqual(0)
      expect(waitMs).toBeLessThanOrEqual(5 * 60_000 + 1_000)
    }),
  )
})
