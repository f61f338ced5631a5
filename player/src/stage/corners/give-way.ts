/** A rectangle in px of the screen's layout, before its rotation. */
export type Box = { x: number; y: number; width: number; height: number }

/** The rectangle that stands in a corner. A notice with a QR code of its own takes the place of the read code. */
export type CornerBox = Box & { isReadCode?: true }

/**
 * [LY6] The largest part of an area that none of the boxes in the corners overlaps. For each box that overlaps, a strip
 * along one side of the area is given up.
 *
 * @param gapPx distance to the boxes
 */
export function roomBeside(area: Box, corners: readonly Box[], gapPx: number): Box {
  const { x, y, width, height } = area
  const index = corners.findIndex((box) => overlaps(area, box, gapPx))
  if (index < 0) return area
  const box = corners[index] as Box
  const others = corners.slice(index + 1)
  const top = box.y + box.height + gapPx - y
  const bottom = y + height - box.y + gapPx
  const left = box.x + box.width + gapPx - x
  const right = x + width - box.x + gapPx
  let best: Box = { x, y, width: 0, height: 0 }
  for (const rest of [
    { x, y: y + top, width, height: height - top },
    { x, y, width, height: height - bottom },
    { x: x + left, y, width: width - left, height },
    { x, y, width: width - right, height },
  ]) {
    if (rest.width <= 0 || rest.height <= 0) continue
    const room = roomBeside(rest, others, gapPx)
    if (room.width * room.height > best.width * best.height) best = room
  }
  return best
}

/** True if the distance between two rectangles is less than the gap. */
export function overlaps(area: Box, box: Box, gapPx = 0): boolean {
  return (
    box.x < area.x + area.width + gapPx &&
    area.x < box.x + box.width + gapPx &&
    box.y < area.y + area.height + gapPx &&
    area.y < box.y + box.height + gapPx
  )
}
