import { Item, Line, PlaylistId, Programme, playlistPath, type Schedule } from '@placard/contract'
import { playlistOf, stretchesBetween } from '@placard/playback'
import { expect, it } from 'vitest'
import { clockAt } from './use-schedule-clock.ts'
import { idsOnNow, itemsIn, onNow, schedulesIn, whatPlays } from './what-plays.ts'

/** A Wednesday. */
const NOON = Date.UTC(2026, 10, 25, 12)
const clock = clockAt([[0, 0]], NOON)
const MENU = PlaylistId.parse(`_${'m'.repeat(20)}`)
const mornings: Schedule = { hours: [{ from: '08:00', until: '10:00' }] }
const wednesdays: Schedule = { days: [3] }
const aloneToday: Schedule = { days: [3], alone: true }

function item(id: string, more: Partial<Item> = {}): Item {
  const image = { type: 'image', url: '/media/a.jpg', visible: true, playable: true } as const
  return Item.parse({ id, title: id, uploadDate: 0, position: id, revision: 1, ...image, ...more })
}
const inclusion = (id: string, more: Partial<Item> = {}) =>
  item(id, { type: 'playlist', url: playlistPath(MENU), ...more })
const line = (id: string, schedule?: Schedule): Line =>
  Line.parse({ id, text: id, position: id, revision: 1, ...(schedule ? { schedule } : {}) })

function holding(items: Item[], lines: Line[], inMenu: { items: Item[]; lines: Line[] }) {
  return Programme.pick({ items: true, lines: true, playlists: true }).parse({
    items,
    lines,
    playlists: [{ id: MENU, name: 'Menu', ...inMenu }],
  })
}
const names = (playing: { thing: { id: string } }[]) => playing.map(({ thing }) => thing.id).join(' ')

it('[CP8] a display plays its own entries, with a playlist’s entries in the place of its inclusion', () => {
  const held = holding([item('a'), inclusion('x'), item('b'), item('hidden', { visible: false })], [line('own')], {
    items: [item('soup'), item('broken', { playable: false })],
    lines: [line('today')],
  })
  const { items, lines } = whatPlays(held)
  expect(names(items)).toBe('a soup b')
  expect(names(lines)).toBe('own today')
  expect([...items, ...lines].map(({ by }) => by?.id)).toEqual([undefined, 'x', undefined, undefined, 'x'])
  expect(itemsIn(held).map(({ id }) => id)).toContain('soup')
  const [, includes = item('none'), other = item('none')] = held.items
  expect([playlistOf(includes, held.playlists)?.name, playlistOf(other, held.playlists)]).toEqual(['Menu', undefined])
})

it('[CP8] it is on while its own schedule is and that of the inclusion', () => {
  const inMenu = { items: [item('breakfast', { schedule: mornings }), item('lunch')], lines: [] }
  const on = (schedule: Schedule) => {
    const held = holding([inclusion('x', { schedule })], [], inMenu)
    expect(schedulesIn(held)).toEqual([schedule, mornings, undefined])
    return names(onNow(whatPlays(held).items, clock))
  }
  expect(on(wednesdays)).toBe('lunch')
  expect(on({ days: [1] })).toBe('')
})

it('[CP8] an alone entry makes the others wait, whether it or its inclusion is alone', () => {
  const inMenu = { items: [item('soup'), item('party', { schedule: aloneToday })], lines: [] }
  const byItem = whatPlays(holding([item('a'), inclusion('x')], [], inMenu)).items
  expect(names(onNow(byItem, clock))).toBe('party')
  expect([...idsOnNow(byItem, clock)]).toEqual(['party', 'x'])

  const byInclusion = whatPlays(
    holding([item('a'), inclusion('x', { title: 'Menu', schedule: aloneToday })], [], {
      items: [item('soup'), item('fish')],
      lines: [],
    }),
  ).items
  expect(names(onNow(byInclusion, clock))).toBe('soup fish')
  expect(names(onNow(whatPlays(holding([item('a')], [], inMenu)).items, clock))).toBe('a')
})

it('[CP8] a hole that both schedules cause is listed once', () => {
  const held = holding([inclusion('x', { schedule: wednesdays })], [], {
    items: [item('breakfast', { schedule: mornings })],
    lines: [],
  })
  const end = NOON + 8 * 24 * 60 * 60_000
  expect(stretchesBetween(whatPlays(held).items, clock.offsets, { begin: NOON, end }).holes).toEqual([
    { begin: NOON, end: Date.UTC(2026, 11, 2, 8) },
    { begin: Date.UTC(2026, 11, 2, 10), end },
  ])
})
