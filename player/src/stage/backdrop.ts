import type { ManifestItem } from '@placard/contract'
import { barsAround } from './bars.ts'

/** The longer side. CSS scales it up until it fills the media area, which smooths it. */
const SIZE_PX = 240
/** So often the picture is made half as large: eight pixels of the longer side are left, which is the blur. */
const HALVINGS = 5
/** Laid over the blurred picture: not half of its light is left. */
const SHADE = 'rgba(0, 0, 0, 0.55)'
/** Of films, how much of the new frame is mixed into the old ones with each look. */
const MIX = 0.4
/** A bar that is less wide shows no colours that could follow a film. */
const FOLLOWED_FROM_PX = 1
/** A bar that is still less wide is none: it is the rest of a division. */
const PAINTED_FROM_PX = 0.01

/**
 * [ST4] Fills the room beside a picture that does not have the media area's shape: with the picture itself, blurred and darkened, so
 * that nobody takes it for a part of the picture or for a broken panel. What shines through a picture is white.
 *
 * Drawn once for a picture, and small: halving and doubling blurs it, where a filter would be computed anew for every frame by some
 * engines, and is unknown to others. A foreign picture taints the canvas: nothing is ever read back from it.
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
    Object.assign(canvas, area)
    context.fillStyle = '#fff'
    context.fillRect(0, 0, area.width, area.height)
  } else {
    context.globalAlpha = MIX
  }
  if (wide < PAINTED_FROM_PX) return
  context.drawImage(blurred(picture, area), 0, 0)
  context.globalAlpha = 1
  // One cell less all round: at its border it would shine out beside a dark picture.
  context.fillRect(room.x + 1, room.y + 1, Math.max(0, room.width - 2), Math.max(0, room.height - 2))
}

/**
 * For all pictures, each of which is drawn on at once: a film would leave a million a day to be thrown away. Two, which are drawn onto
 * each other: an engine that enlarges a part of a canvas may mix in what lies beside it.
 */
let shared: HTMLCanvasElement[] | undefined

/** The whole of the picture in the shape of the area: so much is blurred that nobody sees that it is stretched. */
function blurred(picture: CanvasImageSource, area: { width: number; height: number }): CanvasImageSource {
  shared ??= [document.createElement('canvas'), document.createElement('canvas')]
  let drawn = picture
  for (let step = 0; step <= 2 * HALVINGS; step += 1) {
    const share = 0.5 ** (HALVINGS - Math.abs(HALVINGS - step))
    const width = Math.ceil(area.width * share)
    const height = Math.ceil(area.height * share)
    // Empty, and its context as new.
    const canvas = Object.assign(shared[step % 2] as HTMLCanvasElement, { width, height })
    const ink = canvas.getContext('2d', { alpha: false })
    if (!ink) break
    ink.fillStyle = '#fff'
    ink.fillRect(0, 0, width, height)
    ink.imageSmoothingQuality = 'high'
    ink.drawImage(drawn, 0, 0, width, height)
    ink.fillStyle = SHADE
    if (step === 2 * HALVINGS) ink.fillRect(0, 0, width, height)
    drawn = canvas
  }
  return drawn
}
