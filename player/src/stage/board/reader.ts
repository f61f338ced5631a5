import type { BoardColumn, BoardPart, CellValue, ManifestBoard } from '@placard/contract'
import { type BoardRow, writerOf } from '@placard/playback'

/** Reads the cells of a board by the parts that its columns play. */
export type Reader = {
  /** The columns that are drawn, with their places in a row. */
  columns: (BoardColumn & { index: number })[]
  /** The language of its table. BCP 47. */
  language: string
  has: (part: BoardPart) => boolean
  /** The name of the column. */
  nameOf: (part: BoardPart) => string
  /** Undefined: the cell is empty, or no column plays the part. */
  valueOf: (row: BoardRow, part: BoardPart) => CellValue | undefined
  /** The cell as people read it. Empty: there is nothing to read. */
  textOf: (row: BoardRow, part: BoardPart) => string
  /** The text of the cell in a column. */
  textAt: (row: BoardRow, index: number) => string
  /** The texts of all rows of a part, also of those that are not on now. */
  all: (part: BoardPart) => string[]
  /** The title and the words of the first rows, which decide the direction and the height of lines. */
  text: string
  /** The layout begins anew when this changes. */
  frame: string
}

const ROWS_OF_TEXT = 20

export function createReader(board: ManifestBoard): Reader {
  const { columns, rows, title, language } = board
  const writers = columns.map((_, index) => writerOf(board, index))
  const places = new Map<BoardPart, number>()
  columns.forEach(({ part }, index) => {
    if (part !== undefined) places.set(part, index)
  })
  const placeOf = (part: BoardPart) => places.get(part) ?? -1
  const textAt = ({ cells }: Pick<BoardRow, 'cells'>, index: number) => writers[index]?.(cells[index]) ?? ''
  const wordsOf = (cells: readonly (CellValue | null)[]) => cells.filter((_, index) => columns[index]?.type === 'words')
  const words = ([] as (CellValue | null)[]).concat(...rows.slice(0, ROWS_OF_TEXT).map(wordsOf))
  return {
    columns: columns.map((column, index) => ({ ...column, index })).filter(({ hidden }) => !hidden),
    language,
    has: (part) => placeOf(part) >= 0,
    nameOf: (part) => columns[placeOf(part)]?.name ?? '',
    valueOf: ({ cells }, part) => cells[placeOf(part)] ?? undefined,
    textOf: (row, part) => textAt(row, placeOf(part)),
    textAt,
    all: (part) => rows.map((cells) => textAt({ cells }, placeOf(part))),
    text: [title, ...words].join(' ').trim(),
    frame: JSON.stringify(columns),
  }
}
