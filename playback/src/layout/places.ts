import type { Layout, Place, Rect } from '@placard/contract'

const WHOLE: Rect = { x: 0, y: 0, width: 100, height: 100 }

/**
 * The rectangles of a layout's zones, the main zone first [LY1]. A side bar, halves and main-and-two are turned on a portrait
 * screen: what is beside the main zone on a landscape screen is above or below it.
 *
 * @param isRightToLeft the display's language is written from right to left: `start` is then right, unless the layout is pinned
 */
export function placesOf(
  { arrangement, dividers, side, pinned }: Pick<Layout, 'arrangement' | 'dividers' | 'side' | 'pinned'>,
  isRightToLeft: boolean,
): Place[] {
  const [first = 50, second = 50] = dividers
  const isMirrored = isRightToLeft && !pinned
  const beside = (rects: Rect[]): Place[] =>
    rects.map((rect) => ({
      landscape: sided(rect, side, isMirrored),
      portrait: flipped(turned(rect), side === 'start'),
    }))
  switch (arrangement) {
    case 'side-bar':
    case 'halves':
      return beside(columns(WHOLE, first))
    case 'main-and-two': {
      const [main, rest] = columns(WHOLE, first)
      return beside([main, ...rows(rest, second)])
    }
    case 'four': {
      const [top, bottom] = rows(WHOLE, second)
      return [...columns(top, first), ...columns(bottom, first)].map((rect) => {
        const place = sided(rect, side, isMirrored)
        return { landscape: place, portrait: place }
      })
    }
    case 'strip':
      return rows(WHOLE, first).map((rect) => {
        const place = flipped(rect, side === 'start')
        return { landscape: place, portrait: place }
      })
  }
}

/** Divides a rectangle into a left part of this share, in percent, and a right part. */
function columns({ x, y, width, height }: Rect, share: number): [Rect, Rect] {
  const left = Math.round((width * share) / 100)
  return [
    { x, y, width: left, height },
    { x: x + left, y, width: width - left, height },
  ]
}

/** Divides a rectangle into an upper part of this share, in percent, and a lower part. */
function rows(rect: Rect, share: number): [Rect, Rect] {
  const [upper, lower] = columns(turned(rect), share)
  return [turned(upper), turned(lower)]
}

/** Exchanges the two directions. */
const turned = ({ x, y, width, height }: Rect): Rect => ({ x: y, y: x, width: height, height: width })

/** Mirrors left and right where the other zones stand on the left: at the start, or at the end from right to left. */
function sided(rect: Rect, side: Layout['side'], isMirrored: boolean): Rect {
  return (side === 'start') === isMirrored ? rect : { ...rect, x: 100 - rect.x - rect.width }
}

/** Exchanges above and below. */
const flipped = (rect: Rect, isFlipped: boolean): Rect =>
  isFlipped ? { ...rect, y: 100 - rect.y - rect.height } : rect
