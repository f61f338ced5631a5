import {
  type CellValue,
  type ColumnType,
  type Comparison,
  type Condition,
  ItemId,
  keyOfValue,
  type ManifestCondition,
  type ManifestItem,
  OPERATORS,
  OPERATORS_OF,
  PlaylistId,
  type Schedule,
  Value,
  type ValueNow,
} from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerTo, finderOf, outcomeOf } from './condition.ts'
import { zoneManifestOf } from './layout/zones.ts'
import { loopHealthAt } from './loop-health.ts'
import { planAt } from './plan.ts'
import { scheduleStateAt } from './schedule.ts'
import { stretchesBetween } from './stretches.ts'
import { isMetAt, whenOf } from './when.ts'

const HOUR_MS = 3_600_000
/** A Monday, 00:00 UTC. */
const START = Date.UTC(2026, 10, 23)
const WEEK_MS = 7 * 24 * HOUR_MS

const cell = (rowId: string) =>
  Value.parse({ of: 'cell', tableId: '_t-0123456789abcdefghij', rowId, columnId: 'price0' })
const valueNow = (of: Value, type: ColumnType, value: CellValue | null, until?: number): ValueNow => ({
  of,
  names: ['Menu', 'Soup', 'Price'],
  column: { type, currency: undefined },
  language: 'en',
  value,
  ...(until === undefined ? {} : { until }),
})

describe('outcomeOf', () => {
  const outcome = (operator: Comparison['operator'], constant: CellValue | undefined, value: CellValue | null) =>
    outcomeOf({ value: cell('soup'), operator, constant }, { value })

  it.each<[CellValue, CellValue]>([
    [4.5, 5],
    [-1, 0],
    ['2026-12-24', '2027-01-01'],
    ['08:30', '12:00'],
  ])('[DT6] %j is before %j', (less, more) => {
    const told = (operator: Comparison['operator']) =>
      [outcome(operator, more, less), outcome(operator, less, less), outcome(operator, less, more)].map(Number).join('')
    expect(['<', '<=', '=', '!=', '>=', '>'].map((operator) => told(operator as '<'))).toEqual([
      '100',
      '110',
      '010',
      '101',
      '011',
      '001',
    ])
  })

  it('[DT6] capital letters and different encodings of the same letters are the same words', () => {
    expect(outcome('=', 'sold out', 'Sold out ')).toBe(true)
    expect(outcome('!=', 'café', 'Cafe\u0301')).toBe(false)
  })

  it('[DT6] a missing value, and one of another type, make no comparison true or false, except for "missing"', () => {
    for (const operator of OPERATORS_OF.number.filter((one) => one !== 'missing')) {
      expect(outcome(operator, 4, null)).toBeUndefined()
      expect(outcome(operator, 4, '4')).toBeUndefined()
    }
    expect([null, 0, false, ''].map((value) => outcome('missing', undefined, value))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(outcomeOf({ value: cell('soup'), operator: 'missing' }, undefined)).toBe(true)
  })
})

describe('answerTo', () => {
  const soup = cell('soup')
  const is = (constant: number, operator: Comparison['operator'] = '=', value = soup): Comparison => ({
    value,
    operator,
    constant,
  })

  it('[DT6] a missing value gives the default, unless another comparison is false', () => {
    const find = finderOf([valueNow(soup, 'number', 4)])
    const gone = is(1, '=', cell('gone'))
    for (const otherwise of ['on', 'off'] as const) {
      const on = otherwise === 'on'
      expect(answerTo({ all: [gone], otherwise }, find)).toEqual({ on })
      expect(answerTo({ all: [is(4), gone], otherwise }, find)).toEqual({ on })
      expect(answerTo({ all: [is(5), gone], otherwise }, find)).toEqual({ on: false })
      expect(answerTo({ all: [is(4)], otherwise }, find)).toEqual({ on: true })
    }
  })

  it('[DT6] an answer from values that become old counts until then, and the default from then on', () => {
    const at = (value: number, otherwise: Condition['otherwise'], now?: number) =>
      answerTo({ all: [is(10, '<')], otherwise }, finderOf([valueNow(soup, 'number', value, START)]), now)
    expect(at(4, 'off')).toEqual({ on: true, until: START, otherwise: false })
    expect(at(40, 'on')).toEqual({ on: false, until: START, otherwise: true })
    // The default is the same, so nothing changes.
    expect([at(4, 'on'), at(40, 'off')]).toEqual([{ on: true }, { on: false }])
    expect(at(4, 'off', START)).toEqual({ on: false })
    expect(at(4, 'off', START - 1)).toEqual({ on: true, until: START, otherwise: false })
  })

  it('[DT6] agrees at each instant with a table of truth, until the second of its values is old', () => {
    const fact = fc.record({
      value: fc.option(fc.integer({ min: 0, max: 3 })),
      until: fc.option(fc.constantFrom(5, 9), { nil: undefined }),
    })
    const comparison = fc.record({
      row: fc.constantFrom('a', 'b', 'c', 'gone'),
      operator: fc.constantFrom(...OPERATORS),
      constant: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(
        fc.record({ a: fact, b: fact, c: fact }),
        fc.array(comparison, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('on' as const, 'off' as const),
        fc.integer({ min: 0, max: 12 }),
        (facts, comparisons, otherwise, now) => {
          const values = Object.entries(facts).map(([row, { value, until }]) =>
            valueNow(cell(row), 'number', value, until),
          )
          const all = comparisons.map(
            ({ row, operator, constant }): Comparison => ({
              value: cell(row),
              operator,
              ...(operator === 'missing' ? {} : { constant }),
            }),
          )
          const modelAt = (at: number) => {
            const outcomes = comparisons.map(({ row, operator, constant }) => {
              const known = row === 'gone' ? undefined : facts[row as 'a']
              const value = known && (known.until === undefined || at < known.until) ? known.value : null
              if (operator === 'missing') return value === null
              if (value === null) return 'unknown'
              const order = Math.sign(value - constant)
              return {
                '<': order < 0,
                '<=': order <= 0,
                '=': order === 0,
                '!=': order !== 0,
                '>=': order >= 0,
                '>': order > 0,
              }[operator]
            })
            if (outcomes.includes(false)) return false
            return outcomes.includes('unknown') ? otherwise === 'on' : true
          }
          const answer = answerTo({ all, otherwise }, finderOf(values), now)
          expect(answer.on).toBe(modelAt(now))
          const end = answer.until ?? Number.POSITIVE_INFINITY
          for (const at of [now, 4, 5, 8, 9, 12].filter((one) => one >= now)) {
            if (at <= end) expect(isMetAt(answer, at)).toBe(modelAt(at))
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('[DT6] a value is found by its key, whichever object names it', () => {
    expect(finderOf([valueNow(soup, 'number', 4)])(cell('soup'))?.value).toBe(4)
    expect(finderOf()(soup)).toBeUndefined()
    expect(keyOfValue(soup)).toBe(keyOfValue(cell('soup')))
  })
})

describe('what plays under conditions', () => {
  const hour = fc.integer({ min: 0, max: 23 }).map((at) => `${String(at).padStart(2, '0')}:00`)
  const schedule: fc.Arbitrary<Schedule | undefined> = fc.option(
    fc.record(
      {
        hours: fc.array(fc.record({ from: hour, until: hour }), { minLength: 1, maxLength: 2 }),
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        alone: fc.constant(true as const),
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  )
  const instant = fc.integer({ min: 0, max: WEEK_MS }).map((ahead) => START + ahead)
  const answer: fc.Arbitrary<ManifestCondition | undefined> = fc.oneof(
    fc.constant(undefined),
    fc.record({ on: fc.boolean() }),
    fc.record({ on: fc.boolean(), until: instant, otherwise: fc.boolean() }),
  )
  const when = fc.record({ schedule, condition: answer })
  const zoneOffsets: [number, number][] = [[0, 0]]
  const list = fc.array(fc.record({ own: when, inclusion: when }), { minLength: 1, maxLength: 5 })
  type List = typeof list extends fc.Arbitrary<infer Of> ? Of : never
  const playableOf = (entries: List) => ({
    items: entries.map(
      ({ own }, nth): ManifestItem => ({
        id: ItemId.parse(`item-${nth}`),
        type: 'image',
        url: '/media/a.jpg',
        duration: 600,
        inclusion: nth,
        ...own,
      }),
    ),
    inclusions: entries.map(({ inclusion }) => whenOf(inclusion) ?? {}),
    loopStartedAt: START,
    zoneOffsets,
  })
  const untils = (entries: List) =>
    entries.flatMap(({ own, inclusion }) => [own, inclusion].flatMap(({ condition }) => condition?.until ?? []))
  const momentsOf = (entries: List, at: number) => [at, ...untils(entries).flatMap((until) => [until - 1, until])]

  it('[DT6] is what schedules and conditions both have on, at each instant, also of inclusions and beside entries that are alone', () => {
    fc.assert(
      fc.property(list, instant, (entries, at) => {
        for (const now of momentsOf(entries, at)) {
          const isOn = ({ own, inclusion }: List[number]) =>
            [own, inclusion].every(
              ({ schedule, condition }) =>
                scheduleStateAt(schedule, zoneOffsets, now).isOn &&
                (condition === undefined ||
                  (condition.until === undefined || now < condition.until ? condition.on : condition.otherwise)),
            )
          const on = entries.flatMap((entry, nth) => (isOn(entry) ? [{ entry, id: `item-${nth}` }] : []))
          const alone = on.filter(({ entry }) => [entry.own, entry.inclusion].some(({ schedule }) => schedule?.alone))
          const wanted = (alone.length > 0 ? alone : on).map(({ id }) => id)
          expect(planAt(playableOf(entries), now).items.map(({ id }) => id)).toEqual(wanted)
        }
      }),
      { numRuns: 600 },
    )
  })

  it('[DT6] [HS3] a plan says until when it holds: it is the same until then, and another from then on', () => {
    fc.assert(
      fc.property(list, instant, fc.double({ min: 0, max: 1, noNaN: true }), (entries, at, share) => {
        const playable = playableOf(entries)
        for (const now of momentsOf(entries, at)) {
          const plan = planAt(playable, now)
          expect(plan.until).toBeGreaterThan(now)
          const end = Math.min(plan.until, now + WEEK_MS)
          expect(planAt({ ...playable }, Math.floor(now + share * (end - 1 - now)))).toEqual(plan)
          if (plan.until !== Number.POSITIVE_INFINITY) expect(planAt(playable, plan.until)).not.toEqual(plan)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('[DT6] the windows of a week are those of the plan', () => {
    fc.assert(
      fc.property(list, instant, (entries, at) => {
        const whens = entries.map(({ own, inclusion }) => ({ schedules: [whenOf(own), whenOf(inclusion)] }))
        const { entries: rows, holes } = stretchesBetween(whens, zoneOffsets, { begin: START, end: START + WEEK_MS })
        const isIn = (windows: readonly { begin: number; end: number }[], now: number) =>
          windows.some(({ begin, end }) => now >= begin && now < end)
        for (const now of momentsOf(entries, at)) {
          if (now < START || now >= START + WEEK_MS) continue
          const plan = planAt(playableOf(entries), now)
          const told = rows.flatMap(({ on }, nth) => (isIn(on, now) ? [`item-${nth}`] : []))
          expect(told).toEqual(plan.items.map(({ id }) => id))
          expect(isIn(holes, now)).toBe(plan.status === 'empty')
        }
      }),
      { numRuns: 300 },
    )
  })

  const items = (...conditions: (ManifestCondition | undefined)[]): ManifestItem[] =>
    conditions.map((condition, nth) => ({
      id: ItemId.parse(`item-${nth}`),
      type: 'image',
      url: '/media/a.jpg',
      duration: 10,
      condition,
    }))

  it('[DT6] the loop begins anew when an answer becomes old', () => {
    const until = START + 25_000
    const playable = { items: items(undefined, { on: true, until, otherwise: false }, undefined), loopStartedAt: START }
    const at = (ms: number) => planAt(playable, START + ms)
    expect(at(24_999)).toMatchObject({ current: { index: 2, endsAt: until } })
    expect(at(25_000)).toMatchObject({ current: { index: 0, startsAt: until, endsAt: until + 10_000 } })
  })

  it('[DT6] loop health counts what is on at the moment, until the answer is old', () => {
    const until = START + HOUR_MS
    const playable = {
      items: items(undefined, { on: false, until, otherwise: true }, { on: false }),
      loopStartedAt: START,
    }
    expect(loopHealthAt(playable, START, 10_000)).toMatchObject({ lengthMs: 10_000, until, items: [{ id: 'item-0' }] })
    expect(loopHealthAt(playable, until, 10_000)).toMatchObject({ lengthMs: 20_000 })
  })

  it('[DT6] a zone whose condition is not met has nothing on, also of what has no condition itself', () => {
    const place = {
      landscape: { x: 0, y: 0, width: 50, height: 100 },
      portrait: { x: 0, y: 0, width: 50, height: 100 },
    }
    const until = START + HOUR_MS
    const zone = {
      ...place,
      playlistId: PlaylistId.parse('_aaaaaaaaaaaaaaaaaaaa'),
      name: 'Soup',
      loopStartedAt: START,
      items: items(undefined, { on: false }),
      condition: { on: true, until, otherwise: false },
    }
    const manifest = { items: [], lines: [], loopStartedAt: START, layout: { main: place, zones: [zone] } } as never
    const zoned = zoneManifestOf(manifest, zone)
    expect(planAt(zoned, START)).toMatchObject({ status: 'playing', items: [{ id: 'item-0' }] })
    expect(planAt(zoned, until)).toMatchObject({ status: 'empty', until: Number.POSITIVE_INFINITY })
    expect(zoneManifestOf(manifest, zone)).toBe(zoned)
  })
})
