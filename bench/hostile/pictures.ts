import sharp from 'sharp'

const END_MARK_BYTES = 2
const START_OF_SCAN = Buffer.from([0xff, 0xda])

/** Pictures of a few kB that take as long as possible to read. */
export async function hardPictures(): Promise<{ type: string; bytes: Buffer }[]> {
  return [
    // The greatest number of pixels that is accepted.
    { type: 'image/png', bytes: await png(7_000, 7_000) },
    { type: 'image/jpeg', bytes: await manyScans() },
    { type: 'image/png', bytes: await png(1, 60_000) },
  ]
}

function png(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#777' } })
    .png()
    .toBuffer()
}

export function easyPicture(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 360, channels: 3, background: '#777' } })
    .jpeg({ progressive: true })
    .toBuffer()
}

/** A JPEG that repeats its last scan a thousand times. */
async function manyScans(): Promise<Buffer> {
  const whole = await easyPicture()
  const scan = whole.subarray(whole.lastIndexOf(START_OF_SCAN), -END_MARK_BYTES)
  const end = whole.subarray(-END_MARK_BYTES)
  return Buffer.concat([whole.subarray(0, -END_MARK_BYTES), ...Array<Buffer>(1_000).fill(scan), end])
}
