import {
  CLOCK_CONSTANTS,
  type ComparedValue,
  OPERATORS_OF,
  type Operator,
  readCell,
  writeCell,
} from '@placard/contract'
import { fromUnit, inUnit } from '@placard/playback'
import type { ValueFacts } from '../values/figures.ts'
import type { ComparisonDraft } from './draft.ts'

export const NEW_COMPARISON: ComparisonDraft = { operator: '=' }

/** The text of a constant in its field. A saved number is written as in the table, or in the unit of the display. */
export function typedOf({ constant, typed }: ComparisonDraft, { column, language, unit }: ValueFacts): string {
  if (typed !== undefined) return typed
  if (constant !== undefined && constant === CLOCK_CONSTANTS[column.type]) return ''
  if (constant === undefined) return ''
  if (typeof constant !== 'number') return String(constant)
  if (!unit) return writeCell(column, constant, language)
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false }).format(
    inUnit(constant, unit) + 0,
  )
}

/** True if it compares with the present date or time at the display. */
export const isByClock = ({ constant, typed }: ComparisonDraft, { column }: ValueFacts): boolean =>
  typed === undefined && constant !== undefined && constant === CLOCK_CONSTANTS[column.type]

/** A comparison with what is typed. A figure of the weather is sent in degrees Celsius or metres per second. */
export function withTyped(
  row: ComparisonDraft,
  typed: string,
  { column, language, unit }: ValueFacts,
): ComparisonDraft {
  if (!unit) return { ...row, constant: typed }
  const read = readCell(column, typed, language)
  const value = 'value' in read ? read.value : undefined
  return { ...row, typed, constant: typeof value === 'number' ? fromUnit(value, unit) : typed }
}

/**
 * A comparison of another value. Its operator and its constant stay if they still fit.
 *
 * @param before the facts about the value that it had
 */
export function withValue(
  row: ComparisonDraft,
  before: ValueFacts | undefined,
  value: ComparedValue,
  { column: { type }, names, unit }: ValueFacts,
): ComparisonDraft {
  const fitting = OPERATORS_OF[type]
  const operator = fitting.includes(row.operator) ? row.operator : (fitting[0] as Operator)
  if (before?.column.type === type && before.unit === unit) return { ...row, value, operator, names }
  return { value, operator, names, ...(type === 'yes-no' ? { constant: true } : {}) }
}
