import { expect, it } from 'vitest'
import { matching } from './palette-search.ts'

const labels = (typed: string) =>
  matching(
    ['Main lobby', 'Café', 'Lunch menu', 'مكتبة'].map((label) => ({ label })),
    typed,
  ).map(({ label }) => label)

it('finds names by any of their words, without accents and capitals', () => {
  expect(labels('')).toHaveLength(4)
  expect(labels('  LOBBY main ')).toEqual(['Main lobby'])
  expect(labels('cafe')).toEqual(['Café'])
  expect(labels('m')).toEqual(['Main lobby', 'Lunch menu'])
  expect(labels('مكت')).toEqual(['مكتبة'])
  expect(labels('lobby menu')).toEqual([])
})
