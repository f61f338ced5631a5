import {
  Cells,
  Column,
  type OrganisationId,
  ProgrammeId,
  type ProgrammeKey,
  programmeKeyOf,
  type RowId,
  type TableId,
} from '@placard/contract'
import { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'

const Columns = z.array(Column)

/** A table that is not removed, without its rows. `isHidden`: its source is stale, and its cells are not shown then. */
type NamedTable = { id: TableId; name: string; language: string; columns: Column[]; isHidden: boolean }

export async function listTables(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly TableId[],
): Promise<NamedTable[]> {
  const rows = await queries
    .selectFrom('data_table')
    .leftJoin('table_source', inOrganisation({ 'table_source.table_id': 'data_table.id' }))
    .select([
      'data_table.id',
      'data_table.name',
      'data_table.language',
      'data_table.columns',
      'table_source.stale_at',
      'table_source.when_stale',
    ])
    .where('data_table.organisation_id', '=', organisationId)
    .where('data_table.id', 'in', ids)
    .where('data_table.removed_at', 'is', null)
    .execute()
  return rows.map(({ id, columns, stale_at, when_stale, ...row }) => ({
    ...row,
    id: id as TableId,
    columns: Columns.parse(JSON.parse(columns)),
    isHidden: stale_at !== null && when_stale === 'nothing',
  }))
}

/** The cells of rows. Another table may have a row with the same id. */
export async function listCells(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly TableId[],
  rowIds: readonly RowId[],
): Promise<{ tableId: TableId; rowId: RowId; cells: Cells }[]> {
  const found = []
  for (const some of rowsAtOnce(rowIds)) {
    const rows = await queries
      .selectFrom('table_row')
      .select(['table_id', 'id', 'cells'])
      .where('organisation_id', '=', organisationId)
      .where('table_id', 'in', ids)
      .where('id', 'in', some)
      .execute()
    for (const { table_id, id, cells } of rows) {
      found.push({ tableId: table_id as TableId, rowId: id as RowId, cells: Cells.parse(JSON.parse(cells)) })
    }
  }
  return found
}

/** The cells of all rows of a table, in their order. */
export async function listAllCells(
  queries: Queries,
  organisationId: OrganisationId,
  tableId: TableId,
): Promise<Cells[]> {
  const rows = await queries
    .selectFrom('table_row')
    .select('cells')
    .where('organisation_id', '=', organisationId)
    .where('table_id', '=', tableId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ cells }) => Cells.parse(JSON.parse(cells)))
}

/** The kinds of things whose rows say which sources their values have. */
export const THINGS_WITH_VALUES = ['item', 'line', 'zone', 'corner_piece'] as const

/** A query for the displays and playlists with a thing of this kind that uses values, hidden things included. */
export const selectUsing = (queries: Queries, thing: (typeof THINGS_WITH_VALUES)[number]) =>
  queries
    .selectFrom(thing)
    .innerJoin('programme', inOrganisation({ 'programme.id': `${thing}.programme_id` }))
    .select(['programme.organisation_id', 'programme.id', 'programme.name'])
    .distinct()
    // Only these are in the index.
    .where(`${thing}.value_sources`, 'is not', null)
    .where('programme.removed_at', 'is', null)

/** The displays and playlists with a thing that uses a value of a source, hidden things included. */
export async function listUsing(
  queries: Queries,
  organisationId: OrganisationId,
  source: string,
): Promise<{ key: ProgrammeKey; name: string }[]> {
  const found = new Map<string, { key: ProgrammeKey; name: string }>()
  for (const thing of THINGS_WITH_VALUES) {
    const rows = await selectUsing(queries, thing)
      .where(`${thing}.organisation_id`, '=', organisationId)
      .where(`${thing}.value_sources`, 'like', `%,${source},%`)
      .execute()
    for (const { id, name } of rows) {
      found.set(id, { key: programmeKeyOf(organisationId, ProgrammeId.parse(id)), name })
    }
  }
  return [...found.values()]
}
