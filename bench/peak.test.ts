import { describe, expect, it } from 'vitest'
import { peakWithin } from './peak.ts'

describe('the peak', () => {
  it('is found wherever its second begins', () => {
    expect(peakWithin([0, 900, 1_100, 1_200, 1_899, 3_000], 1_000)).toBe(4)
    expect(peakWithin([1_100, 0, 900], 1_000)).toBe(2)
  })

  it('counts neither end twice', () => {
    expect(peakWithin([0, 1_000, 2_000], 1_000)).toBe(1)
    expect(peakWithin([5, 5, 5], 1_000)).toBe(3)
    expect(peakWithin([], 1_000)).toBe(0)
  })
})
