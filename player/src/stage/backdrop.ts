import type { ManifestItem } from '@placard/contract'
import { barsAround } from './bars.ts'

/** The longer side. CSS scales the canvas up to fill the media area, which smooths it. */
const SIZE_PX = 240
/** The picture is halved this many times. About eight pixels of the longer side remain, which makes the blur. */
const HALVINGS = 5
/** Laid over the blurred picture. It takes more than half of its brightness. */
const SHADE = 'rgba(0, 0, 0, 0.55)'
/** For films, the share of the new frame that is mixed into the old ones at each step. */
const MIX = 0.4
/** A narrower bar is too narrow to show colours that follow a film. */
const FOLLOWED_FROM_PX = 1
/** A still narrower bar is only a rounding error. */
const PAINTED_FROM_PX = 0.01

/**
 * [ST4] Fills the space beside a picture whose shape differs from the media area. It uses the picture itself, blurred
 * and darkened, so that the space looks neither like a part of the picture nor like a broken panel. Transparent parts
 * of a picture are white.
 *
 * It is drawn once for each picture, on a small canvas. Halving and doubling blurs it. Some engines would compute a
 * filter for every frame, and others do not have it.
 *
 * @param canvas fills its parent, which is as large as the media area
 * @param fit of the item; with `cover` there is no space beside it
 * @param isMixed the new frame is mixed into the old content, so that the colours of a film change smoothly
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
  const { clientWidth, clientHeight } = canvas.parentElement as HTMLElement
  const bars = barsAround({ width, height }, { width: clientWidth, height: clientHeight }, SIZE_PX)
  if (!bars) return
  const { area, room } = bars
  const wide = fit === 'cover' ? 0 : bars.share * (bars.areBeside ? clientWidth : clientHeight)
  // An engine that draws in software copies the whole frame of a film each time, and keeps many copies.
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
  // One pixel less on each side, because at the border white would be visible beside a dark picture.
  context.fillRect(room.x + 1, room.y + 1, Math.max(0, room.width - 2), Math.max(0, room.height - 2))
}

/**
 * Makes the content of the canvas the background of its parent, and hides the canvas. To the browser's compositor, a canvas is
 * a layer of its own, so it would mix the whole stage layer in an extra pass in each frame of a fade. Without a GPU, a
 * frame then takes 17 ms instead of 5.
 */
export function replaceByBackground(canvas: HTMLCanvasElement): void {
  const { style } = canvas.parentElement as HTMLElement
  const still = new Image()
  still.onload = () => {
    canvas.style.display = 'none'
    style.background = `url(${still.src}) 0 0 / 100% 100%`
  }
  try {
    still.src = canvas.toDataURL()
  } catch {
    // A picture of another origin taints the canvas, which stays.
  }
}

/**
 * Shared by all pictures, because each is drawn and used at once. Otherwise a film would leave a million canvases a day
 * to be collected. There are two, which are drawn onto each other: an engine that enlarges a part of one canvas may mix
 * in neighbouring pixels.
 */
let shared: HTMLCanvasElement[] | undefined

/** The whole picture in the shape of the area. It is so blurred that the distortion is not visible. */
function blurred(picture: CanvasImageSource, area: { width: number; height: number }): CanvasImageSource {
  shared ??= [document.createElement('canvas'), document.createElement('canvas')]
  let drawn = picture
  for (let step = 0; step <= 2 * HALVINGS; step += 1) {
    const share = 0.5 ** (HALVINGS - Math.abs(HALVINGS - step))
    const width = Math.ceil(area.width * share)
    const height = Math.ceil(area.height * share)
    // Setting the size clears the canvas and resets its context.
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
