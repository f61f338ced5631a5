/** A decoded picture: red, green, blue and alpha of each pixel, row by row from the top, in the given colour space. */
export type Pixels = {
  width: number
  height: number
  data: Uint8ClampedArray<ArrayBuffer>
  colourSpace: PredefinedColorSpace
}

/**
 * The most pixels that our own decoders accept. They hold the picture several times: 100 million pixels take a gigabyte, and cover
 * an A3 scan at 600 dpi and every phone that writes HEIC.
 */
export const MOST_OWN_PIXELS = 100_000_000

export function imageOf({ data, width, height, colourSpace }: Pixels): ImageData {
  return new ImageData(data, width, height, { colorSpace: colourSpace })
}
