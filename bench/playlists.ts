import { fileURLToPath } from 'node:url'
import { DisplayId, type DisplayKey, OrganisationId, pathOf, ROUTES } from '@placard/contract'
import { ask } from './asking.ts'
import { checkPortFree, startChild } from './children.ts'
import type { DisplayAccess } from './contestant.ts'
import type { Goal } from './goals.ts'
import { markerOf } from './marker.ts'
import { EVENT_BYTES } from './one-pass.ts'
import { definePart, measuredOn } from './part.ts'
import { percentile } from './percentile.ts'
import { personWith } from './placard-process.ts'
import { startPlacard } from './placard-server.ts'
import type { Change, Order, Report } from './protocol.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

const LISTENERS = fileURLToPath(new URL('./listeners.ts', import.meta.url))
/** The number of displays that the goal is for. */
const DISPLAYS = 200
const LISTENERS_EACH = 10
const WARM_UP = { rounds: 10, pauseMs: 50 }
const ROUNDS = { rounds: 60, pauseMs: 100 }
const SETTLE_MS = 2_000

/** The times until the last listener has a change. */
export type Figures = { lastP50Ms: number; lastP99Ms: number }
type Playlists = { displays: number; listeners: number; oneDisplay: Figures; playlist: Figures }

/** One change of a playlist that many displays include, compared with one change of a display with as many listeners. */
export const playlists = definePart<Playlists>({
  name: 'playlists',
  async measure({ nextPort, tell }) {
    const port = nextPort()
    await checkPortFree(port)
    await using running = await startPlacard(port, EVENT_BYTES, DISPLAYS + 1)
    const { displays, placard } = running
    const [one, ...including] = displays
    if (!one) throw new RangeError('a server without displays')
    const listeners = DISPLAYS * LISTENERS_EACH
    const change = await includeEverywhere(placard.url, including)
    const oneDisplay = await lastReceipts(port, one.change, [{ path: one.streamPath, count: listeners }])
    tell(`one display with ${count(listeners)} listeners · last receipt ${oneDisplay.lastP50Ms.toFixed(1)} ms`)
    const streams = including.map(({ streamPath }) => ({ path: streamPath, count: LISTENERS_EACH }))
    const playlist = await lastReceipts(port, change, streams)
    tell(`a playlist on ${DISPLAYS} displays · last receipt ${playlist.lastP50Ms.toFixed(1)} ms`)
    return { displays: DISPLAYS, listeners, oneDisplay, playlist }
  },
  section(kept) {
    const rows = rowsOf(kept)
    const markdown = `## A playlist on many displays

One change reaches ${count(kept.listeners)} listeners: first all of one display, then of ${kept.displays} displays that include the same playlist, with ${kept.listeners / kept.displays} listeners each.

${markdownTable(COLUMNS, rows)}

- **last receipt**: time from the request until the last listener has the change.
- Each of the ${kept.displays} displays gets its own revision, read and document.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, rows), goals: goalsOf(kept) }
  },
})

/** Creates a playlist, adds it to all displays, and changes its line. @returns that change */
export async function includeEverywhere(url: string, displays: readonly DisplayAccess[]): Promise<Change> {
  const [first] = displays
  if (!first) throw new RangeError('no displays')
  const keys = displays.map(({ streamPath }) => keyIn(streamPath))
  const organisationId = keys[0]?.organisationId ?? OrganisationId.parse('none')
  const { call } = personWith(url, first.change.headers)
  const { playlist } = await call('createPlaylist', { params: { organisationId }, body: { name: 'Notices' } })
  const params = { organisationId, playlistId: playlist.id }
  const { line } = await call('createLine', { params, body: { text: markerOf(0) } })
  await call('includePlaylist', { params, body: { displays: keys.map(({ displayId }) => displayId) } })
  const { method } = ROUTES.updateLine
  return { ...first.change, method, path: pathOf('updateLine', { ...params, lineId: line.id }) }
}

export function keyIn(path: string): DisplayKey {
  const [, organisationId, displayId] = /organisations\/([^/]+)\/displays\/([^/]+)/.exec(path) ?? []
  return { organisationId: OrganisationId.parse(organisationId), displayId: DisplayId.parse(displayId) }
}

/** Makes changes one after another, with listeners on these streams. */
export async function lastReceipts(
  port: number,
  change: Change,
  streams: readonly { path: string; count: number }[],
): Promise<Figures> {
  const total = streams.reduce((sum, stream) => sum + stream.count, 0)
  await using child = startChild([LISTENERS, String(total)], { ipc: true })
  for (const stream of streams) await ask<Order, Report>(child, { kind: 'open', port, ...stream })
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  await ask<Order, Report>(child, { kind: 'change', port, change, ...WARM_UP })
  const report = await ask<Order, Report>(child, { kind: 'change', port, change, ...ROUNDS })
  const last = report.kind === 'changed' ? report.rounds.map(({ lastReceiptMs }) => lastReceiptMs) : []
  return { lastP50Ms: percentile(last, 0.5), lastP99Ms: percentile(last, 0.99) }
}

type Row = Figures & { what: string; times: number }

function rowsOf({ displays, oneDisplay, playlist }: Playlists): Row[] {
  const timesOf = ({ lastP50Ms }: Figures) => lastP50Ms / oneDisplay.lastP50Ms
  return [
    { what: 'one display', ...oneDisplay, times: 1 },
    { what: `a playlist on ${displays} displays`, ...playlist, times: timesOf(playlist) },
  ]
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'change of', isText: true, of: ({ what }) => what },
  { title: 'last receipt p50 ms', of: ({ lastP50Ms }) => lastP50Ms.toFixed(1) },
  { title: 'p99 ms', of: ({ lastP99Ms }) => lastP99Ms.toFixed(1) },
  { title: '× one display', of: ({ times }) => times.toFixed(2) },
]

function goalsOf(kept: Playlists): Goal[] {
  const [, playlist] = rowsOf(kept)
  const what = `last receipt, a playlist on ${DISPLAYS} displays with ${LISTENERS_EACH} listeners each`
  return [{ what, value: playlist?.times, limit: 2, unit: '× one display', noisy: false }]
}
