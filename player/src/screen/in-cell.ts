import { MEDIA_AREA_SHARE, type Place, type Rect, type ScreenInserts, type WallPlace } from '@placard/contract'
import { cellRectOf, wallSizeOf } from '@placard/playback'
import type { Room } from '../stage/kind-props.ts'

/**
 * [LY7] The inserts on one member of a wall, in its own cell: an insert in the top right corner is in the top right corner of that
 * panel. The stage is as large as the wall, so the places are converted into percent of the wall's media area.
 */
export function inCell(inserts: ScreenInserts, cell: WallPlace): ScreenInserts {
  const { widthMm, heightMm } = wallSizeOf(cell)
  const { left, top, width, height } = cellRectOf(cell, cell)
  const areaMm = heightMm * MEDIA_AREA_SHARE
  // The band of the ticker is at the bottom of the lowest row alone.
  const aboveBand = Math.max(0, Math.min(height, areaMm - top))
  const shape: keyof Place = width >= height ? 'landscape' : 'portrait'
  const within = { width: (width / widthMm) * 100, height: (height / heightMm) * 100 }
  const placed = (rect: Rect): Room => ({
    x: ((left + (rect.x / 100) * width) / widthMm) * 100,
    y: ((top + (rect.y / 100) * aboveBand) / areaMm) * 100,
    width: (rect.width * width) / widthMm,
    height: (rect.height * aboveBand) / areaMm,
    within,
  })
  return {
    ...inserts,
    inserts: inserts.inserts?.map((one) => {
      const own = placed(one[shape])
      return { ...one, landscape: own, portrait: own }
    }),
  }
}
