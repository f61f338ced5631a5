import {
  type Arrangement,
  DIVIDER_STEP_PERCENT,
  type Layout,
  MIN_ZONE_PERCENT,
  type Rect,
  type SetLayout,
  SHAPES,
} from '@placard/contract'

/** A layout as `setLayout` takes it: without a revision, and with zones whose playlists may have yet to be made. */
export type Wanted = NonNullable<SetLayout['layout']>
export type WantedZone = Wanted['zones'][number]
export type Side = Layout['side']

/** The choices in the order in which they are offered. undefined: the whole screen. */
export const CHOICES: readonly (undefined | { arrangement: Arrangement; side?: Side })[] = [
  undefined,
  { arrangement: 'side-bar', side: 'end' },
  { arrangement: 'side-bar', side: 'start' },
  { arrangement: 'halves' },
  { arrangement: 'main-and-two' },
  { arrangement: 'four' },
  { arrangement: 'strip', side: 'end' },
  { arrangement: 'strip', side: 'start' },
]

export const wantedOf = (layout: Layout | null): Wanted | null => {
  if (!layout) return null
  const { revision: _, ...wanted } = layout
  return wanted
}

/**
 * Another arrangement. Zones keep their playlists in order, and dividers stay where they are if the arrangement does.
 *
 * @param newZone makes a zone that the layout did not have, by its index
 */
export function arranged(
  before: Wanted | null,
  { arrangement, side }: { arrangement: Arrangement; side?: Side },
  newZone: (index: number) => WantedZone,
): Wanted {
  const { zones, dividers } = SHAPES[arrangement]
  return {
    arrangement,
    dividers: before?.arrangement === arrangement ? before.dividers : [...dividers],
    side: side ?? before?.side ?? 'end',
    pinned: before?.pinned ?? false,
    zones: Array.from({ length: zones }, (_, index) => before?.zones[index] ?? newZone(index)),
  }
}

/** The layout with another value for one zone, counted without the main zone. */
export function withZone(layout: Wanted, index: number, zone: WantedZone): Wanted {
  return { ...layout, zones: layout.zones.map((one, other) => (other === index ? zone : one)) }
}

/** The layout with a divider at another place. @param value as in `Layout.dividers`; kept within its steps and bounds */
export function withDivider(layout: Wanted, index: number, value: number): Wanted {
  const stepped = Math.round(value / DIVIDER_STEP_PERCENT) * DIVIDER_STEP_PERCENT
  const kept = Math.min(100 - MIN_ZONE_PERCENT, Math.max(MIN_ZONE_PERCENT, stepped))
  return { ...layout, dividers: layout.dividers.map((one, other) => (other === index ? kept : one)) }
}

export type DividerLine = {
  /** Upright: it is moved to the left and to the right. */
  isUpright: boolean
  /** Another one crosses it: their handles stand apart. */
  isCrossed: boolean
  /** Its place across, and its extent, in percent of the media area. */
  at: number
  from: number
  until: number
  /** True: the share of `Layout.dividers` lies before it. False: behind it. */
  isShareBefore: boolean
  /** The zones on its two sides, the main zone is 0. The first one has the share. */
  between: [number, number]
}

/** The dividers as lines in the media area. @param rects of the zones, the main zone first (`placesOf`) */
export function linesOf({ arrangement, dividers }: Pick<Wanted, 'arrangement' | 'dividers'>, rects: readonly Rect[]) {
  return dividers.map((_, index): DividerLine => {
    const between: [number, number] = index === 0 ? [0, 1] : arrangement === 'four' ? [0, 2] : [1, 2]
    const [one, other] = between.map((zone) => rects[zone]) as [Rect, Rect]
    const isUpright = one.x + one.width === other.x || other.x + other.width === one.x
    const isWhole = index === 0 || arrangement === 'four'
    const [from, length] = isUpright ? [one.y, one.height] : [one.x, one.width]
    return {
      isUpright,
      isCrossed: arrangement === 'four',
      at: isUpright ? Math.max(one.x, other.x) : Math.max(one.y, other.y),
      from: isWhole ? 0 : from,
      until: isWhole ? 100 : from + length,
      isShareBefore: isUpright ? one.x < other.x : one.y < other.y,
      between,
    }
  })
}
