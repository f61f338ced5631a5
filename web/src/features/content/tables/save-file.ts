import { type Row, type Table, writeCell } from '@placard/contract'
import { saveFile } from '../../../platform/ui/save-file.ts'

/** The cells of a table as texts, with the names of the columns above. Numbers and dates are as people write them in its language. */
export function textsOf(table: Table, rows: readonly Row[]): string[][] {
  return [
    table.columns.map(({ name }) => name),
    ...rows.map((row) => table.columns.map((column) => writeCell(column, row.cells[column.id], table.language))),
  ]
}

/** Saves a table as a file of this browser's user. The code for each format is only loaded with it. */
export async function saveTable(table: Table, rows: readonly Row[], format: 'csv' | 'xlsx'): Promise<void> {
  const blob =
    format === 'csv' ? await csvOf(table, rows) : await (await import('./files/xlsx.ts')).writeXlsx(table, rows)
  saveFile(`${table.name.replace(/[\\/:*?"<>|]/g, ' ').trim() || 'table'}.${format}`, blob)
}

async function csvOf(table: Table, rows: readonly Row[]): Promise<Blob> {
  const { writeCsv } = await import('./files/csv.ts')
  const words = new Set(table.columns.flatMap(({ type }, at) => (type === 'words' ? [at] : [])))
  return new Blob([writeCsv(textsOf(table, rows), words)], { type: 'text/csv;charset=utf-8' })
}
