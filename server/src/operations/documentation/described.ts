import { CellValue, Column, Line, Programme, TEMPERATURE_UNITS, Value, WIND_UNITS } from '@placard/contract'
import { z } from 'zod'

/**
 * Schemas of answers that the contract has as types alone, because the first page of a browser would carry them. A test parses real
 * answers with them.
 */

/** `ValueInText` of the contract. */
export const ValueInText = z.strictObject({
  value: Value,
  /** The names of its table, its row and its column, or of the figure. Absent: one of them was removed. */
  name: z.string().optional(),
  /** The value as it is written on screens. Absent: there is none, so its line or its paragraph is not shown. */
  text: z.string().optional(),
})

/** `ValueNow` of the contract. */
export const ValueNow = z.strictObject({
  of: Value,
  names: z.array(z.string()),
  column: Column.pick({ type: true, currency: true, decimals: true }),
  language: z.string(),
  unit: z.enum([...TEMPERATURE_UNITS, ...WIND_UNITS]).optional(),
  value: CellValue.nullable(),
  until: z.int().optional(),
})

/** By the schema that the contract has instead. */
export const DESCRIBED: ReadonlyMap<unknown, z.ZodType> = new Map<unknown, z.ZodType>([
  [Line.shape.shown.unwrap().shape.values, z.array(ValueInText)],
  [Programme.shape.values.unwrap(), z.array(ValueNow)],
])
