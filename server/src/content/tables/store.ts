import {
  Cells,
  Column,
  ColumnId,
  type MediaId,
  type OrganisationId,
  type Row,
  RowId,
  TableId,
  type TableKey,
} from '@placard/contract'
import { z } from 'zod'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Row as DatabaseRow } from '../../platform/database/tables.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'

/** A table as it is stored, without its rows. */
export type StoredTable = TableKey & {
  name: string
  /** BCP 47. */
  language: string
  /** In order. */
  columns: Column[]
  keyColumnId: ColumnId | null
  rowCount: number
  /** Bytes of the cells of all rows, as JSON. */
  sizeBytes: number
  revision: number
  /** The last revision in the table's log. */
  toldRevision: number
  /** The revision in which rows were last removed. */
  rowsRemovedRevision: number
  /** Milliseconds since 1970. */
  createdAt: number
  changedAt: number
  /** null: it is not removed. */
  removedAt: number | null
  /** The source that it follows. null: none. */
  source: { columns: ColumnId[]; isFailing: boolean; isStale: boolean } | null
}

const Columns = z.array(Column)

const SourceColumns = z.array(z.object({ from: z.string(), columnId: ColumnId.nullable() }))

type SourceOfRow = { source_columns: string | null; source_problem: string | null; source_stale_at: number | null }

function sourceOf({ source_columns, source_problem, source_stale_at }: SourceOfRow): StoredTable['source'] {
  if (source_columns === null) return null
  const columns = SourceColumns.parse(JSON.parse(source_columns)).flatMap(({ columnId }) => columnId ?? [])
  return { columns, isFailing: source_problem !== null, isStale: source_stale_at !== null }
}

/** Tables with the address that they follow. */
const withSource = (queries: Queries) =>
  queries
    .selectFrom('data_table')
    .leftJoin('table_source', inOrganisation({ 'table_source.table_id': 'data_table.id' }))
    .selectAll('data_table')
    .select([
      'table_source.columns as source_columns',
      'table_source.problem as source_problem',
      'table_source.stale_at as source_stale_at',
    ])

/** @throws ZodError if the row was not written by this program */
function toTable(row: DatabaseRow<'data_table'> & SourceOfRow): StoredTable {
  return {
    organisationId: row.organisation_id as OrganisationId,
    tableId: TableId.parse(row.id),
    name: row.name,
    language: row.language,
    columns: Columns.parse(JSON.parse(row.columns)),
    keyColumnId: row.key_column_id === null ? null : ColumnId.parse(row.key_column_id),
    rowCount: row.row_count,
    sizeBytes: row.size_bytes,
    revision: row.revision,
    toldRevision: row.told_revision,
    rowsRemovedRevision: row.rows_removed_revision,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    removedAt: row.removed_at,
    source: sourceOf(row),
  }
}

/** By name. */
export async function listTables(queries: Queries, organisationId: OrganisationId): Promise<StoredTable[]> {
  const rows = await withSource(queries)
    .where('data_table.organisation_id', '=', organisationId)
    .where('data_table.removed_at', 'is', null)
    .orderBy('data_table.name')
    .orderBy('data_table.id')
    .execute()
  return rows.map(toTable)
}

export async function countTables(queries: Queries, organisationId: OrganisationId): Promise<number> {
  return countOf(
    queries.selectFrom('data_table').where('organisation_id', '=', organisationId).where('removed_at', 'is', null),
  )
}

/** Undefined if there is no such table. Includes removed ones. */
export async function findTable(
  queries: Queries,
  { organisationId, tableId }: TableKey,
): Promise<StoredTable | undefined> {
  const row = await withSource(queries)
    .where('data_table.organisation_id', '=', organisationId)
    .where('data_table.id', '=', tableId)
    .executeTakeFirst()
  return row && toTable(row)
}

/** Locks a table until the transaction ends, so that commands on it run one after the other. Includes removed ones. */
export async function lockTable(queries: Queries, key: TableKey): Promise<StoredTable | undefined> {
  // An update that changes nothing takes the lock on both databases.
  await queries
    .updateTable('data_table')
    .set((column) => ({ revision: column.ref('revision') }))
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.tableId)
    .execute()
  return findTable(queries, key)
}

export async function createTable(queries: Queries, table: StoredTable): Promise<void> {
  const { organisationId, tableId } = table
  await queries
    .insertInto('data_table')
    .values({ organisation_id: organisationId, id: tableId, ...columnsOf(table) })
    .execute()
}

export async function updateTable(queries: Queries, table: StoredTable): Promise<void> {
  await updateWhere(
    queries,
    'data_table',
    { organisation_id: table.organisationId, id: table.tableId },
    columnsOf(table),
  )
}

function columnsOf(table: StoredTable) {
  return {
    name: table.name,
    language: table.language,
    columns: JSON.stringify(table.columns),
    key_column_id: table.keyColumnId,
    row_count: table.rowCount,
    size_bytes: table.sizeBytes,
    revision: table.revision,
    told_revision: table.toldRevision,
    rows_removed_revision: table.rowsRemovedRevision,
    created_at: table.createdAt,
    changed_at: table.changedAt,
    removed_at: table.removedAt,
  }
}

/** The source of a table is read again soon, and its content is parsed even if it is the same. */
export async function readSourceAnew(
  queries: Queries,
  { organisationId, tableId }: TableKey,
  now: number,
): Promise<void> {
  await updateWhere(
    queries,
    'table_source',
    { organisation_id: organisationId, table_id: tableId },
    { body_sha256: null, etag: null, last_modified: null, next_at: now },
  )
}

/** Removes a table and its rows for good. */
export async function forgetTable(queries: Queries, { organisationId, tableId }: TableKey): Promise<void> {
  await removeWhere(queries, 'data_table', { organisation_id: organisationId, id: tableId })
}

/** Removes all tables of an organisation for good. */
export async function removeTablesOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  await removeWhere(queries, 'data_table', { organisation_id: organisationId })
}

/** Tables that were removed before an instant. */
export async function listRemovedBefore(queries: Queries, instant: number): Promise<TableKey[]> {
  const rows = await queries
    .selectFrom('data_table')
    .select(['organisation_id as organisationId', 'id as tableId'])
    .where('removed_at', '<', instant)
    .execute()
  return rows as TableKey[]
}

/** The revisions of the tables of these organisations. Removed ones have revision 0. */
export async function listRevisions(
  queries: Queries,
  organisationIds: readonly OrganisationId[],
): Promise<{ key: TableKey; revision: number; isRemoved: boolean }[]> {
  if (organisationIds.length === 0) return []
  const rows = await queries
    .selectFrom('data_table')
    .select(['organisation_id', 'id', 'revision', 'removed_at'])
    .where('organisation_id', 'in', organisationIds)
    .execute()
  return rows.map((row) => ({
    key: { organisationId: row.organisation_id as OrganisationId, tableId: TableId.parse(row.id) },
    revision: row.revision,
    isRemoved: row.removed_at !== null,
  }))
}

type StoredRow = Pick<DatabaseRow<'table_row'>, 'id' | 'position' | 'cells' | 'revision'>

const toRow = ({ id, position, cells, revision }: StoredRow): Row => ({
  id: RowId.parse(id),
  position,
  cells: Cells.parse(JSON.parse(cells)),
  revision,
})

const ROW_COLUMNS = ['id', 'position', 'cells', 'revision'] as const

/** In order. @param since only rows that changed after this revision of the table */
export async function listRows(
  queries: Queries,
  { organisationId, tableId }: TableKey,
  since?: number,
): Promise<Row[]> {
  let query = queries
    .selectFrom('table_row')
    .select(ROW_COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('table_id', '=', tableId)
  if (since !== undefined) query = query.where('table_revision', '>', since)
  const rows = await query.orderBy('position').orderBy('id').execute()
  return rows.map(toRow)
}

const selectRow = statement((queries, { organisationId, tableId, id }: TableKey & { id: RowId }) =>
  queries
    .selectFrom('table_row')
    .select(ROW_COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('table_id', '=', tableId)
    .where('id', '=', id),
)

export async function findRow(
  queries: Queries,
  { organisationId, tableId }: TableKey,
  id: RowId,
): Promise<Row | undefined> {
  const {
    rows: [row],
  } = await selectRow(queries, { organisationId, tableId, id })
  return row && toRow(row)
}

/** Creates rows, or puts them into these states. @param tableRevision the revision of the table with these rows */
export async function putRows(
  queries: Queries,
  { organisationId, tableId }: TableKey,
  rows: readonly Row[],
  tableRevision: number,
): Promise<void> {
  const values = rows.map(({ id, position, cells, revision }) => ({
    organisation_id: organisationId,
    table_id: tableId,
    id,
    position,
    cells: JSON.stringify(cells),
    revision,
    table_revision: tableRevision,
  }))
  for (const some of rowsAtOnce(values)) {
    await queries
      .insertInto('table_row')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'table_id', 'id']).doUpdateSet((column) => ({
          position: column.ref('excluded.position'),
          cells: column.ref('excluded.cells'),
          revision: column.ref('excluded.revision'),
          table_revision: column.ref('excluded.table_revision'),
        })),
      )
      .execute()
  }
}

export async function removeRows(
  queries: Queries,
  { organisationId, tableId }: TableKey,
  ids: readonly RowId[],
): Promise<void> {
  for (const some of rowsAtOnce(ids)) {
    await queries
      .deleteFrom('table_row')
      .where('organisation_id', '=', organisationId)
      .where('table_id', '=', tableId)
      .where('id', 'in', some)
      .execute()
  }
}

/** Notes the stored pictures of rows, so that they are kept. Rows that are gone need none. */
export async function putPictures(
  queries: Queries,
  { organisationId, tableId }: TableKey,
  ofRows: readonly { rowId: RowId; pictures: readonly MediaId[] }[],
): Promise<void> {
  for (const some of rowsAtOnce(ofRows)) {
    await queries
      .deleteFrom('table_picture')
      .where('organisation_id', '=', organisationId)
      .where('table_id', '=', tableId)
      .where(
        'row_id',
        'in',
        some.map(({ rowId }) => rowId),
      )
      .execute()
  }
  const values = ofRows.flatMap(({ rowId, pictures }) =>
    [...new Set(pictures)].map((mediaId) => ({
      organisation_id: organisationId,
      table_id: tableId,
      row_id: rowId,
      media_id: mediaId,
    })),
  )
  for (const some of rowsAtOnce(values)) await queries.insertInto('table_picture').values(some).execute()
}

/** True if one of these tables has the picture in a cell. */
export async function isShownIn(
  queries: Queries,
  organisationId: OrganisationId,
  tables: readonly TableId[],
  mediaId: MediaId,
): Promise<boolean> {
  if (tables.length === 0) return false
  const row = await queries
    .selectFrom('table_picture')
    .select('row_id')
    .where('organisation_id', '=', organisationId)
    .where('table_id', 'in', tables)
    .where('media_id', '=', mediaId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The language of most displays; of equally frequent ones, the first by name. Undefined if none has one. */
export async function findCommonLanguage(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('programme')
    .select('language')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'display')
    .where('language', 'is not', null)
    .groupBy('language')
    .orderBy((column) => column.fn.countAll(), 'desc')
    .orderBy('language')
    .limit(1)
    .executeTakeFirst()
  return row?.language ?? undefined
}
