import { expect, it } from 'vitest'
import { durationOptions } from './duration-options.ts'

it('K1 offers the eight durations', () => {
  expect(durationOptions(5)).toEqual([5, 10, 15, 30, 45, 60, 90, 120])
})

it('K1 an item that has another duration can keep it', () => {
  expect(durationOptions(20)).toEqual([5, 10, 15, 20, 30, 45, 60, 90, 120])
  expect(durationOptions(0)[0]).toBe(0)
})
