import { MAX_TABLE_BYTES } from '../../platform/constants.ts'
import { CELL_ERRORS } from '../../platform/error.ts'
import { ColumnId, RowId } from '../../platform/id.ts'
import { organisation, TABLE, TABLES, table } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import { ActivityId, ActivityPage, ActivityQuery, RestorePoint } from '../activity.ts'
import {
  ChangeRows,
  CreateColumn,
  CreateRows,
  CreateTable,
  MoveRows,
  PutRow,
  RowKey,
  SortRows,
  Table,
  TableContents,
  TableQuery,
  UpdateColumn,
  UpdateRow,
  UpdateTable,
} from '../table.ts'

const column = table.extend({ columnId: ColumnId })
const row = table.extend({ rowId: RowId })

/** A command on a table: it concerns the whole organisation. */
const change = { access: 'editor', unlimited: true, response: TableContents } as const
/** A command on rows of a table. */
const changeOfRows = { ...change, ofTables: true } as const

export const TABLE_ROUTES = {
  /** By name. Callers who are limited to tables get these. */
  listTables: {
    method: 'GET',
    path: TABLES,
    access: 'viewer',
    unlimited: true,
    ofTables: true,
    params: organisation,
    response: z.array(Table),
  },
  createTable: { ...change, method: 'POST', path: TABLES, params: organisation, body: CreateTable, creates: true },
  /** All rows, or with `since` those that changed after that revision. */
  getTable: {
    method: 'GET',
    path: TABLE,
    access: 'viewer',
    unlimited: true,
    ofTables: true,
    params: table,
    query: TableQuery,
    response: TableContents,
  },
  /** The table without its rows, now and after each change. */
  streamTable: {
    method: 'GET',
    path: `${TABLE}/live`,
    access: 'viewer',
    unlimited: true,
    ofTables: true,
    params: table,
    response: 'stream',
  },
  updateTable: { ...change, method: 'PATCH', path: TABLE, params: table, body: UpdateTable },
  /** `If-Match` names the revision that was shown. It can be restored for 30 days. */
  removeTable: { ...change, method: 'DELETE', path: TABLE, params: table, response: 'none', ifMatch: 'required' },
  bringBackTable: { ...change, method: 'POST', path: `${TABLE}/bring-back`, params: table },

  createColumn: {
    ...change,
    method: 'POST',
    path: `${TABLE}/columns`,
    params: table,
    body: CreateColumn,
    creates: true,
  },
  updateColumn: {
    ...change,
    method: 'PATCH',
    path: `${TABLE}/columns/:columnId`,
    params: column,
    body: UpdateColumn,
    ifMatch: 'required',
  },
  /** Its cells go with it, and come back with an undo. */
  removeColumn: {
    ...change,
    method: 'DELETE',
    path: `${TABLE}/columns/:columnId`,
    params: column,
    ifMatch: 'optional',
  },

  createRows: {
    ...changeOfRows,
    method: 'POST',
    path: `${TABLE}/rows`,
    params: table,
    body: CreateRows,
    creates: true,
  },
  /** Several changes of rows as one, for example a range that was pasted. New columns are refused to callers who are limited to tables. */
  changeRows: { ...changeOfRows, method: 'PATCH', path: `${TABLE}/rows`, params: table, body: ChangeRows },
  /** Changes cells of one row. It names the revision of the row (`If-Match`), or the former values of these cells (`was`). */
  updateRow: {
    ...changeOfRows,
    method: 'PATCH',
    path: `${TABLE}/rows/:rowId`,
    params: row,
    body: UpdateRow,
    ifMatch: 'optional',
  },
  removeRow: { ...changeOfRows, method: 'DELETE', path: `${TABLE}/rows/:rowId`, params: row, ifMatch: 'optional' },
  /** The row whose cell in the key column is this. It is made if there is none. */
  putRow: {
    ...changeOfRows,
    method: 'PUT',
    path: `${TABLE}/rows/by-key/:key`,
    params: table.extend({ key: RowKey }),
    body: PutRow,
  },
  moveRows: { ...changeOfRows, method: 'POST', path: `${TABLE}/move-rows`, params: table, body: MoveRows },
  sortRows: { ...changeOfRows, method: 'POST', path: `${TABLE}/sort-rows`, params: table, body: SortRows },

  /** Newest first. */
  listTableActivity: {
    method: 'GET',
    path: `${TABLE}/activity`,
    access: 'viewer',
    unlimited: true,
    ofTables: true,
    params: table,
    query: ActivityQuery,
    response: ActivityPage,
  },
  /** Reverts what one entry changed, if nobody has changed the same rows and columns since. Callers who are limited to tables can undo changes of rows. */
  undoTableActivity: {
    ...changeOfRows,
    method: 'POST',
    path: `${TABLE}/activity/:entryId/undo`,
    params: table.extend({ entryId: ActivityId }),
  },
  /** Restores the columns and rows of a past state. This is one change, which can itself be undone. */
  restoreTable: {
    ...change,
    method: 'POST',
    path: `${TABLE}/restore`,
    params: table,
    body: RestorePoint,
    ifMatch: 'optional',
  },
} as const satisfies Routes

const ONCE = { takes: ['Idempotency-Key'] } as const
/** JSON may take more bytes than the cells that are kept. */
const LARGE = { bodyBytes: 3 * MAX_TABLE_BYTES } as const
/** Errors of a table that follows an address. */
const OF_A_SOURCE = ['table-follows', 'table-without-key'] as const
const COLUMN_ERRORS = ['too-many-columns', 'column-name-taken', 'name-missing', 'currency-not-valid'] as const

export const TABLE_DETAILS = {
  listTables: { summary: 'Lists the tables of the organisation.', errors: [] },
  createTable: {
    summary: 'Creates a table, with its first columns and rows.',
    errors: ['too-many-tables', 'invalid-language', 'too-many-rows', 'id-taken', ...COLUMN_ERRORS, ...CELL_ERRORS],
    ...ONCE,
    ...LARGE,
  },
  getTable: { summary: 'Reads a table, or the rows that changed since a revision.', errors: [], tells: ['ETag'] },
  streamTable: { summary: 'Streams the revision and the columns of a table.', errors: ['too-many-streams'] },
  updateTable: {
    summary: 'Changes the name, the language or the key column of a table.',
    errors: ['name-missing', 'invalid-language', 'column-not-found', 'row-key-taken', 'table-follows'],
    ...ONCE,
  },
  removeTable: { summary: 'Removes a table.', errors: ['table-in-board'], ...ONCE },
  bringBackTable: { summary: 'Restores a removed table.', errors: ['too-many-tables', 'too-old-to-undo'], ...ONCE },
  createColumn: {
    summary: 'Adds a column to a table.',
    errors: ['column-not-found', 'id-taken', ...COLUMN_ERRORS],
    ...ONCE,
  },
  updateColumn: {
    summary: 'Renames a column, moves it or changes its type.',
    errors: [
      'changed-meanwhile',
      'cells-do-not-fit',
      'row-key-taken',
      'column-not-found',
      'table-follows',
      ...COLUMN_ERRORS,
    ],
    ...ONCE,
  },
  removeColumn: { summary: 'Removes a column and its cells.', errors: ['changed-meanwhile', 'table-follows'], ...ONCE },
  createRows: {
    summary: 'Adds rows to a table.',
    errors: ['row-not-found', 'too-many-rows', 'id-taken', 'table-follows', ...CELL_ERRORS],
    ...ONCE,
    ...LARGE,
  },
  changeRows: {
    summary: 'Changes, adds and removes several rows at once: all of it or nothing.',
    errors: [
      'changed-meanwhile',
      'row-not-found',
      'too-many-rows',
      'id-taken',
      ...OF_A_SOURCE,
      ...COLUMN_ERRORS,
      ...CELL_ERRORS,
    ],
    ...ONCE,
    ...LARGE,
  },
  updateRow: {
    summary: 'Changes cells of a row.',
    errors: ['changed-meanwhile', 'revision-missing', ...OF_A_SOURCE, ...CELL_ERRORS],
    ...ONCE,
    ...LARGE,
  },
  removeRow: { summary: 'Removes a row.', errors: ['changed-meanwhile', 'table-follows'], ...ONCE },
  putRow: {
    summary: 'Changes the row with this key, or adds it.',
    errors: ['too-many-rows', ...OF_A_SOURCE, ...CELL_ERRORS],
    ...ONCE,
    ...LARGE,
  },
  moveRows: {
    summary: 'Moves rows behind another one.',
    errors: ['row-not-found', 'table-follows'],
    ...ONCE,
    ...LARGE,
  },
  sortRows: {
    summary: 'Puts the rows in the order of a column.',
    errors: ['column-not-found', 'table-follows'],
    ...ONCE,
  },
  listTableActivity: {
    summary: 'Lists who changed what in a table, newest first.',
    errors: ['activity-not-found'],
  },
  undoTableActivity: {
    summary: 'Undoes one entry of the log of a table.',
    errors: [
      'changed-meanwhile',
      'too-old-to-undo',
      'row-not-found',
      'column-not-found',
      'too-many-rows',
      'too-many-columns',
      'column-name-taken',
      'row-key-taken',
      'table-too-large',
      ...OF_A_SOURCE,
    ],
    ...ONCE,
  },
  restoreTable: {
    summary: 'Restores an earlier state of a table.',
    errors: ['changed-meanwhile', 'too-old-to-undo', 'table-follows'],
    ...ONCE,
  },
} as const satisfies DetailsOf<typeof TABLE_ROUTES>
