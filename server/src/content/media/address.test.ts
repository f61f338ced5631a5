import { MediaId, mediaAddressOf } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { addressOf, fileNameOf, idOfName, readMediaAddress, thumbnailNameOf } from './address.ts'

const CDN = 'https://cdn.example.org/media'
const FILES = ['image/jpeg', 'video/mp4', 'video/webm'].map((contentType, index) => ({
  id: `f-${index}_a`,
  contentType,
}))

describe('the address of a stored file', () => {
  it.each(FILES)(
    '[HS9] $contentType: read again it is the file, by its path, at the CDN and by any name of the server',
    (file) => {
      const path = addressOf(file)
      const ours = { id: file.id, path, isOurs: true }
      expect(readMediaAddress(path, undefined)).toEqual(ours)
      expect(readMediaAddress(path, CDN)).toEqual(ours)
      expect(readMediaAddress(mediaAddressOf(path, CDN) ?? '', CDN)).toEqual(ours)
      expect(readMediaAddress(`https://signs.example.org:8443${path}`, CDN)).toEqual({ ...ours, isOurs: false })
    },
  )

  it.each([
    '',
    '/media/',
    '/media/a.svg',
    '/media/A.jpg',
    '/media/a/thumbnail.webp',
    'https://example.org/a.jpg',
    'https://example.org/x/media/a.jpg',
    'not an address',
  ])('[HS9] %j names none', (address) => {
    expect(readMediaAddress(address, CDN)).toBeUndefined()
  })

  it('[HS9] both names of a file have its id', () => {
    for (const file of FILES) {
      expect(idOfName(fileNameOf(file))).toBe(file.id)
      expect(idOfName(thumbnailNameOf(MediaId.parse(file.id)))).toBe(file.id)
    }
  })
})
