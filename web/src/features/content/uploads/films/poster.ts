import { SINGLE_UPLOAD_BYTES } from '@placard/contract'
import { CanvasSink, type InputVideoTrack } from 'mediabunny'
import { fitInside } from '../fit-box.ts'

/** Large enough for every list, small enough for one upload request. */
const BOX = { width: 960, height: 960 }
/** Positions where a frame that is not black is searched for, as shares of the film: many films begin in black. */
const LOOKED_AT = [0.1, 0.25, 0.5, 0]
/** A frame with a lower mean lightness (0 to 255) counts as black. */
const BLACK = 16

/** A frame of the film as a JPEG; undefined if this browser cannot decode it. */
export async function posterOf(video: InputVideoTrack): Promise<Blob | undefined> {
  try {
    if (!('VideoDecoder' in self) || !(await video.canDecode())) return undefined
    const seconds = await video.computeDuration()
    const first = await video.getFirstTimestamp()
    const size = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
    const sink = new CanvasSink(video, { ...fitInside(size, BOX), fit: 'fill', poolSize: 1 })
    let found: Blob | undefined
    for (const share of LOOKED_AT) {
      const drawn = await sink.getCanvas(first + share * Math.max(0, seconds - first))
      const canvas = drawn?.canvas
      if (!(canvas instanceof OffscreenCanvas)) continue
      found = await encode(canvas)
      if (lightnessOf(canvas) >= BLACK) break
    }
    return found
  } catch (error) {
    console.warn('a film has no poster', error)
    return undefined
  }
}

async function encode(canvas: OffscreenCanvas): Promise<Blob | undefined> {
  for (const quality of [0.8, 0.5]) {
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (picture.size <= SINGLE_UPLOAD_BYTES) return picture
  }
  return undefined
}

/** Mean lightness from 0 to 255, computed from a few pixels. */
function lightnessOf(canvas: OffscreenCanvas): number {
  const context = new OffscreenCanvas(SAMPLES, SAMPLES).getContext('2d')
  if (!context) return BLACK
  context.drawImage(canvas, 0, 0, SAMPLES, SAMPLES)
  const { data } = context.getImageData(0, 0, SAMPLES, SAMPLES)
  let sum = 0
  for (let at = 0; at < data.length; at += 4) {
    sum += 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)
  }
  return sum / (SAMPLES * SAMPLES)
}

const SAMPLES = 16
