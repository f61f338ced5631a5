import type { ItemId } from '../platform/id.ts'

// Without Zod, since the player reads it too.

/** How the glass offers the page to read (TW2): small in a corner over what is shown, or large on a card of its own once in each loop. */
export const READ_CODE_WAYS = ['corner', 'card'] as const
type ReadCodeWay = (typeof READ_CODE_WAYS)[number]

/** `at`: the short address, with or without the origin in front of it; what has none is at the origin of the player's own page. */
export type ManifestReadCode = { at: string; way: ReadCodeWay }

/** The card in the loop is nobody's item: it comes with the setting. */
export const READ_CARD_ID = 'read-card' as ItemId
/** As long as it takes to reach for a telephone. */
export const READ_CARD_SECONDS = 12

/** A longer one is no short address, and no code has room for it. */
const MOST_LETTERS = 200

/** @returns undefined for what is none: the glass then offers nothing, and plays all the same */
export function readReadCode(value: unknown): ManifestReadCode | undefined {
  const { at, way } = (value || {}) as Record<string, unknown>
  return typeof at === 'string' && at.length < MOST_LETTERS && (way === 'corner' || way === 'card')
    ? { at, way }
    : undefined
}
