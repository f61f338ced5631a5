import type { Goal } from './goals.ts'
import { type Kept, measuredOn, type Section } from './part.ts'
import { type Column, markdownTable, terminalTable } from './table.ts'

/** `slow`: a network of 10 Mbit/s with 40 ms latency, and a processor four times slower. */
export type Way = 'plain' | 'slow'

/** Milliseconds from the start of the navigation; `shift` is the sum of layout shifts without input. */
export type Paint = { firstMs: number; largestMs: number; shift: number }
export type PageRow = Paint & { page: string; way: Way }
/** Milliseconds from the click to the frame with the dialog, when it is opened for the first time: the median, and the most. */
export type Opening = { dialog: string; way: Way; usualMs: number; longestMs: number }
export type PageFigures = { goals: Record<Way | 'shift' | 'opening', number>; rows: PageRow[]; openings: Opening[] }

/** The page that the others are compared with. */
export const BARE = 'bare'

const nameOf = (way: Way) => (way === 'plain' ? 'loopback' : '10 Mbit/s, processor ÷ 4')

const columnsFor = (goals: PageFigures['goals']): readonly Column<PageRow>[] => [
  { title: 'page', isText: true, of: ({ page }) => page },
  { title: 'connection', isText: true, of: ({ way }) => nameOf(way) },
  { title: 'first paint ms', of: ({ firstMs }) => firstMs.toFixed(0) },
  { title: 'largest paint ms', of: ({ largestMs }) => largestMs.toFixed(0) },
  { title: 'goal', of: ({ page, way }) => (page === BARE ? '' : `≤ ${goals[way]}`) },
  { title: 'shift', of: ({ shift }) => shift.toFixed(3) },
]

const OPENING_COLUMNS: readonly Column<Opening>[] = [
  { title: 'dialog', isText: true, of: ({ dialog }) => dialog },
  { title: 'connection', isText: true, of: ({ way }) => nameOf(way) },
  { title: 'ms', of: ({ usualMs }) => usualMs.toFixed(0) },
  { title: 'longest', of: ({ longestMs }) => longestMs.toFixed(0) },
]

/** The paint times of the dashboard's pages, as `npm run bench -- --only pages` stored them. */
export function pagesSection(kept: Kept<PageFigures>): Section {
  const columns = columnsFor(kept.goals)
  return {
    markdown: `## Paint times of pages

Each page is opened repeatedly by a browser that has never loaded it. The table has the medians, and for shifts the maximum. *${BARE}* is a page with one sentence. Made by \`npm run bench -- --only pages\`.

${markdownTable(columns, kept.rows)}

- **first paint**, **largest paint**: time from the start of the navigation. The goal is for the largest.
- **shift**: movement of content without an action, as the browser sums it up; at most ${kept.goals.shift}.

The first opening of each dialog of the dashboard, after the page has finished its idle downloads: time from the press to the frame that shows it. The goal is for the median on the fast connection.

${markdownTable(OPENING_COLUMNS, kept.openings)}

${measuredOn(kept)}`,
    terminal: `${terminalTable(columns, kept.rows)}\n\n${terminalTable(OPENING_COLUMNS, kept.openings)}`,
    goals: goalsOf(kept),
  }
}

function goalsOf({ goals, rows, openings }: PageFigures): Goal[] {
  const openedMs = openings.filter(({ way }) => way === 'plain').map(({ usualMs }) => usualMs)
  const ours = rows.filter(({ page }) => page !== BARE)
  return [
    ...ours.map(
      ({ page, way, largestMs }): Goal => ({
        what: `largest paint of ${page}, ${nameOf(way)}`,
        value: largestMs,
        limit: goals[way],
        unit: 'ms',
        noisy: false,
      }),
    ),
    {
      what: 'largest layout shift of a page',
      value: Math.max(...ours.map(({ shift }) => shift)),
      limit: goals.shift,
      unit: 'in all',
      noisy: false,
    },
    {
      what: 'slowest first opening of a dialog',
      value: openedMs.length > 0 ? Math.max(...openedMs) : undefined,
      limit: goals.opening,
      unit: 'ms',
      noisy: false,
    },
  ]
}
