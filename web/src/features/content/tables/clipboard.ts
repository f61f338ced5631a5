import { type Column, type Row, writeCell } from '@placard/contract'

/** Cells for the clipboard: tab-separated text and an HTML table, as Excel and Google Sheets read and write them. */
export function copiedCells(
  rows: readonly Row[],
  columns: readonly Column[],
  language: string,
): { text: string; html: string } {
  const texts = rows.map((row) => columns.map((column) => writeCell(column, row.cells[column.id], language)))
  const cell = (text: string) => `<td>${escaped(text).replaceAll('\n', '<br>')}</td>`
  const html = texts.map((line) => `<tr>${line.map(cell).join('')}</tr>`).join('')
  return { text: texts.map((line) => line.map(quoted).join('\t')).join('\n'), html: `<table>${html}</table>` }
}

/** A text with a tab, a quote or a line break stands in quotes, and its quotes are doubled. */
const quoted = (text: string) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
