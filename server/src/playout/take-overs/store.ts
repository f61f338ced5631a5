import {
  DisplayId,
  type DisplayKey,
  InsertContent,
  InsertPlace,
  type MediaFile,
  MediaId,
  type OrganisationId,
  ScreenId,
  TakeOverContent,
  type TakeOverEnding,
  TakeOverId,
} from '@placard/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { MEDIA_ADDRESS } from '../../content/media/service.ts'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Row } from '../../platform/database/tables.ts'
import { removeWhere } from '../../platform/database/where.ts'
import type { Extent } from './extents.ts'

/** The facts about a stored file that a screen needs to store it. */
export type KeptFile = Pick<MediaFile, 'sha256' | 'sizeBytes'>

type Stored<Shown> = {
  id: TakeOverId
  name: string
  content: Shown
  mediaId: MediaId | null
  file: KeptFile | undefined
}

export type StoredPrepared = Stored<TakeOverContent> & { changedAt: number }

/** A single screen that shows an insert. It shows it only while it plays this display. */
export type TargetScreen = { id: ScreenId; displayId: DisplayId }

/** The content of a take-over of either extent. */
export type ShownContent = TakeOverContent | InsertContent

export type StoredTakeOver = Stored<ShownContent> & {
  /** null: it takes the whole screen. Otherwise it is an insert. */
  place: InsertPlace | null
  drill: boolean
  displays: DisplayId[] | null
  /** Beside the displays. Empty for a take-over of the whole screen. */
  screens: TargetScreen[]
  /** The keys that its sender gave it, the latest last. */
  keys: string[]
  aliveSeconds: number | null
  startedAt: number
  endsAt: number
  heardAt: number
  startedBy: string
  starter: string
  ending: TakeOverEnding | null
  endedAt: number | null
  endedBy: string | null
}

const Strings = z.array(z.string())
const DisplayIds = z.array(DisplayId)
const TargetScreens = z.array(z.object({ id: ScreenId, displayId: DisplayId }))

type ContentRow = {
  id: string
  name: string
  content: string
  media_id: string | null
  url: string | null
  sha256: string | null
  size_bytes: number | null
}

/** @returns undefined if a newer version has written it, or its file is gone */
function toContent<Shown>(row: ContentRow, schema: z.ZodType<Shown>): Stored<Shown> | undefined {
  const stored: unknown = JSON.parse(row.content)
  const content = schema.safeParse(row.url === null ? stored : { ...Object(stored), url: row.url }).data
  if (!content) return undefined
  const file =
    row.sha256 === null || row.size_bytes === null ? undefined : { sha256: row.sha256, sizeBytes: row.size_bytes }
  const mediaId = row.media_id === null ? null : MediaId.parse(row.media_id)
  return { id: TakeOverId.parse(row.id), name: row.name, content, mediaId, file }
}

type RunRow = ContentRow & Omit<Row<'take_over'>, 'organisation_id' | 'kind'>

function toTakeOver(row: RunRow): StoredTakeOver | undefined {
  const place = row.insert_place === null ? null : InsertPlace.safeParse(row.insert_place).data
  if (place === undefined) return undefined
  const content = toContent<ShownContent>(row, place === null ? TakeOverContent : InsertContent)
  return (
    content && {
      ...content,
      place,
      drill: row.drill === 1,
      displays: row.displays === null ? null : DisplayIds.parse(JSON.parse(row.displays)),
      screens: row.screens === null ? [] : TargetScreens.parse(JSON.parse(row.screens)),
      keys: Strings.parse(JSON.parse(row.keys)),
      aliveSeconds: row.alive_seconds,
      startedAt: row.started_at,
      endsAt: row.ends_at,
      heardAt: row.heard_at,
      startedBy: row.started_by,
      starter: row.starter,
      ending: row.ending,
      endedAt: row.ended_at,
      endedBy: row.ended_by,
    }
  )
}

/** The row to store. The address of a stored file is left out, because it follows from the file's row. */
function rowOf<Shown extends ShownContent>(name: string, content: Shown, mediaId: string | null) {
  const { url, ...rest } = { url: undefined, ...content }
  const kept = content.kind === 'address' ? { ...rest, url } : rest
  return { name, kind: content.kind as Shown['kind'], content: JSON.stringify(kept), media_id: mediaId }
}

const FILE = [
  MEDIA_ADDRESS.as('url'),
  sql.ref<string | null>('media_file.sha256').as('sha256'),
  sql.ref<number | null>('media_file.size_bytes').as('size_bytes'),
] as const

function prepared(queries: Queries, organisationId: OrganisationId) {
  return queries
    .selectFrom('prepared_take_over')
    .leftJoin('media_file', 'media_file.id', 'prepared_take_over.media_id')
    .selectAll('prepared_take_over')
    .select(FILE)
    .where('prepared_take_over.organisation_id', '=', organisationId)
}

const selectPrepared = statement((queries, { organisationId }: { organisationId: OrganisationId }) =>
  prepared(queries, organisationId).orderBy('prepared_take_over.name'),
)

/** By name. */
export async function listPrepared(queries: Queries, organisationId: OrganisationId): Promise<StoredPrepared[]> {
  const { rows } = await selectPrepared(queries, { organisationId })
  return rows.flatMap((row) => {
    const content = toContent(row, TakeOverContent)
    return content ? { ...content, changedAt: row.changed_at } : []
  })
}

export async function putPrepared(
  queries: Queries,
  organisationId: OrganisationId,
  id: TakeOverId,
  { name, content, mediaId, changedAt }: Omit<StoredPrepared, 'id' | 'file'>,
): Promise<void> {
  const row = { ...rowOf(name, content, mediaId), changed_at: changedAt }
  await queries
    .insertInto('prepared_take_over')
    .values({ id, organisation_id: organisationId, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

export async function removePrepared(queries: Queries, organisationId: OrganisationId, id: TakeOverId): Promise<void> {
  await removeWhere(queries, 'prepared_take_over', { organisation_id: organisationId, id })
}

function takeOvers(queries: Queries, organisationId: OrganisationId) {
  return queries
    .selectFrom('take_over')
    .leftJoin('media_file', 'media_file.id', 'take_over.media_id')
    .selectAll('take_over')
    .select(FILE)
    .where('take_over.organisation_id', '=', organisationId)
}

const selectRunning = statement((queries, { organisationId, now }: { organisationId: OrganisationId; now: number }) =>
  takeOvers(queries, organisationId)
    .where('take_over.ending', 'is', null)
    .where('take_over.ends_at', '>', now)
    .orderBy('take_over.started_at')
    .orderBy('take_over.id'),
)

/** Of both extents, latest last. */
export async function listRunning(
  queries: Queries,
  organisationId: OrganisationId,
  now: number,
): Promise<StoredTakeOver[]> {
  const { rows } = await selectRunning(queries, { organisationId, now })
  return rows.flatMap((row) => toTakeOver(row) ?? [])
}

const selectOnScreen = statement(
  (queries, { organisationId, now, named }: { organisationId: OrganisationId; now: number; named: string }) =>
    takeOvers(queries, organisationId)
      .where('take_over.screens', 'like', named)
      .where('take_over.ending', 'is', null)
      .where('take_over.ends_at', '>', now)
      .orderBy('take_over.started_at')
      .orderBy('take_over.id'),
)

/** The running inserts that name a single screen, latest last. */
export async function listOnScreen(
  queries: Queries,
  organisationId: OrganisationId,
  id: ScreenId,
  now: number,
): Promise<StoredTakeOver[]> {
  // The column is JSON written by this server, and an id has no characters that need escaping.
  const { rows } = await selectOnScreen(queries, { organisationId, now, named: `%"id":"${id}"%` })
  return rows.flatMap((row) => toTakeOver(row) ?? [])
}

/** Latest first, including running ones. @param since only those begun after it */
export async function listLatest(
  queries: Queries,
  organisationId: OrganisationId,
  extent: Extent,
  limit: number,
  since = 0,
): Promise<StoredTakeOver[]> {
  const rows = await takeOvers(queries, organisationId)
    .where('take_over.insert_place', extent === 'whole' ? 'is' : 'is not', null)
    .where('take_over.started_at', '>', since)
    .orderBy('take_over.started_at', 'desc')
    .orderBy('take_over.id')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => toTakeOver(row) ?? [])
}

export async function findTakeOver(
  queries: Queries,
  organisationId: OrganisationId,
  id: TakeOverId,
): Promise<StoredTakeOver | undefined> {
  const row = await takeOvers(queries, organisationId).where('take_over.id', '=', id).executeTakeFirst()
  return row && toTakeOver(row)
}

/** Inserts a take-over or updates it. */
export async function putTakeOver(
  queries: Queries,
  organisationId: OrganisationId,
  one: Omit<StoredTakeOver, 'file'>,
): Promise<void> {
  const row = {
    ...rowOf(one.name, one.content, one.mediaId),
    insert_place: one.place,
    drill: one.drill ? (1 as const) : (0 as const),
    displays: one.displays === null ? null : JSON.stringify(one.displays),
    screens: one.screens.length === 0 ? null : JSON.stringify(one.screens),
    keys: JSON.stringify(one.keys),
    alive_seconds: one.aliveSeconds,
    started_at: one.startedAt,
    ends_at: one.endsAt,
    heard_at: one.heardAt,
    started_by: one.startedBy,
    starter: one.starter,
    ending: one.ending,
    ended_at: one.endedAt,
    ended_by: one.endedBy,
  }
  await queries
    .insertInto('take_over')
    .values({ id: one.id, organisation_id: organisationId, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Organisations with a take-over whose time is over and whose end is not recorded yet. */
export async function listOrganisationsWithOver(queries: Queries, now: number): Promise<OrganisationId[]> {
  const rows = await queries
    .selectFrom('take_over')
    .select('organisation_id')
    .distinct()
    .where('ending', 'is', null)
    .where('ends_at', '<=', now)
    .execute()
  return rows.map((row) => row.organisation_id as OrganisationId)
}

/** The same take-overs for one organisation. */
export async function listOver(
  queries: Queries,
  organisationId: OrganisationId,
  now: number,
): Promise<StoredTakeOver[]> {
  const rows = await takeOvers(queries, organisationId)
    .where('take_over.ending', 'is', null)
    .where('take_over.ends_at', '<=', now)
    .execute()
  return rows.flatMap((row) => toTakeOver(row) ?? [])
}

/** Removes take-overs that began before an instant and are over, with the screens' reports. */
export async function removeTakeOversBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('take_over').where('started_at', '<', instant).where('ending', 'is not', null).execute()
}

/** The facts about a screen that a take-over needs. */
export type KnownScreen = {
  displayId: DisplayId
  screenId: ScreenId
  name: string
  firstSeenAt: number
  /** The time it was last heard. Closed pages are left out. */
  heardAt: number
}

/** Matches `state`, which is JSON written by this server, so that no other value can contain this. */
const CLOSED = '%"doing":"closed"%'

/** Screens heard since an instant, by display and name. */
export async function listScreensHeard(
  queries: Queries,
  organisationId: OrganisationId,
  since: number,
): Promise<KnownScreen[]> {
  const rows = await queries
    .selectFrom('screen')
    .leftJoin(
      'screen_beat as beat',
      inOrganisation({ 'beat.display_id': 'screen.display_id', 'beat.screen_id': 'screen.id' }),
    )
    .select([
      'screen.display_id',
      'screen.id',
      'screen.name',
      'screen.first_seen_at',
      'screen.seen_at',
      'beat.heard_at',
    ])
    .where('screen.organisation_id', '=', organisationId)
    .where('screen.state', 'not like', CLOSED)
    .where((is) => is.or([is('screen.seen_at', '>=', since), is('beat.heard_at', '>=', since)]))
    .orderBy('screen.display_id')
    .orderBy('screen.name')
    .orderBy('screen.id')
    .execute()
  return rows.map((row) => ({
    displayId: row.display_id as DisplayId,
    screenId: ScreenId.parse(row.id),
    name: row.name,
    firstSeenAt: row.first_seen_at,
    heardAt: Math.max(row.seen_at, row.heard_at ?? 0),
  }))
}

/** A report of a screen. `at` is by the server's clock. `isProven`: it came with the secret of the paired screen that it names. */
export type Showing = { key: DisplayKey; screenId: ScreenId; takeOverId: TakeOverId; at: number; isProven: boolean }

/**
 * Stores reports of screens, all at once. Only the first report of each screen counts. Ignored are reports of unknown screens,
 * reports about take-overs of another organisation, unproven reports in the name of a paired screen (B108), and, if the display
 * is for paired screens only, those of all other screens.
 */
export async function putShowings(queries: Queries, showings: readonly Showing[]): Promise<void> {
  const rows = showings.map(
    ({ key, screenId, takeOverId, at, isProven }) =>
      sql`(cast(${takeOverId} as text), cast(${key.organisationId} as text), cast(${key.displayId} as text), cast(${screenId} as text), cast(${at} as bigint), cast(${isProven ? 1 : 0} as integer))`,
  )
  await sql`
    with told (take_over_id, organisation_id, display_id, screen_id, shown_at, is_proven) as (values ${sql.join(rows)})
    insert into take_over_showing (take_over_id, organisation_id, display_id, screen_id, shown_at)
    select told.take_over_id, told.organisation_id, told.display_id, told.screen_id,
      case when told.shown_at < take_over.started_at then take_over.started_at else told.shown_at end
    from told
    join screen on screen.organisation_id = told.organisation_id
      and screen.display_id = told.display_id
      and screen.id = told.screen_id
    join take_over on take_over.id = told.take_over_id and take_over.organisation_id = told.organisation_id
    where told.shown_at < take_over.ends_at + 60000
      and (told.is_proven = 1 or (
        not exists (
          select 1 from paired_screen
          where paired_screen.organisation_id = told.organisation_id and paired_screen.id = told.screen_id
        )
        and not exists (
          select 1 from programme
          where programme.id = told.display_id and programme.organisation_id = told.organisation_id
            and programme.paired_only = 1
        )
      ))
    order by told.take_over_id, told.organisation_id, told.display_id, told.screen_id
    on conflict do nothing
  `.execute(queries)
}

/** The time at which each screen painted it, by display and screen. */
export async function listShowings(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly TakeOverId[],
): Promise<{ takeOverId: TakeOverId; displayId: DisplayId; screenId: ScreenId; name: string; shownAt: number }[]> {
  if (ids.length === 0) return []
  const rows = await queries
    .selectFrom('take_over_showing as showing')
    .innerJoin(
      'screen',
      inOrganisation({ 'screen.display_id': 'showing.display_id', 'screen.id': 'showing.screen_id' }),
    )
    .select(['showing.take_over_id', 'showing.display_id', 'showing.screen_id', 'screen.name', 'showing.shown_at'])
    .where('showing.organisation_id', '=', organisationId)
    .where('showing.take_over_id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    takeOverId: TakeOverId.parse(row.take_over_id),
    displayId: row.display_id as DisplayId,
    screenId: ScreenId.parse(row.screen_id),
    name: row.name,
    shownAt: row.shown_at,
  }))
}
