import {
  type CellValue,
  type Condition,
  keyOfValue,
  MAX_COMPARISONS,
  OPERATORS_OF,
  type Operator,
  type Value,
  type ValueNow,
  writeCell,
} from '@placard/contract'
import type { FindValue } from '@placard/playback'

/** The facts about a value that decide which fields a comparison has. */
export type ValueFacts = Pick<ValueNow, 'column' | 'language'>

export type ComparisonDraft = {
  /** undefined: not chosen yet. */
  value: Value | undefined
  /** undefined: not known, for instance because the table was removed. */
  facts: ValueFacts | undefined
  operator: Operator
  /** As typed, in the language of the table. true and false for yes and no. */
  constant: string | boolean
  /** The constant as it was saved. undefined: it was typed since, or belongs to another value. */
  saved: CellValue | undefined
  /** The names when it was saved. */
  names: readonly string[] | undefined
}

/** The values of the fields of a condition. */
export type ConditionDraft = {
  /** False: no condition. The rows are kept until the form is closed. */
  isOn: boolean
  rows: ComparisonDraft[]
  otherwise: Condition['otherwise']
}

export const NEW_ROW: ComparisonDraft = {
  value: undefined,
  facts: undefined,
  operator: '=',
  constant: '',
  saved: undefined,
  names: undefined,
}

export function conditionDraftOf(condition: Condition | null | undefined, find: FindValue<ValueNow>): ConditionDraft {
  if (!condition) return { isOn: false, rows: [NEW_ROW], otherwise: 'off' }
  return {
    isOn: true,
    otherwise: condition.otherwise,
    rows: condition.all.map(({ value, operator, constant, names }) => {
      const facts = find(value)
      return { value, facts, operator, constant: typedOf(constant, facts), saved: constant, names }
    }),
  }
}

function typedOf(constant: CellValue | undefined, facts: ValueFacts | undefined): string | boolean {
  if (constant === undefined) return ''
  if (typeof constant === 'boolean') return constant
  return facts ? writeCell(facts.column, constant, facts.language) : String(constant)
}

/** A comparison of another value. Its operator and its constant stay if they still fit. */
export function withValue(row: ComparisonDraft, value: Value, facts: ValueFacts): ComparisonDraft {
  const fitting = OPERATORS_OF[facts.column.type]
  const isSameType = row.facts?.column.type === facts.column.type
  const isYesNo = facts.column.type === 'yes-no'
  const operator = fitting.includes(row.operator) ? row.operator : (fitting[0] as Operator)
  return {
    value,
    facts,
    names: undefined,
    saved: undefined,
    operator,
    constant: isSameType ? row.constant : isYesNo ? true : '',
  }
}

/** A saved comparison once the facts about its value are known. Its constant is then written as in the table. */
export function withFacts(row: ComparisonDraft, facts: ValueFacts): ComparisonDraft {
  const { type } = facts.column
  const isNumber = (type === 'number' || type === 'money') && row.constant !== ''
  const constant = isNumber ? writeCell(facts.column, Number(row.constant), facts.language) : row.constant
  return { ...row, facts, constant }
}

/** The condition for the contract's schema to validate. null: none. */
export function conditionOf({ isOn, rows, otherwise }: ConditionDraft): unknown {
  if (!isOn) return null
  return {
    all: rows.map(({ value, operator, constant, saved = constant }) => ({
      value,
      operator,
      ...(operator === 'missing' || saved === '' ? {} : { constant: saved }),
    })),
    otherwise,
  }
}

/** The paths of the command's body that the fields show. @param at the path of the condition */
export const shownAt = (at: string): string[] => [
  at,
  ...Array.from({ length: MAX_COMPARISONS }, (_, nth) => `${at}.all.${nth}`).flatMap((row) => [
    ...['', '.of', '.tableId', '.rowId', '.columnId'].map((part) => `${row}.value${part}`),
    `${row}.operator`,
    `${row}.constant`,
  ]),
]

/** True if two conditions say the same. The names in them do not matter. */
export function isSameCondition(one: Condition | null | undefined, other: Condition | null | undefined): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other))
}

const partsOf = (condition: Condition | null | undefined) =>
  condition && [
    condition.otherwise,
    condition.all.map(({ value, operator, constant }) => [keyOfValue(value), operator, constant]),
  ]
