import {
  type CellValue,
  CLOCK_CONSTANTS,
  type ComparedValue,
  type Comparison,
  type Condition,
  displayCell,
  type Operator,
  type ValueNow,
} from '@placard/contract'
import { type FindValue, inUnit, outcomeOn, valueOn } from '@placard/playback'
import type { Reader } from '../schedules/sentence.ts'

type Find = FindValue<ValueNow>

/** A condition in words: "Menu: Soup: Sold out is yes and Menu: Soup: Price is below €5.00". */
export function conditionInWords({ all }: Condition, find: Find, { t, locale }: Reader): string {
  const parts = all.map((comparison) => comparisonInWords(comparison, find(comparison.value), { t, locale }))
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}

/** The name of a value for people. undefined: it has none. */
export function nameOf(value: ComparedValue, names: readonly string[] | undefined, t: Reader['t']): string | undefined {
  switch (value.of) {
    case 'weather':
      return t(`values.figure.${value.figure}`)
    case 'cell':
      return names?.filter((name) => name !== '').join(': ')
    case 'today': {
      const [table = '', date = '', column = ''] = names ?? []
      // A chosen value has its whole name.
      return names && (names.length < 3 ? table : t('condition.of-today', { table, date, column }))
    }
  }
}

/** The name isolated, so that its direction does not affect the sentence. */
function nameOfValue(value: ComparedValue, names: readonly string[] | undefined, { t }: Pick<Reader, 't'>): string {
  const name = nameOf(value, names, t)
  return name === undefined ? t('condition.no-name') : value.of === 'weather' ? name : `\u2068${name}\u2069`
}

function comparisonInWords(comparison: Comparison, now: ValueNow | undefined, reader: Reader): string {
  const { t } = reader
  const { operator, constant, value } = comparison
  const name = nameOfValue(value, now?.names ?? comparison.names, reader)
  if (operator === 'missing') return t('condition.is.missing', { name })
  if (typeof constant === 'boolean') return t(constant ? 'condition.is.yes' : 'condition.is.no', { name })
  const isByClock = now !== undefined && constant !== undefined && constant === CLOCK_CONSTANTS[now.column.type]
  if (isByClock) return clockInWords(operator, name, now, reader)
  const written = now ? writtenIn(now, constant, reader) : ''
  const words = `\u2068${written || String(constant)}\u2069`
  if (operator === '=' || operator === '!=') {
    const isText = (now?.column.type ?? 'words') === 'words' && typeof constant === 'string'
    const told = isText ? t('condition.quoted', { words }) : words
    return t(operator === '=' ? 'condition.is.equal' : 'condition.is.not-equal', { name, value: told })
  }
  return t(`condition.is.${isMoment(comparison, now) ? 'moment' : 'number'}.${SPOKEN[operator]}`, {
    name,
    value: words,
  })
}

/** "Duty: Ms Rao: Day is today". */
function clockInWords(operator: Operator, name: string, { column }: ValueNow, { t }: Reader): string {
  const value = t(column.type === 'date' ? 'condition.today' : 'condition.now')
  if (operator === '=') return t('condition.is.equal', { name, value })
  if (operator === '!=') return t('condition.is.not-equal', { name, value })
  return t(`condition.is.moment.${SPOKEN[operator as keyof typeof SPOKEN]}`, { name, value })
}

const UNITS: Record<NonNullable<ValueNow['unit']>, string> = {
  celsius: 'celsius',
  fahrenheit: 'fahrenheit',
  'm/s': 'meter-per-second',
  'km/h': 'kilometer-per-hour',
  mph: 'mile-per-hour',
}

/** A number of the weather is written in the unit of its display: "10°C". */
function writtenIn({ column, language, unit }: ValueNow, value: CellValue | undefined, { locale }: Reader): string {
  if (unit === undefined || typeof value !== 'number') return displayCell(column, value, language)
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: UNITS[unit], maximumFractionDigits: 1 })
  return format.format(inUnit(value, unit) + 0)
}

const isMoment = ({ constant }: Comparison, now: ValueNow | undefined) =>
  now ? now.column.type === 'date' || now.column.type === 'time' : typeof constant === 'string'

const SPOKEN = { '<': 'less', '<=': 'at-most', '>=': 'at-least', '>': 'more' } as const

/** A present value in words: "Menu: Soup: Price is €4.50". */
function valueInWords(comparison: Comparison, now: ValueNow | undefined, local: number, reader: Reader): string {
  const { t } = reader
  const name = nameOfValue(comparison.value, now?.names ?? comparison.names, reader)
  if (!now) return t('condition.gone', { name })
  const present = valueOn(now, local)
  if (present === null) return t('condition.is.missing', { name })
  if (typeof present === 'boolean') return t(present ? 'condition.is.yes' : 'condition.is.no', { name })
  const value = `\u2068${writtenIn(now, present, reader)}\u2069`
  const isText = now.column.type === 'words'
  return t('condition.is.equal', { name, value: isText ? t('condition.quoted', { words: value }) : value })
}

/**
 * The reason why a condition is met, or is not: the present values that decide. A false comparison decides alone; otherwise the
 * missing values do, and else all of them.
 *
 * @param local the time at the display, in milliseconds as if it were UTC
 */
export function reasonInWords({ all }: Condition, find: Find, local: number, reader: Reader): string {
  const told = all.map((comparison) => {
    const now = find(comparison.value)
    return { outcome: outcomeOn(comparison, now, local), words: valueInWords(comparison, now, local, reader) }
  })
  const decides = [false, undefined, true].map((outcome) => told.filter((one) => one.outcome === outcome))
  const [some = []] = decides.filter((ones) => ones.length > 0)
  return new Intl.ListFormat(reader.locale, { type: 'conjunction' }).format(some.map(({ words }) => words))
}

/** The comparisons whose value does not exist any more, by name. */
export function goneIn({ all }: Condition, find: Find, reader: Reader): string[] {
  const gone = all.filter(({ value }) => value.of !== 'weather' && !find(value))
  return [...new Set(gone.map(({ value, names }) => nameOfValue(value, names, reader)))]
}

/** True if a figure of the weather is missing. */
export const lacksWeather = ({ all }: Condition, find: Find): boolean =>
  all.some(({ value }) => value.of === 'weather' && find(value)?.value === null)
