import {
  type CellInput,
  ColumnId,
  type ColumnType,
  CreateTable,
  isBlank,
  MAX_COLUMN_NAME_CHARACTERS,
  MAX_COLUMNS_PER_TABLE,
  MAX_MOVE_IN_PATH_CHARACTERS,
  MAX_ROWS_PER_TABLE,
  MAX_TABLE_BYTES,
  problemOf,
  readCell,
  tidyText,
} from '@placard/contract'
import { sayable } from '../archives/names.ts'
import type { LeftOut } from '../archives/source.ts'
import { isFileCell, type PlannedCell, type PlannedTable } from '../plan.ts'
import { type Differs, type Reason, why } from '../reasons.ts'
import { asList, asNumber, asText, asThing, isYes, titleFrom } from './values.ts'
import { wordsOf } from './words.ts'

/** A data set of Xibo as a table. */
export type DataSet = {
  table: PlannedTable
  /** The columns of the table for each column of the data set, by its id. */
  columnsOf: ReadonlyMap<string, readonly ColumnId[]>
  /** The reason why it cannot be a table here. Absent: it can. */
  stays?: Reason
}

type Around = {
  /** Identifies the export in the plan. */
  path: string
  /** The path in the plan of a file of the library, by its id. */
  fileOf: (mediaId: string) => string | undefined
}

/** The numbers that Xibo has for types of data. Any other type is words: texts, and addresses of pictures elsewhere. */
const NUMBER = 2
const DATE = 3
const PICTURE = 5
const HTML = 6
/** The number that Xibo has for columns whose values it calculates. */
const FORMULA = 2

/** A moment as a database writes it. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?)?$/
/** A date that some databases write for an empty cell. */
const NO_DATE = /^0000-00-00/

/** Values are written as every language reads them. */
const LANGUAGE = 'en'

/**
 * Reads the data sets of an export as tables with typed columns. A column with a value that is not of its type becomes words. The
 * addresses and passwords that a data set follows are not read.
 */
export function readDataSets(
  document: unknown,
  around: Around,
): { tables: readonly PlannedTable[]; byId: ReadonlyMap<string, DataSet>; left: readonly LeftOut[] } {
  const tables: PlannedTable[] = []
  const byId = new Map<string, DataSet>()
  const left: LeftOut[] = []
  const paths = new Map<string, number>()
  const source = around.path.replace(/\/+$/, '')
  for (const raw of asList(document).map(asThing)) {
    const name = titleFrom(raw.dataSet, '?')
    const path = freeName(sayable(`${source} › ${name}`), paths, MAX_MOVE_IN_PATH_CHARACTERS)
    const { formulas, ...set } = readDataSet(raw, { ...around, path, name })
    if (set.stays) left.push({ path: sayable(name), reason: set.stays, isEntry: true })
    else tables.push(set.table)
    for (const formula of set.stays ? [] : formulas) {
      left.push({ path: sayable(`${name} › ${formula}`), reason: why('formula'), isEntry: true })
    }
    const id = asText(raw.dataSetId)
    if (!byId.has(id)) byId.set(id, set)
  }
  return { tables, byId, left }
}

/** `formulas`: the names of the columns that are left out. */
function readDataSet(
  raw: Record<string, unknown>,
  { path, name, fileOf }: Around & { name: string },
): DataSet & { formulas: string[] } {
  const inOrder = asList(raw.columns)
    .map(asThing)
    .sort((one, other) => (asNumber(one.columnOrder) ?? 0) - (asNumber(other.columnOrder) ?? 0))
  const data = asList(raw.data).map(asThing)
  const tooMany = tooManyIn(inOrder.length, data.length)
  if (tooMany) {
    const table = { path, name, columns: [], rows: [] }
    return { table, columnsOf: new Map(), formulas: [], stays: tooMany }
  }
  const columns: PlannedTable['columns'][number][] = []
  const rows = data.map((): Record<string, PlannedCell> => ({}))
  const columnsOf = new Map<string, ColumnId[]>()
  const formulas: string[] = []
  const names = new Map<string, number>()
  let lacksPictures = false
  for (const { heading: named, dataTypeId, dataSetColumnTypeId, dataSetColumnId } of inOrder) {
    const heading = asText(named)
    if (asNumber(dataSetColumnTypeId) === FORMULA) {
      formulas.push(heading)
      continue
    }
    const texts = data.map((row) => (Object.hasOwn(row, heading) ? textOf(row[heading]) : ''))
    const read = readColumn(asNumber(dataTypeId), texts, fileOf)
    const ids = read.map(({ type, cells, suffix }) => {
      const id = ColumnId.parse(`x${columns.length.toString(36).padStart(5, '0')}`)
      columns.push({ id, type, name: freeName(headingOf(heading) + suffix, names, MAX_COLUMN_NAME_CHARACTERS) })
      for (const [at, cell] of cells.entries()) {
        const row = rows[at]
        if (row && cell !== null) row[id] = cell
      }
      return id
    })
    columnsOf.set(asText(dataSetColumnId), ids)
    lacksPictures ||= read.some(({ isPart }) => isPart)
  }
  const differs: Differs | undefined = isYes(raw.isRemote)
    ? 'followed'
    : rows.length === 0
      ? 'without-rows'
      : lacksPictures
        ? 'pictures-stayed'
        : undefined
  const table = { path, name, columns, rows, ...(differs ? { differs } : {}) }
  const stays = problemWith(table)
  return { table, columnsOf, formulas, ...(stays ? { stays } : {}) }
}

const textOf = (value: unknown): string => (typeof value === 'boolean' ? String(value) : asText(value))

const headingOf = (heading: string): string => {
  const words = tidyText(heading.replace(/[^\P{Cc}]/gu, ' '))
  return isBlank(words) ? '?' : words
}

/** Checked before the cells are read. */
function tooManyIn(columns: number, rows: number): Reason | undefined {
  if (columns > MAX_COLUMNS_PER_TABLE) return 'error.too-many-columns'
  return rows > MAX_ROWS_PER_TABLE ? 'error.too-many-rows' : undefined
}

/** The limit of tables that it exceeds. */
function problemWith({ name, columns, rows }: PlannedTable): Reason | undefined {
  const cells = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => !isFileCell(cell))))
  const judged = CreateTable.safeParse({ name, columns, rows: cells.map((one) => ({ cells: one })) })
  if (!judged.success) return `error.${problemOf(judged.error).code}`
  const encoder = new TextEncoder()
  const bytes = cells.reduce((sum, one) => sum + encoder.encode(JSON.stringify(one)).length, 0)
  return bytes > MAX_TABLE_BYTES ? 'error.table-too-large' : undefined
}

type ReadColumn = {
  type: ColumnType
  cells: readonly (PlannedCell | null)[]
  /** Follows the heading, if one column becomes two. */
  suffix: string
  /** Some of its files are not in the export. */
  isPart: boolean
}

function readColumn(dataType: number | undefined, texts: readonly string[], fileOf: Around['fileOf']): ReadColumn[] {
  switch (dataType) {
    case NUMBER:
      return [numbersIn(texts) ?? wordsIn(texts)]
    case DATE:
      return momentsIn(texts) ?? [wordsIn(texts)]
    case PICTURE:
      return [picturesIn(texts, fileOf)]
    case HTML:
      return [wordsIn(texts.map(wordsOf))]
    default:
      return [wordsIn(texts)]
  }
}

/** Undefined: a text is no number. */
function numbersIn(texts: readonly string[]): ReadColumn | undefined {
  const numbers: (number | null)[] = []
  for (const text of texts) {
    const number = isBlank(text) ? null : asNumber(text)
    if (number === undefined || !isValue('number', number)) return undefined
    numbers.push(number)
  }
  return columnOf('number', numbers)
}

/** A column of dates, and one of times if there are any. Undefined: a text is no moment. */
function momentsIn(texts: readonly string[]): ReadColumn[] | undefined {
  const days: (string | null)[] = []
  const times: (string | null)[] = []
  for (const text of texts) {
    const bare = NO_DATE.test(text) ? '' : text.trim()
    const [, day = null, time = null] = MOMENT.exec(bare) ?? []
    if ((bare !== '' && day === null) || !isValue('date', day) || !isValue('time', time)) return undefined
    days.push(day)
    times.push(time)
  }
  const hasTimes = times.some((time) => time !== null && time !== '00:00')
  const dates = columnOf('date', days)
  return hasTimes ? [dates, { ...columnOf('time', times), suffix: ' (time)' }] : [dates]
}

/** Xibo writes 0 for no picture. */
function picturesIn(texts: readonly string[], fileOf: Around['fileOf']): ReadColumn {
  const named = texts.map((text) => (isBlank(text) || text === '0' ? null : text))
  const cells = named.map((mediaId) => {
    const file = mediaId === null ? undefined : fileOf(mediaId)
    return file === undefined ? null : { file }
  })
  return { ...columnOf('picture', cells), isPart: named.some((mediaId, at) => mediaId !== null && cells[at] === null) }
}

/** Control characters, which no cell can have, become blanks. */
function wordsIn(texts: readonly string[]): ReadColumn {
  const words = texts.map((text) => text.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, ' '))
  return columnOf(
    'words',
    words.map((one) => (isBlank(one) ? null : one)),
  )
}

const columnOf = (type: ColumnType, cells: readonly (PlannedCell | null)[]): ReadColumn => ({
  type,
  cells,
  suffix: '',
  isPart: false,
})

const isValue = (type: ColumnType, value: CellInput): boolean => 'value' in readCell({ type }, value, LANGUAGE)

/** The longest " (2)" of a name that others have. */
const NUMBER_CHARACTERS = 8

/**
 * A name that none of the others has, capital letters aside.
 *
 * @param taken for each name, the last number that it got
 */
function freeName(name: string, taken: Map<string, number>, mostCharacters: number): string {
  const short = name
    .slice(0, mostCharacters - NUMBER_CHARACTERS)
    .trim()
    .toWellFormed()
  const fold = (text: string) => text.normalize('NFC').toLowerCase()
  let count = taken.get(fold(short)) ?? 0
  let free: string
  do {
    count += 1
    free = count === 1 ? short : `${short} (${count})`
  } while (count > 1 && taken.has(fold(free)))
  taken.set(fold(short), count)
  if (count > 1) taken.set(fold(free), 1)
  return free
}
