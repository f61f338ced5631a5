import { RowId, type Table } from '@placard/contract'
import { guessTable, guessType } from '@placard/table-files'
import { expect, it } from 'vitest'
import { planPaste } from './paste-plan.ts'
import { planImport } from './plan-import.ts'
import { movedBy } from './selection.ts'

const nameOf = (number: number) => `Column ${number}`
let made = 0
const make = {
  columnId: () => `new${String(++made).padStart(3, '0')}`,
  rowId: () => RowId.parse(`row-${++made}`),
  columnName: nameOf,
}
const column = (id: string, type: 'words' | 'money' | 'number', name = id) =>
  ({
    id,
    name,
    type,
    ...(type === 'money' ? { currency: 'EUR' } : {}),
    position: id,
    revision: 1,
  }) as Table['columns'][number]
const row = (id: string, cells: Record<string, string | number>) => ({
  id: RowId.parse(id),
  position: id,
  cells,
  revision: 1,
})

it('[DT1] a pasted sheet becomes a table: names from its first row, types from its cells', () => {
  const texts = [
    ['Dish', 'Price', 'Sold out', 'From', 'At'],
    ['Soup', '€4.50', 'yes', '24/12/2026', '8:30'],
    ['Cake', '€3', 'no', '', '9:00'],
    ['', '', '', '', ''],
  ]
  const guessed = guessTable(texts, 'en-GB', nameOf)
  expect(guessed.columns).toEqual([
    { name: 'Dish', type: 'words' },
    { name: 'Price', type: 'money', currency: 'EUR' },
    { name: 'Sold out', type: 'yes-no' },
    { name: 'From', type: 'date' },
    { name: 'At', type: 'time' },
  ])
  expect(guessed.rows).toHaveLength(2)
})

it('[DT1] a sheet without names gets names, and no row of it is lost', () => {
  const guessed = guessTable(
    [
      ['Soup', '4'],
      ['Cake', '3'],
    ],
    'en-GB',
    nameOf,
  )
  expect(guessed.columns.map(({ name, type }) => [name, type])).toEqual([
    ['Column 1', 'words'],
    ['Column 2', 'number'],
  ])
  expect(guessed.rows).toHaveLength(2)
})

it('[DT1] names that are there twice are told apart', () => {
  const guessed = guessTable(
    [
      ['Name', ''],
      ['a', 'b'],
    ],
    'en-GB',
    () => 'Name',
  )
  expect(guessed.columns.map(({ name }) => name)).toEqual(['Name', 'Name 2'])
})

it('[DT1] a list of single letters or digits is not taken for yes and no', () => {
  expect(guessType(['x', 'n', 'y'], 'en-GB').type).toBe('words')
  expect(guessType(['1', '0'], 'en-GB').type).toBe('number')
})

it('[DT1] prices without a sign keep the decimals that they were written with', () => {
  const number = (...texts: string[]) => guessType(texts, 'en-GB')
  expect(number('2.50', '12.00')).toEqual({ type: 'number', decimals: 2 })
  expect(number('2.50', '3')).toEqual({ type: 'number', decimals: 2 })
  expect(number('1.25', '3.75')).toEqual({ type: 'number', decimals: 2 })
  expect(guessType(['2,50', '1.000,00'], 'de')).toEqual({ type: 'number', decimals: 2 })
  for (const plain of [['4', '3'], ['1.5', '2.25'], ['1,000', '20'], ['1e3']]) {
    expect(number(...plain)).toEqual({ type: 'number' })
  }
  expect(number('€2.50', '€3')).toEqual({ type: 'money', currency: 'EUR' })
})

it('[DT1] a paste changes the cells from the selected one, and adds rows and columns beyond the table', () => {
  const columns = [column('a00000', 'words'), column('b00000', 'number')]
  const rows = [row('r1', { a00000: 'one', b00000: 1 }), row('r2', { a00000: 'two' })]
  const at = { top: 1, bottom: 1, start: 1, end: 1 }
  const plan = planPaste(
    [
      ['5', 'x'],
      ['6', 'y'],
    ],
    at,
    { columns, rows, language: 'en' },
    make,
  )
  if (typeof plan === 'string') throw new Error(plan)
  const [added] = plan.body.columns
  expect(plan.body.columns).toMatchObject([{ name: 'Column 3', type: 'words' }])
  expect(plan.body.update).toEqual([
    { id: 'r2', cells: { b00000: 5, [added?.id as string]: 'x' }, was: { b00000: null, [added?.id as string]: null } },
  ])
  expect(plan.body.create).toMatchObject([{ cells: { b00000: 6, [added?.id as string]: 'y' } }])
  expect(plan.range).toEqual({ top: 1, bottom: 2, start: 1, end: 2 })
})

it('[DT1] one text that is pasted fills the selection', () => {
  const rows = [row('r1', {}), row('r2', {})]
  const at = { top: 0, bottom: 1, start: 0, end: 0 }
  const plan = planPaste([['x']], at, { columns: [column('a00000', 'words')], rows, language: 'en' }, make)
  expect(plan).toMatchObject({ body: { update: [{ id: 'r1' }, { id: 'r2' }], create: [] } })
})

it('[DT9] texts that are no values are told by row and column, and the rest is planned', () => {
  const columns = [column('a00000', 'words', 'Dish'), column('b00000', 'number', 'Price')]
  const plan = planPaste(
    [['Tea', 'cheap']],
    { top: 0, bottom: 0, start: 0, end: 0 },
    { columns, rows: [], language: 'en' },
    make,
  )
  expect(plan).toMatchObject({
    misfits: [{ text: 'cheap', column: 'Price', row: 1, code: 'number-not-valid' }],
    body: { create: [{ cells: { a00000: 'Tea' } }] },
  })
})

it('[DT9] a paste beyond 30 columns or 2,000 rows is refused with its reason', () => {
  const at = { top: 0, bottom: 0, start: 0, end: 0 }
  const place = { columns: [column('a00000', 'words')], rows: [], language: 'en' }
  expect(planPaste([Array.from({ length: 31 }, () => 'x')], at, place, make)).toBe('too-many-columns')
  expect(
    planPaste(
      Array.from({ length: 2_001 }, () => ['x']),
      at,
      place,
      make,
    ),
  ).toBe('too-many-rows')
})

it('[DT1] a file changes rows with known keys and adds the others', () => {
  const columns = [column('a00000', 'words', 'Dish'), column('b00000', 'number', 'Price')]
  const table = { columns, keyColumnId: 'a00000', language: 'en' } as unknown as Table
  const guessed = guessTable(
    [
      ['dish', 'Price', 'Note'],
      ['Soup', '5', ''],
      ['Tea', '2', 'hot'],
    ],
    'en',
    nameOf,
  )
  const { body } = planImport(guessed, table, [row('r1', { a00000: 'Soup', b00000: 4 })], make)
  expect(body.columns).toMatchObject([{ name: 'Note' }])
  expect(body.update).toMatchObject([{ id: 'r1', cells: { b00000: 5 } }])
  expect(body.create).toMatchObject([{ cells: { a00000: 'Tea', b00000: 2 } }])
})

it('[DT1] Tab goes through a row and on to the next; arrows follow the direction of the page', () => {
  const at = (rowNumber: number, columnNumber: number) => {
    const spot = { row: rowNumber, column: columnNumber }
    return { anchor: spot, focus: spot }
  }
  const bounds = { rows: 3, columns: 2, pageRows: 10 }
  const press = (key: string, more = {}) => ({ key, shiftKey: false, isHeld: false, isRightToLeft: false, ...more })
  expect(movedBy(at(0, 1), press('Tab'), bounds)).toEqual(at(1, 0))
  expect(movedBy(at(1, 0), press('Tab', { shiftKey: true }), bounds)).toEqual(at(0, 1))
  expect(movedBy(at(0, 0), press('ArrowRight'), bounds)).toEqual(at(0, 1))
  expect(movedBy(at(0, 0), press('ArrowLeft', { isRightToLeft: true }), bounds)).toEqual(at(0, 1))
  expect(movedBy(at(0, 0), press('ArrowDown', { isHeld: true }), bounds)).toEqual(at(2, 0))
  expect(movedBy(at(0, 0), press('ArrowDown', { shiftKey: true }), bounds)).toEqual({
    anchor: { row: 0, column: 0 },
    focus: { row: 1, column: 0 },
  })
})
