import { randomInt, randomUUID } from 'node:crypto'
import {
  type Cells,
  type CellValue,
  type ChangeRows,
  type Column,
  ColumnId,
  type CreateColumn,
  type CreateRows,
  type CreateTable,
  DEFAULT_CURRENCY,
  MAX_TABLES_PER_ORGANISATION,
  type MediaId,
  type MoveRows,
  type OrganisationId,
  type PutRow,
  REMOVED_TABLE_KEPT_MS,
  type Row,
  RowId,
  type SortRows,
  type Table,
  type TableContents,
  TableId,
  type TableKey,
  type UpdateColumn,
  type UpdateRow,
  type UpdateTable,
} from '@placard/contract'
import { type Caller, mayUseTable } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { positionsBehind } from '../../platform/database/position.ts'
import { AppError } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import type { Sender } from '../commands/service.ts'
import { listShowing } from '../programmes/service.ts'
import {
  asColumn,
  columnNamed,
  detailsOfCells,
  isPicture,
  isSameName,
  picturesIn,
  requireCell,
  withCells,
  withoutColumn,
} from './cells.ts'
import { changeTable, type Edit, type RowChange, tableOf, titleOf } from './change.ts'
import * as store from './store.ts'

export { isPicture } from './cells.ts'
export { changeTable, type Edit, listDependents, type RowChange, renewDependents, titleOf } from './change.ts'
export { listRevisions, listRows, removeTablesOf, type StoredTable } from './store.ts'

/** The tables of an organisation that a caller may see, by name. */
export async function listTables(
  context: Context,
  caller: Pick<Caller, 'organisationId' | 'tables'>,
): Promise<Table[]> {
  const all = await store.listTables(context.database.queries, caller.organisationId)
  return all.filter(({ tableId }) => mayUseTable(caller, tableId)).map(tableOf)
}

/** @throws AppError table-not-found if one of them is not a table of the organisation, or was removed */
export async function requireTables(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly TableId[],
): Promise<void> {
  const open = new Set((await store.listTables(queries, organisationId)).map(({ tableId }) => tableId))
  if (!ids.every((id) => open.has(id))) throw new AppError('table-not-found', { field: 'tables' })
}

/**
 * A table with its rows, or with those that changed since a revision. @throws AppError table-not-found
 *
 * @param since a revision that the caller has; undefined, or if rows have been removed since: all rows
 */
export function getTable(context: Context, key: TableKey, since: number | undefined): Promise<TableContents> {
  return context.database.snapshot(async (queries) => {
    const table = await requireTable(queries, key)
    const isPart = since !== undefined && since >= table.rowsRemovedRevision && since <= table.revision
    const rows = await store.listRows(queries, key, isPart ? since : undefined)
    return { table: tableOf(table), rows, removed: [], isWhole: !isPart, revision: table.revision }
  })
}

/** A table without its rows, for its stream. Undefined if there is none. */
export async function findOpenTable(context: Context, key: TableKey): Promise<Table | undefined> {
  const table = await store.findTable(context.database.queries, key)
  return table && table.removedAt === null ? tableOf(table) : undefined
}

/** @throws AppError table-not-found */
export async function requireTable(queries: Queries, key: TableKey): Promise<store.StoredTable> {
  const table = await store.findTable(queries, key)
  if (!table || table.removedAt !== null) throw new AppError('table-not-found')
  return table
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomText = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/**
 * Creates a table with its first columns and rows.
 *
 * @throws AppError organisation-not-found, too-many-tables, and the errors of columns and cells, each with the field at fault
 */
export function createTable(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  wanted: CreateTable,
): Promise<TableContents> {
  const key = { organisationId, tableId: TableId.parse(`_t-${randomText(20)}`) }
  return changeTable(
    context,
    sender,
    key,
    async (queries, held) => {
      const columns = columnsWith([], wanted.columns, 'columns')
      const table = { ...held, columns }
      const rows = rowsToAdd(table, [], wanted.rows, undefined, 'rows')
      await requirePictures(queries, table, rows, 'rows')
      return { kind: 'table-added', columns, rows: rows.map((after) => ({ before: null, after })) }
    },
    {
      async prepare(queries) {
        await requireTableRoom(queries, organisationId)
        const now = context.now()
        const language = wanted.language ?? (await store.findCommonLanguage(queries, organisationId)) ?? 'en'
        await store.createTable(queries, {
          ...key,
          name: wanted.name,
          language,
          columns: [],
          keyColumnId: null,
          rowCount: 0,
          sizeBytes: 0,
          revision: 0,
          toldRevision: 0,
          rowsRemovedRevision: 0,
          createdAt: now,
          changedAt: now,
          removedAt: null,
          source: null,
        })
      },
    },
  )
}

/** Locks the organisation, so that the number of tables cannot change. */
async function requireTableRoom(queries: Queries, organisationId: OrganisationId): Promise<void> {
  if (!(await lockOrganisation(queries, organisationId))) throw new AppError('organisation-not-found')
  if ((await store.countTables(queries, organisationId)) >= MAX_TABLES_PER_ORGANISATION) {
    throw new AppError('too-many-tables')
  }
}

/** Changes the name, the language or the key. @throws AppError table-not-found, column-not-found, row-key-taken */
export function updateTable(
  context: Context,
  sender: Sender,
  key: TableKey,
  { name, language, keyColumnId }: UpdateTable,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (_, held) => {
    if (keyColumnId) {
      const column = columnNamed(held.columns, keyColumnId, 'keyColumnId')
      if (column.type === 'yes-no' || column.type === 'picture') {
        throw new AppError('invalid-field', { field: 'keyColumnId' })
      }
    }
    const next = { name: name ?? held.name, language: language ?? held.language, keyColumnId: keyColumnId ?? null }
    if (keyColumnId === undefined) next.keyColumnId = held.keyColumnId
    const isSame = next.name === held.name && next.language === held.language && next.keyColumnId === held.keyColumnId
    if (isSame) return undefined
    const renamed = next.name === held.name ? {} : { formerTitle: held.name }
    return {
      ...next,
      kind: 'table-changed',
      subject: { type: 'table', id: held.tableId, title: next.name, ...renamed },
    }
  })
}

/**
 * Hides a table. It can be restored for REMOVED_TABLE_KEPT_MS.
 *
 * @throws AppError table-not-found, changed-meanwhile; table-in-board with the names of the displays and playlists
 */
export async function removeTable(context: Context, sender: Sender, key: TableKey, ifMatch: IfMatch): Promise<void> {
  await changeTable(context, sender, key, async (queries, held) => {
    if (ifMatch !== 'any' && ifMatch !== held.revision) throw new AppError('changed-meanwhile')
    const showing = await listShowing(queries, key)
    if (showing.length > 0)
      throw new AppError('table-in-board', { display: showing.map(({ name }) => name).join(', ') })
    return { kind: 'table-removed', removedAt: context.now() }
  })
}

/** Restores a removed table with its rows. @throws AppError table-not-found, too-old-to-undo, too-many-tables */
export function bringBackTable(context: Context, sender: Sender, key: TableKey): Promise<TableContents> {
  return changeTable(
    context,
    sender,
    key,
    async (_, held) => {
      if (held.removedAt === null) return undefined
      if (held.removedAt < context.now() - REMOVED_TABLE_KEPT_MS) throw new AppError('too-old-to-undo')
      return { kind: 'table-brought-back', removedAt: null }
    },
    { prepare: (queries) => requireTableRoom(queries, key.organisationId), withRemoved: true },
  )
}

export const TABLES_SWEPT_EVERY_MS = 60 * 60_000

/** Removes what other features keep about a table, inside the transaction that removes it for good. */
export type ForgetTable = (queries: Queries, key: TableKey) => Promise<void>

/** Permanently removes tables that were removed too long ago to be restored. */
export async function sweepTables(context: Context, forget: ForgetTable): Promise<void> {
  const before = context.now() - REMOVED_TABLE_KEPT_MS
  for (const key of await store.listRemovedBefore(context.database.queries, before)) {
    await context.database.transaction(async (queries) => {
      const held = await store.lockTable(queries, key)
      if (!held?.removedAt || held.removedAt >= before) return
      await forget(queries, key)
      await store.forgetTable(queries, key)
    })
  }
}

/** @throws AppError column-name-taken, id-taken, column-not-found, too-many-columns */
export function createColumn(
  context: Context,
  sender: Sender,
  key: TableKey,
  { after, ...wanted }: CreateColumn,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (_, held) => {
    const [made] = columnsWith(held.columns, [wanted], undefined).slice(-1) as [Column]
    const columns = placedAfter(held.columns, made, after)
    return { kind: 'column-added', columns, subject: subjectOf(made) }
  })
}

const subjectOf = ({ id, name }: Column, former = name) => ({
  type: 'column' as const,
  id,
  title: name,
  ...(former === name ? {} : { formerTitle: former }),
})

/**
 * The columns with new ones at the end.
 *
 * @param field the path of the list in the body; undefined: the body is the column
 * @throws AppError column-name-taken, id-taken
 */
export function columnsWith(
  present: readonly Column[],
  wanted: readonly Omit<CreateColumn, 'after'>[],
  field: string | undefined,
): Column[] {
  const columns = [...present]
  const positions = positionsBehind(columns, columns.length, wanted.length) ?? []
  for (const [index, { id, name, type, currency, decimals }] of wanted.entries()) {
    const path = field === undefined ? '' : `${field}.${index}.`
    requireFreeName(columns, name, `${path}name`)
    if (id !== undefined && columns.some((column) => column.id === id)) {
      throw new AppError('id-taken', { field: `${path}id` })
    }
    columns.push({
      id: id ?? newColumnId(columns),
      name,
      type,
      ...(type === 'money' ? { currency: currency ?? DEFAULT_CURRENCY } : {}),
      ...(type === 'number' && decimals ? { decimals } : {}),
      position: positions[index] ?? '',
      revision: 1,
    })
  }
  return columns
}

function newColumnId(columns: readonly Column[]): ColumnId {
  const id = ColumnId.parse(randomText(6))
  return columns.some((column) => column.id === id) ? newColumnId(columns) : id
}

function requireFreeName(columns: readonly Column[], name: string, field: string): void {
  if (columns.some((column) => isSameName(column.name, name))) throw new AppError('column-name-taken', { field })
}

/** @param after the column that it follows; null: first; undefined: it keeps its place, or is the last. @throws AppError column-not-found */
function placedAfter(columns: readonly Column[], column: Column, after: ColumnId | null | undefined): Column[] {
  if (after === undefined || after === column.id) {
    const isThere = columns.some(({ id }) => id === column.id)
    return isThere ? columns.map((one) => (one.id === column.id ? column : one)) : [...columns, column]
  }
  const others = columns.filter(({ id }) => id !== column.id)
  const index = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
  if (after !== null && index === 0) throw new AppError('column-not-found', { field: 'after' })
  const [position] = positionsBehind(others, index, 1) ?? []
  if (position !== undefined) return others.toSpliced(index, 0, { ...column, position })
  // Hundreds of moves at one place have made the positions long. All get short ones.
  const ordered = others.toSpliced(index, 0, column)
  const positions = positionsBehind([], 0, ordered.length) ?? []
  return ordered.map((one, at) => ({ ...one, position: positions[at] ?? one.position }))
}

/**
 * Renames a column, moves it, or reads its cells as values of another type.
 *
 * @throws AppError column-not-found, changed-meanwhile with the column, column-name-taken, cells-do-not-fit
 */
export function updateColumn(
  context: Context,
  sender: Sender,
  key: TableKey,
  columnId: ColumnId,
  ifMatch: IfMatch | undefined,
  { name, type, currency, decimals, after }: UpdateColumn,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    const column = requireColumn(held.columns, columnId, ifMatch)
    const others = held.columns.filter(({ id }) => id !== columnId)
    if (name !== undefined) requireFreeName(others, name, 'name')
    const nextType = type ?? column.type
    const { currency: former, decimals: formerDecimals, ...rest } = column
    const nextDecimals = nextType === 'number' ? (decimals ?? formerDecimals) : undefined
    const next: Column = {
      ...rest,
      name: name ?? column.name,
      type: nextType,
      ...(nextType === 'money' ? { currency: currency ?? former ?? DEFAULT_CURRENCY } : {}),
      ...(nextDecimals ? { decimals: nextDecimals } : {}),
      revision: column.revision + 1,
    }
    const isOther = next.type !== column.type || next.currency !== former
    if (isOther && held.keyColumnId === columnId && (next.type === 'yes-no' || next.type === 'picture')) {
      throw new AppError('cells-do-not-fit', { field: 'type' })
    }
    const columns = placedAfter(held.columns, next, after)
    const isMoved = columns.some(({ id }, index) => held.columns[index]?.id !== id)
    const isSame = !isOther && next.name === column.name && next.decimals === formerDecimals
    if (isSame && !isMoved) return undefined
    const rows = isOther ? await rowsAs(queries, held, column, next) : []
    if (isOther) {
      const after = rows.flatMap((row) => row.after ?? [])
      await requirePictures(queries, { ...held, columns }, after, undefined)
    }
    return { kind: 'column-changed', columns, rows, subject: subjectOf(next, column.name), details: { count: 1 } }
  })
}

/** @throws AppError column-not-found, changed-meanwhile with the column */
function requireColumn(columns: readonly Column[], id: ColumnId, ifMatch: IfMatch | undefined): Column {
  const column = columns.find((one) => one.id === id)
  if (!column) throw new AppError('column-not-found')
  if (ifMatch !== undefined && ifMatch !== 'any' && ifMatch !== column.revision) {
    throw new AppError('changed-meanwhile', { current: column })
  }
  return column
}

async function rowsAs(queries: Queries, held: store.StoredTable, before: Column, after: Column): Promise<RowChange[]> {
  const rows = await store.listRows(queries, held)
  return rows.flatMap((row) => {
    const cells = asColumn(row.cells, before, after, held.language)
    if (!cells) throw new AppError('cells-do-not-fit', { field: 'type' })
    return cells[after.id] === row.cells[after.id] ? [] : [changed(row, cells)]
  })
}

const changed = (before: Row, cells: Cells): RowChange => ({
  before,
  after: { ...before, cells, revision: before.revision + 1 },
})

/** Removes a column with its cells. @throws AppError column-not-found, changed-meanwhile with the column */
export function removeColumn(
  context: Context,
  sender: Sender,
  key: TableKey,
  columnId: ColumnId,
  ifMatch: IfMatch | undefined,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    const column = requireColumn(held.columns, columnId, ifMatch)
    const rows = (await store.listRows(queries, held)).filter(({ cells }) => cells[columnId] !== undefined)
    return {
      kind: 'column-removed',
      columns: held.columns.filter((one) => one !== column),
      ...(held.keyColumnId === columnId ? { keyColumnId: null } : {}),
      rows: rows.map((row) => changed(row, withoutColumn(row.cells, columnId))),
      subject: subjectOf(column),
      details: { count: 1 },
    }
  })
}

/** The index behind a row. @throws AppError row-not-found with the field `after` */
function placeBehind(present: readonly Row[], after: RowId | null | undefined): number {
  if (after === undefined) return present.length
  const index = after === null ? 0 : present.findIndex(({ id }) => id === after) + 1
  if (after !== null && index === 0) throw new AppError('row-not-found', { field: 'after' })
  return index
}

/** Rows with room for new ones behind one of them. Hundreds of insertions at one place make positions long; all get short ones then. */
function withRoom(
  present: Row[],
  after: RowId | null | undefined,
  count: number,
): { present: Row[]; renewed: RowChange[] } {
  if (count === 0 || positionsBehind(present, placeBehind(present, after), count)) return { present, renewed: [] }
  const renewed = renumbered(present)
  return { present: renewed.flatMap((row) => row.after ?? []), renewed }
}

/** The changes of rows that had got new positions before, and of those that only got these. */
function withRenewed(renewed: readonly RowChange[], rows: readonly RowChange[]): RowChange[] {
  const left = new Map(renewed.map((row) => [row.after?.id, row]))
  const merged = rows.map((row) => {
    const first = row.before ? left.get(row.before.id) : undefined
    if (!first) return row
    left.delete(row.before?.id)
    return { before: first.before, after: row.after }
  })
  return [...merged, ...left.values()]
}

/**
 * New rows behind another one.
 *
 * @param after null: first; undefined: last
 * @param present with room there
 * @throws AppError row-not-found with the field `after`, id-taken, and the errors of cells, each with the field at fault
 */
function rowsToAdd(
  table: store.StoredTable,
  present: readonly Row[],
  wanted: CreateRows['rows'],
  after: RowId | null | undefined,
  field: string,
): Row[] {
  const positions = positionsBehind(present, placeBehind(present, after), wanted.length) ?? []
  const ids = new Set(present.map(({ id }) => id))
  return wanted.map(({ id = RowId.parse(randomUUID()), cells }, at) => {
    if (ids.has(id)) throw new AppError('id-taken', { field: `${field}.${at}.id` })
    ids.add(id)
    return {
      id,
      position: positions[at] as string,
      cells: withCells(table, {}, cells, `${field}.${at}.cells`),
      revision: 1,
    }
  })
}

/** @param field the path of the list of rows; undefined: the field is the type of a column. @throws AppError media-not-found */
async function requirePictures(
  queries: Queries,
  { organisationId, columns }: store.StoredTable,
  rows: readonly Row[],
  field: string | undefined,
  before: readonly Row[] = [],
): Promise<void> {
  const known = new Map<string, boolean>()
  for (const row of before) for (const { mediaId } of picturesIn(columns, row.cells)) known.set(mediaId, true)
  for (const [at, row] of rows.entries()) {
    for (const { columnId, mediaId } of picturesIn(columns, row.cells)) {
      const isThere = known.get(mediaId) ?? (await isPicture(queries, organisationId, mediaId))
      known.set(mediaId, isThere)
      if (isThere) continue
      if (field === undefined) throw new AppError('cells-do-not-fit', { field: 'type' })
      throw new AppError('media-not-found', {
        field: field === '' ? `cells.${columnId}` : `${field}.${at}.cells.${columnId}`,
      })
    }
  }
}

/** Adds rows. @throws AppError row-not-found, too-many-rows, id-taken, and the errors of cells */
export function createRows(
  context: Context,
  sender: Sender,
  key: TableKey,
  { rows, after }: CreateRows,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    const { present, renewed } = withRoom(await store.listRows(queries, held), after, rows.length)
    const added = rowsToAdd(held, present, rows, after, 'rows')
    await requirePictures(queries, held, added, 'rows')
    const [first] = added
    const isOne = added.length === 1 && first !== undefined
    return {
      kind: 'rows-added',
      rows: withRenewed(
        renewed,
        added.map((row) => ({ before: null, after: row })),
      ),
      details: { count: added.length },
      ...(isOne ? { subject: { type: 'row' as const, id: first.id, title: titleOf(held, first) } } : {}),
    }
  })
}

/**
 * Changes cells of one row.
 *
 * @throws AppError revision-missing if neither a revision nor former values are given; row-not-found, changed-meanwhile with the
 * row, and the errors of cells
 */
export function updateRow(
  context: Context,
  sender: Sender,
  key: TableKey,
  rowId: RowId,
  ifMatch: IfMatch | undefined,
  body: UpdateRow,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    if (ifMatch === undefined && body.was === undefined) throw new AppError('revision-missing')
    const row = await store.findRow(queries, held, rowId)
    if (!row) throw new AppError('row-not-found')
    requireRevision(row, ifMatch)
    return editOf(queries, held, row, body)
  })
}

function requireRevision(row: Row, ifMatch: IfMatch | undefined): void {
  if (ifMatch !== undefined && ifMatch !== 'any' && ifMatch !== row.revision) {
    throw new AppError('changed-meanwhile', { current: { row } })
  }
}

/** The effect of new cells in one row. */
async function editOf(queries: Queries, held: store.StoredTable, row: Row, { cells, was }: UpdateRow) {
  const change = changeOf(held, row, { cells, was }, '')
  if (!change?.after) return undefined
  await requirePictures(queries, held, [change.after], '', [row])
  return {
    kind: 'row-changed' as const,
    rows: [change],
    subject: { type: 'row' as const, id: row.id, title: titleOf(held, change.after) || titleOf(held, row) },
    details: detailsOfCells(held, row.cells, change.after.cells),
  }
}

/**
 * A row with new cells.
 *
 * @param path of the row in the body, with a point at its end
 * @returns undefined if the row has these cells already
 * @throws AppError changed-meanwhile with the row, if a cell is not as the sender saw it; the errors of cells
 */
function changeOf(held: store.StoredTable, row: Row, { cells, was }: UpdateRow, path: string): RowChange | undefined {
  const next = withCells(held, row.cells, cells, `${path}cells`)
  for (const [name, seen] of Object.entries(was ?? {})) {
    const { id } = columnNamed(held.columns, name, `${path}was.${name}`)
    const present: CellValue | null = row.cells[id] ?? null
    // Two people who set a cell to the same value agree.
    if (present !== seen && present !== (next[id] ?? null)) {
      throw new AppError('changed-meanwhile', { field: `${path}cells.${name}`, current: { row } })
    }
  }
  const isSame = held.columns.every(({ id }) => next[id] === row.cells[id])
  return isSame ? undefined : changed(row, next)
}

/** Removes one row. @throws AppError row-not-found, changed-meanwhile with the row */
export function removeRow(
  context: Context,
  sender: Sender,
  key: TableKey,
  rowId: RowId,
  ifMatch: IfMatch | undefined,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    const row = await store.findRow(queries, held, rowId)
    if (!row) throw new AppError('row-not-found')
    requireRevision(row, ifMatch)
    return {
      kind: 'rows-removed',
      rows: [{ before: row, after: null }],
      subject: { type: 'row', id: row.id, title: titleOf(held, row) },
    }
  })
}

/**
 * Changes the row with a key, or adds it at the end.
 *
 * @param text the key, read like a typed cell of the key column
 * @throws AppError table-without-key, and the errors of cells
 */
export function putRow(
  context: Context,
  sender: Sender,
  key: TableKey,
  text: string,
  { cells }: PutRow,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    const column = held.columns.find(({ id }) => id === held.keyColumnId)
    if (!column) throw new AppError('table-without-key')
    const value = requireCell(column, text, held.language, 'key')
    if (value === null) throw new AppError('invalid-field', { field: 'key' })
    const all = await store.listRows(queries, held)
    const row = all.find((one) => one.cells[column.id] === value)
    if (row) return editOf(queries, held, row, { cells })
    const wanted = [{ cells: { ...cells, [column.id]: value } }]
    const added = rowsToAdd(held, all, wanted, undefined, 'rows').slice(0, 1) as [Row]
    await requirePictures(queries, held, added, '')
    return {
      kind: 'rows-added',
      rows: [{ before: null, after: added[0] }],
      subject: { type: 'row', id: added[0].id, title: titleOf(held, added[0]) },
    }
  })
}

/**
 * Changes, adds and removes several rows as one change.
 *
 * @throws AppError row-not-found, changed-meanwhile with the row, too-many-rows, and the errors of columns and cells, each with the
 * field at fault
 */
export function changeRows(context: Context, sender: Sender, key: TableKey, body: ChangeRows): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    const columns = columnsWith(held.columns, body.columns, 'columns')
    const table = { ...held, columns }
    const { present: all, renewed } = withRoom(await store.listRows(queries, held), body.after, body.create.length)
    const byId = new Map(all.map((row) => [row.id, row]))
    const named = [...body.update.map(({ id }) => id), ...body.remove]
    for (const [at, id] of named.entries()) {
      const path = at < body.update.length ? `update.${at}.id` : `remove.${at - body.update.length}`
      if (!byId.has(id)) throw new AppError('row-not-found', { field: path })
      if (named.indexOf(id) < at) throw new AppError('invalid-field', { field: path })
    }
    const updated = body.update.flatMap(
      ({ id, ...wanted }, at) => changeOf(table, byId.get(id) as Row, wanted, `update.${at}.`) ?? [],
    )
    const added = rowsToAdd(table, all, body.create, body.after, 'create')
    await requirePictures(queries, table, added, 'create')
    await requirePictures(
      queries,
      table,
      updated.flatMap(({ after }) => after ?? []),
      'update',
      all,
    )
    const removed = body.remove.map((id): RowChange => ({ before: byId.get(id) as Row, after: null }))
    const rows: RowChange[] = [...updated, ...added.map((after) => ({ before: null, after })), ...removed]
    if (rows.length === 0 && body.columns.length === 0) return undefined
    const isAlike = (some: readonly unknown[]) => some.length === rows.length && body.columns.length === 0
    const kind = isAlike(added) ? 'rows-added' : isAlike(removed) ? 'rows-removed' : 'rows-changed'
    return { kind, columns, rows: withRenewed(renewed, rows), details: { count: Math.max(1, rows.length) } }
  })
}

/**
 * Replaces a stored picture by another one in all cells of a table, as one change.
 *
 * @throws AppError table-not-found, table-too-large
 */
export function replacePicture(
  context: Context,
  sender: Sender,
  key: TableKey,
  from: MediaId,
  by: MediaId,
): Promise<TableContents> {
  const work = async (queries: Queries, held: store.StoredTable): Promise<Edit | undefined> => {
    const rows = (await store.listRows(queries, held)).flatMap((row): RowChange[] => {
      const shown = picturesIn(held.columns, row.cells).filter(({ mediaId }) => mediaId === from)
      const cells = Object.fromEntries(shown.map(({ columnId }) => [columnId, by]))
      return shown.length === 0 ? [] : [changed(row, { ...row.cells, ...cells })]
    })
    return rows.length === 0 ? undefined : { kind: 'rows-changed', rows, details: { count: rows.length } }
  }
  return changeTable(context, sender, key, work, { anyCells: true })
}

/** Puts rows behind another one, in their present order. @throws AppError row-not-found with the field at fault */
export function moveRows(
  context: Context,
  sender: Sender,
  key: TableKey,
  { rows: ids, after }: MoveRows,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    const all = await store.listRows(queries, held)
    const moving = new Set<string>(ids)
    for (const [at, id] of ids.entries()) {
      if (!all.some((row) => row.id === id)) throw new AppError('row-not-found', { field: `rows.${at}` })
    }
    const moved = all.filter(({ id }) => moving.has(id))
    const others = all.filter(({ id }) => !moving.has(id))
    if (after !== null && !all.some(({ id }) => id === after)) throw new AppError('row-not-found', { field: 'after' })
    // Behind a row that moves itself is behind the last row before it that stays.
    const place = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
    const index = all.slice(0, place).filter(({ id }) => !moving.has(id)).length
    const ordered = others.toSpliced(index, 0, ...moved)
    if (ordered.every(({ id }, at) => id === all[at]?.id)) return undefined
    const positions = positionsBehind(others, index, moved.length)
    const changes = positions ? moved.map((row, at) => movedTo(row, positions[at] as string)) : renumbered(ordered)
    const [first] = moved
    const isOne = moved.length === 1 && first !== undefined
    return {
      kind: 'rows-moved',
      rows: changes,
      ...(isOne ? { subject: { type: 'row' as const, id: first.id, title: titleOf(held, first) } } : {}),
      details: { count: moved.length },
    }
  })
}

const movedTo = (before: Row, position: string): RowChange => ({
  before,
  after: { ...before, position, revision: before.revision + 1 },
})

/** New, short positions in this order. */
function renumbered(rows: readonly Row[]): RowChange[] {
  const positions = positionsBehind([], 0, rows.length) ?? []
  return rows.map((row, at) => movedTo(row, positions[at] as string))
}

/** Orders all rows by a column. Equal cells keep their order; empty ones come last. @throws AppError column-not-found */
export function sortRows(
  context: Context,
  sender: Sender,
  key: TableKey,
  { columnId, direction }: SortRows,
): Promise<TableContents> {
  return changeTable(context, sender, key, async (queries, held) => {
    const column = columnNamed(held.columns, columnId, 'columnId')
    const all = await store.listRows(queries, held)
    const { compare } = new Intl.Collator(held.language, { numeric: true })
    const sign = direction === 'up' ? 1 : -1
    const ordered = all.toSorted((one, other) => {
      const [a, b] = [one.cells[column.id], other.cells[column.id]]
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
      if (typeof a === 'string' && typeof b === 'string') return sign * compare(a, b)
      return sign * (Number(a) - Number(b))
    })
    if (ordered.every(({ id }, at) => id === all[at]?.id)) return undefined
    return {
      kind: 'rows-sorted',
      rows: renumbered(ordered),
      subject: subjectOf(column),
      details: { count: all.length },
    }
  })
}
