import { DEFAULT_DWELL_SECONDS, DisplayId, type OrganisationId, PlaylistId, type PlaylistKey } from '@placard/contract'
import { sql } from 'kysely'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { selectIncluders } from '../../platform/database/inclusions.ts'
import { removeWhere } from '../../platform/database/where.ts'
import { MEDIA_ADDRESS } from '../media/service.ts'

/** A playlist that is not removed: its row, and the number of its items and lines, including hidden ones. */
export type StoredPlaylist = {
  id: PlaylistId
  name: string
  revision: number
  items: number
  lines: number
}

/** By name. */
export async function listPlaylists(queries: Queries, organisationId: OrganisationId): Promise<StoredPlaylist[]> {
  const countOf = (table: 'item' | 'line') =>
    sql<number | string>`(select count(*) from ${sql.table(table)} as held
      where held.organisation_id = programme.organisation_id and held.programme_id = programme.id)`
  const rows = await queries
    .selectFrom('programme')
    .select(['id', 'name', 'revision', countOf('item').as('items'), countOf('line').as('lines')])
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'playlist')
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, items, lines, ...row }) => ({
    id: PlaylistId.parse(id),
    ...row,
    items: Number(items),
    lines: Number(lines),
  }))
}

/** A display that plays a playlist. `zone` is the number of the zone; 1: the display includes it. */
type Inclusion = { playlistId: PlaylistId; id: DisplayId; name: string; zone: number }

/** The displays that include each playlist of an organisation or have it in a zone, by name. Includes hidden inclusions. */
export async function listInclusions(queries: Queries, organisationId: OrganisationId): Promise<Inclusion[]> {
  const rows = await selectIncluders(queries)
    .select(['inclusion.playlist_id as playlistId', 'programme.id', 'programme.name', 'inclusion.zone'])
    .distinct()
    .where('inclusion.organisation_id', '=', organisationId)
    .orderBy('programme.name')
    .orderBy('programme.id')
    .orderBy('inclusion.zone')
    .execute()
  return rows as Inclusion[]
}

/** The displays on which another item has taken the position of the inclusion. */
export async function listTakenPlaces(
  queries: Queries,
  { organisationId, playlistId }: PlaylistKey,
): Promise<DisplayId[]> {
  const rows = await queries
    .selectFrom('item')
    .innerJoin('item as other', (join) =>
      join
        .onRef('other.organisation_id', '=', 'item.organisation_id')
        .onRef('other.programme_id', '=', 'item.programme_id')
        .onRef('other.position', '=', 'item.position')
        .onRef('other.id', '!=', 'item.id'),
    )
    .select('item.programme_id as displayId')
    .distinct()
    .where('item.organisation_id', '=', organisationId)
    .where('item.playlist_id', '=', playlistId)
    .execute()
  return rows.map(({ displayId }) => DisplayId.parse(displayId))
}

/** Addresses of the first visible stored pictures of each playlist of an organisation, in order. */
export async function listPictures(
  queries: Queries,
  organisationId: OrganisationId,
  most: number,
): Promise<{ playlistId: PlaylistId; url: string }[]> {
  const pictures = queries
    .selectFrom('item')
    .innerJoin('media_file', 'media_file.id', 'item.media_id')
    .innerJoin('programme', inOrganisation({ 'programme.id': 'item.programme_id' }))
    .select(['item.programme_id as playlistId', MEDIA_ADDRESS.as('url')])
    .select(sql<number>`row_number() over (partition by item.programme_id order by item.position, item.id)`.as('place'))
    .where('item.organisation_id', '=', organisationId)
    .where('programme.kind', '=', 'playlist')
    .where('item.type', 'in', ['image', 'deck'])
    .where('item.visible', '=', 1)
  const rows = await queries
    .selectFrom(pictures.as('picture'))
    .select(['playlistId', 'url'])
    .where('place', '<=', most)
    .orderBy('place')
    .execute()
  return rows as { playlistId: PlaylistId; url: string }[]
}

export async function countPlaylists(queries: Queries, organisationId: OrganisationId): Promise<number> {
  return countOf(
    queries
      .selectFrom('programme')
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'playlist')
      .where('removed_at', 'is', null),
  )
}

/** The time zone of most displays; of equally frequent ones, the first by name. Undefined without displays. */
export async function findCommonTimeZone(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('programme')
    .select('time_zone')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'display')
    .groupBy('time_zone')
    .orderBy((column) => column.fn.countAll(), 'desc')
    .orderBy('time_zone')
    .limit(1)
    .executeTakeFirst()
  return row?.time_zone
}

export async function createPlaylist(
  queries: Queries,
  { organisationId, playlistId }: PlaylistKey,
  made: { name: string; timeZone: string; now: number },
): Promise<void> {
  await queries
    .insertInto('programme')
    .values({
      organisation_id: organisationId,
      id: playlistId,
      kind: 'playlist',
      name: made.name,
      time_zone: made.timeZone,
      fills_without_lines: 0,
      dwell_seconds: DEFAULT_DWELL_SECONDS,
      revision: 0,
      told_revision: 0,
      loop_started_at: made.now,
      created_at: made.now,
      removed_at: null,
    })
    .execute()
}

export async function renamePlaylist(queries: Queries, key: PlaylistKey, name: string): Promise<void> {
  await ofPlaylist(queries, key).set({ name }).execute()
}

/** @param removedAt null: the playlist is restored */
export async function setRemoved(queries: Queries, key: PlaylistKey, removedAt: number | null): Promise<void> {
  await ofPlaylist(queries, key).set({ removed_at: removedAt }).execute()
}

const ofPlaylist = (queries: Queries, { organisationId, playlistId }: PlaylistKey) =>
  queries.updateTable('programme').where('organisation_id', '=', organisationId).where('id', '=', playlistId)

/** Undefined if it is not removed, or no longer known. */
export async function findRemovedPlaylist(
  queries: Queries,
  { organisationId, playlistId }: PlaylistKey,
): Promise<{ name: string; removedAt: number } | undefined> {
  const row = await queries
    .selectFrom('programme')
    .select(['name', 'removed_at'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', playlistId)
    .where('kind', '=', 'playlist')
    .executeTakeFirst()
  return row && row.removed_at !== null ? { name: row.name, removedAt: row.removed_at } : undefined
}

/** Playlists that were removed before an instant. */
export async function listRemovedBefore(queries: Queries, instant: number): Promise<PlaylistKey[]> {
  const rows = await queries
    .selectFrom('programme')
    .select(['organisation_id as organisationId', 'id as playlistId'])
    .where('kind', '=', 'playlist')
    .where('removed_at', '<', instant)
    .execute()
  return rows as PlaylistKey[]
}

/** Removes only the row, and the inclusions, which are no longer visible. The contents must be removed before. */
export async function forgetPlaylist(queries: Queries, { organisationId, playlistId }: PlaylistKey): Promise<void> {
  await removeWhere(queries, 'item', { organisation_id: organisationId, playlist_id: playlistId })
  await removeWhere(queries, 'programme', { organisation_id: organisationId, id: playlistId })
}

/** Includes removed playlists. */
export async function listAll(queries: Queries, organisationId: OrganisationId): Promise<PlaylistKey[]> {
  const rows = await queries
    .selectFrom('programme')
    .select(['organisation_id as organisationId', 'id as playlistId'])
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'playlist')
    .execute()
  return rows as PlaylistKey[]
}
