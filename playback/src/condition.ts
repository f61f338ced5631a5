import {
  type CellValue,
  type ComparedValue,
  type Comparison,
  type Condition,
  keyOfCondition,
  keyOfValue,
  type ManifestCondition,
  type ValueNow,
} from '@placard/contract'
import { comparable } from './comparable.ts'

/** The part of a value that conditions depend on. */
export type Compared = Pick<ValueNow, 'column' | 'value' | 'until' | 'byDate' | 'answers'>

/** Finds a value. undefined: it does not exist, for instance because its table was removed. */
export type FindValue<Of extends Compared = Compared> = (value: ComparedValue) => Of | undefined

/** The result of a comparison. undefined: it is not known, because a value is missing. */
export type Outcome = boolean | undefined

/** Compares a value with the constant of a comparison. @param now undefined: the value is missing, or too old */
export function outcomeOf({ operator, constant }: Comparison, now: Pick<Compared, 'value'> | undefined): Outcome {
  const value = now?.value ?? null
  if (operator === 'missing') return value === null
  if (value === null || typeof value !== typeof constant) return undefined
  // Dates and times are ordered like their texts.
  const [one, other] = [comparable(value), comparable(constant as CellValue)]
  switch (operator) {
    case '=':
      return one === other
    case '!=':
      return one !== other
    case '<':
      return one < other
    case '<=':
      return one <= other
    case '>=':
      return one >= other
    case '>':
      return one > other
  }
}

/**
 * Answers a condition (DT6). It is not met if one comparison is false, and met if all are true. Otherwise a value is missing, and
 * the default of the condition applies.
 *
 * @param now milliseconds since 1970. Values that are too old at that instant count as missing. -Infinity: all values count until
 * they are too old
 */
export function answerTo(
  { all, otherwise }: Condition,
  find: FindValue,
  now = Number.NEGATIVE_INFINITY,
): ManifestCondition {
  const known = all.map((comparison) => ({ comparison, value: find(comparison.value) }))
  // The server foresees what goes by the clock.
  const foreseen = known.find(({ value }) => value?.answers)?.value?.answers?.[keyOfCondition({ all, otherwise })]
  if (foreseen) return foreseen
  const isOnAt = (at: number): boolean => {
    let isMet = true
    for (const { comparison, value } of known) {
      const isOld = value?.until !== undefined && at >= value.until
      const outcome = outcomeOf(comparison, isOld ? undefined : value)
      if (outcome === false) return false
      isMet &&= outcome === true
    }
    return isMet || otherwise === 'on'
  }
  const on = isOnAt(now)
  const ends = known.flatMap(({ value }) => (value?.until !== undefined && value.until > now ? value.until : []))
  const until = ends.sort((one, other) => one - other).find((at) => isOnAt(at) !== on)
  return until === undefined ? { on } : { on, until, otherwise: !on }
}

/** Answers the conditions of things. undefined: the thing has no condition. */
export type AnswerOf = (thing: { condition?: Condition | null | undefined }) => ManifestCondition | undefined

/** @param now as for `answerTo` */
export function answererOf(find: FindValue, now?: number): AnswerOf {
  return ({ condition }) => (condition ? answerTo(condition, find, now) : undefined)
}

const finders = new WeakMap<readonly ValueNow[], FindValue<ValueNow>>()

/** Finds values in a list. @param values absent: none exists */
export function finderOf(values: readonly ValueNow[] = []): FindValue<ValueNow> {
  const known = finders.get(values)
  if (known) return known
  const byKey = new Map(values.map((value) => [keyOfValue(value.of), value]))
  const find = (value: ComparedValue) => byKey.get(keyOfValue(value))
  finders.set(values, find)
  return find
}
