import { expect, it } from 'vitest'
import { checkContent, checkFile } from './file-check.ts'

it('C4 exactly 1024000 bytes is accepted, one more is not', () => {
  expect(checkFile({ type: 'image/png', size: 1_024_000 })).toBeUndefined()
  expect(checkFile({ type: 'image/png', size: 1_024_001 })).toBe('file-unfit')
})

it('C4 only pictures that every browser can read are accepted', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/gif']) {
    expect(checkFile({ type, size: 1 })).toBeUndefined()
  }
  for (const type of ['', 'text/plain', 'application/pdf', 'image/svg+xml', 'video/mp4']) {
    expect(checkFile({ type, size: 1 })).toBe('file-unfit')
  }
})

const png = (width: number, height: number) => {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

it('C4 a text that calls itself a picture is found out', () => {
  expect(checkContent(new TextEncoder().encode('<html>'))).toBe('file-unfit')
})

it('C6 a small file that claims 3.6 billion pixels is never decoded', () => {
  expect(checkContent(png(60_000, 60_000))).toBe('image-too-large')
  expect(checkContent(png(1_920, 1_080))).toBeUndefined()
})
