import type { PairedScreen, Rotation, ScreenId, SetWall, Wall, WallNow } from '@placard/contract'

/** A wall as the page sends it. */
export type Wanted = NonNullable<SetWall['wall']>
export type Cell = { column: number; row: number }

export const isSameCell = (one: Cell, other: Cell) => one.column === other.column && one.row === other.row

export function wantedOf({ revision: _, ...wall }: Wall): Wanted {
  return wall
}

/** All cells, from the top left, row by row. */
export function cellsOf({ columns, rows }: Pick<Wanted, 'columns' | 'rows'>): Cell[] {
  return Array.from({ length: columns * rows }, (_, index) => ({
    column: index % columns,
    row: Math.floor(index / columns),
  }))
}

/**
 * Puts a screen into a cell. A screen that is there already gets the cell from which this one came, if it came from one.
 *
 * @param cell undefined: it is taken out of the wall
 */
export function withScreenAt(wall: Wanted, screenId: ScreenId, cell: Cell | undefined): Wanted {
  const from = wall.cells.find((one) => one.screenId === screenId)
  if (!cell) return from ? { ...wall, cells: wall.cells.filter((one) => one !== from) } : wall
  if (from && isSameCell(from, cell)) return wall
  const there = wall.cells.find((one) => isSameCell(one, cell))
  const others = wall.cells.filter((one) => one !== from && one !== there)
  const moved = there && from ? [{ column: from.column, row: from.row, screenId: there.screenId }] : []
  return { ...wall, cells: [...others, ...moved, { ...cell, screenId }] }
}

/** Screens whose cell is gone are taken out. */
export function resized(wall: Wanted, size: Pick<Wanted, 'columns' | 'rows'>): Wanted {
  const cells = wall.cells.filter(({ column, row }) => column < size.columns && row < size.rows)
  return { ...wall, ...size, cells }
}

const MM_PER_INCH = 25.4
/** The frame of a usual panel for walls. */
const USUAL_FRAME_MM = 1.8
const tenth = (mm: number) => Math.round(mm * 10) / 10

/** The visible size of a panel from its diagonal and from its pixels, as it hangs. */
export function panelSizeOf(
  { diagonalInches, about }: Pick<PairedScreen, 'diagonalInches' | 'about'>,
  rotation: Rotation,
) {
  const [width, height] = about.width > 0 && about.height > 0 ? [about.width, about.height] : [16, 9]
  const mm = (diagonalInches * MM_PER_INCH) / Math.hypot(width, height)
  const [long, short] = [tenth(width * mm), tenth(height * mm)]
  return rotation % 180 === 0
    ? { panelWidthMm: long, panelHeightMm: short }
    : { panelWidthMm: short, panelHeightMm: long }
}

/**
 * A new wall. The screens are in their cells by number, if there are as many as cells.
 *
 * @param like one of its screens, whose size counts for all
 */
export function newWall(
  size: Pick<Wanted, 'columns' | 'rows'>,
  screens: WallNow['screens'],
  like: Pick<PairedScreen, 'diagonalInches' | 'about'>,
  rotation: Rotation,
): Wanted {
  const places = cellsOf(size)
  const cells = screens.length === places.length ? places.map((cell, index) => ({ cell, screen: screens[index] })) : []
  return {
    ...size,
    ...panelSizeOf(like, rotation),
    frameSideMm: USUAL_FRAME_MM,
    frameTopMm: USUAL_FRAME_MM,
    cells: cells.flatMap(({ cell, screen }) => (screen ? [{ ...cell, screenId: screen.id }] : [])),
  }
}

/** Rows and columns that suit this many screens: as many columns as rows, or one more. */
export function usualSize(count: number): Pick<Wanted, 'columns' | 'rows'> {
  const sizes = [
    { columns: 2, rows: 1 },
    { columns: 3, rows: 1 },
    { columns: 2, rows: 2 },
    { columns: 3, rows: 2 },
    { columns: 3, rows: 3 },
    { columns: 4, rows: 3 },
    { columns: 4, rows: 4 },
  ]
  return sizes.findLast(({ columns, rows }) => columns * rows <= Math.max(2, count)) ?? { columns: 2, rows: 1 }
}
