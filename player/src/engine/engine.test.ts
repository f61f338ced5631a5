import type {
  DisplayId,
  ItemId,
  Manifest,
  ManifestItem,
  ManifestLine,
  OrganisationId,
  Schedule,
} from '@placard/contract'
import { type Plan, planAt } from '@placard/playback'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createEngine, type Engine, type EngineSurroundings } from './engine.ts'

const items = (...seconds: number[]): ManifestItem[] =>
  seconds.map((duration, index) => ({ id: `i${index}` as ItemId, type: 'image', url: `/media/${index}.jpg`, duration }))

const manifest = (list: ManifestItem[], loopStartedAt = 1_000_000, revision = 1): Manifest => ({
  organisationId: 'vnr' as OrganisationId,
  displayId: 'ece' as DisplayId,
  name: 'ECE',
  revision,
  loopStartedAt,
  items: list,
  lines: [],
})

/**
 * A world in which the time is a number and the engine's only timer can be inspected. Every item is shown at once,
 * except the ones in `broken`, which are never shown.
 */
function world(start = 1_000_000, broken: string[] = [], plan?: (manifest: Manifest, now: number) => Plan) {
  let now = start
  let timer: { at: number; then: () => void } | undefined
  let mostTimers = 0
  const report = vi.fn()
  const surroundings: EngineSurroundings = {
    serverNow: () => now,
    monotonicNow: () => now - start,
    wait(delayMs, then) {
      expect(delayMs).toBeGreaterThanOrEqual(1)
      expect(delayMs).toBeLessThan(2 ** 31)
      mostTimers += timer ? 1 : 0
      const mine = { at: now + delayMs, then }
      timer = mine
      return () => {
        if (timer === mine) timer = undefined
      }
    },
    report,
  }
  const engine = createEngine(surroundings, plan)
  engine.onChange(() => {
    const scene = engine.scene()
    if (scene.status === 'playing' && !broken.includes(scene.current.item.id)) engine.shown(scene.current.item)
  })
  return {
    engine,
    report,
    timer: () => timer,
    overlaps: () => mostTimers,
    now: () => now,
    /** Time without any timer: the device sleeps, or the main thread is blocked. */
    sleep(ms: number) {
      now += ms
    },
    pass(ms: number) {
      const end = now + ms
      while (timer && timer.at <= end) {
        const due = timer
        timer = undefined
        now = Math.max(now, due.at)
        due.then()
      }
      now = end
    },
  }
}

const onScreen = (engine: Engine) => {
  const scene = engine.scene()
  return scene.status === 'playing' ? (scene.current.item.id as string) : scene.status
}

describe('the engine', () => {
  it('P7 P8 goes from item to item at the right instant, and round again', () => {
    const { engine, pass, now } = world()
    const changes: [number, string][] = []
    engine.onChange(() => changes.push([now() - 1_000_000, onScreen(engine)]))
    engine.play(manifest(items(5, 10)))
    pass(35_000)
    expect(changes).toEqual([
      [0, 'i0'],
      [5_000, 'i1'],
      [15_000, 'i0'],
      [20_000, 'i1'],
      [30_000, 'i0'],
      [35_000, 'i1'],
    ])
  })

  it('P8 an empty list clears the timer', () => {
    const { engine, timer } = world()
    engine.play(manifest(items(5)))
    expect(timer()).toBeDefined()
    engine.play(manifest([], 1_000_000, 2))
    expect(timer()).toBeUndefined()
    expect(engine.scene()).toEqual({ status: 'empty' })
  })

  it('P9 a new list replaces the old at once, and its loop begins with its first item', () => {
    const { engine, pass, now } = world()
    engine.play(manifest(items(5, 10)))
    pass(7_000)
    expect(onScreen(engine)).toBe('i1')
    engine.play(manifest(items(20, 5), now(), 2))
    expect(onScreen(engine)).toBe('i0')
    pass(20_000)
    expect(onScreen(engine)).toBe('i1')
  })

  it('P9 a change of the ticker leaves the loop alone', () => {
    const { engine, pass } = world()
    const list = items(5, 10)
    engine.play(manifest(list))
    pass(7_000)
    const before = engine.scene()
    engine.play({ ...manifest(list, 1_000_000, 2), lines: [] })
    expect(engine.scene()).toBe(before)
  })

  it('P9 [HS3] a manifest that says the same in other objects changes nothing', () => {
    const { engine, pass } = world()
    const one = manifest(items(5, 10))
    engine.play(one)
    const listener = vi.fn()
    engine.onChange(listener)
    engine.play({ ...structuredClone(one), revision: 2 })
    expect(listener).not.toHaveBeenCalled()
    engine.play({ ...one, revision: 3, items: one.items.map((item) => ({ ...item, fit: 'cover' })) })
    expect(listener).toHaveBeenCalledTimes(1)
    pass(5_000)
    expect(onScreen(engine)).toBe('i1')
  })

  it('[HS3] an item that missed its slot is identified by its content, whatever manifest came meanwhile', () => {
    const { engine, pass, sleep } = world(1_000_000, ['i0'])
    const one = manifest(items(5, 5, 5))
    engine.play(one)
    pass(4_999)
    sleep(1)
    engine.play({ ...structuredClone(one), revision: 2 })
    pass(10_000)
    expect(onScreen(engine)).toBe('i1')
  })

  it('[HS3] nothing now, again at nine: it is empty until then and on at that very moment', () => {
    const nineAt = 1_000_000 + 3 * 3_600_000
    const day = manifest(items(5, 5), nineAt)
    const { engine, pass, now, timer } = world(1_000_000, [], (manifest, now) =>
      now < nineAt ? { status: 'empty', items: [], lines: [], until: nineAt, over: [] } : planAt(manifest, now),
    )
    engine.play(day)
    expect(engine.scene()).toEqual({ status: 'empty' })
    // The timer is not three hours long, so that a lost timer is made up for.
    expect((timer()?.at ?? Number.POSITIVE_INFINITY) - now()).toBeLessThanOrEqual(60_000)
    const changes: number[] = []
    engine.onChange(() => changes.push(now()))
    pass(3 * 3_600_000 + 5_000)
    expect(changes).toEqual([nineAt, nineAt + 5_000])
  })

  it('[HS3] the replacement of a broken item is an item that is on, not any item of the manifest', () => {
    const { engine } = world(1_000_000, [], (manifest, now) =>
      planAt({ ...manifest, items: manifest.items.slice(0, 2) }, now),
    )
    const list = items(60, 60, 60)
    engine.play(manifest(list))
    engine.failed(list[0] as ManifestItem)
    expect(onScreen(engine)).toBe('i1')
    engine.failed(list[1] as ManifestItem)
    expect(engine.scene().status).toBe('resting')
  })

  it('P10 X5 an undefined current item is reported in these words, and nothing else happens', () => {
    const { engine, report } = world()
    const broken = manifest(items(5))
    broken.items.length = 2
    engine.play({ ...broken, loopStartedAt: 1_000_000 - 5_001, items: new Proxy(broken.items, holeAt('1')) })
    expect(report).toHaveBeenCalledWith('Current item is undefined. This should not happen.')
    expect(engine.scene().status).toBe('resting')
  })

  it('P11 closed, it has no timer and tells nothing', () => {
    const { engine, pass, timer } = world()
    const listener = vi.fn()
    engine.onChange(listener)
    engine.play(manifest(items(5, 10)))
    listener.mockClear()
    engine.close()
    expect(timer()).toBeUndefined()
    engine.recheck()
    pass(60_000)
    expect(listener).not.toHaveBeenCalled()
  })

  it('[F20] a broken item is skipped without a gap, and the slots stay in step with the other screens', () => {
    const { engine, pass } = world()
    const list = items(5, 5, 5)
    engine.play(manifest(list))
    engine.failed(list[1] as ManifestItem)
    pass(5_000)
    expect(onScreen(engine)).toBe('i2')
    pass(5_000)
    expect(onScreen(engine)).toBe('i2')
    pass(5_000)
    expect(onScreen(engine)).toBe('i0')
  })

  it('[F2] [F25] an item that rests because its file is missing is on again when the file has come, and no other item is', () => {
    const { engine } = world()
    const [one, two] = items(5, 5)
    if (!one || !two) throw new Error('two items')
    engine.play(manifest([one, two]))
    engine.failed(one)
    engine.failed(two)
    expect(engine.scene().status).toBe('resting')
    engine.arrived('/media/of-another-display.jpg')
    expect(engine.scene().status).toBe('resting')
    engine.arrived(one.url)
    expect(engine.scene()).toMatchObject({ status: 'playing', current: { item: one } })
  })

  it('[F25] all broken: it says so, and tries again by itself when the first has rested', () => {
    const { engine, pass } = world()
    const list = items(5, 5)
    engine.play(manifest(list))
    for (const item of list) engine.failed(item)
    expect(engine.scene().status).toBe('resting')
    pass(29_999)
    expect(engine.scene().status).toBe('resting')
    pass(1)
    expect(engine.scene().status).toBe('playing')
  })

  it('[F25] the replacement of a broken item stays for the slot, also when the rest ends within it', () => {
    const { engine, pass } = world()
    const list = items(60, 60)
    engine.play(manifest(list))
    engine.failed(list[0] as ManifestItem)
    expect(onScreen(engine)).toBe('i1')
    pass(40_000)
    engine.recheck()
    expect(onScreen(engine)).toBe('i1')
  })

  it('[F24] an item that is not shown in its whole slot rests like one that failed', () => {
    const { engine, pass } = world(1_000_000, ['i1'])
    engine.play(manifest(items(5, 5, 5)))
    const seen: string[] = []
    engine.onChange(() => seen.push(onScreen(engine)))
    pass(31_000)
    expect(seen).toEqual(['i1', 'i2', 'i0', 'i2', 'i2', 'i0'])
  })

  it.each([
    ['that the screen came up in', 996_500, () => {}],
    ['that the stage came back in', 1_000_000, (engine: Engine) => void engine.onChange(() => {})],
  ])("[F24] [ST8] what is not shown in the rest of a slot %s is nobody's fault", (_what, loopStartedAt, happen) => {
    const { engine, pass } = world(1_000_000, ['i0'])
    engine.play(manifest(items(5, 5, 5), loopStartedAt))
    pass(loopStartedAt + 3_500 - 1_000_000)
    happen(engine)
    pass(1_500 + 10_000)
    expect(onScreen(engine)).toBe('i0')
    pass(15_000)
    expect(onScreen(engine)).toBe('i1')
  })

  it("[F32] a slot that was slept through is nobody's fault", () => {
    const { engine, sleep, pass } = world(1_000_000, ['i1'])
    engine.play(manifest(items(5, 5, 5)))
    pass(5_000)
    expect(onScreen(engine)).toBe('i1')
    sleep(15_000 + 7_000)
    engine.recheck()
    pass(3_000 + 5_000)
    expect(onScreen(engine)).toBe('i1')
  })

  it('[F31] [F32] [F34] asked after any absence it is at the right item at once, with one change and not a burst', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 8 * 3_600_000 }),
        (seconds, absence) => {
          const { engine, sleep, now } = world()
          const playing = manifest(items(...seconds))
          engine.play(playing)
          const listener = vi.fn()
          engine.onChange(listener)
          sleep(absence)
          engine.recheck()
          const plan = planAt(playing, now())
          const scene = engine.scene()
          if (plan.status !== 'playing' || scene.status !== 'playing') throw new Error('something plays')
          expect(scene.current).toEqual(plan.current)
          expect(listener.mock.calls.length).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('[F27] in 72 hours of a loop of 15 s there is never a second timer, and each change is told once', () => {
    const { engine, pass, overlaps } = world()
    let changes = 0
    engine.onChange(() => {
      changes += 1
    })
    engine.play(manifest(items(5, 5, 5)))
    pass(72 * 3_600_000)
    expect(changes).toBe((72 * 3_600) / 5 + 1)
    expect(overlaps()).toBe(0)
  })

  it('[F34] durations that no timer can count are held within what it can', () => {
    for (const duration of [Number.NaN, -1, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 53]) {
      const { engine, timer } = world()
      engine.play(manifest(items(duration, 5)))
      expect(timer()).toBeDefined()
      engine.close()
    }
  })

  it('[F51] it ends at the plan of the last manifest, whatever came and failed between', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }),
            fc.nat({ max: 100_000 }),
            fc.nat({ max: 4 }),
          ),
          { minLength: 1, maxLength: 12 },
        ),
        (changes) => {
          const { engine, pass, now } = world()
          let last = manifest([])
          changes.forEach(([seconds, passed, broken], index) => {
            last = manifest(items(...seconds), now(), index)
            engine.play(last)
            const item = last.items[broken]
            if (item) engine.failed(item)
            pass(passed)
          })
          // Longer than the longest rest and a slot after it, so no failure has any effect left.
          pass(12 * 60_000)
          const plan = planAt(last, now())
          if (plan.status === 'empty') expect(engine.scene()).toEqual({ status: 'empty' })
          else expect(plan).toMatchObject(engine.scene())
        },
      ),
    )
  })
})

describe('[SD4] the engine and schedules', () => {
  /** The first minute of a day in UTC, and schedules that begin or end in it. */
  const midnight = Date.UTC(2026, 11, 1)
  const from = (minute: string, more: Schedule = {}): Schedule => ({ from: `2026-12-01T00:${minute}`, ...more })
  const until = (minute: string): Schedule => ({ until: `2026-12-01T00:${minute}` })
  const scheduled = (...schedules: (Schedule | undefined)[]): Manifest => ({
    ...manifest(
      items(...schedules.map(() => 50)).map((item, index) => ({ ...item, schedule: schedules[index] })),
      midnight,
    ),
    zoneOffsets: [[0, 0]],
  })

  it('changes to what is on at the very instant, though the one before has not had its time', () => {
    const { engine, pass, now } = world(midnight)
    const changes: [number, string][] = []
    engine.onChange(() => changes.push([now() - midnight, onScreen(engine)]))
    engine.play(scheduled(undefined, undefined, from('01', { alone: true })))
    pass(120_000)
    expect(changes).toEqual([
      [0, 'i0'],
      [50_000, 'i1'],
      [60_000, 'i2'],
      [110_000, 'i2'],
    ])
  })

  it('has the first of the list after it prepared, and rests what is broken in that list as well', () => {
    const { engine, pass } = world(midnight)
    engine.play(scheduled(until('01'), from('01'), from('01')))
    const [, broken] = scheduled(undefined, undefined).items
    expect(engine.scene()).toMatchObject({ current: { item: { id: 'i0' } }, next: { item: { id: 'i0' } } })
    pass(50_000)
    expect(engine.scene()).toMatchObject({ current: { endsAt: midnight + 60_000 }, next: { item: { id: 'i1' } } })
    if (broken) engine.failed(broken)
    expect(engine.scene()).toMatchObject({ current: { item: { id: 'i0' } }, next: { item: { id: 'i2' } } })
    pass(10_000)
    expect(onScreen(engine)).toBe('i2')
  })

  it('shows nothing while nothing is on, keeps its timer, and begins at the instant', () => {
    const { engine, pass, timer } = world(midnight)
    engine.play(scheduled({ from: '2026-12-03T12:00' }))
    expect(onScreen(engine)).toBe('empty')
    pass(2.5 * 24 * 3_600_000 - 1)
    expect(onScreen(engine)).toBe('empty')
    expect(timer()).toBeDefined()
    pass(1)
    expect(onScreen(engine)).toBe('i0')
  })

  it('[SH2] outside of the opening hours it sleeps: nothing on the screen or in the ticker, no item blamed', () => {
    const { engine, pass, timer } = world(midnight)
    const line = { id: 'l0' as ManifestLine['id'], text: 'Open' }
    const open = { ...scheduled({}), lines: [line], openingHours: { hours: [{ from: '07:00', until: '18:00' }] } }
    engine.play(open)
    expect([onScreen(engine), engine.lines()]).toEqual(['asleep', []])
    pass(6 * 3_600_000 + 58 * 60_000 - 1)
    expect(onScreen(engine)).toBe('asleep')
    pass(1)
    expect([engine.scene().status, engine.lines()]).toEqual(['playing', [line]])
    pass(11 * 3_600_000 + 2 * 60_000 - 1)
    expect(engine.scene().status).toBe('playing')
    pass(1)
    expect([onScreen(engine), engine.lines()]).toEqual(['asleep', []])
    expect(timer()).toBeDefined()
    engine.play({ ...open, openingHours: undefined })
    expect(engine.scene().status).toBe('playing')
  })

  it('ends what nothing follows, with itself as the one to prepare', () => {
    const { engine, pass, timer } = world(midnight)
    engine.play(scheduled(until('01')))
    pass(59_999)
    expect(engine.scene()).toMatchObject({ current: { item: { id: 'i0' } }, next: { item: { id: 'i0' } } })
    pass(1)
    expect([onScreen(engine), timer()]).toEqual(['empty', undefined])
  })

  it('blames no item for a slot that a schedule has cut short', () => {
    const { engine, pass } = world(midnight, ['i1'])
    const ends = { until: '2026-12-01T00:00:50' }
    const begins = { from: '2026-12-01T00:00:50' }
    const list = items(48, 5, 5).map((item, index) => ({ ...item, schedule: [ends, undefined, begins][index] }))
    engine.play({ ...scheduled(), items: list })
    pass(49_999)
    expect(onScreen(engine)).toBe('i1')
    // Its slot was only two seconds, and the item is first in the list that begins now.
    pass(1)
    expect(onScreen(engine)).toBe('i1')
    // After a whole slot it is replaced.
    pass(5_000)
    pass(5_000)
    expect(onScreen(engine)).toBe('i2')
  })

  it('says what the ticker says, tells of it alone, and as the same list while it is', () => {
    const { engine, pass } = world(midnight)
    const lines = [
      { id: 'a', text: 'Always' },
      { id: 'b', text: 'Later', schedule: from('01') },
    ] as ManifestLine[]
    const told: (string[] | undefined)[] = []
    let scenes = 0
    engine.onLines(() => told.push(engine.lines()?.map(({ id }) => id)))
    expect(engine.lines()).toBeUndefined()
    engine.play({ ...scheduled(undefined), lines })
    engine.onChange(() => {
      scenes += 1
    })
    const first = engine.lines()
    pass(59_999)
    const slots = scenes
    expect(engine.lines()).toBe(first)
    pass(1)
    expect(told).toEqual([['a'], ['a', 'b']])
    expect(scenes).toBe(slots)
  })
})

/** An array with a hole at the place where `planAt` found an item. */
function holeAt(index: string): ProxyHandler<ManifestItem[]> {
  const item: ManifestItem = { id: 'i1' as ItemId, type: 'image', url: '/media/1.jpg', duration: 5 }
  return {
    get(target, property, receiver) {
      if (property === 'map')
        return (each: (item: ManifestItem, index: number) => unknown) => [...target.slice(0, 1), item].map(each)
      return property === index ? undefined : Reflect.get(target, property, receiver)
    },
  }
}
