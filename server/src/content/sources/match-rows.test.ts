import { type CellValue, ColumnId, Row } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionsBehind } from '../../platform/database/position.ts'
import { matchRows } from './match-rows.ts'

const [NAME, PRICE, OWN] = ['name01', 'price1', 'own001'].map((id) => ColumnId.parse(id)) as [
  ColumnId,
  ColumnId,
  ColumnId,
]
const rowsOf = (cells: readonly Record<string, CellValue>[]): Row[] => {
  const positions = positionsBehind([], 0, cells.length) ?? []
  return cells.map((one, at) => Row.parse({ id: `r${at}`, position: positions[at], cells: one, revision: 1 }))
}
/** The rows after the changes, in order. */
function after(present: readonly Row[], changes: ReturnType<typeof matchRows>['changes']): Row[] {
  const rows = new Map(present.map((row) => [row.id, row]))
  for (const { before, after: next } of changes) {
    if (before) rows.delete(before.id)
    if (next) rows.set(next.id, next)
  }
  return [...rows.values()].sort((one, other) => (one.position < other.position ? -1 : 1))
}

describe('[DT2] rows of a source', () => {
  it('are known again by their key, and cells of one’s own stay with them', () => {
    const present = rowsOf([
      { [NAME]: 'Soup', [PRICE]: 4, [OWN]: true },
      { [NAME]: 'Cake', [PRICE]: 3 },
    ])
    const { changes } = matchRows(present, [NAME, PRICE], 0, [
      ['Cake', 3],
      ['Tea', 2],
      ['Soup', 5],
    ])
    const rows = after(present, changes)
    expect(rows.map(({ cells }) => [cells[NAME], cells[PRICE], cells[OWN]])).toEqual([
      ['Cake', 3, undefined],
      ['Tea', 2, undefined],
      ['Soup', 5, true],
    ])
    expect([rows[0]?.id, rows[2]?.id]).toEqual(['r1', 'r0'])
  })

  it('without a key are known by all values, then by the first column, then by their order', () => {
    const present = rowsOf([
      { [NAME]: 'Soup', [PRICE]: 4 },
      { [NAME]: 'Cake', [PRICE]: 3 },
      { [NAME]: 'Tea', [PRICE]: 2 },
    ])
    const { changes } = matchRows(present, [NAME, PRICE], undefined, [
      ['Tea', 2],
      ['Soup', 9],
      ['Pie', 1],
    ])
    expect(after(present, changes).map(({ id }) => id)).toEqual(['r2', 'r0', 'r1'])
  })

  it('that are new between others change none of them', () => {
    const present = rowsOf([{ [NAME]: 'A' }, { [NAME]: 'C' }])
    const { changes } = matchRows(present, [NAME], 0, [['A'], ['B'], ['C'], ['D']])
    expect(changes.map(({ before, after: next }) => [before?.id, next?.cells[NAME]])).toEqual([
      [undefined, 'B'],
      [undefined, 'D'],
    ])
  })

  it('keep a cell that cannot be read if they are known for sure, and lose it otherwise', () => {
    const present = rowsOf([
      { [NAME]: 'Soup', [PRICE]: 4 },
      { [NAME]: 'Cake', [PRICE]: 3 },
    ])
    const { changes } = matchRows(present, [NAME, PRICE], undefined, [
      ['Soup', undefined],
      ['Pie', undefined],
    ])
    expect(after(present, changes).map(({ cells }) => cells)).toEqual([
      { [NAME]: 'Soup', [PRICE]: 4 },
      { [NAME]: 'Pie' },
    ])
  })

  it('[DT9] whatever comes, the table has the rows of the source in order, and the same answer changes nothing more', () => {
    const value = fc.constantFrom<CellValue | null | undefined>('a', 'b', 'c', 1, 2, null, undefined)
    const values = fc.array(fc.tuple(value, value), { maxLength: 12 })
    fc.assert(
      fc.property(values, values, fc.constantFrom(undefined, 0, 1), (first, second, keyAt) => {
        const start = after([], matchRows([], [NAME, PRICE], keyAt, first).changes)
        const { changes } = matchRows(start, [NAME, PRICE], keyAt, second)
        const rows = after(start, changes)
        const seen = new Set<unknown>()
        const wanted = second.filter((row) => {
          const key = keyAt === undefined ? null : (row[keyAt] ?? null)
          if (key === null) return true
          return seen.has(key) ? false : seen.add(key)
        })
        expect(rows).toHaveLength(wanted.length)
        for (const [at, row] of rows.entries()) {
          for (const [index, id] of [NAME, PRICE].entries()) {
            const one = wanted[at]?.[index]
            if (one !== undefined) expect(row.cells[id] ?? null).toBe(one)
          }
        }
        const again = matchRows(rows, [NAME, PRICE], keyAt, second).changes
        // A cell that cannot be read may be any value, so that alike rows can be taken for each other once.
        if (!second.flat().includes(undefined)) expect(again).toEqual([])
        expect(matchRows(after(rows, again), [NAME, PRICE], keyAt, second).changes).toEqual([])
      }),
    )
  })
})
