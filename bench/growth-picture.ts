import type { ContestantName } from './contestant.ts'
import { CONTESTANTS } from './contestants.ts'
import type { FanOut, Row } from './report.ts'
import { count } from './table.ts'

/** The size of the whole picture, which scales. */
const SIZE = { width: 880, height: 372 }
const PANEL = { top: 76, width: 340, height: 220, lefts: [72, 512] }
const TICKS = 5

/** One graph: the figure that is drawn against the number of listeners. */
type Graph = { title: string; unit: string; of: (row: Row) => number }

const GRAPHS: readonly Graph[] = [
  { title: 'A change has reached the last listener', unit: 'ms, median', of: (row) => row.best.lastReceiptP50Ms },
  { title: 'Memory for each listener', unit: 'KiB', of: (row) => row.best.memoryKiBPerListener },
]

/**
 * Growth curves as a picture that follows the reader's light or dark colour scheme.
 *
 * @returns an SVG document without scripts and fonts of its own
 */
export function growthPicture({ rows }: FanOut): string {
  const most = Math.max(...rows.map(({ listeners }) => listeners))
  const graphs = GRAPHS.map((graph, index) => graphMarkup(graph, rows, most, PANEL.lefts[index] ?? 0))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-labelledby="title description">
<title id="title">How far one machine goes</title>
<desc id="description">${descriptionOf(rows)}</desc>
<style>
  svg { color-scheme: light dark; --paper: #ffffff; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --plain: #8250df; --durable: #9a6700; --placard: #0969da }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --ink: #f0f6fc; --soft: #9198a1; --line: #3d444d; --plain: #ab7df8; --durable: #d29922; --placard: #4493f8 }
  }
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--soft) }
  .head { font-weight: 600; fill: var(--ink) }
  .grid { stroke: var(--line); stroke-width: 1 }
  .curve { fill: none; stroke-width: 2; stroke-linejoin: round }
  .curve.placard { stroke-width: 3 }
${CONTESTANTS.map(({ name }) => `  .${name} { stroke: var(--${name}); fill: var(--${name}) } .curve.${name} { fill: none }`).join('\n')}
  .curve.plain { stroke-dasharray: 2 4; stroke-linecap: round } .curve.durable { stroke-dasharray: 8 4 }
</style>
<rect width="${SIZE.width}" height="${SIZE.height}" rx="8" fill="var(--paper)"/>
${legendMarkup()}
${graphs.join('\n')}
</svg>
`
}

function legendMarkup(): string {
  return CONTESTANTS.map(({ name, title }, index) => {
    const x = (PANEL.lefts[0] ?? 0) + index * 190
    return `<path class="curve ${name}" d="M${x} 24h32"/><text x="${x + 40}" y="28">${title}</text>`
  }).join('\n')
}

function graphMarkup(graph: Graph, rows: readonly Row[], most: number, left: number): string {
  const ticks = ticksUpTo(Math.max(...rows.map(graph.of)), TICKS)
  const top = ticks.at(-1) ?? 1
  const bottom = PANEL.top + PANEL.height
  const xOf = (listeners: number) => round(left + (listeners / most) * PANEL.width)
  const yOf = (value: number) => round(bottom - (Math.max(0, value) / top) * PANEL.height)
  const labels = ticks.map((tick) => {
    const y = yOf(tick)
    return `<path class="grid" d="M${left} ${y}h${PANEL.width}"/><text x="${left - 8}" y="${y + 4}" text-anchor="end">${count(tick)}</text>`
  })
  const sizes = [...new Set(rows.map(({ listeners }) => listeners))].toSorted((a, b) => a - b)
  const under = sizes.map(
    (size) => `<text x="${xOf(size)}" y="${bottom + 20}" text-anchor="middle">${count(size)}</text>`,
  )
  const curves = CONTESTANTS.map(({ name }) => curveMarkup(name, pointsOf(name, graph, rows), xOf, yOf))
  return `<text class="head" x="${left - 40}" y="${PANEL.top - 20}">${graph.title} (${graph.unit})</text>
${labels.join('\n')}
${under.join('\n')}
<text x="${left + PANEL.width / 2}" y="${bottom + 44}" text-anchor="middle">listeners of one display</text>
${curves.join('\n')}`
}

type Point = { listeners: number; value: number }

function pointsOf(name: ContestantName, graph: Graph, rows: readonly Row[]): Point[] {
  return rows
    .filter((row) => row.name === name)
    .map((row) => ({ listeners: row.listeners, value: graph.of(row) }))
    .toSorted((a, b) => a.listeners - b.listeners)
}

function curveMarkup(
  name: ContestantName,
  points: readonly Point[],
  xOf: (listeners: number) => number,
  yOf: (value: number) => number,
): string {
  if (points.length === 0) return ''
  const places = points.map(({ listeners, value }) => ({ x: xOf(listeners), y: yOf(value) }))
  const dots = places.map(({ x, y }) => `<circle class="${name}" cx="${x}" cy="${y}" r="3.5"/>`)
  return `<path class="curve ${name}" d="M${places.map(({ x, y }) => `${x} ${y}`).join('L')}"/>${dots.join('')}`
}

/** The same as text, for readers who do not see the picture. */
function descriptionOf(rows: readonly Row[]): string {
  const sentences = rows.map(({ name, listeners, best }) => {
    const title = CONTESTANTS.find((one) => one.name === name)?.title ?? name
    const memory = best.memoryKiBPerListener.toFixed(1)
    return `${title}, ${count(listeners)} listeners: ${best.lastReceiptP50Ms.toFixed(1)} ms, ${memory} KiB each.`
  })
  return sentences.join(' ')
}

/**
 * Round numbers from 0 up to the first that is not below `value`.
 *
 * @param atMost greatest number of steps
 */
export function ticksUpTo(value: number, atMost: number): number[] {
  if (!(value > 0)) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(value / atMost))
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((one) => one * atMost >= value) ?? value
  const steps = Math.max(1, Math.ceil(value / step - 1e-9))
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
