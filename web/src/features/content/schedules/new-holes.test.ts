import { Item, ItemId, type Programme, Schedule, type ZoneOffsets } from '@placard/contract'
import { expect, it } from 'vitest'
import { isOpenEnded, newHoles } from './new-holes.ts'

/** Berlin in winter. */
const zoneOffsets: ZoneOffsets = [[Date.UTC(2026, 9, 25, 1), 60]]
const at = (local: string) => Date.parse(`${local}+01:00`)
/** A Sunday's noon. */
const NOW = at('2026-11-22T12:00')
const window = (from: string, until: string) => ({ begin: at(from), end: at(until) })
const schedule = (words: unknown) => Schedule.parse(words)

function item(id: string, more: Partial<Item> = {}): Item {
  return Item.parse({
    id: ItemId.parse(id),
    title: id,
    url: '/media/a.jpg',
    uploadDate: 0,
    type: 'image',
    visible: true,
    position: 'a',
    revision: 1,
    playable: true,
    ...more,
  })
}

const display = (items: Item[], playlists: Programme['playlists'] = []) => ({ items, playlists, zoneOffsets })
const mornings = schedule({ hours: [{ from: '00:00', until: '12:00' }] })
const afternoons = schedule({ hours: [{ from: '12:00', until: '00:00' }] })
const tuesday = schedule({ days: [2] })
const week = { begin: NOW, end: NOW + 7 * 86_400_000 }

it('[SD8] the form lists each hole that a schedule leaves, and whether it ends', () => {
  const holes = newHoles(display([item('menu'), item('news', { schedule: afternoons })]), ['menu'], tuesday, NOW)
  expect(holes).toEqual([
    window('2026-11-23T00:00', '2026-11-23T12:00'),
    window('2026-11-25T00:00', '2026-11-25T12:00'),
    window('2026-11-26T00:00', '2026-11-26T12:00'),
    window('2026-11-27T00:00', '2026-11-27T12:00'),
    window('2026-11-28T00:00', '2026-11-28T12:00'),
    window('2026-11-29T00:00', '2026-11-29T12:00'),
  ])
  expect(holes.some((hole) => isOpenEnded(hole, NOW))).toBe(true)
  expect(isOpenEnded(window('2026-11-28T00:00', '2026-11-28T12:00'), NOW)).toBe(false)
  expect(newHoles(display([item('menu')]), ['menu'], schedule({ until: '2026-01-01T00:00' }), NOW)).toEqual([week])
})

it('[SD8] is silent where something plays anyway, and about holes that are there without it', () => {
  expect(newHoles(display([item('menu'), item('news')]), ['menu'], tuesday, NOW)).toEqual([])
  const before = display([item('menu', { schedule: tuesday })])
  expect(newHoles(before, ['menu'], tuesday, NOW)).toEqual([])
  expect(newHoles(before, ['menu'], undefined, NOW)).toEqual([])
  // A hidden one is nothing.
  const hidden = display([item('menu'), item('news', { visible: false })])
  expect(newHoles(hidden, ['menu'], tuesday, NOW)).toHaveLength(2)
})

it('[SD8] tells another hole as well where there are as many hours without anything as before', () => {
  const [first] = newHoles(display([item('menu', { schedule: mornings })]), ['menu'], afternoons, NOW)
  expect(first).toEqual(window('2026-11-23T00:00', '2026-11-23T12:00'))
})

it('[SD8] a hole that grows is listed as a whole', () => {
  const longer = display([item('menu', { schedule: schedule({ hours: [{ from: '08:00', until: '18:00' }] }) })])
  const shorter = schedule({ hours: [{ from: '08:00', until: '14:00' }] })
  expect(newHoles(longer, ['menu'], shorter, NOW)[0]).toEqual(window('2026-11-22T14:00', '2026-11-23T08:00'))
})

it('[SD8] an entry of a playlist leaves its hole on the display that includes it', () => {
  const playlist = { id: '_00000000000000000000' as never, name: 'Menus', items: [item('menu')], lines: [] }
  const inclusion = item('inclusion', { type: 'playlist', url: '/playlists?id=_00000000000000000000' })
  const alone = display([inclusion], [playlist])
  expect(newHoles(alone, ['menu'], tuesday, NOW)).toEqual([
    { begin: NOW, end: at('2026-11-24T00:00') },
    { begin: at('2026-11-25T00:00'), end: week.end },
  ])
  expect(newHoles(display([inclusion, item('news')], [playlist]), ['menu'], tuesday, NOW)).toEqual([])
  expect(newHoles(alone, ['inclusion'], tuesday, NOW)).toHaveLength(2)
})
