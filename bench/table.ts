/** One column of a table. */
export type Column<Row> = {
  title: string
  /** Text is aligned left, numbers are aligned right. */
  isText?: true
  of: (row: Row) => string
}

/** The table for a terminal. */
export function terminalTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...cellsOf(columns, rows)]
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const aligned = (cell: string, column: number) =>
    columns[column]?.isText ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(aligned).join('  ').trimEnd()).join('\n')
}

/** The table as Markdown. */
export function markdownTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const rule = columns.map(({ isText }) => (isText ? '---' : '---:'))
  const lines = [columns.map(({ title }) => title), rule, ...cellsOf(columns, rows)]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function cellsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[][] {
  return rows.map((row) => columns.map(({ of }) => of(row)))
}

/** A whole number with separators: 10,000. */
export function count(value: number): string {
  return value.toLocaleString('en')
}
