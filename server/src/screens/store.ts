import { type DisplayKey, Screen, ScreenId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

const COLUMNS = ['id', 'name', 'first_seen_at', 'seen_at', 'user_agent', 'state', 'events', 'reports'] as const

type Row = {
  id: string
  name: string
  first_seen_at: number
  seen_at: number
  user_agent: string
  state: string
  events: string
  reports: string
}

/** @returns undefined for what an older or a newer version has written and this one cannot read */
function toScreen(row: Row): Screen | undefined {
  return Screen.safeParse({
    id: row.id,
    name: row.name,
    firstSeenAt: row.first_seen_at,
    seenAt: row.seen_at,
    userAgent: row.user_agent,
    state: JSON.parse(row.state),
    events: JSON.parse(row.events),
    reports: JSON.parse(row.reports),
  }).data
}

export async function findDisplayRevision(queries: Queries, key: DisplayKey): Promise<number | undefined> {
  const row = await queries
    .selectFrom('display')
    .select('revision')
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.displayId)
    .executeTakeFirst()
  return row?.revision
}

/** In no particular order. */
export async function listScreens(queries: Queries, key: DisplayKey): Promise<Screen[]> {
  const rows = await queries
    .selectFrom('screen')
    .select(COLUMNS)
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .execute()
  return rows.flatMap((row) => toScreen(row) ?? [])
}

/** @returns `unreadable` for one that is there all the same */
export async function findScreen(
  queries: Queries,
  key: DisplayKey,
  id: ScreenId,
): Promise<Screen | 'unreadable' | undefined> {
  const row = await queries
    .selectFrom('screen')
    .select(COLUMNS)
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && (toScreen(row) ?? 'unreadable')
}

export async function countScreens(queries: Queries, key: DisplayKey): Promise<number> {
  const { count } = await queries
    .selectFrom('screen')
    .select((column) => column.fn.countAll().as('count'))
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The one that has been quiet the longest, if that is since before `instant`. One that somebody named is never it. */
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
    .where('seen_at', '<', instant)
    .orderBy('seen_at')
    .limit(1)
    .executeTakeFirst()
  return row && ScreenId.parse(row.id)
}

/** Makes it, or writes what it told. The name and the day it was first seen stay as they are. */
export async function putScreen(queries: Queries, key: DisplayKey, screen: Screen): Promise<void> {
  const told = {
    seen_at: screen.seenAt,
    user_agent: screen.userAgent,
    state: JSON.stringify(screen.state),
    events: JSON.stringify(screen.events),
    reports: JSON.stringify(screen.reports),
  }
  await queries
    .insertInto('screen')
    .values({
      organisation_id: key.organisationId,
      display_id: key.displayId,
      id: screen.id,
      name: screen.name,
      first_seen_at: screen.firstSeenAt,
      ...told,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'display_id', 'id']).doUpdateSet(told))
    .execute()
}

/** @returns false when there is no such screen */
export async function updateScreen(queries: Queries, key: DisplayKey, id: ScreenId, name: string): Promise<boolean> {
  const result = await queries
    .updateTable('screen')
    .set({ name })
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** @returns false when there was no such screen */
export async function removeScreen(queries: Queries, key: DisplayKey, id: ScreenId): Promise<boolean> {
  const result = await queries
    .deleteFrom('screen')
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function removeScreensBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('screen').where('seen_at', '<', instant).execute()
}
