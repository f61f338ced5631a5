import { type Item, type ItemId, type MediaId, OrganisationId, type Programme, ProgrammeId } from '@placard/contract'
import { planAt, playableOf } from '@placard/playback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { twinOf } from './service.ts'

const NOW = Date.parse('2026-11-23T09:00:00Z')
const NO_FILES = new Map<MediaId, string>()

const item = (id: string, more: Partial<Item> = {}): Item => ({
  id: id as ItemId,
  title: 'A title that nobody outside should read',
  url: `/media/${id}.jpg`,
  uploadDate: 0,
  type: 'image',
  visible: true,
  position: id,
  revision: 1,
  playable: true,
  duration: 10,
  ...more,
})

const programme = (items: Item[], more: Partial<Programme> = {}): Programme => ({
  organisationId: OrganisationId.parse('vnr'),
  id: ProgrammeId.parse('ece'),
  name: 'ECE',
  timeZone: 'UTC',
  fillsWithoutLines: false,
  dwellSeconds: 30,
  diagonalInches: 55,
  distanceCm: 400,
  language: null,
  pairedOnly: false,
  openingHours: null,
  readCode: null,
  shortCode: null,
  town: null,
  weatherUnits: {},
  weather: { problem: 'no-source' },
  layout: null,
  zones: [],
  cornerPieces: [],
  revision: 1,
  mediaUrl: undefined,
  zoneOffsets: [[0, 0]],
  loopStartedAt: NOW - 5_000,
  items,
  lines: [],
  playlists: [],
  covers: [],
  ...more,
})

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

describe('[TW1] the page of a display', () => {
  it('[TW1] begins with what is on, and says of the others when they come', () => {
    const twin = twinOf(
      programme([item('a'), item('b'), item('c')], { loopStartedAt: NOW - 15_000 }),
      NO_FILES,
      NOW,
      'en',
    )
    expect(twin.entries.map(({ id, startsAt }) => [id, startsAt])).toEqual([
      ['b', undefined],
      ['c', NOW + 5_000],
      ['a', NOW + 15_000],
    ])
    expect(twin.until).toBe(NOW + 5_000)
  })

  it('[TW1] tells what went off by its schedule within 15 minutes, and nothing that is hidden', () => {
    const until = (time: string) => ({ schedule: { until: `2026-11-23T${time}` } })
    const items = [item('a'), item('b', until('08:50')), item('c', until('08:44')), item('d', { visible: false })]
    const twin = twinOf(programme(items), NO_FILES, NOW, 'en')
    expect([idsOf(twin.entries), idsOf(twin.before)]).toEqual([['a'], ['b']])
  })

  it('[TW1] says alternative texts, words of notices with their live words, and the words of pages that are shown', () => {
    const notice = { look: 'paper' as const, heading: 'Today {date}', body: '- **One**\n- Two', byline: 'Office' }
    const items = [
      item('a'),
      item('n', { type: 'notice', url: 'about:blank', notice }),
      item('d', {
        type: 'deck',
        url: '/media/d.deck',
        pages: ['p', 'q', 'r'].map((id) => ({ url: `/media/${id}.jpg` })),
        deck: { without: [2], seconds: [] },
      }),
    ]
    const files = new Map([
      ['a', 'A dog'],
      ['p', 'First page'],
      ['q', 'Second page'],
    ] as [MediaId, string][])
    const { entries } = twinOf(programme(items), files, NOW, 'en')
    expect(entries.map(({ what }) => what)).toEqual([
      { kind: 'image', url: '/media/a.jpg', description: 'A dog' },
      {
        kind: 'notice',
        heading: 'Today November 23, 2026',
        blocks: [{ kind: 'list', lines: [[{ text: 'One', isBold: true }], [{ text: 'Two', isBold: false }]] }],
        byline: 'Office',
        link: undefined,
      },
      {
        kind: 'deck',
        pages: [
          { number: 1, url: '/media/p.jpg', text: 'First page' },
          { number: 3, url: '/media/r.jpg', text: '' },
        ],
      },
    ])
  })

  it('[LY10] has a list for each zone, with what is on in it, and none during a take-over', () => {
    const until = { schedule: { until: '2026-11-23T08:55' } }
    const zone = (name: string, items: Item[]) =>
      ({ id: `_${name}`, name, items, lines: [], loopStartedAt: NOW - 15_000 }) as unknown as Programme['zones'][number]
    const zones = [zone('Menu', [item('soup'), item('salad'), item('soap', until)]), zone('Closed', [])]
    const twin = twinOf(programme([item('a')], { zones }), NO_FILES, NOW, 'en')
    expect(idsOf(twin.entries)).toEqual(['a'])
    expect(twin.zones.map(({ name, entries, before }) => [name, idsOf(entries), idsOf(before)])).toEqual([
      ['Menu', ['salad', 'soup'], ['soap']],
      ['Closed', [], []],
    ])
    expect(twin.until).toBe(NOW + 5_000)
    const film = (id: string) => item(id, { type: 'video' })
    const beside = twinOf(
      programme([film('a')], { zones: [zone('Menu', [film('b'), item('soup')])] }),
      NO_FILES,
      NOW,
      'en',
    )
    expect(beside.zones.map(({ entries }) => idsOf(entries))).toEqual([['soup']])
    const takeOvers = [{ id: 'fire', items: [item('b')], startsAt: NOW - 1_000, endsAt: NOW + 60_000 }] as never
    expect(twinOf({ ...programme([item('a')], { zones }), takeOvers }, NO_FILES, NOW, 'en').zones).toEqual([])
  })

  it('[LY6] has the words and the QR codes of the corners while they stand there, and none during a take-over', () => {
    const common = { size: 10, revision: 1 }
    const cornerPieces: Programme['cornerPieces'] = [
      { ...common, corner: 'top-left', kind: 'words', text: 'Room 12, {weekday}' },
      { ...common, corner: 'top-right', kind: 'clock', face: 'digits', date: false },
      { ...common, corner: 'bottom-left', kind: 'words', text: 'Closed', schedule: { from: '2026-11-23T09:05' } },
      { ...common, corner: 'bottom-right', kind: 'qr', link: 'https://example.org/menu' },
    ]
    const shown = programme([item('a', { duration: 3_600 })], { cornerPieces })
    const twin = twinOf(shown, NO_FILES, NOW, 'en')
    expect(twin.corners).toEqual([{ text: 'Room 12, Monday' }, { link: 'https://example.org/menu' }])
    expect(twin.until).toBe(NOW + 5 * 60_000)
    expect(twinOf(shown, NO_FILES, twin.until, 'en').corners).toContainEqual({ text: 'Closed' })
    const takeOvers = [{ id: 'fire', items: [item('b')], startsAt: NOW - 1_000, endsAt: NOW + 60_000 }] as never
    expect(twinOf({ ...shown, takeOvers }, NO_FILES, NOW, 'en').corners).toEqual([])
  })

  it('[TW1] [SH2] says until when the screens are dark', () => {
    const openingHours = { hours: [{ from: '10:00', until: '18:00' }] }
    expect(twinOf(programme([item('a')], { openingHours }), NO_FILES, NOW, 'en').asleepUntil).toBe(NOW + 3_600_000)
    expect(twinOf(programme([item('a')]), NO_FILES, NOW, 'en').asleepUntil).toBe(undefined)
  })

  it('[TW1] holds everything that planAt plays, once, and what it says first is what is on', () => {
    const schedule = fc.constantFrom(
      undefined,
      { from: '2026-11-23T08:55' },
      { until: '2026-11-23T09:05' },
      { alone: true as const },
    )
    const loop = fc.array(fc.record({ duration: fc.integer({ min: 1, max: 600 }), schedule, visible: fc.boolean() }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(loop, fc.nat(3_600_000), (some, ago) => {
        const items = some.map(({ schedule: when, ...rest }, nth) =>
          item(`i${nth}`, { ...rest, ...(when && { schedule: when }) }),
        )
        const one = programme(items, { loopStartedAt: NOW - ago })
        const plan = planAt(playableOf(one), NOW)
        const { entries } = twinOf(one, NO_FILES, NOW, 'en')
        expect(idsOf(entries).sort()).toEqual(plan.items.map(({ id }) => id as string).sort())
        if (plan.status === 'playing') expect(entries[0]?.id).toBe(plan.current.item.id)
      }),
    )
  })
})
