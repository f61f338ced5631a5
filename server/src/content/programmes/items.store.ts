import {
  type ItemId,
  type OrganisationId,
  type PlaylistId,
  type ProgrammeId,
  type ProgrammeKey,
  playlistPath,
  programmeIdOf,
} from '@placard/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import { statement } from '../../platform/database/statement.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'
import { MEDIA_ADDRESS } from '../media/service.ts'
import { ITEM_COLUMNS, type ItemState, itemOfRow, rowOf, type StoredItem } from './item-fields.ts'

/** The playlist's address as in the contract, in SQL. */
const PLAYLIST_ADDRESS = sql<string>`${sql.lit(playlistPath('' as PlaylistId))} || item.playlist_id`
/** The address of an item: an external one, its stored file (joined by id), or the playlist that it includes. */
const ITEM_URL = sql<string>`coalesce(item.url, ${MEDIA_ADDRESS}, ${PLAYLIST_ADDRESS})`.as('url')
/** An inclusion has the current name of its playlist. */
const ITEM_TITLE = sql<string>`coalesce(playlist.name, item.title)`.as('title')

/** An item, its programme, and the facts about its stored file, if any. */
export type HeldItem = {
  programmeId: ProgrammeId
  item: ItemState
  file: { sha256: string; sizeBytes: number } | undefined
}

/** In order. Inclusions of a removed playlist are left out, and are there again if it is restored. */
export async function listItems(queries: Queries, key: ProgrammeKey): Promise<ItemState[]> {
  const held = await listItemsOf(queries, key.organisationId, [programmeIdOf(key)])
  return held.map(({ item }) => item)
}

/** The same, with inclusions of removed playlists. */
export async function listItemsWithRemoved(queries: Queries, key: ProgrammeKey): Promise<ItemState[]> {
  const rows = await selectItems(queries, key.organisationId, [programmeIdOf(key)]).execute()
  return rows.flatMap((row) => itemOfRow(row) ?? [])
}

const selectPresentItems = statement(
  (queries, { organisationId, ids }: { organisationId: OrganisationId; ids: readonly ProgrammeId[] }) =>
    selectItems(queries, organisationId, ids).where('playlist.removed_at', 'is', null),
)

/** The items of several programmes of an organisation, in order within each. */
export async function listItemsOf(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<HeldItem[]> {
  if (ids.length === 0) return []
  const { rows } = await selectPresentItems(queries, { organisationId, ids })
  return rows.flatMap((row) => {
    const item = itemOfRow(row)
    if (!item) return []
    const { sha256, size_bytes: sizeBytes } = row
    const file = sha256 === null || sizeBytes === null ? undefined : { sha256, sizeBytes }
    return [{ programmeId: row.programme_id as ProgrammeId, item, file }]
  })
}

function selectItems(queries: Queries, organisationId: OrganisationId, ids: readonly ProgrammeId[]) {
  return queries
    .selectFrom('item')
    .leftJoin('media_file', 'media_file.id', 'item.media_id')
    .leftJoin('programme as playlist', inOrganisation({ 'playlist.id': 'item.playlist_id' }))
    .select([...ITEM_COLUMNS, ITEM_URL, ITEM_TITLE])
    .select(['item.programme_id', 'media_file.sha256', 'media_file.size_bytes', 'media_file.film'])
    .where('item.organisation_id', '=', organisationId)
    .where('item.programme_id', 'in', ids)
    .orderBy('item.position')
    .orderBy('item.id')
}

export async function createItems(queries: Queries, key: ProgrammeKey, items: readonly ItemState[]): Promise<void> {
  const owner = { organisation_id: key.organisationId, programme_id: programmeIdOf(key) }
  for (const some of rowsAtOnce(items)) {
    const rows = some.map((item): StoredItem => rowOf(item))
    await queries
      .insertInto('item')
      .values(rows.map((row) => ({ ...owner, ...row })))
      .execute()
  }
}

export async function updateItem(queries: Queries, key: ProgrammeKey, item: ItemState): Promise<void> {
  const { id, ...row } = rowOf(item)
  await updateWhere(queries, 'item', { organisation_id: key.organisationId, programme_id: programmeIdOf(key), id }, row)
}

export async function removeItem(queries: Queries, key: ProgrammeKey, id: ItemId): Promise<void> {
  await removeWhere(queries, 'item', { organisation_id: key.organisationId, programme_id: programmeIdOf(key), id })
}
