import { ARRANGEMENTS, type Layout, PlaylistId, SetLayout, SHAPES } from '@placard/contract'
import { placesOf } from '@placard/playback'
import { expect, it } from 'vitest'
import { arranged, CHOICES, linesOf, type Wanted, withDivider } from './wanted.ts'

const playlist = (nth: number) => PlaylistId.parse(`_${String(nth).padStart(20, '0')}`)
const newZone = (index: number) => ({ name: `Zone ${index}`, stays: false })
const choices = CHOICES.flatMap((choice) => choice ?? [])
const of = (arrangement: Wanted['arrangement'], side: Layout['side'] = 'end') =>
  arranged(null, { arrangement, side }, newZone)

it('[LY1] every choice is a layout that the contract takes, from any other', () => {
  for (const from of [null, ...choices.map((choice) => arranged(null, choice, newZone))]) {
    for (const choice of choices) {
      expect(SetLayout.safeParse({ layout: arranged(from, choice, newZone) }).success).toBe(true)
    }
  }
})

it('[LY2] another arrangement keeps the playlists in their order, and the same one its dividers', () => {
  const zones = [1, 2].map((nth) => ({ playlistId: playlist(nth), stays: nth === 2 }))
  const before: Wanted = { arrangement: 'main-and-two', dividers: [55, 30], side: 'start', pinned: true, zones }
  const four = arranged(before, { arrangement: 'four' }, newZone)
  expect(four.zones).toEqual([...zones, newZone(2)])
  expect(four).toMatchObject({ dividers: [...SHAPES.four.dividers], side: 'start', pinned: true })
  expect(arranged(before, { arrangement: 'main-and-two', side: 'end' }, newZone).dividers).toEqual([55, 30])
  expect(arranged(before, { arrangement: 'strip' }, newZone).zones).toEqual(zones.slice(0, 1))
})

it('[LY1] a divider moves in steps of 5, and no further than 15', () => {
  const layout = of('side-bar')
  expect([62.4, 62.6, 3, 99].map((value) => withDivider(layout, 0, value).dividers[0])).toEqual([60, 65, 15, 85])
})

it('[LY1] a divider is drawn where it divides: moved there, the zones meet at it', () => {
  for (const arrangement of ARRANGEMENTS) {
    for (const side of ['start', 'end'] as const) {
      for (const isMirrored of [false, true]) {
        for (const shape of ['landscape', 'portrait'] as const) {
          const layout = { ...of(arrangement, side), dividers: SHAPES[arrangement].dividers.map(() => 35) }
          const rects = placesOf(layout, isMirrored).map((place) => place[shape])
          for (const { at, isShareBefore, isUpright, between } of linesOf(layout, rects)) {
            expect(at).toBe(isShareBefore ? 35 : 65)
            const edges = between.flatMap((zone) => {
              const { x, y, width, height } = rects[zone] ?? { x: 0, y: 0, width: 0, height: 0 }
              return isUpright ? [x, x + width] : [y, y + height]
            })
            expect(edges.filter((edge) => edge === at)).toHaveLength(2)
          }
        }
      }
    }
  }
})
