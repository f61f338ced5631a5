import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellRectOf, pictureFor, wallSizeOf } from './wall.ts'

const mm = (from: number, to: number) => fc.integer({ min: from * 10, max: to * 10 }).map((tenths) => tenths / 10)
const shape = fc.record({
  columns: fc.integer({ min: 1, max: 4 }),
  rows: fc.integer({ min: 1, max: 4 }),
  panelWidthMm: mm(50, 5_000),
  panelHeightMm: mm(50, 5_000),
  frameSideMm: mm(0, 100),
  frameTopMm: mm(0, 100),
})
const screen = fc.record({ width: fc.integer({ min: 200, max: 7_680 }), height: fc.integer({ min: 200, max: 7_680 }) })

describe('the picture of a wall', () => {
  it('[LY8] the cells cover it without an overlap, with two frames between neighbours', () => {
    fc.assert(
      fc.property(shape, (wall) => {
        const { widthMm, heightMm } = wallSizeOf(wall)
        for (let row = 0; row < wall.rows; row += 1) {
          for (let column = 0; column < wall.columns; column += 1) {
            const { left, top, width, height } = cellRectOf(wall, { column, row })
            const next = cellRectOf(wall, { column: column + 1, row: row + 1 })
            expect(next.left - (left + width)).toBeCloseTo(2 * wall.frameSideMm, 6)
            expect(next.top - (top + height)).toBeCloseTo(2 * wall.frameTopMm, 6)
            if (column === wall.columns - 1) expect(left + width).toBeCloseTo(widthMm, 6)
            if (row === wall.rows - 1) expect(top + height).toBeCloseTo(heightMm, 6)
          }
        }
        expect(cellRectOf(wall, { column: 0, row: 0 })).toMatchObject({ left: 0, top: 0 })
      }),
    )
  })

  it('[LY8] on every screen its part is within the picture, and the gap is as wide as the frames', () => {
    fc.assert(
      fc.property(shape, screen, (wall, size) => {
        const all = []
        for (let column = 0; column < wall.columns; column += 1) {
          const part = pictureFor({ ...wall, column, row: wall.rows - 1 }, size)
          all.push(part)
          expect(part.left).toBeGreaterThanOrEqual(0)
          // Whole pixels, so a part may be off by one at the far edge.
          expect(part.left + size.width).toBeLessThanOrEqual(part.width + 1)
          expect(part.top + size.height).toBeLessThanOrEqual(part.height + 1)
          expect(part.width).toBe(all[0]?.width)
        }
        const [first, second] = all
        if (!first || !second) return
        const gapPx = (2 * wall.frameSideMm * size.width) / wall.panelWidthMm
        expect(Math.abs(second.left - first.left - size.width - gapPx)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('[LY8] two by two Full HD screens of 55 inches with a frame of 3.5 mm', () => {
    const wall = { columns: 2, rows: 2, panelWidthMm: 1_210, panelHeightMm: 680, frameSideMm: 3.5, frameTopMm: 3.5 }
    expect(pictureFor({ ...wall, column: 1, row: 1 }, { width: 1_920, height: 1_080 })).toEqual({
      left: 1_931,
      top: 1_091,
      width: 3_851,
      height: 2_171,
    })
  })
})
