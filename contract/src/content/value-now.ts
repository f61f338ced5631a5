import type { ManifestCondition } from './read-condition.ts'
import type { CellValue, Column } from './table.ts'
import type { ComparedValue } from './value.ts'
import type { TemperatureUnit, WindUnit } from './weather-shapes.ts'

// Without Zod, because every page of the dashboard would carry the schema.

/** A value at this moment, with what is needed to compare it and to write it for people. */
export type ValueNow = {
  of: ComparedValue
  /** The names of the table, of the row (its first text) and of the column, for people who edit. Empty for the weather. */
  names: string[]
  /** Its type says how the value is compared and written. */
  column: Pick<Column, 'type' | 'currency' | 'decimals'>
  /** BCP 47: the language of the table, or of the display. */
  language: string
  /**
   * The unit in which people see a figure of the weather. The value itself, and what it is compared with, are in degrees Celsius or
   * metres per second.
   */
  unit?: TemperatureUnit | WindUnit
  /** null: the cell is empty, or there is no forecast. An empty cell of yes or no counts as no. */
  value: CellValue | null
  /**
   * The values by the dates of their rows, like `2026-12-24`, if the value is a cell of the row of today. `value` is then null.
   */
  byDate?: Record<string, CellValue | null>
  /**
   * The answers to the conditions of the programme that compare the value by the clock, for weeks before and after, by the keys of the
   * conditions (`keyOfCondition`). Only programmes have them. Absent: none compares it so.
   */
  answers?: Record<string, ManifestCondition>
  /** The value is too old from this instant on: milliseconds since 1970. Absent: it stays until it is changed. */
  until?: number
}
