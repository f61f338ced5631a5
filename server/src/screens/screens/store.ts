import { DisplayId, type DisplayKey, type OpeningHours, type OrganisationId, Screen, ScreenId } from '@placard/contract'
import { sql } from 'kysely'
import { readStoredOpeningHours } from '../../content/schedules/service.ts'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { rowsFrom, statement } from '../../platform/database/statement.ts'
import type { Columns } from '../../platform/database/tables.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'

/** A stored screen. */
export type StoredScreen = Omit<Screen, 'alarm'>

const StoredScreen = Screen.omit({ alarm: true })

const COLUMNS = ['id', 'name', 'first_seen_at', 'seen_at', 'user_agent', 'state', 'events', 'reports'] as const

type Row = Columns<'screen', typeof COLUMNS>

type BeatRow = { heard_at: number | null; painted_at: number | null; build: string | null; item_id: string | null }

/** @returns undefined if an older or a newer version has written it and this one cannot read it */
function toScreen(row: Row & Partial<BeatRow>): StoredScreen | undefined {
  return StoredScreen.safeParse({
    id: row.id,
    name: row.name,
    firstSeenAt: row.first_seen_at,
    seenAt: row.seen_at,
    userAgent: row.user_agent,
    state: JSON.parse(row.state),
    beat: row.heard_at ? { at: row.heard_at, paintedAt: row.painted_at, build: row.build, itemId: row.item_id } : null,
    events: JSON.parse(row.events),
    reports: JSON.parse(row.reports),
  }).data
}

/** The opening hours of a display, and its time zone: an IANA name. */
export type Opening = { openingHours: OpeningHours | null; timeZone: string }

export async function findOpening(
  queries: Queries,
  key: DisplayKey,
): Promise<(Opening & { revision: number }) | undefined> {
  const row = await queries
    .selectFrom('programme')
    .select(['revision', 'opening_hours', 'time_zone'])
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.displayId)
    .executeTakeFirst()
  return row && { revision: row.revision, ...toOpening(row) }
}

function toOpening(row: { opening_hours: string | null; time_zone: string }): Opening {
  return { openingHours: readStoredOpeningHours(row.opening_hours), timeZone: row.time_zone }
}

/** In no particular order. */
export async function listScreens(queries: Queries, key: DisplayKey): Promise<StoredScreen[]> {
  const rows = await withBeats(queries)
    .select(COLUMNS)
    .select(['heard_at', 'painted_at', 'build', 'item_id'])
    .where('screen.organisation_id', '=', key.organisationId)
    .where('screen.display_id', '=', key.displayId)
    .execute()
  return rows.flatMap((row) => toScreen(row) ?? [])
}

function withBeats(queries: Queries) {
  return queries
    .selectFrom('screen')
    .leftJoin(
      'screen_beat',
      inOrganisation({ 'screen_beat.display_id': 'screen.display_id', 'screen_beat.screen_id': 'screen.id' }),
    )
}

const selectScreen = statement((queries, { organisationId, displayId, id }: DisplayKey & { id: ScreenId }) =>
  queries
    .selectFrom('screen')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('display_id', '=', displayId)
    .where('id', '=', id),
)

/** Without the beat. @returns `unreadable` if the row exists but cannot be read */
export async function findScreen(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  id: ScreenId,
): Promise<StoredScreen | 'unreadable' | undefined> {
  const { rows } = await selectScreen(queries, { organisationId, displayId, id })
  return rows[0] && (toScreen(rows[0]) ?? 'unreadable')
}

/** Matches `state`, which is JSON written by this server, so that no other value can contain this. */
const CLOSED = '%"doing":"closed"%'

export async function countScreens(queries: Queries, key: DisplayKey): Promise<number> {
  return countOf(
    queries
      .selectFrom('screen')
      .where('organisation_id', '=', key.organisationId)
      .where('display_id', '=', key.displayId),
  )
}

/**
 * A screen whose page was closed, or else the one that was silent the longest, if that is since before `instant`. Never a named
 * screen.
 */
export async function findForgettable(
  queries: Queries,
  key: DisplayKey,
  instant: number,
): Promise<ScreenId | undefined> {
  const row = await queries
    .selectFrom('screen')
    .select('id')
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .where('name', '=', '')
    .where((where) => where.or([where('seen_at', '<', instant), where('state', 'like', CLOSED)]))
    .orderBy((order) => order.case().when('state', 'like', CLOSED).then(0).else(1).end())
    .orderBy('seen_at')
    .limit(1)
    .executeTakeFirst()
  return row && ScreenId.parse(row.id)
}

const upsertScreen = statement((queries, row: Row & { organisation_id: string; display_id: string }) => {
  const { seen_at, user_agent, state, events, reports } = row
  const told = { seen_at, user_agent, state, events, reports }
  return queries
    .insertInto('screen')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'display_id', 'id']).doUpdateSet(told))
})

/** Inserts a screen or updates its reports. The name and the time of its first report are unchanged. */
export async function putScreen(queries: Queries, key: DisplayKey, screen: Omit<StoredScreen, 'beat'>): Promise<void> {
  await upsertScreen(queries, {
    organisation_id: key.organisationId,
    display_id: key.displayId,
    id: screen.id,
    name: screen.name,
    first_seen_at: screen.firstSeenAt,
    seen_at: screen.seenAt,
    user_agent: screen.userAgent,
    state: JSON.stringify(screen.state),
    events: JSON.stringify(screen.events),
    reports: JSON.stringify(screen.reports),
  })
}

/** @returns false if there is no such screen */
export async function updateScreen(queries: Queries, key: DisplayKey, id: ScreenId, name: string): Promise<boolean> {
  return (
    (await updateWhere(
      queries,
      'screen',
      { organisation_id: key.organisationId, display_id: key.displayId, id },
      { name },
    )) === 1
  )
}

/** Moves a screen with its beat to another display. */
export async function moveScreen(queries: Queries, key: DisplayKey, id: ScreenId, to: DisplayId): Promise<void> {
  await removeBeatBefore(queries, key, id, Number.MAX_SAFE_INTEGER)
  await removeScreen(queries, { ...key, displayId: to }, id)
  await updateWhere(
    queries,
    'screen',
    { organisation_id: key.organisationId, display_id: key.displayId, id },
    { display_id: to },
  )
}

/** The screens of all displays of an organisation, with the title of the item that each reports. */
export async function listOfOrganisation(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<{ displayId: DisplayId; screen: StoredScreen; itemTitle: string | null; opening: Opening }[]> {
  const rows = await withBeats(queries)
    .innerJoin('programme', inOrganisation({ 'programme.id': 'screen.display_id' }))
    .leftJoin('item', (join) =>
      join.onRef('item.organisation_id', '=', 'screen.organisation_id').onRef('item.id', '=', 'screen_beat.item_id'),
    )
    .select(['screen.id', 'screen.name', 'first_seen_at', 'seen_at', 'user_agent', 'state'])
    .select(sql.lit('[]').as('events'))
    .select(sql.lit('[]').as('reports'))
    .select(['heard_at', 'painted_at', 'build', 'item_id', 'screen.display_id', 'item.title as item_title'])
    .select(['opening_hours', 'programme.time_zone'])
    .where('screen.organisation_id', '=', organisationId)
    .execute()
  return rows.flatMap(({ display_id: displayId, item_title: itemTitle, opening_hours, time_zone, ...row }) => {
    const screen = toScreen({ ...row, events: String(row.events), reports: String(row.reports) })
    return screen
      ? [{ displayId: DisplayId.parse(displayId), screen, itemTitle, opening: toOpening({ opening_hours, time_zone }) }]
      : []
  })
}

/** @returns false if there was no such screen */
export async function removeScreen(queries: Queries, key: DisplayKey, id: ScreenId): Promise<boolean> {
  return (
    (await removeWhere(queries, 'screen', { organisation_id: key.organisationId, display_id: key.displayId, id })) === 1
  )
}

export async function removeScreensBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('screen').where('seen_at', '<', instant).execute()
}

/** A screen's report about painting. Instants are by the server's clock. */
export type Beat = {
  key: DisplayKey
  id: ScreenId
  at: number
  paintedAt: number
  build: string | null
  itemId: string | null
  /** True if it comes from the paired screen that it names. */
  isProven: boolean
}

const upsertBeats = statement((queries, { rows }: { rows: string }) => ({
  compile: () =>
    sql`
    with told (organisation_id, display_id, screen_id, heard_at, painted_at, build, item_id, proven) as (
      select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as bigint), cast(value ->> 4 as bigint),
        value ->> 5, value ->> 6, cast(value ->> 7 as integer)
      from ${rowsFrom(queries, rows)}
    )
    insert into screen_beat (organisation_id, display_id, screen_id, heard_at, painted_at, build, item_id)
    select told.organisation_id, told.display_id, told.screen_id, told.heard_at, told.painted_at, told.build, told.item_id
    from told
    join screen on screen.organisation_id = told.organisation_id
      and screen.display_id = told.display_id
      and screen.id = told.screen_id
    where told.heard_at > screen.seen_at
      and (told.proven = 1 or (
        not exists (select 1 from paired_screen where paired_screen.id = told.screen_id)
        and not exists (
          select 1 from programme
          where programme.id = told.display_id and programme.organisation_id = told.organisation_id
            and programme.paired_only = 1
        )
      ))
    order by told.organisation_id, told.display_id, told.screen_id
    on conflict (organisation_id, display_id, screen_id) do update set
      heard_at = excluded.heard_at,
      painted_at = case
        when screen_beat.painted_at between excluded.painted_at and excluded.heard_at then screen_beat.painted_at
        else excluded.painted_at
      end,
      build = excluded.build,
      item_id = excluded.item_id
  `.compile(queries),
}))

/**
 * Writes the beats of screens, all at once. Beats are ignored if the screen is not stored, or has sent a report since, because
 * its page may have been closed. Two windows of one browser count as one screen, which paints if either does. Written in order of
 * the keys, so that nodes that write the same screens cannot deadlock.
 */
export async function putBeats(queries: Queries, beats: readonly Beat[]): Promise<void> {
  const rows = beats.map(({ key, id, at, paintedAt, build, itemId, isProven }) => {
    return [key.organisationId, key.displayId, id, at, paintedAt, build, itemId, isProven ? 1 : 0]
  })
  await upsertBeats(queries, { rows: JSON.stringify(rows) })
}

type Before = DisplayKey & { id: ScreenId; instant: number }

const deleteBeatBefore = statement((queries, { organisationId, displayId, id, instant }: Before) =>
  queries
    .deleteFrom('screen_beat')
    .where('organisation_id', '=', organisationId)
    .where('display_id', '=', displayId)
    .where('screen_id', '=', id)
    .where('heard_at', '<', instant),
)

/** Removes a beat from before that instant: it is of another page. */
export async function removeBeatBefore(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  id: ScreenId,
  instant: number,
): Promise<void> {
  await deleteBeatBefore(queries, { organisationId, displayId, id, instant })
}

/**
 * The screens of all displays that have not painted since `instant`. Leaves out unnamed screens that were not heard since
 * `forgettable`.
 */
export async function listUnpainted(
  queries: Queries,
  instant: number,
  forgettable: number,
): Promise<({ name: string; seenAt: number; beat: { at: number; paintedAt: number } } & Opening)[]> {
  const rows = await withBeats(queries)
    .innerJoin('programme', inOrganisation({ 'programme.id': 'screen.display_id' }))
    .select(['screen.name', 'seen_at', 'heard_at', 'painted_at', 'opening_hours', 'time_zone'])
    .where('painted_at', '<', instant)
    .where((where) =>
      where.or([
        where('screen.name', '<>', ''),
        where('seen_at', '>', forgettable),
        where('heard_at', '>', forgettable),
      ]),
    )
    .execute()
  return rows.flatMap(({ name, seen_at, heard_at, painted_at, ...opening }) =>
    heard_at === null || painted_at === null
      ? []
      : [{ name, seenAt: seen_at, beat: { at: heard_at, paintedAt: painted_at }, ...toOpening(opening) }],
  )
}

/**
 * All named screens. `beat`: null if the page was closed, or the screen does not report painting.
 *
 * @param organisationId undefined: of every organisation
 */
export async function listNamed(
  queries: Queries,
  organisationId?: OrganisationId,
): Promise<
  ({
    organisationId: OrganisationId
    displayId: DisplayId
    displayName: string
    id: ScreenId
    name: string
    /** Only for paired screens, as text: "Main building, ground floor". Empty: not given. */
    place: string
    firstSeenAt: number
    seenAt: number
    beat: { at: number; paintedAt: number } | null
    /** True if the organisation is unsubscribed. */
    isSuspended: boolean
  } & Opening)[]
> {
  let query = withBeats(queries)
    .innerJoin('programme', inOrganisation({ 'programme.id': 'screen.display_id' }))
    .innerJoin('organisation', 'organisation.id', 'screen.organisation_id')
    .leftJoin(
      'paired_screen',
      inOrganisation({ 'paired_screen.display_id': 'screen.display_id', 'paired_screen.id': 'screen.id' }),
    )
    .select([
      'screen.organisation_id',
      'screen.display_id',
      'screen.id',
      'screen.name',
      'programme.name as display_name',
      'paired_screen.place',
      'screen.first_seen_at',
      'screen.seen_at',
    ])
    .select(['heard_at', 'painted_at', 'opening_hours', 'time_zone', 'suspended_at'])
    .where('screen.name', '<>', '')
  if (organisationId !== undefined) query = query.where('screen.organisation_id', '=', organisationId)
  const rows = await query.execute()
  return rows.map(({ heard_at, painted_at, ...row }) => ({
    organisationId: row.organisation_id as OrganisationId,
    displayId: row.display_id as DisplayId,
    displayName: row.display_name,
    id: row.id as ScreenId,
    name: row.name,
    place: row.place ?? '',
    firstSeenAt: row.first_seen_at,
    seenAt: row.seen_at,
    beat: heard_at === null || painted_at === null ? null : { at: heard_at, paintedAt: painted_at },
    isSuspended: row.suspended_at !== null,
    ...toOpening(row),
  }))
}
