type Direction = 'up' | 'down'

type Move<Id> =
  | { type: 'move'; id: Id; direction: Direction; neighbour: Id }
  | { type: 'place'; id: Id; after: Id | null }

/**
 * The command that moves an entry past its neighbour. Entries between the two may be folded away, so that a step of one place would
 * change nothing visible.
 *
 * @param ids all entries, in order
 * @param neighbour the next visible entry in that direction
 */
export function moveOver<Id extends string>(ids: readonly Id[], id: Id, direction: Direction, neighbour: Id): Move<Id> {
  const isNext = ids[ids.indexOf(id) + (direction === 'up' ? -1 : 1)] === neighbour
  if (isNext) return { type: 'move', id, direction, neighbour }
  const after = direction === 'down' ? neighbour : (ids[ids.indexOf(neighbour) - 1] ?? null)
  return { type: 'place', id, after }
}
