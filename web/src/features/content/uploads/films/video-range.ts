import { VideoSample } from 'mediabunny'

/** The colours of high definition (BT.709), in the range of television: what every panel expects, whether it reads the film's word or not. */
const COLOURS = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/** Television's of before high definition (BT.601). */
export const OLD_COLOURS = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
} as const

/**
 * A picture of a canvas as film: the encoders of browsers keep a canvas's full range of light, which many panels show with black and
 * white cut off.
 *
 * @param pixels four bytes for each
 * @param order of the bytes: `bgr` as a decoder that has drawn gives them, `rgb` as a canvas does
 * @param size even both ways
 * @param time in seconds
 * @param colorSpace what the planes mean. A browser draws old colours that nobody named as if they were those of high definition; the same
 *   step back gives the planes that were in the film, and they only have to be called what they are
 */
export function sampleOf(
  pixels: Uint8Array | Uint8ClampedArray,
  order: 'rgb' | 'bgr',
  { width, height }: { width: number; height: number },
  time: { timestamp: number; duration: number },
  colorSpace: typeof COLOURS | typeof OLD_COLOURS = COLOURS,
): VideoSample {
  const bytes = toVideoRange(pixels, order, width, height)
  return new VideoSample(bytes, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    ...time,
    colorSpace,
  })
}

/** The three planes one after the other: light for each pixel, both colours for four of them together (BT.709, in 256ths). */
export function toVideoRange(
  pixels: Uint8Array | Uint8ClampedArray,
  order: 'rgb' | 'bgr',
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const count = width * height
  const planes = new Uint8Array(count + count / 2)
  const [redAt, blueAt] = order === 'rgb' ? [0, 2] : [2, 0]
  const stride = width * 4
  let blue = count
  let red = count + count / 4
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      let [r4, g4, b4] = [0, 0, 0]
      for (let corner = 0; corner < 4; corner += 1) {
        const row = y + (corner >> 1)
        const column = x + (corner & 1)
        const at = row * stride + column * 4
        const r = pixels[at + redAt] as number
        const g = pixels[at + 1] as number
        const b = pixels[at + blueAt] as number
        planes[row * width + column] = 16 + ((47 * r + 157 * g + 16 * b + 128) >> 8)
        r4 += r
        g4 += g
        b4 += b
      }
      planes[blue] = 128 + ((-26 * r4 - 86 * g4 + 112 * b4 + 512) >> 10)
      planes[red] = 128 + ((112 * r4 - 102 * g4 - 10 * b4 + 512) >> 10)
      blue += 1
      red += 1
    }
  }
  return planes
}
