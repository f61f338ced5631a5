import {
  type CellValue,
  type ColumnType,
  ComparedValue,
  type Comparison,
  type Condition,
  FIGURE_TYPES,
  Value,
  type ValueNow,
  type WeatherFigure,
} from '@placard/contract'
import { finderOf } from '@placard/playback'
import { describe, expect, it } from 'vitest'
import { translateIn } from '../../../platform/ui/i18n/languages.vitest.ts'
import { conditionInWords, goneIn, lacksWeather, reasonInWords } from './sentence.ts'

const cell = (column: string) =>
  Value.parse({ of: 'cell', tableId: '_t-0123456789abcdefghij', rowId: 'soup', columnId: column })
const now = (column: string, type: ColumnType, value: CellValue | null): ValueNow => ({
  of: cell(column),
  names: ['Menu', 'Soup', column],
  column: type === 'money' ? { type, currency: 'EUR' } : { type },
  language: 'en-GB',
  value,
})
const compare = (column: string, operator: Comparison['operator'], constant?: CellValue): Comparison => ({
  value: cell(column),
  operator,
  names: ['Menu', 'Soup', column],
  ...(constant === undefined ? {} : { constant }),
})
const weather = (figure: WeatherFigure, value: CellValue | null, unit?: ValueNow['unit']): ValueNow => ({
  of: { of: 'weather', figure },
  names: [],
  column: { type: FIGURE_TYPES[figure] },
  language: 'en-US',
  value,
  ...(unit ? { unit } : {}),
})
const find = finderOf([
  now('soldou', 'yes-no', false),
  now('price0', 'money', 4.5),
  now('until0', 'date', null),
  now('kind00', 'words', 'Vegan'),
  now('from00', 'time', '11:30'),
  weather('temperature', 7, 'fahrenheit'),
  weather('raining', false),
  weather('wind', null, 'km/h'),
])
const condition = (...all: Comparison[]): Condition => ({ all, otherwise: 'off' })
/** At the display. */
const NOON = Date.UTC(2026, 11, 24, 12)
/** Without the marks that isolate names. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '')

const READERS = [
  { t: translateIn('en'), locale: 'en-GB' },
  { t: translateIn('ar'), locale: 'ar' },
]

describe.each(READERS)('in $locale', (reader) => {
  const { locale } = reader
  const said = (...all: Comparison[]) => plain(conditionInWords(condition(...all), find, reader))
  const why = (...all: Comparison[]) => plain(reasonInWords(condition(...all), find, NOON, reader))

  it('[DT6] each comparison is said in words, with the value as people write it', () => {
    const list = [
      compare('soldou', '=', true),
      compare('price0', '<', 5),
      compare('kind00', '!=', 'Vegan'),
      compare('from00', '>=', '12:00'),
      compare('until0', 'missing'),
    ].map((one) => said(one))
    expect(list).toEqual(
      locale === 'ar'
        ? [
            'Menu: Soup: soldou: نعم',
            'Menu: Soup: price0 أقل من €5.00',
            'Menu: Soup: kind00 لا تساوي «Vegan»',
            'Menu: Soup: from00 لا تسبق 12:00',
            'Menu: Soup: until0 غير موجودة',
          ]
        : [
            'Menu: Soup: soldou is yes',
            'Menu: Soup: price0 is below €5.00',
            'Menu: Soup: kind00 is not “Vegan”',
            'Menu: Soup: from00 is 12:00 at the earliest',
            'Menu: Soup: until0 is missing',
          ],
    )
  })

  it('[DT6] the weather is said in the unit of the display, in the language of the reader', () => {
    const figure = (of: WeatherFigure, operator: Comparison['operator'], constant: CellValue): Comparison => ({
      value: { of: 'weather', figure: of },
      operator,
      constant,
    })
    const told = [said(figure('temperature', '<', 10)), said(figure('raining', '=', true)), why(figure('wind', '>', 9))]
    expect(told.map((one) => one.replace('\u00a0', ' '))).toEqual(
      locale === 'ar'
        ? ['درجة الحرارة أقل من 50°ف', 'المطر: نعم', 'الرياح غير موجودة']
        : ['Temperature is below 50°F', 'Rain is yes', 'Wind is missing'],
    )
    expect(lacksWeather(condition(figure('wind', '>', 9)), find)).toBe(true)
    expect(lacksWeather(condition(figure('temperature', '<', 9)), find)).toBe(false)
    expect(goneIn(condition(figure('high', '<', 9)), find, reader)).toEqual([])
  })

  it('[DT6] the reason is the value that decides: a false one before a missing one, and else all', () => {
    const [met, unmet, unknown] = [
      compare('price0', '<', 5),
      compare('soldou', '=', true),
      compare('until0', '=', '2026-12-24'),
    ]
    expect(why(met, unmet, unknown)).toBe(locale === 'ar' ? 'Menu: Soup: soldou: لا' : 'Menu: Soup: soldou is no')
    expect(why(met, unknown)).toBe(locale === 'ar' ? 'Menu: Soup: until0 غير موجودة' : 'Menu: Soup: until0 is missing')
    if (locale === 'en-GB') {
      expect(why(met, compare('kind00', '=', 'vegan'))).toBe(
        'Menu: Soup: price0 is €4.50 and Menu: Soup: kind00 is “Vegan”',
      )
    }
  })

  it('[DT9] a value that is gone is told by the names that it had', () => {
    const gone = compare('gone00', '<', 5)
    expect(goneIn(condition(gone, compare('price0', '<', 5)), find, reader).map(plain)).toEqual(['Menu: Soup: gone00'])
    expect(why(gone)).toBe(
      locale === 'ar' ? 'Menu: Soup: gone00 لم تعد موجودة' : 'Menu: Soup: gone00 does not exist any more',
    )
  })
})

describe('DT6 by the clock of the display', () => {
  const reader = { t: translateIn('en'), locale: 'en-GB' }
  const soldOut: ValueNow = {
    of: ComparedValue.parse({
      of: 'today',
      tableId: '_t-0123456789abcdefghij',
      dateColumnId: 'day000',
      columnId: 'soldou',
    }),
    names: ['Menu', 'Day', 'Sold out'],
    column: { type: 'yes-no' },
    language: 'en-GB',
    value: null,
    byDate: { '2026-12-24': true, '2026-12-25': false },
  }
  const duty = { ...now('until0', 'date', '2026-12-24'), names: ['Duty', 'Ms Rao', 'Day'] }
  const values = finderOf([soldOut, duty, now('from00', 'time', '11:30')])
  const ofToday: Comparison = { value: soldOut.of, operator: '=', constant: true, names: soldOut.names }

  it('says today and now, and names the row of today', () => {
    const said = (...all: Comparison[]) => plain(conditionInWords(condition(...all), values, reader))
    expect(said(compare('until0', '=', 'today'))).toBe('Duty: Ms Rao: Day is today')
    expect(said(compare('until0', '>=', 'today'))).toBe('Duty: Ms Rao: Day is today at the earliest')
    expect(said(compare('from00', '<=', 'now'))).toBe('Menu: Soup: from00 is now at the latest')
    expect(said(ofToday)).toBe('Menu: the row of today (Day): Sold out is yes')
  })

  it('gives the values of that moment as the reason', () => {
    const why = (local: number, ...all: Comparison[]) => plain(reasonInWords(condition(...all), values, local, reader))
    const day = 24 * 60 * 60_000
    expect(why(NOON, ofToday)).toBe('Menu: the row of today (Day): Sold out is yes')
    expect(why(NOON + day, ofToday)).toBe('Menu: the row of today (Day): Sold out is no')
    expect(why(NOON + 2 * day, ofToday)).toBe('Menu: the row of today (Day): Sold out is missing')
    // The date that is not today decides, and not the time.
    expect(why(NOON + day, compare('until0', '=', 'today'), compare('from00', '<=', 'now'))).toBe(
      'Duty: Ms Rao: Day is 24 Dec 2026',
    )
  })
})
