import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** For versions 1 to 6 at error level M: the number of data code words, and of the blocks of equal length that they are divided into. */
const DATA = [
  [16, 1],
  [28, 1],
  [44, 1],
  [64, 2],
  [86, 2],
  [108, 4],
] as const

/** The edge of the plate that is left out, as a share of its side. */
const PLATE_EDGE = 0.04

const MASKS = [
  (x: number, y: number) => (x + y) % 2 === 0,
  (_: number, y: number) => y % 2 === 0,
  (x: number) => x % 3 === 0,
  (x: number, y: number) => (x + y) % 3 === 0,
  (x: number, y: number) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/**
 * Reads the upright QR code in a part of the screen from its pixels. Supports codes of bytes, of versions 1 to 6 and error
 * level M, and corrects no errors.
 *
 * @returns its text, and its side with and without the light border, in px
 */
export async function readQr(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 128
  // The corners of the plate are round, so its edge is left out.
  const edge = Math.round(Math.min(info.width, info.height) * PLATE_EDGE)
  let [left, top, right] = [info.width, info.height, 0]
  for (let y = edge; y < info.height - edge; y += 1) {
    for (let x = edge; x < info.width - edge; x += 1) {
      if (!isDark(x, y)) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x)
    }
  }
  const sidePx = right - left + 1
  // The first row of the finder pattern is seven dark modules.
  let run = 0
  while (isDark(left + run, top + 2)) run += 1
  const size = Math.round((sidePx / (run / 7) - 17) / 4) * 4 + 17
  const modulePx = sidePx / size
  const at = (x: number, y: number) =>
    isDark(Math.floor(left + (x + 0.5) * modulePx), Math.floor(top + (y + 0.5) * modulePx))

  const version = (size - 17) / 4
  const [words, blocks] = DATA[version - 1] ?? [0, 0]
  let format = 0
  for (const x of [0, 1, 2, 3, 4, 5, 7]) format = format * 2 + Number(at(x, 8))
  // The first five bits are the level and the mask, XORed with a fixed pattern.
  const kind = (format >> 2) ^ 0b10101
  if (kind >> 3 !== 0 || words === 0) throw new Error(`not a code of level M and version 1 to 6: ${version}, ${kind}`)
  const isMasked = MASKS[kind & 7] as (x: number, y: number) => boolean

  const isFunction = (x: number, y: number) =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    (version > 1 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2)
  const bits: boolean[] = []
  let upwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step
      for (const x of [right, right - 1]) if (!isFunction(x, y)) bits.push(at(x, y) !== isMasked(x, y))
    }
    upwards = !upwards
  }
  const number = (some: boolean[]) => some.reduce((sum, bit) => sum * 2 + Number(bit), 0)
  const dealt = Array.from({ length: words }, (_, nth) => number(bits.slice(nth * 8, nth * 8 + 8)))
  const inOrder = Array.from({ length: blocks }, (_, block) => dealt.filter((__, nth) => nth % blocks === block)).flat()
  const stream = inOrder.flatMap((word) => [...word.toString(2).padStart(8, '0')].map((bit) => bit === '1'))
  if (number(stream.slice(0, 4)) !== 4) throw new Error('not a code of bytes')
  const length = number(stream.slice(4, 12))
  const bytes = Array.from({ length }, (_, nth) => number(stream.slice(12 + nth * 8, 20 + nth * 8)))
  return { text: Buffer.from(bytes).toString(), sidePx, quietPx: Math.min(left, top), modulePx }
}
