import type { BoardLook, BoardPart } from './board-looks.ts'
import type { CellValue, ColumnType } from './table.ts'

// Without Zod, because the player reads boards too.

/** A column that a board shows, or needs to decide which rows are on. */
export type BoardColumn = {
  name: string
  type: ColumnType
  /** With `money` only. ISO 4217. */
  currency?: string | undefined
  /** With `number` only: the decimals that each number is written with at least. */
  decimals?: number | undefined
  /** Absent: it is a column of the plain look, or decides only which rows are on. */
  part?: BoardPart | undefined
  /** It is not drawn. */
  hidden?: true | undefined
}

/**
 * The board in a manifest: the rows that the table has for it, in order, without those that its filters leave out at any time.
 * `boardAt` decides which of them are on at a moment.
 */
export type ManifestBoard = {
  look: BoardLook
  title: string
  /** BCP 47, of the table. Numbers and dates are written as in this language. */
  language: string
  columns: BoardColumn[]
  /** The cells of each row, in the order of `columns`. null: empty. Pictures are addresses of stored files. */
  rows: (CellValue | null)[][]
  /** The indices of date columns whose cells must be today. Absent: none. */
  today?: number[] | undefined
  /** Dates return every year. */
  yearly?: true | undefined
  /** The stored files of the pictures. */
  pictures?: { url: string; sha256: string; sizeBytes: number }[] | undefined
}

/**
 * Reads the board of an item in a manifest. Its look may be one of a newer version, which `LOOK_PARTS` does not have.
 *
 * @returns undefined if it is not a board
 */
export function readBoard(value: unknown): ManifestBoard | undefined {
  const { columns, rows } = Object(value)
  return Array.isArray(columns) && Array.isArray(rows) ? (value as ManifestBoard) : undefined
}
