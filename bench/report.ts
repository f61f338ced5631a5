import { arch, cpus, platform, totalmem } from 'node:os'
import type { ContestantName } from './contestant.ts'
import { CONTESTANTS } from './contestants.ts'
import { EVENT_BYTES, type PassFigures } from './one-pass.ts'
import type { Options } from './options.ts'

/** Above this share of one processor the others have had a say in the figures. */
const NOISY_PERCENT = 20

/** One server with so many listeners, in every pass. */
export type Measurement = { name: ContestantName; listeners: number; passes: PassFigures[] }

/**
 * The best of the quiet passes, or of all when none was quiet, figure by figure: what disturbs a measurement only ever
 * makes it worse.
 */
type Best = {
  lastReceiptP50Ms: number
  lastReceiptP99Ms: number
  acknowledgedP50Ms: number
  memoryKiBPerListener: number
  cpuMicrosecondsPerDelivery: number
}

type Row = Measurement & {
  best: Best
  /** Of the best medians of the last receipt, to the other server's with as many listeners. */
  ratioTo: { plain: number; durable: number }
  /** It, or a server that it is set against, had no quiet pass: then the ratios compare the noise. */
  noisy: boolean
}

export type Machine = { processors: number; model: string; memoryGiB: number; system: string; node: string }

/** Everything that a run came to; what fan-out.json holds. */
export type Results = {
  measuredAt: string
  machine: Machine
  options: Pick<Options, 'rounds' | 'passes'> & { eventBytes: number }
  rows: Row[]
}

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
 * Puts the servers in relation to each other.
 *
 * @param measurements of each number of listeners, all servers
 */
export function resultsOf(
  measurements: Measurement[],
  options: Pick<Options, 'rounds' | 'passes'>,
  machine: Machine,
  measuredAt: Date,
): Results {
  const rows = measurements.map((one) => {
    const quiet = one.passes.filter((pass) => pass.othersCpuPercent <= NOISY_PERCENT)
    return { ...one, best: bestOf(quiet.length > 0 ? quiet : one.passes), wasQuiet: quiet.length > 0 }
  })
  const ratio = (row: { listeners: number; best: Best }, name: ContestantName) => {
    const other = rows.find((one) => one.name === name && one.listeners === row.listeners)
    return other ? row.best.lastReceiptP50Ms / other.best.lastReceiptP50Ms : Number.NaN
  }
  return {
    measuredAt: measuredAt.toISOString(),
    machine,
    options: { rounds: options.rounds, passes: options.passes, eventBytes: EVENT_BYTES },
    rows: rows.map(({ wasQuiet: _, ...row }) => ({
      ...row,
      ratioTo: { plain: ratio(row, 'plain'), durable: ratio(row, 'durable') },
      noisy: rows.some((one) => one.listeners === row.listeners && !one.wasQuiet),
    })),
  }
}

function bestOf(passes: PassFigures[]): Best {
  const least = (figure: (pass: PassFigures) => number) => Math.min(...passes.map(figure))
  return {
    lastReceiptP50Ms: least((pass) => pass.lastReceiptMs.p50),
    lastReceiptP99Ms: least((pass) => pass.lastReceiptMs.p99),
    acknowledgedP50Ms: least((pass) => pass.acknowledgedMs.p50),
    memoryKiBPerListener: least((pass) => pass.memoryKiBPerListener),
    cpuMicrosecondsPerDelivery: least((pass) => pass.cpuMicrosecondsPerDelivery),
  }
}

const COLUMNS: readonly { title: string; of: (row: Row) => string }[] = [
  { title: 'listeners', of: (row) => count(row.listeners) },
  { title: 'server', of: (row) => titleOf(row.name) },
  { title: 'keeps', of: (row) => contestantOf(row.name).keeps },
  { title: 'last p50 ms', of: (row) => row.best.lastReceiptP50Ms.toFixed(1) },
  { title: 'p99 ms', of: (row) => row.best.lastReceiptP99Ms.toFixed(1) },
  { title: '× plain', of: (row) => row.ratioTo.plain.toFixed(2) },
  { title: '× tuned', of: (row) => row.ratioTo.durable.toFixed(2) },
  { title: 'answer p50 ms', of: (row) => row.best.acknowledgedP50Ms.toFixed(1) },
  { title: 'KiB/listener', of: (row) => row.best.memoryKiBPerListener.toFixed(1) },
  { title: 'CPU µs/delivery', of: (row) => row.best.cpuMicrosecondsPerDelivery.toFixed(1) },
  { title: '', of: (row) => (row.noisy ? 'noisy' : '') },
]
const TEXT_COLUMNS = new Set(['server', 'keeps', ''])

function contestantOf(name: ContestantName) {
  const contestant = CONTESTANTS.find((one) => one.name === name)
  if (!contestant) throw new RangeError(`there is no server ${name}`)
  return contestant
}

export function titleOf(name: ContestantName): string {
  return contestantOf(name).title
}

export function count(value: number): string {
  return value.toLocaleString('en')
}

/** The table as people read it on a terminal. */
export function terminalTable(results: Results): string {
  const lines = [COLUMNS.map(({ title }) => title), ...cellsOf(results)]
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const text = lines.map((line) => line.map((cell, column) => aligned(cell, column, widths[column] ?? 0)).join('  '))
  return text.map((line) => line.trimEnd()).join('\n')
}

function aligned(cell: string, column: number, width: number): string {
  return TEXT_COLUMNS.has(COLUMNS[column]?.title ?? '') ? cell.padEnd(width) : cell.padStart(width)
}

function cellsOf(results: Results): string[][] {
  return results.rows.map((row) => COLUMNS.map(({ of }) => of(row)))
}

function markdownRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** A page with the same table, and what one needs to judge it. */
export function resultsPage(results: Results): string {
  const { machine, options } = results
  const rule = COLUMNS.map(({ title }) => (TEXT_COLUMNS.has(title) ? '---' : '---:'))
  return `# One change, many listeners

Made by \`npm run bench\`; fan-out.json beside this has every figure. Each server runs by itself in its turn, ${count(options.passes)} turns each, with the same listeners: every column shows
the best of its quiet turns.

${markdownRow(COLUMNS.map(({ title }) => title))}
${markdownRow(rule)}
${cellsOf(results).map(markdownRow).join('\n')}

${machine.processors} × ${machine.model}, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, ${results.measuredAt.slice(0, 10)}. Server and listeners share the processors. Compare ratios: another machine has other milliseconds.

- **last**: from just before the request that makes the change is sent until the last listener has the change, about ${count(options.eventBytes)} bytes; median and 99th of 100 over ${count(options.rounds)} changes (the worst of them when there are fewer than 100).
- **× plain**, **× tuned**: that median as a multiple of the two servers' without a product around them. *${titleOf('plain')}* writes to each response in a loop and keeps nothing. *${titleOf('durable')}* writes each change to SQLite first (WAL, synchronous FULL), then one buffer to every socket.
- *${titleOf('placard')}* edits a line of a display by its own interface: signed in, checked, stored in a transaction (SQLite, WAL, synchronous FULL), read back as the manifest that players get.
- **answer**: until the answer to that request is there.
- **KiB/listener**: growth of the server's own memory (Pss_Anon) from one listener to all of them, at rest, for each. With few listeners what V8 has not yet collected weighs most.
- **CPU µs/delivery**: processor time of the server for each listener and change, the system's work for it included.
- **noisy**: in every turn of this server, or of one that it is compared with, other programs took more than ${NOISY_PERCENT} % of one processor. Its ratios say nothing; measure again when it is quiet.

## Every turn

${turnsTable(results)}
`
}

function turnsTable(results: Results): string {
  const titles = ['listeners', 'server', 'turn', 'last p50 ms', 'p99 ms', 'KiB/listener', 'CPU µs/delivery', 'others %']
  const rule = ['---:', '---', '---:', '---:', '---:', '---:', '---:', '---:']
  const rows = results.rows.flatMap(({ name, listeners, passes }) =>
    passes.map((pass, index) => [
      count(listeners),
      titleOf(name),
      String(index + 1),
      pass.lastReceiptMs.p50.toFixed(1),
      pass.lastReceiptMs.p99.toFixed(1),
      pass.memoryKiBPerListener.toFixed(1),
      pass.cpuMicrosecondsPerDelivery.toFixed(1),
      pass.othersCpuPercent.toFixed(0),
    ]),
  )
  return [titles, rule, ...rows].map(markdownRow).join('\n')
}
