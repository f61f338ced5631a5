import { expect, it } from 'vitest'
import { movedTo } from './drag-order.ts'

it('what is dragged over another takes its place, and the rest makes room', () => {
  const order = ['a', 'b', 'c', 'd']
  expect(movedTo(order, 'a', 'c')).toEqual(['b', 'c', 'a', 'd'])
  expect(movedTo(order, 'd', 'a')).toEqual(['d', 'a', 'b', 'c'])
  expect(movedTo(order, 'b', 'c')).toEqual(['a', 'c', 'b', 'd'])
})
