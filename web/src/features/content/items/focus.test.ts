import { expect, it } from 'vitest'
import { FOCUS_PLACES, MIDDLE, placeOf } from './focus.ts'

it('[ST4] each place on offer is its own, and the middle is the middle', () => {
  for (const { name, x, y } of FOCUS_PLACES) expect(placeOf({ x, y })).toBe(name)
  expect(new Set(FOCUS_PLACES.map(({ name }) => name)).size).toBe(9)
  expect(placeOf(MIDDLE)).toBe('middle')
})

it('[ST4] another place is shown as the nearest', () => {
  expect(placeOf({ x: 0.2, y: 0.9 })).toBe('bottom-left')
  expect(placeOf({ x: 0.3, y: 0.6 })).toBe('middle')
})
