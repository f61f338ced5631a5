import {
  type CellValue,
  type ChangeRows,
  type Column,
  ColumnId,
  type Row,
  type RowId,
  readCell,
  type Table,
} from '@placard/contract'
import type { GuessedTable } from '@placard/table-files'
import type { Misfit } from './paste-plan.ts'

export type ImportPlan = { body: Pick<ChangeRows, 'columns' | 'update' | 'create'>; misfits: Misfit[] }

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * The changes by which the rows of a file come into a table. Columns with the same names are the same; others are added. With a
 * key, a row with a known key changes that row. Every other row is added at the end.
 *
 * @param make makes ids
 */
export function planImport(
  { columns: found, rows: lines }: GuessedTable,
  { columns, keyColumnId, language }: Table,
  rows: readonly Row[],
  make: { columnId: () => string; rowId: () => RowId },
): ImportPlan {
  const added: ImportPlan['body']['columns'] = []
  const targets = found.map((one): Pick<Column, 'id' | 'name' | 'type' | 'currency' | 'decimals'> => {
    const known = columns.find(({ name }) => isSameName(name, one.name))
    if (known) return known
    const column = { id: ColumnId.parse(make.columnId()), ...one }
    added.push(column)
    return column
  })
  const byKey = new Map<CellValue, Row>()
  if (keyColumnId !== null) {
    for (const row of rows) {
      const value = row.cells[keyColumnId]
      if (value !== undefined) byKey.set(value, row)
    }
  }
  const plan: ImportPlan = { body: { columns: added, update: [], create: [] }, misfits: [] }
  for (const [index, line] of lines.entries()) {
    const cells: Record<string, CellValue | null> = {}
    for (const [at, text] of line.entries()) {
      const column = targets[at]
      if (!column) continue
      const read = readCell(column, text, language)
      if ('problem' in read) plan.misfits.push({ text, column: column.name, row: index + 1, code: read.problem })
      else cells[column.id] = read.value
    }
    const key = keyColumnId === null ? undefined : cells[keyColumnId]
    const known = key === null || key === undefined ? undefined : byKey.get(key)
    if (known) {
      byKey.delete(key as CellValue)
      plan.body.update.push({ id: known.id, cells })
    } else plan.body.create.push({ id: make.rowId(), cells })
  }
  return plan
}
