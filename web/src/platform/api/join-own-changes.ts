import { type ProgrammeKey, programmeIdOf, type UndoTogether } from '@placard/contract'
import { ownChangesOf } from './own-changes.ts'

type Together = UndoTogether['changes']

/**
 * Joins the two newest changes of a programme into one.
 *
 * @returns their revisions, newest first, which is the order for undoing them
 */
export function joinOwnChanges(key: ProgrammeKey): number[] {
  const [second, first] = ownChangesOf(key).toReversed()
  if (!second || !first) return []
  second.isSecondHalf = true
  return [second.revision, first.revision]
}

/**
 * Joins the change that added an entry with changes of other programmes.
 *
 * @returns all of them, for undoing them together
 */
export function joinElsewhere(key: ProgrammeKey, id: string, elsewhere: Together): Together {
  const added = ownChangesOf(key).findLast(
    ({ change }) => 'put' in change && change.put.some((put) => 'id' in put && put.id === id),
  )
  if (!added) return elsewhere
  added.together = [{ programmeId: programmeIdOf(key), revision: added.revision }, ...elsewhere]
  return added.together
}
