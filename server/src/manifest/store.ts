import { type DisplayKey, isItemType } from '@placard/contract'
import { columnsOf, ITEM_URL, type ItemState, readFields } from '../items/store.ts'
import type { Queries } from '../platform/database/database.ts'

/** A visible item with what its stored file is, if it has one. */
export type ShownItem = Pick<ItemState, 'id' | 'type' | 'url' | 'durationSeconds' | 'fit' | 'focus' | 'schedule'> & {
  sha256: string | null
  sizeBytes: number | null
}

/** The fields of an item that a player needs. */
const FIELDS = ['id', 'type', 'url', 'duration', 'fit', 'focus', 'schedule'] as const
const COLUMNS = columnsOf(FIELDS)

/** In order. Reads two features' tables at once, which is what this reader is for. */
export async function listShownItems(queries: Queries, key: DisplayKey): Promise<ShownItem[]> {
  const rows = await queries
    .selectFrom('item')
    .leftJoin('media_file', 'media_file.id', 'item.media_id')
    .select(COLUMNS)
    .select([ITEM_URL, 'media_file.sha256', 'media_file.size_bytes'])
    .where('item.organisation_id', '=', key.organisationId)
    .where('item.display_id', '=', key.displayId)
    .where('item.visible', '=', 1)
    .orderBy('item.position')
    .orderBy('item.id')
    .execute()
  return rows
    .filter(({ type }) => isItemType(type))
    .map((row) => ({ ...readFields(FIELDS, row), sha256: row.sha256, sizeBytes: row.size_bytes }))
}
