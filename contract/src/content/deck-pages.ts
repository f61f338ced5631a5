import type { ItemId } from '../platform/id.ts'
import type { DeckSettings } from './deck.ts'

// Without Zod, because the player reads these too. In a manifest, a deck is one entry for each page that is shown (CT8). These
// functions convert between the two.

/** The fields of a deck's item that decide its pages on the screen. null counts as absent. */
export type DeckItem<Page> = {
  id: ItemId
  /** Seconds for each page. */
  duration?: number | null | undefined
  deck?: DeckSettings | null | undefined
  /** All its pages, in order. */
  pages: readonly Page[]
}

/** One page of a deck as shown on the screen. */
export type ShownPage<Page> = {
  /** The id of the page's entry in a manifest, in plans and in screens' reports. */
  id: ItemId
  /** The page number, from 1. */
  number: number
  page: Page
  /** Seconds. undefined: decided by the player. */
  duration: number | undefined
}

/** The pages that a deck shows, in order, without the excluded ones. */
export function shownPagesOf<Page>({ id, duration, deck, pages }: DeckItem<Page>): ShownPage<Page>[] {
  const without = new Set(deck?.without)
  const own = new Map(deck?.seconds.map(({ page, seconds }) => [page, seconds]))
  return pages.flatMap((page, index) => {
    const number = index + 1
    if (without.has(number)) return []
    return { id: pageIdOf(id, number), number, page, duration: own.get(number) ?? duration ?? undefined }
  })
}

/** The id of a page's entry. Item ids are generated, and none ends like this. */
export function pageIdOf(id: ItemId, number: number): ItemId {
  return `${id}_p${number}` as ItemId
}

const PAGE_ID = /^(.+)_p([1-9]\d{0,2})$/

/** The inverse of `pageIdOf`: the item of an entry and the page number. The page is undefined if the item is not a deck. */
export function readEntryId(id: ItemId): { itemId: ItemId; page: number | undefined } {
  const [, itemId, page] = PAGE_ID.exec(id) ?? []
  return itemId === undefined ? { itemId: id, page: undefined } : { itemId: itemId as ItemId, page: Number(page) }
}

/** The item of an entry in a manifest, a plan or a report: the entry itself, or the deck that it is a page of. */
export const itemIdOfEntry = (id: ItemId): ItemId => readEntryId(id).itemId
