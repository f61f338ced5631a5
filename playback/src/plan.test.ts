import type { ManifestItem } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absurdDurations, instant, itemsArbitrary, playableArbitrary } from './arbitrary.ts'
import { type Plan, planAt, type Showing } from './plan.ts'

const at = 1_700_000_000_000

function playing(plan: Plan): { items: ManifestItem[]; current: Showing; next: Showing } {
  if (plan.status !== 'playing') throw new Error('nothing plays')
  return plan
}

function items(...durations: (number | undefined)[]): ManifestItem[] {
  return durations.map((duration, index) => ({
    id: `item-${index}` as ManifestItem['id'],
    type: 'image',
    url: `/media/${index}.jpg`,
    duration,
  }))
}

describe('planAt', () => {
  it('PB1 an empty list shows nothing, at any moment (P8)', () => {
    fc.assert(
      fc.property(instant, instant, (loopStartedAt, now) => {
        expect(planAt({ items: [], loopStartedAt }, now)).toMatchObject({ status: 'empty', items: [] })
      }),
    )
  })

  it('PB1 at every moment since the start exactly one item is on, and the moment lies within its showing', () => {
    fc.assert(
      fc.property(playableArbitrary(), fc.nat({ max: 10 ** 10 }), (manifest, elapsed) => {
        const now = manifest.loopStartedAt + elapsed
        const { current } = playing(planAt(manifest, now))
        expect(current.item).toBe(manifest.items[current.index])
        expect(current.startsAt).toBeLessThanOrEqual(now)
        expect(current.endsAt).toBeGreaterThan(now)
      }),
      { numRuns: 2_000 },
    )
  })

  it('PB1 no gap, no overlap: a showing lasts from its first to its last millisecond, and the next begins right there', () => {
    fc.assert(
      fc.property(playableArbitrary(), fc.nat({ max: 10 ** 9 }), (manifest, elapsed) => {
        const { current, next } = playing(planAt(manifest, manifest.loopStartedAt + elapsed))
        expect(next.startsAt).toBe(current.endsAt)
        expect(playing(planAt(manifest, current.startsAt)).current).toEqual(current)
        expect(playing(planAt(manifest, current.endsAt - 1)).current).toEqual(current)
        expect(playing(planAt(manifest, current.endsAt)).current).toEqual(next)
      }),
      { numRuns: 2_000 },
    )
  })

  it('[HS3] says until when it holds: it is the same plan until then, and another from then on', () => {
    fc.assert(
      fc.property(
        playableArbitrary(0),
        fc.nat({ max: 10 ** 9 }),
        fc.nat({ max: 10 ** 6 }),
        (manifest, elapsed, more) => {
          const now = manifest.loopStartedAt + elapsed
          const plan = planAt(manifest, now)
          expect(plan.until).toBeGreaterThan(now)
          const within = Math.min(now + more, plan.until - 1)
          expect(planAt(manifest, within)).toEqual(plan)
          if (plan.until === Number.POSITIVE_INFINITY) expect(plan.status).toBe('empty')
          else expect(planAt(manifest, plan.until)).not.toEqual(plan)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('[HS3] names all that is on, in order, and each showing by its place there', () => {
    fc.assert(
      fc.property(playableArbitrary(), fc.nat({ max: 10 ** 9 }), (manifest, elapsed) => {
        const { items, current, next } = playing(planAt(manifest, manifest.loopStartedAt + elapsed))
        expect(items).toEqual(manifest.items)
        expect(items[current.index]).toBe(current.item)
        expect(items[next.index]).toBe(next.item)
      }),
    )
  })

  it('PB2 the items follow each other in their order, and after the last comes the first (P8)', () => {
    fc.assert(
      fc.property(playableArbitrary(), fc.integer({ min: 1, max: 5 }), (manifest, rounds) => {
        let now = manifest.loopStartedAt
        for (let step = 0; step < manifest.items.length * rounds; step += 1) {
          const { current, next } = playing(planAt(manifest, now))
          expect(current.index).toBe(step % manifest.items.length)
          expect(next.index).toBe((step + 1) % manifest.items.length)
          now = current.endsAt
        }
      }),
    )
  })

  it('PB2 one item alone follows itself, on and on (P8)', () => {
    fc.assert(
      fc.property(itemsArbitrary(1, 1), fc.nat({ max: 10 ** 9 }), (alone, elapsed) => {
        const { current, next } = playing(planAt({ items: alone, loopStartedAt: at }, at + elapsed))
        expect(current.item).toBe(alone[0])
        expect(next.item).toBe(alone[0])
        expect(next.startsAt).toBe(current.endsAt)
      }),
    )
  })

  it('PB2 a loop has the length of its showings: the same item is on one loop later', () => {
    const manifest = { items: items(5, 10, undefined), loopStartedAt: at }
    for (const elapsed of [0, 4_999, 5_000, 14_999, 15_000, 29_999]) {
      const first = playing(planAt(manifest, at + elapsed)).current
      const later = playing(planAt(manifest, at + elapsed + 30_000 * 1_000)).current
      expect(later).toEqual({ ...first, startsAt: first.startsAt + 30_000_000, endsAt: first.endsAt + 30_000_000 })
    }
  })

  it('PB3 counts from the start of the loop: the first item is on at that very moment (P9)', () => {
    fc.assert(
      fc.property(playableArbitrary(), (manifest) => {
        const { current } = playing(planAt(manifest, manifest.loopStartedAt))
        expect(current).toMatchObject({ index: 0, startsAt: manifest.loopStartedAt })
      }),
    )
  })

  it('PB3 a clock that is still before the start sees the first item', () => {
    fc.assert(
      fc.property(playableArbitrary(), fc.integer({ min: 1, max: 10 ** 12 }), (manifest, early) => {
        const { current } = playing(planAt(manifest, manifest.loopStartedAt - early))
        expect(current).toMatchObject({ index: 0, startsAt: manifest.loopStartedAt })
      }),
    )
  })

  it('PB4 P7 an item stays for its duration, and for 15 s when it is absent or zero', () => {
    const manifest = { items: items(7, undefined, 0, 120), loopStartedAt: at }
    const seconds: number[] = []
    let now = at
    for (let step = 0; step < 4; step += 1) {
      const { current } = playing(planAt(manifest, now))
      seconds.push((current.endsAt - current.startsAt) / 1_000)
      now = current.endsAt
    }
    expect(seconds).toEqual([7, 15, 15, 120])
  })

  it.each([
    [Number.NaN, 15],
    [-1, 15],
    [Number.POSITIVE_INFINITY, 15],
    [2 ** 31, 86_400],
    [86_401, 86_400],
    [0.5, 1],
    [1e-9, 1],
  ])('PB4 [F34] a duration of %d s stays %d s', (duration, expected) => {
    const { current } = playing(planAt({ items: items(duration), loopStartedAt: at }, at))
    expect((current.endsAt - current.startsAt) / 1_000).toBe(expected)
  })

  it('PB4 [F34] whatever stands in the manifest, a showing lasts 1 s to a day, so that no timer fires at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double(), fc.integer(), fc.constantFrom(...absurdDurations)), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.nat({ max: 10 ** 12 }),
        (durations, elapsed) => {
          const { current } = playing(planAt({ items: items(...durations), loopStartedAt: at }, at + elapsed))
          const seconds = (current.endsAt - current.startsAt) / 1_000
          // Three decimals: at 10^12 ms and more a number has no room for further ones.
          expect(seconds).toBeGreaterThanOrEqual(0.999)
          expect(seconds).toBeLessThanOrEqual(86_400.001)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('PB6 asked again and again, in any order, it answers the same: nothing is remembered', () => {
    fc.assert(
      fc.property(playableArbitrary(0), fc.array(instant, { minLength: 2, maxLength: 20 }), (manifest, moments) => {
        const first = moments.map((now) => planAt(manifest, now))
        const backwards = moments
          .slice()
          .reverse()
          .map((now) => planAt(structuredClone(manifest), now))
          .reverse()
        expect(backwards).toEqual(first)
      }),
    )
  })

  it('PB6 it leaves the manifest as it was', () => {
    fc.assert(
      fc.property(playableArbitrary(0), instant, (manifest, now) => {
        const before = structuredClone(manifest)
        planAt(manifest, now)
        expect(manifest).toEqual(before)
      }),
    )
  })
})
