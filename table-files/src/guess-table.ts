import {
  type ColumnType,
  type CreateColumn,
  decimalsWritten,
  isBlank,
  MAX_COLUMN_DECIMALS,
  readCell,
} from '@placard/contract'

/** Texts of a sheet as a table: names and types of its columns, and the rows below the names. */
export type GuessedTable = {
  columns: Pick<CreateColumn, 'name' | 'type' | 'currency' | 'decimals'>[]
  rows: string[][]
  /** The first line has the names of the columns. */
  hasNames: boolean
}

/** The signs of money, and the currency that each usually means. */
const SIGNS: Record<string, string> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₺': 'TRY',
  '₽': 'RUB',
  '₩': 'KRW',
}
const CODE = /\b(EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|HUF|INR|AUD|CAD|AED|SAR|EGP|MAD|TND|TRY|CNY|BRL|MXN|ZAR)\b/
/** Words that stand in lists of anything, and decide for yes or no only beside others. */
const SHORT = 2

/**
 * Reads texts of a sheet as a table.
 *
 * @param texts rows of texts; shorter rows end in empty cells
 * @param language BCP 47: how numbers and dates are written
 * @param nameOf the name of a column without one, by its number from 1
 * @param known true: the first line has the names of the columns; false: it has not; undefined: found out
 */
export function guessTable(
  texts: readonly string[][],
  language: string,
  nameOf: (number: number) => string,
  known?: boolean,
): GuessedTable {
  const { names, rows, hasNames } = namedColumns(texts, language, nameOf, known)
  const columns = names.map((name, at) => ({
    name,
    ...guessType(
      rows.map((line) => line[at] ?? ''),
      language,
    ),
  }))
  return { columns, hasNames, rows }
}

/** The names of the columns, and the rows below them, each with all columns. The parameters are those of `guessTable`. */
export function namedColumns(
  texts: readonly string[][],
  language: string,
  nameOf: (number: number) => string,
  known?: boolean,
): { names: string[]; rows: string[][]; hasNames: boolean } {
  const lines = trimmed(texts)
  const width = lines.reduce((most, { length }) => Math.max(most, length), 0)
  const hasNames = known ?? isHeader(lines, language)
  const rows = hasNames ? lines.slice(1) : lines
  const taken = new Set<string>()
  const names = Array.from({ length: width }, (_, at) => {
    const written = hasNames ? (lines[0]?.[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, 80) : ''
    return freeName(written === '' ? nameOf(at + 1) : written, taken)
  })
  return { names, hasNames, rows: rows.map((line) => Array.from({ length: width }, (_, at) => line[at] ?? '')) }
}

/** Without empty rows at the end and empty columns at the right. */
function trimmed(texts: readonly string[][]): string[][] {
  const last = texts.findLastIndex((line) => line.some((text) => !isBlank(text)))
  const rows = texts.slice(0, last + 1)
  const width = Math.max(0, ...rows.map((line) => line.findLastIndex((text) => !isBlank(text)) + 1))
  return rows.map((line) => line.slice(0, width))
}

function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} ${number}`
  taken.add(free.toLowerCase())
  return free
}

/** The first row has the names of the columns: texts that differ, none of which is a value of the column below. */
function isHeader(lines: readonly string[][], language: string): boolean {
  const [first, ...rest] = lines
  if (!first || rest.length === 0) return false
  const names = first.filter((text) => !isBlank(text))
  if (names.length < first.length / 2 || new Set(names.map((name) => name.toLowerCase())).size < names.length)
    return false
  const isValue = (text: string) => (['number', 'date', 'time'] as const).some((type) => reads(type, text, language))
  return !names.some((text) => isValue(text) || text.length > 80)
}

const reads = (type: ColumnType, text: string, language: string) => !('problem' in readCell({ type }, text, language))

/** The narrowest type that all filled cells have. */
export function guessType(
  texts: readonly string[],
  language: string,
): { type: ColumnType; currency?: string; decimals?: number } {
  const filled = texts.filter((text) => !isBlank(text))
  const all = (type: ColumnType) => filled.length > 0 && filled.every((text) => reads(type, text, language))
  const signs = filled.map((text) => SIGNS[/\p{Sc}/u.exec(text)?.[0] ?? ''] ?? CODE.exec(text)?.[1])
  const currency = signs.find((sign) => sign !== undefined)
  if (currency !== undefined && all('money')) return { type: 'money', currency }
  // A percentage stays as it was written: as a number it would be shown as a share of one.
  if (all('number') && !filled.some((text) => text.includes('%'))) {
    return { type: 'number', ...decimalsFor(filled, language) }
  }
  if (all('date')) return { type: 'date' }
  if (all('time')) return { type: 'time' }
  if (all('yes-no') && filled.some((text) => text.trim().length >= SHORT)) return { type: 'yes-no' }
  return { type: 'words' }
}

/** Prices keep the decimals that they were written with, if all have the same, or if some end in a zero that would be lost. */
function decimalsFor(numbers: readonly string[], language: string): { decimals?: number } {
  const written = numbers.map((text) => decimalsWritten(text, language))
  const isSame = new Set(written).size === 1
  const kept = written.filter((_, at) => isSame || /\D.*0\D*$/.test(numbers[at] ?? ''))
  const decimals = Math.min(Math.max(0, ...kept), MAX_COLUMN_DECIMALS)
  return decimals > 0 ? { decimals } : {}
}
