// Without Zod, because the player reads it too.

/** In percent of the page's size in a browser as large as the media area. */
export const MIN_ZOOM_PERCENT = 25
export const MAX_ZOOM_PERCENT = 400
/** The maximum distance that a page can be scrolled down, in its own pixels. */
export const MAX_SCROLL_PX = 20_000
export const MAX_RELOAD_MINUTES = 24 * 60

/** The view of a web page. An absent field keeps the page as it opens. */
export type WebPageView = {
  /** Percent. Absent: 100. */
  zoom?: number | undefined
  /** From the page's top, in its own pixels. Absent: 0. */
  scroll?: number | undefined
  /** Absent: it is never reloaded. */
  reloadMinutes?: number | undefined
}

/** The bounds of each field; `none` is the value that an absent field stands for. */
const BOUNDS = {
  zoom: { least: MIN_ZOOM_PERCENT, most: MAX_ZOOM_PERCENT, none: 100 },
  scroll: { least: 0, most: MAX_SCROLL_PX, none: 0 },
  reloadMinutes: { least: 1, most: MAX_RELOAD_MINUTES, none: undefined },
} as const satisfies Record<keyof WebPageView, { least: number; most: number; none: number | undefined }>

/**
 * Reads the view of a web page. Unreadable values count as absent, so the page is always shown. Values that equal the default
 * are removed.
 *
 * @returns undefined if nothing is left
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
