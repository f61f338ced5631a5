import { checkPortFree } from './children.ts'
import type { Contestant, ContestantName } from './contestant.ts'
import { contestantOf, titleOf } from './contestants.ts'
import type { Goal } from './goals.ts'
import { startMeters } from './meters.ts'
import { leastOf, quietTurns } from './noise.ts'
import { EVENT_BYTES } from './one-pass.ts'
import { bestWrites, startWriters, type WriteFigures, writeFigures } from './open-loop.ts'
import { definePart, measuredOn } from './part.ts'
import { folded } from './report.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'
import { inTheirTurns, type Turns } from './turns.ts'

/** The load that the goals are for. */
const WANTED = { displays: 2_000, rate: 200 }
const SETTLE_MS = 2_000
const WARM_UP_SECONDS = 4
const SEEDS = { warmUp: 1, measured: 2 }

type Load = { displays: number; rate: number; seconds: number }
type Figures = WriteFigures & { cpuMicrosecondsPerWrite: number }
type ManyDisplays = Load & { servers: Turns<Figures>[] }

/** Many displays with one listener each. Random ones are changed at a steady rate. */
export const manyDisplays = definePart<ManyDisplays>({
  name: 'many-displays',
  async measure(surroundings) {
    const { displays, rate, seconds } = surroundings.options
    const load = { displays, rate, seconds }
    const servers = await inTheirTurns(
      surroundings,
      (contestant, port) => measureOnce(contestant, port, load),
      ({ receiptMs, othersCpuPercent }) =>
        `${count(displays)} displays · p50 ${receiptMs.p50.toFixed(1)} ms, p99 ${receiptMs.p99.toFixed(1)} ms · others ${othersCpuPercent.toFixed(0)} %`,
    )
    return { ...load, servers }
  },
  section(kept) {
    const rows = rowsOf(kept)
    const markdown = `## Many displays

${count(kept.displays)} displays with one listener each; ${count(kept.rate)} writes a second to random ones, for ${kept.seconds} seconds.

${markdownTable(COLUMNS, rows)}

- **p50**, **p99**, **longest**: time from the instant at which a write was due until its display's listener has it. The writes continue whether or not the server keeps up (an open loop), so the figures show when a server falls behind.
- **answer**: time from that instant until the answer. **CPU**: processor time of the server for each write, including the system's work for it.
- **× tuned, CPU**: the goal is the cost of the database alone. In an experiment, the tuned server ran the 19 statements of Placard's change (identity, the line, the log with the data for undo, the manifest) in place of its one, and nothing else. This took 1.6 to 1.9 times its own cost in four runs, where Placard took 3.0 to 3.9 times. Memory access costs more than the work itself: a change that comes 5 ms after the previous one finds nothing in the processor's caches any more. It takes as long as with emptied caches (1.9 ms), and 2.4 times as long as a change that follows at once (0.8 ms). Sending statements directly to SQLite, without the query builder, saved a third of the memory that a change allocates, and no measurable time.
- **late**: delay of the writer itself, 99th percentile of all turns; it is a part of every time here. **lost**: writes that their listener did not get; each counts as ten seconds.

${folded('Every turn', markdownTable(TURN_COLUMNS, turnsOf(kept.servers)))}

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, rows), goals: goalsOf(kept) }
  },
})

async function measureOnce(contestant: Contestant, port: number, load: Load): Promise<Figures> {
  await checkPortFree(port)
  await using running = await contestant.start(port, EVENT_BYTES, load.displays)
  await using writers = startWriters()
  await writers.listen(port, running.displays)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  await writers.write({ perSecond: load.rate, seconds: WARM_UP_SECONDS, seed: SEEDS.warmUp })
  const cost = startMeters(running.child.pid, [writers.child.pid])
  const written = await writers.write({ perSecond: load.rate, seconds: load.seconds, seed: SEEDS.measured })
  const { serverSeconds, othersCpuPercent } = cost()
  const figures = writeFigures(written, othersCpuPercent)
  return { ...figures, cpuMicrosecondsPerWrite: (serverSeconds * 1e6) / figures.writes }
}

type Row = ReturnType<typeof rowsOf>[number]
type Cost = { p50: number; p99: number; cpu: number }

function rowsOf({ servers }: ManyDisplays) {
  const rows = servers.map(({ name, turns }) => {
    const best = bestWrites(turns)
    const cpu = leastOf(quietTurns(turns).turns, (turn) => turn.cpuMicrosecondsPerWrite)
    return { name, turns, best, cost: { p50: best.p50Ms, p99: best.p99Ms, cpu } }
  })
  const isNoisy = rows.some(({ best }) => !best.wasQuiet)
  const costOf = (wanted: ContestantName) => rows.find(({ name }) => name === wanted)?.cost
  return rows.map((row) => ({
    ...row,
    timesPlain: ratio(row.cost, costOf('plain')),
    timesTuned: ratio(row.cost, costOf('durable')),
    noisy: isNoisy,
  }))
}

function ratio(cost: Cost, to: Cost = { p50: Number.NaN, p99: Number.NaN, cpu: Number.NaN }): Cost {
  return { p50: cost.p50 / to.p50, p99: cost.p99 / to.p99, cpu: cost.cpu / to.cpu }
}

const worst = (turns: readonly Figures[], figure: (turn: Figures) => number) => Math.max(...turns.map(figure))

const COLUMNS: readonly Column<Row>[] = [
  { title: 'server', isText: true, of: ({ name }) => titleOf(name) },
  { title: 'storage', isText: true, of: ({ name }) => contestantOf(name).keeps },
  { title: 'p50 ms', of: ({ best }) => best.p50Ms.toFixed(2) },
  { title: 'p99 ms', of: ({ best }) => best.p99Ms.toFixed(2) },
  { title: '× plain p50', of: ({ timesPlain }) => timesPlain.p50.toFixed(2) },
  { title: 'p99', of: ({ timesPlain }) => timesPlain.p99.toFixed(2) },
  { title: '× tuned p50', of: ({ timesTuned }) => timesTuned.p50.toFixed(2) },
  { title: 'p99', of: ({ timesTuned }) => timesTuned.p99.toFixed(2) },
  { title: 'CPU', of: ({ timesTuned }) => timesTuned.cpu.toFixed(2) },
  { title: 'answer p50 ms', of: ({ best }) => best.answerP50Ms.toFixed(2) },
  { title: 'CPU µs/write', of: ({ cost }) => cost.cpu.toFixed(0) },
  { title: 'late ms', of: ({ turns }) => worst(turns, ({ sentMs }) => sentMs.p99).toFixed(1) },
  { title: 'lost', of: ({ best }) => count(best.lost) },
  { title: '', isText: true, of: ({ noisy }) => (noisy ? 'noisy' : '') },
]

type Turn = { name: ContestantName; number: number; figures: Figures }

function turnsOf(servers: readonly Turns<Figures>[]): Turn[] {
  return servers.flatMap(({ name, turns }) => turns.map((figures, index) => ({ name, number: index + 1, figures })))
}

const TURN_COLUMNS: readonly Column<Turn>[] = [
  { title: 'server', isText: true, of: ({ name }) => titleOf(name) },
  { title: 'turn', of: ({ number }) => String(number) },
  { title: 'p50 ms', of: ({ figures }) => figures.receiptMs.p50.toFixed(2) },
  { title: 'p99 ms', of: ({ figures }) => figures.receiptMs.p99.toFixed(2) },
  { title: 'longest ms', of: ({ figures }) => figures.receiptMs.longest.toFixed(1) },
  { title: 'late ms', of: ({ figures }) => figures.sentMs.p99.toFixed(1) },
  { title: 'CPU µs/write', of: ({ figures }) => figures.cpuMicrosecondsPerWrite.toFixed(0) },
  { title: 'others %', of: ({ figures }) => figures.othersCpuPercent.toFixed(0) },
]

function goalsOf(kept: ManyDisplays): Goal[] {
  const ours = rowsOf(kept).find(({ name }) => name === 'placard')
  const isWanted = kept.displays === WANTED.displays && kept.rate === WANTED.rate
  const measured = isWanted ? ours : undefined
  const at = `${count(WANTED.displays)} displays, ${WANTED.rate} writes a second`
  const noisy = ours?.noisy ?? false
  return [
    { what: `p50, ${at}`, value: measured?.best.p50Ms, limit: 3, unit: 'ms', noisy },
    { what: `p99, ${at}`, value: measured?.best.p99Ms, limit: 10, unit: 'ms', noisy },
    { what: `p50, ${at}`, value: measured?.timesPlain.p50, limit: 1.25, unit: '× plain', noisy },
    { what: `p99, ${at}`, value: measured?.timesPlain.p99, limit: 1.25, unit: '× plain', noisy },
    { what: `p50, ${at}`, value: measured?.timesTuned.p50, limit: 2.5, unit: '× tuned', noisy },
    { what: `p99, ${at}`, value: measured?.timesTuned.p99, limit: 2, unit: '× tuned', noisy },
    {
      what: `processor time for each write, ${at}`,
      value: measured?.timesTuned.cpu,
      limit: 1.6,
      unit: '× tuned',
      noisy,
    },
  ]
}
