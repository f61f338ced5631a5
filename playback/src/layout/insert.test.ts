import { INSERT_PLACES, type InsertPlace, type Manifest, type ManifestItem, type Rect } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { planAt } from '../plan.ts'
import { insertManifestOf, placeOfInsert } from './insert.ts'
import { soonestInZones, zoneManifestOf } from './zones.ts'

const SHAPES = ['landscape', 'portrait'] as const

describe('the place of an insert', () => {
  it('[LY7] a corner stands off two edges and covers a quarter to a third of each side', () => {
    const corners = INSERT_PLACES.filter((place) => place.includes('-'))
    expect(corners).toHaveLength(4)
    for (const corner of corners) {
      for (const shape of SHAPES) {
        const { x, y, width, height } = placeOfInsert(corner)[shape]
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(25)
        expect(Math.max(width, height)).toBeLessThanOrEqual(35)
        const [fromLeft, fromRight] = [x, 100 - x - width]
        const [fromTop, fromBottom] = [y, 100 - y - height]
        expect(corner.endsWith('left') ? fromLeft : fromRight).toBe(shape === 'landscape' ? 2 : 3)
        expect(corner.startsWith('top') ? fromTop : fromBottom).toBe(shape === 'landscape' ? 4 : 2)
      }
    }
  })

  it('[LY7] a side is a third, a band is a fifth, and a side of a portrait screen is its upper or lower third', () => {
    const written = (place: InsertPlace) =>
      SHAPES.map((shape) => Object.values(placeOfInsert(place)[shape] satisfies Rect).join(' '))
    expect(written('left')).toEqual(['0 0 33 100', '0 0 100 33'])
    expect(written('right')).toEqual(['67 0 33 100', '0 67 100 33'])
    expect(written('top')).toEqual(['0 0 100 20', '0 0 100 20'])
    expect(written('bottom')).toEqual(['0 80 100 20', '0 80 100 20'])
  })
})

const item = (id: string, more: Partial<ManifestItem> = {}) =>
  ({ id, type: 'image', url: `/media/${id}.jpg`, duration: 10, ...more }) as ManifestItem
const insert = (id: string, startsAt: number, endsAt: number) => ({
  id,
  items: [item(`insert-${id}`)],
  startsAt,
  endsAt,
  ...placeOfInsert('top-right'),
})
const MANIFEST = {
  organisationId: 'vnr',
  displayId: 'ece',
  name: 'ECE',
  revision: 1,
  loopStartedAt: 0,
  openingHours: { days: [1], hours: [{ from: '07:00', until: '18:00' }] },
  zoneOffsets: [[0, 0]],
  takeOvers: [{ id: 'fire', items: [item('over-fire')] }],
  inserts: [insert('older', 1_000, 9_000), insert('newer', 2_000, 5_000)],
  items: [item('a'), item('b')],
  lines: [],
} as unknown as Manifest

describe('what is on in the place of an insert', () => {
  const shownAt = (now: number, canShow?: (item: ManifestItem) => boolean) => {
    const plan = planAt(insertManifestOf(MANIFEST), now, canShow)
    return [plan.status === 'playing' ? plan.current.item.id : plan.status, plan.until]
  }

  it('[LY7] the newest is shown, the one before it returns, and nothing is left at the end', () => {
    expect(shownAt(0)).toEqual(['empty', 1_000])
    expect(shownAt(1_500)).toEqual(['insert-older', 2_000])
    expect(shownAt(2_000)).toEqual(['insert-newer', 5_000])
    expect(shownAt(5_000)).toEqual(['insert-older', 9_000])
    expect(shownAt(9_000)).toEqual(['empty', Number.POSITIVE_INFINITY])
  })

  it('[LY7] one that the screen cannot show makes room for the one before it', () => {
    expect(shownAt(3_000, ({ id }) => id !== 'insert-newer')).toEqual(['insert-older', 9_000])
    expect(shownAt(3_000, () => false)).toEqual(['empty', Number.POSITIVE_INFINITY])
  })

  it('[LY7] the loop and the zones are as without it, and its files are needed first', () => {
    const { inserts: _, ...without } = MANIFEST
    for (const now of [0, 1_500, 12_000]) expect(planAt(MANIFEST, now)).toEqual(planAt(without, now))
    const zone = { playlistId: '_a', items: [item('z')], loopStartedAt: 0 } as never
    expect(zoneManifestOf(MANIFEST, zone).inserts).toBeUndefined()
    expect(insertManifestOf(MANIFEST)).toBe(insertManifestOf(MANIFEST))
    expect(soonestInZones(MANIFEST, 0).map(({ id }) => id)).toEqual([
      'insert-older',
      'insert-newer',
      'a',
      'over-fire',
      'b',
    ])
  })
})
