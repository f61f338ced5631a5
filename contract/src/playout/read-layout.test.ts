import { expect, it } from 'vitest'
import { type ManifestLayout, readLayout } from './read-layout.ts'

const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const both = (one: ReturnType<typeof rect>) => ({ landscape: one, portrait: one })
const ids = ['a', 'b', 'c', 'd'].map((letter) => `_${letter.repeat(20)}`)
const zone = (place: object, index = 0) => ({
  ...place,
  playlistId: ids[index],
  name: 'Menu',
  loopStartedAt: 5,
  items: [],
})
const read = (value: unknown): ManifestLayout | undefined => readLayout(value, () => undefined)
const main = both(rect(0, 0, 75, 100))
const side = both(rect(75, 0, 25, 100))

it('[LY4] a layout is read, without what is not in its form', () => {
  const value = { main, zones: [{ ...zone(side), stays: 'yes', items: ['unreadable'], more: 1 }], more: 1 }
  expect(read(value)).toEqual({ main, zones: [{ ...zone(side), stays: undefined }] })
  expect(read({ main, zones: [{ ...zone(side), stays: true }] })?.zones[0]?.stays).toBe(true)
})

it.each<[string, unknown]>([
  ['no layout', undefined],
  ['a word', 'side-bar'],
  ['no zone', { main: both(rect(0, 0, 100, 100)), zones: [] }],
  ['a gap', { main: both(rect(0, 0, 70, 100)), zones: [zone(side)] }],
  ['an overlap', { main: both(rect(0, 0, 80, 100)), zones: [zone(side)] }],
  ['a gap and an overlap of the same size', { main: both(rect(5, 0, 75, 100)), zones: [zone(side)] }],
  ['a gap on portrait screens alone', { main: { ...main, portrait: rect(0, 0, 70, 100) }, zones: [zone(side)] }],
  ['a zone outside', { main, zones: [zone(both(rect(80, 0, 25, 100)))] }],
  ['half percents', { main: both(rect(0, 0, 74.5, 100)), zones: [zone(both(rect(74.5, 0, 25.5, 100)))] }],
  ['a zone without an extent', { main: both(rect(0, 0, 100, 100)), zones: [zone(both(rect(100, 0, 0, 100)))] }],
  ['a zone without a playlist', { main, zones: [{ ...zone(side), playlistId: 'menu' }] }],
  ['a playlist twice', { main: both(rect(0, 0, 50, 100)), zones: [zone(both(rect(50, 0, 25, 100))), zone(side)] }],
  [
    'five zones',
    {
      main: both(rect(0, 0, 20, 100)),
      zones: [20, 40, 60, 80].map((x, index) => zone(both(rect(x, 0, 20, 100)), index)),
    },
  ],
  ['no start of the loop', { main, zones: [{ ...zone(side), loopStartedAt: '5' }] }],
])('[LY12] the main zone has the whole area if there is %s', (_, value) => {
  expect(read(value)).toBeUndefined()
})
