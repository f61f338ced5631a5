import {
  type Board,
  type BoardFilter,
  type BoardLook,
  type BoardPart,
  type Cells,
  type CellValue,
  type Column,
  type ColumnId,
  LOOK_PARTS,
  MAX_BOARD_BYTES,
  MAX_BOARD_COLUMNS,
  MAX_BOARD_ROWS,
  type ManifestBoard,
} from '@placard/contract'
import { comparable } from '../comparable.ts'
import { DAY_MS } from '../zone.ts'
import { isDrawable, type Parts, partsOf } from './parts.ts'

type TableOfBoard = { language: string; columns: readonly Column[] }
type File = NonNullable<ManifestBoard['pictures']>[number]

/** Rows of earlier days are left out when they are this old, whatever the time zone of a screen. */
const LEFT_OUT_AFTER_MS = 2 * DAY_MS

/**
 * The part of a table that a board shows: its columns, and the rows that pass the filters, in their order. What depends on the
 * time of day is left to `boardAt`.
 *
 * @param rows of the table, in order
 * @param at milliseconds since 1970: rows of days long past are left out
 * @param fileOf the stored picture with an id; undefined: it does not exist
 * @returns undefined if the table lacks a column without which the look cannot be drawn
 */
export function boardContents(
  board: Board,
  table: TableOfBoard,
  rows: readonly { cells: Cells }[],
  at: number,
  fileOf: (id: string) => File | undefined,
): ManifestBoard | undefined {
  const { look, title, yearly } = board
  const parts = partsOf(look, table.columns, board.parts)
  if (!isDrawable(look, table.columns, parts)) return undefined
  const drawn = drawnColumns(board, table.columns, parts)
  const columnOf = (id: ColumnId) => table.columns.find((column) => column.id === id)
  const filters = board.filters.filter(({ columnId }) => columnOf(columnId) !== undefined)
  const days = filters.filter((filter) => filter.is === 'today' && columnOf(filter.columnId)?.type === 'date')
  const dayIds = [...new Set(days.map(({ columnId }) => columnId))]
  const hidden = dayIds.flatMap((id) => (drawn.some(({ column }) => column.id === id) ? [] : (columnOf(id) ?? [])))
  const all = [...drawn, ...hidden.map((column) => ({ column, part: undefined, hidden: true as const }))]
  const ids = all.map(({ column }) => column.id)

  const earliest = new Date(at - LEFT_OUT_AFTER_MS).toISOString().slice(0, 10)
  const dated = [...dayIds, ...(parts.date !== undefined && !yearly ? [parts.date] : [])]
  const needed = LOOK_PARTS[look].flatMap(({ part, isNeeded }) => (isNeeded && parts[part]) || [])
  const shown = rows.filter(
    ({ cells }) =>
      needed.every((id) => cells[id] !== undefined) &&
      ids.some((id) => cells[id] !== undefined) &&
      dated.every((id) => !(String(cells[id] ?? '9') < earliest)) &&
      filters.every((filter) => passes(cells, filter)),
  )
  const pictures = new Map<string, File>()
  const cellOf = (column: Column, value: CellValue | undefined): CellValue | null => {
    if (column.type !== 'picture' || value === undefined) return value ?? null
    const file = fileOf(String(value))
    if (file) pictures.set(file.url, file)
    return file?.url ?? null
  }
  const cells = withinLimits(
    sorted(shown, board, parts, table).map((row) => all.map(({ column }) => cellOf(column, row.cells[column.id]))),
    (row) => all.flatMap(({ column }, index) => (column.type === 'picture' ? (row[index] ?? []) : [])),
    pictures,
  )
  return {
    look,
    title,
    language: table.language,
    columns: all.map(({ column: { name, type, currency, decimals }, part, ...rest }) => ({
      name,
      type,
      ...(currency === undefined ? {} : { currency }),
      ...(decimals === undefined ? {} : { decimals }),
      ...(part === undefined ? {} : { part }),
      ...('hidden' in rest ? { hidden: true as const } : {}),
    })),
    rows: cells,
    ...(dayIds.length > 0 ? { today: dayIds.map((id) => ids.indexOf(id)) } : {}),
    ...(yearly && look === 'days' ? { yearly: true as const } : {}),
    ...(pictures.size > 0 ? { pictures: [...pictures.values()] } : {}),
  }
}

function drawnColumns(
  { look, columns: chosen }: Board,
  columns: readonly Column[],
  parts: Parts,
): { column: Column; part: BoardPart | undefined }[] {
  if (look === 'plain') {
    const found = chosen?.flatMap((id) => columns.find((column) => column.id === id) ?? []) ?? []
    return (found.length > 0 ? found : columns.slice(0, MAX_BOARD_COLUMNS)).map((column) => ({
      column,
      part: undefined,
    }))
  }
  return LOOK_PARTS[look].flatMap(({ part }) => {
    const column = columns.find(({ id }) => id === parts[part])
    return column ? [{ column, part }] : []
  })
}

/** Stops before the first row that is beyond a limit. Pictures that no row shows are removed. */
function withinLimits(
  rows: (CellValue | null)[][],
  picturesOf: (row: (CellValue | null)[]) => CellValue[],
  pictures: Map<string, File>,
): (CellValue | null)[][] {
  let bytes = 0
  const kept: (CellValue | null)[][] = []
  for (const row of rows.slice(0, MAX_BOARD_ROWS)) {
    bytes += utf8BytesOf(JSON.stringify(row))
    if (bytes > MAX_BOARD_BYTES) break
    kept.push(row)
  }
  const shown = new Set(kept.flatMap(picturesOf))
  for (const url of pictures.keys()) if (!shown.has(url)) pictures.delete(url)
  return kept
}

function passes(cells: Cells, filter: BoardFilter): boolean {
  if (filter.is === 'today') return true
  const value = cells[filter.columnId]
  const isSame = comparable(value ?? (typeof filter.value === 'boolean' ? false : null)) === comparable(filter.value)
  return isSame === (filter.is === 'is')
}

/** The usual order of a look. Undefined: that of the table. */
const USUAL: { readonly [Look in BoardLook]?: readonly { part: BoardPart; direction: 'up' | 'down' }[] } = {
  directory: [{ part: 'name', direction: 'up' }],
  results: [
    { part: 'rank', direction: 'up' },
    { part: 'points', direction: 'down' },
  ],
  days: [{ part: 'date', direction: 'up' }],
}

function sorted<Row extends { cells: Cells }>(
  rows: readonly Row[],
  { look, sort }: Pick<Board, 'look' | 'sort'>,
  parts: Parts,
  { language, columns }: TableOfBoard,
): Row[] {
  const usual = USUAL[look]?.find(({ part }) => parts[part] !== undefined)
  const own = sort && columns.some(({ id }) => id === sort.columnId) ? sort : undefined
  const by = own ?? (usual && { columnId: parts[usual.part] as ColumnId, direction: usual.direction })
  const compare = by && comparerOf(language)
  const ordered = by && compare ? inOrder(rows, by.columnId, by.direction, compare) : [...rows]
  const { section } = parts
  return section === undefined ? ordered : inSections(ordered, section)
}

function inOrder<Row extends { cells: Cells }>(
  rows: readonly Row[],
  columnId: ColumnId,
  direction: 'up' | 'down',
  compare: (one: CellValue, other: CellValue) => number,
): Row[] {
  const sign = direction === 'up' ? 1 : -1
  return [...rows].sort(({ cells: { [columnId]: one } }, { cells: { [columnId]: other } }) => {
    // Empty cells come last in both directions.
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
    return sign * compare(one, other)
  })
}

/** Rows of the same section follow each other; the sections are in the order of their first rows. */
function inSections<Row extends { cells: Cells }>(rows: readonly Row[], columnId: ColumnId): Row[] {
  const sections = new Map<CellValue | null, Row[]>()
  for (const row of rows) {
    const name = comparable(row.cells[columnId] ?? null)
    sections.set(name, [...(sections.get(name) ?? []), row])
  }
  return [...sections.values()].flat()
}

/** Compares texts as a dictionary of the language does, numbers within them by their value. */
function comparerOf(language: string): (one: CellValue, other: CellValue) => number {
  let collator: Intl.Collator
  try {
    collator = new Intl.Collator(language, { numeric: true })
  } catch {
    collator = new Intl.Collator(undefined, { numeric: true })
  }
  return (one, other) => {
    if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other)
    return Number(one) - Number(other)
  }
}

/** The size of a text in UTF-8. Without the engine's encoder, which Node and browsers have in different places. */
function utf8BytesOf(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) as number
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes
}
