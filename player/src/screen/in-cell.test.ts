import type { ScreenInserts, WallPlace } from '@placard/contract'
import { placeOfInsert } from '@placard/playback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inCell } from './in-cell.ts'

const cell = (change: Partial<WallPlace> = {}): WallPlace => ({
  columns: 2,
  rows: 2,
  panelWidthMm: 960,
  panelHeightMm: 540,
  frameSideMm: 0,
  frameTopMm: 0,
  column: 0,
  row: 0,
  ...change,
})
const placed = (place: Parameters<typeof placeOfInsert>[0], at: WallPlace) =>
  inCell({ inserts: [{ id: 'one', items: [], ...placeOfInsert(place) }] } as unknown as ScreenInserts, at).inserts?.[0]

describe('an insert on one member of a wall', () => {
  it('[LY7] is in the corner of its own panel, above the band of the lowest row', () => {
    // The wall is 1,920 × 1,080. Its media area has 972 of the height, so the lower panels have 432 of 540.
    const [upper, lower] = [placed('top-right', cell({ column: 1 })), placed('bottom-left', cell({ row: 1 }))]
    // 30 % and 33 % of the panel, 2 % and 4 % off its edges.
    expect(upper?.landscape.x).toBeCloseTo(50 + (100 - 2 - 30) / 2, 6)
    expect(upper?.landscape.y).toBeCloseTo((0.04 * 540 * 100) / 972, 6)
    expect(upper?.landscape.width).toBeCloseTo(15, 6)
    expect(upper?.landscape.height).toBeCloseTo((0.33 * 540 * 100) / 972, 6)
    expect(lower?.landscape.x).toBeCloseTo(1, 6)
    expect((lower?.landscape.y ?? 0) + (lower?.landscape.height ?? 0)).toBeCloseTo(100 - (0.04 * 432 * 100) / 972, 6)
    expect(upper?.landscape).toMatchObject({ within: { width: 50, height: 50 } })
  })

  it('[LY7] has the shape of its panel: two portrait panels side by side are a landscape wall', () => {
    const panels = { panelWidthMm: 540, panelHeightMm: 960, rows: 1 }
    const side = placed('left', cell({ ...panels, column: 1 }))
    // On a portrait screen a side is the upper third.
    expect(side?.landscape).toMatchObject({ x: 50, y: 0, width: 50 })
    expect(side?.landscape.height).toBeCloseTo(33, 6)
    expect(side?.portrait).toEqual(side?.landscape)
  })

  it('[LY7] is within its cell and the media area, whatever the wall', () => {
    const mm = (from: number, to: number) => fc.integer({ min: from, max: to })
    const walls = fc
      .record({ columns: mm(1, 4), rows: mm(1, 4), panelWidthMm: mm(50, 5_000), panelHeightMm: mm(50, 5_000) })
      .chain((wall) =>
        fc.record({
          ...Object.fromEntries(Object.entries(wall).map(([name, value]) => [name, fc.constant(value)])),
          frameSideMm: mm(0, 100),
          frameTopMm: mm(0, 100),
          column: mm(0, wall.columns - 1),
          row: mm(0, wall.rows - 1),
        }),
      )
    const places = fc.constantFrom('top-left', 'bottom-right', 'left', 'right', 'top', 'bottom')
    fc.assert(
      fc.property(walls, places, (wall, place) => {
        const at = wall as unknown as WallPlace
        const rect = placed(place as never, at)?.landscape
        if (!rect) throw new Error('it has no place')
        const across = at.columns * at.panelWidthMm + (at.columns - 1) * 2 * at.frameSideMm
        const from = (at.column * (at.panelWidthMm + 2 * at.frameSideMm) * 100) / across
        expect(rect.x).toBeGreaterThanOrEqual(from - 1e-6)
        expect(rect.x + rect.width).toBeLessThanOrEqual(from + (at.panelWidthMm * 100) / across + 1e-6)
        expect(rect.height).toBeGreaterThanOrEqual(0)
        expect(rect.y + rect.height).toBeLessThanOrEqual(100 + 1e-6)
      }),
    )
  })
})
