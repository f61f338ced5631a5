import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Something in an ordered list. Positions sort by code units (`collate "C"`), then by id. */
type Placed<Id> = { id: Id; position: string }

/** The target of a move: past its neighbour, or behind another one (null: first). */
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

/**
 * Each move between two neighbours may make a position a character longer than theirs. One that is longer than this has
 * its neighbourhood spaced out anew: some hundred moves at one place lead there, and no position is ever much longer.
 */
export const MAX_POSITION_CHARACTERS = 40
/** After that it is this long at most, so that it takes as many moves again. */
const SPACED_CHARACTERS = 12

/**
 * Positions for several things in a row, behind so many of the others.
 *
 * @param others in order
 * @returns undefined where one of them would be too long
 */
export function positionsBehind(
  others: readonly { position: string }[],
  behind: number,
  count: number,
): string[] | undefined {
  const before = others[behind - 1]?.position ?? null
  const after = others[behind]?.position ?? null
  // Two things at one position, from long ago, have nothing between them.
  if (before !== null && after !== null && before >= after) return undefined
  const positions = generateNKeysBetween(before, after, count)
  return positions.some(({ length }) => length > MAX_POSITION_CHARACTERS) ? undefined : positions
}

/**
 * Gives a thing its new position, and those around it others where that has grown too long. Each of them has changed then,
 * so its revision goes up too.
 *
 * @param list in order, the moved thing among it
 * @returns what changed, the moved thing first
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
 * New positions for the things around one whose position has grown too long: as few of them as it takes, in the order that
 * they have.
 *
 * @param list in order
 * @returns the things that get another position; none while all positions are short
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
    // Two things at one position, from long ago, have nothing between them.
    if (before !== null && after !== null && before >= after) continue
    const positions = generateNKeysBetween(before, after, to - from)
    if (!isWhole && positions.some(({ length }) => length > SPACED_CHARACTERS)) continue
    return list.slice(from, to).map((thing, index) => ({ ...thing, position: positions[index] ?? thing.position }))
  }
}
