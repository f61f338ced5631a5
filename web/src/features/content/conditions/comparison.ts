import { type CellValue, OPERATORS_OF, type Operator, type Value, type ValueNow, writeCell } from '@placard/contract'
import type { ComparisonDraft } from './draft.ts'

/** The facts about a value that decide which fields a comparison has. */
export type ValueFacts = Pick<ValueNow, 'column' | 'language' | 'names'>

export const NEW_COMPARISON: ComparisonDraft = { operator: '=' }

/** The text of a constant in its field. A saved number is written as in the table. */
export function typedOf(constant: CellValue | undefined, { column, language }: ValueFacts): string {
  if (constant === undefined) return ''
  return typeof constant === 'number' ? writeCell(column, constant, language) : String(constant)
}

/**
 * A comparison of another value. Its operator and its constant stay if they still fit.
 *
 * @param before the facts about the value that it had
 */
export function withValue(
  row: ComparisonDraft,
  before: ValueFacts | undefined,
  value: Value,
  { column: { type }, names }: ValueFacts,
): ComparisonDraft {
  const fitting = OPERATORS_OF[type]
  const operator = fitting.includes(row.operator) ? row.operator : (fitting[0] as Operator)
  if (before?.column.type === type) return { value, operator, constant: row.constant, names }
  return { value, operator, names, ...(type === 'yes-no' ? { constant: true } : {}) }
}
