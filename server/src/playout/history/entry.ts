import { ActivityEntry, ActivityId, isPlaylistId, isTableId, UNDO_MS } from '@placard/contract'
import type { NamedRights, StoredEntry, Touched } from '../../content/activity/service.ts'
import type { Contents } from '../../content/programmes/service.ts'
import { listIn } from './difference.ts'

/**
 * An entry as the API returns it. An entry that cannot be read is marked as such, and the others are still returned.
 *
 * @param touched the things that it changed, if still stored
 * @param present the present contents, for the list of one programme, with its last logged revision
 */
export function entryOf(
  entry: StoredEntry,
  touched: Touched[] | undefined,
  present: (Contents & { revision: number }) | undefined,
  now: number,
): ActivityEntry {
  const { programmeId, activity, actor, revisions } = entry
  const { subject, details } = activity
  const isYoung = entry.at >= now - UNDO_MS
  const restorable = isYoung && revisions !== undefined && present !== undefined && revisions.after < present.revision
  const plain: ActivityEntry = {
    id: ActivityId.parse(String(entry.id)),
    at: entry.at,
    kind: 'unreadable',
    actor: { kind: actor.kind, email: actor.email },
    displayId: programmeId === null || isPlaylistId(programmeId) || isTableId(programmeId) ? null : programmeId,
    playlistId: programmeId !== null && isPlaylistId(programmeId) ? programmeId : null,
    tableId: programmeId !== null && isTableId(programmeId) ? programmeId : null,
    revision: revisions?.after ?? null,
    subject: null,
    fields: [],
    proposedBy: null,
    values: [],
    count: 1,
    command: null,
    code: null,
    undoes: null,
    restoredTo: null,
    rights: null,
    formerRights: null,
    settings: [],
    undo: null,
    restorable,
  }
  const whole = ActivityEntry.safeParse({
    ...plain,
    kind: activity.kind,
    subject: subject ? { type: subject.type, title: subject.title, formerTitle: subject.formerTitle ?? null } : null,
    fields: details?.fields ?? [],
    proposedBy: details?.proposedBy ?? null,
    values: details?.values ?? [],
    count: details?.count ?? 1,
    command: details?.command ?? null,
    code: details?.code ?? null,
    undoes: details?.undoes ?? null,
    restoredTo: details?.restoredTo ?? null,
    rights: rightsOf(details?.rights),
    formerRights: rightsOf(details?.formerRights),
    settings: details?.settings ?? [],
    undo: present && isYoung ? undoOf(touched ?? [], present) : null,
  })
  return whole.data ?? plain
}

/** Possible as long as every thing is as the entry left it. */
function undoOf(touched: Touched[], present: Contents): ActivityEntry['undo'] {
  if (touched.length === 0 || !touched.every((one) => isAsLeft(one, present))) return null
  if (touched.every(({ wasThere }) => !wasThere)) return 'take-away'
  return touched.every(({ revision }) => revision === null) ? 'bring-back' : 'put-back'
}

function isAsLeft({ thing, id, revision }: Touched, present: Contents): boolean {
  return (listIn(present, thing).find((one) => one.id === id)?.revision ?? null) === revision
}

/** Entries from before limits to tables have none. */
function rightsOf(rights: NamedRights | undefined): ActivityEntry['rights'] {
  return rights ? { ...rights, tables: rights.tables ?? null } : null
}
