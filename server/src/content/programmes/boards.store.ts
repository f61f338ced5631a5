import {
  Cells,
  type Column,
  type OrganisationId,
  ProgrammeId,
  type ProgrammeKey,
  programmeKeyOf,
  type TableId,
  type TableKey,
} from '@placard/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { MEDIA_ADDRESS } from '../media/service.ts'
import { listTables } from '../values/service.ts'

/** The cells of the rows of tables, in order within each. */
export async function listCells(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly TableId[],
): Promise<{ tableId: TableId; cells: Cells }[]> {
  const rows = await queries
    .selectFrom('table_row')
    .select(['table_id', 'cells'])
    .where('organisation_id', '=', organisationId)
    .where('table_id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ table_id, cells }) => ({ tableId: table_id as TableId, cells: Cells.parse(JSON.parse(cells)) }))
}

/** The stored pictures in cells of tables. */
export async function listPictures(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly TableId[],
): Promise<{ id: string; url: string; sha256: string; sizeBytes: number }[]> {
  const rows = await queries
    .selectFrom('table_picture')
    .innerJoin('media_file', 'media_file.id', 'table_picture.media_id')
    .select(['media_file.id', 'media_file.sha256', 'media_file.size_bytes', MEDIA_ADDRESS.as('url')])
    .where('table_picture.organisation_id', '=', organisationId)
    .where('table_picture.table_id', 'in', ids)
    .where('media_file.organisation_id', '=', organisationId)
    .distinct()
    .execute()
  return rows.flatMap(({ id, url, sha256, size_bytes }) =>
    url === null ? [] : [{ id, url, sha256, sizeBytes: size_bytes }],
  )
}

/** The displays and playlists with a board of a table. */
export async function listShowing(
  queries: Queries,
  { organisationId, tableId }: TableKey,
): Promise<{ key: ProgrammeKey; name: string }[]> {
  const rows = await queries
    .selectFrom('item')
    .innerJoin('programme', inOrganisation({ 'programme.id': 'item.programme_id' }))
    .select(['programme.id', 'programme.name'])
    .distinct()
    .where('item.organisation_id', '=', organisationId)
    .where('item.table_id', '=', tableId)
    .where('programme.removed_at', 'is', null)
    .orderBy('programme.name')
    .orderBy('programme.id')
    .execute()
  return rows.map(({ id, name }) => ({ key: programmeKeyOf(organisationId, ProgrammeId.parse(id)), name }))
}

/** Locks a table that is not removed until the transaction ends. @returns its columns; undefined if there is no such table */
export async function lockTable(
  queries: Queries,
  { organisationId, tableId }: TableKey,
): Promise<Column[] | undefined> {
  // An update that changes nothing takes the lock on both databases.
  await queries
    .updateTable('data_table')
    .set({ revision: sql.ref('revision') })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', tableId)
    .execute()
  const [table] = await listTables(queries, organisationId, [tableId])
  return table?.columns
}
