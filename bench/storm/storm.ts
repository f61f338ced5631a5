import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ask } from '../asking.ts'
import { checkPortFree, startChild } from '../children.ts'
import type { Goal } from '../goals.ts'
import { startMeters } from '../meters.ts'
import { NOISY_PERCENT } from '../noise.ts'
import { definePart, measuredOn } from '../part.ts'
import { peakWithin } from '../peak.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, startPlacardProcess } from '../placard-process.ts'
import { type Column, count, markdownTable, terminalTable } from '../table.ts'
import type { Rule, StormOrder, StormReport } from './protocol.ts'

const SCREENS = fileURLToPath(new URL('./screens.ts', import.meta.url))
const RULES: readonly Rule[] = ['player', 'fixed']
const TITLES: Record<Rule, string> = { player: 'Placard’s player', fixed: 'every 3 s, all together' }
/** A stream that lasted ten seconds counts as working, so its next attempt comes soon. */
const PROVEN_MS = 11_000
/** Time between the end of the server and its next start, as under a supervisor. */
const GONE_MS = 2_000

/** One kill of the server. Times are in seconds. */
type Figures = {
  rule: Rule
  turn: number
  /** Until the server listened again. */
  awaySeconds: number
  /** From then until half of the screens, 99 % and all of them had the change that was made right after. */
  backSeconds: { p50: number; p99: number; all: number }
  /** The greatest number of new connections within any one second. */
  peakConnections: number
  connections: number
  refused: number
  failed: number
  polls: number
  othersCpuPercent: number
}

type Storm = { screens: number; turns: Figures[] }

/** The server of many screens is killed and starts again. */
export const storm = definePart<Storm>({
  name: 'storm',
  async measure({ options, nextPort, tell }) {
    const turns: Figures[] = []
    for (let turn = 1; turn <= options.passes; turn += 1) {
      for (const rule of RULES) {
        const figures = { rule, turn, ...(await killOnce(rule, nextPort(), options.crowd)) }
        turns.push(figures)
        tell(
          `turn ${turn} of ${options.passes} · ${count(options.crowd)} screens, ${TITLES[rule].padEnd(24)} · all back in ${figures.backSeconds.all.toFixed(1)} s · at most ${count(figures.peakConnections)} connections a second · others ${figures.othersCpuPercent.toFixed(0)} %`,
        )
      }
    }
    return { screens: options.crowd, turns }
  },
  section(kept) {
    const markdown = `## The server is killed

${count(kept.screens)} screens follow one display; the server is killed (SIGKILL), starts again ${GONE_MS / 1_000} seconds later, and the display is changed at once.

${markdownTable(COLUMNS, kept.turns)}

- **rule**: how screens reconnect. *${TITLES.player}*: its own code, without a browser: retries after growing random delays, with polls meanwhile. *${TITLES.fixed}*: the behaviour of a browser’s EventSource by itself, for comparison.
- **down**: time from the kill until the port answers. **half, 99 %, all back**: time from then until so many screens have the change.
- **peak**: the most new connections within any one second. **refused**: tries while the port was closed. **failed**: connections with no answer or a wrong one. **polls**: requests for the manifest alone, as the player makes them while it has no stream.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, kept.turns), goals: goalsOf(kept) }
  },
})

/** For 5,000 screens, the worst of all turns. */
function goalsOf({ screens, turns }: Storm): Goal[] {
  const ours = turns.filter(({ rule }) => rule === 'player')
  const noisy = ours.some(({ othersCpuPercent }) => othersCpuPercent > NOISY_PERCENT)
  const goal = (what: string, of: (turn: Figures) => number, limit: number, unit: Goal['unit']): Goal => ({
    what: `5,000 screens after the server was killed: ${what}`,
    value: screens === 5_000 ? Math.max(...ours.map(of)) : undefined,
    limit,
    unit,
    noisy,
  })
  return [
    goal('99 % back', ({ backSeconds }) => backSeconds.p99, 6, 's'),
    goal('all back', ({ backSeconds }) => backSeconds.all, 10, 's'),
    goal('peak of new connections', ({ peakConnections }) => peakConnections, 2_000, 'a second'),
  ]
}

async function killOnce(rule: Rule, port: number, screenCount: number): Promise<Omit<Figures, 'rule' | 'turn'>> {
  await checkPortFree(port)
  await using placard = await startPlacardProcess(port)
  await using screens = startChild([SCREENS], { ipc: true })
  const order = (wanted: StormOrder) => ask<StormOrder, StormReport>(screens, wanted)
  await order({ kind: 'open', count: screenCount, port, rule })
  await sleep(PROVEN_MS)

  await order({ kind: 'count-anew' })
  const killedAt = Date.now()
  await placard.kill()
  await sleep(GONE_MS)
  await placard.start()
  const backAt = Date.now()
  const cost = startMeters(placard.child.pid, [screens.pid])
  const { revision } = await placard.call('createLine', { params: DISPLAY, body: { text: 'Back again' } })
  const report = await order({ kind: 'await', revision })
  if (report.kind !== 'current') throw new RangeError(`the screens answered ${report.kind}`)

  const { tries } = report
  const seconds = report.currentAt.map((at) => (at - backAt) / 1_000)
  return {
    awaySeconds: (backAt - killedAt) / 1_000,
    backSeconds: { p50: percentile(seconds, 0.5), p99: percentile(seconds, 0.99), all: Math.max(...seconds) },
    peakConnections: peakWithin(tries.connectedAt, 1_000),
    connections: tries.connectedAt.length,
    refused: tries.refused,
    failed: tries.failed,
    polls: tries.polls,
    othersCpuPercent: cost().othersCpuPercent,
  }
}

const COLUMNS: readonly Column<Figures>[] = [
  { title: 'rule', isText: true, of: ({ rule }) => TITLES[rule] },
  { title: 'turn', of: ({ turn }) => String(turn) },
  { title: 'down s', of: ({ awaySeconds }) => awaySeconds.toFixed(1) },
  { title: 'half back s', of: ({ backSeconds }) => backSeconds.p50.toFixed(1) },
  { title: '99 % s', of: ({ backSeconds }) => backSeconds.p99.toFixed(1) },
  { title: 'all s', of: ({ backSeconds }) => backSeconds.all.toFixed(1) },
  { title: 'peak /s', of: ({ peakConnections }) => count(peakConnections) },
  { title: 'connections', of: ({ connections }) => count(connections) },
  { title: 'refused', of: ({ refused }) => count(refused) },
  { title: 'failed', of: ({ failed }) => count(failed) },
  { title: 'polls', of: ({ polls }) => count(polls) },
  { title: '', isText: true, of: ({ othersCpuPercent }) => (othersCpuPercent > NOISY_PERCENT ? 'noisy' : '') },
]
