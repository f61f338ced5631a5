import { ARRANGEMENTS, type ManifestLayout, type PlaylistId, type Rect, SHAPES } from '@placard/contract'
import { MAIN_ZONE, placesOf, type ZoneId } from '@placard/playback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Arrangement, arrangeRooms, type Boxes, NO_BOXES, settle, type ZoneState } from './rooms.ts'
import { isOpen, type ZoneBox } from './zone-box.ts'

const layoutOf = (arrangement: (typeof ARRANGEMENTS)[number], stays = false): ManifestLayout => {
  const dividers = [...SHAPES[arrangement].dividers]
  const [main, ...others] = placesOf({ arrangement, dividers, side: 'end', pinned: false }, false)
  const zones = others.map((place, index) => ({
    ...place,
    playlistId: `_${String(index).padEnd(20, '0')}` as PlaylistId,
    name: `Zone ${index}`,
    ...(stays ? { stays: true as const } : {}),
    loopStartedAt: 0,
    items: [],
  }))
  return { main: main as ManifestLayout['main'], zones }
}
const idsOf = ({ zones }: ManifestLayout): ZoneId[] => [MAIN_ZONE, ...zones.map(({ playlistId }) => playlistId)]

const OFF: ZoneState = { isPlaying: false, isComing: false, isCovered: false }
const ON: ZoneState = { isPlaying: true, isComing: false, isCovered: true }
const LATE: ZoneState = { ...ON, isCovered: false }
/** Its time is over, and its last layer is still there. */
const ENDED: ZoneState = { ...ON, isPlaying: false }

const HOW = { isTakenOver: false, canWait: true, canMove: true }
const side = layoutOf('side-bar')
const [, sideId = MAIN_ZONE] = idsOf(side)

function arrange(before: Boxes, main: ZoneState, other: ZoneState, how: Partial<typeof HOW> = {}): Arrangement {
  const states = new Map([
    [MAIN_ZONE as ZoneId, main],
    [sideId, other],
  ])
  return arrangeRooms(before, side, 'landscape', states, { ...HOW, ...how })
}
const told = ({ boxes }: Pick<Arrangement, 'boxes'>) =>
  [MAIN_ZONE as ZoneId, sideId].map((id) => {
    const box = boxes.get(id)
    return box
      ? `${box.level} ${box.rect.x}+${box.rect.width}${box.moves ? ' moves' : ''}${box.fades ? ' fades' : ''}`
      : '-'
  })
const both = { boxes: settle(arrange(NO_BOXES, ON, ON).boxes) }

describe('the places of zones on a screen', () => {
  it('[LY3] a zone opens when it has painted, below the main zone, which moves off it', () => {
    const begun = arrange(NO_BOXES, ON, LATE)
    expect(begun.waits).toBe(true)
    expect(told(begun)).toEqual(['open 0+100', 'closed 75+25'])
    const opened = arrange(begun.boxes, ON, ON)
    expect(told(opened)).toEqual(['open 0+75 moves', 'opening 75+25'])
    expect(opened.boxes.get(MAIN_ZONE)?.settled.width).toBe(100)
    const still = { boxes: settle(opened.boxes) }
    expect(told(still)).toEqual(['open 0+75', 'open 75+25'])
    expect(still.boxes.get(MAIN_ZONE)?.settled.width).toBe(75)
  })

  it('[LY3] a zone that closes stays below the others until they have covered it', () => {
    const closing = arrange(both.boxes, ON, ENDED)
    expect(told(closing)).toEqual(['open 0+100 moves', 'closing 75+25'])
    // Something else changes meanwhile.
    expect(told(arrange(closing.boxes, ON, ENDED))).toEqual(told(closing))
    const closed = { boxes: settle(closing.boxes) }
    expect(told(closed)).toEqual(['open 0+100', 'closed 75+25'])
    expect(arrange(closed.boxes, ON, OFF).isMoving).toBe(false)
  })

  it('[LY3] a zone that comes on again while it closes stays', () => {
    const closing = arrange(both.boxes, ON, ENDED)
    expect(told(arrange(closing.boxes, ON, ON))).toEqual(['open 0+75 moves', 'opening 75+25'])
  })

  it('[LY3] a zone that does not paint delays the others for a while, and not for ever', () => {
    const ended = arrange(both.boxes, ENDED, LATE)
    expect(ended.waits).toBe(true)
    expect(told(arrange(both.boxes, ENDED, { ...LATE, isCovered: true }))).toEqual(['closing 0+75', 'open 0+100 moves'])
    const late = arrange(both.boxes, ON, LATE, { canWait: false })
    expect(late).toMatchObject({ isAwaited: true, waits: false })
    expect(told(late)).toEqual(['open 0+100', 'closed 75+25'])
  })

  it('[LY3] where nothing stays, the zone that opens fades in over the one that closes', () => {
    const alone = { boxes: settle(arrange(NO_BOXES, ON, OFF).boxes) }
    expect(told(arrange(alone.boxes, ENDED, ON))).toEqual(['closing 0+100', 'opening 0+100 fades'])
  })

  it('[LY3] while nothing is on anywhere, the main zone has the whole area at once', () => {
    expect(told(arrange(both.boxes, OFF, ENDED))).toEqual(['open 0+100', 'closed 75+25'])
  })

  it('[LY3] a take-over has the whole area at once, or as soon as the main zone has painted', () => {
    const cut = { isTakenOver: true, canMove: false }
    expect(told(arrange(both.boxes, ON, ON, cut))).toEqual(['open 0+100', 'closed 75+25'])
    const noMain = { boxes: settle(arrange(both.boxes, OFF, ON).boxes) }
    expect(told(noMain)[1]).toBe('open 0+100')
    expect(told(arrange(noMain.boxes, LATE, ON, cut))[1]).toBe('open 0+100')
    expect(told(arrange(noMain.boxes, ON, ON, cut))).toEqual(['open 0+100', 'closed 75+25'])
  })

  it('[LY3] a zone that leaves the layout is covered before it goes', () => {
    const gone = (before: Boxes) =>
      arrangeRooms(
        before,
        layoutOf('strip'),
        'landscape',
        new Map([
          [MAIN_ZONE as ZoneId, ON],
          ['_gone' as ZoneId, ENDED],
        ]),
        HOW,
      )
    const before = new Map(both.boxes).set('_gone' as ZoneId, both.boxes.get(sideId) as ZoneBox)
    before.delete(sideId)
    const first = gone(before)
    expect(first.boxes.get('_gone' as ZoneId)?.level).toBe('closing')
    expect(gone(settle(first.boxes)).boxes.has('_gone' as ZoneId)).toBe(false)
  })

  it('[LY12] no part of the area is ever empty, whatever opens and closes, at every moment of a move', () => {
    const state = fc.constantFrom(OFF, ON, ON, LATE, ENDED)
    const step = fc.record({ states: fc.tuple(state, state, state, state), isSettled: fc.boolean() })
    fc.assert(
      fc.property(
        fc.constantFrom(...ARRANGEMENTS),
        fc.constantFrom('landscape' as const, 'portrait' as const),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        (arrangement, shape, steps) => {
          const layout = layoutOf(arrangement)
          const ids = idsOf(layout)
          let boxes = NO_BOXES
          let wasCovered = new Set<ZoneId>()
          for (const { states, isSettled } of steps) {
            const now = new Map(ids.map((id, index) => [id, plausible(states[index] ?? OFF, wasCovered.has(id))]))
            const next = arrangeRooms(boxes, layout, shape, now, HOW)
            const covered = new Set(ids.filter((id) => now.get(id)?.isCovered))
            const isAnythingOpen = ids.some((id) => covered.has(id) && isOpen(next.boxes.get(id) as ZoneBox))
            if (isAnythingOpen) {
              for (const part of [0, 0.3, 0.7, 1]) {
                const rects = ids.flatMap((id) => {
                  const box = next.boxes.get(id) as ZoneBox
                  const from = next.isMoving ? boxes.get(id)?.rect : undefined
                  return covered.has(id) && box.level !== 'closed' ? [between(from ?? box.rect, box, part)] : []
                })
                expect(uncovered(rects)).toBe(0)
              }
            }
            boxes = isSettled ? settle(next.boxes) : next.boxes
            // A zone that is closed and has nothing loses its layers.
            wasCovered = new Set(
              ids.filter((id) => covered.has(id) && (now.get(id)?.isPlaying || boxes.get(id)?.level !== 'closed')),
            )
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

/** A layer goes only when its stage has none to show: what is covered and goes on stays covered. */
function plausible(state: ZoneState, wasCovered: boolean): ZoneState {
  if (state.isPlaying) return { ...state, isCovered: state.isCovered || wasCovered }
  return { ...state, isCovered: wasCovered }
}

/** Moves begin where the zone was, and only those that stay open move. */
function between(from: Rect, { rect, moves, level }: ZoneBox, part: number): Rect {
  if (!moves || level === 'opening') return rect
  const mixed = (key: keyof Rect) => from[key] + (rect[key] - from[key]) * part
  return { x: mixed('x'), y: mixed('y'), width: mixed('width'), height: mixed('height') }
}

function uncovered(rects: readonly Rect[]): number {
  let count = 0
  for (let x = 0.5; x < 100; x += 3) {
    for (let y = 0.5; y < 100; y += 3) {
      const isIn = (rect: Rect) => x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height
      if (!rects.some(isIn)) count += 1
    }
  }
  return count
}
