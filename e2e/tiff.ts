import { readFile } from 'node:fs/promises'
import sharp, { type TiffOptions } from 'sharp'
import { QUARTERS } from './bmp.ts'

const SIDE = 128

/** Files written by libtiff: black and white (two kinds of fax, and uncompressed), 16 greys, and in big-endian byte order. */
export const tiffFile = (name: 'fax' | 'fax3' | 'bit' | 'nibble' | 'big-endian') =>
  readFile(new URL(`./pictures/${name}.tif`, import.meta.url))

/** Four squares as raw RGBA; `last`: the alpha of the fourth. */
function quarters(last = 255) {
  const data = Buffer.alloc(SIDE * SIDE * 4)
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const number = (y < SIDE / 2 ? 0 : 2) + (x < SIDE / 2 ? 0 : 1)
      data.writeUInt32BE(
        Number.parseInt(`${QUARTERS[number]?.slice(1)}${number === 3 ? last.toString(16).padStart(2, '0') : 'ff'}`, 16),
        (y * SIDE + x) * 4,
      )
    }
  }
  return sharp(data, { raw: { width: SIDE, height: SIDE, channels: 4 } })
}

/** A TIFF written by libtiff. */
export const tiffOf = (options: TiffOptions) => quarters().removeAlpha().tiff(options).toBuffer()
export const clearTiff = () => quarters(0).tiff({ compression: 'deflate' }).toBuffer()
export const turnedTiff = (orientation: number) =>
  quarters().removeAlpha().withMetadata({ orientation }).tiff({ compression: 'lzw' }).toBuffer()
export const greyTiff = (options: TiffOptions) => quarters().removeAlpha().greyscale().tiff(options).toBuffer()
export const cmykTiff = () => quarters().removeAlpha().toColourspace('cmyk').tiff({ compression: 'lzw' }).toBuffer()
export const deepTiff = () =>
  quarters().removeAlpha().toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer()

type Page = {
  colour: string
  width?: number
  height?: number
  /** True: its directory marks it as a thumbnail of another page. */
  isSmall?: boolean
  compression?: number
}

/**
 * Makes a TIFF whose pages have 8 by 8 pixels of one colour.
 *
 * @param options.loops true: the last directory names the first one as the next
 */
export function makeTiff(pages: readonly Page[], { isBigEndian = false, loops = false } = {}): Buffer {
  const bytes = Buffer.alloc(8 + pages.length * (2 + TAGS * 12 + 4 + 6 + 192))
  const u16 = (value: number, at: number) =>
    isBigEndian ? bytes.writeUInt16BE(value, at) : bytes.writeUInt16LE(value, at)
  const u32 = (value: number, at: number) =>
    isBigEndian ? bytes.writeUInt32BE(value, at) : bytes.writeUInt32LE(value, at)
  bytes.write(isBigEndian ? 'MM' : 'II', 'latin1')
  u16(42, 2)
  u32(8, 4)
  let at = 8
  for (const [index, page] of pages.entries()) {
    const { colour, width = 8, height = 8, isSmall = false, compression = 1 } = page
    const depths = at + 2 + TAGS * 12 + 4
    const pixels = depths + 6
    const tags: [tag: number, type: 3 | 4, count: number, value: number][] = [
      [254, 4, 1, isSmall ? 1 : 0],
      [256, 4, 1, width],
      [257, 4, 1, height],
      [258, 3, 3, depths],
      [259, 3, 1, compression],
      [262, 3, 1, 2],
      [273, 4, 1, pixels],
      [277, 3, 1, 3],
      [279, 4, 1, 192],
    ]
    u16(tags.length, at)
    for (const [order, [tag, type, count, value]] of tags.entries()) {
      const entry = at + 2 + order * 12
      u16(tag, entry)
      u16(type, entry + 2)
      u32(count, entry + 4)
      if (type === 3 && count === 1) u16(value, entry + 8)
      else u32(value, entry + 8)
    }
    for (let depth = 0; depth < 3; depth += 1) u16(8, depths + depth * 2)
    bytes.fill(Buffer.from(colour.slice(1), 'hex'), pixels, pixels + 192)
    const next = pixels + 192
    u32(index < pages.length - 1 ? next : loops ? 8 : 0, depths - 4)
    at = next
  }
  return bytes
}

const TAGS = 9
