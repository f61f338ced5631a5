import {
  type FeedSettings,
  ItemId,
  MAX_FEED_ENTRIES,
  readSchedule,
  type Schedule,
  type ZoneOffsets,
} from '@placard/contract'
import { scheduleStateAt } from '@placard/playback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zoneOffsetsOf } from '../schedules/service.ts'
import type { CopiedEntry } from './feed-copy.ts'
import { expand } from './feed-entries.ts'

const NOW = Date.parse('2026-11-23T09:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const BERLIN: ZoneOffsets = zoneOffsetsOf('Europe/Berlin', NOW)
const ID = ItemId.parse('item')
const event = (
  number: number,
  begin: number | string,
  end: number | string | null,
  title = `E${number}`,
): CopiedEntry => ({
  key: `${number}`,
  number,
  title,
  text: '',
  event: { begin, end, place: '' },
})
const show = (
  entries: CopiedEntry[],
  feed: Partial<FeedSettings>,
  schedule?: Schedule,
  kind: 'news' | 'calendar' = 'calendar',
) =>
  expand(
    { kind, title: 'School', entries },
    { id: ID, title: 'School', feed: { as: 'lines', count: 3, language: 'en-GB', ...feed }, schedule },
    { zoneOffsets: BERLIN },
  )
const numbersAt = (entries: ReturnType<typeof show>, at: number) =>
  entries
    .filter(({ schedule }) => scheduleStateAt(schedule, BERLIN, at).isOn)
    .map(({ id }) => Number(id.split('_p')[1]))

describe('[FD1] the entries of a calendar', () => {
  /** Begins at whole minutes, like schedules, and not in the night of a clock change. */
  const events = fc
    .array(fc.record({ start: fc.integer({ min: 0, max: 20_000 }), length: fc.integer({ min: 1, max: 3_000 }) }), {
      maxLength: 25,
    })
    .map((list) =>
      list.map(({ start, length }, index) =>
        event(index + 1, NOW + start * MINUTE_MS, NOW + (start + length) * MINUTE_MS),
      ),
    )
  const timesOf = ({ event: one }: CopiedEntry) => ({ begin: Number(one?.begin), end: Number(one?.end) })

  it('are at each moment the next so many that are not over, whatever they are', () => {
    fc.assert(
      fc.property(
        events,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 25_000 }),
        (list, count, minute) => {
          const at = NOW + minute * MINUTE_MS
          const wanted = list
            .filter((one) => timesOf(one).end > at)
            .sort((one, other) => {
              const [a, b] = [timesOf(one), timesOf(other)]
              return a.begin - b.begin || a.end - b.end || one.number - other.number
            })
            .slice(0, count)
            .map(({ number }) => number)
          expect(numbersAt(show(list, { window: 'next', count }), at)).toEqual(wanted)
        },
      ),
    )
  })

  it('are at each moment those of the day, until they are over', () => {
    const dayOf = (at: number) => Math.floor((at + HOUR_MS) / DAY_MS)
    fc.assert(
      fc.property(events, fc.integer({ min: 0, max: 25_000 }), (list, minute) => {
        const at = NOW + minute * MINUTE_MS
        const wanted = list.filter((one) => dayOf(timesOf(one).begin) <= dayOf(at) && timesOf(one).end > at)
        const shown = numbersAt(show(list, { window: 'today' }), at)
        expect(shown.toSorted((a, b) => a - b)).toEqual(wanted.map(({ number }) => number))
      }),
    )
  })

  it('have schedules that a player reads as they are', () => {
    fc.assert(
      fc.property(events, fc.constantFrom('next', 'today', 'week' as const), (list, window) => {
        const shown = show(list, { window })
        expect(shown.length).toBeLessThanOrEqual(MAX_FEED_ENTRIES)
        for (const { schedule } of shown) expect(readSchedule(schedule)).toEqual(schedule)
      }),
    )
  })

  it('of a week are there from its Monday on', () => {
    const list = [event(1, '2026-11-29', null), event(2, '2026-11-30', null)]
    expect(show(list, { window: 'week' }).map(({ schedule }) => schedule)).toEqual([
      { from: '2026-11-23T00:00', until: '2026-11-30T00:00' },
      { from: '2026-11-30T00:00', until: '2026-12-01T00:00' },
    ])
  })

  it('last all day by the clock at the display, also on the day on which that is changed', () => {
    const [entry] = show([event(1, '2027-03-28', '2027-03-29')], { window: 'today' })
    expect(entry?.schedule).toEqual({ from: '2027-03-28T00:00', until: '2027-03-29T00:00' })
    const lengthOf = (schedule: Schedule | undefined) => {
      const at = Date.parse('2027-03-28T10:00:00Z')
      const { since, until } = scheduleStateAt(schedule, zoneOffsetsOf('Europe/Berlin', NOW), at)
      return (until - since) / HOUR_MS
    }
    expect(lengthOf(entry?.schedule)).toBe(23)
  })

  it('without a zone are by the clock wherever they are shown, and without an end an hour long', () => {
    const [entry] = show([event(1, '2026-11-24T18:00', null)], { window: 'today' })
    expect(entry?.schedule).toEqual({ from: '2026-11-24T00:00', until: '2026-11-24T19:00' })
    expect(entry?.text).toBe('18:00 · E1')
  })

  it('are on by the schedule of the feed as well, and left out where both have no moment in common', () => {
    const list = [event(1, '2026-11-24', null), event(2, '2026-12-24', null)]
    const schedule: Schedule = { from: '2026-11-24T08:00:30', until: '2026-12-01T00:00', days: [2] }
    expect(show(list, { window: 'today' }, schedule)).toMatchObject([
      { schedule: { from: '2026-11-24T08:00:30', until: '2026-11-25T00:00', days: [2] } },
    ])
  })
})

describe('[FD1] the entries of news', () => {
  const one = (more: Partial<CopiedEntry>): CopiedEntry => ({
    key: '1',
    number: 1,
    title: 'T',
    text: 'B',
    at: NOW,
    ...more,
  })

  it('are the first so many, each until its age', () => {
    const list = [one({}), one({ number: 2, at: NOW - DAY_MS }), one({ number: 3 })]
    expect(show(list, { count: 2, maxAgeDays: 2 }, undefined, 'news')).toMatchObject([
      { id: 'item_p1', text: 'T', schedule: { until: '2026-11-25T10:00' } },
      { id: 'item_p2', schedule: { until: '2026-11-24T10:00' } },
    ])
    expect(show([one({})], {}, undefined, 'news')[0]).not.toHaveProperty('schedule')
  })

  it('are notices with their words, their source and their address', () => {
    const [entry] = show([one({ link: 'https://town.example/1' })], { as: 'notices', look: 'night' }, undefined, 'news')
    expect(entry?.notice).toEqual({
      look: 'night',
      heading: 'T',
      body: 'B',
      byline: 'School · 23 November',
      link: 'https://town.example/1',
    })
    const [untitled] = show([one({ title: '', text: 'Words alone' })], { as: 'notices' }, undefined, 'news')
    expect(untitled?.notice).toMatchObject({ heading: 'Words alone', body: '' })
  })

  it('are in the language of the display, or in that of whoever added it, and never fail for it', () => {
    const inLanguage = (language: string | undefined, own?: string) =>
      expand(
        { kind: 'news', title: '', entries: [one({})] },
        { id: ID, title: 'S', feed: { as: 'notices', count: 1, ...(own ? { language: own } : {}) } },
        { zoneOffsets: BERLIN, language },
      )[0]?.notice?.byline
    expect(inLanguage('de', 'en')).toBe('S · 23. November')
    expect(inLanguage(undefined, 'de')).toBe('S · 23. November')
    expect(inLanguage('xx-nonsense-zz')).toContain('23')
  })
})
