import { type CellValue, type ComparedValue, type Condition, MAX_COMPARISONS, type Operator } from '@placard/contract'

// The form for schedules contains this. What only the field of a condition needs is in `comparison.ts`, which is loaded with it.

export type ComparisonDraft = {
  /** undefined: not chosen yet. */
  value?: ComparedValue | undefined
  operator: Operator
  /** As it was saved, or a text as it is typed since. */
  constant?: CellValue | undefined
  /** The text of its field, if that is in another unit than the constant. */
  typed?: string | undefined
  /** The names of its table, row and column when it was chosen, for the time after one of them is removed. */
  names?: readonly string[] | undefined
}

/** The values of the fields of a condition. null: none. */
export type ConditionDraft = { all: readonly ComparisonDraft[]; otherwise: Condition['otherwise'] } | null

/** The condition for the contract's schema to validate. */
export function conditionOf(draft: ConditionDraft): unknown {
  return (
    draft && {
      all: draft.all.map(({ value, operator, constant }) => ({
        value,
        operator,
        ...(operator === 'missing' || constant === '' || constant === undefined ? {} : { constant }),
      })),
      otherwise: draft.otherwise,
    }
  )
}

/** The paths of the command's body that the fields show. @param at the path of the condition */
export const shownAt = (at: string): string[] => [
  at,
  ...Array.from({ length: MAX_COMPARISONS }, (_, nth) => `${at}.all.${nth}`).flatMap((row) => [
    ...['', '.of', '.tableId', '.rowId', '.columnId', '.dateColumnId'].map((part) => `${row}.value${part}`),
    `${row}.operator`,
    `${row}.constant`,
  ]),
]

/** True if two conditions say the same. The names in them do not matter. */
export function isSameCondition(one: Condition | null | undefined, other: Condition | null | undefined): boolean {
  return JSON.stringify(conditionOf(one ?? null)) === JSON.stringify(conditionOf(other ?? null))
}
