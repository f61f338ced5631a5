/** The kinds of items. Each side has one table with a row for each of them; without Zod, since the player reads them too. */
export const ITEM_TYPES = ['image', 'youtube', 'video'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

export function isItemType(value: unknown): value is ItemType {
  return (ITEM_TYPES as readonly unknown[]).includes(value)
}
