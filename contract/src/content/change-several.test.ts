import { expect, it } from 'vitest'
import { MAX_ITEMS_PER_DISPLAY, MAX_LINES_PER_DISPLAY } from '../platform/constants.ts'
import { ChangeItems, ChangeLines } from './change-several.ts'

const BOTH = [
  { name: 'items', schema: ChangeItems, most: MAX_ITEMS_PER_DISPLAY },
  { name: 'lines', schema: ChangeLines, most: MAX_LINES_PER_DISPLAY },
]
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)

it.each(BOTH)('[CP7] several $name are scheduled, moved, removed and copied', ({ schema }) => {
  const ids = idsOf(2)
  const commands = [
    { do: 'update', ids, change: { schedule: { days: [1] } } },
    { do: 'update', ids, change: { schedule: null } },
    { do: 'move', ids, after: null },
    { do: 'move', ids, after: 'id-9' },
    { do: 'remove', ids },
    { do: 'copy', ids, displays: ['hall'] },
    { do: 'copy', ids, displays: [], playlists: ['_lunchlunchlunchlunch'] },
  ]
  for (const command of commands) expect(schema.safeParse(command).error).toBeUndefined()
})

it.each(BOTH)('[CP7] as many $name as one programme holds, and no more', ({ schema, most }) => {
  expect(schema.safeParse({ do: 'remove', ids: idsOf(most) }).success).toBe(true)
  expect(schema.safeParse({ do: 'remove', ids: idsOf(most + 1) }).success).toBe(false)
  expect(schema.safeParse({ do: 'remove', ids: [] }).success).toBe(false)
})

it('[CP7] several are given what they have in common: no item a title, no line a text or a visibility', () => {
  const gives = (schema: typeof ChangeItems | typeof ChangeLines, change: object) =>
    schema.safeParse({ do: 'update', ids: idsOf(1), change }).success
  expect(gives(ChangeItems, { visible: false, duration: 20 })).toBe(true)
  expect(gives(ChangeItems, { title: 'All alike' })).toBe(false)
  expect(gives(ChangeLines, { text: 'All alike' })).toBe(false)
  expect(gives(ChangeLines, { visible: false })).toBe(false)
})
