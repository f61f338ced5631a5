import { type Column, displayCell, type Row } from '@placard/contract'

const WIDTHS_PX = { number: 110, money: 120, date: 132, time: 92, 'yes-no': 96, picture: 108 } as const
const WORDS_PX = { least: 140, most: 360, around: 28, letter: 7.6 }
/** Rows whose texts decide how wide a column is. */
const MEASURED_ROWS = 200

/** The width of a column: as its type needs, or as its usual texts do. */
export function widthOf(column: Column, rows: readonly Row[], language: string): number {
  const named = column.name.length * WORDS_PX.letter + 44
  if (column.type !== 'words') return Math.round(Math.max(WIDTHS_PX[column.type], Math.min(named, 220)))
  const letters = rows.slice(0, MEASURED_ROWS).map((row) => displayCell(column, row.cells[column.id], language).length)
  const usual = letters.sort((one, other) => one - other)[Math.floor(letters.length * 0.9)] ?? 0
  const wanted = Math.max(named, usual * WORDS_PX.letter + WORDS_PX.around)
  return Math.round(Math.min(WORDS_PX.most, Math.max(WORDS_PX.least, wanted)))
}

/** Numbers stand at the end of their cells, so that their digits are below each other. */
export const alignOf = ({ type }: Column): 'end' | 'center' | undefined =>
  type === 'number' || type === 'money' ? 'end' : type === 'yes-no' ? 'center' : undefined

/** The name of a row for people: its first text. */
export function nameOfRow(columns: readonly Column[], row: Row, language: string): string {
  for (const column of columns) {
    const text = column.type === 'picture' ? '' : displayCell(column, row.cells[column.id], language)
    if (text !== '') return text
  }
  return ''
}
