import type { ItemId } from '../platform/id.ts'
import type { DeckSettings } from './deck.ts'

// Without Zod, since the player gets what is read here.
// In a manifest a deck is an entry for each page that is shown (CT8): what leads from the one to the others, and back.

/** All of a deck's item that its pages on the glass follow from; null is as absent. */
export type DeckItem<Page> = {
  id: ItemId
  /** Seconds of each page. */
  duration?: number | null | undefined
  deck?: DeckSettings | null | undefined
  /** All its pages, in order. */
  pages: readonly Page[]
}

/** One page on the glass. */
export type ShownPage<Page> = {
  /** The entry's id in a manifest, in plans and in the reports of screens. */
  id: ItemId
  /** Its number, from 1. */
  number: number
  page: Page
  /** Seconds; undefined: as long as the player decides. */
  duration: number | undefined
}

/** The pages that a deck shows, in order: all but those that are left out. */
export function shownPagesOf<Page>({ id, duration, deck, pages }: DeckItem<Page>): ShownPage<Page>[] {
  const without = new Set(deck?.without)
  const own = new Map(deck?.seconds.map(({ page, seconds }) => [page, seconds]))
  return pages.flatMap((page, index) => {
    const number = index + 1
    if (without.has(number)) return []
    return { id: pageIdOf(id, number), number, page, duration: own.get(number) ?? duration ?? undefined }
  })
}

/** The id of a page's entry. Ids of items are generated: none of them ends like this. */
export function pageIdOf(id: ItemId, number: number): ItemId {
  return `${id}_p${number}` as ItemId
}

const PAGE_ID = /^(.+)_p([1-9]\d{0,2})$/

/** The other way: the item that an entry belongs to, and the number of its page; undefined of an item that is no deck. */
export function readEntryId(id: ItemId): { itemId: ItemId; page: number | undefined } {
  const [, itemId, page] = PAGE_ID.exec(id) ?? []
  return itemId === undefined ? { itemId: id, page: undefined } : { itemId: itemId as ItemId, page: Number(page) }
}

/** The item that an entry of a manifest, a plan or a report belongs to: itself, or the deck that has it as a page. */
export const itemIdOfEntry = (id: ItemId): ItemId => readEntryId(id).itemId
