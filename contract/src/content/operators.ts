// Without Zod, because `playback` uses these.
import type { ColumnType } from './table.ts'

/** The comparisons of a value with a constant. `missing`: it has no value; it is compared with nothing. */
export const OPERATORS = ['<', '<=', '=', '!=', '>=', '>', 'missing'] as const
export type Operator = (typeof OPERATORS)[number]

/** The operators that fit each type of value, in the order in which forms offer them. Pictures cannot be compared. */
export const OPERATORS_OF: Record<ColumnType, readonly Operator[]> = {
  words: ['=', '!=', 'missing'],
  number: ['<', '<=', '=', '!=', '>=', '>', 'missing'],
  money: ['<', '<=', '=', '!=', '>=', '>', 'missing'],
  date: ['<', '<=', '=', '!=', '>=', '>', 'missing'],
  time: ['<', '<=', '=', '!=', '>=', '>', 'missing'],
  // A cell of yes or no that was never touched counts as no, so it is never missing.
  'yes-no': ['='],
  picture: ['missing'],
}

/** A constant that stands for the present date or time at the display, by the type of the value that is compared with it. */
export const CLOCK_CONSTANTS: Partial<Record<ColumnType, string>> = { date: 'today', time: 'now' }

/** The number of comparisons in one condition. */
export const MAX_COMPARISONS = 3
/** The length of a text that a value is compared with. */
export const MAX_CONSTANT_CHARACTERS = 200
