import type { Goal } from './goals.ts'
import { type Kept, measuredOn, type Section } from './part.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

/** Medians of a page with a list. */
export type ListFigures = {
  /** From the start of the navigation to the frame with the first entry. */
  firstMs: number
  heapMiB: number
  /** From a click on the first entry to the frame that shows its result. */
  pressMs: number
  /**
   * Script time of the page for such a click with everything that follows, and for a change by another user; null when
   * the page is not told.
   */
  ownScriptMs: number
  othersScriptMs: number | null
  /** The longest work of the page's main thread for one frame while the list is scrolled. */
  frameMs: number
}
export type ListsFigures = {
  few: number
  rows: { list: string; many: number; figures: { few: ListFigures; many: ListFigures } }[]
}

type Figure = keyof ListFigures
/** HS26: limits as multiples of the figures with few entries; for frames in milliseconds. */
const LIMITS: Record<Figure, { what: string; most: number; unit: 'ms' | 'MiB' }> = {
  pressMs: { what: 'press until painted', most: 1.5, unit: 'ms' },
  ownScriptMs: { what: 'script time of a press', most: 2, unit: 'ms' },
  othersScriptMs: { what: 'script time of another person’s change', most: 2, unit: 'ms' },
  firstMs: { what: 'first entry painted', most: 1.5, unit: 'ms' },
  heapMiB: { what: 'heap', most: 3, unit: 'MiB' },
  frameMs: { what: 'longest frame while scrolling', most: 32, unit: 'ms' },
}
const FIGURES = Object.keys(LIMITS) as Figure[]

type Row = { list: string; what: string; few: number; many: number; unit: string; goal: string; ratio: number }

/** Pages with long lists beside the same pages with short ones, as `npm run bench -- --only dashboard` stored them. */
export function listsSection(kept: Kept<ListsFigures>): Section {
  const rows = kept.rows.flatMap(({ list, many, figures }) =>
    FIGURES.flatMap((figure): Row[] => {
      const [one, other] = [figures.few[figure], figures.many[figure]]
      if (one === null || other === null) return []
      const { what, most, unit } = LIMITS[figure]
      const goal = figure === 'frameMs' ? `≤ ${most} ms` : `≤ ${most} ×`
      return [{ list: `${count(many)} ${list}`, what, few: one, many: other, unit, goal, ratio: other / one }]
    }),
  )
  const columns: readonly Column<Row>[] = [
    { title: 'list', isText: true, of: ({ list }) => list },
    { title: 'figure', isText: true, of: ({ what }) => what },
    { title: `with ${kept.few}`, of: ({ few, unit }) => `${few.toFixed(unit === 'ms' ? 0 : 1)} ${unit}` },
    { title: 'with all', of: ({ many, unit }) => `${many.toFixed(unit === 'ms' ? 0 : 1)} ${unit}` },
    { title: 'ratio', of: ({ ratio }) => ratio.toFixed(2) },
    { title: 'goal', of: ({ goal }) => goal },
  ]
  return {
    markdown: `## Long lists on the pages

Pages with a long list compared with the same pages with ${kept.few} entries, in one run: medians. A display holds at most 200 texts. Made by \`npm run bench -- --only dashboard\`.

${markdownTable(columns, rows)}

- **press until painted**: Hide on a card, Move down on a text, a tick on a file and a screen, Edit on a display, to the frame that shows it. **script time**: of the page and its preview in the seconds after the press.
- **longest frame**: processor time of the page's own thread. It does not include drawing the pixels without a graphics card.

${measuredOn(kept)}`,
    terminal: terminalTable(columns, rows),
    goals: rows.map(
      ({ list, what, many, ratio, goal }): Goal =>
        goal.endsWith('ms')
          ? { what: `${what}, ${list}`, value: many, limit: LIMITS.frameMs.most, unit: 'ms', noisy: false }
          : {
              what: `${what}, ${list}`,
              value: ratio,
              limit: Number.parseFloat(goal.slice(2)),
              unit: '× short list',
              noisy: false,
            },
    ),
  }
}
