import {
  MAX_BOARD_COLUMNS,
  MAX_BOARD_FILTERS,
  MAX_CELL_CHARACTERS,
  MAX_HEADING_CHARACTERS,
} from '../platform/constants.ts'
import { ColumnId, TableId } from '../platform/id.ts'
import { emptyIfBlank, isWellFormedText, tidyText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { BOARD_LOOKS, BOARD_PARTS } from './board-looks.ts'

export const BoardLook = z.enum(BOARD_LOOKS)
export const BoardPart = z.enum(BOARD_PARTS)

/** Rows in the order of a column. Empty cells come last. */
export const BoardSort = z.strictObject({ columnId: ColumnId, direction: z.enum(['up', 'down']) })
export type BoardSort = z.infer<typeof BoardSort>

/**
 * Shows only some rows. `is` and `is-not` compare a cell with `value`; null stands for an empty cell, and an empty yes/no cell
 * counts as no. `today` compares a date with the day at the display.
 */
export const BoardFilter = z.discriminatedUnion('is', [
  z.strictObject({
    columnId: ColumnId,
    is: z.enum(['is', 'is-not']),
    value: z.union([
      z
        .string()
        .max(MAX_CELL_CHARACTERS, 'too-long')
        .refine(isWellFormedText, 'text-not-well-formed')
        .transform(emptyIfBlank),
      z.number(),
      z.boolean(),
      z.null(),
    ]),
  }),
  z.strictObject({ columnId: ColumnId, is: z.literal('today') }),
])
export type BoardFilter = z.infer<typeof BoardFilter>

/** A table drawn on the screen [DT3]: the table, the look, and the rows and columns that are shown. */
export const Board = z.strictObject({
  tableId: TableId,
  look: BoardLook,
  /** One line above the rows. Empty: none. */
  title: z
    .string()
    .refine(isWellFormedText, 'text-not-well-formed')
    .transform(emptyIfBlank)
    .transform(tidyText)
    .refine((text) => text.length <= MAX_HEADING_CHARACTERS, 'too-long')
    .default(''),
  /**
   * The column that plays each part of the look; null: no column does. A part that is absent here is guessed from the names and
   * types of the columns.
   */
  parts: z.partialRecord(BoardPart, ColumnId.nullable()).default({}),
  /** The columns of the plain look, in order. Absent: the first ones of the table. */
  columns: z.array(ColumnId).min(1).max(MAX_BOARD_COLUMNS, 'too-many-columns').optional(),
  /** Absent: the order that is usual for the look, or else that of the table. */
  sort: BoardSort.optional(),
  /** Rows must pass all of them. */
  filters: z.array(BoardFilter).max(MAX_BOARD_FILTERS, 'invalid-field').default([]),
  /** With the look `days`: each date returns every year, like a birthday. */
  yearly: z.boolean().optional(),
})
export type Board = z.infer<typeof Board>
