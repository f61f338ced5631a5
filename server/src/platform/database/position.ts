import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** An entry of an ordered list. Positions sort by code units (`collate "C"`), then by id. */
type Placed<Id> = { id: Id; position: string }

/** The target of a move: one step up or down, or after another entry (null: first). */
export type Destination<Id> = { direction: 'up' | 'down' } | { after: Id | null }

export function positionAtEnd(last: { position: string } | undefined): string {
  return generateKeyBetween(last?.position ?? null, null)
}

/**
 * A former position, or the next one after it when another entry has taken it since. Two entries at one position would leave no room
 * between them.
 *
 * @param others in order
 */
export function positionFreed(others: { position: string }[], position: string): string {
  if (!others.some((other) => other.position === position)) return position
  const next = others.find((other) => other.position > position)
  return generateKeyBetween(position, next?.position ?? null)
}

/**
 * The position that moves an entry to its destination without changing any other entry.
 *
 * @param list in order, including the moved entry
 * @returns undefined when the entry is there already, or would leave the list (T3)
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

/**
 * Each move between two neighbours may make a position one character longer than theirs. When one becomes longer than this, the positions
 * around it are renewed. Some hundred moves at one place lead there, and no position is ever much longer.
 */
export const MAX_POSITION_CHARACTERS = 40
/** The most characters of a renewed position, so that it takes as many moves again until the next renewal. */
const SPACED_CHARACTERS = 12

/**
 * Positions for several consecutive entries, after the first `behind` of the others.
 *
 * @param others in order
 * @returns undefined when one of the positions would be too long
 */
export function positionsBehind(
  others: readonly { position: string }[],
  behind: number,
  count: number,
): string[] | undefined {
  const before = others[behind - 1]?.position ?? null
  const after = others[behind]?.position ?? null
  // Older data may have two entries at one position, with nothing between them.
  if (before !== null && after !== null && before >= after) return undefined
  const positions = generateNKeysBetween(before, after, count)
  return positions.some(({ length }) => length > MAX_POSITION_CHARACTERS) ? undefined : positions
}

/**
 * Sets the new position of an entry, and renews those around it when it has grown too long. The revision of every changed entry goes up.
 *
 * @param list in order, including the moved entry
 * @returns the changes, the moved entry first
 */
export function placeMoved<Thing extends { id: string; position: string; revision: number }>(
  list: readonly Thing[],
  thing: Thing,
  position: string,
): { moved: Thing; changes: { before: Thing; after: Thing }[] } {
  const others = list.filter(({ id }) => id !== thing.id)
  const index = others.findIndex((other) => other.position > position)
  const ordered = others.toSpliced(index < 0 ? others.length : index, 0, { ...thing, position })
  const spaced = spacedOut(ordered).map((one) => ({ ...one, revision: one.revision + 1 }))
  const moved = spaced.find(({ id }) => id === thing.id) ?? { ...thing, position, revision: thing.revision + 1 }
  const rest = spaced.flatMap((after) => {
    const before = after.id === thing.id ? undefined : others.find(({ id }) => id === after.id)
    return before ? [{ before, after }] : []
  })
  return { moved, changes: [{ before: thing, after: moved }, ...rest] }
}

/**
 * New positions for as few entries as possible around one whose position has grown too long. The order stays the same.
 *
 * @param list in order
 * @returns the entries that get another position. Empty while all positions are short
 */
function spacedOut<Thing extends { position: string }>(list: readonly Thing[]): Thing[] {
  const centre = list.findIndex(({ position }) => position.length > MAX_POSITION_CHARACTERS)
  if (centre < 0) return []
  for (let reach = 1; ; reach *= 2) {
    const from = Math.max(0, centre - reach)
    const to = Math.min(list.length, centre + reach + 1)
    const isWhole = from === 0 && to === list.length
    const before = list[from - 1]?.position ?? null
    const after = list[to]?.position ?? null
    // Older data may have two entries at one position, with nothing between them.
    if (before !== null && after !== null && before >= after) continue
    const positions = generateNKeysBetween(before, after, to - from)
    if (!isWhole && positions.some(({ length }) => length > SPACED_CHARACTERS)) continue
    return list.slice(from, to).map((thing, index) => ({ ...thing, position: positions[index] ?? thing.position }))
  }
}
