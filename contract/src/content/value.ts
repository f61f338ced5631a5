import { MAX_VALUES_PER_TEXT, VALUE_CHARACTERS } from '../platform/constants.ts'
import { ColumnId, RowId, TableId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { WEATHER_FIGURES, type WeatherFigure } from './weather-shapes.ts'

/** One cell of a table of the organisation. Names of the table, the row and the column may change: their ids do not. */
export const CellOfTable = z.strictObject({
  of: z.literal('cell'),
  tableId: TableId,
  rowId: RowId,
  columnId: ColumnId,
})
export type CellOfTable = z.infer<typeof CellOfTable>

/**
 * A cell of the row of today: the first row of a table whose date in a column is the date at the display. Conditions compare it; texts
 * do not have it.
 */
export const CellOfToday = z.strictObject({
  of: z.literal('today'),
  tableId: TableId,
  /** A column of dates. */
  dateColumnId: ColumnId,
  columnId: ColumnId,
})
export type CellOfToday = z.infer<typeof CellOfToday>

/** A figure of the weather in the town of the display that shows the text or has the condition. */
export const WeatherHereNow = z.strictObject({ of: z.literal('weather'), figure: z.enum(WEATHER_FIGURES) })
export type WeatherHereNow = z.infer<typeof WeatherHereNow>

/** A value that changes by itself, and that texts show and conditions compare [DT4, DT6]. */
export const Value = z.discriminatedUnion('of', [CellOfTable, WeatherHereNow])
export type Value = z.infer<typeof Value>

/** A value that conditions compare. */
export const ComparedValue = z.discriminatedUnion('of', [CellOfTable, CellOfToday, WeatherHereNow])
export type ComparedValue = z.infer<typeof ComparedValue>

/** Two values with the same key are the same value. */
export function keyOfValue(value: ComparedValue): string {
  switch (value.of) {
    case 'cell':
      return `${value.tableId}/${value.rowId}/${value.columnId}`
    case 'today':
      return `${value.tableId}/@${value.dateColumnId}/${value.columnId}`
    case 'weather':
      return value.figure
  }
}

/** Two conditions with the same key have the same answer. */
export const keyOfCondition = ({
  all,
  otherwise,
}: {
  all: readonly { value: ComparedValue; operator: string; constant?: string | number | boolean | undefined }[]
  otherwise: string
}): string =>
  JSON.stringify([all.map(({ value, operator, constant }) => [keyOfValue(value), operator, constant]), otherwise])

/** The source of all figures of the weather, whatever the town. */
export const WEATHER_VALUES = 'weather'

/** The thing whose change may change the value: the table of a cell, or the weather. */
export function sourceOfValue(value: ComparedValue): string {
  return value.of === 'weather' ? WEATHER_VALUES : value.tableId
}

export const isWeatherValue = (value: ComparedValue): value is WeatherHereNow => value.of === 'weather'

/**
 * A value in a text: `{cell _t-0123456789abcdefghij/soup/ab12cd}` or `{weather temperature}`. The ids are those of `TableId`, `RowId`
 * and `ColumnId`.
 */
const VALUE_WORDS =
  /\{(?:cell (_t-[a-z0-9]{20})\/([a-z0-9][a-z0-9_-]{0,63})\/([a-z0-9]{6})|weather (temperature|weather|high|low|wind))\}/g

/** The way in which a text contains a value. `withValues` finds it. */
export const wordsOfValue = (value: Value): string => `{${value.of} ${keyOfValue(value)}}`

/** The text with each of its values replaced. */
export function withValues(text: string, textOf: (value: Value) => string): string {
  return text.replace(VALUE_WORDS, (_, tableId?: string, rowId?: string, columnId?: string, figure?: WeatherFigure) =>
    textOf(figure ? { of: 'weather', figure } : ({ of: 'cell', tableId, rowId, columnId } as Value)),
  )
}

/** The values that a text contains, in order. A value that it contains twice is in the list twice. */
export function valuesIn(text: string): Value[] {
  const values: Value[] = []
  withValues(text, (value) => {
    values.push(value)
    return ''
  })
  return values
}

/** The length of a text, in which a value counts as VALUE_CHARACTERS. */
export const lengthWithValues = (text: string): number => withValues(text, () => ' '.repeat(VALUE_CHARACTERS)).length

export const hasFewValues = (text: string): boolean => valuesIn(text).length <= MAX_VALUES_PER_TEXT

/** A value that a text contains, as it is now. Without Zod, because every page of the dashboard would carry the schema. */
export type ValueInText = {
  value: Value
  /** The names of its table, its row and its column: `Menu: Soup: Price`, or of the figure. Absent: one of them was removed. */
  name?: string
  /** The value as it is written on screens. Absent: there is none, so its line or its paragraph is not shown. */
  text?: string
}

/** Fields of everything that contains values. */
export const SHOWN_WITH_VALUES = {
  /** Each value once. */
  values: z.custom<ValueInText[]>(Array.isArray),
  /** Nothing of it is shown, because values are missing. The texts beside this have the names of these in braces. */
  isOff: z.literal(true).optional(),
}
