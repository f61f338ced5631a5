import { describe, expect, it } from 'vitest'
import {
  CellOfTable,
  keyOfValue,
  sourceOfValue,
  type Value,
  valuesIn,
  WEATHER_VALUES,
  withValues,
  wordsOfValue,
} from './value.ts'
import { isWeatherText } from './weather-figures.ts'
import { WEATHER_FIGURES } from './weather-shapes.ts'

const cell = (rowId: string, columnId = 'price0') =>
  CellOfTable.parse({ of: 'cell', tableId: '_t-0123456789abcdefghij', rowId, columnId })

describe('values in texts', () => {
  it('[DT4] a text that is made of values is read back as these', () => {
    const [soup, pie] = [cell('soup'), cell('6f9619ff-8b86-d011-b42d-00c04fc964ff')]
    const text = `Soup ${wordsOfValue(soup)}, pie ${wordsOfValue(pie)}, soup ${wordsOfValue(soup)}`
    expect(valuesIn(text)).toEqual([soup, pie, soup])
    expect(withValues(text, (value) => (keyOfValue(value) === keyOfValue(soup) ? '€4' : '€6'))).toBe(
      'Soup €4, pie €6, soup €4',
    )
  })

  it.each([
    '{time}',
    '{cell}',
    '{cell _t-0123456789abcdefghij/soup}',
    '{cell _t-0123456789abcdefghij/soup/price}',
    '{cell _t-0123456789abcdefghij/../price0}',
    '{Menu: Soup: Price}',
    '{{cell _t-x/soup/price0}}',
  ])('[DT4] %j stays as typed', (text) => {
    expect(valuesIn(text)).toEqual([])
    expect(withValues(text, () => 'no')).toBe(text)
  })

  it('[DT4] [DT5] a figure of the weather is a value, of all figures that have a text', () => {
    const figures = WEATHER_FIGURES.filter(isWeatherText).map((figure): Value => ({ of: 'weather', figure }))
    const text = figures.map(wordsOfValue).join(' and ')
    expect(valuesIn(text)).toEqual(figures)
    expect(valuesIn(`${text} or ${wordsOfValue(cell('soup'))}`)).toEqual([...figures, cell('soup')])
    expect(new Set(figures.map(sourceOfValue))).toEqual(new Set([WEATHER_VALUES]))
    expect(WEATHER_FIGURES.filter((figure) => valuesIn(wordsOfValue({ of: 'weather', figure })).length === 0)).toEqual([
      'raining',
      'snowing',
      'sunny',
    ])
  })

  it('[DT4] a replaced value is not expanded again', () => {
    const inner = wordsOfValue(cell('soup'))
    expect(withValues(`${inner}!`, () => inner)).toBe(`${inner}!`)
  })

  it('[DT4] values of different cells have different keys, and those of a table one source', () => {
    expect(keyOfValue(cell('soup'))).not.toBe(keyOfValue(cell('pie')))
    expect(keyOfValue(cell('soup'))).not.toBe(keyOfValue(cell('soup', 'name00')))
    expect(sourceOfValue(cell('soup'))).toBe(sourceOfValue(cell('pie')))
  })
})
