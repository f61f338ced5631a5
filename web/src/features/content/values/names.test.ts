import { Value, type ValueInText, wordsOfValue } from '@placard/contract'
import { expect, it } from 'vitest'
import { afterEdit, createValueNames, withNames, withoutNames } from './names.ts'

const cellOf = (rowId: string) =>
  Value.parse({ of: 'cell', tableId: '_t-0123456789abcdefghij', rowId, columnId: 'price0' })
const SOUP = cellOf('soup')
const PIE = cellOf('pie')
const told = (value: Value, name: string): ValueInText => ({ value, name, text: '€4' })

function names() {
  const made = createValueNames('Removed value')
  made.learn([told(SOUP, 'Menu: Soup: Price'), told(PIE, 'Menu: Pie: Price')])
  return made
}

it('[DT4] a form shows names in the place of ids, and saves the ids', () => {
  const known = names()
  const stored = `Soup ${wordsOfValue(SOUP)}, pie ${wordsOfValue(PIE)} {time}`
  expect(withNames(stored, known)).toBe('Soup {Menu: Soup: Price}, pie {Menu: Pie: Price} {time}')
  expect(withoutNames(withNames(stored, known), known)).toBe(stored)
})

it('[DT4] two values with the same name, and removed ones, are told apart', () => {
  const known = createValueNames('Removed value')
  known.learn([told(SOUP, 'Menu: Soup: Price'), told(PIE, 'Menu: Soup: Price')])
  const [gone, other] = [cellOf('gone'), cellOf('other')]
  const stored = [SOUP, PIE, gone, other].map(wordsOfValue).join(' ')
  expect(withNames(stored, known)).toBe('{Menu: Soup: Price} {Menu: Soup: Price 2} {Removed value} {Removed value 2}')
  expect(withoutNames(withNames(stored, known), known)).toBe(stored)
})

it.each([
  ['one letter of a name is deleted', 'Soup {Menu: Soup: Price}!', 'Soup {Menu: Soup: Price!', 23, 'Soup !', 5],
  ['the first letter is deleted', 'Soup {Menu: Soup: Price}!', 'Soup Menu: Soup: Price}!', 5, 'Soup !', 5],
  ['text and a part of a name are replaced', 'Soup {Menu: Soup: Price}!', 'SouX: Price}!', 4, 'SouX!', 4],
  ['something is typed into a name', 'a{Menu: Soup: Price}b', 'a{Menx: Soup: Price}b', 5, 'axb', 2],
  ['a letter is put into a name', 'a{Menu: Soup: Price}b', 'a{Mexnu: Soup: Price}b', 5, 'a{Menu: Soup: Price}xb', 21],
  [
    'something is typed beside a name',
    'a{Menu: Soup: Price}b',
    'a{Menu: Soup: Price}xb',
    21,
    'a{Menu: Soup: Price}xb',
    21,
  ],
  ['a whole name is deleted', 'a{Menu: Soup: Price}b', 'ab', 1, 'ab', 1],
  ['there are no names', '{time} x', '{time x', 5, '{time x', 5],
])('[DT4] %s', (_, before, after, caret, text, at) => {
  const known = names()
  known.of(SOUP)
  expect(afterEdit(before, after, caret, known)).toEqual({ text, caret: at })
})
