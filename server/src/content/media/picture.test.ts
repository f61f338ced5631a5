import { crc32, deflateSync } from 'node:zlib'
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE_PX, markAsPage } from '@placard/contract'
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

  it('[CT8] a page that is higher than wide fits inside 1080x1920, any other page and any other picture as ever', async () => {
    const page = async (width: number, height: number) => {
      const jpeg = new Blob([new Uint8Array(await plain(width, height).jpeg().toBuffer())], { type: 'image/jpeg' })
      const { bytes, ...size } = await makePicture(new Uint8Array(await markAsPage(jpeg).arrayBuffer()))
      // The mark is removed with all other metadata.
      expect(bytes.includes('placard-page')).toBe(false)
      return size
    }
    expect(await page(1357, 1920)).toEqual({ width: 1080, height: 1528 })
    expect(await page(3000, 1000)).toEqual({ width: 1920, height: 640 })
    const picture = await makePicture(await plain(1357, 1920).jpeg().toBuffer())
    expect(picture).toMatchObject({ width: 763, height: 1080 })
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

  it('[S9] refuses a strip of a picture before it decodes it, however few its pixels are', async () => {
    for (const [width, height] of [
      [1, MAX_IMAGE_PIXELS],
      [MAX_IMAGE_SIDE_PX + 1, 1],
    ] as const) {
      await expect(makePicture(pngClaiming(width, height))).rejects.toMatchObject({ code: 'image-too-large' })
    }
    expect(await makePicture(await plain(MAX_IMAGE_SIDE_PX, 100).png().toBuffer())).toMatchObject({ width: 1920 })
  })

  it('[S9] refuses a JPEG of a thousand scans, and takes a progressive one whatever hides in its metadata', async () => {
    const progressive = await plain(640, 360).jpeg({ progressive: true }).toBuffer()
    expect(await makePicture(progressive)).toMatchObject({ width: 640, height: 360 })
    // A bomb: the last scan is repeated many times before the end marker.
    const last = progressive.lastIndexOf(Buffer.from([0xff, 0xda]))
    const scan = progressive.subarray(last, -2)
    const bomb = Buffer.concat([
      progressive.subarray(0, -2),
      ...Array.from({ length: 1_000 }, () => scan),
      progressive.subarray(-2),
    ])
    expect(bomb.length).toBeLessThan(MAX_IMAGE_BYTES)
    await expect(makePicture(bomb)).rejects.toMatchObject({ code: 'image-too-large' })
    // A thumbnail in the metadata, and data that a phone appends after the end marker, are not scans.
    const marks = Buffer.alloc(400, Buffer.from([0xff, 0xda]))
    const comment = Buffer.concat([
      Buffer.from([0xff, 0xfe, (marks.length + 2) >> 8, (marks.length + 2) & 0xff]),
      marks,
    ])
    const hidden = Buffer.concat([progressive.subarray(0, 2), comment, progressive.subarray(2), marks])
    expect(await makePicture(hidden)).toMatchObject({ width: 640, height: 360 })
  })
})

/** A PNG whose header claims more pixels than its data contain. Enough for code that trusts the header. */
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
