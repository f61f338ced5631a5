import { expect, it } from 'vitest'
import { NOTHING_SELECTED, type Selection, selectedOf, selectionOf, withToggled } from './selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']
const seen = (selection: Selection<string>, order = ORDER) => selectedOf(selection, order).join('')
const nothing: Selection<string> = NOTHING_SELECTED

it('[CP7] one is selected, and is not any more', () => {
  const one = withToggled(nothing, ORDER, 'c', false)
  expect(seen(one)).toBe('c')
  expect(seen(withToggled(one, ORDER, 'a', false))).toBe('ac')
  expect(seen(withToggled(one, ORDER, 'c', false))).toBe('')
})

it('[CP7] Shift reaches from the one before, in both directions and over what is selected', () => {
  const from = withToggled(withToggled(nothing, ORDER, 'c', false), ORDER, 'b', false)
  expect(seen(withToggled(from, ORDER, 'e', true))).toBe('bcde')
  expect(seen(withToggled(from, ORDER, 'a', true))).toBe('abc')
})

it('[CP7] Shift on one that is selected takes the whole reach away', () => {
  const all = withToggled(selectionOf(ORDER), ORDER, 'b', false)
  expect(seen(all)).toBe('acde')
  expect(seen(withToggled(all, ORDER, 'd', true))).toBe('ae')
})

it('[CP7] Shift without one before, or with one that is gone, is that one alone', () => {
  expect(seen(withToggled(nothing, ORDER, 'd', true))).toBe('d')
  const gone = withToggled(nothing, ORDER, 'a', false)
  expect(seen(withToggled(gone, ['b', 'c', 'd'], 'd', true), ['b', 'c', 'd'])).toBe('d')
})

it('[CP7] all are selected in the order in which they are seen, and none', () => {
  expect(seen(selectionOf(['e', 'a', 'c', 'b', 'd']))).toBe('abcde')
  expect(seen(selectionOf<string>([]))).toBe('')
})

it('[CP7] a removed entry is not selected any more, and is selected again when it returns', () => {
  const both = selectionOf(['b', 'd'])
  expect(seen(both, ['a', 'b', 'c'])).toBe('b')
  expect(seen(both)).toBe('bd')
})
