import { expect, it } from 'vitest'
import { keptAddress, shownAddress } from './media-address.ts'

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
