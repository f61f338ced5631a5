import type { ItemId } from '../platform/id.ts'

// Without Zod, because the player reads it too.

/**
 * The ways in which a screen offers the page to read (TW2): small in a corner over the content, or large on a card of its own,
 * once in each loop.
 */
export const READ_CODE_WAYS = ['corner', 'card'] as const
type ReadCodeWay = (typeof READ_CODE_WAYS)[number]

/** `at`: the short address, with or without an origin. Without one it is on the origin of the player's page. */
export type ManifestReadCode = { at: string; way: ReadCodeWay }

/** The id of the card in the loop. The setting adds the card; it is not an item. */
export const READ_CARD_ID = 'read-card' as ItemId
/** Long enough to take out a phone. */
export const READ_CARD_SECONDS = 12

/** A longer address is not a short address, and the QR code has no room for it. */
const MOST_LETTERS = 200

/** @returns undefined if the value is invalid; the screen then offers no page to read, but plays normally */
export function readReadCode(value: unknown): ManifestReadCode | undefined {
  const { at, way } = (value || {}) as Record<string, unknown>
  return typeof at === 'string' && at.length < MOST_LETTERS && (way === 'corner' || way === 'card')
    ? { at, way }
    : undefined
}
