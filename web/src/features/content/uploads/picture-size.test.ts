import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readPictureSize } from './picture-size.ts'

const bytes = (hex: string) =>
  Uint8Array.from(hex.replace(/\s/g, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

it('C6 reads the size of a GIF', () => {
  expect(readPictureSize(bytes('474946383961 8007 3804 00000000'))).toEqual({ width: 1920, height: 1080 })
})

it('C6 reads the size of a JPEG behind its other segments', () => {
  const head = 'ffd8 ffe0 0004 0000 ffff c4 0003 00 ffc2 0011 08 0438 0780 03 01 22 00 02 11 01 03 11 01'
  expect(readPictureSize(bytes(head))).toEqual({ width: 1920, height: 1080 })
})

it('[U1] a JPEG of a camera that was held upright has the size that people see', () => {
  const frame = 'ffc0 0011 08 0bd0 0fc0 03 01 22 00 02 11 01 03 11 01'
  const exif = (orientation: string) =>
    `ffe1 0022 457869660000 4949 2a00 08000000 0100 1201 0300 01000000 ${orientation} 0000 00000000`
  const asStored = { width: 4032, height: 3024 }
  expect(readPictureSize(bytes(`ffd8 ${exif('0100')} ${frame}`))).toEqual(asStored)
  expect(readPictureSize(bytes(`ffd8 ${exif('0300')} ${frame}`))).toEqual(asStored)
  expect(readPictureSize(bytes(`ffd8 ${exif('0600')} ${frame}`))).toEqual({ width: 3024, height: 4032 })
})

it('C6 reads the size of all three kinds of WebP', () => {
  const riff = '52494646 00000000 57454250'
  expect(readPictureSize(bytes(`${riff} 56503820 00000000 000000 9d012a 8007 3804`))).toEqual({
    width: 1920,
    height: 1080,
  })
  expect(readPictureSize(bytes(`${riff} 5650384c 00000000 2f 7fc70d01`))).toEqual({ width: 1920, height: 1080 })
  expect(readPictureSize(bytes(`${riff} 56503858 0a000000 00000000 7f0700 370400`))).toEqual({
    width: 1920,
    height: 1080,
  })
})

it('[HS27] reads the size of a BMP, with its rows from the bottom or the top, and of OS/2', () => {
  const start = '424d 00000000 00000000 00000000'
  const size = { width: 1920, height: 1080 }
  expect(readPictureSize(bytes(`${start} 28000000 80070000 38040000`))).toEqual(size)
  expect(readPictureSize(bytes(`${start} 7c000000 80070000 c8fbffff`))).toEqual(size)
  expect(readPictureSize(bytes(`${start} 0c000000 8007 3804`))).toEqual(size)
  expect(readPictureSize(bytes(`${start} 28000000 80070000 00000080`))).toEqual({ width: 1920, height: 2 ** 31 })
  for (const sides of ['80f8ffff 38040000', '00000000 38040000', '80070000 00000000', '8007']) {
    expect(readPictureSize(bytes(`${start} 28000000 ${sides}`))).toBeUndefined()
  }
})

it('C4 a head that ends too early, or says nothing, has no size', () => {
  for (const hex of ['', 'ff', 'ffd8', 'ffd8 ffe0 ffff', 'ffd8 ffd9', '89504e47', '474946383961 0000 0000']) {
    expect(readPictureSize(bytes(hex))).toBeUndefined()
  }
})

it('C4 no bytes whatever make it throw or run on', () => {
  const starts = fc.constantFrom(
    '',
    'ffd8',
    '424d',
    '474946383961',
    '89504e470d0a1a0a',
    '52494646000000005745425056503858',
  )
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      readPictureSize(Uint8Array.from([...bytes(start), ...rest]))
    }),
  )
})
