import {
  type Column,
  type ColumnType,
  ComparedValue,
  type Comparison,
  type Condition,
  keyOfValue,
  readCondition,
  type ValueNow,
  type ZoneOffsets,
} from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finderOf } from './condition.ts'
import { answerByClock } from './condition-by-clock.ts'
import { planAt } from './plan.ts'
import { isMetAt } from './when.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A week before the clocks of Berlin go back. */
const START = Date.UTC(2026, 9, 19)
const ZONES = ['Europe/Berlin', 'America/Havana', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Australia/Lord_Howe']

/** As the server makes them. */
function offsetsOf(timeZone: string): ZoneOffsets {
  const offsets: ZoneOffsets = []
  for (let at = START - 40 * DAY_MS; at < START + 300 * DAY_MS; at += HOUR_MS / 2) {
    const minutes = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offsetNanoseconds / 6e10
    if (offsets.at(-1)?.[1] !== minutes) offsets.push([offsets.length === 0 ? 0 : at, minutes])
  }
  return offsets
}

const TABLE = '_t-0123456789abcdefghij'
const cell = (rowId: string) => ComparedValue.parse({ of: 'cell', tableId: TABLE, rowId, columnId: 'value0' })
const ofToday = ComparedValue.parse({ of: 'today', tableId: TABLE, dateColumnId: 'date00', columnId: 'value0' })
const value = (of: ComparedValue, type: ColumnType, rest: Partial<ValueNow>): ValueNow => ({
  of,
  names: [],
  column: { type } as Column,
  language: 'en',
  value: null,
  ...rest,
})
const condition = (otherwise: Condition['otherwise'], ...all: Comparison[]): Condition => ({ all, otherwise })

const OPERATORS = ['<', '<=', '=', '!=', '>=', '>'] as const
const date = fc.integer({ min: -3, max: 20 }).map((days) => new Date(START + days * DAY_MS).toISOString().slice(0, 10))
const time = fc.constantFrom('00:00', '00:30', '01:30', '02:00', '02:30', '03:00', '12:00', '23:59')

/** The outcome of a comparison at a moment, by the clock on the wall and not by any list of offsets. */
function outcomeAt({ operator, constant }: Comparison, now: ValueNow, timeZone: string, at: number) {
  const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const today = clock.toPlainDate().toString()
  const present = now.byDate ? (now.byDate[today] ?? null) : now.value
  const other =
    constant === 'today' ? today : constant === 'now' ? clock.toPlainTime().toString().slice(0, 5) : constant
  if (present === null || other === undefined) return undefined
  const order = present < other ? '<' : present > other ? '>' : '='
  return { '<': '<', '<=': '<=', '=': '=', '!=': '<>', '>=': '>=', '>': '>', missing: '' }[operator].includes(order)
}

describe('answerByClock', () => {
  const berlin = offsetsOf('Europe/Berlin')
  const clock = { zoneOffsets: berlin, from: START, until: START + 35 * DAY_MS, most: 80 }
  const met = { at: Date.UTC(2026, 9, 24, 22), end: Date.UTC(2026, 9, 25, 23) }

  it('[DT6] a date that is today is so from midnight to midnight by the clock of the display, also on a day of 25 hours', () => {
    const find = finderOf([value(cell('duty'), 'date', { value: '2026-10-25' })])
    const is = condition('off', { value: cell('duty'), operator: '=', constant: 'today' })
    const answer = answerByClock(is, find, START, clock)
    expect(answer).toEqual({ on: false, until: met.at, otherwise: true, later: [met.end] })
    expect(met.end - met.at).toBe(25 * HOUR_MS)
    // Players of before know the first change alone.
    expect({ ...answer, later: undefined }).toMatchObject({ on: false, until: met.at, otherwise: true })
    expect(readCondition(JSON.parse(JSON.stringify(answer)))).toEqual(answer)
  })

  it('[DT6] the row of today has another value each day, and a day without a row has the default', () => {
    const find = finderOf([
      value(ofToday, 'yes-no', { byDate: { '2026-10-20': true, '2026-10-21': false, '2026-10-22': true } }),
    ])
    const is = (otherwise: Condition['otherwise']) =>
      answerByClock(condition(otherwise, { value: ofToday, operator: '=', constant: true }), find, START, clock)
    const midnight = (day: number) => Date.UTC(2026, 9, day - 1, 22)
    expect(is('off')).toEqual({
      on: false,
      until: midnight(20),
      otherwise: true,
      later: [midnight(21), midnight(22), midnight(23)],
    })
    expect(is('on')).toEqual({ on: true, until: midnight(21), otherwise: false, later: [midnight(22)] })
  })

  it('[DT6] times of day are foreseen for a month, and then the default applies; too many changes are cut', () => {
    const find = finderOf([value(cell('lunch'), 'time', { value: '12:00' })])
    const is = (otherwise: Condition['otherwise'], most: number) =>
      answerByClock(condition(otherwise, { value: cell('lunch'), operator: '<=', constant: 'now' }), find, START, {
        ...clock,
        most,
      })
    const whole = is('on', 80)
    expect(whole.later?.length).toBe(2 * 35)
    expect(isMetAt(whole, clock.until - 14 * HOUR_MS)).toBe(false)
    expect([clock.until, clock.until + 20 * DAY_MS].map((at) => isMetAt(whole, at))).toEqual([true, true])
    for (const most of [1, 2, 5]) {
      for (const otherwise of ['on', 'off'] as const) {
        const cut = is(otherwise, most)
        expect([cut.until, ...(cut.later ?? [])].filter((at) => at !== undefined).length).toBeLessThanOrEqual(most)
        expect(isMetAt(cut, START + 30 * DAY_MS)).toBe(otherwise === 'on')
      }
    }
  })

  it('[DT6] an hour that is passed twice has the answer of the clock both times', () => {
    const find = finderOf([value(cell('night'), 'time', { value: '02:30' })])
    const is = condition('off', { value: cell('night'), operator: '<=', constant: 'now' })
    const back = Date.UTC(2026, 9, 25, 1)
    const from = back - HOUR_MS
    const answer = answerByClock(is, find, from, { ...clock, from })
    const half = HOUR_MS / 2
    expect(answer.on).toBe(false)
    expect([answer.until, ...(answer.later ?? [])].slice(0, 3)).toEqual([back - half, back, back + half])
  })

  it('[DT6] a condition without the clock has the answer that it had, byte for byte', () => {
    const find = finderOf([value(cell('price'), 'number', { value: 4, until: START + DAY_MS })])
    const is = condition('off', { value: cell('price'), operator: '<', constant: 10 })
    expect(JSON.stringify(answerByClock(is, find, START, clock))).toBe(
      JSON.stringify({ on: true, until: START + DAY_MS, otherwise: false }),
    )
  })

  it.each(ZONES)('[DT6] a player says at any moment what the server says at that moment, in %s', (timeZone) => {
    const zoneOffsets = offsetsOf(timeZone)
    // The hours around a change of the clock are passed twice, or not at all.
    const aroundChanges = zoneOffsets
      .slice(1)
      .flatMap(([at]) => [-60, -31, -30, -1, 0, 1, 15, 30, 45, 60].map((minutes) => at + minutes * 60_000))
      .filter((at) => at >= START && at < START + 30 * DAY_MS)
    const comparison = fc.oneof(
      fc.record({ type: fc.constant('date' as const), operator: fc.constantFrom(...OPERATORS), value: date }),
      fc.record({ type: fc.constant('time' as const), operator: fc.constantFrom(...OPERATORS), value: time }),
      fc.record({ type: fc.constant('today' as const), byDate: fc.dictionary(date, fc.boolean()) }),
    )
    fc.assert(
      fc.property(
        fc.array(comparison, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('on', 'off'),
        fc.array(fc.integer({ min: 0, max: 30 * 24 * 60 }), { minLength: 20, maxLength: 40 }),
        (asked, otherwise, minutes) => {
          const values = asked.map(
            (one, index): ValueNow =>
              one.type === 'today'
                ? value({ ...ofToday, columnId: `value${index}` } as ComparedValue, 'yes-no', { byDate: one.byDate })
                : value(cell(`row${index}`), one.type, { value: one.value }),
          )
          const all = asked.map(
            (one, index): Comparison => ({
              value: (values[index] as ValueNow).of,
              operator: one.type === 'today' ? '=' : one.operator,
              constant: one.type === 'today' ? true : one.type === 'date' ? 'today' : 'now',
            }),
          )
          const whole = condition(otherwise as 'on', ...all)
          const find = finderOf(values)
          const options = { zoneOffsets, from: START, until: START + 35 * DAY_MS }
          const answer = readCondition(JSON.parse(JSON.stringify(answerByClock(whole, find, START, options))))
          if (!answer) throw new Error('a player cannot read it')
          const changes = [answer.until, ...(answer.later ?? [])].flatMap((at) =>
            at === undefined ? [] : [at - 1, at],
          )
          const moments = [
            ...changes.filter((at) => at < options.until),
            ...aroundChanges,
            ...minutes.map((one) => START + one * 60_000),
          ]
          const item = { id: 'one', type: 'image', url: '/media/one', duration: 10, condition: answer } as never
          for (const at of moments.filter((one) => one >= START)) {
            const outcomes = all.map((one, index) => outcomeAt(one, values[index] as ValueNow, timeZone, at))
            const expected = outcomes.includes(false) ? false : !outcomes.includes(undefined) || otherwise === 'on'
            expect(isMetAt(answer, at)).toBe(expected)
            const plan = planAt({ items: [item], lines: [], zoneOffsets, loopStartedAt: START }, at)
            expect(plan.items.length).toBe(expected ? 1 : 0)
            // The server's own answer at that moment begins with the same.
            expect(answerByClock(whole, find, at, { ...options, from: at }).on).toBe(expected)
          }
          expect(new Set(values.map(({ of }) => keyOfValue(of))).size).toBe(values.length)
        },
      ),
      { numRuns: 40 },
    )
  })
})
