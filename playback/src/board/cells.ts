import type { BoardColumn, CellValue, ManifestBoard } from '@placard/contract'

const MOST_DECIMALS = 6

/**
 * Writes the cells of one column as people read them. All numbers of a column have the same decimals, so that their digits stand
 * below one another. Booleans and pictures have no text.
 */
export function writerOf(
  { language, rows, columns }: Pick<ManifestBoard, 'language' | 'rows' | 'columns'>,
  index: number,
): (value: CellValue | null | undefined) => string {
  const column = columns[index]
  if (!column) return () => ''
  const { type } = column
  const numbers =
    type === 'number' || type === 'money'
      ? numberFormat(
          language,
          column,
          decimalsOf(
            column,
            rows.map((cells) => cells[index]),
          ),
        )
      : undefined
  const dates = type === 'date' ? dateFormat(language) : undefined
  return (value) => {
    if (value === null || value === undefined || typeof value === 'boolean' || type === 'picture') return ''
    if (typeof value === 'number') return signed(value, column) + (numbers?.format(value) ?? String(value))
    return dates ? writtenDate(value, dates) : value
  }
}

/** A change says its direction. */
const signed = (value: number, { part }: BoardColumn) => (part === 'change' && value > 0 ? '+' : '')

/** The most decimals of the numbers, and at least those of the column. */
function decimalsOf({ decimals = 0 }: BoardColumn, values: readonly (CellValue | null | undefined)[]): number {
  let most = decimals
  for (const value of values) {
    if (typeof value === 'number') most = Math.max(most, (String(value).split('.')[1] ?? '').length)
  }
  return Math.min(most, MOST_DECIMALS)
}

function numberFormat(language: string, { type, currency }: BoardColumn, decimals: number): Intl.NumberFormat {
  if (type !== 'money' || currency === undefined) {
    return made(Intl.NumberFormat, language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  }
  const style = { style: 'currency' as const, currency }
  try {
    return made(Intl.NumberFormat, language, { ...style, currencyDisplay: 'narrowSymbol' })
  } catch {
    // Chromium before version 80 has no narrow symbols.
    return made(Intl.NumberFormat, language, style)
  }
}

const dateFormat = (language: string) =>
  made(Intl.DateTimeFormat, language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

/** @param date `2026-12-24` */
function writtenDate(date: string, format: Intl.DateTimeFormat): string {
  const at = Date.parse(date)
  return Number.isNaN(at) ? date : format.format(at)
}

/** A format of the engine's own language if it does not know the language. */
function made<Options, Format>(
  Kind: new (language: string | undefined, options: Options) => Format,
  language: string,
  options: Options,
): Format {
  try {
    return new Kind(language, options)
  } catch (error) {
    try {
      return new Kind(undefined, options)
    } catch {
      throw error
    }
  }
}

/**
 * The text for the time until something begins: "in 3 min", or "now" for 0.
 *
 * @param minutes whole minutes
 */
export function minutesInWords(minutes: number, language: string): string {
  // Chromium has it from version 71 on.
  if (!('RelativeTimeFormat' in Intl)) return `${minutes} min`
  const style = { style: 'short', numeric: minutes === 0 ? 'auto' : 'always' } as const
  const format = made(Intl.RelativeTimeFormat, language, style)
  const text = minutes === 0 ? format.format(0, 'second') : format.format(minutes, 'minute')
  return text.replace(/\.$/, '')
}
