import type { OrganisationId, ProgrammeKey } from '@placard/contract'
import { ProgrammeId, programmeKeyOf } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import type { Row } from '../../platform/database/tables.ts'
import { findWhere, removeWhere, updateWhere } from '../../platform/database/where.ts'

export type StoredFeed = Row<'feed'>
type Key = Pick<StoredFeed, 'organisation_id' | 'id'>

export function findFeed(queries: Queries, { organisation_id, id }: Key): Promise<StoredFeed | undefined> {
  return findWhere(queries, 'feed', { organisation_id, id })
}

/** Feeds that exist already are left unchanged. */
export async function createFeeds(queries: Queries, feeds: readonly StoredFeed[]): Promise<void> {
  for (const rows of rowsAtOnce(feeds)) {
    await queries
      .insertInto('feed')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doNothing())
      .execute()
  }
}

/** Only the fields that are needed to choose among many feeds. */
export type DueFeed = Key & Pick<StoredFeed, 'url' | 'next_at'>

/** The feeds that are due at `now`, longest due first. */
export function listDue(queries: Queries, now: number, atMost: number): Promise<DueFeed[]> {
  return queries
    .selectFrom('feed')
    .select(['organisation_id', 'id', 'url', 'next_at'])
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(atMost)
    .execute()
}

/** @returns false if another node, or a request by hand, has claimed it meanwhile */
export async function claimFeed(
  queries: Queries,
  { organisation_id, id, next_at }: Pick<StoredFeed, 'organisation_id' | 'id' | 'next_at'>,
  untilAt: number,
): Promise<boolean> {
  return (await updateWhere(queries, 'feed', { organisation_id, id, next_at }, { next_at: untilAt })) === 1
}

export async function updateFeed(
  queries: Queries,
  { organisation_id, id }: Key,
  change: Partial<Omit<StoredFeed, keyof Key | 'url'>>,
): Promise<void> {
  await updateWhere(queries, 'feed', { organisation_id, id }, change)
}

/** The address of every item that shows a feed, and its programme. @param organisationId undefined: of all organisations */
export async function listShown(
  queries: Queries,
  organisationId?: OrganisationId,
): Promise<{ url: string; key: ProgrammeKey }[]> {
  let query = queries
    .selectFrom('item')
    .select(['organisation_id', 'programme_id', 'url'])
    .distinct()
    .where('feed', 'is not', null)
  if (organisationId !== undefined) query = query.where('organisation_id', '=', organisationId)
  const rows = await query.execute()
  return rows.flatMap(({ organisation_id, programme_id, url }) => {
    if (url === null) return []
    return [{ url, key: programmeKeyOf(organisation_id as OrganisationId, ProgrammeId.parse(programme_id)) }]
  })
}

export function listKnown(queries: Queries): Promise<Pick<StoredFeed, 'organisation_id' | 'id' | 'wanted_at'>[]> {
  return queries.selectFrom('feed').select(['organisation_id', 'id', 'wanted_at']).execute()
}

export async function removeFeed(queries: Queries, { organisation_id, id }: Key): Promise<void> {
  await removeWhere(queries, 'feed', { organisation_id, id })
}
