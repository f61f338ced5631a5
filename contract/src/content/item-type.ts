/**
 * The kinds that a player shows. The player has one table with a row for each. Without Zod, because the player reads them too.
 */
export const SHOWN_TYPES = ['image', 'youtube', 'video', 'notice', 'webpage', 'board', 'weather'] as const
export type ShownType = (typeof SHOWN_TYPES)[number]

/**
 * The kinds of items: those above, and three that a player never receives. A playlist is replaced by its items, a deck by its
 * pages, and a feed by its entries. Each side has a table with a row for each kind.
 */
export const ITEM_TYPES = [...SHOWN_TYPES, 'playlist', 'deck', 'feed'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

export function isShownType(value: unknown): value is ShownType {
  return (SHOWN_TYPES as readonly unknown[]).includes(value)
}

export function isItemType(value: unknown): value is ItemType {
  return (ITEM_TYPES as readonly unknown[]).includes(value)
}
