import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MediaId } from '../platform/id.ts'
import { thumbnailUrlOf } from './media.ts'
import { manifestTagOf, mediaAddressOf, mediaEndingOf, mediaIdOf, mediaPathOf, POSTER_PATH } from './media-address.ts'

const CDN = 'https://cdn.example.org/media'
const path = fc
  .tuple(fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,63}$/), fc.constantFrom('jpg', 'mp4', 'webm'))
  .map(([id, ending]) => `/media/${id}.${ending}`)
const base = fc.constantFrom(CDN, 'https://cdn.example.org', 'http://[fd00::9]:8080/a/b', 'http://localhost:4600')

describe('the address of a stored file', () => {
  it.each([
    ['/media/a.jpg', CDN, `${CDN}/a.jpg`],
    ['/media/a.jpg', 'https://cdn.example.org', 'https://cdn.example.org/a.jpg'],
    ['/media/a/thumbnail.webp', CDN, `${CDN}/a/thumbnail.webp`],
    ['/media/a.jpg', undefined, undefined],
    ['https://example.org/media/a.jpg', CDN, undefined],
    [`${CDN}/a.jpg`, CDN, undefined],
    ['https://www.youtube.com/watch?v=abcdefghijk', CDN, undefined],
  ])('%s behind %s is %s', (url, mediaUrl, address) => {
    expect(mediaAddressOf(url, mediaUrl)).toBe(address)
  })

  it('leads back to the path, wherever it was', () => {
    fc.assert(
      fc.property(path, base, (url, mediaUrl) => {
        expect(mediaPathOf(mediaAddressOf(url, mediaUrl) ?? '', mediaUrl)).toBe(url)
      }),
    )
  })

  it.each([
    [`${CDN}/a.svg`, CDN],
    [`${CDN}/../a.jpg`, CDN],
    [`${CDN}/a.jpg?x=1`, CDN],
    [`${CDN}/a/b.jpg`, CDN],
    [`${CDN}.evil/a.jpg`, CDN],
    ['https://cdn.example.org/mediation/a.jpg', CDN],
    ['/media/a.jpg', CDN],
    [`${CDN}/a.jpg`, undefined],
    ['', CDN],
  ])('%j is not one behind %s: it stays as it is', (url, mediaUrl) => {
    expect(mediaPathOf(url, mediaUrl)).toBe(url)
  })
})

it('[HS9] the path of a stored file says its id and its ending, and no other address says one', () => {
  const ids = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,63}$/)
  fc.assert(
    fc.property(ids, fc.constantFrom('jpg', 'mp4', 'webm', 'deck'), (id, ending) => {
      expect(mediaIdOf(`/media/${id}.${ending}`)).toBe(MediaId.parse(id))
      expect(mediaEndingOf(`/media/${id}.${ending}`)).toBe(ending)
    }),
  )
  for (const url of ['', '/media/A.jpg', '/media/a.svg', '/media/a/thumbnail.webp', `${CDN}/a.jpg`, '/media/a.jpg?x']) {
    expect([mediaIdOf(url), mediaEndingOf(url)]).toEqual([undefined, undefined])
  }
})

it('the tag of a manifest is another with each revision, and with each place of its files', () => {
  const tags = [1, 2].flatMap((revision) => [undefined, CDN, `${CDN}2`].map((place) => manifestTagOf(revision, place)))
  expect(tags).toEqual(['1', `1-${CDN}`, `1-${CDN}2`, '2', `2-${CDN}`, `2-${CDN}2`])
})

it('[LY5] the address of a poster is that of a film’s thumbnail, and no other', () => {
  const film = { poster: true }
  const poster = thumbnailUrlOf('/media/a-film_1.mp4', film) ?? ''
  expect(POSTER_PATH.test(poster)).toBe(true)
  for (const other of [
    '/media/a.jpg',
    '/media/../thumbnail.webp',
    `${poster}?x`,
    `https://example.org${poster}`,
    '/media/a/b/thumbnail.webp',
  ])
    expect(POSTER_PATH.test(other)).toBe(false)
})
