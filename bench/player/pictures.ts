import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

export type Colour = readonly [red: number, green: number, blue: number]
/** Far from each other and from black, which an empty page shows. */
export const COLOURS: readonly Colour[] = [
  [220, 30, 30],
  [30, 80, 220],
  [30, 180, 80],
  [220, 200, 30],
  [180, 30, 200],
  [30, 200, 210],
  [240, 130, 20],
  [200, 200, 200],
]
const SIZE = { width: 1_920, height: 1_080 }

/**
 * A picture with one colour in the middle, and noise at the sides that no encoder can make small.
 *
 * @param noise width of each side in pixels; 220 give about 900 kB, like a photograph
 */
export async function pictureOf([r, g, b]: Colour, noise: number): Promise<Buffer> {
  const raw = { width: noise, height: SIZE.height, channels: 3 as const }
  const side = await sharp(randomBytes(noise * SIZE.height * 3), { raw })
    .png()
    .toBuffer()
  return sharp({ create: { ...SIZE, channels: 3, background: { r, g, b } } })
    .composite([
      { input: side, left: 0, top: 0 },
      { input: side, left: SIZE.width - noise, top: 0 },
    ])
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
