import { type Kept, measuredOn } from '../part.ts'
import { percentile } from '../percentile.ts'
import { type Row, resultsTable, verdict } from './verdict.ts'

/** Seconds of each picture. */
export const SLOT_SECONDS = 4
/** The ticker is measured with a processor that is slower by this factor. */
export const SLOWER = 6
/** LY11: ratios to one zone, and missed positions of the ticker. LY8: the time between the screens of a wall. */
const GOALS = { two: 1.25, four: 1.6, memory: 2, missedInTenMinutes: 2, cornersPoints: 1, wallMs: 50 }

/** The screens that are compared, by the number of their zones. `corners`: one zone, with a clock and three other pieces. */
export const SHAPE_NAMES = ['one', 'two', 'four', 'corners'] as const
export type ShapeName = (typeof SHAPE_NAMES)[number]

/** `processorPercent`: of one core. `emptyMs`: the time in which zones showed nothing, in `changes` changes. */
export type ShapeFigures = { processorPercent: number; memoryMiB: number; emptyMs: number; changes: number }
export type TickerFigures = { presentedPerSecond: number; dropped: number; longestGapMs: number; seconds: number }
/** Changes of one of four zones, and the elements that were drawn again in the others. */
export type RedrawFigures = { changes: number; drawnElsewhere: number }
/** The stored figures of `--only layouts`. `shapes`: medians of the rounds; `emptyMs` and `changes` are sums of zones and rounds. */
export type Layouts = Kept<{
  rounds: number
  shapes: Record<ShapeName, ShapeFigures>
  /** `floor`: a page with one line that a CSS animation moves, and nothing else. Figures from before it was measured lack it. */
  ticker: Record<'one' | 'four', TickerFigures> & { floor?: TickerFigures }
  redraw: RedrawFigures
  /** For each turn of a wall of 2 × 2, the time between the first and the last screen that showed it. */
  wall?: { apartMs: number[] }
}>

const missedInTenMinutes = ({ dropped, seconds }: TickerFigures) => (dropped / seconds) * 600
export const percent = (value: number) => `${value.toFixed(1)} %`
export const mib = (value: number) => `${value.toFixed(0)} MiB`

/** Everything else that runs on the machine stops the browser as well. The floor tells how much of the missed positions that is. */
function floorNote(floor: TickerFigures | undefined): string {
  if (!floor) return ''
  return ` A page with one line that a CSS animation moves, and nothing else, misses ${missedInTenMinutes(floor).toFixed(1)} in ten minutes here, with the same slow processor; measured for ${floor.seconds} s.`
}

function wallRow(apartMs: readonly number[]): Row {
  const p99 = percentile(apartMs, 0.99)
  return {
    what: 'turn of a wall of 2 × 2: first to last screen, p99',
    ours: `${p99.toFixed(1)} ms`,
    other: `${percentile(apartMs, 0.5).toFixed(1)} ms`,
    against: 'its median',
    bar: `≤ ${GOALS.wallMs} ms`,
    verdict: verdict(p99 <= GOALS.wallMs),
    note: `Four browsers on this machine, ${apartMs.length} turns. A frame takes ${(1_000 / 60).toFixed(1)} ms.`,
  }
}

/** The part of the results' page about screens with zones. */
export function layoutsSection({ shapes, ticker, redraw, wall, rounds, ...kept }: Layouts): string {
  const { one, two, four, corners } = shapes
  const cornersPoints = corners.processorPercent - one.processorPercent
  const ratio = (shape: ShapeFigures, of: 'processorPercent' | 'memoryMiB') => shape[of] / one[of]
  const against = 'one zone'
  const processor = (what: string, shape: ShapeFigures, goal: number): Row => ({
    what: `processor with ${what} zones`,
    ours: `${percent(shape.processorPercent)}: ${ratio(shape, 'processorPercent').toFixed(2)} ×`,
    other: percent(one.processorPercent),
    against,
    bar: `≤ ${goal} ×`,
    verdict: verdict(ratio(shape, 'processorPercent') <= goal),
  })
  const rows: Row[] = [
    processor('two', two, GOALS.two),
    processor('four', four, GOALS.four),
    {
      what: 'processor with a clock and three other corner pieces',
      ours: `${percent(corners.processorPercent)}: ${cornersPoints.toFixed(1)} points more`,
      other: percent(one.processorPercent),
      against,
      bar: `≤ ${GOALS.cornersPoints} point`,
      verdict: verdict(cornersPoints <= GOALS.cornersPoints),
    },
    {
      what: `elements drawn again in the other zones, ${redraw.changes} changes of one of four zones`,
      ours: `${redraw.drawnElsewhere}`,
      other: '0',
      against: 'nothing',
      bar: '0',
      verdict: verdict(redraw.drawnElsewhere === 0),
    },
    {
      what: 'memory of the page with four zones',
      ours: `${mib(four.memoryMiB)}: ${ratio(four, 'memoryMiB').toFixed(2)} ×`,
      other: mib(one.memoryMiB),
      against,
      bar: `≤ ${GOALS.memory} ×`,
      verdict: verdict(ratio(four, 'memoryMiB') <= GOALS.memory),
    },
    {
      what: 'time in which a zone is empty, four zones',
      ours: `${four.emptyMs.toFixed(0)} ms in ${four.changes} changes`,
      other: `${one.emptyMs.toFixed(0)} ms in ${one.changes}`,
      against,
      bar: '0 ms',
      verdict: verdict(two.emptyMs + four.emptyMs === 0),
    },
    {
      what: `ticker beside four zones, processor ÷ ${SLOWER}: missed positions`,
      ours: `${missedInTenMinutes(ticker.four).toFixed(1)} in ten minutes`,
      other: `${missedInTenMinutes(ticker.one).toFixed(1)}`,
      against,
      bar: `≤ ${GOALS.missedInTenMinutes}`,
      verdict: verdict(missedInTenMinutes(ticker.four) <= GOALS.missedInTenMinutes),
      note: `${ticker.four.presentedPerSecond.toFixed(1)} positions a second, the longest gap ${ticker.four.longestGapMs.toFixed(0)} ms; measured for ${ticker.four.seconds} s.${floorNote(ticker.floor)}`,
    },
    ...(wall ? [wallRow(wall.apartMs)] : []),
  ]
  return `## Screens with zones

Generated by \`npm run bench -- --only layouts\`. layouts.json in this folder has every figure. Each zone turns a picture every ${SLOT_SECONDS} seconds, all at the same moment, and a ticker runs. Processor and memory are medians of ${rounds} rounds. The ticker is measured for ${ticker.four.seconds} seconds beside four zones, and for ${ticker.one.seconds} beside one.

${resultsTable(rows)}

${rows.flatMap(({ what, note }) => (note ? [`- *${what}*: ${note}`] : [])).join('\n')}

${measuredOn(kept)}
`
}
