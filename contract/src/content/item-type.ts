/** The kinds that a player shows. It has one table with a row for each of them; without Zod, since it reads them too. */
export const SHOWN_TYPES = ['image', 'youtube', 'video', 'notice', 'webpage'] as const
export type ShownType = (typeof SHOWN_TYPES)[number]

/**
 * The kinds of items: those, a playlist, in whose place a player gets what it holds, a deck, in whose place it gets its pages, and a feed,
 * in whose place it gets its entries.
 * Each side has a table of them.
 */
export const ITEM_TYPES = [...SHOWN_TYPES, 'playlist', 'deck', 'feed'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

export function isShownType(value: unknown): value is ShownType {
  return (SHOWN_TYPES as readonly unknown[]).includes(value)
}

export function isItemType(value: unknown): value is ItemType {
  return (ITEM_TYPES as readonly unknown[]).includes(value)
}
