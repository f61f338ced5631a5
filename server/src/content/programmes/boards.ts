import type { Board, Cells, Column, ColumnId, ManifestBoard, OrganisationId, TableId } from '@placard/contract'
import { boardContents, isDrawable, partsOf } from '@placard/playback'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listTables } from '../values/service.ts'
import { listCells, listPictures, lockTable } from './boards.store.ts'
import type { ItemState } from './item-fields.ts'

export { listShowing } from './boards.store.ts'

type File = NonNullable<ManifestBoard['pictures']>[number]
type TableOfBoards = {
  /** BCP 47. */
  language: string
  columns: Column[]
  rows: { cells: Cells }[]
  files: ReadonlyMap<string, File>
}

/** The tables that boards draw, with all their rows. Removed ones are absent, and those that are hidden because their source is stale. */
export type TablesOfBoards = ReadonlyMap<TableId, TableOfBoards>

/** Reads the tables of items, except the known ones. */
export async function readTables(
  queries: Queries,
  organisationId: OrganisationId,
  items: readonly ItemState[],
  known: TablesOfBoards,
): Promise<TablesOfBoards> {
  const ids = [...new Set(items.flatMap(({ board }) => board?.tableId ?? []))].filter((id) => !known.has(id))
  if (ids.length === 0) return known
  const found = (await listTables(queries, organisationId, ids)).filter(({ isHidden }) => !isHidden)
  if (found.length === 0) return known
  const present = found.map(({ id }) => id)
  const rows = Map.groupBy(await listCells(queries, organisationId, present), ({ tableId }) => tableId)
  const hasPictures = found.some(({ columns }) => columns.some(({ type }) => type === 'picture'))
  const pictures = hasPictures ? await listPictures(queries, organisationId, present) : []
  const files = new Map(pictures.map(({ id, ...file }) => [id, file]))
  return new Map([
    ...known,
    ...found.map(({ id, language, columns }): [TableId, TableOfBoards] => [
      id,
      { language, columns, rows: rows.get(id) ?? [], files },
    ]),
  ])
}

/** A cache, which is valid because item states and tables that were read are never modified. */
const drawn = new WeakMap<ItemState, { table: TableOfBoards; contents: ManifestBoard | undefined }>()

/**
 * The rows and columns that a board shows. Undefined for other items, if its table was removed, and if the table lacks a column
 * without which its look cannot be drawn.
 *
 * @param now rows of days long past are left out
 */
export function boardContentsOf(
  item: ItemState,
  { tables }: { tables: TablesOfBoards },
  now: number,
): ManifestBoard | undefined {
  const { board } = item
  const table = board ? tables.get(board.tableId) : undefined
  if (!board || !table) return undefined
  const known = drawn.get(item)
  if (known?.table === table) return known.contents
  const contents = boardContents(board, table, table.rows, now, (id) => table.files.get(id))
  drawn.set(item, { table, contents })
  return contents
}

/**
 * Checks that a board can be drawn from its table, and locks the table, so that it cannot be removed meanwhile.
 *
 * @throws AppError table-not-found, column-not-found, board-column-missing, each with its field
 */
export async function requireTable(queries: Queries, organisationId: OrganisationId, board: Board): Promise<void> {
  const columns = await lockTable(queries, { organisationId, tableId: board.tableId })
  if (!columns) throw new AppError('table-not-found', { field: 'board.tableId' })
  const requireColumn = (id: ColumnId | null | undefined, field: string) => {
    if (id && !columns.some((column) => column.id === id)) throw new AppError('column-not-found', { field })
  }
  for (const [part, id] of Object.entries(board.parts)) requireColumn(id, `board.parts.${part}`)
  for (const [index, id] of (board.columns ?? []).entries()) requireColumn(id, `board.columns.${index}`)
  for (const [index, { columnId }] of board.filters.entries()) requireColumn(columnId, `board.filters.${index}`)
  requireColumn(board.sort?.columnId, 'board.sort')
  if (!isDrawable(board.look, columns, partsOf(board.look, columns, board.parts))) {
    throw new AppError('board-column-missing', { field: 'board.look' })
  }
}
