import { ScreenPlace } from '@placard/contract'
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
