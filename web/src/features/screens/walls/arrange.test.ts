import { ScreenId, SetWall } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newWall, panelSizeOf, resized, usualSize, type Wanted, withScreenAt } from './arrange.ts'

const idOf = (index: number) => ScreenId.parse(String(index).padStart(32, '0'))
const measures = { panelWidthMm: 1_000, panelHeightMm: 600, frameSideMm: 2, frameTopMm: 2 }
const wall = (cells: Wanted['cells'], columns = 2, rows = 2): Wanted => ({ columns, rows, ...measures, cells })
const at = (column: number, row: number, index: number) => ({ column, row, screenId: idOf(index) })
const about = { browser: 'Chrome', width: 1_920, height: 1_080, timeZone: 'UTC' }

describe('arranging a wall', () => {
  it('[LY8] two screens change places, and one from outside takes the place of another', () => {
    const both = wall([at(0, 0, 1), at(1, 0, 2)])
    expect(withScreenAt(both, idOf(1), { column: 1, row: 0 }).cells).toEqual([at(0, 0, 2), at(1, 0, 1)])
    expect(withScreenAt(both, idOf(3), { column: 1, row: 0 }).cells).toEqual([at(0, 0, 1), at(1, 0, 3)])
    expect(withScreenAt(both, idOf(1), undefined).cells).toEqual([at(1, 0, 2)])
    expect(withScreenAt(both, idOf(1), { column: 0, row: 0 })).toBe(both)
  })

  it('[LY8] a smaller wall takes out the screens whose cells are gone', () => {
    const all = wall([at(0, 0, 1), at(1, 0, 2), at(0, 1, 3)])
    expect(resized(all, { columns: 1, rows: 2 }).cells).toEqual([at(0, 0, 1), at(0, 1, 3)])
  })

  it('[LY8] whatever is moved, the server can take the wall', () => {
    const cell = fc.option(fc.record({ column: fc.nat(2), row: fc.nat(1) }), { nil: undefined })
    fc.assert(
      fc.property(fc.array(fc.record({ index: fc.nat(7), cell }), { maxLength: 30 }), (moves) => {
        const moved = moves.reduce((one, { index, cell }) => withScreenAt(one, idOf(index), cell), wall([], 3, 2))
        expect(SetWall.safeParse({ wall: moved }).success).toBe(true)
      }),
    )
  })

  it('[LY8] a new wall has the size of its panels from their diagonal, turned as they hang', () => {
    const like = { diagonalInches: 55, about }
    expect(panelSizeOf(like, 0)).toEqual({ panelWidthMm: 1_217.6, panelHeightMm: 684.9 })
    expect(panelSizeOf(like, 90)).toEqual({ panelWidthMm: 684.9, panelHeightMm: 1_217.6 })
    const screens = [1, 2].map((number) => ({
      id: idOf(number),
      name: `Screen ${number}`,
      place: '',
      number,
      isConnected: true,
    }))
    expect(newWall({ columns: 2, rows: 1 }, screens, like, 0).cells).toEqual([at(0, 0, 1), at(1, 0, 2)])
    expect(newWall({ columns: 2, rows: 2 }, screens, like, 0).cells).toEqual([])
    expect([1, 2, 3, 4, 5, 6, 9, 20].map((count) => Object.values(usualSize(count)).join('×'))).toEqual([
      '2×1',
      '2×1',
      '3×1',
      '2×2',
      '2×2',
      '3×2',
      '3×3',
      '4×4',
    ])
  })
})
