import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countReload } from './reload.ts'

describe('reloading', () => {
  it('[Q8] at most three times in ten minutes, whenever it is asked', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 200_000 }), { maxLength: 200 }), (gaps) => {
        let now = 0
        let history: number[] = []
        const done: number[] = []
        for (const gap of gaps) {
          now += gap
          const counted = countReload(history, now)
          if (!counted) continue
          history = counted
          done.push(now)
        }
        for (const at of done)
          expect(done.filter((other) => other >= at && other < at + 600_000).length).toBeLessThanOrEqual(3)
      }),
    )
  })

  it('[Q8] [F33] a clock that was put back neither frees nor locks it for ever', () => {
    const future = [9e12, 9e12, 9e12]
    expect(countReload(future, 1_000)).toBeUndefined()
    expect(countReload([1, 2, 3], 3 + 600_000)).toEqual([600_003])
  })
})
