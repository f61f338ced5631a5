import { type ActivityEntry, ActivityId, type ChangedField, Line, UNDO_MS } from '@placard/contract'
import type { Change, StoredEntry } from '../activity/service.ts'
import { ItemState } from '../items/service.ts'
import { itemFields, lineFields } from './difference.ts'
import type { Holding } from './past.ts'

/**
 * An entry as people see it.
 *
 * @param present of its display, when the list is of one
 */
export function entryOf(
  entry: StoredEntry,
  present: (Holding & { revision: number | undefined }) | undefined,
  now: number,
): ActivityEntry {
  const { activity, actor, revisions } = entry
  const { subject, changes, details } = activity
  const isYoung = entry.at >= now - UNDO_MS
  return {
    id: ActivityId.parse(String(entry.id)),
    at: entry.at,
    kind: activity.kind,
    actor: { kind: actor.kind, email: actor.email },
    displayId: entry.displayId,
    revision: revisions?.after ?? null,
    subject: subject ? { type: subject.type, title: subject.title, formerTitle: subject.formerTitle ?? null } : null,
    fields: changes.length === 1 ? changes.flatMap(fieldsOf) : [],
    count: details?.count ?? Math.max(1, changes.length),
    command: details?.command ?? null,
    code: details?.code ?? null,
    undoes: details?.undoes ?? null,
    restoredTo: details?.restoredTo ?? null,
    rights: details?.rights ?? null,
    formerRights: details?.formerRights ?? null,
    settings: details?.settings ?? [],
    undo: present && isYoung ? undoOf(changes, present) : null,
    restorable:
      isYoung && revisions !== undefined && present?.revision !== undefined && revisions.after < present.revision,
  }
}

function fieldsOf({ thing, before, after }: Change): ChangedField[] {
  if (!before || !after) return []
  return thing === 'item'
    ? itemFields(ItemState.parse(before), ItemState.parse(after))
    : lineFields(Line.parse(before), Line.parse(after))
}

/** Possible as long as everything is as the entry left it. */
function undoOf(changes: Change[], present: Holding): ActivityEntry['undo'] {
  if (changes.length === 0) return null
  const isAsLeft = changes.every(({ thing, before, after }) => {
    const list: readonly { id: string; revision: number }[] = thing === 'item' ? present.items : present.lines
    const now = list.find(({ id }) => id === (after ?? before)?.id)
    return after ? now?.revision === after.revision : now === undefined
  })
  if (!isAsLeft) return null
  if (changes.every(({ before }) => before === null)) return 'take-away'
  return changes.every(({ after }) => after === null) ? 'bring-back' : 'put-back'
}
