import { describe, expect, it } from 'vitest'
import { percentile } from './percentile.ts'

describe('the percentile', () => {
  it('is a value that was measured', () => {
    expect(percentile([40, 10, 30, 20], 0.5)).toBe(20)
    expect(percentile([40, 10, 30, 20], 0.51)).toBe(30)
    expect(percentile([7], 0.01)).toBe(7)
  })

  it('is the worst of fewer than a hundred at 99 of 100, and the second worst of two hundred', () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
    expect(percentile(upTo(30), 0.99)).toBe(30)
    expect(percentile(upTo(200), 0.99)).toBe(198)
    expect(percentile(upTo(200), 1)).toBe(200)
  })

  it('leaves the order of what it was given alone', () => {
    const values = [3, 1, 2]
    percentile(values, 0.5)
    expect(values).toEqual([3, 1, 2])
  })

  it('does not make one up', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError)
  })
})
