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
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import { statement } from '../../platform/database/statement.ts'
import { MEDIA_ADDRESS } from '../media/service.ts'
import { ITEM_COLUMNS, type ItemRow, type ItemState, itemOfRow, rowOf } from './item-fields.ts'

/** The contract's form of it, in front of the id. */
const PLAYLIST_ADDRESS = sql<string>`${sql.lit(playlistPath('' as PlaylistId))} || item.playlist_id`
/** Where an item is shown from: elsewhere, its stored file, which is joined by its id, or the playlist that it includes. */
const ITEM_URL = sql<string>`coalesce(item.url, ${MEDIA_ADDRESS}, ${PLAYLIST_ADDRESS})`.as('url')
/** An inclusion is called what its playlist is called now. */
const ITEM_TITLE = sql<string>`coalesce(playlist.name, item.title)`.as('title')

/** An item, the programme that holds it, and what its stored file is, if it has one. */
export type HeldItem = {
  programmeId: ProgrammeId
  item: ItemState
  file: { sha256: string; sizeBytes: number } | undefined
}

/** In order. One that includes a playlist which was removed is left out, and there again once that comes back. */
export async function listItems(queries: Queries, key: ProgrammeKey): Promise<ItemState[]> {
  const held = await listItemsOf(queries, key.organisationId, [programmeIdOf(key)])
  return held.map(({ item }) => item)
}

/** The same, with those that include a removed playlist: they were there before it went. */
export async function listItemsWithRemoved(queries: Queries, key: ProgrammeKey): Promise<ItemState[]> {
  const rows = await selectItems(queries, key.organisationId, [programmeIdOf(key)]).execute()
  return rows.flatMap((row) => itemOfRow(row) ?? [])
}

const selectPresentItems = statement(
  (queries, { organisationId, ids }: { organisationId: OrganisationId; ids: readonly ProgrammeId[] }) =>
    selectItems(queries, organisationId, ids).where('playlist.removed_at', 'is', null),
)

/** Those of several programmes of an organisation at once, those of each in order. */
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
    .leftJoin('programme as playlist', (join) =>
      join.onRef('playlist.organisation_id', '=', 'item.organisation_id').onRef('playlist.id', '=', 'item.playlist_id'),
    )
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
    const rows = some.map((item): ItemRow => rowOf(item))
    await queries
      .insertInto('item')
      .values(rows.map((row) => ({ ...owner, ...row })))
      .execute()
  }
}

export async function updateItem(queries: Queries, key: ProgrammeKey, item: ItemState): Promise<void> {
  const { id, ...row } = rowOf(item)
  await queries
    .updateTable('item')
    .set(row)
    .where('organisation_id', '=', key.organisationId)
    .where('programme_id', '=', programmeIdOf(key))
    .where('id', '=', id)
    .execute()
}

export async function removeItem(queries: Queries, key: ProgrammeKey, id: ItemId): Promise<void> {
  await queries
    .deleteFrom('item')
    .where('organisation_id', '=', key.organisationId)
    .where('programme_id', '=', programmeIdOf(key))
    .where('id', '=', id)
    .execute()
}
