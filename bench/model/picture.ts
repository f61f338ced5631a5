import { count } from '../table.ts'
import { type Assumed, WAYS, type Way } from './assumptions.ts'
import type { Cost, Measured } from './inputs.ts'
import { endsOf, LIMITS, scaleOf } from './model.ts'

/** The size of the whole picture, which scales. */
const SIZE = { width: 880, height: 420 }
const GRAPH = { left: 72, top: 84, width: 760, height: 260 }
/** Powers of ten: screens from left to right, busy processors upwards. */
const SCREENS = { least: 3, most: 6 }
const BUSY = { least: -2, most: 3 }
const POINTS_PER_POWER = 12

const SIDES = ['node', 'database'] as const satisfies (keyof Cost)[]
type Curve = { side: keyof Cost; way: Way }
const CURVES: readonly Curve[] = SIDES.flatMap((side) => WAYS.map((way) => ({ side, way })))
const TITLES: Record<keyof Cost, string> = { node: 'nodes', database: 'database' }
const NAMES: Record<Way, string> = { 'any node': 'any', 'by organisation': 'own' }

/**
 * Busy processors against screens, both in powers of ten, as a picture that follows the reader's light or dark colour
 * scheme.
 *
 * @returns an SVG document without scripts and fonts of its own
 */
export function scalePicture(measured: Measured, assumed: Assumed): string {
  const curves = CURVES.map((curve) => curveMarkup(curve, pointsOf(curve, measured, assumed)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-labelledby="title description">
<title id="title">Busy processors against screens</title>
<desc id="description">${descriptionOf(measured, assumed)}</desc>
<style>
  svg { color-scheme: light dark; --paper: #ffffff; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --node: #0969da; --database: #8250df; --end: #bc4c00 }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --ink: #f0f6fc; --soft: #9198a1; --line: #3d444d; --node: #4493f8; --database: #ab7df8; --end: #f0883e }
  }
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--soft) }
  .head { font-weight: 600; fill: var(--ink) }
  .grid { stroke: var(--line); stroke-width: 1 }
  .end { stroke: var(--end); stroke-width: 1; stroke-dasharray: 4 4 }
  text.last { fill: var(--end); stroke: var(--paper); stroke-width: 4; paint-order: stroke }
  .curve { fill: none; stroke-width: 2.5; stroke-linejoin: round }
${SIDES.map((side) => `  .${side} { stroke: var(--${side}) }`).join('\n')}
  .own { stroke-dasharray: 7 5 }
</style>
<rect width="${SIZE.width}" height="${SIZE.height}" rx="8" fill="var(--paper)"/>
${legendMarkup()}
${gridMarkup()}
${endsMarkup(measured, assumed)}
${curves.join('\n')}
</svg>
`
}

function legendMarkup(): string {
  const entries = CURVES.map(({ side, way }, index) => {
    const x = GRAPH.left + index * 196
    return `<path class="curve ${side} ${NAMES[way]}" d="M${x} 24h32"/><text x="${x + 40}" y="28">${TITLES[side]}, ${way}</text>`
  })
  return `${entries.join('\n')}
<text class="head" x="${GRAPH.left - 40}" y="${GRAPH.top - 24}">Busy processors at the busiest minute</text>`
}

function gridMarkup(): string {
  const bottom = GRAPH.top + GRAPH.height
  const powers = ({ least, most }: { least: number; most: number }) =>
    Array.from({ length: most - least + 1 }, (_, index) => least + index)
  const across = powers(BUSY).map((power) => {
    const y = yOf(10 ** power)
    return `<path class="grid" d="M${GRAPH.left} ${y}h${GRAPH.width}"/><text x="${GRAPH.left - 8}" y="${y + 4}" text-anchor="end">${count(10 ** power)}</text>`
  })
  const under = powers(SCREENS).map((power) => {
    const x = xOf(10 ** power)
    return `<text x="${x}" y="${bottom + 20}" text-anchor="middle">${count(10 ** power)}</text>`
  })
  return `${across.join('\n')}
${under.join('\n')}
<text x="${GRAPH.left + GRAPH.width / 2}" y="${bottom + 44}" text-anchor="middle">screens</text>`
}

/** The limits inside the picture, when the proxy sends to any node. */
function endsMarkup(measured: Measured, assumed: Assumed): string {
  const ends = endsOf(measured, assumed, 'any node')
  const shown = LIMITS.filter((limit) => ends[limit] > 10 ** SCREENS.least && ends[limit] < 10 ** SCREENS.most)
  const lines = shown.map((limit) => `<path class="end" d="M${xOf(ends[limit])} ${GRAPH.top}v${GRAPH.height}"/>`)
  const bottom = GRAPH.top + GRAPH.height
  const words = shown.map(
    (limit, index) =>
      `<text class="last" x="${xOf(ends[limit]) - 6}" y="${bottom - 12 - index * 22}" text-anchor="end">${limit}</text>`,
  )
  return [...lines, ...words].join('\n')
}

type Point = { screens: number; busy: number }

function pointsOf({ side, way }: Curve, measured: Measured, assumed: Assumed): Point[] {
  const steps = (SCREENS.most - SCREENS.least) * POINTS_PER_POWER
  const sizes = Array.from({ length: steps + 1 }, (_, step) => 10 ** (SCREENS.least + step / POINTS_PER_POWER))
  const points: Point[] = []
  for (const screens of sizes) {
    const scale = scaleOf(measured, assumed, screens, way)
    // From here on no number of nodes is enough.
    if (!scale) break
    points.push({ screens, busy: scale.busy[side] })
  }
  return points
}

function curveMarkup({ side, way }: Curve, points: readonly Point[]): string {
  if (points.length === 0) return ''
  const path = points.map(({ screens, busy }) => `${xOf(screens)} ${yOf(busy)}`).join('L')
  return `<path class="curve ${side} ${NAMES[way]}" d="M${path}"/>`
}

/** The same as text, for readers who do not see the picture. */
function descriptionOf(measured: Measured, assumed: Assumed): string {
  const sentences = [1_000, 10_000, 100_000, 1_000_000].flatMap((screens) =>
    WAYS.map((way) => {
      const scale = scaleOf(measured, assumed, screens, way)
      const what = scale
        ? `nodes ${scale.busy.node.toFixed(2)}, database ${scale.busy.database.toFixed(2)}`
        : 'no number of nodes is enough'
      return `${count(screens)} screens, ${way}: ${what}.`
    }),
  )
  return sentences.join(' ')
}

function xOf(screens: number): number {
  return round(GRAPH.left + share(Math.log10(screens), SCREENS) * GRAPH.width)
}

function yOf(busy: number): number {
  return round(GRAPH.top + (1 - share(Math.log10(Math.max(busy, 1e-9)), BUSY)) * GRAPH.height)
}

function share(power: number, { least, most }: { least: number; most: number }): number {
  return Math.min(1, Math.max(0, (power - least) / (most - least)))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
