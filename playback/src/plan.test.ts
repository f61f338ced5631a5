import type { ManifestItem, ManifestLine, Schedule } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absurdDurations, instant, itemsArbitrary, playableArbitrary } from './arbitrary.ts'
import { type Plan, type Playable, planAt, type Showing, soonestFirst } from './plan.ts'
import { READ_CARD } from './playable.ts'

const at = 1_700_000_000_000

function playing(plan: Plan): { items: ManifestItem[]; current: Showing; next: Showing } {
  if (plan.status !== 'playing' || !plan.next) throw new Error('nothing plays')
  return { ...plan, next: plan.next }
}

function items(...durations: (number | undefined)[]): ManifestItem[] {
  return durations.map((duration, index) => ({
    id: `item-${index}` as ManifestItem['id'],
    type: 'image',
    url: `/media/${index}.jpg`,
    duration,
  }))
}

describe('the card with the code to the page to read', () => {
  const card = { ...READ_CARD }

  it('[TW2] has its turn at the end of each loop', () => {
    const [one] = items(5)
    const manifest = { items: [one as ManifestItem, card], loopStartedAt: at }
    const onAt = (seconds: number) => playing(planAt(manifest, at + seconds * 1_000)).current.item.id
    expect([onAt(0), onAt(4.9), onAt(5), onAt(16.9), onAt(17)]).toEqual([
      'item-0',
      'item-0',
      'read-card',
      'read-card',
      'item-0',
    ])
  })

  it('[TW2] is not on by itself: neither on a display without items nor while none of them is on', () => {
    expect(planAt({ items: [card], loopStartedAt: at }, at).status).toBe('empty')
    const [one] = items(5)
    const later: ManifestItem = { ...(one as ManifestItem), schedule: { from: '2026-11-23T09:00' } }
    const manifest = { items: [later, card], loopStartedAt: at, zoneOffsets: [[0, 0]] as [number, number][] }
    const nine = Date.parse('2026-11-23T09:00:00Z')
    expect([nine - 1, nine].map((now) => planAt(manifest, now).items.map(({ id }) => id))).toEqual([
      [],
      ['item-0', 'read-card'],
    ])
    expect(planAt(manifest, nine - 1).until).toBe(nine)
  })
})

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
          // Three decimals: numbers above 10^12 ms have no precision for more.
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

const HOUR_MS = 3_600_000
/** Always two hours ahead of UTC. */
const zoneOffsets: [number, number][] = [[0, 120]]
/** A Tuesday, at ten in the morning at the display. */
const tuesdayTen = Date.UTC(2026, 11, 1, 8)
const at10 = (hours: number) => tuesdayTen + (hours - 10) * HOUR_MS

function scheduled(...schedules: (Schedule | undefined)[]): ManifestItem[] {
  return items(...schedules.map(() => 10)).map((item, index) => ({ ...item, schedule: schedules[index] }))
}
const between = (from: string, until: string): Schedule => ({ hours: [{ from, until }] })
const idsAt = (playable: Playable, now: number) => planAt(playable, now).items.map(({ id }) => id)

describe('[SD4] a plan with schedules', () => {
  it('has what is on, and is another from the very millisecond on at which something comes or goes', () => {
    const playable = { items: scheduled(undefined, between('12:00', '14:00')), loopStartedAt: tuesdayTen, zoneOffsets }
    expect(idsAt(playable, at10(12) - 1)).toEqual(['item-0'])
    expect(idsAt(playable, at10(12))).toEqual(['item-0', 'item-1'])
    expect(idsAt(playable, at10(14) - 1)).toEqual(['item-0', 'item-1'])
    expect(idsAt(playable, at10(14))).toEqual(['item-0'])
  })

  it('goes round from the moment on at which the set of what is on changed, as after an edit', () => {
    const playable = {
      items: scheduled(undefined, undefined, between('12:00', '14:00')),
      loopStartedAt: tuesdayTen + 3_000,
      zoneOffsets,
    }
    const { current } = playing(planAt(playable, at10(12)))
    expect(current).toMatchObject({ index: 0, startsAt: at10(12), endsAt: at10(12) + 10_000 })
    // After an edit, the loop starts at the edit.
    const edited = { ...playable, loopStartedAt: at10(13) + 7 }
    expect(playing(planAt(edited, at10(13) + 8)).current.startsAt).toBe(at10(13) + 7)
  })

  it('cuts a showing short where another list begins, and knows what is first in that one', () => {
    const playable = {
      items: scheduled(undefined, { ...between('12:00', '14:00'), alone: true }),
      loopStartedAt: tuesdayTen + 4_000,
      zoneOffsets,
    }
    const { current, next } = playing(planAt(playable, at10(12) - 1))
    expect(current.endsAt).toBe(at10(12))
    expect(next).toMatchObject({ index: 0, startsAt: at10(12), item: { id: 'item-1' } })
    const plan = planAt(playable, at10(12) - 1)
    expect(plan.status === 'playing' && plan.nextItems.map(({ id }) => id)).toEqual(['item-1'])
  })

  it('shows nothing while nothing is on, says until when, and has nothing next before that', () => {
    const playable = { items: scheduled(between('08:00', '12:00')), loopStartedAt: 0, zoneOffsets }
    expect(planAt(playable, at10(13))).toMatchObject({ status: 'empty', items: [], until: at10(8 + 24) })
    const last = planAt(playable, at10(12) - 1)
    expect(last).toMatchObject({ status: 'playing', next: undefined, until: at10(12) })
  })

  it('has nothing to wait for when all is over', () => {
    const playable = { items: scheduled({ until: '2026-12-01T09:00' }), loopStartedAt: 0, zoneOffsets }
    expect(planAt(playable, tuesdayTen)).toMatchObject({ status: 'empty', until: Number.POSITIVE_INFINITY })
  })

  it('[SD6] alone entries replace all others and loop among themselves, and other entries do not affect them', () => {
    const open = { ...between('09:00', '17:00'), alone: true as const }
    const exam = { ...between('11:00', '13:00'), alone: true as const }
    const playable = {
      items: scheduled(undefined, open, between('10:30', '12:30'), exam),
      loopStartedAt: 0,
      zoneOffsets,
    }
    expect(idsAt(playable, at10(8.5))).toEqual(['item-0'])
    expect(idsAt(playable, at10(10))).toEqual(['item-1'])
    expect(playing(planAt(playable, at10(10.75))).current.startsAt % 10_000).toBe(at10(9) % 10_000)
    expect(idsAt(playable, at10(11.5))).toEqual(['item-1', 'item-3'])
    expect(idsAt(playable, at10(13))).toEqual(['item-1'])
    expect(idsAt(playable, at10(17))).toEqual(['item-0'])
  })

  it('has the lines that are on, the same list while they are, and the loop goes on when they change', () => {
    const lines = [
      { id: 'a', text: 'Always' },
      { id: 'b', text: 'Lunch', schedule: between('12:00', '13:00') },
    ] as ManifestLine[]
    const playable = { items: items(3_600 * 5), lines, loopStartedAt: tuesdayTen, zoneOffsets }
    const before = planAt(playable, at10(11))
    expect(before).toMatchObject({ lines: [lines[0]], until: at10(12) })
    expect(planAt(playable, at10(11.5)).lines).toBe(before.lines)
    const lunch = playing(planAt(playable, at10(12)))
    expect(lunch).toMatchObject({ lines, current: { startsAt: tuesdayTen, endsAt: at10(15) } })
    // A line that is alone only affects the lines. The pictures continue.
    const loud = [lines[0], { ...lines[1], schedule: { ...between('12:00', '13:00'), alone: true } }] as ManifestLine[]
    expect(planAt({ ...playable, lines: loud }, at10(12))).toMatchObject({ status: 'playing', lines: [loud[1]] })
  })

  it('[HS3] says until when it holds, with schedules as without: it is the same until then, and another from then on', () => {
    const time = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`)
    const schedule = fc.option(
      fc.record(
        {
          hours: fc.array(fc.record({ from: time, until: time }), { minLength: 1, maxLength: 2 }),
          days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
          alone: fc.constant(true as const),
        },
        { requiredKeys: ['hours'] },
      ),
      { nil: undefined },
    )
    fc.assert(
      fc.property(
        fc.array(schedule, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 7 * 24 * HOUR_MS }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (schedules, ahead, share) => {
          const playable = { items: scheduled(...schedules), loopStartedAt: tuesdayTen, zoneOffsets }
          const now = tuesdayTen + ahead
          const plan = planAt(playable, now)
          expect(plan.until).toBeGreaterThan(now)
          const end = Math.min(plan.until, now + 30 * 24 * HOUR_MS)
          const { current, ...rest } = {
            current: undefined,
            ...planAt({ ...playable }, Math.floor(now + share * (end - 1 - now))),
          }
          expect({ current, ...rest }).toEqual({ current: undefined, ...plan })
          if (plan.until !== Number.POSITIVE_INFINITY) expect(planAt(playable, plan.until)).not.toEqual(plan)
        },
      ),
    )
  })
})

describe('[CP3] a plan with inclusions', () => {
  const weekdays: Schedule = { days: [1, 2, 3, 4, 5] }
  const noon = between('12:00', '14:00')

  it('has what came with one while both schedules are on, and one that has none of its own while the inclusion is', () => {
    const [own = [], menu, dish] = [items(10), ...scheduled(between('13:00', '15:00'), undefined)]
    const brought = [menu, dish].map((item, index) => ({ ...item, id: `dish-${index}`, inclusion: 0 }) as ManifestItem)
    const playable = { items: [...own, ...brought], loopStartedAt: tuesdayTen, zoneOffsets, inclusions: [noon] }
    expect(idsAt(playable, at10(12) - 1)).toEqual(['item-0'])
    expect(idsAt(playable, at10(12))).toEqual(['item-0', 'dish-1'])
    expect(idsAt(playable, at10(13))).toEqual(['item-0', 'dish-0', 'dish-1'])
    expect(idsAt(playable, at10(14))).toEqual(['item-0'])
    expect(soonestFirst(playable, tuesdayTen).map(({ id }) => id)).toEqual(['item-0', 'dish-1', 'dish-0'])
  })

  it('[SD4] goes round from the moment on at which the set changed, whatever one of the two schedules does meanwhile', () => {
    const playable = {
      items: [...items(7), { ...(items(7)[0] as ManifestItem), schedule: noon, inclusion: 0 }],
      loopStartedAt: 0,
      zoneOffsets,
      inclusions: [weekdays],
    }
    // Sunday at one: the last change was on Friday at two, not at noon.
    const sunday = at10(13 + 5 * 24)
    const plan = playing(planAt(playable, sunday))
    expect((plan.current.startsAt - at10(14 + 3 * 24)) % 7_000).toBe(0)
    expect(planAt(playable, plan.current.startsAt)).toEqual(planAt(playable, sunday))
  })

  it('[SD6] is alone by either schedule', () => {
    for (const [own, inclusion] of [
      [noon, { ...weekdays, alone: true as const }],
      [{ ...noon, alone: true as const }, weekdays],
      [undefined, { ...noon, alone: true as const }],
    ] as const) {
      const [first, second] = scheduled(undefined, own) as [ManifestItem, ManifestItem]
      const playable = {
        items: [first, { ...second, inclusion: 0 }],
        loopStartedAt: 0,
        zoneOffsets,
        inclusions: [inclusion],
      }
      expect(idsAt(playable, at10(12) - 1)).toEqual(['item-0'])
      expect(idsAt(playable, at10(12))).toEqual(['item-1'])
    }
  })

  it('has the lines that came with one in the same way', () => {
    const lines = [
      { id: 'a', text: 'Always' },
      { id: 'b', text: 'Lunch', inclusion: 0 },
    ] as ManifestLine[]
    const playable = { items: [], lines, loopStartedAt: 0, zoneOffsets, inclusions: [noon] }
    expect(planAt(playable, at10(12) - 1).lines).toEqual([lines[0]])
    expect(planAt(playable, at10(12)).lines).toEqual(lines)
  })

  it('plays always what came with an inclusion that is not there', () => {
    const stray = items(10, 10).map((item, index) => ({ ...item, inclusion: index }))
    expect(idsAt({ items: stray, loopStartedAt: 0, zoneOffsets }, at10(12))).toEqual(['item-0', 'item-1'])
    const inclusions = [noon]
    expect(idsAt({ items: stray, loopStartedAt: 0, zoneOffsets, inclusions }, at10(15))).toEqual(['item-1'])
  })
})

describe('[SD7] soonestFirst', () => {
  it('lists what is on as the loop goes, then what comes on, soonest first, and nothing that is over', () => {
    const list = scheduled(
      undefined,
      between('12:00', '14:00'),
      { until: '2026-12-01T09:00' },
      between('11:00', '12:00'),
      undefined,
    )
    const playable = { items: list, loopStartedAt: tuesdayTen, zoneOffsets }
    const ids = (now: number) => soonestFirst(playable, now).map(({ id }) => id)
    expect(ids(tuesdayTen)).toEqual(['item-0', 'item-4', 'item-3', 'item-1'])
    expect(ids(tuesdayTen + 10_000)).toEqual(['item-4', 'item-0', 'item-3', 'item-1'])
    expect(ids(at10(15))).toEqual(['item-0', 'item-4', 'item-3', 'item-1'])
    // Items that are pushed aside by one that is alone are needed right after it.
    const alone = {
      ...playable,
      items: scheduled({ ...between('09:00', '17:00'), alone: true }, undefined, between('11:00', '12:00')),
    }
    expect(soonestFirst(alone, tuesdayTen).map(({ id }) => id)).toEqual(['item-0', 'item-1', 'item-2'])
  })
})
