import {
  BOARD_LOOKS,
  type Board,
  type BoardLook,
  type Column,
  type CreateItem,
  type ItemId,
  LOOK_PARTS,
  type ManifestBoard,
  type ManifestItem,
  manifestItemOf,
  NO_PICTURE,
  type TableContents,
} from '@placard/contract'
import { boardContents, isDrawable, partsOf } from '@placard/playback'
import { isPrice } from '../tables/price-column.ts'

/** The values of the form. `board` undefined: no table was chosen yet. */
export type BoardDraft = { board: Board | undefined; duration: number; visible: boolean }

/** Long enough to find one's row. */
export const DEFAULT_SECONDS = 20

/** The looks that can be drawn from a table, in the usual order. */
export function looksFor(columns: readonly Column[]): BoardLook[] {
  return BOARD_LOOKS.filter((look) => isDrawable(look, columns, partsOf(look, columns, {})))
}

/** The look that suits a table best: the one for which most of the parts are found, and `plain` for any list. */
function bestLook(columns: readonly Column[]): BoardLook {
  const types = new Set(columns.map(({ type }) => type))
  // Types that stand for a look by themselves.
  const sure: readonly [BoardLook, boolean][] = [
    ['rooms', columns.filter(({ type }) => type === 'time').length > 1],
    ['departures', types.has('time')],
    ['menu', columns.some(isPrice)],
    ['days', types.has('date')],
  ]
  const looks = looksFor(columns)
  const first = sure.find(([look, isSure]) => isSure && looks.includes(look))?.[0]
  if (first) return first
  const { rank, points } = partsOf('results', columns, {})
  return rank !== undefined && points !== undefined && looks.includes('results') ? 'results' : 'plain'
}

/** A new board of a table, in the look that suits it. */
export function boardOf({ table }: TableContents): Board {
  return { tableId: table.id, look: bestLook(table.columns), title: table.name, parts: {}, filters: [] }
}

/** The board in another look. What was chosen for the parts of the former look is forgotten. */
export function withLook({ yearly: _, columns: __, ...board }: Board, look: BoardLook): Board {
  const kept = new Set(LOOK_PARTS[look].map(({ part }) => part))
  const parts = Object.fromEntries(Object.entries(board.parts).filter(([part]) => kept.has(part as never)))
  return { ...board, look, parts }
}

/** The rows and columns of an unsaved board. A preview stores no files, so no hashes are needed. */
export function contentsOf(board: Board, { table, rows }: TableContents, now: number): ManifestBoard | undefined {
  return boardContents(board, table, rows, now, (id) => ({ url: `/media/${id}.jpg`, sha256: '', sizeBytes: 0 }))
}

/** The unsaved item as players receive it. */
export function shownOf(
  { board, duration }: BoardDraft,
  table: TableContents | undefined,
  { id, now }: { id: ItemId; now: number },
): ManifestItem | undefined {
  const contents = board && table?.table.id === board.tableId ? contentsOf(board, table, now) : undefined
  return contents && manifestItemOf({ id, type: 'board', url: NO_PICTURE, duration, contents })
}

/** The command's body. The name of the item is the title of the board, or else that of its table. */
export function itemOf(
  { board, duration, visible }: BoardDraft,
  tableName: string | undefined,
): Partial<CreateItem> & { type: 'board'; url: string } {
  const title = board?.title.trim() || tableName || ''
  return { title, type: 'board', url: NO_PICTURE, duration, visible, ...(board ? { board } : {}) }
}
