import {
  type CellValue,
  type Column,
  cutAtWord,
  isBlank,
  MAX_SHOWN_VALUE_CHARACTERS,
  type ManifestBoard,
} from '@placard/contract'
import { writerOf } from './board/cells.ts'

/**
 * A cell as a text of one line, written like in a board.
 *
 * @param language BCP 47, of the table
 * @returns undefined for an empty cell, and for yes or no and pictures, which have no text
 */
export function writtenCell(
  { type, currency, decimals }: Pick<Column, 'type' | 'currency' | 'decimals'>,
  value: CellValue | null,
  language: string,
): string | undefined {
  const column = {
    name: '',
    type,
    ...(currency === undefined ? {} : { currency }),
    ...(decimals === undefined ? {} : { decimals }),
  }
  const board: Pick<ManifestBoard, 'language' | 'rows' | 'columns'> = { language, rows: [[value]], columns: [column] }
  const text = cutAtWord(
    writerOf(
      board,
      0,
    )(value)
      .replace(/\s*\n\s*/g, ' ')
      .trim(),
    MAX_SHOWN_VALUE_CHARACTERS,
  )
  return isBlank(text) ? undefined : text
}

/** The types of columns whose cells a text can have. */
export const isTextual = ({ type }: Pick<Column, 'type'>): boolean => type !== 'yes-no' && type !== 'picture'
