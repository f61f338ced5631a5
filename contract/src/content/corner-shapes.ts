// Without Zod, because `playback`, the player and the dashboard use these.

/** The corners of the media area. Left and right are those of the screen, whatever the language of the display. */
export const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type Corner = (typeof CORNERS)[number]

/** The kinds of corner pieces [LY6]. */
export const CORNER_KINDS = ['logo', 'clock', 'words', 'qr', 'weather'] as const
export type CornerKind = (typeof CORNER_KINDS)[number]

export const CLOCK_FACES = ['digits', 'hands'] as const

/** The height of a corner piece, in percent of the screen's shorter side. */
export const MIN_CORNER_PERCENT = 8
export const MAX_CORNER_PERCENT = 20
/** The distance of corner pieces from the edges of the media area, in percent of the screen's shorter side. */
export const CORNER_MARGIN_PERCENT = 3
/** No corner piece is wider, in percent of the screen's shorter side. Two of them fit side by side on a portrait screen. */
export const MAX_CORNER_WIDTH_PERCENT = 45
