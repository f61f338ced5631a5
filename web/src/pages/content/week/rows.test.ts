import {
  Condition,
  Item,
  keyOfCondition,
  Line,
  PlaylistId,
  Programme,
  playlistPath,
  Schedule,
  Value,
} from '@placard/contract'
import { expect, it } from 'vitest'
import { EMPTY_PROGRAMME } from '../../../platform/api/programme.vitest.ts'
import { barsIn, type Row, rowsOf } from './rows.ts'

const DAY_MS = 86_400_000
const MONDAY = Date.UTC(2026, 10, 23)
const WEEK = { begin: MONDAY, end: MONDAY + 7 * DAY_MS }
const PLAYLIST = PlaylistId.parse('_00000000000000000000')
const schedule = (words: unknown) => Schedule.parse(words)
const about = { uploadDate: 0, position: 'a', revision: 1 }

const item = (id: string, more: Partial<Item> = {}) =>
  Item.parse({ id, title: id, url: '/media/a.jpg', type: 'image', visible: true, playable: true, ...about, ...more })
const line = (id: string, more: Partial<Line> = {}) => Line.parse({ id, text: id, ...about, ...more })
const inclusion = (id: string, more: Partial<Item> = {}) =>
  item(id, { type: 'playlist', url: playlistPath(PLAYLIST), ...more })

function programme(more: Partial<Programme>): Programme {
  return Programme.parse({ ...EMPTY_PROGRAMME, name: 'ECE', ...more })
}

const lunch = schedule({ days: [1, 2], hours: [{ from: '11:00', until: '14:00' }] })
const hours = (day: number, from: number, until: number, waitsFor?: string) => ({
  begin: MONDAY + day * DAY_MS + from * 3_600_000,
  end: MONDAY + day * DAY_MS + until * 3_600_000,
  waitsFor,
})
const told = ({ kind, title, children }: Row): unknown =>
  children.length > 0 ? [kind, title, children.map(told)] : [kind, title]

it('[WV] a row for each that has a schedule, and one for all that is always on', () => {
  const week = rowsOf(
    programme({
      items: [item('poster'), item('menu', { schedule: lunch }), item('news')],
      lines: [line('hello', { schedule: lunch })],
    }),
    WEEK,
  )
  expect(week.items.map(told)).toEqual([
    ['item', 'menu'],
    [
      'always',
      '',
      [
        ['item', 'poster'],
        ['item', 'news'],
      ],
    ],
  ])
  expect(week.items[0]?.bars).toEqual([hours(0, 11, 14), hours(1, 11, 14)])
  expect(week.items[1]?.bars).toEqual([{ ...WEEK, waitsFor: undefined }])
  expect(week.lines.map(told)).toEqual([['line', 'hello']])
  expect(week.holes).toEqual([])
})

it('[WV] what waits for one that is alone says for which', () => {
  const openDay = schedule({ days: [1], hours: [{ from: '12:00', until: '13:00' }], alone: true })
  const { items } = rowsOf(
    programme({ items: [item('menu', { schedule: lunch }), item('open-day', { schedule: openDay })] }),
    WEEK,
  )
  expect(items[0]?.bars).toEqual([hours(0, 11, 12), hours(0, 12, 13, 'open-day'), hours(0, 13, 14), hours(1, 11, 14)])
  expect(items.map(({ look }) => look)).toEqual(['on', 'alone'])
})

it('[WV] an inclusion is one row that holds what it brings, each held by its playlist', () => {
  const playlists = [
    { id: PLAYLIST, name: 'News', items: [item('a', { schedule: lunch }), item('b')], lines: [line('text')] },
  ]
  const tuesday = schedule({ days: [2] })
  const week = rowsOf(programme({ items: [inclusion('news', { schedule: tuesday })], playlists }), WEEK)
  expect(week.items.map(told)).toEqual([
    [
      'playlist',
      'news',
      [
        ['item', 'a'],
        ['item', 'b'],
      ],
    ],
  ])
  expect(week.items[0]?.bars).toEqual([hours(1, 0, 24)])
  expect(week.items[0]?.children.map(({ bars }) => bars)).toEqual([[hours(1, 11, 14)], [hours(1, 0, 24)]])
  expect(week.lines.map(told)).toEqual([['playlist', 'news', [['line', 'text']]]])
  expect(week.items[0]?.held).toMatchObject({ kind: 'item', programmeKey: { displayId: 'ece' } })
  expect(week.items[0]?.children[0]?.held).toMatchObject({ kind: 'item', programmeKey: { playlistId: PLAYLIST } })
  expect(week.holes).toEqual([
    { begin: WEEK.begin, end: MONDAY + DAY_MS },
    { begin: MONDAY + 2 * DAY_MS, end: WEEK.end },
  ])
  // With a schedule on an entry it contains, the inclusion is not in the row of everything that is always on; without any it is.
  const kinds = (more: Partial<Item>, held: Item[]) =>
    rowsOf(
      programme({
        items: [inclusion('news', more)],
        playlists: [{ id: PLAYLIST, name: 'News', items: held, lines: [] }],
      }),
      WEEK,
    ).items.map(told)
  expect(kinds({}, [item('a', { schedule: lunch })])).toEqual([['playlist', 'news', [['item', 'a']]]])
  expect(kinds({}, [item('a')])).toEqual([['always', '', [['playlist', 'news', [['item', 'a']]]]]])
})

it('[WV] what is over, or comes later, stands apart, and what is hidden is counted', () => {
  const week = rowsOf(
    programme({
      items: [
        item('old', { schedule: schedule({ until: '2026-01-01T00:00' }) }),
        item('menu', { schedule: lunch, visible: false }),
      ],
      lines: [line('next', { schedule: schedule({ from: '2027-01-01T00:00' }) })],
    }),
    WEEK,
  )
  expect([week.items, week.lines]).toEqual([[], []])
  expect(week.absent.map(({ title }) => title)).toEqual(['old', 'next'])
  expect(week.hidden).toBe(1)
  expect(week.holes).toEqual([WEEK])
})

it('[WV] the week of a playlist has no holes: it stands among other things', () => {
  const week = rowsOf(programme({ id: PLAYLIST as never, items: [item('menu', { schedule: lunch })] }), WEEK)
  expect(week.holes).toEqual([])
  expect(week.items[0]?.held).toMatchObject({ programmeKey: { playlistId: PLAYLIST } })
})

it('[WV] a bar is cut at midnight, and those too near each other to be told apart are one', () => {
  const day = { begin: MONDAY, end: MONDAY + DAY_MS }
  const night = { begin: MONDAY - 3_600_000, end: MONDAY + 3_600_000, waitsFor: undefined }
  expect(barsIn([night, hours(3, 1, 2)], day)).toEqual([{ ...night, begin: MONDAY }])
  const minutes = Array.from({ length: 720 }, (_, nth) => ({
    begin: MONDAY + nth * 120_000,
    end: MONDAY + nth * 120_000 + 60_000,
    waitsFor: nth < 360 ? undefined : 'x',
  }))
  expect(barsIn(minutes, day)).toHaveLength(2)
})

it('[LY10] the week is grouped by zone, and a hole is where nothing is on in any zone', () => {
  const zone = { id: PLAYLIST, name: 'Menu', lines: [line('unseen')], loopStartedAt: 0 }
  const film = { lengthMs: 9_000, codec: 'avc1.640028', format: 'h264' as const, sound: false, poster: true }
  const clip = (id: string, more: Partial<Item> = {}) => item(id, { type: 'video', url: `/media/${id}.mp4`, ...more })
  const monday = schedule({ days: [1] })
  const week = rowsOf(
    programme({
      items: [clip('trailer', { schedule: schedule({ days: [3] }) })],
      lines: [line('hello')],
      zones: [
        {
          ...zone,
          // The main zone plays films, so here a film is its poster, or is left out without one.
          items: [item('soup', { schedule: monday }), clip('kept', { film, schedule: monday }), clip('left-out')],
        },
        { ...zone, id: PlaylistId.parse('_00000000000000000001'), name: 'News', items: [] },
      ],
    }),
    WEEK,
  )
  expect(week.items.map(told)).toEqual([['item', 'trailer']])
  expect(week.zones.map(({ number, name, items }) => [number, name, items.map(told)])).toEqual([
    [
      2,
      'Menu',
      [
        ['item', 'soup'],
        ['item', 'kept'],
      ],
    ],
    [3, 'News', []],
  ])
  expect(week.zones[0]?.items[0]?.bars).toEqual([hours(0, 0, 24)])
  expect(week.zones[0]?.items[0]?.held).toMatchObject({ programmeKey: { playlistId: PLAYLIST } })
  expect(week.lines).toHaveLength(1)
  const day = (from: number, until: number) => ({ begin: MONDAY + from * DAY_MS, end: MONDAY + until * DAY_MS })
  expect(week.holes).toEqual([day(1, 2), day(3, 7)])
})

const soldOut = Value.parse({ of: 'cell', tableId: '_t-0123456789abcdefghij', rowId: 'soup', columnId: 'sold01' })
const condition = Condition.parse({
  all: [{ value: soldOut, operator: '=', constant: true }],
  otherwise: 'off',
})
const values = (value: boolean): Programme['values'] => [
  { of: soldOut, names: ['Menu', 'Soup', 'Sold out'], column: { type: 'yes-no' }, language: 'en', value },
]

it('[DT6] what depends on a table has the times of its schedule, a mark, and makes nothing wait', () => {
  const alone = { ...lunch, alone: true as const }
  for (const isMet of [false, true]) {
    const week = rowsOf(
      programme({
        values: values(isMet),
        items: [item('news', { schedule: lunch }), item('no-soup', { schedule: alone, condition })],
        lines: [line('sold-out', { condition })],
      }),
      WEEK,
    )
    expect(week.items.map(({ title, look, depends, bars }) => ({ title, look, depends, bars }))).toEqual([
      { title: 'news', look: 'on', depends: [], bars: [hours(0, 11, 14), hours(1, 11, 14)] },
      { title: 'no-soup', look: 'if', depends: ['cell'], bars: [hours(0, 11, 14), hours(1, 11, 14)] },
    ])
    expect(week.lines).toMatchObject([{ title: 'sold-out', look: 'if', depends: ['cell'] }])
    expect(week.lines[0]?.bars).toEqual([{ ...WEEK, waitsFor: undefined }])
  }
})

it('[DT6] an inclusion with a condition marks all of its row, and an entry with one only itself', () => {
  const playlist = (items: Item[]) => [{ id: PLAYLIST, name: 'Menu', items, lines: [] }]
  const rows = (by: Partial<Item>, dish: Partial<Item>) =>
    rowsOf(
      programme({
        values: values(true),
        items: [inclusion('menu', by)],
        playlists: playlist([item('soup', dish), item('pie')]),
      }),
      WEEK,
    ).items
  expect(rows({ condition }, {})).toMatchObject([
    { title: 'menu', look: 'if', depends: ['cell'], children: [{ depends: ['cell'] }, { depends: ['cell'] }] },
  ])
  const [row] = rows({}, { condition })
  expect(row?.depends).toEqual([])
  expect(row?.children.map(({ title, look, depends }) => [title, look, depends])).toEqual([
    ['soup', 'if', ['cell']],
    ['pie', 'always', []],
  ])
})

it('[DT6] a zone with a condition marks what is in it', () => {
  const zone = { playlistId: PLAYLIST, stays: false, condition }
  const week = rowsOf(
    programme({
      values: values(false),
      items: [item('poster')],
      layout: { arrangement: 'side-bar', dividers: [75], side: 'end', pinned: false, zones: [zone], revision: 1 },
      zones: [{ id: PLAYLIST, name: 'Menu', items: [item('soup')], lines: [], loopStartedAt: 0 }],
    }),
    WEEK,
  )
  expect(week.zones[0]?.items).toMatchObject([{ title: 'soup', look: 'if', depends: ['cell'] }])
})

it('[DT6] what goes by the clock has exactly its times, and what else it depends on is not guessed', () => {
  const [soldOut] = condition.all
  if (!soldOut) throw new Error('the condition compares nothing')
  const duty = { ...soldOut, value: { ...soldOut.value, columnId: 'day000' } as typeof soldOut.value }
  const onDuty = Condition.parse({ all: [{ ...duty, constant: 'today' }], otherwise: 'off' })
  const both = { ...onDuty, all: [...onDuty.all, ...condition.all] }
  const day = { begin: MONDAY + DAY_MS, end: MONDAY + 2 * DAY_MS }
  // As the server answers them.
  const answer = { on: false, until: day.begin, otherwise: true, later: [day.end] }
  const answers = { [keyOfCondition(onDuty)]: answer, [keyOfCondition(both)]: { on: false } }
  const known = { of: duty.value, names: [], column: { type: 'date' as const }, language: 'en', value: '2026-11-24' }
  const week = rowsOf(
    programme({
      values: [...(values(false) ?? []), { ...known, answers }],
      items: [item('duty', { condition: onDuty }), item('both', { condition: both, schedule: lunch })],
    }),
    WEEK,
  )
  expect(week.items.map(({ title, look, depends, bars }) => ({ title, look, depends, bars }))).toEqual([
    { title: 'duty', look: 'if', depends: ['cell'], bars: [{ ...day, waitsFor: undefined }] },
    { title: 'both', look: 'if', depends: ['cell'], bars: [hours(1, 11, 14)] },
  ])
})
