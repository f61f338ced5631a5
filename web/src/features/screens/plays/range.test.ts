import { MAX_DAYS_OF_PLAYS } from '@placard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rangeOf, readRange, SPANS, spanOf, withEnd } from './range.ts'

const TODAY = '2026-03-02'

it('[PP2] a span is what people call it', () => {
  expect(SPANS.map((span) => rangeOf(span, TODAY))).toEqual([
    { from: '2026-03-02', to: '2026-03-02' },
    { from: '2026-03-01', to: '2026-03-01' },
    { from: '2026-02-24', to: '2026-03-02' },
    { from: '2026-02-01', to: '2026-03-02' },
    { from: '2026-03-01', to: '2026-03-02' },
    { from: '2026-02-01', to: '2026-02-28' },
  ])
  expect(spanOf({ from: '2026-02-24', to: TODAY }, TODAY)).toBe('week')
  expect(spanOf({ from: '2026-02-23', to: TODAY }, TODAY)).toBeUndefined()
})

it.each([
  [null, null],
  ['2026-02-31', '2026-03-01'],
  ['2026-03-02', '2026-03-01'],
  ['yesterday', '2026-03-01'],
])('[PP2] an address that says %s to %s means the last seven days', (from, to) => {
  expect(readRange(from, to, TODAY)).toEqual(rangeOf('week', TODAY))
})

it('[PP2] whichever end is moved, it is a range that the server takes', () => {
  const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(day, day, day, fc.constantFrom('from' as const, 'to' as const), (one, other, moved, end) => {
      const write = (date: Date) => date.toISOString().slice(0, 10)
      const range = withEnd(readRange(write(one), write(other), TODAY), end, write(moved))
      expect(range[end]).toBe(write(moved))
      expect(range.from <= range.to).toBe(true)
      expect((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000).toBeLessThan(MAX_DAYS_OF_PLAYS)
    }),
  )
})
