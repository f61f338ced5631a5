import type { Goal } from './goals.ts'
import { type Kept, measuredOn, type Section } from './part.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

/** Of the page of one table. `keyMs`: work of the page's main thread for one key that is typed into a cell. */
export type TablePageFigures = { firstMs: number; keyP50Ms: number; keyP95Ms: number; heapMiB: number }
export type TablePage = {
  few: number
  many: number
  keys: number
  figures: { few: TablePageFigures; many: TablePageFigures }
}

type Figure = keyof TablePageFigures
/** DT8. `most`: for the full table. The others are shown only. */
const FIGURES: Record<Figure, { what: string; unit: 'ms' | 'MiB'; most?: number }> = {
  firstMs: { what: 'first row painted', unit: 'ms', most: 1_000 },
  keyP50Ms: { what: 'a key in a cell, p50', unit: 'ms' },
  keyP95Ms: { what: 'a key in a cell, p95', unit: 'ms', most: 16 },
  heapMiB: { what: 'heap', unit: 'MiB' },
}

/** The page of a table with 2,000 rows beside one with few rows, as `npm run bench -- --only table-page` stored it. */
export function tablePageSection(kept: Kept<TablePage>): Section {
  const { few, many, keys, figures } = kept
  const rows = (Object.keys(FIGURES) as Figure[]).map((figure) => {
    const { what, unit, most } = FIGURES[figure]
    return { what, unit, most, one: figures.few[figure], all: figures.many[figure] }
  })
  type Row = (typeof rows)[number]
  const shown = (value: number, { unit }: Row) => `${value.toFixed(1)} ${unit}`
  const columns: readonly Column<Row>[] = [
    { title: 'figure', isText: true, of: ({ what }) => what },
    { title: `${few} rows`, of: (row) => shown(row.one, row) },
    { title: `${count(many)} rows`, of: (row) => shown(row.all, row) },
    { title: 'ratio', of: ({ one, all }) => (all / one).toFixed(2) },
    { title: 'goal', of: ({ most, unit }) => (most === undefined ? '' : `≤ ${count(most)} ${unit}`) },
  ]
  const markdown = `## The page of a table

The same page with ${few} and with ${count(many)} rows of seven columns, in one run. Made by \`npm run bench -- --only table-page\`.

${markdownTable(columns, rows)}

- **first row painted**: from the start of the navigation to the frame with the first cell; median.
- **a key in a cell**: work of the page's main thread (script, style and layout) for one key that is typed into a cell, of ${keys} keys.

${measuredOn(kept)}`
  const goals = rows.flatMap(({ what, most, all }): Goal[] =>
    most === undefined
      ? []
      : [{ what: `${what}, table of ${count(many)} rows`, value: all, limit: most, unit: 'ms', noisy: false }],
  )
  return { markdown, terminal: terminalTable(columns, rows), goals }
}
