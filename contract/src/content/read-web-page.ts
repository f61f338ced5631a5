// Without Zod, since the player reads it too.

/** Of the size that the page would have in a browser as large as the media area. */
export const MIN_ZOOM_PERCENT = 25
export const MAX_ZOOM_PERCENT = 400
/** How far a page can be scrolled down, in its own pixels. */
export const MAX_SCROLL_PX = 20_000
export const MAX_RELOAD_MINUTES = 24 * 60

/** How a page is shown. What is absent is as the page opens. */
export type WebPageView = {
  /** Percent. Absent: 100. */
  zoom?: number | undefined
  /** From the page's top, in its own pixels. Absent: 0. */
  scroll?: number | undefined
  /** Absent: it is kept open, and not loaded again. */
  reloadMinutes?: number | undefined
}

/** The bounds of each; `none`: what it means where it is absent. */
const BOUNDS = {
  zoom: { least: MIN_ZOOM_PERCENT, most: MAX_ZOOM_PERCENT, none: 100 },
  scroll: { least: 0, most: MAX_SCROLL_PX, none: 0 },
  reloadMinutes: { least: 1, most: MAX_RELOAD_MINUTES, none: undefined },
} as const satisfies Record<keyof WebPageView, { least: number; most: number; none: number | undefined }>

/**
 * Reads how a page is shown. What cannot be read counts as absent and never costs the page its turn; so does what says the same as
 * nothing.
 *
 * @returns undefined where nothing is left
 */
export function readWebPage(value: unknown): WebPageView | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const view: WebPageView = {}
  for (const name of Object.keys(BOUNDS) as (keyof WebPageView)[]) {
    const one = (value as Record<string, unknown>)[name]
    const { least, most, none } = BOUNDS[name]
    if (typeof one !== 'number' || !Number.isInteger(one) || one < least || one > most || one === none) continue
    view[name] = one
  }
  return Object.keys(view).length === 0 ? undefined : view
}
