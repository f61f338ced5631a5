import { loopAt, type Playable } from './plan.ts'

/**
 * The start of the loop after a change: `now` if the content of the loop changed (P9), otherwise the previous start. An edit of
 * the ticker, of a title, of a hidden item or of an item that is currently off therefore does not disturb the screens.
 *
 * @param before the visible, playable items before the change, in order, with the schedules of their inclusions
 * @param after the same after the change
 * @param now the instant of the change: milliseconds since 1970, by the server's clock
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
  // A changed schedule may imply that something came on or went off since the previous start. The loop then starts anew.
  return isSame && is.startedAt <= was.startedAt ? was.startedAt : now
}

type Item = Playable['items'][number]

/** Compares the fields of an item that affect the loop. Others, such as the title, do not. */
function isAlike(one: Item, other: Item | undefined): boolean {
  return one.id === other?.id && one.type === other.type && one.url === other.url && one.duration === other.duration
}
