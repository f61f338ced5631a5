import { Item, Line, type UpdateLine } from '@placard/contract'
import { expect, it } from 'vitest'
import { withEntryCommand } from './entry-commands.ts'

const line = (id: string) => Line.parse({ id, text: id, position: id, revision: 1 })
const [a, b, c] = [line('a'), line('b'), line('c')]
const ids = (lines: Line[]) => lines.map(({ id }) => id).join('')

it('T3 moves a line past its neighbour, once however often it is applied', () => {
  const down = { type: 'move', id: a.id, direction: 'down', neighbour: b.id } as const
  const once = withEntryCommand([a, b, c], down)
  expect(ids(once)).toBe('bac')
  expect(ids(withEntryCommand(once, down))).toBe('bac')
  expect(ids(withEntryCommand([a, b, c], { type: 'move', id: c.id, direction: 'up', neighbour: b.id }))).toBe('acb')
})

it('T3 does nothing when the line or its neighbour is gone', () => {
  const lines = [a, b]
  expect(withEntryCommand(lines, { type: 'move', id: c.id, direction: 'up', neighbour: a.id })).toBe(lines)
  expect(withEntryCommand(lines, { type: 'move', id: a.id, direction: 'down', neighbour: c.id })).toBe(lines)
})

it('D7 takes a deleted line away', () => {
  expect(ids(withEntryCommand([a, b, c], { type: 'remove', id: b.id }))).toBe('ac')
})

it('T3 a line put behind another one, or first, looks the same once or twice', () => {
  const last = { type: 'place', id: a.id, after: c.id } as const
  const once = withEntryCommand([a, b, c], last)
  expect(ids(once)).toBe('bca')
  expect(ids(withEntryCommand(once, last))).toBe('bca')
  expect(ids(withEntryCommand([a, b, c], { type: 'place', id: c.id, after: null }))).toBe('cab')
  const lines = [a, b]
  expect(withEntryCommand(lines, { type: 'place', id: a.id, after: c.id })).toBe(lines)
})

it('[U6] a line that is edited keeps its place', () => {
  const [first, second] = withEntryCommand([a, b], { type: 'update', id: a.id, change: { text: 'new' }, revision: 1 })
  expect([first?.text, second?.text]).toEqual(['new', 'b'])
})

it('[SD8] a schedule is seen at once, goes with null, and stays with another change', () => {
  const schedule = { days: [1, 2] }
  const change = (lines: Line[], changed: UpdateLine) =>
    withEntryCommand(lines, { type: 'update', id: a.id, change: changed, revision: 1 })
  const scheduled = change([a, b], { schedule })
  expect(scheduled).toEqual([{ ...a, schedule }, b])
  expect(change(scheduled, { text: 'new' })).toEqual([{ ...a, text: 'new', schedule }, b])
  expect(change(scheduled, { schedule: null })).toEqual([a, b])
})

const picture = Item.parse({
  id: 'p',
  title: 'Picture',
  url: 'https://example.org/a.jpg',
  uploadDate: 0,
  type: 'image',
  duration: 5,
  visible: true,
  position: 'p',
  revision: 1,
  playable: true,
})

it('T1 hides one item and leaves the rest alone', () => {
  const other = { ...picture, id: Item.shape.id.parse('q') }
  const hidden = { type: 'update', id: picture.id, change: { visible: false }, revision: '*' } as const
  const next = withEntryCommand([picture, other], hidden)
  expect(next).toEqual([{ ...picture, visible: false }, other])
  expect(next[1]).toBe(other)
})

it('T2 [HS2] shows what was changed: what was left out stays, and what is taken away is absent', () => {
  const change = { title: 'New', type: undefined, duration: null }
  const [next] = withEntryCommand([picture], { type: 'update', id: picture.id, revision: 1, change })
  const { duration: _, ...rest } = picture
  expect(next).toEqual({ ...rest, title: 'New' })
  expect(next).not.toHaveProperty('duration')
})
