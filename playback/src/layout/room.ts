import type { ManifestLayout, Place, Rect } from '@placard/contract'

/** The shape of a screen. A square one counts as landscape. */
export type Shape = keyof Place

/**
 * The rectangles of zones of which only some are open: each closed zone has given its room to a neighbour [LY3]. The neighbour is
 * the main zone if it has a whole side in common with the closed one, otherwise the open zones along one of its sides. The open
 * ones cover the area.
 *
 * @param rects of all zones, the main zone first; they cover the media area without an overlap
 * @param isOpen for each of them; at least one must be open
 * @returns undefined for a closed zone
 */
export function roomOf(rects: readonly Rect[], isOpen: readonly boolean[]): (Rect | undefined)[] {
  const rooms: (Rect | undefined)[] = [...rects]
  const closed = () => Array.from(rooms.keys()).filter((index) => rooms[index] && !isOpen[index])
  for (let waiting = closed(); waiting.length > 0; waiting = closed()) {
    // Not flatMap, which the oldest screens do not support.
    const taken: { index: number; takers: number[] }[] = []
    for (const index of waiting) for (const takers of takersOf(rooms, index)) taken.push({ index, takers })
    const best =
      taken.find(({ takers }) => takers.includes(0) && isOpen[0]) ??
      taken.find(({ takers }) => takers.every((taker) => isOpen[taker])) ??
      taken[0]
    // Rectangles that nobody can extend into. The places of `placesOf` never come here.
    if (!best) return rooms.map((room, index) => (isOpen[index] ? room : undefined))
    const free = rooms[best.index] as Rect
    for (const taker of best.takers) rooms[taker] = joined(rooms[taker] as Rect, free)
    rooms[best.index] = undefined
  }
  return rooms
}

/**
 * The rooms of a layout's zones, the main zone first.
 *
 * @param isPlaying for each zone, the main zone first
 * @param isTakenOver a take-over covers the media area: only the main zone, which plays it, has a room
 */
export function roomsOf(
  { main, zones }: ManifestLayout,
  shape: Shape,
  isPlaying: readonly boolean[],
  isTakenOver: boolean,
): (Rect | undefined)[] {
  const rects = [main[shape], ...zones.map((zone) => zone[shape])]
  const stays = (index: number) => zones[index - 1]?.stays === true
  const isOpen = rects.map((_, index) => !isTakenOver && (isPlaying[index] === true || stays(index)))
  if (isTakenOver || !isPlaying.includes(true)) return roomOf(rects, [true, ...zones.map(() => false)])
  return roomOf(rects, isOpen)
}

/** Lists for each side of a zone the zones along it, if together they are exactly as long as the side. */
function takersOf(rooms: readonly (Rect | undefined)[], index: number): number[][] {
  const { x, y, width, height } = rooms[index] as Rect
  const along = (isBeside: (room: Rect) => boolean, start: 'x' | 'y', length: 'width' | 'height'): number[] => {
    const [from, size] = start === 'x' ? [x, width] : [y, height]
    const beside: number[] = []
    let sum = 0
    rooms.forEach((room, other) => {
      if (!room || other === index || !isBeside(room)) return
      if (room[start] < from || room[start] + room[length] > from + size) return
      beside.push(other)
      sum += room[length]
    })
    return sum === size ? beside : []
  }
  return [
    along((room) => room.x + room.width === x, 'y', 'height'),
    along((room) => room.x === x + width, 'y', 'height'),
    along((room) => room.y + room.height === y, 'x', 'width'),
    along((room) => room.y === y + height, 'x', 'width'),
  ].filter((takers) => takers.length > 0)
}

/** A taker extended over the free rectangle beside it. It keeps its own extent along the common side. */
function joined(taker: Rect, free: Rect): Rect {
  const isBeside = taker.x + taker.width === free.x || taker.x === free.x + free.width
  return isBeside
    ? { ...taker, x: Math.min(taker.x, free.x), width: taker.width + free.width }
    : { ...taker, y: Math.min(taker.y, free.y), height: taker.height + free.height }
}
