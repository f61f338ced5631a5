import { type AdviceFacts, FeedSettings, type Item, ItemId, type Line, LineId, type Programme } from '@placard/contract'
import { expect, it } from 'vitest'
import { lookOver } from './look-over.ts'

/** A Thursday. */
const NOW = Date.UTC(2026, 10, 26, 12)
const DAY_MS = 86_400_000
const FACTS: AdviceFacts = {
  screens: [{ diagonalInches: 55, distanceCm: 400, widthPx: 1920, heightPx: 1080 }],
  isSilent: false,
  filmlessZones: [],
  colour: null,
  files: [],
  left: [],
  typed: [],
}
const LOUD = 'EXAM IN THE LARGE HALL'

function item(id: string, more: Partial<Item> = {}): Item {
  const notice = { look: 'paper' as const, heading: LOUD, body: '', byline: '' }
  return {
    id: ItemId.parse(id),
    title: 'One',
    url: 'about:blank',
    uploadDate: 0,
    type: 'notice',
    visible: true,
    playable: true,
    duration: 30,
    notice,
    position: id,
    revision: 1,
    ...more,
  }
}
const line = (id: string, text: string): Line => ({ id: LineId.parse(id), text, position: id, revision: 1 })
const programme = (items: Item[], lines: Line[] = [], more: Partial<Programme> = {}): Programme =>
  ({
    id: 'hall',
    dwellSeconds: 30,
    zoneOffsets: [[0, 0]],
    loopStartedAt: 0,
    playlists: [],
    items,
    lines,
    ...more,
  }) as never
const found = (of: Programme, facts: Partial<AdviceFacts> = {}) =>
  lookOver(of, { ...FACTS, ...facts }, { now: NOW, language: 'en' }).map(
    ({ finding, entry, by }) =>
      `${entry?.kind === 'item' ? entry.item.id : entry?.line.id} ${finding.rule}${by ? ` ${by.id}` : ''}`,
  )

it('[LT2] entries that are on or will be are checked, not those that are hidden, over or left', () => {
  const over = { until: '2026-11-26T08:00' }
  const items = [
    item('on'),
    item('hidden', { visible: false }),
    item('broken', { playable: false }),
    item('over', { schedule: over }),
    item('later', { schedule: { from: '2027-01-01T08:00' } }),
  ]
  expect(found(programme(items, [line('loud', LOUD)]))).toEqual(['on shouting', 'later shouting', 'loud shouting'])
  expect(found(programme(items), { left: [{ entryId: 'on', rule: 'shouting' }] })).toEqual(['later shouting'])
})

it('[LT2] findings about a playlist’s entries name the playlist, and only while it is on', () => {
  const playlists = [
    { id: '_menu0000000000000000', name: 'Menu', items: [item('soup')], lines: [line('said', LOUD)] },
  ] as never
  const inclusion = (visible: boolean) =>
    item('brings', { type: 'playlist', url: '/playlists?id=_menu0000000000000000', visible } as never)
  const told = (visible: boolean) => {
    const { notice: _, ...rest } = inclusion(visible)
    return found(programme([rest], [], { playlists }))
  }
  expect(told(true)).toEqual(['soup shouting _menu0000000000000000', 'said shouting _menu0000000000000000'])
  expect(told(false)).toEqual([])
})

it('[LT2] [FD1] nobody is blamed for the words of a feed, which they cannot change', () => {
  const feed = FeedSettings.parse({ as: 'notices', count: 3 })
  const { notice, ...rest } = item('news', { type: 'feed', url: 'https://news.example/feed', feed })
  const entries = ['one', 'two', 'three'].map((number) => ({
    id: ItemId.parse(`news-${number}`),
    notice: { ...(notice as NonNullable<Item['notice']>), body: 'On 20 November 2026. '.repeat(30) },
  }))
  const lines = [{ id: ItemId.parse('news-four'), text: `${LOUD} on Monday, 20 November` }]
  expect(found(programme([{ ...rest, duration: 5, entries: [...entries, ...lines] }]))).toEqual([])
})

it('[LT2] a weekday in words that were written since then means the next one', () => {
  const monday = [line('exam', 'Exam on Monday')]
  expect(found(programme([], monday))).toEqual(['exam weekday'])
  expect(found(programme([], monday), { typed: [{ entryId: 'exam', at: NOW - DAY_MS }] })).toEqual([])
  expect(found(programme([], monday), { typed: [{ entryId: 'exam', at: NOW - 4 * DAY_MS }] })).toEqual(['exam weekday'])

  const notice = { look: 'paper' as const, heading: 'Exam on Monday', body: '', byline: '' }
  const old = programme([item('exam', { notice })])
  expect(found(old)).toEqual(['exam weekday'])
  expect(found(old, { typed: [{ entryId: 'exam', at: NOW }] })).toEqual([])
})

it('[LY5] [LY10] zones are checked, each in its own size, and films that do not play there are said', () => {
  const small = { look: 'paper' as const, heading: 'Soup', body: 'With bread and salad, until two o’clock', byline: '' }
  const calm = (id: string) => item(id, { notice: small, duration: 60 })
  const film = (id: string) => item(id, { type: 'video', url: `/media/${id}.mp4`, notice: undefined })
  const zone = (id: string, items: Item[]) => ({ id, name: id, items, lines: [line('unseen', LOUD)], loopStartedAt: 0 })
  const layout = { arrangement: 'side-bar', dividers: [85], side: 'end', pinned: false, zones: [{}], revision: 1 }
  const hall = programme([film('first')], [], {
    name: 'Hall',
    language: null,
    layout: layout as never,
    zones: [zone('_side', [calm('soup'), film('second')])] as never,
  })
  const advised = lookOver(hall, FACTS, { now: NOW, language: 'en' })
  expect(advised.map(({ finding, by, zone }) => [finding.rule, by?.id, zone])).toEqual([
    ['letters', '_side', 2],
    ['film-in-zone', '_side', 2],
  ])
  expect(advised[1]?.finding.figures).toEqual({ display: 'Hall', number: 2, filmsPlayIn: 1, hasPoster: false })
  const alone = { ...hall, layout: null, zones: [] }
  expect(lookOver({ ...alone, items: [calm('soup')] }, FACTS, { now: NOW, language: 'en' })).toEqual([])
})
