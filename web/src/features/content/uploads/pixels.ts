/** A decoded picture: red, green, blue and alpha of each pixel, row by row from the top, in the colour space that it names. */
export type Pixels = {
  width: number
  height: number
  data: Uint8ClampedArray<ArrayBuffer>
  colourSpace: PredefinedColorSpace
}

/**
 * The most that a decoder of ours is given. It holds the picture several times: 100 million take a gigabyte, and cover a scan of
 * A3 at 600 dpi and every phone that writes HEIC.
 */
export const MOST_OWN_PIXELS = 100_000_000

export function imageOf({ data, width, height, colourSpace }: Pixels): ImageData {
  return new ImageData(data, width, height, { colorSpace: colourSpace })
}
