import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCell } from './read-cell.ts'
import { type CellValue, COLUMN_TYPES, type ColumnType } from './table.ts'
import { displayCell, writeCell } from './write-cell.ts'

const LANGUAGES = ['en-GB', 'en-US', 'de', 'de-CH', 'fr', 'ar-EG', 'hi', 'pl', 'ja', 'sv']
const read = (type: ColumnType, text: string, language = 'en-GB') => readCell({ type, currency: 'EUR' }, text, language)
const valueFrom = (type: ColumnType, text: string, language?: string) => {
  const found = read(type, text, language)
  return 'value' in found ? found.value : found.problem
}

describe('[DT1] [DT9] reading a cell, with commas for points and dates of three orders', () => {
  it.each([
    ['1234.5', 'en-GB', 1234.5],
    ['1,234.5', 'en-GB', 1234.5],
    ['1.234,5', 'en-GB', 1234.5],
    ['1,234', 'en-GB', 1234],
    ['1,234', 'de', 1.234],
    ['1.234', 'de', 1234],
    ['1.234', 'en-GB', 1.234],
    ['4,50', 'en-GB', 4.5],
    ['4.50', 'de', 4.5],
    ['0,123', 'en-GB', 0.123],
    ['1.234.567', 'de', 1_234_567],
    ['12,34,567.8', 'en-GB', 1_234_567.8],
    ['1’234.50', 'de-CH', 1234.5],
    ['1 234,5', 'fr', 1234.5],
    ['1\u00A0234,5', 'fr', 1234.5],
    ['−7', 'de', -7],
    ['(7)', 'en-US', -7],
    ['1e3', 'en-GB', 1000],
    ['١٬٢٣٤٫٥', 'ar-EG', 1234.5],
    ['१२३', 'hi', 123],
    ['.5', 'en-GB', 0.5],
    ['4,50 €', 'de', 4.5],
    ['USD 12', 'en-GB', 12],
    ['10%', 'en-GB', 0.1],
    ['25,5 %', 'de', 0.255],
    ['7%', 'en-GB', 0.07],
    ['', 'en-GB', null],
    ['  ', 'en-GB', null],
  ])('the number %j in %s is %j', (text, language, value) => {
    expect(valueFrom('number', text, language)).toBe(value)
  })

  it.each([
    'abc',
    '1,2,3',
    '1.2.3,4,5',
    '12a',
    '1e999',
    '99999999999999',
    '--1',
    '1-2',
    ',',
    '0x10',
    '1,,2',
    '1.2.3',
    '%',
    '10%%',
  ])('%j is no number', (text) => expect(valueFrom('number', text)).toBe('number-not-valid'))

  it.each([
    ['€4.50', 'en-GB', 4.5],
    ['4,50 €', 'de', 4.5],
    ['CHF 12.30', 'de-CH', 12.3],
    ['$1,200', 'en-US', 1200],
    ['129 kr', 'sv', 129],
    ['4.999', 'en-GB', 5],
    ['-0,50 €', 'de', -0.5],
  ])('the money %j in %s is %j', (text, language, value) => {
    expect(valueFrom('money', text, language)).toBe(value)
  })

  it('money has the decimals of its currency', () => {
    expect(readCell({ type: 'money', currency: 'JPY' }, '129.6', 'en')).toEqual({ value: 130 })
    expect(readCell({ type: 'money', currency: 'KWD' }, '1.2345', 'en')).toEqual({ value: 1.235 })
  })

  it.each([
    ['2026-12-24', 'de', '2026-12-24'],
    ['24.12.2026', 'en-US', '2026-12-24'],
    ['24.12.26', 'de', '2026-12-24'],
    ['03/04/2026', 'en-GB', '2026-04-03'],
    ['03/04/2026', 'en-US', '2026-03-04'],
    ['31/12/2026', 'en-US', '2026-12-31'],
    ['12/31/2026', 'en-GB', '2026-12-31'],
    ['2026/3/4', 'en-GB', '2026-03-04'],
    ['2026. 3. 4.', 'ko', '2026-03-04'],
    ['2026年3月4日', 'ja', '2026-03-04'],
    ['3 March 2026', 'en-GB', '2026-03-03'],
    ['March 3, 2026', 'en-US', '2026-03-03'],
    ['3. März 2026', 'de', '2026-03-03'],
    ['3 mars 2026', 'fr', '2026-03-03'],
    ['3 de marzo de 2026', 'es', '2026-03-03'],
    ['2026-03-04T00:00:00.000Z', 'de', '2026-03-04'],
    ['٢٤/١٢/٢٠٢٦', 'ar-EG', '2026-12-24'],
    ['29.02.2028', 'de', '2028-02-29'],
  ])('the date %j in %s is %j', (text, language, value) => {
    expect(valueFrom('date', text, language)).toBe(value)
  })

  it.each([
    '31.02.2026',
    '2026-02-31',
    '30/02/2026',
    '29.02.2027',
    '32.1.2026',
    '13/13/2026',
    '2026-00-10',
    'tomorrow',
    '45000',
    '24.12.',
  ])('[DT9] %j is no date', (text) => expect(valueFrom('date', text)).toBe('date-not-valid'))

  it.each([
    ['8:30', '08:30'],
    ['08.30', '08:30'],
    ['8h30', '08:30'],
    ['8 am', '08:00'],
    ['12:15 am', '00:15'],
    ['12:15 PM', '12:15'],
    ['8:30 p.m.', '20:30'],
    ['20:15:00', '20:15'],
    ['0830', '08:30'],
    ['8 Uhr', '08:00'],
    ['٨:٣٠ م', '20:30'],
  ])('the time %j is %j', (text, value) => {
    expect(valueFrom('time', text)).toBe(value)
  })

  it.each(['24:00', '8:60', '13 pm', '8', 'noon', '-1:00'])('%j is no time', (text) => {
    expect(valueFrom('time', text)).toBe('time-not-valid')
  })

  it.each(['yes', 'YES', 'ja', 'oui', 'sí', '✓', 'TRUE', '1', 'نعم', '☑️'])('%j is yes', (text) => {
    expect(valueFrom('yes-no', text)).toBe(true)
  })
  it.each(['no', 'Nein', 'non', '0', 'FALSE', '☐', 'لا'])('%j is no', (text) => {
    expect(valueFrom('yes-no', text)).toBe(false)
  })
  it('anything else is neither yes nor no', () => {
    expect(valueFrom('yes-no', 'perhaps')).toBe('yes-no-not-valid')
  })

  it('[DT9] emoji, right to left and zero-width characters stay', () => {
    for (const text of ['👩🏽‍🍳', 'קפה', 'ab\u200Dc', 'e\u0301']) expect(valueFrom('words', text)).toBe(text)
    expect(valueFrom('words', '\u200B\u200D')).toBe(null)
  })
})

describe('[DT9] a cell that is written is read back as itself', () => {
  const values: Record<ColumnType, fc.Arbitrary<CellValue>> = {
    words: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((text) => valueFrom('words', text))
      .filter((value): value is string => typeof value === 'string' && value !== 'too-long'),
    number: fc.double({ min: -1e13, max: 1e13, noNaN: true }).map((value) => value + 0),
    money: fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100 + 0),
    date: fc
      .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
    time: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
    'yes-no': fc.boolean(),
    picture: fc.uuid(),
  }

  it.each(COLUMN_TYPES)('%s, in every language', (type) => {
    const column = { type, currency: 'EUR' }
    fc.assert(
      fc.property(values[type], fc.constantFrom(...LANGUAGES), (value, language) => {
        expect(readCell(column, writeCell(column, value, language), language)).toEqual({ value })
      }),
    )
  })

  it('nothing that anybody types throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COLUMN_TYPES),
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'0123456789.,-/: €') })),
        fc.constantFrom(...LANGUAGES),
        (type, text, language) => {
          const found = readCell({ type, currency: 'EUR' }, text, language)
          if ('value' in found && found.value !== null) {
            expect(typeof displayCell({ type, currency: 'EUR' }, found.value, language)).toBe('string')
          }
        },
      ),
    )
  })
})

it('[DT1] money and numbers with decimals of their column keep the zeros at their end', () => {
  const [euro, yen, price] = [
    { type: 'money', currency: 'EUR' },
    { type: 'money', currency: 'JPY' },
    { type: 'number', decimals: 2 },
  ] as const
  expect([2.5, 3, 1234.5].map((value) => displayCell(price, value, 'en-GB'))).toEqual(['2.50', '3.00', '1,234.50'])
  expect(displayCell(price, 2.125, 'en-GB')).toBe('2.125')
  expect(writeCell(price, 2.5, 'de')).toBe('2,50')
  expect(writeCell(price, 1e-9, 'en-GB')).toBe('1e-9')
  expect(writeCell(euro, 2.5, 'en-GB')).toBe('2.50')
  expect(writeCell(yen, 250, 'ja')).toBe('250')
  expect(writeCell({ type: 'number' }, 2.5, 'en-GB')).toBe('2.5')
})

it('[DT1] cells are shown as people write them in the language', () => {
  expect(displayCell({ type: 'money', currency: 'EUR' }, 1234.5, 'de')).toBe('1.234,50\u00A0€')
  expect(displayCell({ type: 'number' }, 1234.5, 'en-GB')).toBe('1,234.5')
  expect(displayCell({ type: 'date' }, '2026-12-24', 'de')).toBe('24.12.2026')
  expect(displayCell({ type: 'yes-no' }, true, 'de')).toBe('')
  expect(displayCell({ type: 'words' }, undefined, 'de')).toBe('')
})
