import { generateKeyBetween } from 'fractional-indexing'

/** Something in an ordered list. Positions sort by code units (`collate "C"`), then by id. */
type Placed<Id> = { id: Id; position: string }

/** Where a thing is moved to: past its neighbour, or behind another one (null: first). */
export type Destination<Id> = { direction: 'up' | 'down' } | { after: Id | null }

export function positionAtEnd(last: { position: string } | undefined): string {
  return generateKeyBetween(last?.position ?? null, null)
}

/**
 * A position that something has had before, or the one right behind it where another thing has taken it since: two things
 * at one position would leave no room between them.
 *
 * @param others in order
 */
export function positionFreed(others: { position: string }[], position: string): string {
  if (!others.some((other) => other.position === position)) return position
  const next = others.find((other) => other.position > position)
  return generateKeyBetween(position, next?.position ?? null)
}

/**
 * The position that puts a thing where it is moved to, leaving every other as it is.
 *
 * @param list in order, the moved thing among it
 * @returns undefined when it stands there already, or would leave the list (T3)
 */
export function positionAfterMove<Id>(
  list: Placed<Id>[],
  id: Id,
  to: Destination<Id>,
): string | 'no-such-neighbour' | undefined {
  const from = list.findIndex((thing) => thing.id === id)
  const others = list.filter((thing) => thing.id !== id)
  let index: number
  if ('direction' in to) {
    index = to.direction === 'up' ? from - 1 : from + 1
    if (index < 0 || index > others.length) return undefined
  } else {
    if (to.after === id) return undefined
    index = to.after === null ? 0 : others.findIndex((thing) => thing.id === to.after) + 1
    if (to.after !== null && index === 0) return 'no-such-neighbour'
    if (index === from) return undefined
  }
  return generateKeyBetween(others[index - 1]?.position ?? null, others[index]?.position ?? null)
}
