import { CellOfTable, keyOfValue, type Notice, type Value, wordsOfValue } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withLiveWords } from './live-words.ts'
import { lineShown, noticeShown } from './value-words.ts'
import { writtenCell } from './written-cell.ts'

const valueOfRow = (rowId: string) =>
  CellOfTable.parse({ of: 'cell', tableId: '_t-0123456789abcdefghij', rowId, columnId: 'price0' })
const SOUP = wordsOfValue(valueOfRow('soup'))
const GONE = wordsOfValue(valueOfRow('gone'))
const is = (text: string) => (value: Value) => (keyOfValue(value) === keyOfValue(valueOfRow('soup')) ? text : undefined)
const notice = (words: Partial<Notice>): Notice => ({ look: 'paper', heading: '', body: '', byline: '', ...words })

describe('a line', () => {
  it('[DT4] is the same without values', () => expect(lineShown('Open {time}', is('€4'))).toBe('Open {time}'))
  it('[DT4] is off if one of several values is missing', () => {
    expect(lineShown(`${SOUP} and ${SOUP}`, is('€4'))).toBe('€4 and €4')
    expect(lineShown(`${SOUP} and ${GONE}`, is('€4'))).toBeUndefined()
  })
  it('[DT4] is cut where no line may be longer', () => {
    expect(lineShown(`${'a '.repeat(240)}${SOUP}`, is('b'.repeat(200)))?.length).toBeLessThanOrEqual(500)
  })
})

describe('a notice', () => {
  it('[DT4] without values is the same object', () => {
    const one = notice({ heading: 'Open' })
    expect(noticeShown(one, is('€4'))).toBe(one)
  })

  it.each([
    ['a paragraph', `One\nof two ${GONE}\n\nTwo`, 'Two'],
    ['a paragraph above a list', `Soups ${GONE}\n- one\n- two`, '- one\n- two'],
    ['an entry between others', `- one\n- two ${GONE}\n- three`, '- one\n- three'],
    ['everything but one', `${GONE}\n\n${SOUP}\n\n${GONE}\n\n${GONE}`, '€4'],
  ])('[DT4] loses %s', (_, body, left) => {
    expect(noticeShown(notice({ heading: 'Menu', body }), is('€4'))?.body).toBe(left)
  })

  it('[DT4] with only a byline left is nothing', () => {
    expect(noticeShown(notice({ heading: GONE, byline: 'Office' }), is('€4'))).toBeUndefined()
    expect(noticeShown(notice({ heading: GONE, body: SOUP }), is('€4'))).toMatchObject({ heading: '', body: '€4' })
  })
})

it('[DT9] nothing in a cell is filled in, whatever stands around it', () => {
  const part = fc.constantFrom(
    '{',
    '}',
    'time',
    'date',
    'days until ',
    '2026-12-18',
    '*',
    '**',
    '- ',
    ' ',
    'a',
    '{time}',
  )
  const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
  const place = { zoneOffsets: undefined, language: 'en' }
  fc.assert(
    fc.property(text, text, text, (before, cell, after) => {
      fc.pre(cell.trim() !== '')
      const shown = lineShown(`${before}${SOUP}${after}`, is(cell)) ?? ''
      const plain = (some: string) => some.replaceAll('\u2060', '')
      const filled = (some: string) => plain(withLiveWords(some, 0, place))
      // The typed text alone is filled in.
      expect(filled(shown)).toBe(`${filled(before)}${plain(cell)}${filled(after)}`)
    }),
  )
})

describe('a cell', () => {
  it.each([
    ['money', 'EUR', 4.5, 'en-GB', '€4.50'],
    ['number', undefined, 1234.5, 'de-DE', '1.234,5'],
    ['date', undefined, '2026-12-24', 'en-GB', 'Thu 24 Dec'],
    ['time', undefined, '08:30', 'en-GB', '08:30'],
    ['words', undefined, 'Soup\n of the day ', 'en-GB', 'Soup of the day'],
    ['number', undefined, 0, 'en-GB', '0'],
  ] as const)('[DT4] of %s is written as in a board', (type, currency, value, language, text) => {
    const column = currency === undefined ? { type } : { type, currency }
    expect(writtenCell(column, value, language)).toBe(text)
  })
  it('[DT4] of a number has the decimals of its column', () => {
    expect(writtenCell({ type: 'number', decimals: 2 }, 2.5, 'en-GB')).toBe('2.50')
  })
  it.each([
    ['words', null],
    ['words', '\u200b'],
    ['yes-no', true],
    ['picture', 'abc'],
  ] as const)('[DT4] of %s with %j has no text', (type, value) => {
    expect(writtenCell({ type }, value, 'en-GB')).toBeUndefined()
  })
})
