import { type Row, type Table, writeCell } from '@placard/contract'

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
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${table.name.replace(/[\\/:*?"<>|]/g, ' ').trim() || 'table'}.${format}`
  link.click()
  URL.revokeObjectURL(link.href)
}

async function csvOf(table: Table, rows: readonly Row[]): Promise<Blob> {
  const { writeCsv } = await import('./files/csv.ts')
  const words = new Set(table.columns.flatMap(({ type }, at) => (type === 'words' ? [at] : [])))
  return new Blob([writeCsv(textsOf(table, rows), words)], { type: 'text/csv;charset=utf-8' })
}
