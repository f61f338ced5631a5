import type { DeckSettings } from './deck.ts'

/**
 * Normalises the settings of a deck: sorted by page, each page once.
 *
 * @returns null if all pages are shown for the same time
 */
export function tidyDeck({ without, seconds }: DeckSettings): DeckSettings | null {
  const pages = [...new Set(without)].sort((one, other) => one - other)
  const times = [...new Map(seconds.map((time) => [time.page, time])).values()].sort(
    (one, other) => one.page - other.page,
  )
  return pages.length === 0 && times.length === 0 ? null : { without: pages, seconds: times }
}
