import type { Manifest, ManifestItem } from '@placard/contract'
import { expect, it } from 'vitest'
import { filesOf } from './media-file.ts'

const item = (id: string) =>
  ({ id, type: 'image', url: `/media/${id}.jpg`, sha256: id.repeat(64), sizeBytes: 1 }) as unknown as ManifestItem

it('[LY4] the files of all zones are kept, each once, those of the main zone first', () => {
  const [a, b, c] = [item('a'), item('b'), item('c')]
  const zones = [{ items: [b, a] }, { items: [c] }]
  const manifest = { items: [a], layout: { zones } } as unknown as Manifest
  expect(filesOf(manifest).map(({ url }) => url)).toEqual(['/media/a.jpg', '/media/b.jpg', '/media/c.jpg'])
  expect(filesOf({ items: [a] })).toHaveLength(1)
})

it('WD3 the fonts of the texts are kept before everything else', () => {
  const font = { url: '/fonts/noto-sans-jp-1-0a1b2c3d.woff2', sha256: 'a'.repeat(64), sizeBytes: 9, range: 'U+3041' }
  const [kept, ...others] = filesOf({ items: [item('a')], fonts: [font] })
  expect(kept).toEqual({ url: font.url, sha256: font.sha256, sizeBytes: 9, contentType: 'font/woff2' })
  expect(others.map(({ url }) => url)).toEqual(['/media/a.jpg'])
})

it('[LY6] the pictures in the corners are kept as well, after the items', () => {
  const logo = { corner: 'top-left', size: 10, kind: 'logo', ...item('b') }
  const words = { corner: 'top-right', size: 10, kind: 'words', text: 'x' }
  const manifest = { items: [item('a')], cornerPieces: [words, logo] } as unknown as Manifest
  expect(filesOf(manifest).map(({ url }) => url)).toEqual(['/media/a.jpg', '/media/b.jpg'])
  // A damaged one is no file.
  expect(filesOf({ items: [], cornerPieces: [{ kind: 'logo' }] as never })).toEqual([])
})
