import { type Box, roomBeside } from '../corners/give-way.ts'

/** Between a text and what stands in a corner, as a share of the screen's shorter side. */
const GAP = 0.02

/**
 * [LY6] Keeps the areas of the text away from the corners.
 *
 * @param root the notice or the board in the page, in its final size
 * @param corners boxes on the screen that no text may touch
 * @param wholeSidePx the screen's shorter side
 */
export function giveWay(root: HTMLElement, corners: readonly Box[], wholeSidePx: number): void {
  const screen = root.closest<HTMLElement>('.player')
  for (const area of Array.from(root.querySelectorAll<HTMLElement>('.notice-sheet, .notice-panel > .notice-box'))) {
    const { style } = area
    style.padding = style.margin = style.maxHeight = ''
    if (!screen || corners.length === 0) continue
    const isSheet = area.classList.contains('notice-sheet')
    const present = getComputedStyle(area)
    const [top = 0, right = 0, bottom = 0, left = 0] = isSheet
      ? [present.paddingTop, present.paddingRight, present.paddingBottom, present.paddingLeft].map(Number.parseFloat)
      : []
    const place = placeIn(screen, area)
    // A text that is aligned to the bottom has this height at most.
    const most = Number.parseFloat(present.maxHeight)
    const height = most > 0 ? (root.clientHeight * most) / 100 : place.height
    const box = {
      x: place.x + left,
      y: place.y + place.height - height + top,
      width: place.width - left - right,
      height: height - top - bottom,
    }
    const room = roomBeside(box, corners, wholeSidePx * GAP)
    if (room === box) continue
    const lost = {
      top: room.y - box.y,
      right: box.x + box.width - room.x - room.width,
      bottom: box.y + box.height - room.y - room.height,
      left: room.x - box.x,
    }
    if (most > 0) style.maxHeight = `${height - lost.top}px`
    const sides = [most > 0 ? top : top + lost.top, right + lost.right, bottom + lost.bottom, left + lost.left]
    style[isSheet ? 'padding' : 'margin'] = sides.map((px) => `${px}px`).join(' ')
  }
}

/** The box of an element on the screen, in px of the layout. */
function placeIn(screen: HTMLElement, element: HTMLElement): Box {
  let [x, y] = [0, 0]
  let part: HTMLElement | null = element
  while (part && part !== screen) {
    x += part.offsetLeft
    y += part.offsetTop
    part = part.offsetParent as HTMLElement | null
  }
  return { x, y, width: element.offsetWidth, height: element.offsetHeight }
}
