import {
  ARRANGEMENTS,
  DIVIDER_STEP_PERCENT,
  type Layout,
  type Manifest,
  type ManifestItem,
  MIN_ZONE_PERCENT,
  type Place,
  type Rect,
  SHAPES,
} from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemsArbitrary } from '../arbitrary.ts'
import { screenPlanAt } from '../opening.ts'
import { planAt } from '../plan.ts'
import { filmPlaces, filmZones } from './films.ts'
import { placesOf } from './places.ts'
import { roomOf, roomsOf } from './room.ts'
import { MAIN_ZONE } from './zone-id.ts'
import { zoneStateAt } from './zone-state.ts'
import { zoneManifestOf } from './zones.ts'

type Drawn = Pick<Layout, 'arrangement' | 'dividers' | 'side' | 'pinned'>

const divider = fc
  .integer({ min: MIN_ZONE_PERCENT / DIVIDER_STEP_PERCENT, max: (100 - MIN_ZONE_PERCENT) / DIVIDER_STEP_PERCENT })
  .map((steps) => steps * DIVIDER_STEP_PERCENT)

const drawn: fc.Arbitrary<Drawn> = fc.constantFrom(...ARRANGEMENTS).chain((arrangement) =>
  fc.record({
    arrangement: fc.constant(arrangement),
    dividers: fc.tuple(...SHAPES[arrangement].dividers.map(() => divider)),
    side: fc.constantFrom('start' as const, 'end' as const),
    pinned: fc.boolean(),
  }),
)

const SHAPES_OF_SCREENS = ['landscape', 'portrait'] as const

/** The number of rectangles at each whole percent of the area. */
function depthOf(rects: readonly Rect[]): Set<number> {
  const depths = new Set<number>()
  for (let x = 0; x < 100; x += 1) {
    for (let y = 0; y < 100; y += 1) {
      depths.add(
        rects.filter((rect) => x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height)
          .length,
      )
    }
  }
  return depths
}

describe('the places of zones', () => {
  it('[LY1] zones cover the media area once, in every arrangement, landscape, portrait and mirrored', () => {
    fc.assert(
      fc.property(drawn, fc.boolean(), (layout, isRightToLeft) => {
        const places = placesOf(layout, isRightToLeft)
        expect(places).toHaveLength(SHAPES[layout.arrangement].zones + 1)
        for (const shape of SHAPES_OF_SCREENS) {
          expect(depthOf(places.map((place) => place[shape]))).toEqual(new Set([1]))
        }
      }),
    )
  })

  it('[LY3] zones that are open cover the media area once, whichever are closed', () => {
    fc.assert(
      fc.property(drawn, fc.boolean(), fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (layout, rtl, open) => {
        const places = placesOf(layout, rtl)
        const isOpen = open.slice(0, places.length)
        fc.pre(isOpen.includes(true))
        for (const shape of SHAPES_OF_SCREENS) {
          const rooms = roomOf(
            places.map((place) => place[shape]),
            isOpen,
          )
          expect(rooms.map((room) => room !== undefined)).toEqual(isOpen)
          expect(depthOf(rooms.flatMap((room) => room ?? []))).toEqual(new Set([1]))
          // No open zone loses any of its own room.
          rooms.forEach((room, index) => {
            const own = places[index]?.[shape] as Rect
            if (room) expect(room.width * room.height).toBeGreaterThanOrEqual(own.width * own.height)
          })
        }
      }),
    )
  })

  const layoutOf = (layout: Partial<Drawn> & Pick<Drawn, 'arrangement'>): Drawn => ({
    dividers: [...SHAPES[layout.arrangement].dividers],
    side: 'end',
    pinned: false,
    ...layout,
  })
  const landscape = (places: Place[]) => places.map((place) => Object.values(place.landscape).join(' '))
  const portrait = (places: Place[]) => places.map((place) => Object.values(place.portrait).join(' '))

  it('[LY1] a side bar takes a quarter: beside on a landscape screen, below on a portrait one', () => {
    const places = placesOf(layoutOf({ arrangement: 'side-bar' }), false)
    expect(landscape(places)).toEqual(['0 0 75 100', '75 0 25 100'])
    expect(portrait(places)).toEqual(['0 0 100 75', '0 75 100 25'])
    const other = placesOf(layoutOf({ arrangement: 'side-bar', side: 'start' }), false)
    expect(landscape(other)).toEqual(['25 0 75 100', '0 0 25 100'])
    expect(portrait(other)).toEqual(['0 25 100 75', '0 0 100 25'])
  })

  it('[LY1] a side bar is mirrored for a language from right to left, unless it is pinned', () => {
    const mirrored = placesOf(layoutOf({ arrangement: 'side-bar' }), true)
    expect(landscape(mirrored)).toEqual(['25 0 75 100', '0 0 25 100'])
    expect(portrait(mirrored)).toEqual(['0 0 100 75', '0 75 100 25'])
    const pinned = placesOf(layoutOf({ arrangement: 'side-bar', pinned: true }), true)
    expect(landscape(pinned)).toEqual(['0 0 75 100', '75 0 25 100'])
  })

  it('[LY1] strips are above or below on every screen, and the four zones are the same on every screen', () => {
    const strip = placesOf(layoutOf({ arrangement: 'strip', side: 'start' }), true)
    expect(landscape(strip)).toEqual(['0 20 100 80', '0 0 100 20'])
    expect(portrait(strip)).toEqual(landscape(strip))
    const four = placesOf(layoutOf({ arrangement: 'four', dividers: [60, 70] }), false)
    expect(landscape(four)).toEqual(['0 0 60 70', '60 0 40 70', '0 70 60 30', '60 70 40 30'])
    expect(portrait(four)).toEqual(landscape(four))
  })

  it('[LY1] the two zones beside the main one are below one another, or beside one another on a portrait screen', () => {
    const places = placesOf(layoutOf({ arrangement: 'main-and-two' }), false)
    expect(landscape(places)).toEqual(['0 0 65 100', '65 0 35 50', '65 50 35 50'])
    expect(portrait(places)).toEqual(['0 0 100 65', '0 65 50 35', '50 65 50 35'])
  })

  it('[LY3] a closed zone gives its room to the main zone where it can, otherwise to its neighbour', () => {
    const roomsOfOpen = (layout: Drawn, isOpen: boolean[]) =>
      roomOf(
        placesOf(layout, false).map((place) => place.landscape),
        isOpen,
      ).map((room) => (room ? Object.values(room).join(' ') : '-'))
    expect(roomsOfOpen(layoutOf({ arrangement: 'side-bar' }), [true, false])).toEqual(['0 0 100 100', '-'])
    const two = layoutOf({ arrangement: 'main-and-two' })
    expect(roomsOfOpen(two, [true, false, true])).toEqual(['0 0 65 100', '-', '65 0 35 100'])
    expect(roomsOfOpen(two, [true, false, false])).toEqual(['0 0 100 100', '-', '-'])
    expect(roomsOfOpen(two, [false, true, true])).toEqual(['-', '0 0 100 50', '0 50 100 50'])
    const four = layoutOf({ arrangement: 'four' })
    expect(roomsOfOpen(four, [true, true, false, true])).toEqual(['0 0 50 100', '50 0 50 50', '-', '50 50 50 50'])
    expect(roomsOfOpen(four, [true, false, false, true])[0]).toMatch(/^0 0 (100 50|50 100)$/)
  })
})

describe('films in zones', () => {
  const [image, video, youtube] = (['image', 'video', 'youtube'] as const).map(
    (type) => ({ id: type, type, url: `https://example.org/${type}` }) as unknown as ManifestItem,
  ) as [ManifestItem, ManifestItem, ManifestItem]
  const [main, ...places] = placesOf(
    { arrangement: 'main-and-two', dividers: [65, 50], side: 'end', pinned: false },
    false,
  )
  const having = (items: ManifestItem[], ...others: ManifestItem[][]) => {
    const zones = places.map((place, index) => ({
      ...place,
      playlistId: `_${index}`,
      name: '',
      loopStartedAt: 0,
      items: others[index] ?? [],
    }))
    return { items, lines: [], loopStartedAt: 0, layout: { main, zones } } as unknown as Manifest
  }

  it('[LY5] one zone plays films: the main zone if it has any, otherwise the first that has', () => {
    expect(filmZones(having([image, video], [video], [youtube]))).toEqual([MAIN_ZONE])
    expect(filmZones(having([image], [image], [youtube]))).toEqual(['_1'])
    expect(filmZones(having([image], [youtube], [video]))).toEqual(['_0'])
    expect(filmZones(having([image], [image]))).toEqual([])
    expect(filmZones(having([video], [image], [youtube]), 2)).toEqual([MAIN_ZONE, '_1'])
    expect(filmZones({ items: [video] })).toEqual([MAIN_ZONE])
  })

  it('[LY5] the other zones play the rest, and a zone of films alone is closed', () => {
    const manifest = having([video], [youtube, image], [video])
    const plans = manifest.layout?.zones.map((zone) => screenPlanAt(zoneManifestOf(manifest, zone), 0))
    expect(plans).toMatchObject([{ status: 'playing', items: [image] }, { status: 'empty' }])
  })
})

describe('what is on in zones', () => {
  const HOUR = 3_600_000
  const zoneIds = ['1', '2', '3'].map((digit) => `playlist-${digit.repeat(12)}`)

  const manifests: fc.Arbitrary<Manifest> = fc
    .tuple(drawn, itemsArbitrary(0, 4), fc.array(itemsArbitrary(0, 4), { minLength: 3, maxLength: 3 }), fc.boolean())
    .map(([layout, items, others, stays]) => {
      const [main, ...zones] = placesOf(layout, false) as [Place, ...Place[]]
      return {
        organisationId: 'vnr',
        displayId: 'ece',
        name: 'ECE',
        revision: 1,
        loopStartedAt: 0,
        items,
        lines: [],
        layout: {
          main,
          zones: zones.map((place, index) => ({
            ...place,
            playlistId: zoneIds[index],
            name: `Zone ${index}`,
            ...(stays ? { stays: true } : {}),
            loopStartedAt: index * 1_000,
            items: others[index] ?? [],
          })),
        },
      } as unknown as Manifest
    })

  it('[LY5] more zones play films as far as the screens can hold them: a film that waits counts as well', () => {
    const cases: [counts: number[], decoders: number, places: number[]][] = [
      [[0, 0], 4, []],
      [[1, 1], 1, [0]],
      [[1, 1], 2, [0, 1]],
      [[1, 1, 1], 2, [0, 1]],
      [[2, 1], 2, [0]],
      [[9, 1], 1, [0]],
      [[2, 9], 4, [0, 1]],
      [[1, 2, 1], 2, [0, 2]],
      [[0, 2, 1, 1], 4, [1, 2, 3]],
      [[1, 1, 1, 1], 4, [0, 1, 2, 3]],
    ]
    for (const [counts, decoders, places] of cases) expect(filmPlaces(counts, decoders)).toEqual(places)
  })

  it('[LY4] each zone plays what a display with its items and its start would, and no take-over', () => {
    const over = { id: 'fire', items: [], line: 'Leave', startsAt: 0, endsAt: 24 * HOUR } as never
    fc.assert(
      fc.property(manifests, fc.integer({ min: 0, max: 24 * HOUR }), (drawn, now) => {
        const manifest = { ...drawn, takeOvers: [over], lines: [{ id: 'line', text: 'Hello' }] } as unknown as Manifest
        const films = filmZones(manifest)
        for (const zone of manifest.layout?.zones ?? []) {
          const isOfFilms = films[0] === zone.playlistId
          const items = zone.items.filter(({ type }) => isOfFilms || (type !== 'video' && type !== 'youtube'))
          const alone = { items, lines: [], loopStartedAt: zone.loopStartedAt }
          expect(screenPlanAt(zoneManifestOf(manifest, zone), now)).toEqual(planAt(alone, now))
        }
      }),
    )
  })

  it('[LY3] if nothing is on anywhere the main zone has the area, and a zone that stays keeps its room otherwise', () => {
    fc.assert(
      fc.property(manifests, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), ({ layout }, playing) => {
        if (!layout) throw new Error('a manifest without a layout')
        const isPlaying = playing.slice(0, layout.zones.length + 1)
        const rooms = roomsOf(layout, 'portrait', isPlaying, false)
        expect(depthOf(rooms.flatMap((room) => room ?? []))).toEqual(new Set([1]))
        const isOpen = isPlaying.map((is, index) =>
          isPlaying.includes(true) ? is || layout.zones[index - 1]?.stays === true : index === 0,
        )
        expect(rooms.map((room) => room !== undefined)).toEqual(isOpen)
      }),
    )
  })

  it('[LY3] a take-over has the whole media area', () => {
    fc.assert(
      fc.property(manifests, ({ layout }) => {
        if (!layout) throw new Error('a manifest without a layout')
        const rooms = roomsOf(layout, 'landscape', [true, true, true, true], true)
        expect(rooms[0]).toEqual({ x: 0, y: 0, width: 100, height: 100 })
        expect(rooms.slice(1).every((room) => room === undefined)).toBe(true)
      }),
    )
  })
})

it('[LY10] a zone is open while one of its items is on, and its state says until when', () => {
  const DAY = 24 * 3_600_000
  // Two windows that touch are one: the zone does not close between them.
  const noon = { hours: [{ from: '11:00', until: '12:00' }] }
  const afternoon = { hours: [{ from: '12:00', until: '14:00' }] }
  const item = (id: string, schedule?: object) => ({ id, type: 'image', url: '/media/a.jpg', schedule }) as ManifestItem
  const zone = (...items: ManifestItem[]) => ({ items, loopStartedAt: 0, zoneOffsets: [[0, 0]] as [number, number][] })
  const menu = zone(item('soup', noon), item('cake', afternoon))
  expect(zoneStateAt(menu, 10 * 3_600_000)).toEqual({ isOpen: false, until: 11 * 3_600_000 })
  expect(zoneStateAt(menu, 11 * 3_600_000)).toEqual({ isOpen: true, until: 14 * 3_600_000 })
  expect(zoneStateAt(menu, 14 * 3_600_000)).toEqual({ isOpen: false, until: DAY + 11 * 3_600_000 })
  expect(zoneStateAt(zone(item('news')), 0)).toEqual({ isOpen: true, until: Number.POSITIVE_INFINITY })
  expect(zoneStateAt(zone(), 0)).toEqual({ isOpen: false, until: Number.POSITIVE_INFINITY })
  const ended = zone(item('old', { until: '1970-01-02T00:00' }))
  expect(zoneStateAt(ended, 0)).toEqual({ isOpen: true, until: DAY })
  expect(zoneStateAt(ended, DAY)).toEqual({ isOpen: false, until: Number.POSITIVE_INFINITY })
})
