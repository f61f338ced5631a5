import {
  type CellValue,
  type ChangeRows,
  type Column,
  ColumnId,
  type ErrorCode,
  MAX_COLUMNS_PER_TABLE,
  MAX_ROWS_PER_TABLE,
  type Row,
  type RowId,
  readCell,
} from '@placard/contract'
import { guessType } from '@placard/table-files'
import type { CellEdit } from './table-store.ts'

/** A rectangle of cells, by their numbers from 0. Both ends are inside. */
export type Range = { top: number; bottom: number; start: number; end: number }

/** A text that is no value of its column. */
export type Misfit = { text: string; column: string; row: number; code: ErrorCode }

export type PastePlan = {
  body: Pick<ChangeRows, 'columns' | 'update' | 'create'>
  /** The same changes of present cells, to be shown at once. */
  edits: CellEdit[]
  misfits: Misfit[]
  /** The cells that are filled. */
  range: Range
}

export type PasteProblem = 'too-many-rows' | 'too-many-columns'

type Place = { columns: readonly Column[]; rows: readonly Row[]; language: string }

/**
 * The changes of a paste. Rows and columns beyond the table are added. One text fills the whole selection, as in other
 * spreadsheets.
 *
 * @param texts rows of texts
 * @param at the selected cells
 * @param make makes ids and names
 */
export function planPaste(
  texts: readonly string[][],
  at: Range,
  { columns, rows, language }: Place,
  make: { columnId: () => string; rowId: () => RowId; columnName: (number: number) => string },
): PastePlan | PasteProblem {
  const isOne = texts.length === 1 && texts[0]?.length === 1
  const lines = isOne
    ? Array.from({ length: at.bottom - at.top + 1 }, () =>
        Array.from({ length: at.end - at.start + 1 }, () => texts[0]?.[0] ?? ''),
      )
    : texts
  const width = Math.max(1, ...lines.map((line) => line.length))
  if (at.start + width > MAX_COLUMNS_PER_TABLE) return 'too-many-columns'
  if (at.top + lines.length > MAX_ROWS_PER_TABLE) return 'too-many-rows'
  const added = Array.from({ length: Math.max(0, at.start + width - columns.length) }, (_, index) => {
    const number = columns.length + index
    const type = guessType(
      lines.map((line) => line[number - at.start] ?? ''),
      language,
    )
    return { id: ColumnId.parse(make.columnId()), name: make.columnName(number + 1), ...type }
  })
  const all: Pick<Column, 'id' | 'name' | 'type' | 'currency' | 'decimals'>[] = [...columns, ...added]
  const plan: PastePlan = {
    body: { columns: added, update: [], create: [] },
    edits: [],
    misfits: [],
    range: { top: at.top, bottom: at.top + lines.length - 1, start: at.start, end: at.start + width - 1 },
  }
  for (const [index, line] of lines.entries()) {
    const row = rows[at.top + index]
    const cells: Record<string, CellValue | null> = {}
    const was: Record<string, CellValue | null> = {}
    for (const [offset, text] of line.entries()) {
      const column = all[at.start + offset]
      if (!column) continue
      const read = readCell(column, text, language)
      if ('problem' in read) {
        plan.misfits.push({ text, column: column.name, row: at.top + index + 1, code: read.problem })
        continue
      }
      const before = row?.cells[column.id] ?? null
      if (before === read.value) continue
      cells[column.id] = read.value
      was[column.id] = before
      if (row) plan.edits.push({ rowId: row.id, columnId: column.id, was: before, value: read.value })
    }
    if (!row) plan.body.create.push({ id: make.rowId(), cells })
    else if (Object.keys(cells).length > 0) plan.body.update.push({ id: row.id, cells, was })
  }
  return plan
}
