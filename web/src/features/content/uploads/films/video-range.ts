import { VideoSample } from 'mediabunny'

/** High-definition colours (BT.709) in the limited range of television. Every panel expects them, with or without the declaration. */
const COLOURS = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/** The colours of standard-definition television (BT.601). */
export const OLD_COLOURS = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
} as const

/**
 * Converts the pixels of a canvas to a video frame. Browsers' encoders would keep the canvas's full range, which many panels show with
 * black and white clipped.
 *
 * @param pixels four bytes per pixel
 * @param order the byte order: `bgr` from a decoder that has drawn, `rgb` from a canvas
 * @param size width and height, both even
 * @param time in seconds
 * @param colorSpace the meaning of the planes. A browser draws undeclared old colours as if they were high definition. Converting back
 *   the same way restores the planes of the film, which then only have to be declared correctly
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

/** The three planes one after the other: luma for each pixel, chroma for each block of four pixels (BT.709, in 256ths). */
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
