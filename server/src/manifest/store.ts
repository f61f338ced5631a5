import { type DisplayKey, ItemFit, type ItemFocus, ItemId, ItemType } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** A visible item with what its stored file is, if it has one. */
export type ShownItem = {
  id: ItemId
  type: ItemType
  url: string
  durationSeconds: number | null
  fit: ItemFit | null
  focus: ItemFocus | null
  sha256: string | null
  sizeBytes: number | null
}

/** In order. Reads two features' tables at once, which is what this reader is for. */
export async function listShownItems(queries: Queries, key: DisplayKey): Promise<ShownItem[]> {
  const rows = await queries
    .selectFrom('item')
    .leftJoin('media_file', 'media_file.id', 'item.media_id')
    .select(['item.id', 'item.type', 'item.url', 'item.duration_seconds', 'item.fit', 'item.focus_x', 'item.focus_y'])
    .select(['media_file.sha256', 'media_file.size_bytes'])
    .where('item.organisation_id', '=', key.organisationId)
    .where('item.display_id', '=', key.displayId)
    .where('item.visible', '=', 1)
    .orderBy('item.position')
    .orderBy('item.id')
    .execute()
  return rows.flatMap((row) => {
    const type = ItemType.safeParse(row.type)
    if (!type.success) return []
    return [
      {
        id: ItemId.parse(row.id),
        type: type.data,
        url: row.url,
        durationSeconds: row.duration_seconds,
        fit: ItemFit.safeParse(row.fit).data ?? null,
        focus: row.focus_x === null || row.focus_y === null ? null : { x: row.focus_x, y: row.focus_y },
        sha256: row.sha256,
        sizeBytes: row.size_bytes,
      },
    ]
  })
}
