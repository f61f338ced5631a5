import sharp from 'sharp'

/** A JPEG for each number, 64 pixels and as many more wide. */
export function uniquePicture(number: number): Promise<Buffer> {
  const background = { r: number % 256, g: 80, b: 160 }
  return sharp({ create: { width: 64 + number, height: 36, channels: 3, background } })
    .jpeg()
    .toBuffer()
}
