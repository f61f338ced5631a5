import { LineId, pathOf, ROUTES, RowId, wordsOfValue } from '@placard/contract'
import { checkPortFree } from './children.ts'
import type { DisplayAccess } from './contestant.ts'
import type { Goal } from './goals.ts'
import { markerOf } from './marker.ts'
import { EVENT_BYTES } from './one-pass.ts'
import { definePart, measuredOn } from './part.ts'
import { personWith } from './placard-process.ts'
import { startPlacard } from './placard-server.ts'
import { type Figures, keyIn, lastReceipts } from './playlists.ts'
import type { Change } from './protocol.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

/** The number of displays that the goal is for [DT8]. */
const DISPLAYS = 200
const LISTENERS_EACH = 10

type Cells = { displays: number; listeners: number; oneDisplay: Figures; cell: Figures }

/** One changed cell of a table that texts of many displays show, compared with one change of a display with as many listeners. */
export const cells = definePart<Cells>({
  name: 'cells',
  async measure({ nextPort, tell }) {
    const port = nextPort()
    await checkPortFree(port)
    await using running = await startPlacard(port, EVENT_BYTES, DISPLAYS + 1)
    const { displays, placard } = running
    const [one, ...showing] = displays
    if (!one) throw new RangeError('a server without displays')
    const listeners = DISPLAYS * LISTENERS_EACH
    const oneDisplay = await lastReceipts(port, one.change, [{ path: one.streamPath, count: listeners }])
    tell(`one display with ${count(listeners)} listeners · last receipt ${oneDisplay.lastP50Ms.toFixed(1)} ms`)
    const change = await showEverywhere(placard.url, showing)
    const streams = showing.map(({ streamPath }) => ({ path: streamPath, count: LISTENERS_EACH }))
    const cell = await lastReceipts(port, change, streams)
    tell(`a cell on ${DISPLAYS} displays · last receipt ${cell.lastP50Ms.toFixed(1)} ms`)
    return { displays: DISPLAYS, listeners, oneDisplay, cell }
  },
  section(kept) {
    const rows = rowsOf(kept)
    const markdown = `## A cell on many displays

One change reaches ${count(kept.listeners)} listeners: first all of one display, then of ${kept.displays} displays whose texts show the same cell of a table, with ${kept.listeners / kept.displays} listeners each.

${markdownTable(COLUMNS, rows)}

- **last receipt**: time from the request until the last listener has the change.
- Each of the ${kept.displays} displays gets its own revision, read and document.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, rows), goals: goalsOf(kept) }
  },
})

/** Makes a table with one row, and a text with its cell on each display. @returns a change of that cell */
async function showEverywhere(url: string, displays: readonly DisplayAccess[]): Promise<Change> {
  const [first] = displays
  if (!first) throw new RangeError('no displays')
  const { organisationId } = keyIn(first.streamPath)
  const { call } = personWith(url, first.change.headers)
  const rowId = RowId.parse('soup')
  const { table } = await call('createTable', {
    params: { organisationId },
    body: {
      name: 'Menu',
      language: 'en',
      columns: [{ name: 'Dish', type: 'words' }],
      rows: [{ id: rowId, cells: { Dish: markerOf(0) } }],
    },
  })
  const columnId = table.columns[0]?.id
  if (columnId === undefined) throw new RangeError('a table without columns')
  const text = wordsOfValue({ of: 'cell', tableId: table.id, rowId, columnId })
  for (const { streamPath, change } of displays) {
    const lineId = LineId.parse(/lines\/([^/?]+)/.exec(change.path)?.[1])
    const params = { ...keyIn(streamPath), lineId }
    await call('updateLine', { params, body: { text } })
  }
  const { method } = ROUTES.updateRow
  const path = pathOf('updateRow', { organisationId, tableId: table.id, rowId })
  return { ...first.change, method, path, body: JSON.stringify({ cells: { Dish: markerOf(0) } }) }
}

type Row = Figures & { what: string; times: number }

function rowsOf({ displays, oneDisplay, cell }: Cells): Row[] {
  return [
    { what: 'a text of one display', ...oneDisplay, times: 1 },
    { what: `a cell on ${displays} displays`, ...cell, times: cell.lastP50Ms / oneDisplay.lastP50Ms },
  ]
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'change of', isText: true, of: ({ what }) => what },
  { title: 'last receipt p50 ms', of: ({ lastP50Ms }) => lastP50Ms.toFixed(1) },
  { title: 'p99 ms', of: ({ lastP99Ms }) => lastP99Ms.toFixed(1) },
  { title: '× one display', of: ({ times }) => times.toFixed(2) },
]

function goalsOf(kept: Cells): Goal[] {
  const [, cell] = rowsOf(kept)
  const what = `last receipt, a cell on ${DISPLAYS} displays with ${LISTENERS_EACH} listeners each`
  return [{ what, value: cell?.times, limit: 2, unit: '× one display', noisy: false }]
}
