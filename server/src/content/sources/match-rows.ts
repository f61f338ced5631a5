import { randomUUID } from 'node:crypto'
import { type CellValue, type ColumnId, type Row, RowId } from '@placard/contract'
import { positionsBehind } from '../../platform/database/position.ts'
import type { RowChange } from '../tables/service.ts'

/** A value of the source: null for an empty cell, undefined for one that is no value of its column's type. */
type Value = CellValue | null | undefined

type Matched = { before: Row | undefined; values: readonly Value[]; isSure: boolean }

/**
 * The changes by which the rows of a table become those of its source, in its order.
 *
 * A row is known again by the key. Without a key, or with an empty one, it is known by all of its values, or else by the first
 * column; the others replace the remaining rows in order. Cells of other columns stay with their rows. A cell that is no value of
 * its column's type stays as it was if the row is known for sure, and is empty otherwise.
 *
 * @param present the rows of the table in order
 * @param columnIds the columns that the source has, each with a value in every one of `values`
 * @param keyAt the index of the key among them; undefined: no key
 * @returns `twice`: keys that several rows of the source have, of which only the first counts
 */
export function matchRows(
  present: readonly Row[],
  columnIds: readonly ColumnId[],
  keyAt: number | undefined,
  values: readonly (readonly Value[])[],
): { changes: RowChange[]; twice: CellValue[] } {
  const { rows, twice } = keyAt === undefined ? { rows: values, twice: [] } : withoutTwice(values, keyAt)
  const matched = matchedRows(present, columnIds, keyAt, rows)
  const used = new Set(matched.flatMap(({ before }) => before?.id ?? []))
  const removed = present.flatMap((before): RowChange[] => (used.has(before.id) ? [] : [{ before, after: null }]))
  const positions = positionsOf(matched)
  const changes = matched.flatMap(({ before, values: own, isSure }, at): RowChange[] => {
    const cells: Record<string, CellValue> = { ...before?.cells }
    for (const [index, id] of columnIds.entries()) {
      const value = own[index]
      if (value === undefined && isSure) continue
      if (value === undefined || value === null) delete cells[id]
      else cells[id] = value
    }
    const position = positions[at] as string
    if (!before) return [{ before: null, after: { id: RowId.parse(randomUUID()), position, cells, revision: 1 } }]
    const isSame = before.position === position && columnIds.every((id) => before.cells[id] === cells[id])
    return isSame ? [] : [{ before, after: { ...before, position, cells, revision: before.revision + 1 } }]
  })
  return { changes: [...changes, ...removed], twice }
}

function withoutTwice(values: readonly (readonly Value[])[], keyAt: number) {
  const seen = new Set<CellValue>()
  const twice = new Set<CellValue>()
  const rows = values.filter((row) => {
    const key = row[keyAt]
    if (key === null || key === undefined) return true
    if (!seen.has(key)) return seen.add(key)
    twice.add(key)
    return false
  })
  return { rows, twice: [...twice] }
}

function matchedRows(
  present: readonly Row[],
  columnIds: readonly ColumnId[],
  keyAt: number | undefined,
  rows: readonly (readonly Value[])[],
): Matched[] {
  const left = new Set(present)
  const found = new Map<number, Row>()
  const sure = new Set<number>()
  /** Matches each row that is not matched yet with the first remaining one that has the same name. */
  const matchBy = (nameOf: (value: (index: number) => Value) => string | undefined) => {
    const byName = new Map<string, Row[]>()
    for (const row of left) {
      const name = nameOf((index) => row.cells[columnIds[index] as ColumnId] ?? null)
      if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), row])
    }
    for (const [at, values] of rows.entries()) {
      const name = found.has(at) ? undefined : nameOf((index) => values[index])
      const row = name === undefined ? undefined : byName.get(name)?.shift()
      if (!row) continue
      found.set(at, row)
      sure.add(at)
      left.delete(row)
    }
  }
  const textOf = (value: Value) => (value === undefined ? undefined : JSON.stringify(value))
  if (keyAt !== undefined) matchBy((value) => (value(keyAt) === null ? undefined : textOf(value(keyAt))))
  const hasNoKey = (value: (index: number) => Value) => keyAt === undefined || (value(keyAt) ?? null) === null
  matchBy((value) => (hasNoKey(value) ? JSON.stringify(columnIds.map((_, index) => value(index) ?? null)) : undefined))
  matchBy((value) => (hasNoKey(value) && value(0) !== null ? textOf(value(0)) : undefined))
  const others = [...left].filter((row) => keyAt === undefined || row.cells[columnIds[keyAt] as ColumnId] === undefined)
  for (const [at, values] of rows.entries()) {
    if (found.has(at) || !hasNoKey((index) => values[index])) continue
    const row = others.shift()
    if (row) found.set(at, row)
  }
  return rows.map((values, at) => ({ before: found.get(at), values, isSure: sure.has(at) }))
}

/** Rows that are in order keep their positions, and new ones get some between them. Otherwise all get new ones. */
function positionsOf(matched: readonly Matched[]): string[] {
  const kept = matched.flatMap(({ before }) => before ?? [])
  const isInOrder = kept.every((row, at) => at === 0 || (kept[at - 1]?.position ?? '') < row.position)
  const anew = () => positionsBehind([], 0, matched.length) ?? []
  if (!isInOrder) return anew()
  const positions: string[] = []
  let behind = 0
  for (let at = 0; at < matched.length; ) {
    const { before } = matched[at] as Matched
    if (before) {
      positions.push(before.position)
      behind += 1
      at += 1
      continue
    }
    const next = matched.findIndex((one, index) => index > at && one.before)
    const count = (next < 0 ? matched.length : next) - at
    const own = positionsBehind(kept, behind, count)
    if (!own) return anew()
    positions.push(...own)
    at += count
  }
  return positions
}
