import { fileURLToPath } from 'node:url'
import { ask } from './asking.ts'
import { checkPortFree, startChild } from './children.ts'
import type { Contestant } from './contestant.ts'
import { contestantOf, titleOf } from './contestants.ts'
import type { Goal } from './goals.ts'
import { startMeters } from './meters.ts'
import { leastOf, quietTurns } from './noise.ts'
import { EVENT_BYTES } from './one-pass.ts'
import { bestWrites, startWriters, type WriteFigures, writeFigures } from './open-loop.ts'
import { definePart, measuredOn } from './part.ts'
import { percentile } from './percentile.ts'
import type { Order, Report } from './protocol.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'
import { inTheirTurns, type Turns } from './turns.ts'

const LISTENERS = fileURLToPath(new URL('./listeners.ts', import.meta.url))
/** The load that the goal is for. */
const WANTED = { crowd: 5_000, displays: 500, rate: 50 }
const SETTLE_MS = 2_000
const WARM_UP = { rounds: 10, pauseMs: 20, seconds: 3 }
const EDIT_EVERY_MS = 1_000
const SEEDS = { warmUp: 3, measured: 4 }

type Load = { crowd: number; displays: number; rate: number; seconds: number }
/** `crowdLastP50Ms`: time until the last listener of the crowd had a change of their display. */
type Figures = WriteFigures & { crowdLastP50Ms: number }
type Crowded = Load & { servers: Turns<Figures>[] }

/** Small displays that are changed at a steady rate, beside one with many listeners that is edited every second. */
export const crowded = definePart<Crowded>({
  name: 'crowded',
  async measure(surroundings) {
    const { crowd, seconds } = surroundings.options
    const load = {
      crowd,
      displays: Math.floor(surroundings.options.displays / 4),
      rate: Math.floor(surroundings.options.rate / 4),
      seconds,
    }
    const servers = await inTheirTurns(
      surroundings,
      (contestant, port) => measureOnce(contestant, port, load),
      ({ receiptMs, othersCpuPercent }) =>
        `beside a crowd of ${count(crowd)} · p99 ${receiptMs.p99.toFixed(1)} ms · others ${othersCpuPercent.toFixed(0)} %`,
    )
    return { ...load, servers }
  },
  section(kept) {
    const rows = rowsOf(kept)
    const markdown = `## Beside a crowded display

${count(kept.displays)} displays with one listener each get ${count(kept.rate)} writes a second, for ${kept.seconds} seconds, while one display with ${count(kept.crowd)} listeners is edited every second. A server that writes to all of them without a pause delays everybody else.

${markdownTable(COLUMNS, rows)}

- **p50**, **p99**: for the small displays, time from the instant at which a write was due until its listener has it.
- **last of the crowd**: time from an edit of the crowded display until the last of its listeners has it, median. **lost**: writes that their listener did not get.
- Two separate processes listen to the crowded display and to the small displays, so that the measured time depends only on the server.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, rows), goals: goalsOf(kept) }
  },
})

async function measureOnce(contestant: Contestant, port: number, load: Load): Promise<Figures> {
  await checkPortFree(port)
  await using running = await contestant.start(port, EVENT_BYTES, load.displays + 1)
  const [big, ...small] = running.displays
  if (!big) throw new RangeError('a server without displays')
  await using crowd = startChild([LISTENERS, String(load.crowd)], { ipc: true })
  await using writers = startWriters()
  const edit = async (rounds: number, pauseMs: number) => {
    const report = await ask<Order, Report>(crowd, { kind: 'change', rounds, pauseMs, port, change: big.change })
    return report.kind === 'changed' ? report.rounds.map(({ lastReceiptMs }) => lastReceiptMs) : []
  }
  await ask<Order, Report>(crowd, { kind: 'open', count: load.crowd, port, path: big.streamPath })
  await writers.listen(port, small)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  await edit(WARM_UP.rounds, WARM_UP.pauseMs)
  await writers.write({ perSecond: load.rate, seconds: WARM_UP.seconds, seed: SEEDS.warmUp })

  const cost = startMeters(running.child.pid, [writers.child.pid, crowd.pid])
  let isWriting = true
  const writing = writers.write({ perSecond: load.rate, seconds: load.seconds, seed: SEEDS.measured }).finally(() => {
    isWriting = false
  })
  const crowdLastMs: number[] = []
  const startedAt = performance.now()
  for (let next = 0; isWriting; next += EDIT_EVERY_MS) {
    const wait = startedAt + next - performance.now()
    if (wait > 0) await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, wait))])
    if (isWriting) crowdLastMs.push(...(await edit(1, 0)))
  }
  const written = await writing
  return {
    ...writeFigures(written, cost().othersCpuPercent),
    crowdLastP50Ms: percentile(crowdLastMs, 0.5),
  }
}

type Row = ReturnType<typeof rowsOf>[number]

function rowsOf({ servers }: Crowded) {
  const best = servers.map(({ name, turns }) => ({ name, turns, best: bestWrites(turns) }))
  const plain = best.find(({ name }) => name === 'plain')?.best
  const isNoisy = best.some((one) => !one.best.wasQuiet)
  return best.map((one) => ({ ...one, timesPlain: one.best.p99Ms / (plain?.p99Ms ?? Number.NaN), noisy: isNoisy }))
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'server', isText: true, of: ({ name }) => titleOf(name) },
  { title: 'storage', isText: true, of: ({ name }) => contestantOf(name).keeps },
  { title: 'p50 ms', of: ({ best }) => best.p50Ms.toFixed(2) },
  { title: 'p99 ms', of: ({ best }) => best.p99Ms.toFixed(2) },
  { title: '× plain p99', of: ({ timesPlain }) => timesPlain.toFixed(2) },
  { title: 'p99 of each turn', of: ({ turns }) => turns.map(({ receiptMs }) => receiptMs.p99.toFixed(1)).join(', ') },
  {
    title: 'last of the crowd ms',
    of: ({ turns }) => leastOf(quietTurns(turns).turns, (turn) => turn.crowdLastP50Ms).toFixed(1),
  },
  { title: 'lost', of: ({ best }) => count(best.lost) },
  { title: '', isText: true, of: ({ noisy }) => (noisy ? 'noisy' : '') },
]

function goalsOf(kept: Crowded): Goal[] {
  const ours = rowsOf(kept).find(({ name }) => name === 'placard')
  const isWanted = kept.crowd === WANTED.crowd && kept.displays === WANTED.displays && kept.rate === WANTED.rate
  return [
    {
      what: `p99 of ${WANTED.displays} displays beside one with ${count(WANTED.crowd)} listeners`,
      value: isWanted ? ours?.timesPlain : undefined,
      limit: 0.15,
      unit: '× plain',
      noisy: ours?.noisy ?? false,
    },
  ]
}
