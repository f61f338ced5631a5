import { decimalMarkOf, decimalsOf } from './read-cell.ts'
import { type Cells, type CellValue, type Column, DEFAULT_CURRENCY } from './table.ts'

type OfColumn = Pick<Column, 'type' | 'currency'>

/**
 * The text of a cell for a file, the clipboard or a field to type in. `readCell` with the same language reads it back as the same
 * value.
 */
export function writeCell({ type }: OfColumn, value: CellValue | null | undefined, language: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || (type !== 'number' && type !== 'money')) return String(value)
  return String(value).replace('.', decimalMarkOf(language))
}

/** The text of a cell for people to read: `1,234.50`, `€4.50`, `24 Dec 2026`, `08:30`. Booleans and pictures have no text. */
export function displayCell(
  { type, currency = DEFAULT_CURRENCY }: OfColumn,
  value: CellValue | null | undefined,
  language: string,
): string {
  if (value === null || value === undefined || typeof value === 'boolean' || type === 'picture') return ''
  if (typeof value === 'number') {
    return numberFormatOf(language, type === 'money' ? currency : undefined).format(value)
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
function numberFormatOf(language: string, currency: string | undefined): Intl.NumberFormat {
  const name = `${language} ${currency}`
  const known =
    numberFormats.get(name) ??
    new Intl.NumberFormat(
      language,
      currency === undefined
        ? { maximumFractionDigits: 12 }
        : {
            style: 'currency',
            currency,
            currencyDisplay: 'narrowSymbol',
            minimumFractionDigits: decimalsOf(currency),
            maximumFractionDigits: decimalsOf(currency),
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
