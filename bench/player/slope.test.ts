import { describe, expect, it } from 'vitest'
import { slopeOf } from './slope.ts'

describe('slopeOf', () => {
  it('is that of a line, without doubt', () => {
    const { perX, confidence } = slopeOf([0, 1, 2, 5].map((x) => ({ x, y: 3 - 2 * x })))
    expect(perX).toBeCloseTo(-2, 9)
    expect(confidence).toBeCloseTo(0, 9)
  })

  it('doubts itself as much as the points differ', () => {
    // Calculated by hand: Sxx = 5, Sxy = 1, residual 0.8, Student’s t for two degrees of freedom 4.3.
    const { perX, confidence } = slopeOf([
      { x: 0, y: 1 },
      { x: 1, y: 2 },
      { x: 2, y: 1 },
      { x: 3, y: 2 },
    ])
    expect(perX).toBeCloseTo(0.2, 9)
    expect(confidence).toBeCloseTo(4.3 * Math.sqrt(0.8 / 2 / 5), 9)
  })

  it('refuses what has none', () => {
    expect(() => slopeOf([{ x: 0, y: 0 }])).toThrow(RangeError)
    expect(() => slopeOf([1, 1, 1].map((x) => ({ x, y: x })))).toThrow(RangeError)
  })
})
