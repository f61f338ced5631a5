import {
  DisplayId,
  type DisplayKey,
  ItemId,
  itemIdOfEntry,
  type MissReason,
  type OpeningHours,
  type OrganisationId,
  ScreenId,
} from '@placard/contract'
import { sql } from 'kysely'
import { readStoredOpeningHours } from '../../content/schedules/service.ts'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import { rowsFrom, statement } from '../../platform/database/statement.ts'
import { removeWhere } from '../../platform/database/where.ts'

/** Stored by index: append new reasons at the end. */
export const PLAY_MISS_REASONS: readonly MissReason[] = ['missing', 'unreachable', 'unshowable', 'unseen', 'late']

/** Queues remembered for one screen. A screen has one, and a new one if its storage was lost. */
const SERIES_KEPT = 4

/** The reporting screen, as its display knows it. */
export type Teller = { displayName: string; timeZone: string; name: string }

const selectTeller = statement(
  (queries, { organisationId, displayId, screenId }: DisplayKey & { screenId: ScreenId }) =>
    queries
      .selectFrom('programme')
      .leftJoin('screen', (join) =>
        join
          .onRef('screen.organisation_id', '=', 'programme.organisation_id')
          .onRef('screen.display_id', '=', 'programme.id')
          .on('screen.id', '=', screenId),
      )
      .select([
        'programme.name as displayName',
        'programme.time_zone as timeZone',
        'programme.paired_only',
        'screen.name as name',
      ])
      .where('programme.organisation_id', '=', organisationId)
      .where('programme.id', '=', displayId)
      .where('programme.kind', '=', 'display'),
)

/** @returns undefined if there is no such display; `name` null if the display has no such screen */
export async function findTeller(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  screenId: ScreenId,
): Promise<(Omit<Teller, 'name'> & { name: string | null; pairedOnly: boolean }) | undefined> {
  const { rows } = await selectTeller(queries, { organisationId, displayId, screenId })
  const [row] = rows
  if (!row) return undefined
  const { paired_only, ...teller } = row
  return { ...teller, pairedOnly: paired_only === 1 }
}

type Held = DisplayKey & Teller & { screenId: ScreenId; proven: 0 | 1; now: number }

const updateScreen = statement(
  (queries, { organisationId, displayId, screenId, proven, name, displayName, timeZone, now }: Held) =>
    queries
      .updateTable('play_screen')
      .set({ name, display_name: displayName, time_zone: timeZone, told_at: now })
      .where('organisation_id', '=', organisationId)
      .where('display_id', '=', displayId)
      .where('screen_id', '=', screenId)
      .where('proven', '=', proven)
      .returning('id'),
)

/**
 * Inserts or updates the screen's row, and locks it until the transaction ends, so that reports of a screen are handled one after
 * the other on all nodes.
 *
 * @param told.most rows for a display, separately for proven screens and others
 * @param told.mayBeNew called if there is no row yet
 * @returns undefined if the display has reached the limit
 */
export async function holdScreen(
  queries: Queries,
  key: DisplayKey,
  screenId: ScreenId,
  proven: boolean,
  { name, displayName, timeZone }: Teller,
  { firstAt, now, most, mayBeNew }: { firstAt: number; now: number; most: number; mayBeNew: () => boolean },
): Promise<number | undefined> {
  const told = { name, display_name: displayName, time_zone: timeZone, told_at: now }
  const { organisationId, displayId } = key
  const { rows } = await updateScreen(queries, {
    ...{ organisationId, displayId, screenId, proven: proven ? 1 : 0 },
    ...{ name, displayName, timeZone, now },
  })
  if (rows[0]) return rows[0].id
  const count = await countOf(
    queries
      .selectFrom('play_screen')
      .where('organisation_id', '=', key.organisationId)
      .where('display_id', '=', key.displayId)
      .where('proven', '=', proven ? 1 : 0),
  )
  if (count >= most || !mayBeNew()) return undefined
  const made = await queries
    .insertInto('play_screen')
    .values({
      organisation_id: key.organisationId,
      display_id: key.displayId,
      screen_id: screenId,
      proven: proven ? 1 : 0,
      first_at: firstAt,
      ...told,
    })
    // Another node may have inserted it first.
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'display_id', 'screen_id', 'proven']).doUpdateSet(told),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const selectToldUntil = statement((queries, { screen, series }: { screen: number; series: string }) =>
  queries.selectFrom('play_series').select('told_until').where('screen', '=', screen).where('series', '=', series),
)

/** The last counted number of a queue. 0: none. */
export async function findToldUntil(queries: Queries, screen: number, series: string): Promise<number> {
  const { rows } = await selectToldUntil(queries, { screen, series })
  return rows[0]?.told_until ?? 0
}

type Told = { screen: number; series: string; until: number; now: number }

const upsertTold = statement((queries, { screen, series, until, now }: Told) =>
  queries
    .insertInto('play_series')
    .values({ screen, series, told_until: until, told_at: now })
    .onConflict((conflict) => conflict.columns(['screen', 'series']).doUpdateSet({ told_until: until, told_at: now })),
)

/** @param isNew the queue is new: the oldest other queue of the screen is removed */
export async function putToldUntil(queries: Queries, told: Told, isNew: boolean): Promise<void> {
  await upsertTold(queries, told)
  if (!isNew) return
  const { screen, series } = told
  const others = await queries
    .selectFrom('play_series')
    .select('series')
    .where('screen', '=', screen)
    .where('series', '<>', series)
    .orderBy('told_at', 'desc')
    .execute()
  for (const { series: old } of others.slice(SERIES_KEPT - 1)) {
    await removeWhere(queries, 'play_series', { screen, series: old })
  }
}

/** An item that a screen reports. `sha256` is empty for an item without a stored file. */
export type Shown = { itemId: ItemId; sha256: string }

/** The known items among these, by the names that `nameOf` gives them. */
export async function findItems(
  queries: Queries,
  organisationId: OrganisationId,
  shown: readonly Shown[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const some of rowsAtOnce([...new Set(shown.map(({ itemId }) => itemId))])) {
    const rows = await queries
      .selectFrom('play_item')
      .select(['id', 'item_id', 'sha256'])
      .where('organisation_id', '=', organisationId)
      .where('item_id', 'in', some)
      .execute()
    for (const row of rows) found.set(nameOf({ itemId: row.item_id, sha256: row.sha256 }), row.id)
  }
  return found
}

export const nameOf = ({ itemId, sha256 }: { itemId: string; sha256: string }): string => `${itemId} ${sha256}`

/** Those of the ids that are or were items or inserts, as far back as the log goes, with their titles. */
export async function findTitles(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ItemId[],
): Promise<Map<string, { title: string; isRemoved: boolean }>> {
  const titles = new Map<string, { title: string; isRemoved: boolean }>()
  for (const some of rowsAtOnce(ids)) {
    const gone = await queries
      .selectFrom('activity')
      .select(['subject_id', 'subject_title'])
      .where('organisation_id', '=', organisationId)
      .where('subject_type', '=', 'item')
      .where('subject_id', 'in', some)
      .orderBy('id')
      .execute()
    for (const { subject_id, subject_title } of gone) {
      if (subject_id) titles.set(subject_id, { title: subject_title ?? '', isRemoved: true })
    }
    const there = await queries
      .selectFrom('item')
      .select(['id', 'title'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', some)
      .execute()
    for (const { id, title } of there) titles.set(id, { title, isRemoved: false })
    const inserts = some.flatMap((id) => insertIdOf(id) ?? [])
    if (inserts.length === 0) continue
    const shown = await queries
      .selectFrom('take_over')
      .select(['id', 'name'])
      .where('organisation_id', '=', organisationId)
      .where('insert_place', 'is not', null)
      .where('id', 'in', inserts)
      .execute()
    for (const { id, name } of shown) titles.set(INSERT_PREFIX + id, { title: name, isRemoved: false })
  }
  return titles
}

/** The ids of the items of inserts start with this (`playout/take-overs/extents.ts`). */
const INSERT_PREFIX = 'insert-'

const insertIdOf = (itemId: string) =>
  itemId.startsWith(INSERT_PREFIX) ? itemId.slice(INSERT_PREFIX.length) : undefined

/** Those of the digests that are files of the organisation. */
export async function keepStored(
  queries: Queries,
  organisationId: OrganisationId,
  digests: readonly string[],
): Promise<Set<string>> {
  if (digests.length === 0) return new Set()
  const rows = await queries
    .selectFrom('media_file')
    .select('sha256')
    .where('organisation_id', '=', organisationId)
    .where('sha256', 'in', digests)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Inserted in order of their names, so that nodes that insert the same items cannot deadlock. */
export async function createItems(
  queries: Queries,
  organisationId: OrganisationId,
  items: readonly (Shown & { title: string })[],
): Promise<void> {
  const rows = items.map(({ itemId, sha256, title }) => ({
    organisation_id: organisationId,
    item_id: itemId,
    sha256,
    title,
  }))
  rows.sort((one, other) => (one.item_id + one.sha256 < other.item_id + other.sha256 ? -1 : 1))
  for (const some of rowsAtOnce(rows)) {
    await queries
      .insertInto('play_item')
      .values([...some])
      .onConflict((conflict) => conflict.columns(['organisation_id', 'item_id', 'sha256']).doNothing())
      .execute()
  }
}

/**
 * The showings of one item on one screen within one hour. Item 0: the screen ran, and showed no item. `areaMs`: the time weighed
 * by the share of the media area.
 */
export type Sum = { hour: number; item: number; showings: number; ms: number; areaMs: number; cut: number }
export type Miss = { hour: number; item: number; why: number; missed: number }

const selectHours = statement((queries, { screen, hours }: { screen: number; hours: readonly number[] }) =>
  queries
    .selectFrom('play_sum')
    .select(['hour', total('showings').as('showings'), total('ms').as('ms'), sql<number>`0`.as('missed')])
    .where('screen', '=', screen)
    .where('hour', 'in', hours)
    .groupBy('hour')
    .unionAll((column) =>
      column
        .selectFrom('play_miss')
        .select(['hour', sql<number>`0`.as('showings'), sql<number>`0`.as('ms'), total('missed').as('missed')])
        .where('screen', '=', screen)
        .where('hour', 'in', hours)
        .groupBy('hour'),
    ),
)

/** Sums are within the limits of an hour, which are far below those of an integer. */
const total = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as integer)`

/** The stored totals of these hours. */
export async function sumHours(
  queries: Queries,
  screen: number,
  hours: readonly number[],
): Promise<Map<number, { showings: number; ms: number; missed: number }>> {
  const totals = new Map<number, { showings: number; ms: number; missed: number }>()
  const { rows } = await selectHours(queries, { screen, hours })
  for (const { hour, showings, ms, missed } of rows) {
    const { showings: s = 0, ms: m = 0, missed: x = 0 } = totals.get(hour) ?? {}
    totals.set(hour, { showings: s + showings, ms: m + ms, missed: x + missed })
  }
  return totals
}

const insertSums = statement((queries, { screen, rows }: { screen: number; rows: string }) => ({
  compile: () =>
    sql`
      insert into play_sum (screen, hour, item, showings, ms, cut, area_ms)
      select cast(${screen} as integer), cast(value ->> 0 as integer), cast(value ->> 1 as integer),
        cast(value ->> 2 as integer), cast(value ->> 3 as integer), cast(value ->> 4 as integer),
        cast(value ->> 5 as integer)
      from ${rowsFrom(queries, rows)} where true
      on conflict (screen, hour, item) do update set
        showings = play_sum.showings + excluded.showings,
        ms = play_sum.ms + excluded.ms,
        cut = play_sum.cut + excluded.cut,
        area_ms = coalesce(play_sum.area_ms, play_sum.ms) + excluded.area_ms
    `.compile(queries),
}))

export async function addSums(queries: Queries, screen: number, sums: readonly Sum[]): Promise<void> {
  if (sums.length === 0) return
  const rows = JSON.stringify(sums.map((sum) => [sum.hour, sum.item, sum.showings, sum.ms, sum.cut, sum.areaMs]))
  await insertSums(queries, { screen, rows })
}

const insertMisses = statement((queries, { screen, rows }: { screen: number; rows: string }) => ({
  compile: () =>
    sql`
      insert into play_miss (screen, hour, item, why, missed)
      select cast(${screen} as integer), cast(value ->> 0 as integer), cast(value ->> 1 as integer),
        cast(value ->> 2 as integer), cast(value ->> 3 as integer)
      from ${rowsFrom(queries, rows)} where true
      on conflict (screen, hour, item, why) do update set missed = play_miss.missed + excluded.missed
    `.compile(queries),
}))

export async function addMisses(queries: Queries, screen: number, misses: readonly Miss[]): Promise<void> {
  if (misses.length === 0) return
  const rows = JSON.stringify(misses.map(({ hour, item, why, missed }) => [hour, item, why, missed]))
  await insertMisses(queries, { screen, rows })
}

/** A screen in a report. */
export type ReportedScreen = Teller & {
  id: number
  displayId: DisplayId
  /** True if the display was removed. */
  isRemoved: boolean
  screenId: ScreenId
  proven: boolean
  firstAt: number
  toldAt: number
  /** Null: always open. */
  openingHours: OpeningHours | null
  /** True if the display still has the screen. */
  isThere: boolean
}

/** By display and name. @param display undefined: all displays */
export async function listScreens(
  queries: Queries,
  organisationId: OrganisationId,
  display: DisplayId | undefined,
): Promise<ReportedScreen[]> {
  const rows = await queries
    .selectFrom('play_screen')
    .leftJoin('programme', inOrganisation({ 'programme.id': 'play_screen.display_id' }))
    .leftJoin(
      'screen',
      inOrganisation({ 'screen.display_id': 'play_screen.display_id', 'screen.id': 'play_screen.screen_id' }),
    )
    .select([
      'play_screen.id as id',
      'play_screen.display_id as displayId',
      'play_screen.screen_id as screenId',
      'play_screen.proven as proven',
      'play_screen.first_at as firstAt',
      'play_screen.told_at as toldAt',
      'play_screen.name as oldName',
      'play_screen.display_name as oldDisplayName',
      'play_screen.time_zone as oldTimeZone',
      'programme.name as displayName',
      'programme.time_zone as timeZone',
      'programme.opening_hours as openingHours',
      'screen.name as name',
    ])
    .where('play_screen.organisation_id', '=', organisationId)
    .$if(display !== undefined, (query) => query.where('play_screen.display_id', '=', display as string))
    .execute()
  const screens = rows.map(({ oldName, oldDisplayName, oldTimeZone, ...row }) => ({
    ...row,
    displayId: DisplayId.parse(row.displayId),
    screenId: ScreenId.parse(row.screenId),
    proven: row.proven === 1,
    isRemoved: row.displayName === null,
    isThere: row.name !== null,
    displayName: row.displayName ?? oldDisplayName,
    timeZone: row.timeZone ?? oldTimeZone,
    openingHours: readStoredOpeningHours(row.openingHours),
    name: row.name ?? oldName,
  }))
  return screens.sort(
    (one, other) =>
      one.displayName.localeCompare(other.displayName) ||
      one.name.localeCompare(other.name) ||
      (one.screenId < other.screenId ? -1 : 1),
  )
}

/** An item in the sums: the internal number, the id, and the file. */
export type ReportedItem = { id: number; itemId: ItemId; sha256: string; title: string }

/** @param item undefined: all items of the organisation; for a deck, includes those of its pages */
export async function listItems(
  queries: Queries,
  organisationId: OrganisationId,
  item: ItemId | undefined,
): Promise<ReportedItem[]> {
  const rows = await queries
    .selectFrom('play_item')
    .select(['id', 'item_id', 'sha256', 'title'])
    .where('organisation_id', '=', organisationId)
    .execute()
  const all = rows.map(({ item_id, ...row }) => ({ ...row, itemId: ItemId.parse(item_id) }))
  return item === undefined ? all : all.filter(({ itemId }) => itemIdOfEntry(itemId) === item)
}

/** The sums of one screen from one hour until another, in order, in portions. */
export async function listSums(queries: Queries, screen: number, from: number, until: number): Promise<Sum[]> {
  return queries
    .selectFrom('play_sum')
    .select(['hour', 'item', 'showings', 'ms', 'cut', sql<number>`coalesce(area_ms, ms)`.as('areaMs')])
    .where('screen', '=', screen)
    .where('hour', '>=', from)
    .where('hour', '<', until)
    .orderBy('hour')
    .orderBy('item')
    .execute()
}

export async function listMisses(queries: Queries, screen: number, from: number, until: number): Promise<Miss[]> {
  return queries
    .selectFrom('play_miss')
    .select(['hour', 'item', 'why', 'missed'])
    .where('screen', '=', screen)
    .where('hour', '>=', from)
    .where('hour', '<', until)
    .orderBy('hour')
    .orderBy('item')
    .execute()
}

export async function listScreenNumbers(queries: Queries): Promise<number[]> {
  const rows = await queries.selectFrom('play_screen').select('id').execute()
  return rows.map(({ id }) => id)
}

/** Removes the hours of a screen that began before one. */
export async function removeHoursBefore(queries: Queries, screen: number, hour: number): Promise<void> {
  for (const table of ['play_sum', 'play_miss'] as const) {
    await queries.deleteFrom(table).where('screen', '=', screen).where('hour', '<', hour).execute()
  }
}

/** Removes screens without reports since an instant, with all of their sums. */
export async function removeScreensBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('play_screen').where('told_at', '<', instant).execute()
}

/** Stores the present titles of items, for the time when the items are gone. */
export async function renewTitles(queries: Queries): Promise<void> {
  await sql`
    update play_item set title = item.title from item
    where item.id = play_item.item_id and item.organisation_id = play_item.organisation_id
      and item.title <> play_item.title
  `.execute(queries)
}
