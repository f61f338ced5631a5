import { Condition, Value } from '@placard/contract'
import { expect, it } from 'vitest'
import type { ValueFacts } from '../values/figures.ts'
import { NEW_COMPARISON, typedOf, withTyped, withValue } from './comparison.ts'
import { conditionOf, isSameCondition } from './draft.ts'

const cell = (column: string) =>
  Value.parse({ of: 'cell', tableId: '_t-0123456789abcdefghij', rowId: 'soup', columnId: column })
const price: ValueFacts = { column: { type: 'money', currency: 'EUR' }, language: 'de-DE', names: ['Price'] }
const yesNo: ValueFacts = { column: { type: 'yes-no' }, language: 'de-DE', names: ['Sold out'] }

it('[DT6] a saved constant is shown as the table writes it, and what nobody types anew is sent as it was saved', () => {
  const condition = Condition.parse({
    all: [{ value: cell('price0'), operator: '<', constant: 4.5, names: ['Menu', 'Soup', 'Price'] }],
    otherwise: 'on',
  })
  expect(typedOf({ operator: '<', constant: condition.all[0]?.constant }, price)).toBe('4,50')
  const sent = (constant: unknown) => ({ all: [{ value: cell('price0'), operator: '<', constant }], otherwise: 'on' })
  expect(conditionOf(condition)).toEqual(sent(4.5))
  expect(conditionOf({ ...condition, all: condition.all.map((row) => ({ ...row, constant: '5,5' })) })).toEqual(
    sent('5,5'),
  )
  expect(conditionOf(null)).toBeNull()
})

it('[DT6] another value keeps the comparison that still fits, and starts with "is yes" for a switch', () => {
  const row = { value: cell('price0'), operator: '<' as const, constant: '4,5' }
  expect(withValue(row, price, cell('cost00'), price)).toEqual({ ...row, value: cell('cost00'), names: ['Price'] })
  const asked = withValue(row, price, cell('soldou'), yesNo)
  expect(asked).toEqual({ value: cell('soldou'), operator: '=', constant: true, names: ['Sold out'] })
  expect(withValue(asked, yesNo, cell('price0'), price)).toEqual({
    value: cell('price0'),
    operator: '=',
    names: ['Price'],
  })
})

it('[DT6] an empty constant is none, so that the form says that it is missing', () => {
  const all = [{ ...NEW_COMPARISON, value: cell('price0'), constant: '' }]
  const given = Condition.safeParse(conditionOf({ all, otherwise: 'off' }))
  expect(given.error?.issues[0]).toMatchObject({ message: 'constant-missing', path: ['all', 0, 'constant'] })
})

it('[DT6] two conditions are the same whatever names their values had', () => {
  const all = [{ value: cell('price0'), operator: '<' as const, constant: 4 }]
  const one = { all, otherwise: 'on' as const }
  const other = { all: [{ ...all[0], names: ['Menu'] }], otherwise: 'on' as const } as Condition
  expect(isSameCondition(one, other)).toBe(true)
  expect(isSameCondition(one, { ...other, otherwise: 'off' })).toBe(false)
  expect(isSameCondition(undefined, null)).toBe(true)
})

it('[DT6] a temperature is typed in the unit of the display, and sent in degrees Celsius', () => {
  const of = { of: 'weather', figure: 'temperature' } as const
  const fahrenheit: ValueFacts = { column: { type: 'number' }, language: 'en-US', names: [], unit: 'fahrenheit' }
  const row = withTyped({ value: of, operator: '<' }, '45.5', fahrenheit)
  expect(conditionOf({ all: [row], otherwise: 'off' })).toEqual({
    all: [{ value: of, operator: '<', constant: 7.5 }],
    otherwise: 'off',
  })
  // The text stays as it is typed, and a saved number is shown in the unit.
  expect(typedOf(row, fahrenheit)).toBe('45.5')
  expect(typedOf({ ...row, typed: undefined }, fahrenheit)).toBe('45.5')
  expect(typedOf({ ...row, typed: undefined }, { ...fahrenheit, unit: 'celsius', language: 'de' })).toBe('7,5')
  expect(withTyped(row, 'ten', fahrenheit)).toMatchObject({ typed: 'ten', constant: 'ten' })
  // Kilometres per hour are no degrees.
  const wind = { ...fahrenheit, unit: 'km/h' as const }
  expect(withValue(row, fahrenheit, { of: 'weather', figure: 'wind' }, wind).constant).toBeUndefined()
})
