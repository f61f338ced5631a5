import type { DisplayKey, ItemId } from '@placard/contract'
import { sql } from 'kysely'
import { MEDIA_ADDRESS } from '../media/service.ts'
import type { Queries } from '../platform/database/database.ts'
import { ITEM_COLUMNS, type ItemRow, type ItemState, itemOfRow, rowOf } from './fields.ts'

export { columnsOf, type ItemState, readFields } from './fields.ts'

/** Where an item is shown from: elsewhere, or its stored file, which is joined by its id. */
export const ITEM_URL = sql<string>`coalesce(item.url, ${MEDIA_ADDRESS})`.as('url')

/** In order. */
export async function listItems(queries: Queries, key: DisplayKey): Promise<ItemState[]> {
  const rows = await queries
    .selectFrom('item')
    .leftJoin('media_file', 'media_file.id', 'item.media_id')
    .select([...ITEM_COLUMNS, ITEM_URL])
    .where('item.organisation_id', '=', key.organisationId)
    .where('item.display_id', '=', key.displayId)
    .orderBy('item.position')
    .orderBy('item.id')
    .execute()
  return rows.flatMap(itemOfRow)
}

export function createItem(queries: Queries, key: DisplayKey, item: ItemState): Promise<void> {
  return createItems(queries, key, [item])
}

/** Rows of one statement: far from the number of values that a database takes. */
const ROWS_AT_ONCE = 100

export async function createItems(queries: Queries, key: DisplayKey, items: readonly ItemState[]): Promise<void> {
  const { organisationId, displayId } = key
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
    const rows = items.slice(from, from + ROWS_AT_ONCE).map((item): ItemRow => rowOf(item))
    await queries
      .insertInto('item')
      .values(rows.map((row) => ({ organisation_id: organisationId, display_id: displayId, ...row })))
      .execute()
  }
}

export async function updateItem(queries: Queries, key: DisplayKey, item: ItemState): Promise<void> {
  const { id, ...row } = rowOf(item)
  await queries
    .updateTable('item')
    .set(row)
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .where('id', '=', id)
    .execute()
}

export async function removeItem(queries: Queries, key: DisplayKey, id: ItemId): Promise<void> {
  await queries
    .deleteFrom('item')
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .where('id', '=', id)
    .execute()
}

export async function removeItemsOf(queries: Queries, key: DisplayKey): Promise<void> {
  await queries
    .deleteFrom('item')
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .execute()
}
