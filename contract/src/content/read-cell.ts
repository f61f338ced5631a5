import { MAX_CELL_CHARACTERS } from '../platform/constants.ts'
import type { ErrorCode } from '../platform/error.ts'
import { isBlank } from '../platform/text.ts'
import { tidyLines } from './notice.ts'
import type { CellInput, CellValue, Column } from './table.ts'

/** The largest number of a cell. Numbers up to it keep their cents exactly. */
const MAX_NUMBER = 1e13

type Read = { value: CellValue | null } | { problem: ErrorCode }

/**
 * Reads what somebody typed, pasted or sent as the value of a cell of this column.
 *
 * @param input text as people write it in the language, or a value of the column's type
 * @param language BCP 47: decides between a comma and a point, and between the orders of a date
 * @returns the value, null for an empty cell; or the error that tells why it cannot be read
 */
export function readCell(column: Pick<Column, 'type' | 'currency'>, input: CellInput, language: string): Read {
  if (input === null || (typeof input === 'string' && isBlank(input))) return { value: null }
  if (typeof input === 'string' && input.length > MAX_CELL_CHARACTERS) return { problem: 'too-long' }
  switch (column.type) {
    case 'words':
      return { value: tidyLines(String(input)) }
    case 'number':
      return ifRead(shareOf(input, language) ?? numberOf(bareOf(input), language), 'number-not-valid')
    case 'money':
      return ifRead(moneyOf(input, language, column.currency), 'number-not-valid')
    case 'date':
      return ifRead(typeof input === 'string' ? dateOf(plainDigits(input), language) : undefined, 'date-not-valid')
    case 'time':
      return ifRead(typeof input === 'string' ? timeOf(plainDigits(input)) : undefined, 'time-not-valid')
    case 'yes-no':
      return ifRead(yesOrNoOf(input), 'yes-no-not-valid')
    case 'picture':
      return ifRead(typeof input === 'string' ? pictureOf(input) : undefined, 'media-not-found')
  }
}

const ifRead = (value: CellValue | undefined, problem: ErrorCode): Read =>
  value === undefined ? { problem } : { value }

/** Decimal digits of other scripts as ASCII, and no marks of direction. The zeros are U+0660, U+06F0, U+0966, U+09E6 and U+FF10. */
function plainDigits(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replace(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\uFF10-\uFF19]/g, (digit) => {
      const code = digit.codePointAt(0) as number
      const zero = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10].find(
        (start) => code >= start && code < start + 10,
      ) as number
      return String(code - zero)
    })
    .trim()
}

type Mark = '.' | ','

/** The mark before the decimals in a language. */
export function decimalMarkOf(language: string): Mark {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

function numberOf(input: CellInput, language: string): number | undefined {
  if (typeof input === 'number') return isInRange(input) ? input + 0 : undefined
  const plain = typeof input === 'string' ? plainNumberOf(input, language) : undefined
  const value = plain === undefined ? Number.NaN : Number(plain)
  // Adding 0 turns -0 into 0, which is written without a sign.
  return isInRange(value) ? value + 0 : undefined
}

/** The decimals with which somebody wrote a number, zeros at the end included: 2 for `2.50`. 0 for any other text. */
export function decimalsWritten(text: string, language: string): number {
  const [, decimals = ''] = /\.(\d*)$/.exec(plainNumberOf(text, language) ?? '') ?? []
  return decimals.length
}

/** A number as programs write it, with all of its digits. */
function plainNumberOf(input: string, language: string): string | undefined {
  const bare = plainDigits(input)
    .replace(/[\u2212\u2010-\u2015]/g, '-')
    .replace(/\u066B/g, decimalMarkOf(language))
    .replace(/[\u066C\s'\u2019\u00A0\u202F]/g, '')
  const negative = /^\((.*)\)$/.exec(bare) ?? /^(.*\d)-$/.exec(bare)
  const [, sign = '', digits, exponent = ''] =
    /^([+-]?)((?:\d[\d.,]*)?[.,]?\d+[.,]?)(e[+-]?\d{1,3})?$/i.exec(negative?.[1] ?? bare) ?? []
  if (digits === undefined || (negative && sign !== '')) return undefined
  const plain = withPoint(digits, decimalMarkOf(language))
  return plain === undefined ? undefined : `${sign === '-' || negative ? '-' : ''}${plain}${exponent}`
}

const isInRange = (value: number) => Number.isFinite(value) && Math.abs(value) <= MAX_NUMBER

/** Digits with a point before the decimals, or undefined if groups and decimals cannot be told. */
function withPoint(digits: string, decimal: Mark): string | undefined {
  const marks = digits.replace(/\d/g, '')
  const last = marks.at(-1) as Mark | undefined
  if (last === undefined) return digits
  const isMixed = marks.includes('.') && marks.includes(',')
  const grouped = (whole: string, mark: Mark) =>
    whole.split(mark).every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{2,3}$/).test(group)) &&
    /(?:^|[.,])\d{3}$/.test(whole)
  if (isMixed) {
    const [whole = '', decimals = '', ...more] = digits.split(last)
    const other = last === '.' ? ',' : '.'
    return more.length === 0 && grouped(whole, other) ? `${whole.replaceAll(other, '')}.${decimals}` : undefined
  }
  if (marks.length > 1) return grouped(digits, last) ? digits.replaceAll(last, '') : undefined
  const [whole = '', decimals = ''] = digits.split(last)
  const isGroup = last !== decimal && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return isGroup ? whole + decimals : `${whole || '0'}.${decimals || '0'}`
}

/** The decimals of a currency, by ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

const SIGNS_OF_MONEY = /\p{Sc}|(?<!\p{L})(?:kr|fr|zł|kč|ft|лв)\.?(?!\p{L})/giu
const CODES = /(?<!\p{L})[A-Z]{3}(?!\p{L})/gu

/** Without a currency's sign or code before or behind the number, whichever it is. */
const bareOf = (input: CellInput) =>
  typeof input === 'string' ? input.replace(SIGNS_OF_MONEY, '').replace(CODES, '') : input

/** The share that a percentage is, as spreadsheets keep it: 0.1 for `10%`. */
function shareOf(input: CellInput, language: string): number | undefined {
  const [, percents] = (typeof input === 'string' && /^(.*\S)\s*%$/.exec(input.trim())) || []
  const value = percents === undefined ? undefined : numberOf(percents, language)
  return value === undefined ? undefined : Number((value / 100).toPrecision(15))
}

function moneyOf(input: CellInput, language: string, currency = ''): number | undefined {
  const value = numberOf(bareOf(input), language)
  if (value === undefined) return undefined
  const decimals = currency === '' ? 2 : decimalsOf(currency)
  return Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`) || 0
}

type Part = 'day' | 'month' | 'year'

/** The order of day, month and year in a language. */
function dateOrderOf(language: string): Part[] {
  const parts = new Intl.DateTimeFormat(language, { calendar: 'gregory', numberingSystem: 'latn' }).formatToParts(0)
  return parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))
}

function dateOf(text: string, language: string): string | undefined {
  // A moment, as other programs export it, is the day that it names.
  const day = text.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '').trim()
  const isoLike = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})[日.]?$/.exec(day)
  if (isoLike) return dayOf(Number(isoLike[1]), Number(isoLike[2]), Number(isoLike[3]))
  const numeric = /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})\.?$/.exec(day)
  if (numeric) {
    const [first, second, year] = [Number(numeric[1]), Number(numeric[3]), fullYear(numeric[4] as string)]
    const order = dateOrderOf(language).filter((part) => part !== 'year')
    // Points are written by languages that put the day first.
    const isDayFirst = numeric[2] === '.' || order[0] === 'day'
    const [inOrder, swapped] = [dayOf(year, second, first), dayOf(year, first, second)]
    return isDayFirst
      ? (inOrder ?? (first <= 12 && second > 12 ? swapped : undefined))
      : (swapped ?? (first > 12 ? inOrder : undefined))
  }
  return namedDateOf(day, language)
}

function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}

/** `3 March 2026`, `March 3, 2026`, `3. Mär 2026`: the month by its name in the language, or in English. */
function namedDateOf(text: string, language: string): string | undefined {
  const found =
    /^(?<day>\d{1,2})\.?(?:st|nd|rd|th)?[\s-]+(?:de\s+)?(?<name>[\p{L}\p{M}]+)\.?,?[\s-]+(?:de\s+)?(?<year>\d{4})$/u.exec(
      text,
    ) ?? /^(?<name>[\p{L}\p{M}]+)\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/u.exec(text)
  const { day, name, year } = found?.groups ?? {}
  if (!day || !name || !year) return undefined
  const wanted = name.toLocaleLowerCase(language)
  const month = monthNames(language).find(([known]) => known === wanted)?.[1]
  return month === undefined ? undefined : dayOf(Number(year), month, Number(day))
}

const knownMonths = new Map<string, [string, number][]>()

function monthNames(language: string): [string, number][] {
  const known = knownMonths.get(language)
  if (known) return known
  const names = [language, 'en'].flatMap((one) =>
    (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' as const }].flatMap((options) => {
        const format = new Intl.DateTimeFormat(one, { ...options, calendar: 'gregory', timeZone: 'UTC' })
        return Array.from({ length: 12 }, (_, index): [string, number] => {
          const parts = format.formatToParts(Date.UTC(2026, index, 15))
          const name = parts.find(({ type }) => type === 'month')?.value ?? ''
          return [name.replace(/\.$/, '').toLocaleLowerCase(one), index + 1]
        })
      }),
    ),
  )
  knownMonths.set(language, names)
  return names
}

/** @returns undefined for a day that no calendar has, like 31 February */
function dayOf(year: number, month: number, day: number): string | undefined {
  if (year < 1000 || year > 9999) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return date.toISOString().slice(0, 10)
}

function timeOf(text: string): string | undefined {
  const half = /\s*(?:(a\.?m\.?|ص)|(p\.?m\.?|م))$/iu.exec(text)
  const bare = half ? text.slice(0, half.index) : text.replace(/\s*(?:uhr|h)$/iu, '')
  const found = /^(\d{1,2})(?:\s*[:.hH]\s*(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/.exec(bare) ?? /^(\d{2})(\d{2})$/.exec(bare)
  // A bare number is an hour only with a word that says so.
  if (!found || (found[2] === undefined && !half && bare === text)) return undefined
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)]
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return undefined
  const inDay = half ? (hour % 12) + (half[2] === undefined ? 0 : 12) : hour
  return `${String(inDay).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Words for yes and for no in common languages, and the marks of spreadsheets and lists. */
const YES =
  'yes y true 1 x on ✓ ✔ ☑ ✅ ja j wahr oui o vrai sí si s sì sim verdadero vero verdadeiro да истина tak prawda evet doğru نعم हाँ हां 是 はい 예'
const NO =
  'no n false 0 - off ✗ ✘ ☐ ❌ nein falsch non faux não nao falso нет ложь nie fałsz hayır yanlış لا नहीं 否 いいえ 아니요'
const WORDS = new Map([
  ...YES.split(' ').map((word): [string, boolean] => [word.normalize('NFC'), true]),
  ...NO.split(' ').map((word): [string, boolean] => [word.normalize('NFC'), false]),
])

function yesOrNoOf(input: CellInput): boolean | undefined {
  if (typeof input === 'boolean') return input
  if (input === null) return undefined
  return WORDS.get(plainDigits(String(input)).replaceAll('\uFE0F', '').toLowerCase())
}

/** The id of a stored picture. */
function pictureOf(text: string): string | undefined {
  const id = text.trim()
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id) ? id : undefined
}
