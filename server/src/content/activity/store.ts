import {
  ACTIVITY_PAGE_ENTRIES,
  ActivityKind,
  type DisplayKey,
  type MemberId,
  type OrganisationId,
  type OwnerKey,
  ownerIdOf,
  type ProgrammeId,
  type TableId,
} from '@placard/contract'
import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import { coversAny } from '../../platform/database/covering.ts'
import type { Queries } from '../../platform/database/database.ts'
import { lastId, statement } from '../../platform/database/statement.ts'
import type { Row, Tables } from '../../platform/database/tables.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type {
  Actor,
  Change,
  Details,
  NewEntry,
  ProgrammeThing,
  RevisionStep,
  StoredEntry,
  Subject,
  TableThing,
  Touched,
} from './entry.ts'

const DAY_MS = 24 * 60 * 60_000
/** Bytes of a row in addition to its texts: ids, numbers, and index entries. */
const ROW_BYTES = 256

/** An entry ready to be written, and its size in bytes. */
export type Draft = {
  row: ReturnType<typeof toRow>
  entryBytes: number
  /** Undefined: the entry changed no items or lines. */
  states: { touched: string; changes: string; sizeBytes: number } | undefined
}

export function draftOf(entry: NewEntry): Draft {
  const row = toRow(entry)
  const { changes, base } = entry.activity
  const entryBytes = ROW_BYTES + bytesOf(row.subject_title) + bytesOf(row.details)
  if (changes.length === 0) return { row, entryBytes, states: undefined }
  const told = JSON.stringify(base?.changes ?? changes)
  const touched = JSON.stringify(changes.map(toTouched))
  return { row, entryBytes, states: { touched, changes: told, sizeBytes: bytesOf(told) + bytesOf(touched) } }
}

const bytesOf = (text: string | null) => Buffer.byteLength(text ?? '')

/** @param withStates false: the states before the change are not kept, and no undo can go back past this entry */
export async function createEntry(queries: Queries, { row, states }: Draft, withStates = true): Promise<void> {
  const isBare = states !== undefined && !withStates
  await insertEntry(queries, isBare ? { ...row, base_revision: row.revision_after } : row)
  if (states === undefined || isBare) return
  await insertStatesOfLast(queries, {
    organisation_id: row.organisation_id,
    at: row.at,
    size_bytes: states.sizeBytes,
    touched: states.touched,
    changes: states.changes,
  })
}

/** Has no `returning`: with it, SQLite would copy every page that the statement changes, and the log has nine indexes. */
const insertEntry = statement((queries, row: ReturnType<typeof toRow>) => queries.insertInto('activity').values(row))

const insertStatesOfLast = statement((queries, row: Omit<Insertable<Tables['activity_state']>, 'entry_id'>) =>
  queries.insertInto('activity_state').values({ ...row, entry_id: lastId(queries) }),
)

function toRow({ organisationId, programmeId, at, actor, revisions, activity, requestId }: NewEntry) {
  const { kind, subject, base } = activity
  const details: Details = {
    ...(activity.changes.length > 1 ? { count: activity.changes.length } : {}),
    ...activity.details,
    ...(subject?.formerTitle === undefined ? {} : { formerTitle: subject.formerTitle }),
  }
  return {
    organisation_id: organisationId,
    programme_id: programmeId,
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
    details: Object.keys(details).length === 0 ? null : JSON.stringify(details),
    request_id: requestId ?? null,
    base_revision: base?.revision ?? null,
  }
}

/** Kept short, because a display that was restored has touched hundreds of things. */
const LETTERS = {
  item: 'i',
  line: 'l',
  layout: 'z',
  'corner-piece': 'p',
  row: 'r',
  column: 'c',
} as const satisfies Record<ProgrammeThing | TableThing, string>
type Letter = (typeof LETTERS)[keyof typeof LETTERS]
const THING_OF = {
  i: 'item',
  l: 'line',
  z: 'layout',
  p: 'corner-piece',
  r: 'row',
  c: 'column',
} as const satisfies Record<Letter, keyof typeof LETTERS>
type TouchedRow = [thing: Letter, id: string, wasThere: 0 | 1, revision: number | null]

const TouchedRows = z.array(
  z.tuple([z.enum(Object.values(LETTERS)), z.string(), z.literal([0, 1]), z.int().nullable()]),
)

function toTouched({ thing, before, after }: Change<ProgrammeThing | TableThing>): TouchedRow {
  return [LETTERS[thing], (after ?? before)?.id ?? '', before ? 1 : 0, after?.revision ?? null]
}

function readTouched(text: string): Touched<ProgrammeThing | TableThing>[] | undefined {
  const rows = TouchedRows.safeParse(parseJson(text))
  return rows.data?.map(([thing, id, wasThere, revision]) => ({
    thing: THING_OF[thing],
    id,
    wasThere: wasThere === 1,
    revision,
  }))
}

const COLUMNS = [
  'activity.id',
  'activity.organisation_id',
  'activity.programme_id',
  'activity.at',
  'activity.kind',
  'activity.actor_kind',
  'activity.actor_id',
  'activity.actor_email',
  'activity.revision_before',
  'activity.revision_after',
  'activity.subject_type',
  'activity.subject_id',
  'activity.subject_title',
  'activity.details',
  'activity.request_id',
] as const

type StoredRow = Omit<Row<'activity'>, 'base_revision'>

const DetailsAsKept = z.record(z.string(), z.unknown())

/** A row that is damaged, or was written by a newer version, gives the actor, the time, and `unreadable`. */
function toEntry(row: StoredRow): StoredEntry {
  const kind = ActivityKind.safeParse(row.kind)
  const details = DetailsAsKept.safeParse(row.details === null ? {} : parseJson(row.details))
  const { revision_before: before, revision_after: after } = row
  const isReadable = kind.success && details.success
  const { formerTitle } = (details.data ?? {}) as Details
  const subject = isReadable &&
    row.subject_type !== null && {
      type: row.subject_type as Subject['type'],
      id: row.subject_id ?? '',
      title: row.subject_title ?? '',
      ...(formerTitle === undefined ? {} : { formerTitle }),
    }
  return {
    id: row.id,
    organisationId: row.organisation_id as OrganisationId,
    programmeId: row.programme_id as ProgrammeId | TableId | null,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id, email: row.actor_email } as Actor,
    ...(before === null || after === null ? {} : { revisions: { before, after } }),
    activity: {
      kind: isReadable ? kind.data : 'unreadable',
      ...(subject ? { subject } : {}),
      details: isReadable ? (details.data as Details) : {},
    },
    ...(row.request_id === null ? {} : { requestId: row.request_id }),
  }
}

type ProgrammeIds = { organisationId: OrganisationId; programmeId: ProgrammeId | TableId }

const idsOf = (key: OwnerKey): ProgrammeIds => ({
  organisationId: key.organisationId,
  programmeId: ownerIdOf(key),
})

/** Entries of the current programme, without those of a removed display that had the same id. */
function ofProgramme(queries: Queries, ids: ProgrammeIds) {
  return sinceBirth(queries, ids).where('activity.programme_id', '=', ids.programmeId)
}

/** Entries of the organisation from the time since the programme was added. */
function sinceBirth(queries: Queries, { organisationId, programmeId }: ProgrammeIds) {
  return queries
    .selectFrom('activity')
    .where('activity.organisation_id', '=', organisationId)
    .where((is) =>
      is(
        'activity.id',
        '>=',
        is.fn.coalesce(
          is
            .selectFrom('activity as birth')
            .select((birth) => birth.fn.max('birth.id').as('id'))
            .where('birth.organisation_id', '=', organisationId)
            .where('birth.programme_id', '=', programmeId)
            .where('birth.kind', '=', 'display-added'),
          is.lit(0),
        ),
      ),
    )
}

export type Selection = {
  of: OwnerKey | { organisationId: OrganisationId }
  /** Only entries older than this one. */
  before?: number | undefined
  kinds?: readonly ActivityKind[] | undefined
  person?: string | undefined
}

/** A selection in terms of the columns. An absent name does not narrow it. */
type Narrowing = {
  organisationId: OrganisationId
  programmeId?: ProgrammeId | TableId
  before?: number
  person?: string
}
type OfKinds = Narrowing & { kinds: readonly ActivityKind[] }

const isOfProgramme = (of: Selection['of']): of is OwnerKey =>
  'displayId' in of || 'playlistId' in of || 'tableId' in of

function narrowingOf({ of, before, person }: Selection): Narrowing {
  return {
    ...(isOfProgramme(of) ? idsOf(of) : { organisationId: of.organisationId }),
    ...(before === undefined ? {} : { before }),
    ...(person === undefined ? {} : { person }),
  }
}

function selected(queries: Queries, { organisationId, programmeId, before, person }: Narrowing) {
  let query =
    programmeId === undefined
      ? queries.selectFrom('activity').where('activity.organisation_id', '=', organisationId)
      : ofProgramme(queries, { organisationId, programmeId })
  if (before !== undefined) query = query.where('activity.id', '<', before)
  if (person !== undefined) query = query.where('activity.actor_email', '=', person)
  return query
}

const newest = (queries: Queries, narrowing: Narrowing) => selected(queries, narrowing).orderBy('activity.id', 'desc')

const PAGE = ACTIVITY_PAGE_ENTRIES + 1
/** Above this number of kinds, one query per kind takes longer than reading the newest entries of any kind. */
const FEW_KINDS = 8
/** Number of newest entries of any kind that are searched first for a page of many kinds. */
const NEWEST = 3 * PAGE

/**
 * Returns a page of entries, newest first, and one more to show that there are others. Most entries are of the frequent kinds, so
 * a page of many kinds is searched among the newest entries first.
 */
export async function listEntries(queries: Queries, selection: Selection): Promise<StoredEntry[]> {
  const { rows } = await listRows(queries, selection)
  return rows.map(toEntry)
}

async function listRows(queries: Queries, { kinds, ...selection }: Selection): Promise<{ rows: StoredRow[] }> {
  const narrowing = narrowingOf(selection)
  if (kinds === undefined) return listAll(queries, narrowing)
  const ofKinds = { ...narrowing, kinds }
  if (narrowing.person !== undefined) return listOfPerson(queries, ofKinds)
  if (kinds.length > FEW_KINDS) {
    const { rows } = await findAmongNewest(queries, ofKinds)
    if (rows.length === PAGE) return listThese(queries, rows)
  }
  return listThese(queries, (await findByKind(queries, ofKinds)).rows)
}

/** The queries of a page, exported so that a test can examine the query plans. */
export const pages = {
  all: (queries: Queries, narrowing: Narrowing) => newest(queries, narrowing).select(COLUMNS).limit(sql.lit(PAGE)),
  ofPerson: (queries: Queries, { kinds, ...narrowing }: OfKinds) =>
    pages.all(queries, narrowing).where('activity.kind', 'in', kinds),
  amongNewest(queries: Queries, { kinds, ...narrowing }: OfKinds) {
    const any = newest(queries, narrowing).select(['activity.id', 'activity.kind']).limit(sql.lit(NEWEST))
    const found = queries.selectFrom(any.as('found')).where('found.kind', 'in', kinds)
    return found.select('found.id').orderBy('found.id', 'desc').limit(sql.lit(PAGE))
  },
  /** Searches each kind by itself, in the order of its own index, so that finding a rare kind does not read through all the others. */
  byKind(queries: Queries, { kinds, ...narrowing }: OfKinds) {
    const parts = kinds.map((kind) => {
      const part = newest(queries, narrowing).select('activity.id').where('activity.kind', '=', kind)
      return sql`select id from (${part.limit(sql.lit(PAGE))}) as one`
    })
    const found = sql<{ id: number }>`(${sql.join(parts, sql` union all `)})`.as('found')
    return queries.selectFrom(found).select('found.id').orderBy('found.id', 'desc').limit(sql.lit(PAGE))
  },
}

/** The entries about take-overs and inserts that cover a display, or a screen of it. Their rows are kept as long as the log. */
export function coveringOf(queries: Queries, { kinds, ...narrowing }: OfKinds & ProgrammeIds) {
  const { organisationId, programmeId, before, person } = narrowing
  const parts = kinds.map((kind) => {
    let part = sinceBirth(queries, narrowing)
      .select('activity.id')
      .where('activity.kind', '=', kind)
      .where((is) =>
        is.exists(
          is
            .selectFrom('take_over as over')
            .select(sql.lit(1).as('one'))
            .whereRef('over.id', '=', 'activity.subject_id')
            .where('over.organisation_id', '=', organisationId)
            .where(coversAny([programmeId])),
        ),
      )
    if (before !== undefined) part = part.where('activity.id', '<', before)
    if (person !== undefined) part = part.where('activity.actor_email', '=', person)
    return sql`select id from (${part.orderBy('activity.id', 'desc').limit(sql.lit(PAGE))}) as one`
  })
  const found = sql<{ id: number }>`(${sql.join(parts, sql` union all `)})`.as('found')
  return queries.selectFrom(found).select('found.id').orderBy('found.id', 'desc').limit(sql.lit(PAGE))
}

/** Returns a page of the entries of these kinds about take-overs and inserts on a display, as `listEntries` does. */
export async function listCovering(
  queries: Queries,
  { of, kinds, ...selection }: Selection & { of: DisplayKey; kinds: readonly ActivityKind[] },
): Promise<StoredEntry[]> {
  if (kinds.length === 0) return []
  const narrowing = { ...narrowingOf({ of, ...selection }), ...idsOf(of), kinds }
  const { rows } = await listThese(queries, await coveringOf(queries, narrowing).execute())
  return rows.map(toEntry)
}

const listAll = statement(pages.all)
const listOfPerson = statement(pages.ofPerson)
const findAmongNewest = statement(pages.amongNewest)
const findByKind = statement(pages.byKind)

async function listThese(queries: Queries, found: { id: number }[]): Promise<{ rows: StoredRow[] }> {
  return found.length === 0 ? { rows: [] } : listByIds(queries, { ids: found.map(({ id }) => id) })
}

const listByIds = statement((queries, { ids }: { ids: readonly number[] }) =>
  queries.selectFrom('activity').select(COLUMNS).where('activity.id', 'in', ids).orderBy('activity.id', 'desc'),
)

/**
 * Lists the email addresses that occur in the log. Skips from one address to the next in the index instead of reading all entries
 * of each.
 */
export async function listPeople(queries: Queries, of: Selection['of'], limit: number): Promise<string[]> {
  const { rows } = await peopleOf(queries, of, limit).execute(queries)
  return rows.map(({ email }) => email)
}

export function peopleOf(queries: Queries, of: Selection['of'], limit: number) {
  const next = (after: ReturnType<typeof sql>) =>
    sql<string | null>`(${selected(queries, narrowingOf({ of }))
      .select('activity.actor_email')
      .where(sql<boolean>`activity.actor_email > ${after}`)
      .orderBy('activity.actor_email')
      .limit(1)})`
  return sql<{ email: string }>`
    with recursive people(email) as (
      select ${next(sql`''`)}
      union all
      select ${next(sql`people.email`)} from people where people.email is not null
    )
    select email from people where email is not null limit ${sql.lit(limit)}`
}

/** @returns undefined if this programme has no such entry */
export async function findEntry(
  queries: Queries,
  key: OwnerKey,
  by: { id: number } | { revision: number },
): Promise<StoredEntry | undefined> {
  const all = ofProgramme(queries, idsOf(key)).select(COLUMNS)
  const found = 'id' in by ? all.where('activity.id', '=', by.id) : all.where('revision_after', '=', by.revision)
  const row = await found.executeTakeFirst()
  return row && toEntry(row)
}

/** Reads the changes of these entries, by entry id, for those whose states are still kept. */
export async function listTouched<Of extends ProgrammeThing | TableThing = ProgrammeThing>(
  queries: Queries,
  ids: number[],
): Promise<Map<number, Touched<Of>[]>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('activity_state')
    .select(['entry_id', 'touched'])
    .where('entry_id', 'in', ids)
    .execute()
  // An entry of a programme has only things of programmes, and one of a table only things of tables.
  return new Map(rows.flatMap((row) => [[row.entry_id, (readTouched(row.touched) ?? []) as Touched<Of>[]] as const]))
}

const STEPS_AT_FIRST = 16
const STEPS_AT_MOST = 500

export type StepReader = {
  /**
   * @param revision must be lower than in the previous call
   * @returns the step that brought the programme to it, without states; undefined if it is not in the log
   */
  stepTo(revision: number): Promise<RevisionStep | undefined>
  /** Number of rows read so far, including those that were skipped. */
  rowsRead(): number
}

/**
 * Reads the steps of a programme from its latest revision backwards. The next revision requested is usually the one directly
 * below, so the portions grow. After a restore the next one lies far below, and the rows in between are not read.
 */
export function createStepReader(queries: Queries, key: OwnerKey): StepReader {
  let portion: RevisionStep[] = []
  let limit = STEPS_AT_FIRST
  let used = 0
  let rows = 0
  return {
    rowsRead: () => rows,
    async stepTo(revision) {
      const last = portion.at(-1)
      if (!last || last.revision > revision) {
        limit = used > portion.length / 2 ? Math.min(2 * limit, STEPS_AT_MOST) : STEPS_AT_FIRST
        portion = await listSteps(queries, key, revision, limit)
        rows += portion.length
        used = 0
      }
      used += 1
      return portion.find((step) => step.revision === revision)
    },
  }
}

/** Steps up to a revision, newest first. */
async function listSteps(queries: Queries, key: OwnerKey, upTo: number, limit: number): Promise<RevisionStep[]> {
  const rows = await ofProgramme(queries, idsOf(key))
    .leftJoin('activity_state', 'activity_state.entry_id', 'activity.id')
    .select(['activity.id', 'activity.at', 'activity.kind', 'base_revision', 'revision_before', 'size_bytes'])
    .select((column) => column.ref('activity.revision_after').$notNull().as('revision'))
    .where('activity.revision_after', '<=', upTo)
    .orderBy('activity.revision_after', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, kind, revision, base_revision, revision_before, size_bytes }) => {
    const base = base_revision ?? revision_before ?? revision
    const isFirst = kind === 'display-added' || base >= revision
    return { id, at, revision, base: isFirst ? undefined : base, sizeBytes: size_bytes ?? 0 }
  })
}

const STATES_AT_ONCE = 100
const STATE_BYTES_AT_ONCE = 2 ** 20

/**
 * Streams the changes of each of these steps, in order, relative to its base. Holds about a megabyte at once, or the largest
 * step.
 *
 * @returns the parsed JSON of each step; undefined if it is damaged
 */
export async function* streamStates(queries: Queries, steps: readonly RevisionStep[]): AsyncGenerator<unknown> {
  for (const some of portionsOf(steps)) {
    const ids = some.filter(({ sizeBytes }) => sizeBytes > 0).map(({ id }) => id)
    const rows =
      ids.length === 0
        ? []
        : await queries
            .selectFrom('activity_state')
            .select(['entry_id', 'changes'])
            .where('entry_id', 'in', ids)
            .execute()
    const texts = new Map(rows.map((row) => [row.entry_id, row.changes]))
    for (const { id, sizeBytes } of some) yield sizeBytes === 0 ? [] : parseJson(texts.get(id) ?? '')
  }
}

/** Splits steps into portions that are small enough to load at once. */
export function portionsOf(steps: readonly RevisionStep[]): RevisionStep[][] {
  const portions: RevisionStep[][] = []
  let bytes = 0
  for (const step of steps) {
    const current = portions.at(-1)
    bytes += step.sizeBytes
    if (current && current.length < STATES_AT_ONCE && bytes <= STATE_BYTES_AT_ONCE) current.push(step)
    else {
      portions.push([step])
      bytes = step.sizeBytes
    }
  }
  return portions
}

/** The time at which a programme left a revision. Undefined if it is not in the log. */
export async function findInstantAfter(queries: Queries, key: OwnerKey, revision: number): Promise<number | undefined> {
  const row = await ofProgramme(queries, idsOf(key))
    .select(['activity.at', 'revision_before'])
    .where('activity.revision_after', '>', revision)
    .orderBy('activity.revision_after')
    .limit(1)
    .executeTakeFirst()
  // In between, the programme may have changed only through the playlists that it includes.
  return row?.revision_before !== null && (row?.revision_before ?? Number.POSITIVE_INFINITY) <= revision
    ? row?.at
    : undefined
}

/**
 * The logged revision that corresponds to a programme at another revision. Changes of included playlists raise the programme's
 * revision without changing its own contents.
 *
 * @param present the last revision in the log
 */
export async function findToldRevision(
  queries: Queries,
  key: OwnerKey,
  revision: number,
  present: number,
): Promise<number> {
  if (revision >= present) return present
  const row = await ofProgramme(queries, idsOf(key))
    .select(['revision_before'])
    .where('activity.revision_after', '>', revision)
    .orderBy('activity.revision_after')
    .limit(1)
    .executeTakeFirst()
  return Math.min(revision, row?.revision_before ?? revision)
}

/** The revision of a programme at a moment. Undefined if it is not known. */
export async function findRevisionAt(queries: Queries, key: OwnerKey, at: number): Promise<number | undefined> {
  const earlier = await ofProgramme(queries, idsOf(key))
    .select('activity.revision_after as revision')
    .where('activity.revision_after', 'is not', null)
    .where('activity.at', '<=', at)
    .orderBy('activity.revision_after', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (earlier) return earlier.revision ?? undefined
  const first = await ofProgramme(queries, idsOf(key))
    .select(['activity.revision_before as revision', 'activity.kind'])
    .where('activity.revision_after', 'is not', null)
    .orderBy('activity.revision_after')
    .limit(1)
    .executeTakeFirst()
  return first && first.kind !== 'display-added' ? (first.revision ?? undefined) : undefined
}

/** An entry that changed a programme, with the revisions before and after. */
export type ToldStep = { kind: string; at: number; before: number; after: number }

/**
 * The newest change of a programme up to a revision. Undefined if none is in the log.
 *
 * @param kinds.only only changes of these kinds
 * @param kinds.without only changes of other kinds
 */
export async function findStep(
  queries: Queries,
  key: OwnerKey,
  upTo: number,
  kinds: { only: readonly ActivityKind[] } | { without: readonly ActivityKind[] },
): Promise<ToldStep | undefined> {
  const row = await ofProgramme(queries, idsOf(key))
    .select(['activity.kind', 'activity.at'])
    .select((column) => [
      column.ref('activity.revision_before').$notNull().as('before'),
      column.ref('activity.revision_after').$notNull().as('after'),
    ])
    .where('activity.revision_after', '<=', upTo)
    .where('activity.revision_before', 'is not', null)
    .where((is) =>
      'only' in kinds ? is('activity.kind', 'in', kinds.only) : is('activity.kind', 'not in', kinds.without),
    )
    .orderBy('activity.revision_after', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
}

/** The time at which a programme next changed after a revision. Undefined if it is not in the log. */
export async function findNextInstant(queries: Queries, key: OwnerKey, revision: number): Promise<number | undefined> {
  const row = await ofProgramme(queries, idsOf(key))
    .select('activity.at')
    .where('activity.revision_after', '>', revision)
    .orderBy('activity.revision_after')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** The time at which a programme reached a revision. Undefined if it is not in the log. */
export async function findInstantOf(queries: Queries, key: OwnerKey, revision: number): Promise<number | undefined> {
  const row = await ofProgramme(queries, idsOf(key))
    .select('activity.at')
    .where('activity.revision_after', '=', revision)
    .executeTakeFirst()
  return row?.at
}

/** @returns undefined if there is no such organisation or member, or the person belongs to no organisation */
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
  await queries.deleteFrom('activity_use').where('day', '<', dayOf(at)).execute()
}

export async function removeStatesBefore(queries: Queries, at: number): Promise<void> {
  await queries.deleteFrom('activity_state').where('at', '<', at).execute()
}

/** Removes all entries of an organisation that was removed. The database refuses this for any other. */
export async function removeEntriesOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  for (const table of ['activity', 'activity_state', 'activity_use'] as const) {
    await queries.deleteFrom(table).where('organisation_id', '=', organisationId).execute()
  }
}

const dayOf = (at: number) => Math.floor(at / DAY_MS)

export type Use = { entryBytes: number; stateBytes: number; unwritten: number }

const selectUse = statement((queries, { organisationId, day }: { organisationId: OrganisationId; day: number }) =>
  queries
    .selectFrom('activity_use')
    .select((column) => [
      column.fn.sum<number | string | null>('entry_bytes').as('entryBytes'),
      column.fn.sum<number | string | null>('state_bytes').as('stateBytes'),
      column.fn.sum<number | string | null>('unwritten').as('unwritten'),
    ])
    .where('organisation_id', '=', organisationId)
    .where('day', '=', day),
)

/** Sums the bytes of log that the changes of an organisation's programmes took on the day of that moment. */
export async function sumUse(queries: Queries, organisationId: OrganisationId, at: number): Promise<Use> {
  const {
    rows: [row],
  } = await selectUse(queries, { organisationId, day: dayOf(at) })
  const { entryBytes, stateBytes, unwritten } = row ?? {}
  return { entryBytes: Number(entryBytes ?? 0), stateBytes: Number(stateBytes ?? 0), unwritten: Number(unwritten ?? 0) }
}

/**
 * Adds to the use of one programme. There is a row for each programme, so commands on different programmes do not wait for each
 * other.
 */
export async function addUse(queries: Queries, key: ProgrammeIds, at: number, use: Use): Promise<void> {
  await insertUse(queries, {
    organisation_id: key.organisationId,
    day: dayOf(at),
    programme_id: key.programmeId,
    entry_bytes: use.entryBytes,
    state_bytes: use.stateBytes,
    unwritten: use.unwritten,
  })
}

const insertUse = statement((queries, row: Insertable<Tables['activity_use']>) =>
  queries
    .insertInto('activity_use')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'day', 'programme_id']).doUpdateSet({
        entry_bytes: sql`activity_use.entry_bytes + excluded.entry_bytes`,
        state_bytes: sql`activity_use.state_bytes + excluded.state_bytes`,
        unwritten: sql`activity_use.unwritten + excluded.unwritten`,
      }),
    ),
)

/** Sums the bytes that the log keeps for each organisation's programmes. @param statesSince older states do not count */
export async function sumKept(
  queries: Queries,
  statesSince: number,
  organisationId?: OrganisationId,
): Promise<Map<string, number>> {
  let query = queries
    .selectFrom('activity_use')
    .select((column) => [
      'organisation_id',
      sql<number | string>`sum(${column.ref('entry_bytes')}
        + case when day >= ${sql.lit(dayOf(statesSince))} then ${column.ref('state_bytes')} else 0 end)`.as('bytes'),
    ])
    .groupBy('organisation_id')
  if (organisationId !== undefined) query = query.where('organisation_id', '=', organisationId)
  return new Map((await query.execute()).map((row) => [row.organisation_id, Number(row.bytes)]))
}
