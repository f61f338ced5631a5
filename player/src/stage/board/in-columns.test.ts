import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heightOf, inColumns } from './in-columns.ts'

const heights = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 60 })
const room = fc.integer({ min: 40, max: 400 })
const columns = fc.integer({ min: 1, max: 3 })

describe('the columns and pages of a board', () => {
  it('[DT3] hold every row once, in order', () => {
    fc.assert(
      fc.property(heights, room, columns, (all, roomPx, count) => {
        const ranges = inColumns(all, roomPx, count).flat()
        expect(ranges.flatMap(([from, to]) => all.slice(from, to))).toEqual(all)
        for (const [from, to] of ranges) expect(to).toBeGreaterThan(from)
      }),
    )
  })

  it('[DT3] are never higher than the room, except for a row that is', () => {
    fc.assert(
      fc.property(heights, room, columns, (all, roomPx, count) => {
        for (const page of inColumns(all, roomPx, count)) {
          expect(page.length).toBeLessThanOrEqual(count)
          for (const [from, to] of page) {
            if (to - from > 1) expect(heightOf(all, [[from, to]])).toBeLessThanOrEqual(roomPx)
          }
        }
      }),
    )
  })

  it('[DT3] of one page are about equally high', () => {
    expect(inColumns([10, 10, 10, 10, 10, 10], 100, 2)).toEqual([
      [
        [0, 3],
        [3, 6],
      ],
    ])
    expect(inColumns([10, 10, 10], 20, 1)).toEqual([[[0, 2]], [[2, 3]]])
  })
})
