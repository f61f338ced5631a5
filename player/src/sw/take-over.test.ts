import { describe, expect, it } from 'vitest'
import { createTakeOver, SPREAD_MS } from './take-over.ts'

describe('taking over a new build', () => {
  it('[F38] happens at the first boundary after a moment of its own within ten minutes', () => {
    const takeOver = createTakeOver('old', () => 0.5)
    expect(takeOver.boundary(0)).toBe(false)
    takeOver.told('new', 1_000)
    expect(takeOver.boundary(1_000 + SPREAD_MS / 2 - 1)).toBe(false)
    expect(takeOver.boundary(1_000 + SPREAD_MS / 2)).toBe(true)
  })

  it('[F38] told again, it keeps its moment; told that the own is right, it forgets', () => {
    const takeOver = createTakeOver('old', () => 0.5)
    takeOver.told('new', 0)
    takeOver.told('new', SPREAD_MS / 2)
    expect(takeOver.boundary(SPREAD_MS / 2)).toBe(true)
    takeOver.told('old', SPREAD_MS / 2)
    expect(takeOver.boundary(9 * SPREAD_MS)).toBe(false)
  })
})
