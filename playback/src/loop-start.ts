import type { ManifestItem } from '@placard/contract'

/** The fields of an item that decide the loop; a title, for one, does not. */
type Looped = Pick<ManifestItem, 'id' | 'type' | 'url' | 'duration'>

/**
 * When the loop began, after a change: now, if what it plays changed (P9), and as before if it did not, so that an edit
 * of the ticker, of a title or of a hidden item leaves the screens alone.
 *
 * @param before the visible, playable items before the change, in order
 * @param after the same after it
 * @param loopStartedAt when the loop had begun: milliseconds since 1970, the server's clock
 * @param now the moment of the change, on the same clock
 */
export function loopStartAfter(before: Looped[], after: Looped[], loopStartedAt: number, now: number): number {
  const same = before.length === after.length && before.every((item, index) => isSame(item, after[index]))
  return same ? loopStartedAt : now
}

function isSame(one: Looped, other: Looped | undefined): boolean {
  return one.id === other?.id && one.type === other.type && one.url === other.url && one.duration === other.duration
}
