import { decimalMarkOf, decimalsOf } from './read-cell.ts'
import { type Cells, type CellValue, type Column, DEFAULT_CURRENCY } from './table.ts'

type OfColumn = Pick<Column, 'type' | 'currency' | 'decimals'>

/**
 * The text of a cell for a file, the clipboard or a field to type in. `readCell` with the same language reads it back as the same
 * value.
 */
export function writeCell(column: OfColumn, value: CellValue | null | undefined, language: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const { type } = column
  if (typeof value === 'string' || (type !== 'number' && type !== 'money')) return String(value)
  return withDecimals(String(value), leastDecimalsOf(column)).replace('.', decimalMarkOf(language))
}

/** The decimals that each number of a column is written with at least: those of its currency, or its own. */
const leastDecimalsOf = ({ type, currency = DEFAULT_CURRENCY, decimals = 0 }: OfColumn) =>
  type === 'money' ? decimalsOf(currency) : decimals

/** A number with zeros at its end. One with an exponent stays as it is. */
export function withDecimals(number: string, least: number): string {
  const [whole = '', decimals = ''] = number.split('.')
  return decimals.length >= least || /e/i.test(number) ? number : `${whole}.${decimals.padEnd(least, '0')}`
}

/** The text of a cell for people to read: `1,234.50`, `€4.50`, `24 Dec 2026`, `08:30`. Booleans and pictures have no text. */
export function displayCell(column: OfColumn, value: CellValue | null | undefined, language: string): string {
  const { type, currency = DEFAULT_CURRENCY } = column
  if (value === null || value === undefined || typeof value === 'boolean' || type === 'picture') return ''
  if (typeof value === 'number') {
    return numberFormatOf(language, type === 'money' ? currency : undefined, leastDecimalsOf(column)).format(value)
  }
  if (type === 'date') {
    const [year = 0, month = 1, day = 1] = value.split('-').map(Number)
    return dateFormatOf(language).format(Date.UTC(year, month - 1, day))
  }
  return value
}

/** The first text in a row, on one line: people know the row by it. Empty if it has none. */
export function titleOfRow(columns: readonly Column[], cells: Cells, language: string): string {
  const texts = columns.map((column) => displayCell(column, cells[column.id], language))
  return (texts.find((text) => text !== '') ?? '').replaceAll('\n', ' ')
}

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Kept, because a format takes longer to make than a thousand numbers to write. */
function numberFormatOf(language: string, currency: string | undefined, decimals: number): Intl.NumberFormat {
  const name = `${language} ${currency} ${decimals}`
  const known =
    numberFormats.get(name) ??
    new Intl.NumberFormat(
      language,
      currency === undefined
        ? { minimumFractionDigits: decimals, maximumFractionDigits: 12 }
        : {
            style: 'currency',
            currency,
            currencyDisplay: 'narrowSymbol',
            minimumFractionDigits: decimals,
            maximumFractionDigits: decimals,
          },
    )
  numberFormats.set(name, known)
  return known
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormatOf(language: string): Intl.DateTimeFormat {
  const known =
    dateFormats.get(language) ??
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', calendar: 'gregory', timeZone: 'UTC' })
  dateFormats.set(language, known)
  return known
}
