import {
  MAX_CELL_CHARACTERS,
  MAX_COLUMN_NAME_CHARACTERS,
  MAX_COLUMNS_PER_TABLE,
  MAX_ROW_KEY_CHARACTERS,
  MAX_ROWS_PER_TABLE,
} from '../platform/constants.ts'
import { ColumnId, OrganisationId, RowId, TableId } from '../platform/id.ts'
import { isBlank, isWellFormedText, Name, tidyText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { Language } from './language.ts'

/** The types of columns [DT1]. A cell is empty, or has a value of its column's type. */
export const COLUMN_TYPES = ['words', 'number', 'money', 'date', 'time', 'yes-no', 'picture'] as const
export const ColumnType = z.enum(COLUMN_TYPES)
export type ColumnType = z.infer<typeof ColumnType>

/**
 * The value of a cell. `words`: text with `\n` between lines. `number` and `money`: a number; money has at most the decimals of
 * its currency. `date`: `2026-12-24`. `time`: `08:30`. `yes-no`: true or false. `picture`: the id of a stored picture.
 */
export const CellValue = z.union([z.string(), z.number(), z.boolean()])
export type CellValue = z.infer<typeof CellValue>

/** The cells of a row by the ids of their columns. An absent cell is empty. */
export const Cells = z.record(z.string(), CellValue)
export type Cells = z.infer<typeof Cells>

/** ISO 4217, like EUR. */
export const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'currency-not-valid')

export const DEFAULT_CURRENCY = 'EUR'

/** Boards write no more decimals. */
export const MAX_COLUMN_DECIMALS = 6

export const Column = z.object({
  id: ColumnId,
  name: z.string(),
  type: ColumnType,
  /** With `money` only. ISO 4217. */
  currency: z.string().optional(),
  /** With `number` only: the decimals that each number is written with at least. Absent: none. */
  decimals: z.int().optional(),
  /** Fractional index, like that of a row. */
  position: z.string(),
  /** Raised by every change of the column. Compared with `If-Match`. */
  revision: z.int(),
})
export type Column = z.infer<typeof Column>

/** One row of a table. */
export const Row = z.object({
  id: RowId,
  /** Fractional index, compared by code units, so that a move changes only one row. */
  position: z.string(),
  cells: Cells,
  /** Raised by every change of the row. Compared with `If-Match`. */
  revision: z.int(),
})
export type Row = z.infer<typeof Row>

/** A table of an organisation, without its rows. */
export const Table = z.object({
  organisationId: OrganisationId,
  id: TableId,
  name: z.string(),
  /** BCP 47. Numbers and dates that are typed or pasted are read, and shown, as people write them in this language. */
  language: z.string(),
  /** In order. */
  columns: z.array(Column),
  /** The column whose values name the rows: no two rows have the same. null: the table has no key. */
  keyColumnId: ColumnId.nullable(),
  /** The number of rows. */
  rows: z.int(),
  /** The address that it follows. The cells of `columns` are those of the source and cannot be changed here. null: it follows none. */
  source: z
    .object({
      columns: z.array(ColumnId),
      /** It could not be read the last time. */
      isFailing: z.boolean(),
      /** It could not be read for the chosen time. */
      isStale: z.boolean(),
    })
    .nullable(),
  /** Raised by every change of the table or of a row. */
  revision: z.int(),
  /** Milliseconds since 1970. */
  changedAt: z.int(),
})
export type Table = z.infer<typeof Table>

/** One line of 1 to 80 characters. Two columns of a table have different names, capital letters aside. */
const ColumnName = z
  .string()
  .refine(isWellFormedText, 'text-not-well-formed')
  .transform(tidyText)
  .refine((name) => !isBlank(name), 'name-missing')
  .refine((name) => name.length <= MAX_COLUMN_NAME_CHARACTERS, 'too-long')

/**
 * A value as somebody typed it, or of the column's own type. Text is read by `readCell` for every type of column, so `"4,50"`
 * may stand for money. null and blank text: the cell is empty.
 */
export const CellInput = z.union([
  z.string().max(MAX_CELL_CHARACTERS, 'too-long').refine(isWellFormedText, 'text-not-well-formed'),
  z.number(),
  z.boolean(),
  z.null(),
])
export type CellInput = z.infer<typeof CellInput>

const ofColumns = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().max(MAX_COLUMN_NAME_CHARACTERS, 'column-not-found'), value)
    .refine((cells) => Object.keys(cells).length <= MAX_COLUMNS_PER_TABLE, 'too-many-columns')

/** Cells by the ids of their columns, or by the names. An absent cell is not changed. */
export const CellInputs = ofColumns(CellInput)
export type CellInputs = z.infer<typeof CellInputs>

export const CreateColumn = z.strictObject({
  /** Given by the sender to refer to it at once. Absent: generated. */
  id: ColumnId.optional(),
  name: ColumnName,
  type: ColumnType,
  /** With `money`. Absent: DEFAULT_CURRENCY. */
  currency: Currency.optional(),
  /** With `number`: the decimals that each number is written with at least, as in `2.50`. Absent or 0: none. */
  decimals: z.int().min(0).max(MAX_COLUMN_DECIMALS).optional(),
  /** The column that it follows; null: first. Absent: last. */
  after: ColumnId.nullable().optional(),
})
export type CreateColumn = z.infer<typeof CreateColumn>

/**
 * An absent field is not changed. A new type reads the cells of the column again; if one cannot be read, nothing changes
 * (`cells-do-not-fit`).
 */
export const UpdateColumn = CreateColumn.omit({ id: true }).partial()
export type UpdateColumn = z.infer<typeof UpdateColumn>

const newRow = {
  /** Given by the sender, so that it can refer to the row at once. Absent: generated. */
  id: RowId.optional(),
  cells: CellInputs,
}

/** `rows` follow each other in this order. */
export const CreateRows = z.strictObject({
  rows: z.array(z.strictObject(newRow)).min(1).max(MAX_ROWS_PER_TABLE, 'too-many-rows'),
  /** The row that they follow; null: first. Absent: last. */
  after: RowId.nullable().optional(),
})
export type CreateRows = z.infer<typeof CreateRows>

const changedCells = {
  cells: CellInputs,
  /**
   * The values that the sender saw, null for an empty cell. If one is another value now, the command is refused with
   * `changed-meanwhile`, so people in different cells of a row never meet. A cell that is absent here is not compared.
   */
  was: ofColumns(CellValue.nullable()).optional(),
}

export const UpdateRow = z.strictObject(changedCells)
export type UpdateRow = z.infer<typeof UpdateRow>

/** The cells of the row with this key from now on. An absent cell is not changed; a row that does not exist is made. */
export const PutRow = z.strictObject({ cells: CellInputs })
export type PutRow = z.infer<typeof PutRow>

/** Several changes that are one: what is pasted, cleared or removed at once. All of it is done, or nothing. */
export const ChangeRows = z.strictObject({
  /** New columns at the end, which `update` and `create` may already use. */
  columns: z
    .array(CreateColumn.omit({ after: true }))
    .max(MAX_COLUMNS_PER_TABLE, 'too-many-columns')
    .default([]),
  update: z
    .array(z.strictObject({ id: RowId, ...changedCells }))
    .max(MAX_ROWS_PER_TABLE, 'too-many-rows')
    .default([]),
  create: z.array(z.strictObject(newRow)).max(MAX_ROWS_PER_TABLE, 'too-many-rows').default([]),
  /** The row that the new ones follow; null: first. Absent: last. */
  after: RowId.nullable().optional(),
  remove: z.array(RowId).max(MAX_ROWS_PER_TABLE, 'too-many-rows').default([]),
})
export type ChangeRows = z.infer<typeof ChangeRows>

/** Puts rows behind another one (null: first), in the order in which they are. */
export const MoveRows = z.strictObject({
  rows: z.array(RowId).min(1).max(MAX_ROWS_PER_TABLE, 'too-many-rows'),
  after: RowId.nullable(),
})
export type MoveRows = z.infer<typeof MoveRows>

/** Puts all rows in the order of a column. Empty cells come last. */
export const SortRows = z.strictObject({ columnId: ColumnId, direction: z.enum(['up', 'down']) })
export type SortRows = z.infer<typeof SortRows>

/** A new table. Its columns and rows are made in the same command, for example from a sheet that was pasted. */
export const CreateTable = z.strictObject({
  name: Name,
  /** Absent: the language that most displays have. */
  language: Language.optional(),
  columns: z
    .array(CreateColumn.omit({ after: true }))
    .max(MAX_COLUMNS_PER_TABLE, 'too-many-columns')
    .default([]),
  rows: z.array(z.strictObject(newRow)).max(MAX_ROWS_PER_TABLE, 'too-many-rows').default([]),
})
export type CreateTable = z.infer<typeof CreateTable>

/** An absent field is not changed. `keyColumnId` null: the table has no key from then on. */
export const UpdateTable = z.strictObject({
  name: Name.optional(),
  language: Language.optional(),
  keyColumnId: ColumnId.nullable().optional(),
})
export type UpdateTable = z.infer<typeof UpdateTable>

/** The key of a row as it stands in an address, read like a typed cell. */
export const RowKey = z
  .string()
  .min(1)
  .max(MAX_ROW_KEY_CHARACTERS, 'too-long')
  .refine(isWellFormedText, 'text-not-well-formed')

/** The revision that the caller has. Absent: all rows are sent. */
export const TableQuery = z.strictObject({
  since: z
    .string()
    .regex(/^\d{1,15}$/, 'invalid-field')
    .transform(Number)
    .optional(),
})

/**
 * A table and its rows; and the answer to every command on a table, then with the rows that it changed. With `isWhole` these are
 * all rows. Otherwise they replace the caller's rows of the same ids, and `removed` have gone. Order rows by `position`, then by
 * `id`, each by code units.
 */
export const TableContents = z.object({
  table: Table,
  rows: z.array(Row),
  removed: z.array(RowId),
  isWhole: z.boolean(),
  /** The same as `table.revision`. */
  revision: z.int(),
})
export type TableContents = z.infer<typeof TableContents>

/** The error `changed-meanwhile` of a row has this as its `current`. */
export const CurrentRow = z.object({ row: Row })
export type CurrentRow = z.infer<typeof CurrentRow>
