import type { DeckSettings } from './deck.ts'

/**
 * In one way of several: in order, each page once.
 *
 * @returns null where all pages are shown for the same time
 */
export function tidyDeck({ without, seconds }: DeckSettings): DeckSettings | null {
  const pages = [...new Set(without)].sort((one, other) => one - other)
  const times = [...new Map(seconds.map((time) => [time.page, time])).values()].sort(
    (one, other) => one.page - other.page,
  )
  return pages.length === 0 && times.length === 0 ? null : { without: pages, seconds: times }
}
