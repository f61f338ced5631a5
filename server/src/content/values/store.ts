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
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'

const Columns = z.array(Column)

/** A table that is not removed, without its rows. */
type NamedTable = { id: TableId; name: string; language: string; columns: Column[] }

export async function listTables(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly TableId[],
): Promise<NamedTable[]> {
  const rows = await queries
    .selectFrom('data_table')
    .select(['id', 'name', 'language', 'columns'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ id, columns, ...row }) => ({
    ...row,
    id: id as TableId,
    columns: Columns.parse(JSON.parse(columns)),
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

/** The kinds of things whose rows say which sources their values have. */
const THINGS = ['item', 'line', 'zone', 'corner_piece'] as const

/** The displays and playlists with a thing that uses a value of a source, hidden things included. */
export async function listUsing(
  queries: Queries,
  organisationId: OrganisationId,
  source: string,
): Promise<{ key: ProgrammeKey; name: string }[]> {
  const found = new Map<string, { key: ProgrammeKey; name: string }>()
  for (const thing of THINGS) {
    const rows = await queries
      .selectFrom(thing)
      .innerJoin('programme', (join) =>
        join
          .onRef('programme.organisation_id', '=', `${thing}.organisation_id`)
          .onRef('programme.id', '=', `${thing}.programme_id`),
      )
      .select(['programme.id', 'programme.name'])
      .distinct()
      .where(`${thing}.organisation_id`, '=', organisationId)
      // Only these are in the index.
      .where(`${thing}.value_sources`, 'is not', null)
      .where(`${thing}.value_sources`, 'like', `%,${source},%`)
      .where('programme.removed_at', 'is', null)
      .execute()
    for (const { id, name } of rows) {
      found.set(id, { key: programmeKeyOf(organisationId, ProgrammeId.parse(id)), name })
    }
  }
  return [...found.values()]
}
