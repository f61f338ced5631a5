import { ScreenInserts, ScreenPlace } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { readPlace } from './read-place.ts'

const PLACE = {
  id: '0123456789abcdef0123456789abcdef',
  organisationId: 'vnr',
  displayId: 'ece',
  name: 'Reception',
  sentTo: null,
  commands: [],
}
const WALL = {
  columns: 2,
  rows: 2,
  column: 1,
  row: 0,
  panelWidthMm: 1_209.6,
  panelHeightMm: 680.4,
  frameSideMm: 0.9,
  frameTopMm: 12,
}

describe('the place of a paired screen', () => {
  it('[LY8] has its cell and its test card, as the contract says', () => {
    for (const place of [PLACE, { ...PLACE, wall: WALL }, { ...PLACE, testCard: { number: 3, leftMs: 5_000 } }])
      expect(readPlace(place)).toEqual(ScreenPlace.parse(place))
  })

  it('[LY7] has the inserts on this screen alone; unreadable ones are left out', () => {
    const rect = { x: 0, y: 0, width: 30, height: 33 }
    const item = { id: 'insert-one', type: 'image', url: 'https://example.org/a.jpg' }
    const one = { id: 'one', items: [item], startsAt: 1, endsAt: 2, landscape: rect, portrait: rect }
    const brand = { colour: '#1a5fb4' }
    const place = { ...PLACE, inserts: { inserts: [one], brand } }
    expect(readPlace(place)?.inserts).toEqual(ScreenInserts.parse(place.inserts))
    const odd = [null, {}, { ...one, landscape: null }, { ...one, items: [] }, { ...one, endsAt: undefined }]
    expect(readPlace({ ...PLACE, inserts: { inserts: [...odd, one] } })?.inserts?.inserts).toMatchObject([
      { id: 'one' },
    ])
    for (const inserts of [null, 'one', [], {}, { inserts: {} }, { inserts: odd }, { brand }])
      expect(readPlace({ ...PLACE, inserts })).toEqual(readPlace(PLACE))
    expect(readPlace({ ...place, displayId: null })?.inserts).toBeUndefined()
  })

  it('[LY8] a cell that no wall has is left out, and the screen plays the whole picture', () => {
    const wrong: object[] = [
      { column: 2 },
      { row: -1 },
      { columns: 5 },
      { rows: 1.5 },
      { panelWidthMm: 0 },
      { panelHeightMm: '680' },
      { frameSideMm: -1 },
      { frameTopMm: Number.NaN },
    ]
    for (const one of wrong) expect(readPlace({ ...PLACE, wall: { ...WALL, ...one } })).toEqual(readPlace(PLACE))
    for (const wall of [null, 'left', []]) expect(readPlace({ ...PLACE, wall })).toEqual(readPlace(PLACE))
  })
})
