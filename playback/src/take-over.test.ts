import type { ItemId, Manifest, ManifestItem, ManifestTakeOver, TakeOverId } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemsArbitrary } from './arbitrary.ts'
import { screenPlanAt } from './opening.ts'
import { planAt, soonestFirst } from './plan.ts'
import { takenOverAt } from './take-over.ts'

const START = 1_000_000
const HOUR_MS = 3_600_000

const pictureOf = (id: string): ManifestItem => ({ id: `over-${id}` as ItemId, type: 'image', url: `/media/${id}.jpg` })

function takeOver(id: string, startsAt: number, endsAt: number, more: Partial<ManifestTakeOver> = {}) {
  const one: ManifestTakeOver = { id: id as TakeOverId, items: [pictureOf(id)], startsAt, endsAt, ...more }
  return one
}

/** Any number of overlapping take-overs, the latest last, as the server sends them. */
const takeOvers = fc
  .array(
    fc.record({
      from: fc.integer({ min: 0, max: 4 * HOUR_MS }),
      lengthMs: fc.integer({ min: 1, max: HOUR_MS }),
      isLine: fc.boolean(),
      drill: fc.boolean(),
      isReady: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all
      .sort((one, other) => one.from - other.from)
      .map(({ from, lengthMs, isLine, drill, isReady }, index) => {
        const one = takeOver(`t${index}`, START + from, START + from + lengthMs)
        return {
          id: one.id,
          items: isLine ? [] : one.items,
          ...(isLine ? { line: `Line ${index}` } : {}),
          ...(drill ? { drill: true as const } : {}),
          ...(isReady ? {} : { startsAt: one.startsAt, endsAt: one.endsAt }),
        }
      }),
  )

const manifests = fc.record({ items: itemsArbitrary(0, 6), takeOvers }).map(({ items, takeOvers }) => ({
  items,
  lines: [{ id: 'line' as never, text: 'Welcome' }],
  loopStartedAt: START,
  takeOvers,
}))
const moments = fc.integer({ min: START - HOUR_MS, max: START + 6 * HOUR_MS })

const covers = ({ startsAt, endsAt }: ManifestTakeOver, now: number) =>
  startsAt !== undefined && endsAt !== undefined && startsAt <= now && now < endsAt

describe('[TO1] a take-over lies in front of everything', () => {
  it('is the current item from its start until just before its end, whatever the loop does, and never else', () => {
    fc.assert(
      fc.property(manifests, moments, (manifest, now) => {
        const plan = planAt(manifest, now)
        const running = manifest.takeOvers.filter((one) => covers(one, now) && one.items.length > 0)
        const shown = plan.status === 'playing' ? plan.current.item.id : undefined
        const isOver = shown?.startsWith('over-') === true
        expect(isOver).toBe(running.length > 0)
        if (plan.status !== 'playing' || !isOver) return
        expect(running.map(({ items }) => items[0]?.id)).toContain(shown)
        // It has its full time. The loop does not cut it short.
        const one = running.find(({ items }) => items[0]?.id === shown)
        expect([plan.current.startsAt, plan.current.endsAt]).toEqual([one?.startsAt, one?.endsAt])
      }),
    )
  })

  it('leaves the loop exactly where it would be without it', () => {
    fc.assert(
      fc.property(manifests, moments, (manifest, now) => {
        if (manifest.takeOvers.some((one) => covers(one, now))) return
        const { until, ...plan } = planAt(manifest, now)
        const { until: untilWithout, ...without } = planAt({ ...manifest, takeOvers: undefined }, now)
        expect(plan).toEqual(without)
        expect(until).toBeLessThanOrEqual(untilWithout)
      }),
    )
  })

  it('holds until the moment that it says, and there is an answer at each', () => {
    fc.assert(
      fc.property(manifests, moments, fc.nat({ max: 10 ** 9 }), (manifest, now, within) => {
        const { until, ...plan } = planAt(manifest, now)
        expect(until).toBeGreaterThan(now)
        if (until === Number.POSITIVE_INFINITY) return
        const later = now + (within % (until - now))
        const { until: _, ...same } = planAt(manifest, later)
        expect(same).toEqual(plan)
      }),
    )
  })

  it('its lines are the ticker: a line alone, or nothing beside a picture', () => {
    fc.assert(
      fc.property(manifests, moments, (manifest, now) => {
        const { lines, over } = planAt(manifest, now)
        const line = over.find(({ items }) => items.length === 0)
        const picture = over.find(({ items }) => items.length > 0)
        if (line) expect(lines.map(({ text }) => text)).toEqual([line.line])
        else if (picture) expect(lines).toEqual([])
        else expect(lines.map(({ text }) => text)).toEqual(['Welcome'])
        // The ticker continues as long as the list is the same object.
        expect(planAt(manifest, now).lines).toBe(lines)
        expect(planAt(manifest, now).over).toBe(over)
      }),
    )
  })

  it('prepares what the loop has by then, due at its end', () => {
    const items = [pictureOf('a'), pictureOf('b')].map((item) => ({ ...item, duration: 10 }))
    const manifest = { items, loopStartedAt: START, takeOvers: [takeOver('t', START + 3_000, START + 14_500)] }
    expect(planAt(manifest, START + 5_000)).toMatchObject({
      current: { item: { id: 'over-t' }, endsAt: START + 14_500 },
      next: { item: { id: 'over-b' }, startsAt: START + 14_500, endsAt: START + 20_000 },
      until: START + 14_500,
    })
    expect(planAt(manifest, START)).toMatchObject({ current: { item: { id: 'over-a' } }, until: START + 3_000 })
  })

  it('one on a display without anything else plays, and leaves it empty behind', () => {
    const manifest = { items: [], loopStartedAt: START, takeOvers: [takeOver('t', START, START + 1_000)] }
    expect(planAt(manifest, START)).toMatchObject({ status: 'playing', next: undefined, until: START + 1_000 })
    expect(planAt(manifest, START + 1_000)).toMatchObject({ status: 'empty', over: [] })
  })
})

describe('[TO5] two take-overs at once', () => {
  const first = takeOver('first', START, START + 10_000)
  const second = takeOver('second', START + 2_000, START + 5_000)
  const shownAt = (all: ManifestTakeOver[], now: number) => takenOverAt(all, now).picture?.id

  it('the later one wins, and the earlier comes back if it still runs', () => {
    const at = (ms: number) => shownAt([first, second], START + ms)
    expect([at(0), at(1_999), at(2_000), at(4_999), at(5_000), at(9_999), at(10_000)]).toEqual([
      'first',
      'first',
      'second',
      'second',
      'first',
      'first',
      undefined,
    ])
  })

  it('a drill is never in front of a real one, whichever came first', () => {
    const drill = { ...second, drill: true as const }
    expect(shownAt([first, drill], START + 3_000)).toBe('first')
    expect(shownAt([{ ...first, drill: true }, second], START + 3_000)).toBe('second')
  })

  it('a picture and a line are both there', () => {
    const line = { ...second, items: [], line: 'Leave the building' }
    const { picture, line: said, by, until } = takenOverAt([first, line], START + 3_000)
    expect([picture?.id, said?.id, by.length, until]).toEqual(['first', 'second', 2, START + 5_000])
  })
})

describe('[TO2] prepared take-overs', () => {
  const ready: ManifestTakeOver = { id: 'ready' as TakeOverId, items: [pictureOf('ready')] }

  it('is never shown, and stored right behind what is on', () => {
    fc.assert(
      fc.property(itemsArbitrary(1, 6), moments, (items, now) => {
        const manifest: Pick<Manifest, 'items' | 'loopStartedAt' | 'takeOvers'> = {
          items,
          loopStartedAt: START,
          takeOvers: [ready],
        }
        const plan = planAt(manifest, now)
        expect(plan.status === 'playing' && plan.current.item.id).not.toBe('over-ready')
        const order = soonestFirst(manifest, now).map(({ id }) => id)
        expect(order[1]).toBe('over-ready')
        expect(new Set(order)).toEqual(new Set([...items.map(({ id }) => id), 'over-ready']))
      }),
    )
  })
})

describe('[F74] a take-over that cannot be shown', () => {
  const words: ManifestItem = { id: 'words' as ItemId, type: 'notice', url: 'about:blank' }
  const one = takeOver('t', START, START + 60_000, { items: [pictureOf('t'), words] })
  const items = [pictureOf('a')]

  it('has what stands in for it behind it, and where nothing can be shown the loop goes on', () => {
    const manifest = { items, loopStartedAt: START, takeOvers: [one] }
    const shows = (canShow: (item: ManifestItem) => boolean) => {
      const plan = planAt(manifest, START + 1, canShow)
      return plan.items.map(({ id }) => id)
    }
    expect(shows(() => true)).toEqual(['over-t', 'words'])
    expect(shows(({ id }) => id !== 'over-t')).toEqual(['over-t', 'words'])
    expect(shows(({ id }) => id === 'over-a')).toEqual(['over-a'])
  })

  it('an earlier one that can be comes in its place', () => {
    const other = takeOver('other', START - 1_000, START + 60_000)
    const found = takenOverAt([other, one], START, ({ id }) => id === 'over-other')
    expect(found.picture?.id).toBe('other')
  })
})

describe('[TO1] outside of the opening hours', () => {
  const closed = {
    items: [pictureOf('a')],
    loopStartedAt: START,
    openingHours: { hours: [{ from: '08:00', until: '18:00' }] },
    zoneOffsets: [[0, 0]] as [number, number][],
  }

  it('a take-over wakes the screen, and it is dark again afterwards', () => {
    const manifest = { ...closed, takeOvers: [takeOver('t', START, START + 60_000)] }
    // A quarter of an hour after midnight.
    expect(screenPlanAt(closed, START)).toMatchObject({ status: 'asleep' })
    expect(screenPlanAt(manifest, START - 1)).toMatchObject({ status: 'asleep', until: START })
    expect(screenPlanAt(manifest, START)).toMatchObject({ status: 'playing', until: START + 60_000 })
    expect(screenPlanAt(manifest, START + 60_000)).toMatchObject({ status: 'asleep', over: [] })
  })
})
