import { MAX_CELL_CHARACTERS, MAX_COLUMNS_PER_TABLE, MAX_ROWS_PER_TABLE, MAX_TABLE_BYTES } from '@placard/contract'
import { TableFileError } from './table-file-error.ts'

/** A file of this size cannot hold a table of MAX_TABLE_BYTES in any format, except with much that is no cell. */
export const MAX_FILE_BYTES = 8 * MAX_TABLE_BYTES

/** The most that is read of a file. The default is what fits into a table; of a wider file, some columns are chosen later. */
export type SizeLimits = { columns: number; characters: number; cellCharacters: number }

const OF_A_TABLE: SizeLimits = {
  columns: MAX_COLUMNS_PER_TABLE,
  characters: MAX_TABLE_BYTES,
  cellCharacters: MAX_CELL_CHARACTERS,
}

/** Empty cells and rows at the ends do not count. @throws TableFileError too-large */
export function requireSize(lines: readonly (readonly string[])[], limits = OF_A_TABLE): void {
  let characters = 0
  for (const line of lines) {
    const width = line.findLastIndex((text) => text !== '') + 1
    if (width > limits.columns) throw new TableFileError('too-large')
    for (const text of line) {
      characters += text.length
      if (text.length > limits.cellCharacters) throw new TableFileError('too-large')
    }
  }
  // One line may have the names of the columns.
  if (lines.length > MAX_ROWS_PER_TABLE + 1 || characters > limits.characters) throw new TableFileError('too-large')
}

/** Refuses a cell that no table has room for. Both are counted from 1. @throws TableFileError too-large */
export function requireCellAt(column: number, row: number): void {
  // Formatted but empty cells may stand beyond those with texts, within reason.
  if (column > 20 * MAX_COLUMNS_PER_TABLE || row > 20 * MAX_ROWS_PER_TABLE) throw new TableFileError('too-large')
}
