import { displayCell, type Row, type Table, writeCell } from '@placard/contract'
import type { Spot } from './selection.ts'

/** The cells with a text in them: in order, and by row the ids of their columns between spaces. */
export type Found = { spots: Spot[]; cells: Map<string, string> }

/** Finds cells by what they show, or by what is typed in them. Capital letters do not matter. */
export function findCells(sought: string, { columns, language }: Table, rows: readonly Row[]): Found {
  const found: Found = { spots: [], cells: new Map() }
  const wanted = sought.trim().toLocaleLowerCase()
  if (wanted === '') return found
  for (const [row, { id, cells }] of rows.entries()) {
    for (const [column, one] of columns.entries()) {
      const value = cells[one.id]
      if (value === undefined || one.type === 'picture') continue
      const texts = [displayCell(one, value, language), writeCell(one, value, language)]
      if (!texts.some((text) => text.toLocaleLowerCase().includes(wanted))) continue
      found.spots.push({ row, column })
      found.cells.set(id, `${found.cells.get(id) ?? ' '}${one.id} `)
    }
  }
  return found
}
