import { fileURLToPath } from 'node:url'
import { ask } from './asking.ts'
import { checkPortFree, startChild } from './children.ts'
import { bytesOf, DIALECTS, type Dialect } from './database.ts'
import type { Goal } from './goals.ts'
import { markerOf } from './marker.ts'
import { EVENT_BYTES } from './one-pass.ts'
import { definePart, measuredOn } from './part.ts'
import { startPlacard } from './placard-server.ts'
import { includeEverywhere } from './playlists.ts'
import { anonymousKiBOf } from './process-meter.ts'
import type { Order, Report } from './protocol.ts'
import { inspectable, neededMiBOf } from './server-heap.ts'
import { startPostgres } from './start-postgres.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

const LISTENERS = fileURLToPath(new URL('./listeners.ts', import.meta.url))
/** The number of displays that the goal is for. */
const DISPLAYS = 200
/** As many edits as an hour of one a second, made as fast as possible with a pause after each. */
const EDITS = 3_600
const PAUSE_MS = 40
/** About as long as the lines that people write. */
const LINE = 'The library is open until eight this week, and closed on Friday. '
/** After each step there is a rest, and memory is measured. */
const STEPS = 12
const REST_MS = 2_000
const MOST_GROWTH_MIB = 1
const MOST_BYTES = 2_048

type Figures = {
  dialect: Dialect
  /** MiB after each step: the memory that the server's scripts still need, and that of its process. */
  heapMiB: number[]
  memoryMiB: number[]
  bytesEach: number
}
type Edits = { displays: number; edits: number; figures: Figures[] }

/** An hour of edits of a playlist that many displays include: the growth of memory and of the database. */
export const edits = definePart<Edits>({
  name: 'edits',
  async measure({ nextPort, tell }) {
    const figures: Figures[] = []
    for (const dialect of DIALECTS) {
      const one = await measureOn(dialect, nextPort(), nextPort())
      figures.push(one)
      tell(
        `${dialect} · ${count(EDITS)} edits · heap ${one.heapMiB.map((mib) => mib.toFixed(1)).join(', ')} MiB · ${one.bytesEach.toFixed(0)} bytes on the disk each`,
      )
    }
    return { displays: DISPLAYS, edits: EDITS, figures }
  },
  section(kept) {
    const markdown = `## An hour of edits

${count(kept.edits)} edits of a playlist that ${kept.displays} displays include, with a listener on each: as many as in an hour with one edit a second, made faster.

${markdownTable(COLUMNS, kept.figures)}

- **heap**: heap of the server after garbage collection: the minimum of the second third of the run, and of the last third. **memory**: of its process at the end.
- **on the disk**: growth of the tables, indexes included, for each edit; PostgreSQL's includes rows that it has not vacuumed yet.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, kept.figures), goals: kept.figures.flatMap(goalsOf) }
  },
})

async function measureOn(dialect: Dialect, port: number, inspectedAt: number): Promise<Figures> {
  await checkPortFree(port)
  await using postgres = dialect === 'PostgreSQL' ? await startPostgres() : undefined
  const settings = { ...inspectable(inspectedAt), ...(postgres ? { DATABASE_URL: postgres.url } : {}) }
  await using running = await startPlacard(port, EVENT_BYTES, DISPLAYS + 1, settings)
  const { displays, placard } = running
  const including = displays.slice(1)
  await using listeners = startChild([LISTENERS, String(DISPLAYS)], { ipc: true })
  const body = JSON.stringify({ text: LINE + markerOf(0) })
  const change = { ...(await includeEverywhere(placard.url, including)), body }
  for (const { streamPath } of including) {
    await ask<Order, Report>(listeners, { kind: 'open', port, count: 1, path: streamPath })
  }
  const before = await bytesOf(placard, postgres?.url)
  const heapMiB: number[] = []
  const memoryMiB: number[] = []
  for (let step = 0; step < STEPS; step += 1) {
    const rounds = EDITS / STEPS
    await ask<Order, Report>(listeners, { kind: 'change', port, change, rounds, pauseMs: PAUSE_MS })
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    heapMiB.push(await neededMiBOf(inspectedAt))
    memoryMiB.push(anonymousKiBOf(running.child.pid) / 1_024)
  }
  const bytesEach = ((await bytesOf(placard, postgres?.url)) - before) / EDITS
  return { dialect, heapMiB, memoryMiB, bytesEach }
}

/** @returns the least MiB of the second third of the hour, and of the last third */
function thirdsOf({ heapMiB }: Figures): { second: number; last: number } {
  const third = STEPS / 3
  return { second: Math.min(...heapMiB.slice(third, 2 * third)), last: Math.min(...heapMiB.slice(2 * third)) }
}

const COLUMNS: readonly Column<Figures>[] = [
  { title: 'database', isText: true, of: ({ dialect }) => dialect },
  { title: 'heap MiB, second third', of: (figures) => thirdsOf(figures).second.toFixed(1) },
  { title: 'last third', of: (figures) => thirdsOf(figures).last.toFixed(1) },
  { title: 'memory MiB', of: ({ memoryMiB }) => memoryMiB.at(-1)?.toFixed(0) ?? '' },
  { title: 'bytes on the disk an edit', of: ({ bytesEach }) => bytesEach.toFixed(0) },
]

function goalsOf(figures: Figures): Goal[] {
  const { dialect, bytesEach } = figures
  const { second, last } = thirdsOf(figures)
  const what = `an hour of edits on ${DISPLAYS} displays, ${dialect}`
  return [
    { what: `${what}: growth of the heap`, value: last - second, limit: MOST_GROWTH_MIB, unit: 'MiB', noisy: false },
    { what: `${what}: disk`, value: bytesEach, limit: MOST_BYTES, unit: 'bytes an edit', noisy: false },
  ]
}
