import type { ValueNow } from '@placard/contract'
import { writtenCell } from '../written-cell.ts'
import { temperatureInWords, windInWords } from './words.ts'

/** A value as a text of one line. undefined: it is missing, or has no text. */
export function writtenValue({ column, value, language, unit }: Omit<ValueNow, 'of' | 'names'>): string | undefined {
  if (typeof value !== 'number' || unit === undefined) return writtenCell(column, value, language)
  return unit === 'celsius' || unit === 'fahrenheit'
    ? temperatureInWords(value, unit, language)
    : windInWords(value, unit, language)
}
