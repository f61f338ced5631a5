import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { best, guess, notBefore, type Offset, read, SLEW_RATE, STEP_MS, sampled } from './clock-offset.ts'

const nowOf = (offset: Offset, monotonic: number) => monotonic + read(offset, monotonic).shown

describe('the offset of the clock', () => {
  it('[F33] goes by the first sample, however wrong the clock of the device is', () => {
    const yearAhead = guess(1_800_000_000_000, 100)
    const known = sampled(yearAhead, { at: 1_700_000_000_000, sentAt: 100, receivedAt: 140 }, 140)
    expect(nowOf(known, 140)).toBe(1_700_000_000_020)
  })

  it('[LV8] takes the sample with the smallest round trip', () => {
    const slow = { at: 5, sentAt: 0, receivedAt: 90 }
    const quick = { at: 6, sentAt: 100, receivedAt: 108 }
    expect(best([slow, quick, { at: 7, sentAt: 200, receivedAt: 230 }])).toBe(quick)
    expect(best([])).toBeUndefined()
  })

  it('[LV8] a slow answer does not spoil what a quick one has found', () => {
    const known = sampled(guess(0, 0), { at: 1_000, sentAt: 0, receivedAt: 2 }, 2)
    const after = sampled(known, { at: 3_400, sentAt: 2_000, receivedAt: 2_900 }, 2_900)
    expect(after.target).toBe(known.target)
  })

  it('[LV9] a small correction is slewed: time runs a little faster or slower, and never jumps or runs back', () => {
    const known = sampled(guess(0, 0), { at: 10_000, sentAt: 0, receivedAt: 0 }, 0)
    const corrected = sampled(known, { at: 10_800, sentAt: 1_000, receivedAt: 1_000 }, 1_000)
    let state = corrected
    let last = nowOf(corrected, 1_000)
    expect(last).toBe(11_000)
    for (let monotonic = 1_016; monotonic < 8_000; monotonic += 16) {
      state = read(state, monotonic)
      const now = monotonic + state.shown
      expect(now - last).toBeGreaterThanOrEqual(16 * (1 - SLEW_RATE) - 1e-9)
      expect(now - last).toBeLessThanOrEqual(16 + 1e-9)
      last = now
    }
    expect(state.shown).toBe(9_800)
  })

  it('[LV9] a big one is stepped', () => {
    const known = sampled(guess(0, 0), { at: 10_000, sentAt: 0, receivedAt: 0 }, 0)
    const at = 11_000 + STEP_MS + 1
    expect(nowOf(sampled(known, { at, sentAt: 1_000, receivedAt: 1_000 }, 1_000), 1_000)).toBe(at)
  })

  it('[LV9] is never before a moment that the server has sent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 40 }),
        fc.array(fc.tuple(fc.nat({ max: 60_000 }), fc.integer({ min: -5_000, max: 5_000 })), { maxLength: 30 }),
        (start, words) => {
          let state = guess(start, 0)
          let monotonic = 0
          for (const [passed, ahead] of words) {
            monotonic += passed
            const at = start + monotonic + ahead
            const before = nowOf(state, monotonic)
            state = notBefore(state, at, monotonic)
            expect(nowOf(state, monotonic)).toBe(Math.max(before, at))
          }
        },
      ),
    )
  })

  it('[LV8] within the round trip of any sample the estimate agrees with the server, whatever the way there and back took', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 40 }),
        fc.array(fc.tuple(fc.nat({ max: 2_000 }), fc.nat({ max: 2_000 })), { minLength: 1, maxLength: 20 }),
        (offset, ways) => {
          let state = guess(0, 0)
          let monotonic = 0
          let narrowest = Number.POSITIVE_INFINITY
          for (const [there, back] of ways) {
            const sample = { at: offset + monotonic + there, sentAt: monotonic, receivedAt: monotonic + there + back }
            monotonic = sample.receivedAt
            state = sampled(state, sample, monotonic)
            narrowest = Math.min(narrowest, there + back)
            expect(Math.abs(state.target - offset)).toBeLessThanOrEqual(narrowest)
          }
        },
      ),
    )
  })
})
