import { crc32, deflateSync } from 'node:zlib'
import { MAX_IMAGE_BYTES } from '@placard/contract'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makePicture } from './picture.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c03030' } })

describe('pictures as they come', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('takes %s and keeps a JPEG', async (format) => {
    const picture = await makePicture(await plain(300, 200).toFormat(format).toBuffer())
    expect(picture).toMatchObject({ width: 300, height: 200 })
    expect((await sharp(picture.bytes).metadata()).format).toBe('jpeg')
  })

  it('C6 fits inside 1920x1080 with the aspect kept', async () => {
    const picture = await makePicture(await plain(3000, 1000).jpeg().toBuffer())
    expect(picture).toMatchObject({ width: 1920, height: 640 })
  })

  it('[B62] stands upright and loses its metadata', async () => {
    const sent = await plain(300, 200)
      .withExif({ IFD0: { Orientation: '6', Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    const turned = await sharp(sent).withMetadata({ orientation: 6 }).toBuffer()
    const picture = await makePicture(turned)
    expect(picture).toMatchObject({ width: 200, height: 300 })
    const { exif, xmp, icc, orientation } = await sharp(picture.bytes).metadata()
    expect({ exif, xmp, icc, orientation }).toEqual({})
  })

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['SVG [B57]', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    ['a program', 'MZ\x90\x00'],
    ['a PDF', '%PDF-1.7'],
    ['nothing', ''],
  ])('[B55] refuses %s', async (_what, content) => {
    await expect(makePicture(Buffer.from(content, 'latin1'))).rejects.toMatchObject({ code: 'not-an-image' })
  })

  it('[B56] keeps no byte of what hides behind a picture', async () => {
    const sent = Buffer.concat([await plain(20, 20).png().toBuffer(), Buffer.from('<script>hidden()</script>')])
    const picture = await makePicture(sent)
    expect(picture.bytes.includes('hidden')).toBe(false)
  })

  it('[B59] refuses a picture that is cut off', async () => {
    const whole = await plain(800, 600).jpeg().toBuffer()
    await expect(makePicture(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'image-damaged' })
  })

  it('[B61] refuses pixels beyond reason before it decodes them', async () => {
    const bomb = pngClaiming(60_000, 60_000)
    expect(bomb.length).toBeLessThan(MAX_IMAGE_BYTES)
    await expect(makePicture(bomb)).rejects.toMatchObject({ code: 'image-too-large' })
    await expect(makePicture(pngClaiming(16_000, 16_000))).rejects.toMatchObject({ code: 'image-too-large' })
  })
})

/** A PNG whose header promises more than its data hold: enough for whoever believes the header. */
function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}
