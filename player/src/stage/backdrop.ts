import type { ManifestItem } from '@placard/contract'
import { type Bars, barsAround } from './bars.ts'

/** The longer side. CSS scales it up until it fills the media area, which smooths it. */
const SIZE_PX = 240
/** How deep into the picture its edge reaches, as a share of it: one line of pixels may be a frame, or noise. */
const EDGE_DEPTH = 0.01
/**
 * A narrow bar goes on with the edge in detail, a wide one as a soft run of its colours: stretched far, details are streaks.
 */
const DETAIL = 6
const [LEAST_COLOURS, MOST_COLOURS] = [6, 120]
/** Of films, how much of the new edges is mixed into the old ones with each look. */
const MIX = 0.4
/** A bar that is less wide shows no colours that could follow a film. */
const FOLLOWED_FROM_PX = 1
/** A bar that is still less wide is none: it is the rest of a division. */
const PAINTED_FROM_PX = 0.01

/**
 * [ST4] Fills the room beside a picture that does not have the media area's shape: its own edges go on to the border, as
 * bright as they are, so that a poster of one ground looks as if it filled the glass. What shines through a picture is white.
 *
 * Three small drawings, once for a picture; no filter, which an engine would compute anew for every frame. A foreign
 * picture taints the canvas: nothing is ever read back from it.
 *
 * @param canvas as large as the media area
 * @param fit of the item; what covers the area has no room beside it
 * @param isMixed into what is there already: a film's colours follow it without a jump
 */
export function paintBackdrop(
  canvas: HTMLCanvasElement | null,
  picture: CanvasImageSource,
  width: number,
  height: number,
  fit: ManifestItem['fit'],
  isMixed: boolean,
): void {
  const context = canvas?.getContext('2d', { alpha: false })
  if (!canvas || !context) return
  const bars = barsAround({ width, height }, { width: canvas.clientWidth, height: canvas.clientHeight }, SIZE_PX)
  if (!bars) return
  const { area, room } = bars
  const wide = fit === 'cover' ? 0 : bars.share * (bars.areBeside ? canvas.clientWidth : canvas.clientHeight)
  // An engine that draws in software makes a copy of a film's whole frame for each look, and keeps many.
  if (isMixed && wide < FOLLOWED_FROM_PX) return
  if (!isMixed || canvas.width !== area.width || canvas.height !== area.height) {
    canvas.width = area.width
    canvas.height = area.height
    context.fillStyle = '#fff'
    context.fillRect(0, 0, area.width, area.height)
  } else {
    context.globalAlpha = MIX
  }
  if (wide < PAINTED_FROM_PX) return
  context.imageSmoothingQuality = 'high'
  for (const side of [0, 1] as const) paintEdge(context, picture, width, height, bars, side)
  context.globalAlpha = 1
  // One cell less all round: at its border it would shine out beside a dark picture.
  context.fillRect(room.x + 1, room.y + 1, Math.max(0, room.width - 2), Math.max(0, room.height - 2))
}

/** First the edge as a line of a few colours, then that line drawn out to the middle. */
function paintEdge(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  width: number,
  height: number,
  { area, share, areBeside }: Bars,
  side: 0 | 1,
): void {
  const colours = Math.round(Math.min(Math.max(DETAIL / Math.max(share, 0.001), LEAST_COLOURS), MOST_COLOURS))
  const [lineWidth, lineHeight] = areBeside ? [1, colours] : [colours, 1]
  const line = lineCanvas(lineWidth, lineHeight)
  const ink = line.getContext('2d', { alpha: false })
  if (!ink) return
  ink.fillStyle = '#fff'
  ink.fillRect(0, 0, lineWidth, lineHeight)
  ink.imageSmoothingQuality = 'high'
  const depth = Math.max(1, (areBeside ? width : height) * EDGE_DEPTH)
  if (areBeside) {
    ink.drawImage(picture, side * (width - depth), 0, depth, height, 0, 0, lineWidth, lineHeight)
    context.drawImage(line, (side * area.width) / 2, 0, area.width / 2, area.height)
  } else {
    ink.drawImage(picture, 0, side * (height - depth), width, depth, 0, 0, lineWidth, lineHeight)
    context.drawImage(line, 0, (side * area.height) / 2, area.width, area.height / 2)
  }
}

/** One for all edges, each of which is drawn on at once. A film would leave a hundred thousand a day to be thrown away. */
let shared: HTMLCanvasElement | undefined

/** Empty, and its context as new. */
function lineCanvas(width: number, height: number): HTMLCanvasElement {
  shared ??= document.createElement('canvas')
  return Object.assign(shared, { width, height })
}
