import { type DisplayKey, ItemFit, type ItemFocus, ItemId, ItemType, type MediaId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** An item as it is stored; whether it can be played is told by its address, not kept. */
export type StoredItem = {
  id: ItemId
  title: string
  url: string
  mediaId: MediaId | null
  type: ItemType
  durationSeconds: number | null
  visible: boolean
  /** Null: contain. */
  fit: ItemFit | null
  /** Null: the middle. */
  focus: ItemFocus | null
  position: string
  revision: number
  /** Milliseconds since 1970, UTC. */
  uploadedAt: number
}

const COLUMNS = [
  'id',
  'title',
  'url',
  'media_id',
  'type',
  'duration_seconds',
  'visible',
  'fit',
  'focus_x',
  'focus_y',
  'position',
  'revision',
  'uploaded_at',
] as const

type Row = {
  id: string
  title: string
  url: string
  media_id: string | null
  type: string
  duration_seconds: number | null
  visible: 0 | 1
  fit: string | null
  focus_x: number | null
  focus_y: number | null
  position: string
  revision: number
  uploaded_at: number
}

function toItem(row: Row): StoredItem[] {
  const type = ItemType.safeParse(row.type)
  // A kind that this version does not know, put there by hand or by a newer one: skipped without a word (P5).
  if (!type.success) return []
  return [
    {
      id: ItemId.parse(row.id),
      title: row.title,
      url: row.url,
      mediaId: row.media_id as MediaId | null,
      type: type.data,
      durationSeconds: row.duration_seconds,
      visible: row.visible === 1,
      fit: ItemFit.safeParse(row.fit).data ?? null,
      focus: row.focus_x === null || row.focus_y === null ? null : { x: row.focus_x, y: row.focus_y },
      position: row.position,
      revision: row.revision,
      uploadedAt: row.uploaded_at,
    },
  ]
}

function toRow(item: Omit<StoredItem, 'id'>) {
  return {
    title: item.title,
    url: item.url,
    media_id: item.mediaId,
    type: item.type,
    duration_seconds: item.durationSeconds,
    visible: item.visible ? (1 as const) : (0 as const),
    fit: item.fit,
    focus_x: item.focus?.x ?? null,
    focus_y: item.focus?.y ?? null,
    position: item.position,
    revision: item.revision,
    uploaded_at: item.uploadedAt,
  }
}

/** In order. */
export async function listItems(queries: Queries, key: DisplayKey): Promise<StoredItem[]> {
  const rows = await queries
    .selectFrom('item')
    .select(COLUMNS)
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.flatMap(toItem)
}

export async function createItem(queries: Queries, key: DisplayKey, item: StoredItem): Promise<void> {
  const { organisationId, displayId } = key
  await queries
    .insertInto('item')
    .values({ id: item.id, organisation_id: organisationId, display_id: displayId, ...toRow(item) })
    .execute()
}

export async function updateItem(queries: Queries, key: DisplayKey, item: StoredItem): Promise<void> {
  await queries
    .updateTable('item')
    .set(toRow(item))
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .where('id', '=', item.id)
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
