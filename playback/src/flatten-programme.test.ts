import type { ItemType, ManifestCondition, Schedule } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { flattenProgramme } from './flatten-programme.ts'

type Item = {
  id: string
  type: ItemType
  visible: boolean
  schedule?: Schedule | null
  answer?: ManifestCondition
  includes?: string
  pages?: number
  brings?: { items: string[]; lines: string[] }
}

const image = (id: string, more: Partial<Item> = {}): Item => ({ id, type: 'image', visible: true, ...more })
const inclusion = (includes: string, more: Partial<Item> = {}): Item => ({
  ...image(`of-${includes}`),
  type: 'playlist',
  includes,
  ...more,
})

const weekdays: Schedule = { days: [1, 2, 3, 4, 5] }
const noon: Schedule = { hours: [{ from: '12:00', until: '13:00' }] }
const PLAYLISTS: Record<string, { items: Item[]; lines: string[] }> = {
  menu: { items: [image('soup'), image('fish', { schedule: noon })], lines: ['Soup today'] },
  rules: { items: [image('quiet')], lines: ['No running', 'No shouting'] },
  words: { items: [], lines: ['Hello'] },
  empty: { items: [], lines: [] },
  hidden: { items: [image('later', { visible: false })], lines: [] },
  nested: { items: [inclusion('rules'), image('shell')], lines: [] },
}

function flatten(items: Item[], lines: string[] = []) {
  const flat = flattenProgramme({
    items,
    lines,
    playlistOf: ({ includes = '' }) => PLAYLISTS[includes],
    pagesOf: ({ id, pages = 0, ...rest }) =>
      Array.from({ length: pages }, (_, index) => ({ ...rest, id: `${id}-${index + 1}`, type: 'image' as const })),
    entriesOf: ({ id, brings, ...rest }) => ({
      items: (brings?.items ?? []).map((one) => ({ ...rest, id: `${id}-${one}`, type: 'notice' as const })),
      lines: brings?.lines ?? [],
    }),
    weatherOf: (item) => [item],
    isShown: ({ id, visible }) => visible && id !== 'broken',
    answerOf: ({ answer }) => answer,
  })
  return {
    items: flat.items.map(({ item, inclusion }) => [item.id, inclusion]),
    lines: flat.lines.map(({ line, inclusion }) => [line, inclusion]),
    inclusions: flat.inclusions,
  }
}

describe('[CP3] flattenProgramme', () => {
  it('[DT6] an inclusion with a condition gives it to all that it brings, beside its schedule', () => {
    const answer = { on: false }
    expect(flatten([inclusion('rules', { answer }), inclusion('menu', { answer, schedule: noon })])).toEqual({
      items: [
        ['quiet', 0],
        ['soup', 1],
        ['fish', 1],
      ],
      lines: [
        ['No running', 0],
        ['No shouting', 0],
        ['Soup today', 1],
      ],
      inclusions: [{ condition: answer }, { ...noon, condition: answer }],
    })
  })

  it('plays a playlist where its inclusion stands, and its lines behind the own ones', () => {
    expect(flatten([image('a'), inclusion('rules'), image('b'), inclusion('menu'), image('c')], ['Welcome'])).toEqual({
      items: ['a', 'quiet', 'b', 'soup', 'fish', 'c'].map((id) => [id, undefined]),
      lines: ['Welcome', 'No running', 'No shouting', 'Soup today'].map((line) => [line, undefined]),
      inclusions: [],
    })
  })

  it('[FD1] plays the entries of a feed where it stands, and its lines behind the others, of a playlist’s too; of one that is hidden none', () => {
    const feed = (id: string, brings: NonNullable<Item['brings']>, more: Partial<Item> = {}): Item => ({
      ...image(id),
      type: 'feed',
      brings,
      ...more,
    })
    PLAYLISTS.town = {
      items: [image('map'), feed('far', { items: ['x'], lines: ['Fair'] })],
      lines: ['Town'],
    }
    const own = feed('news', { items: ['a', 'b'], lines: ['Snow'] })
    const hidden = feed('gone', { items: ['a'], lines: ['No'] }, { visible: false })
    expect(flatten([own, hidden, inclusion('town', { schedule: noon })], ['Welcome'])).toEqual({
      items: [
        ['news-a', undefined],
        ['news-b', undefined],
        ['map', 0],
        ['far-x', 0],
      ],
      lines: [
        ['Welcome', undefined],
        ['Snow', undefined],
        ['Town', 0],
        ['Fair', 0],
      ],
      inclusions: [noon],
    })
  })

  it('[CT8] plays the pages of a deck where it stands, with what it came by; of one that is hidden none', () => {
    const deck = (id: string, more: Partial<Item> = {}): Item => ({ ...image(id), type: 'deck', pages: 2, ...more })
    PLAYLISTS.papers = { items: [deck('rules'), deck('away', { visible: false })], lines: [] }
    const items = [deck('menu'), inclusion('papers', { schedule: noon }), image('a'), deck('none', { pages: 0 })]
    expect(flatten(items)).toEqual({
      items: [
        ['menu-1', undefined],
        ['menu-2', undefined],
        ['rules-1', 0],
        ['rules-2', 0],
        ['a', undefined],
      ],
      lines: [],
      inclusions: [noon],
    })
  })

  it('names the schedule of the inclusion by which something is on, and lists those alone that have one', () => {
    expect(
      flatten([
        inclusion('menu', { schedule: weekdays }),
        inclusion('rules', { schedule: null }),
        inclusion('words', { schedule: noon }),
      ]),
    ).toEqual({
      items: [
        ['soup', 0],
        ['fish', 0],
        ['quiet', undefined],
      ],
      lines: [
        ['Soup today', 0],
        ['No running', undefined],
        ['No shouting', undefined],
        ['Hello', 1],
      ],
      inclusions: [weekdays, noon],
    })
  })

  it('leaves out what is not shown, and all of an inclusion that is not', () => {
    expect(
      flatten([
        image('a', { visible: false }),
        image('broken'),
        inclusion('menu', { visible: false }),
        inclusion('hidden'),
      ]),
    ).toEqual({ items: [], lines: [], inclusions: [] })
  })

  it('plays nothing for a playlist that is not there or has nothing, nor for one in a playlist', () => {
    expect(
      flatten([
        inclusion('gone', { schedule: noon }),
        inclusion('empty', { schedule: noon }),
        inclusion('hidden', { schedule: noon }),
        inclusion('nested', { schedule: weekdays }),
      ]),
    ).toEqual({ items: [['shell', 0]], lines: [], inclusions: [weekdays] })
  })
})
