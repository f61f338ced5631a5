import { describe, expect, it } from 'vitest'
import { barOf, type Goal, verdictOf } from './goals.ts'

const GOAL: Goal = { what: 'a figure', value: 1, limit: 1, unit: '× plain', noisy: false }

describe('a goal', () => {
  it.each([
    [0.9, 'met'],
    [1, 'met'],
    [1.004, 'met'],
    [1.006, 'missed'],
    [Number.NaN, 'missed'],
    [undefined, 'not measured'],
  ])('with %s at most 1 is %s', (value, verdict) => {
    expect(verdictOf({ ...GOAL, value })).toBe(verdict)
  })

  it('says what it asks for', () => {
    expect(barOf(GOAL)).toBe('≤ 1 × plain')
    expect(barOf({ ...GOAL, limit: 13, unit: 'KiB' })).toBe('≤ 13 KiB')
  })
})
