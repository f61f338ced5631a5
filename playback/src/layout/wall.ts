import type { WallPlace } from '@placard/contract'

/** The measurements that decide the shape of a wall. */
export type WallShape = Pick<
  WallPlace,
  'columns' | 'rows' | 'panelWidthMm' | 'panelHeightMm' | 'frameSideMm' | 'frameTopMm'
>

/** A rectangle, from the left and the top of the wall's picture. */
export type WallRect = { left: number; top: number; width: number; height: number }

/**
 * The size of a wall's picture in millimetres, with the frames between its screens [LY8]. The frames around the wall do not count.
 */
export function wallSizeOf(wall: WallShape): { widthMm: number; heightMm: number } {
  const { columns, rows, panelWidthMm, panelHeightMm, frameSideMm, frameTopMm } = wall
  return {
    widthMm: columns * panelWidthMm + (columns - 1) * 2 * frameSideMm,
    heightMm: rows * panelHeightMm + (rows - 1) * 2 * frameTopMm,
  }
}

/** The part of the picture that a cell shows, in millimetres. Two frames lie between neighbours. */
export function cellRectOf(wall: WallShape, { column, row }: { column: number; row: number }): WallRect {
  const { panelWidthMm, panelHeightMm, frameSideMm, frameTopMm } = wall
  return {
    left: column * (panelWidthMm + 2 * frameSideMm),
    top: row * (panelHeightMm + 2 * frameTopMm),
    width: panelWidthMm,
    height: panelHeightMm,
  }
}

/**
 * The size of the whole picture in pixels of one screen, and the place of the screen's part in it. All are whole pixels, so that
 * letters stay sharp.
 *
 * @param screen the size of the screen as it hangs, in px
 */
export function pictureFor(place: WallPlace, screen: { width: number; height: number }): WallRect {
  const { widthMm, heightMm } = wallSizeOf(place)
  const cell = cellRectOf(place, place)
  const across = screen.width / place.panelWidthMm
  const down = screen.height / place.panelHeightMm
  return {
    left: Math.round(cell.left * across),
    top: Math.round(cell.top * down),
    width: Math.round(widthMm * across),
    height: Math.round(heightMm * down),
  }
}
