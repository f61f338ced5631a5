import { type DeckPage, type MediaId, type OrganisationId, shownPagesOf } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { findPages, type StoredPage } from '../media/service.ts'
import type { ItemState } from './item-fields.ts'

/** The pages of decks, by the decks' ids. Decks never change, so this never becomes stale. */
export type Decks = ReadonlyMap<MediaId, readonly StoredPage[]>

/** Reads the decks of items, except the known ones. */
export async function readDecks(
  queries: Queries,
  organisationId: OrganisationId,
  items: readonly ItemState[],
  known: Decks,
): Promise<Decks> {
  const ids = items.flatMap(({ type, mediaId }) =>
    type === 'deck' && mediaId !== null && !known.has(mediaId) ? mediaId : [],
  )
  if (ids.length === 0) return known
  return new Map([...known, ...(await findPages(queries, organisationId, [...new Set(ids)]))])
}

/** All pages of an item's deck. Empty for other items. */
export function pagesOf({ type, mediaId }: ItemState, { decks }: { decks: Decks }): readonly StoredPage[] {
  return (type === 'deck' && mediaId !== null && decks.get(mediaId)) || []
}

/** The pages as the API returns them. Undefined for items that are not decks. */
export function deckPagesOf(item: ItemState, sources: { decks: Decks }): DeckPage[] | undefined {
  return item.type === 'deck' ? pagesOf(item, sources).map(({ url }) => ({ url })) : undefined
}

/** A cache, which is valid because item states and decks are never modified. */
const shown = new WeakMap<ItemState, ItemState[]>()

/** The pages of its deck that an item shows, each as the picture item that plays. */
export function shownAsItems(item: ItemState, sources: { decks: Decks }): ItemState[] {
  const known = shown.get(item)
  if (known) return known
  const { id, durationSeconds, deck } = item
  const pages = shownPagesOf({ id, duration: durationSeconds, deck, pages: pagesOf(item, sources) })
  const items = pages.map(({ id: pageId, page: { url, mediaId }, duration }): ItemState => {
    const own = { id: pageId, type: 'image' as const, url, mediaId, durationSeconds: duration ?? null }
    return { ...item, ...own, fit: null, focus: null, deck: null }
  })
  shown.set(item, items)
  return items
}
