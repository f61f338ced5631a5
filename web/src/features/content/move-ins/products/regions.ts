import {
  ARRANGEMENTS,
  type Arrangement,
  DIVIDER_STEP_PERCENT,
  type Layout,
  MIN_ZONE_PERCENT,
  type Rect,
  SHAPES,
} from '@placard/contract'
import { placesOf } from '@placard/playback'

type Drawn = Pick<Layout, 'arrangement' | 'dividers' | 'side' | 'pinned'>

type Arranged = {
  layout: Drawn
  /** The index of the region that has each zone, the main zone first. */
  order: number[]
  /** Every edge is at most NEAR_PERCENT away from where it was. */
  isNear: boolean
}

const NEAR_PERCENT = 5
const DIVIDERS = Array.from(
  { length: (100 - 2 * MIN_ZONE_PERCENT) / DIVIDER_STEP_PERCENT + 1 },
  (_, step) => MIN_ZONE_PERCENT + step * DIVIDER_STEP_PERCENT,
)

/**
 * Finds the arrangement of zones that is nearest to the regions of another product's layout [LY12]. The largest region is the
 * main zone, except with four zones.
 *
 * @param regions in percent of the other layout's width and height
 * @returns undefined if there are fewer than two regions, or more than an arrangement can have
 */
export function arrangementFor(regions: readonly Rect[], isPortrait: boolean): Arranged | undefined {
  let best: (Arranged & { off: number }) | undefined
  const area = ({ width, height }: Rect) => width * height
  const largest = regions.reduce((at, one, index) => (area(one) > area(regions[at] as Rect) ? index : at), 0)
  for (const layout of candidates(regions.length, isPortrait)) {
    const rects = placesOf(layout, false).map((place) => place[isPortrait ? 'portrait' : 'landscape'])
    for (const order of orders(regions.length)) {
      if (regions.length < 4 && order[0] !== largest) continue
      const edges = rects.flatMap((rect, zone) => distances(rect, regions[order[zone] as number] as Rect))
      const isNear = Math.max(...edges) <= NEAR_PERCENT
      const off = edges.reduce((sum, one) => sum + one, 0)
      const isBetter = best === undefined || (isNear === best.isNear ? off < best.off : isNear)
      if (isBetter) best = { layout, order, isNear, off }
    }
  }
  if (!best) return undefined
  const { off: _, ...arranged } = best
  return arranged
}

/** The distance of each edge of one from the same edge of the other. */
function distances(one: Rect, other: Rect): number[] {
  return [
    one.x - other.x,
    one.y - other.y,
    one.x + one.width - other.x - other.width,
    one.y + one.height - other.y - other.height,
  ].map(Math.abs)
}

/** The layouts with this number of zones. Of two that look the same on this shape of screen, the plainer one comes first. */
function* candidates(count: number, isPortrait: boolean): Generator<Drawn> {
  const plainest: readonly Arrangement[] = isPortrait ? ['strip', ...ARRANGEMENTS] : ARRANGEMENTS
  for (const arrangement of new Set(plainest)) {
    const { zones, dividers: usual } = SHAPES[arrangement]
    // Halves are side bars of one half.
    if (zones + 1 !== count || arrangement === 'halves') continue
    for (const first of DIVIDERS) {
      for (const second of usual.length > 1 ? DIVIDERS : [undefined]) {
        for (const side of ['end', 'start'] as const) {
          const isHalf = arrangement === 'side-bar' && first === 50
          yield {
            arrangement: isHalf ? 'halves' : arrangement,
            dividers: second === undefined ? [first] : [first, second],
            side,
            // The regions stand where they stand, whatever the language of the display.
            pinned: true,
          }
        }
      }
    }
  }
}

/** All orders of the numbers below a count. */
function orders(count: number): number[][] {
  if (count === 0) return [[]]
  return orders(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => [...order.slice(0, at), count - 1, ...order.slice(at)]),
  )
}
