import type { ManifestLayout, Rect } from '@placard/contract'
import { MAIN_ZONE, roomsOf, type Shape, type ZoneId } from '@placard/playback'
import { isOpen, type ZoneBox } from './zone-box.ts'

/** The state of a zone on this screen. */
export type ZoneState = {
  /** One of its items should be on the screen, and can be shown here. */
  isPlaying: boolean
  /** Its first item is being prepared. */
  isComing: boolean
  /** A layer covers its box. */
  isCovered: boolean
}

/** In the order of the document. Zones that left the layout stay until they are covered. */
export type Boxes = ReadonlyMap<ZoneId, ZoneBox>

export type Arrangement = {
  boxes: Boxes
  /** A zone that should be open has not painted yet. */
  isAwaited: boolean
  /** The others keep their places for its sake. */
  waits: boolean
  /** Zones are moving or fading. Call `settle` when that is over. */
  isMoving: boolean
}

const WHOLE: Rect = { x: 0, y: 0, width: 100, height: 100 }
const NOTHING: ZoneState = { isPlaying: false, isComing: false, isCovered: false }

export const NO_BOXES: Boxes = new Map([
  [MAIN_ZONE, { rect: WHOLE, settled: WHOLE, level: 'open', moves: false, fades: false }],
])

/**
 * [LY3] Gives each zone its place. A zone is open when it is playing and its first layer covers it, so no empty box is
 * ever visible. A zone that opens lies below those that stay open, and they uncover it. A zone that closes lies below
 * them too, and keeps its content until they have covered it.
 *
 * @param before the boxes of the previous arrangement
 * @param states the state of each zone; an absent zone has nothing
 * @param isTakenOver a take-over covers the media area
 * @param canWait false: zones that have not painted yet do not delay the others any more
 * @param canMove false: changes are cuts
 */
export function arrangeRooms(
  before: Boxes,
  layout: ManifestLayout,
  shape: Shape,
  states: ReadonlyMap<ZoneId, ZoneState>,
  { isTakenOver, canWait, canMove }: { isTakenOver: boolean; canWait: boolean; canMove: boolean },
): Arrangement {
  const ids: ZoneId[] = [MAIN_ZONE, ...layout.zones.map(({ playlistId }) => playlistId)]
  const stateOf = (id: ZoneId) => states.get(id) ?? NOTHING
  const wasOpen = (id: ZoneId) => {
    const box = before.get(id)
    return box !== undefined && isOpen(box)
  }
  const isLate = (id: ZoneId) => {
    const { isPlaying, isCovered } = stateOf(id)
    return isPlaying && !isCovered && (id === MAIN_ZONE || !isTakenOver)
  }
  const isAwaited = ids.some(isLate)
  const waits = isAwaited && canWait
  const isOn = ids.map((id) => stateOf(id).isCovered && (waits ? wasOpen(id) : stateOf(id).isPlaying))
  const rooms = roomsOf(layout, shape, isOn, isTakenOver && !waits)
  const isWanted = ids.map((id) => stateOf(id).isPlaying || stateOf(id).isComing)
  const later = roomsOf(layout, shape, isWanted, isTakenOver)

  const hasStaying = ids.some((id, index) => wasOpen(id) && rooms[index] && stateOf(id).isCovered)
  // A zone that lost its layers leaves a hole, and is covered at once.
  const hasHole = ids.some((id, index) => wasOpen(id) && !rooms[index] && !stateOf(id).isCovered)
  const isShown = canMove && isOn.includes(true) && !hasHole
  const boxes = new Map<ZoneId, ZoneBox>()
  let isMoving = false
  for (const id of new Set<ZoneId>([...Array.from(before.keys()), ...ids])) {
    const old = before.get(id)
    const index = ids.indexOf(id)
    const room = rooms[index]
    const box = room
      ? openBox(old, room, { hasStaying, isShown })
      : closedBox(old, later[index] ?? layout.zones[index - 1]?.[shape], isShown && stateOf(id).isCovered)
    if (index < 0 && box.level === 'closed') continue
    if (box.moves || box.fades || box.level === 'closing') isMoving = true
    boxes.set(id, old && isSame(old, box) ? old : box)
  }
  return { boxes: isMoving ? boxes : settle(boxes), isAwaited, waits, isMoving }
}

function openBox(
  old: ZoneBox | undefined,
  rect: Rect,
  { hasStaying, isShown }: { hasStaying: boolean; isShown: boolean },
): ZoneBox {
  if (!isShown) return { rect, settled: rect, level: 'open', moves: false, fades: false }
  if (!old || !isOpen(old)) return { rect, settled: rect, level: 'opening', moves: false, fades: !hasStaying }
  const isMove = !isSameRect(old.rect, rect)
  return { ...old, rect, moves: old.moves || isMove }
}

function closedBox(old: ZoneBox | undefined, later: Rect | undefined, isShown: boolean): ZoneBox {
  if (old && isShown && old.level !== 'closed') return { ...old, level: 'closing' }
  const rect = later ?? old?.rect ?? WHOLE
  return { rect, settled: rect, level: 'closed', moves: false, fades: false }
}

/** The boxes after the zones have moved. */
export function settle(boxes: Boxes): Boxes {
  const settled = new Map<ZoneId, ZoneBox>()
  boxes.forEach((box, id) => {
    const { rect } = box
    const still: ZoneBox = { rect, settled: rect, level: isOpen(box) ? 'open' : 'closed', moves: false, fades: false }
    settled.set(id, isSame(box, still) ? box : still)
  })
  return settled
}

export const isSameRect = (one: Rect, other: Rect) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

function isSame(one: ZoneBox, other: ZoneBox): boolean {
  return (
    isSameRect(one.rect, other.rect) &&
    isSameRect(one.settled, other.settled) &&
    one.level === other.level &&
    one.moves === other.moves &&
    one.fades === other.fades
  )
}
