import type { Column, TableContents } from '@placard/contract'
import { guessTable } from '@placard/table-files'
import { expect, it } from 'vitest'
import { boardOf } from './board-draft.ts'

const lookOf = (texts: string[][]) => {
  const { columns } = guessTable(texts, 'en-GB', String)
  const table = {
    id: 't',
    name: 'T',
    columns: columns.map((column, at) => ({ ...column, id: `col00${at}` as Column['id'] })),
  }
  return boardOf({ table } as unknown as TableContents).look
}

it('[DT3] a pasted sheet with words and prices is a menu, with or without a sign', () => {
  expect(
    lookOf([
      ['Dish', 'Price'],
      ['Soup', '€2.50'],
      ['Cake', '€3'],
    ]),
  ).toBe('menu')
  expect(
    lookOf([
      ['Dish', 'Price'],
      ['Soup', '2.50'],
      ['Cake', '3.00'],
    ]),
  ).toBe('menu')
  expect(
    lookOf([
      ['Dish', 'Seats'],
      ['Soup', '12'],
      ['Cake', '4'],
    ]),
  ).not.toBe('menu')
  expect(
    lookOf([
      ['Train', 'Time', 'Fare'],
      ['RE 7', '12:30', '2.50'],
    ]),
  ).toBe('departures')
})
