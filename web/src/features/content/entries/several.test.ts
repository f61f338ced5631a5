import { Item, Line } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { withEntryCommand } from './entry-commands.ts'
import { type ChangeHere, severalCommand } from './several.ts'

const WEEKDAYS = { days: [1, 2, 3, 4, 5] as (1 | 2 | 3 | 4 | 5)[] }

const line = (id: string) => Line.parse({ id, text: id, position: id, revision: 1 })
const item = (id: string) =>
  Item.parse({
    id,
    title: id,
    url: 'https://example.org/a.jpg',
    uploadDate: 0,
    type: 'image',
    visible: true,
    position: id,
    revision: 1,
    playable: true,
  })

const unsent = () => Promise.reject(new Error('it is only looked at'))
const done = <Entry extends { id: string }>(entries: Entry[], changes: ChangeHere<Entry['id'], object>) =>
  withEntryCommand(entries, severalCommand<Entry['id'], object>(unsent, changes, 'key'))
const names = (entries: { id: string }[]) => entries.map(({ id }) => id).join('')

describe.each<[string, (id: string) => Item | Line]>([
  ['items', item],
  ['lines', line],
])('[HS7] [CP7] several %s', (_, make) => {
  const [a, b, c] = [make('a'), make('b'), make('c')]
  const all = [a, b, c]

  it('are scheduled, moved and removed at once, and keep the order that they have', () => {
    const schedules = done(all, { do: 'update', ids: [a.id, c.id], change: { schedule: WEEKDAYS } })
    expect(schedules.map(({ schedule }) => schedule)).toEqual([WEEKDAYS, undefined, WEEKDAYS])
    expect(names(done(all, { do: 'move', ids: [c.id, b.id], after: null }))).toBe('bca')
    expect(names(done(all, { do: 'move', ids: [a.id, b.id], after: c.id }))).toBe('cab')
    expect(names(done(all, { do: 'remove', ids: [c.id, a.id] }))).toBe('b')
  })

  it('move nowhere behind one that is gone', () => {
    expect(names(done(all, { do: 'move', ids: [c.id], after: make('gone').id }))).toBe('abc')
  })
})

it('[CP7] several items are hidden at once', () => {
  const items = [item('a'), item('b'), item('c')] as const
  const hidden = done([...items], { do: 'update', ids: [items[0].id, items[2].id], change: { visible: false } })
  expect(hidden.map(({ visible }) => visible)).toEqual([false, true, false])
})
