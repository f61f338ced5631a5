import {
  type Cells,
  type CellValue,
  type ComparedValue,
  cutAtWord,
  FIGURE_TYPES,
  keyOfValue,
  type OrganisationId,
  sourceOfValue,
  type TableId,
  titleOfRow,
  type ValueNow,
  valuesIn,
  withValues,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import * as store from './store.ts'

export { listTables, listUsing, selectUsing, THINGS_WITH_VALUES } from './store.ts'

/** Cells by their keys (`keyOfValue`). One is absent if its table, row or column was removed. */
export type ValuesNow = ReadonlyMap<string, ValueNow>

/** A value at this moment. undefined: there is no such value any more. */
export type FindValueNow = (value: ComparedValue) => ValueNow | undefined

/**
 * Reads the values that are cells of tables of one organisation, as they are now. Those of the weather depend on the display.
 *
 * @param known values that were read already
 */
export async function readValues(
  queries: Queries,
  organisationId: OrganisationId,
  values: readonly ComparedValue[],
  known: ValuesNow = new Map(),
): Promise<ValuesNow> {
  const wanted = new Map(
    values.flatMap((value) =>
      value.of === 'weather' || known.has(keyOfValue(value)) ? [] : [[keyOfValue(value), value] as const],
    ),
  )
  if (wanted.size === 0) return known
  const ids = [...new Set([...wanted.values()].map(({ tableId }) => tableId))]
  const tables = new Map((await store.listTables(queries, organisationId, ids)).map((table) => [table.id, table]))
  if (tables.size === 0) return known
  const rowIds = [...new Set([...wanted.values()].flatMap((value) => (value.of === 'cell' ? value.rowId : [])))]
  const rows = await store.listCells(queries, organisationId, [...tables.keys()], rowIds)
  const dated = await readDated(queries, organisationId, [...wanted.values()])
  const cellsOf = new Map(rows.map(({ tableId, rowId, cells }) => [`${tableId}/${rowId}`, cells]))
  const found = new Map(known)
  for (const [key, of] of wanted) {
    const { tableId, columnId } = of
    const table = tables.get(tableId)
    const column = table?.columns.find(({ id }) => id === columnId)
    if (!table || !column) continue
    const { language } = table
    const valueIn = (cells: Cells) => cells[columnId] ?? (column.type === 'yes-no' ? false : null)
    if (of.of === 'today') {
      const dates = table.columns.find(({ id, type }) => id === of.dateColumnId && type === 'date')
      if (!dates) continue
      const byDate: Record<string, CellValue | null> = {}
      for (const cells of table.isHidden ? [] : (dated.get(tableId) ?? [])) {
        const date = cells[dates.id]
        // The first row of a date counts.
        if (typeof date === 'string' && !Object.hasOwn(byDate, date)) byDate[date] = valueIn(cells)
      }
      found.set(key, { of, names: [table.name, dates.name, column.name], column, language, value: null, byDate })
      continue
    }
    const cells = cellsOf.get(`${tableId}/${of.rowId}`)
    if (!cells) continue
    found.set(key, {
      of,
      names: [table.name, titleOfRow(table.columns, cells, language), column.name],
      column,
      language,
      value: table.isHidden ? null : valueIn(cells),
    })
  }
  return found
}

/** The cells of all rows, in order, of the tables whose row of today is wanted. */
async function readDated(
  queries: Queries,
  organisationId: OrganisationId,
  wanted: readonly CellsOfTables[],
): Promise<ReadonlyMap<TableId, Cells[]>> {
  const ids = new Set(wanted.flatMap((value) => (value.of === 'today' ? value.tableId : [])))
  const found = new Map<TableId, Cells[]>()
  for (const id of ids) found.set(id, await store.listAllCells(queries, organisationId, id))
  return found
}

type CellsOfTables = Exclude<ComparedValue, { of: 'weather' }>

/** Longer names are cut. */
const NAME_CHARACTERS = 40

/** `Menu: Soup: Price`, or the figure of the weather. Braces end a name in a text, so a name has none. */
export function nameOfValue({ of, names }: Pick<ValueNow, 'of' | 'names'>): string {
  if (of.of === 'weather') return of.figure
  return names.map((name) => cutAtWord(name.replace(/[{}]/g, ''), NAME_CHARACTERS).trim() || '–').join(': ')
}

/** A text for people who read the log: the name of each value is in its place, in braces. */
export async function withValueNames(queries: Queries, organisationId: OrganisationId, text: string): Promise<string> {
  const used = valuesIn(text)
  if (used.length === 0) return text
  const values = await readValues(queries, organisationId, used)
  return withValues(text, (value) => {
    const now = value.of === 'weather' ? { of: value, names: [] } : values.get(keyOfValue(value))
    return `{${now ? nameOfValue(now) : '…'}}`
  })
}

/** A reason why a value cannot be chosen, and the part of it at fault. */
type NoValue = {
  problem: 'table-not-found' | 'row-not-found' | 'column-not-found'
  part: 'tableId' | 'rowId' | 'columnId' | 'dateColumnId'
}

/** The facts about a value that decide how it is compared. */
export type ValueFacts = Pick<ValueNow, 'names' | 'column' | 'language'>

/** Reads a value that somebody has chosen. */
export async function readChosenValue(
  queries: Queries,
  organisationId: OrganisationId,
  value: ComparedValue,
): Promise<ValueFacts | NoValue> {
  switch (value.of) {
    case 'weather':
      return { names: [], column: { type: FIGURE_TYPES[value.figure] }, language: 'en' }
    case 'cell':
    case 'today': {
      const now = (await readValues(queries, organisationId, [value])).get(keyOfValue(value))
      if (now) return now
      const [table] = await store.listTables(queries, organisationId, [value.tableId])
      if (!table) return { problem: 'table-not-found', part: 'tableId' }
      const isThere = table.columns.some(({ id }) => id === value.columnId)
      if (!isThere) return { problem: 'column-not-found', part: 'columnId' }
      if (value.of === 'today') return { problem: 'column-not-found', part: 'dateColumnId' }
      return { problem: 'row-not-found', part: 'rowId' }
    }
  }
}

/** The text that is stored beside a thing, so that a change of a source finds it: `,_t-…,_t-…,`. null: it uses no values. */
export function sourcesToStore(values: readonly ComparedValue[]): string | null {
  return values.length === 0 ? null : `,${[...new Set(values.map(sourceOfValue))].join(',')},`
}
