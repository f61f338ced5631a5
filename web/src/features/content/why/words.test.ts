import { ItemId, LANGUAGES, type UiLanguage } from '@placard/contract'
import type { Explanation } from '@placard/playback'
import { describe, expect, it } from 'vitest'
import { READERS } from '../../../platform/ui/i18n/languages.vitest.ts'
import { clockAt } from '../schedules/use-schedule-clock.ts'
import { shortTime } from './seconds.ts'
import { isQuiet, type Setting, stateInFull, stateInShort } from './words.ts'

/** A Wednesday. */
const NOON = Date.UTC(2026, 10, 25, 12)
const NEVER = Number.POSITIVE_INFINITY
const LANGUAGE_TAGS = Object.keys(LANGUAGES) as UiLanguage[]
const settingIn = (language: UiLanguage, more: Partial<Setting> = {}): Setting => ({
  clock: clockAt([[0, 0]], NOON),
  reader: READERS[language],
  isPlaylist: false,
  broughtBy: 'Menu',
  nameOf: () => 'Open day',
  thing: undefined,
  itemWith: () => undefined,
  ...more,
})
const told = { unplayable: 'Bad address.', timeTo: (at: number) => shortTime(at - NOON, 'en') }
const plain = (text: string) => text.replace(/\s/g, ' ')
const alone = { id: ItemId.parse('open'), from: undefined }

const REASONS: [Explanation, string, string][] = [
  [
    { reason: 'on', until: NOON + 9_000, again: NOON + 99_000 },
    'On now',
    'It is on now, for 9s more. It comes again in 2m.',
  ],
  [{ reason: 'on', until: NOON + 7_200_000, again: undefined }, 'On now', 'It is on now, until 14:00.'],
  [{ reason: 'on', until: NEVER, again: undefined }, 'On now', 'It is on now.'],
  [
    { reason: 'in-loop', startsAt: undefined, until: NOON + 60_000 },
    'Ends before its turn',
    'It is on by its schedule, but only until 12:01. That is before its turn in the loop.',
  ],
  [{ reason: 'hidden', by: 'itself' }, 'Hidden', 'Somebody has hidden it.'],
  [
    { reason: 'hidden', by: 'inclusion' },
    'Hidden with “Menu”',
    'It is part of “Menu”, which is hidden on this display.',
  ],
  [{ reason: 'unplayable' }, 'Not playable', 'Bad address.'],
  [
    { reason: 'off', by: 'itself', startsAt: NOON + 5 * 86_400_000 },
    'From Monday, 12:00',
    'Its schedule keeps it off until Monday, 12:00.',
  ],
  [
    { reason: 'off', by: 'inclusion', startsAt: NOON + 3_600_000 },
    'From 13:00',
    'It is part of “Menu”, whose schedule keeps it off until 13:00.',
  ],
  [
    { reason: 'off', by: 'contents', startsAt: NOON + 3_600_000 },
    'From 13:00',
    'Schedules keep everything in this playlist off until 13:00.',
  ],
  [
    { reason: 'over', by: 'itself', since: NOON - 5 * 86_400_000 },
    'Over since Friday',
    'Over since Friday: its schedule has ended.',
  ],
  [
    { reason: 'over', by: 'inclusion', since: NOON - 5 * 86_400_000 },
    'Over since Friday',
    'Over since Friday: the schedule of “Menu” has ended.',
  ],
  [{ reason: 'never' }, 'Never on', 'It is never on, because its schedule and that of its playlist do not overlap.'],
  [
    { reason: 'aside', alone, until: NOON + 7_200_000 },
    'Waiting for “Open day”',
    'It waits while “Open day” plays alone, until 14:00.',
  ],
  [{ reason: 'aside', alone, until: NEVER }, 'Waiting for “Open day”', 'It waits while “Open day” plays alone.'],
  [{ reason: 'empty' }, 'Nothing in it to show', 'It contains nothing that can be shown.'],
]

describe('[TM2] why, in words', () => {
  it.each(REASONS)('%j: %s', (why, short, full) => {
    const setting = settingIn('en')
    expect(plain(stateInShort(why, setting) as string)).toBe(short)
    expect(plain(stateInFull(why, setting, told))).toBe(full)
    for (const language of LANGUAGE_TAGS.filter((one) => one !== 'en')) {
      const other = settingIn(language)
      const words = [stateInShort(why, other) as string, stateInFull(why, other, { ...told, unplayable: '—' })]
      for (const one of words) expect(one).not.toMatch(/undefined|[{}]/)
      expect(plain(words.join())).not.toContain(short)
    }
  })

  it('counts down to the next turn, and a playlist plays wherever it is on', () => {
    const why: Explanation = { reason: 'in-loop', startsAt: NOON + 40_000, until: NEVER }
    expect(stateInShort(why, settingIn('en'))).toEqual({ nextAt: NOON + 40_000 })
    expect(stateInFull(why, settingIn('en'), told)).toBe('It is in the loop and comes next in 40s.')
    expect(stateInShort(why, settingIn('en', { isPlaylist: true }))).toBe('On with its playlist')
    expect([40_000, 100_000, 7_200_000].map((ms) => shortTime(ms, 'en'))).toEqual(['40s', '2m', '2h'])
  })

  it('entries that screens cannot show come first, and a lack of room for all files is not shown on the card', () => {
    const on: Explanation = { reason: 'on', until: NEVER, again: undefined }
    const broken: Explanation = { ...on, onScreens: { trouble: 'broken', count: 1, of: 4 } }
    const full: Explanation = { ...on, onScreens: { trouble: 'no-room', count: 1, of: 4 } }
    expect(stateInShort(broken, settingIn('en'))).toBe('Not shown on 1 of 4 screens')
    expect(stateInShort(full, settingIn('en'))).toBe('On now')
    expect([on, broken, full].map(isQuiet)).toEqual([true, false, true])
  })
})
