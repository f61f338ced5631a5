import { loopAt, type Playable } from './plan.ts'

/**
 * When the loop began, after a change: now, if what it plays changed (P9), and as before if it did not, so that an edit
 * of the ticker, of a title, of a hidden item or of one that is not on now leaves the screens alone.
 *
 * @param before the visible, playable items before the change, in order, with the schedules of the inclusions that they came with
 * @param after the same after it
 * @param now the moment of the change: milliseconds since 1970, the server's clock
 */
export function loopStartAfter(
  before: Playable,
  after: Omit<Playable, 'lines' | 'loopStartedAt'>,
  now: number,
): number {
  const { loopStartedAt } = before
  const [was, is] = [before, { ...after, loopStartedAt }].map((playable) => loopAt(playable, now))
  if (!was || !is) return now
  const isSame =
    was.items.length === is.items.length && was.items.every((item, index) => isAlike(item, is.items[index]))
  // A schedule that has become another may say that something came or went since: then nothing older holds.
  return isSame && is.startedAt <= was.startedAt ? was.startedAt : now
}

type Item = Playable['items'][number]

/** By the fields of an item that decide the loop; a title, for one, does not. */
function isAlike(one: Item, other: Item | undefined): boolean {
  return one.id === other?.id && one.type === other.type && one.url === other.url && one.duration === other.duration
}
