import { Condition, Value, type ValueNow } from '@placard/contract'
import { finderOf } from '@placard/playback'
import { expect, it } from 'vitest'
import { conditionDraftOf, conditionOf, isSameCondition, NEW_ROW, withFacts, withValue } from './draft.ts'

const cell = (column: string) =>
  Value.parse({ of: 'cell', tableId: '_t-0123456789abcdefghij', rowId: 'soup', columnId: column })
const price: ValueNow = {
  of: cell('price0'),
  names: ['Menu', 'Soup', 'Price'],
  column: { type: 'money', currency: 'EUR' },
  language: 'de-DE',
  value: 4.5,
}
const yesNo = { column: { type: 'yes-no' as const }, language: 'de-DE' }

it('[DT6] a condition is typed as the table writes it, and sent as it was typed', () => {
  const condition = Condition.parse({
    all: [{ value: cell('price0'), operator: '<', constant: 4.5, names: ['Menu', 'Soup', 'Price'] }],
    otherwise: 'on',
  })
  const draft = conditionDraftOf(condition, finderOf([price]))
  expect(draft.rows[0]).toMatchObject({ constant: '4,5', operator: '<' })
  const all = (constant: unknown) => ({ all: [{ value: cell('price0'), operator: '<', constant }], otherwise: 'on' })
  // A value that nobody types anew is sent as it was saved, so it is no change.
  expect(conditionOf(draft)).toEqual(all(4.5))
  const rows = draft.rows.map((row) => ({ ...row, constant: '5,5', saved: undefined }))
  expect(conditionOf({ ...draft, rows })).toEqual(all('5,5'))
  expect(conditionOf({ ...draft, isOn: false })).toBeNull()
  // The table may arrive after the form was opened.
  const [late] = conditionDraftOf(condition, finderOf()).rows
  expect(late && withFacts(late, price)).toEqual({ ...draft.rows[0], facts: price })
})

it('[DT6] another value keeps the comparison that still fits, and starts with "is yes" for a switch', () => {
  const row = { ...NEW_ROW, value: cell('price0'), facts: price, operator: '<' as const, constant: '4,5' }
  expect(withValue(row, cell('cost00'), price)).toMatchObject({ operator: '<', constant: '4,5' })
  expect(withValue(row, cell('soldou'), yesNo)).toMatchObject({ operator: '=', constant: true })
  expect(withValue(withValue(row, cell('soldou'), yesNo), cell('price0'), price)).toMatchObject({
    operator: '=',
    constant: '',
  })
})

it('[DT6] an empty constant is none, so that the form says that it is missing', () => {
  const row = { ...NEW_ROW, value: cell('price0'), facts: price }
  const given = Condition.safeParse(conditionOf({ isOn: true, rows: [row], otherwise: 'off' }))
  expect(given.error?.issues[0]).toMatchObject({ message: 'constant-missing', path: ['all', 0, 'constant'] })
})

it('[DT6] two conditions are the same whatever names their values had', () => {
  const all = [{ value: cell('price0'), operator: '<' as const, constant: 4 }]
  const [one, other] = [
    { all, otherwise: 'on' as const },
    { all: [{ ...all[0], names: ['Menu'] }], otherwise: 'on' as const } as Condition,
  ]
  expect(isSameCondition(one, other)).toBe(true)
  expect(isSameCondition(one, { ...other, otherwise: 'off' })).toBe(false)
  expect(isSameCondition(undefined, null)).toBe(false)
})
