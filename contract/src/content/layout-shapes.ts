// Without Zod, because `playback` and the dashboard's first page use these.

/** The arrangements of a divided screen [LY1]. */
export const ARRANGEMENTS = ['side-bar', 'halves', 'main-and-two', 'four', 'strip'] as const
export type Arrangement = (typeof ARRANGEMENTS)[number]

/** No zone is narrower or lower than this share of the media area. */
export const MIN_ZONE_PERCENT = 15
/** Dividers move in steps of this. */
export const DIVIDER_STEP_PERCENT = 5

/** The number of zones beside the main one, and the dividers of a new layout in percent (`Layout.dividers`). */
export const SHAPES: Record<Arrangement, { zones: 1 | 2 | 3; dividers: readonly number[] }> = {
  'side-bar': { zones: 1, dividers: [75] },
  halves: { zones: 1, dividers: [50] },
  /** The second divider lies between the two zones beside the main one. */
  'main-and-two': { zones: 2, dividers: [65, 50] },
  /** The second divider is the horizontal one. */
  four: { zones: 3, dividers: [50, 50] },
  strip: { zones: 1, dividers: [80] },
}
