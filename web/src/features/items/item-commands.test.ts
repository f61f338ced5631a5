import { Item } from '@placard/contract'
import { expect, it } from 'vitest'
import { type ChangeHere, withItemCommand } from './item-commands.ts'

const item = (id: string): Item =>
  Item.parse({
    id,
    title: id,
    url: 'https://example.org/a.jpg',
    uploadDate: 0,
    type: 'image',
    duration: 5,
    visible: true,
    position: id,
    revision: 1,
    playable: true,
  })
const [a, b, c] = [item('a'), item('b'), item('c')]
const ids = (items: Item[]) => items.map(({ id }) => id).join('')

it('T1 hides one item and leaves the rest alone', () => {
  const next = withItemCommand([a, b], { type: 'update', id: b.id, change: { visible: false }, revision: '*' })
  expect(next.map(({ visible }) => visible)).toEqual([true, false])
  expect(next[0]).toBe(a)
})

it('T2 shows what was changed; what was left out stays', () => {
  const [next] = withItemCommand([a], { type: 'update', id: a.id, revision: 1, change: { title: 'New' } })
  expect(next).toEqual({ ...a, title: 'New' })
})

it('[HS2] what is taken away is absent at once', () => {
  const change = { duration: null, title: undefined }
  const [next] = withItemCommand([a], { type: 'update', id: a.id, revision: 1, change })
  const { duration: _, ...rest } = a
  expect(next).toEqual(rest)
  expect(next).not.toHaveProperty('duration')
})

it('T3 a move done once or twice looks the same', () => {
  const up = { type: 'move', id: c.id, direction: 'up', neighbour: b.id } as const
  const once = withItemCommand([a, b, c], up)
  expect(ids(once)).toBe('acb')
  expect(ids(withItemCommand(once, up))).toBe('acb')
  expect(ids(withItemCommand([a, b, c], { type: 'move', id: a.id, direction: 'down', neighbour: b.id }))).toBe('bac')
})

it('T4 a move beside something that was deleted meanwhile changes nothing', () => {
  const items = [a, b]
  expect(withItemCommand(items, { type: 'move', id: a.id, direction: 'down', neighbour: c.id })).toBe(items)
  expect(withItemCommand(items, { type: 'move', id: c.id, direction: 'up', neighbour: b.id })).toBe(items)
})

it('D7 takes a deleted item away', () => {
  expect(ids(withItemCommand([a, b, c], { type: 'remove', id: b.id }))).toBe('ac')
})

it('T3 an item put behind another one, or first, looks the same once or twice', () => {
  const last = { type: 'place', id: a.id, after: c.id } as const
  const once = withItemCommand([a, b, c], last)
  expect(ids(once)).toBe('bca')
  expect(ids(withItemCommand(once, last))).toBe('bca')
  expect(ids(withItemCommand([a, b, c], { type: 'place', id: c.id, after: null }))).toBe('cab')
  const items = [a, b]
  expect(withItemCommand(items, { type: 'place', id: a.id, after: c.id })).toBe(items)
})

const several = (changes: ChangeHere) => withItemCommand([a, b, c], { type: 'several', changes, idempotencyKey: 'key' })

it('[CP7] several are hidden, moved and removed at once, and keep the order that they have', () => {
  const hidden = several({ do: 'update', ids: [a.id, c.id], change: { visible: false } })
  expect(hidden.map(({ visible }) => visible)).toEqual([false, true, false])
  expect(ids(several({ do: 'move', ids: [c.id, b.id], after: null }))).toBe('bca')
  expect(ids(several({ do: 'move', ids: [a.id, b.id], after: c.id }))).toBe('cab')
  expect(ids(several({ do: 'remove', ids: [c.id, a.id] }))).toBe('b')
})

it('[CP7] several move nowhere behind one that is gone', () => {
  expect(ids(several({ do: 'move', ids: [c.id], after: item('gone').id }))).toBe('abc')
})
