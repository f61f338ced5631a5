import {
  type CellValue,
  CLOCK_CONSTANTS,
  type ColumnType,
  type Comparison,
  type Condition,
  type ManifestCondition,
  type ZoneOffsets,
} from '@placard/contract'
import { answerTo, type Compared, type FindValue, type Outcome, outcomeOf } from './condition.ts'
import { DAY_MS, firstInstantOf, lastInstantOf, localTimeOf, MINUTE_MS } from './zone.ts'

/** A value as it is at a local time. */
export function valueOn({ value, byDate }: Pick<Compared, 'value' | 'byDate'>, local: number): CellValue | null {
  return byDate ? (byDate[dateOf(local)] ?? null) : value
}

/** A constant as it is at a local time: the present date is `today`, and the present time is `now`. */
function constantOn(constant: CellValue, type: ColumnType, local: number): CellValue {
  if (constant !== CLOCK_CONSTANTS[type]) return constant
  return type === 'date' ? dateOf(local) : wordsOf(local).slice(11, 16)
}

const wordsOf = (local: number): string => new Date(local).toISOString()
const dateOf = (local: number): string => wordsOf(local).slice(0, 10)

/** Compares a value with the constant of a comparison at a local time at the display (`zone.ts`). @param now undefined: it is missing */
export function outcomeOn(comparison: Comparison, now: Compared | undefined, local: number): Outcome {
  if (!now) return outcomeOf(comparison, undefined)
  const { constant, ...rest } = comparison
  const other = constant === undefined ? undefined : constantOn(constant, now.column.type, local)
  return outcomeOf(other === undefined ? rest : { ...rest, constant: other }, { value: valueOn(now, local) })
}

/** The time for which changes by the clock are foreseen. */
export type Clock = {
  /** Of the display. */
  zoneOffsets: ZoneOffsets
  /** The instants between which comparisons with the present time are foreseen. From `until` on they are not known. */
  from: number
  until: number
  /** The maximum number of changes in an answer. The default of the condition applies from the last one on. Absent: no limit. */
  most?: number
}

/** True if the answer to a condition changes by the clock alone. */
export const goesByClock = ({ all }: Pick<Condition, 'all'>, find: FindValue): boolean =>
  all.some((comparison) => isByClock(comparison, find(comparison.value)))

function isByClock({ value, constant }: Comparison, now: Compared | undefined): boolean {
  const { type } = now?.column ?? {}
  return value.of === 'today' || (type !== undefined && constant !== undefined && constant === CLOCK_CONSTANTS[type])
}

/** True if a comparison with the present time of day decides. */
const isOfTime = (comparison: Comparison, now: Compared | undefined): boolean =>
  now?.column.type === 'time' && isByClock(comparison, now) && comparison.constant === CLOCK_CONSTANTS.time

/** The instants at which the outcome of a comparison may change by the clock. */
function changesByClock({ value, constant }: Comparison, now: Compared, { zoneOffsets, from, until }: Clock): number[] {
  const { type } = now.column
  const days: number[] = []
  if (value.of === 'today') days.push(...Object.keys(now.byDate ?? {}).map(Date.parse))
  const values = now.byDate ? Object.values(now.byDate) : [now.value]
  const isCompared = constant !== undefined && constant === CLOCK_CONSTANTS[type]
  if (isCompared && type === 'date') {
    for (const one of values) if (typeof one === 'string') days.push(Date.parse(one))
  }
  const locals = days.flatMap((day) => [day, day + DAY_MS])
  if (isCompared && type === 'time') {
    const times = new Set(values.map((one) => (typeof one === 'string' ? minutesOf(one) * MINUTE_MS : Number.NaN)))
    const [first, last] = [from, until].map((at) => Math.floor(localTimeOf(zoneOffsets, at) / DAY_MS) * DAY_MS)
    for (let day = first as number; day <= (last as number); day += DAY_MS) {
      for (const time of times) if (!Number.isNaN(time)) locals.push(day + time, day + time + MINUTE_MS)
      // The time goes back to 00:00.
      locals.push(day)
    }
  }
  return [
    ...locals.flatMap((local) => [firstInstantOf(zoneOffsets, local), lastInstantOf(zoneOffsets, local)]),
    // A clock that is put back passes some times and dates again.
    ...(locals.length > 0 ? zoneOffsets.slice(1).map(([at]) => at) : []),
  ]
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * Answers a condition by the clock of a display (DT6), as `answerTo` does if nothing in it goes by the clock.
 *
 * @param now milliseconds since 1970
 */
export function answerByClock(condition: Condition, find: FindValue, now: number, clock: Clock): ManifestCondition {
  if (!goesByClock(condition, find)) return answerTo(condition, find, now)
  const { all, otherwise } = condition
  const { zoneOffsets, until: foreseenUntil, most } = clock
  const known = all.map((comparison) => {
    const value = find(comparison.value)
    // From here on it is missing. A time of day changes the answer every day for ever.
    const ends = [value?.until, isOfTime(comparison, value) ? foreseenUntil : undefined].filter(
      (at) => at !== undefined,
    )
    return { comparison, value, end: Math.min(...ends) }
  })
  const isOnAt = (at: number): boolean => {
    const local = localTimeOf(zoneOffsets, at)
    let isMet = true
    for (const { comparison, value, end } of known) {
      const outcome = outcomeOn(comparison, at >= end ? undefined : value, local)
      if (outcome === false) return false
      isMet &&= outcome === true
    }
    return isMet || otherwise === 'on'
  }
  const moments = known.flatMap(({ comparison, value, end }) => [
    end,
    ...(value && isByClock(comparison, value) ? changesByClock(comparison, value, clock) : []),
  ])
  const on = isOnAt(now)
  const changes: number[] = []
  let last = on
  for (const at of [...new Set(moments)].filter(Number.isFinite).sort((one, other) => one - other)) {
    if (at <= now || isOnAt(at) === last) continue
    if (changes.length + 1 === most) {
      // Further changes are not told: the default applies from here on.
      if (last !== (otherwise === 'on')) changes.push(at)
      break
    }
    changes.push(at)
    last = !last
  }
  const [until, ...later] = changes
  if (until === undefined) return { on }
  return { on, until, otherwise: !on, ...(later.length > 0 ? { later } : {}) }
}

/** The part of a condition that goes by the clock. undefined: nothing in it does. */
export function partByClock({ all, otherwise }: Condition, find: FindValue): Condition | undefined {
  const some = all.filter((comparison) => isByClock(comparison, find(comparison.value)))
  return some.length > 0 ? { all: some, otherwise } : undefined
}
