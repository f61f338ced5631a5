import type { CellValue, ManifestBoard, ZoneOffsets } from '@placard/contract'
import { type BoardRow, boardAt } from './board-at.ts'
import { minutesInWords, writerOf } from './cells.ts'
import { boardWords } from './words.ts'

/** A board as a plain table of texts: the headings of its columns, and the cells of the rows that are on. */
export type ToldBoard = { headings: string[]; rows: string[][]; until: number }

/** For people who read a board instead of seeing it. Pictures are left out. */
export function toldBoard(board: ManifestBoard, at: number, zoneOffsets: ZoneOffsets | undefined): ToldBoard {
  const words = boardWords(board.language)
  const { rows, until } = boardAt(board, at, zoneOffsets)
  const columns = board.columns
    .map((column, index) => ({ ...column, write: writerOf(board, index), index }))
    .filter(({ type, hidden }) => type !== 'picture' && !hidden)
  const states = rows.map((row) => stateOf(row, board))
  const hasState = states.some((state) => state !== '')
  const textOf = (value: CellValue | null | undefined, write: (value: CellValue | null | undefined) => string) =>
    value === true ? '✓' : write(value)
  return {
    headings: [...columns.map(({ name }) => name), ...(hasState ? [words.state] : [])],
    rows: rows.map(({ cells }, index) => [
      ...columns.map(({ write, index: place }) => textOf(cells[place], write)),
      ...(hasState ? [states[index] as string] : []),
    ]),
    until,
  }
}

function stateOf({ minutes, isNow }: BoardRow, { look, language }: ManifestBoard): string {
  if (minutes !== undefined) return minutesInWords(minutes, language)
  if (!isNow) return ''
  return look === 'days' ? boardWords(language).today : minutesInWords(0, language)
}
