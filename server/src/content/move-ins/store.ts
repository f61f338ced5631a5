import {
  MediaId,
  type MoveIn,
  type MoveInEntry,
  MoveInId,
  MoveInKind,
  MoveInOutcome,
  MoveInThing,
  type OrganisationId,
  PlaylistId,
  TableId,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'

export type MoveInKey = { organisationId: OrganisationId; moveInId: MoveInId }

/** A report without its counts. `beginnerId`: the account or the token that began it; empty: not known. */
export type StoredMoveIn = Omit<MoveIn, 'came' | 'there' | 'not'> & { beginnerId: string }

/** All reports of the organisation, newest first. */
export async function listMoveIns(queries: Queries, organisationId: OrganisationId): Promise<StoredMoveIn[]> {
  const rows = await queries
    .selectFrom('move_in')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('began_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: MoveInId.parse(row.id),
    kind: MoveInKind.parse(row.kind),
    name: row.name,
    by: row.begun_by,
    beginnerId: row.begun_by_id,
    beganAt: row.began_at,
    endedAt: row.ended_at,
  }))
}

/**
 * The number of entries with each outcome, and the total length of their paths, for each report. @param id only this report; left
 * out: all
 */
export async function countEntries(queries: Queries, organisationId: OrganisationId, id?: MoveInId) {
  const rows = await queries
    .selectFrom('move_in_entry')
    .select((column) => [
      'move_in_id',
      'outcome',
      column.fn.countAll<number | string>().as('count'),
      column.fn.sum<number | string>(column.fn<number>('length', ['path'])).as('letters'),
    ])
    .where('organisation_id', '=', organisationId)
    .$if(id !== undefined, (query) => query.where('move_in_id', '=', id as string))
    .groupBy(['move_in_id', 'outcome'])
    .execute()
  return rows.map((row) => ({
    id: MoveInId.parse(row.move_in_id),
    outcome: MoveInOutcome.parse(row.outcome),
    count: Number(row.count),
    letters: Number(row.letters),
  }))
}

export async function createMoveIn(
  queries: Queries,
  { organisationId, moveInId }: MoveInKey,
  made: Pick<StoredMoveIn, 'kind' | 'name' | 'by' | 'beginnerId' | 'beganAt'>,
): Promise<void> {
  await queries
    .insertInto('move_in')
    .values({
      organisation_id: organisationId,
      id: moveInId,
      kind: made.kind,
      name: made.name,
      begun_by: made.by,
      begun_by_id: made.beginnerId,
      began_at: made.beganAt,
      ended_at: null,
    })
    .execute()
}

export async function setEnded(queries: Queries, key: MoveInKey, endedAt: number): Promise<void> {
  await updateWhere(
    queries,
    'move_in',
    { organisation_id: key.organisationId, id: key.moveInId },
    { ended_at: endedAt },
  )
}

/** Removes a report with its entries. */
export async function removeMoveIn(queries: Queries, key: MoveInKey): Promise<void> {
  await removeWhere(queries, 'move_in', { organisation_id: key.organisationId, id: key.moveInId })
}

const entriesOf = (queries: Queries, key: MoveInKey) =>
  queries
    .selectFrom('move_in_entry')
    .selectAll()
    .where('organisation_id', '=', key.organisationId)
    .where('move_in_id', '=', key.moveInId)

/** In the order in which they were reported. */
export async function listEntries(queries: Queries, key: MoveInKey): Promise<MoveInEntry[]> {
  const rows = await entriesOf(queries, key).orderBy('place').orderBy('thing').orderBy('path').execute()
  return rows.map((row) => ({
    thing: MoveInThing.parse(row.thing),
    path: row.path,
    outcome: MoveInOutcome.parse(row.outcome),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.size_bytes === null ? {} : { size: row.size_bytes }),
    ...(row.media_id === null ? {} : { mediaId: MediaId.parse(row.media_id) }),
    ...(row.playlist_id === null ? {} : { playlistId: PlaylistId.parse(row.playlist_id) }),
    ...(row.table_id === null ? {} : { tableId: TableId.parse(row.table_id) }),
  }))
}

/** The playlist that the server made for this path. Undefined: it made none, or it has since been removed. */
export async function findBrought(queries: Queries, key: MoveInKey, path: string): Promise<PlaylistId | undefined> {
  const row = await brought(queries, key, 'playlist', path)
    .innerJoin('programme', inOrganisation({ 'programme.id': 'move_in_entry.playlist_id' }))
    .select('programme.id')
    .where('programme.removed_at', 'is', null)
    .executeTakeFirst()
  return row && PlaylistId.parse(row.id)
}

/** The table that the server made for this path. Undefined: it made none, or it has since been removed. */
export async function findBroughtTable(queries: Queries, key: MoveInKey, path: string): Promise<TableId | undefined> {
  const row = await brought(queries, key, 'table', path)
    .innerJoin('data_table', inOrganisation({ 'data_table.id': 'move_in_entry.table_id' }))
    .select('data_table.id')
    .where('data_table.removed_at', 'is', null)
    .executeTakeFirst()
  return row && TableId.parse(row.id)
}

const brought = (queries: Queries, key: MoveInKey, thing: MoveInThing, path: string) =>
  queries
    .selectFrom('move_in_entry')
    .where('move_in_entry.organisation_id', '=', key.organisationId)
    .where('move_in_entry.move_in_id', '=', key.moveInId)
    .where('move_in_entry.thing', '=', thing)
    .where('move_in_entry.path', '=', path)

/**
 * Stores entries. A later outcome replaces an earlier one, but the id of a playlist or a table that was made is kept, and added if it
 * was missing.
 *
 * @param entries have the id of a playlist or a table only if the server has made it: it is the receipt of `bringPlaylist` or `bringTable`
 * @param from position of the first entry
 */
export async function putEntries(
  queries: Queries,
  { organisationId, moveInId }: MoveInKey,
  entries: readonly MoveInEntry[],
  from: number,
): Promise<void> {
  // PostgreSQL refuses a statement that affects the same row twice.
  const each = new Map(entries.map((entry) => [`${entry.thing} ${entry.path}`, entry]))
  const rows = Array.from(each.values(), (entry, index) => ({
    organisation_id: organisationId,
    move_in_id: moveInId,
    thing: entry.thing,
    path: entry.path,
    outcome: entry.outcome,
    reason: entry.reason ?? null,
    size_bytes: entry.size ?? null,
    media_id: entry.mediaId ?? null,
    playlist_id: entry.playlistId ?? null,
    table_id: entry.tableId ?? null,
    place: from + index,
  }))
  for (const some of rowsAtOnce(rows)) {
    await queries
      .insertInto('move_in_entry')
      .values([...some])
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'move_in_id', 'thing', 'path']).doUpdateSet((row) => ({
          outcome: row.ref('excluded.outcome'),
          reason: row.ref('excluded.reason'),
          size_bytes: row.ref('excluded.size_bytes'),
          media_id: row.ref('excluded.media_id'),
          playlist_id: row.fn.coalesce('excluded.playlist_id', 'move_in_entry.playlist_id'),
          table_id: row.fn.coalesce('excluded.table_id', 'move_in_entry.table_id'),
        })),
      )
      .execute()
  }
}
