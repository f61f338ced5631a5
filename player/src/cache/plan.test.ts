import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MediaFile } from './media-file.ts'
import {
  begun,
  CHECK_EVERY_MS,
  doubted,
  ended,
  follow,
  isGood,
  isShort,
  isWhole,
  nextDue,
  nextDueAt,
  type Outcome,
  type Plan,
  retried,
  stateOf,
} from './plan.ts'

const file = (name: string): MediaFile => ({
  url: `/media/${name}.jpg`,
  sha256: name.repeat(64).slice(0, 64),
  sizeBytes: 10,
  contentType: 'image/jpeg',
})
const [a, b, c] = [file('a'), file('b'), file('c')]
const files = [a, b, c]
const after = (plan: Plan, one: MediaFile, outcome: Outcome, now = 0, failures = 0) =>
  ended(begun(plan, one), one, outcome, failures, now, 1)

const outcome = fc.constantFrom<Outcome>('stored', 'unreachable', 'refused', 'full')

describe('the download plan', () => {
  it('[OF2] looks at each file in the order of the loop, and at none that somebody is seeing to', () => {
    const plan = follow(new Map(), files)
    expect(nextDue(plan, files, 0)).toBe(a)
    expect(nextDue(begun(plan, a), files, 0)).toBe(b)
    expect(nextDue(begun(begun(begun(plan, a), b), c), files, 0)).toBeUndefined()
  })

  it('[F7] a failed file is tried again, later each time, and never given up', () => {
    let plan = follow(new Map(), [a])
    let now = 0
    const waits: number[] = []
    for (let failures = 0; failures < 40; failures += 1) {
      plan = after(plan, a, 'unreachable', now, failures)
      expect(nextDue(plan, [a], now)).toBeUndefined()
      waits.push(nextDueAt(plan, [a]) - now)
      now = nextDueAt(plan, [a])
      expect(nextDue(plan, [a], now)).toBe(a)
    }
    expect(waits).toEqual([...waits].sort((one, other) => one - other))
    expect(Math.max(...waits)).toBeLessThanOrEqual(5 * 60_000)
  })

  it('[F15] stored files are checked again after a week', () => {
    const plan = after(follow(new Map(), [a]), a, 'stored', 500)
    expect(nextDue(plan, [a], 500 + CHECK_EVERY_MS - 1)).toBeUndefined()
    expect(nextDue(plan, [a], 500 + CHECK_EVERY_MS)).toBe(a)
  })

  it('[F14] doubt makes a stored file due at once, and disturbs nothing else', () => {
    const stored = after(follow(new Map(), [a]), a, 'stored')
    expect(nextDue(doubted(stored, a), [a], 1)).toBe(a)
    const busy = begun(stored, a)
    expect(doubted(busy, a)).toBe(busy)
  })

  it('[OF3] a manifest is good when each file is there or beyond reach, and not all are beyond reach', () => {
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1, maxLength: 6 }), fc.boolean(), (outcomes, oneBusy) => {
        const list = outcomes.map((_, index) => file(String.fromCharCode(97 + index)))
        let plan = follow(new Map(), list)
        outcomes.forEach((one, index) => {
          plan = after(plan, list[index] as MediaFile, one)
        })
        if (oneBusy) plan = begun(plan, list[0] as MediaFile)
        const isSettled = !oneBusy && !outcomes.includes('unreachable')
        expect(isGood(plan, list)).toBe(isSettled && outcomes.includes('stored'))
        expect(isWhole(plan, list)).toBe(!oneBusy && outcomes.every((one) => one === 'stored'))
      }),
      { numRuns: 2_000 },
    )
  })

  it('[F13] for want of room it is short, and due as soon as there is room', () => {
    const plan = after(after(follow(new Map(), [a, b]), a, 'stored'), b, 'full')
    expect(isShort(plan, [a, b])).toBe(true)
    expect(nextDue(plan, [a, b], 1)).toBeUndefined()
    expect(nextDue(retried(plan, 'full', 1), [a, b], 1)).toBe(b)
    expect(nextDue(retried(plan, 'unreachable', 1), [a, b], 1)).toBeUndefined()
  })

  it('[F51] whatever the manifests do, what is known stays known and nothing piles up', () => {
    const pick = fc.subarray([a, b, c])
    fc.assert(
      fc.property(fc.array(fc.tuple(pick, pick, outcome), { maxLength: 30 }), (rounds) => {
        let plan: Plan = new Map()
        for (const [list, done, one] of rounds) {
          plan = follow(plan, list)
          for (const each of done) plan = ended(plan, each, one, 0, 0, 0.5)
          expect(plan.size).toBe(list.length)
          const next = follow(plan, list)
          for (const each of list) expect(stateOf(next, each)).toBe(stateOf(plan, each))
        }
      }),
    )
  })
})
