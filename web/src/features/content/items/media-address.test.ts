import { expect, it } from 'vitest'
import { keptAddress, placesOf, shownAddress } from './media-address.ts'

const origin = 'https://signs.example.org'

it('D6 shows the whole address of a stored file and keeps its path', () => {
  expect(shownAddress('/media/abc.jpg', origin)).toBe(`${origin}/media/abc.jpg`)
  expect(keptAddress(` ${origin}/media/abc.jpg `, origin)).toBe('/media/abc.jpg')
})

it('D6 leaves every other address as it was typed', () => {
  const others = [
    'https://other.example.org/media/abc.jpg',
    `${origin}/login`,
    `${origin}.evil/media/abc.jpg`,
    'nonsense',
  ]
  for (const url of others) {
    expect(keptAddress(url, origin)).toBe(url)
    expect(shownAddress(url, origin)).toBe(url)
  }
})

const mediaUrl = 'https://cdn.example.org/media'

it('D5 a stored picture is taken in small, from where files come first, and from this server when it is not there', () => {
  const places = ['/media/a/thumbnail.webp', '/media/a.jpg']
  expect(placesOf('/media/a.jpg', { small: true, mediaUrl: undefined })).toEqual(places)
  expect(placesOf('/media/a.jpg', { small: true, mediaUrl })).toEqual([
    `${mediaUrl}/a/thumbnail.webp`,
    '/media/a/thumbnail.webp',
    `${mediaUrl}/a.jpg`,
    '/media/a.jpg',
  ])
  expect(placesOf('/media/a.jpg', { small: false, mediaUrl })).toEqual([`${mediaUrl}/a.jpg`, '/media/a.jpg'])
  expect(placesOf('/media/a.mp4', { small: true, mediaUrl })).toEqual([`${mediaUrl}/a.mp4`, '/media/a.mp4'])
})

it('D5 a picture of another site is there and nowhere else', () => {
  const foreign = 'https://example.org/media/a.jpg'
  expect(placesOf(foreign, { small: true, mediaUrl })).toEqual([foreign])
})
