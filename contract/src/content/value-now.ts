import { z } from '../platform/zod.ts'
import { CellValue, Column } from './table.ts'
import { Value } from './value.ts'
import { TEMPERATURE_UNITS, WIND_UNITS } from './weather-shapes.ts'

/** A value at this moment, with what is needed to compare it and to write it for people. */
export const ValueNow = z.object({
  of: Value,
  /** The names of the table, of the row (its first text) and of the column, for people who edit. Empty for the weather. */
  names: z.array(z.string()),
  /** Its type says how the value is compared and written. */
  column: Column.pick({ type: true, currency: true }),
  /** BCP 47: the language of the table, or of the display. */
  language: z.string(),
  /**
   * The unit in which people see a figure of the weather. The value itself, and what it is compared with, are in degrees Celsius or
   * metres per second.
   */
  unit: z.enum([...TEMPERATURE_UNITS, ...WIND_UNITS]).optional(),
  /** null: the cell is empty, or there is no forecast. An empty cell of yes or no counts as no. */
  value: CellValue.nullable(),
  /** The value is too old from this instant on: milliseconds since 1970. Absent: it stays until it is changed. */
  until: z.int().optional(),
})
export type ValueNow = z.infer<typeof ValueNow>
