import { arch, cpus, platform, totalmem } from 'node:os'
import type { ContestantName } from './contestant.ts'
import { contestantOf, titleOf } from './contestants.ts'
import type { Goal } from './goals.ts'
import { leastOf, NOISY_PERCENT, quietTurns } from './noise.ts'
import { EVENT_BYTES, type PassFigures } from './one-pass.ts'
import type { Options } from './options.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

/** One server with one number of listeners, in every pass. */
export type Measurement = { name: ContestantName; listeners: number; passes: PassFigures[] }

/** The best of the quiet passes, separately for each figure; for memory the mean. */
type Best = {
  lastReceiptP50Ms: number
  lastReceiptP99Ms: number
  acknowledgedP50Ms: number
  memoryKiBPerListener: number
  cpuMicrosecondsPerDelivery: number
}

export type Row = Measurement & {
  best: Best
  /** Ratios of the best median of the last receipt to that of the other servers with as many listeners. */
  ratioTo: { plain: number; durable: number }
  /** This server, or one that it is compared with, had no quiet pass, so the ratios are not valid. */
  noisy: boolean
}

export type Machine = { processors: number; model: string; memoryGiB: number; system: string; node: string }

/** The result of "one change, many listeners". */
export type FanOut = { options: Pick<Options, 'rounds' | 'passes'> & { eventBytes: number }; rows: Row[] }

export function thisMachine(): Machine {
  return {
    processors: cpus().length,
    model: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    system: `${platform()} ${arch()}`,
    node: process.version,
  }
}

/**
 * Compares the servers.
 *
 * @param measurements all servers for each number of listeners
 */
export function fanOutOf(measurements: Measurement[], options: Pick<Options, 'rounds' | 'passes'>): FanOut {
  const rows = measurements.map((one) => {
    const { turns, wasQuiet } = quietTurns(one.passes)
    return { ...one, best: bestOf(turns), wasQuiet }
  })
  const ratio = (row: { listeners: number; best: Best }, name: ContestantName) => {
    const other = rows.find((one) => one.name === name && one.listeners === row.listeners)
    return other ? row.best.lastReceiptP50Ms / other.best.lastReceiptP50Ms : Number.NaN
  }
  return {
    options: { rounds: options.rounds, passes: options.passes, eventBytes: EVENT_BYTES },
    rows: rows.map(({ wasQuiet: _, ...row }) => ({
      ...row,
      ratioTo: { plain: ratio(row, 'plain'), durable: ratio(row, 'durable') },
      noisy: rows.some((one) => one.listeners === row.listeners && !one.wasQuiet),
    })),
  }
}

function bestOf(passes: readonly PassFigures[]): Best {
  return {
    lastReceiptP50Ms: leastOf(passes, (pass) => pass.lastReceiptMs.p50),
    lastReceiptP99Ms: leastOf(passes, (pass) => pass.lastReceiptMs.p99),
    acknowledgedP50Ms: leastOf(passes, (pass) => pass.acknowledgedMs.p50),
    // A difference of two measurements. A heap that was not collected before the first one makes it too small, so the
    // least value is not the best.
    memoryKiBPerListener: passes.reduce((sum, pass) => sum + pass.memoryKiBPerListener, 0) / passes.length,
    cpuMicrosecondsPerDelivery: leastOf(passes, (pass) => pass.cpuMicrosecondsPerDelivery),
  }
}

/** The number of listeners at which the memory for each is judged. With fewer, uncollected memory has the greatest effect. */
const MEMORY_LISTENERS = 10_000

/** The goals of fan-out, at every number of listeners that was measured. */
export function fanOutGoals({ rows }: FanOut): Goal[] {
  const ours = rows.filter(({ name }) => name === 'placard')
  const many = ours.find(({ listeners }) => listeners === MEMORY_LISTENERS)
  return [
    ...ours.map(
      (row): Goal => ({
        what: `last receipt, ${count(row.listeners)} listeners`,
        value: row.ratioTo.plain,
        limit: 1,
        unit: '× plain',
        noisy: row.noisy,
      }),
    ),
    ...ours.map((row): Goal => {
      const plain = rows.find(({ name, listeners }) => name === 'plain' && listeners === row.listeners)
      return {
        what: `processor time for each delivery, ${count(row.listeners)} listeners`,
        value: plain && row.best.cpuMicrosecondsPerDelivery / plain.best.cpuMicrosecondsPerDelivery,
        limit: 0.9,
        unit: '× plain',
        noisy: row.noisy,
      }
    }),
    {
      what: `memory for each of ${count(MEMORY_LISTENERS)} listeners`,
      value: many?.best.memoryKiBPerListener,
      limit: 13,
      unit: 'KiB',
      noisy: many?.noisy ?? false,
    },
  ]
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'listeners', of: (row) => count(row.listeners) },
  { title: 'server', isText: true, of: (row) => titleOf(row.name) },
  { title: 'storage', isText: true, of: (row) => contestantOf(row.name).keeps },
  { title: 'last p50 ms', of: (row) => row.best.lastReceiptP50Ms.toFixed(1) },
  { title: 'p99 ms', of: (row) => row.best.lastReceiptP99Ms.toFixed(1) },
  { title: '× plain', of: (row) => row.ratioTo.plain.toFixed(2) },
  { title: '× tuned', of: (row) => row.ratioTo.durable.toFixed(2) },
  { title: 'answer p50 ms', of: (row) => row.best.acknowledgedP50Ms.toFixed(1) },
  { title: 'KiB/listener', of: (row) => row.best.memoryKiBPerListener.toFixed(1) },
  { title: 'CPU µs/delivery', of: (row) => row.best.cpuMicrosecondsPerDelivery.toFixed(1) },
  { title: '', isText: true, of: (row) => (row.noisy ? 'noisy' : '') },
]

/** The table for a terminal. */
export function fanOutTerminal({ rows }: FanOut): string {
  return terminalTable(COLUMNS, rows)
}

/** The same table, with the information needed to judge it. */
export function fanOutMarkdown({ options, rows }: FanOut): string {
  return `${markdownTable(COLUMNS, rows)}

- **last**: time from just before the request of the change is sent until the last listener has the change, about ${count(options.eventBytes)} bytes; median and 99th percentile over ${count(options.rounds)} changes (the worst one if there are fewer than 100).
- **answer**: time until the answer to that request.
- **KiB/listener**: growth of the server's own memory (Pss_Anon) from one listener to all of them, at rest, divided by their number; the mean of the quiet turns. With few listeners, uncollected memory of V8 has the greatest effect.
- **CPU µs/delivery**: processor time of the server for each listener and change, including the system's work for it.

${turnsTable(rows)}`
}

/** Explanations of the words in the tables of the page. */
export const WORDS = `- *${titleOf('plain')}* writes to each response in a loop and stores nothing. *${titleOf('durable')}* writes each change to SQLite first (WAL, synchronous FULL), then one buffer to every socket. **× plain** and **× tuned** are multiples of the figures of these two servers with the same work, in the same run.
- *${titleOf('placard')}* edits a line of a display by its own API: signed in, checked, stored in a transaction (SQLite, WAL, synchronous FULL), and read back as the manifest that players get.
- Each server runs alone in its turn. A time is the best of its quiet turns, since a disturbance can only make it longer.
- **noisy**: in every turn of this server, or of one that it is compared with, other programs took more than ${NOISY_PERCENT} % of one processor. Its ratios are not valid; measure again on a quiet machine.`

type Turn = { row: Row; pass: PassFigures; number: number }

const TURN_COLUMNS: readonly Column<Turn>[] = [
  { title: 'listeners', of: ({ row }) => count(row.listeners) },
  { title: 'server', isText: true, of: ({ row }) => titleOf(row.name) },
  { title: 'turn', of: ({ number }) => String(number) },
  { title: 'last p50 ms', of: ({ pass }) => pass.lastReceiptMs.p50.toFixed(1) },
  { title: 'p99 ms', of: ({ pass }) => pass.lastReceiptMs.p99.toFixed(1) },
  { title: 'KiB/listener', of: ({ pass }) => pass.memoryKiBPerListener.toFixed(1) },
  { title: 'CPU µs/delivery', of: ({ pass }) => pass.cpuMicrosecondsPerDelivery.toFixed(1) },
  { title: 'others %', of: ({ pass }) => pass.othersCpuPercent.toFixed(0) },
]

function turnsTable(rows: readonly Row[]): string {
  const turns = rows.flatMap((row) => row.passes.map((pass, index): Turn => ({ row, pass, number: index + 1 })))
  return folded('Every turn', markdownTable(TURN_COLUMNS, turns))
}

/** Collapsed details, for readers who doubt the table above. */
export function folded(title: string, markdown: string): string {
  return `<details><summary>${title}</summary>\n\n${markdown}\n\n</details>`
}
