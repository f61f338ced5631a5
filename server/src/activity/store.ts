import { ActivityKind, type DisplayId, type DisplayKey, type MemberId, type OrganisationId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'
import type { Actor, Change, Details, NewEntry, StoredEntry, Subject } from './entry.ts'

export async function createEntry(queries: Queries, entry: NewEntry): Promise<void> {
  await queries.insertInto('activity').values(toRow(entry)).execute()
}

function toRow({ organisationId, displayId, at, actor, revisions, activity, requestId }: NewEntry) {
  const { kind, changes, subject } = activity
  const details: Details = {
    ...activity.details,
    ...(subject?.formerTitle === undefined ? {} : { formerTitle: subject.formerTitle }),
  }
  return {
    organisation_id: organisationId,
    display_id: displayId,
    at,
    kind,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_email: actor.email,
    revision_before: revisions?.before ?? null,
    revision_after: revisions?.after ?? null,
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    subject_title: subject?.title ?? null,
    changes: changes.length === 0 ? null : JSON.stringify(changes),
    details: Object.keys(details).length === 0 ? null : JSON.stringify(details),
    request_id: requestId ?? null,
  }
}

const COLUMNS = [
  'id',
  'organisation_id',
  'display_id',
  'at',
  'kind',
  'actor_kind',
  'actor_id',
  'actor_email',
  'revision_before',
  'revision_after',
  'subject_type',
  'subject_id',
  'subject_title',
  'changes',
  'details',
  'request_id',
] as const

type Row = {
  id: number
  organisation_id: string
  display_id: string | null
  at: number
  kind: string
  actor_kind: string
  actor_id: string | null
  actor_email: string
  revision_before: number | null
  revision_after: number | null
  subject_type: string | null
  subject_id: string | null
  subject_title: string | null
  changes: string | null
  details: string | null
  request_id: string | null
}

/** What the program wrote is what it reads. Only the kind may be one of a newer version: such an entry is passed over. */
function toEntry(row: Row): StoredEntry[] {
  const kind = ActivityKind.safeParse(row.kind)
  if (!kind.success) return []
  const details = (row.details === null ? {} : JSON.parse(row.details)) as Details
  const { formerTitle } = details
  const subject = row.subject_type !== null && {
    type: row.subject_type as Subject['type'],
    id: row.subject_id ?? '',
    title: row.subject_title ?? '',
    ...(formerTitle === undefined ? {} : { formerTitle }),
  }
  const { revision_before: before, revision_after: after } = row
  return [
    {
      id: row.id,
      organisationId: row.organisation_id as OrganisationId,
      displayId: row.display_id as DisplayId | null,
      at: row.at,
      actor: { kind: row.actor_kind, id: row.actor_id, email: row.actor_email } as Actor,
      ...(before === null || after === null ? {} : { revisions: { before, after } }),
      activity: {
        kind: kind.data,
        changes: row.changes === null ? [] : (JSON.parse(row.changes) as Change[]),
        ...(subject ? { subject } : {}),
        details,
      },
      ...(row.request_id === null ? {} : { requestId: row.request_id }),
    },
  ]
}

/** Of a display as it is now: not of one that was removed and had the same id. */
function ofDisplay(queries: Queries, { organisationId, displayId }: DisplayKey) {
  return queries
    .selectFrom('activity')
    .where('activity.organisation_id', '=', organisationId)
    .where('activity.display_id', '=', displayId)
    .where((is) =>
      is(
        'activity.id',
        '>=',
        is.fn.coalesce(
          is
            .selectFrom('activity as birth')
            .select((birth) => birth.fn.max('birth.id').as('id'))
            .where('birth.organisation_id', '=', organisationId)
            .where('birth.display_id', '=', displayId)
            .where('birth.kind', '=', 'display-added'),
          is.lit(0),
        ),
      ),
    )
}

export type Selection = {
  of: DisplayKey | { organisationId: OrganisationId }
  /** Older than this entry. */
  before?: number | undefined
  kinds?: readonly ActivityKind[] | undefined
  person?: string | undefined
}

const isOfDisplay = (of: Selection['of']): of is DisplayKey => 'displayId' in of

function selected(queries: Queries, of: Selection['of']) {
  return isOfDisplay(of)
    ? ofDisplay(queries, of)
    : queries.selectFrom('activity').where('activity.organisation_id', '=', of.organisationId)
}

/** Newest first. */
export async function listEntries(
  queries: Queries,
  { of, before, kinds, person }: Selection,
  limit: number,
): Promise<StoredEntry[]> {
  let query = selected(queries, of).select(COLUMNS.map((name) => `activity.${name}` as const))
  if (before !== undefined) query = query.where('activity.id', '<', before)
  if (kinds !== undefined) query = query.where('activity.kind', 'in', kinds)
  if (person !== undefined) query = query.where('activity.actor_email', '=', person)
  const rows = await query.orderBy('activity.id', 'desc').limit(limit).execute()
  return rows.flatMap(toEntry)
}

/** Email addresses of whoever is in it. */
export async function listPeople(queries: Queries, of: Selection['of'], limit: number): Promise<string[]> {
  const rows = await selected(queries, of)
    .select('activity.actor_email')
    .distinct()
    .where('activity.actor_email', '!=', '')
    .orderBy('activity.actor_email')
    .limit(limit)
    .execute()
  return rows.map((row) => row.actor_email)
}

/** @returns undefined when there is none such of this display */
export async function findEntry(queries: Queries, key: DisplayKey, id: number): Promise<StoredEntry | undefined> {
  const row = await ofDisplay(queries, key)
    .select(COLUMNS.map((name) => `activity.${name}` as const))
    .where('activity.id', '=', id)
    .executeTakeFirst()
  return row && toEntry(row)[0]
}

/** The entries that brought a display from a revision to where it is, newest first. */
export async function listEntriesSince(queries: Queries, key: DisplayKey, revision: number): Promise<StoredEntry[]> {
  const rows = await ofDisplay(queries, key)
    .select(COLUMNS.map((name) => `activity.${name}` as const))
    .where('activity.revision_after', '>', revision)
    .orderBy('activity.revision_after', 'desc')
    .execute()
  return rows.flatMap(toEntry)
}

/** The revision that a display had at a moment, as far as anything says; undefined when nothing does. */
export async function findRevisionAt(queries: Queries, key: DisplayKey, at: number): Promise<number | undefined> {
  const earlier = await ofDisplay(queries, key)
    .select('activity.revision_after as revision')
    .where('activity.revision_after', 'is not', null)
    .where('activity.at', '<=', at)
    .orderBy('activity.revision_after', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (earlier) return earlier.revision ?? undefined
  const first = await ofDisplay(queries, key)
    .select(['activity.revision_before as revision', 'activity.kind'])
    .where('activity.revision_after', 'is not', null)
    .orderBy('activity.revision_after')
    .limit(1)
    .executeTakeFirst()
  return first && first.kind !== 'display-added' ? (first.revision ?? undefined) : undefined
}

/** When a display came to a revision; undefined when that is not written down. */
export async function findInstantOf(queries: Queries, key: DisplayKey, revision: number): Promise<number | undefined> {
  const row = await ofDisplay(queries, key)
    .select('activity.at')
    .where('activity.revision_after', '=', revision)
    .executeTakeFirst()
  return row?.at
}

/** @returns undefined when there is none such, or nobody like that belongs anywhere */
export async function findOrganisationOf(
  queries: Queries,
  by: { email: string } | { memberId: MemberId } | { organisationId: OrganisationId },
): Promise<OrganisationId | undefined> {
  if ('organisationId' in by) {
    const row = await queries
      .selectFrom('organisation')
      .select('id')
      .where('id', '=', by.organisationId)
      .executeTakeFirst()
    return row && by.organisationId
  }
  const profiles = queries.selectFrom('profile').select('org')
  const row = await ('email' in by
    ? profiles.where('email', '=', by.email)
    : profiles.where('member_id', '=', by.memberId)
  ).executeTakeFirst()
  return row?.org as OrganisationId | undefined
}

export async function removeEntriesBefore(queries: Queries, at: number): Promise<void> {
  await queries.deleteFrom('activity').where('at', '<', at).execute()
}

/** For an organisation that is gone: the database takes away nobody else's. */
export async function removeEntriesOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  await queries.deleteFrom('activity').where('organisation_id', '=', organisationId).execute()
}
