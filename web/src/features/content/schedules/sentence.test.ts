import { Schedule, type ZoneOffsets } from '@placard/contract'
import { localTimeOf } from '@placard/playback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { READERS as OF_LANGUAGES, translateIn } from '../../../platform/ui/i18n/languages.vitest.ts'
import { arbitraryNeighbours, arbitrarySchedule } from './arbitrary.ts'
import { DAY_MS } from './local-date.ts'
import { absenceInWords, asOneDay, scheduleInWords, stateInWords } from './sentence.ts'
import { clockAt } from './use-schedule-clock.ts'

const READERS = { ...OF_LANGUAGES, american: { t: translateIn('en'), locale: 'en-US' } }

const plain = (text: string) => text.replace(/\s/g, ' ')

/** A Sunday. */
const TODAY = '2026-11-22'
const NEVER = Number.POSITIVE_INFINITY
const local = (moment: string) => Date.parse(`${moment}Z`)
const NOW = local('2026-11-22T11:30')

const school: Schedule = { days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '14:00' }] }

describe('scheduleInWords', () => {
  it.each<[Schedule | undefined, string, string]>([
    [undefined, 'Always', 'دائمًا'],
    [{}, 'Always', 'دائمًا'],
    [{ days: [1, 2, 3, 4, 5, 6, 7] }, 'Always', 'دائمًا'],
    [
      { ...school, until: '2026-12-19T00:00', not: ['2026-12-24'] },
      'Monday to Friday, 8:00–14:00, until 18 December; not on 24 December',
      'الاثنين إلى الجمعة، من 8:00 ص إلى 2:00 م، حتى 18 ديسمبر؛ ما عدا 24 ديسمبر',
    ],
    [{ from: '2026-11-22T00:00', until: '2026-11-23T00:00' }, 'Only today', 'اليوم فقط'],
    [
      { from: '2026-12-18T00:00', until: '2026-12-19T00:00', hours: [{ from: '09:00', until: '10:00' }] },
      'Only on 18 December, 9:00–10:00',
      '18 ديسمبر فقط، من 9:00 ص إلى 10:00 ص',
    ],
    [
      { from: '2026-12-18T09:00', until: '2026-12-18T10:00' },
      'Only on 18 December, 9:00–10:00',
      '18 ديسمبر فقط، من 9:00 ص إلى 10:00 ص',
    ],
    [
      { hours: [{ from: '22:00', until: '02:00' }] },
      'Every day, 22:00–2:00 (ends the next day)',
      'كل يوم، من 10:00 م إلى 2:00 ص (ينتهي في اليوم التالي)',
    ],
    [{ until: '2026-12-19T00:00' }, 'Until Friday 18 December', 'حتى الجمعة، 18 ديسمبر'],
    [{ until: '2027-01-09T00:00' }, 'Until Friday, 8 January 2027', 'حتى الجمعة، 8 يناير 2027'],
    [{ until: '2026-12-18T17:00' }, 'Until Friday 18 December at 17:00', 'حتى الجمعة، 18 ديسمبر الساعة 5:00 م'],
    [{ from: '2026-12-07T00:00' }, 'From Monday 7 December', 'ابتداءً من الاثنين، 7 ديسمبر'],
    [
      { from: '2026-12-07T08:00:30', until: '2026-12-19T00:00' },
      'From Monday 7 December at 8:00:30 until Friday 18 December',
      'ابتداءً من الاثنين، 7 ديسمبر الساعة 8:00:30 ص وحتى الجمعة، 18 ديسمبر',
    ],
    [{ days: [6, 7] }, 'Saturday and Sunday', 'السبت والأحد'],
    [{ days: [1, 2, 3, 4, 7] }, 'Sunday to Thursday', 'الأحد إلى الخميس'],
    [{ days: [1, 3, 4, 5] }, 'Monday and Wednesday to Friday', 'الاثنين والأربعاء إلى الجمعة'],
    [
      { not: ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01', '2027-01-02'] },
      'Every day; not on 24 December, 25 December and 31 December to 2 January 2027',
      'كل يوم؛ ما عدا 24 ديسمبر و25 ديسمبر و31 ديسمبر إلى 2 يناير 2027',
    ],
    [
      {
        days: [5],
        hours: [
          { from: '08:00', until: '10:00' },
          { from: '12:00', until: '14:00' },
        ],
        alone: true,
      },
      'Friday, 8:00–10:00 and 12:00–14:00. Alone: everything else waits',
      'الجمعة، من 8:00 ص إلى 10:00 ص ومن 12:00 م إلى 2:00 م. وحده: كل ما سواه ينتظر',
    ],
    [{ alone: true }, 'Always. Alone: everything else waits', 'دائمًا. وحده: كل ما سواه ينتظر'],
  ])('[SD1] %j is said back', (schedule, inEnglish, inArabic) => {
    expect(plain(scheduleInWords(schedule, TODAY, READERS.en))).toBe(inEnglish)
    expect(plain(scheduleInWords(schedule, TODAY, READERS.ar))).toBe(inArabic)
  })

  it('[SD1] writes dates and times as the country of the reader does', () => {
    expect(plain(scheduleInWords({ ...school, until: '2026-12-19T00:00' }, TODAY, READERS.american))).toBe(
      'Monday to Friday, 8:00 AM–2:00 PM, until December 18',
    )
  })

  it.each(Object.entries(READERS))('[SD1] says any schedule, in the words of %s', (_, reader) => {
    fc.assert(
      fc.property(arbitrarySchedule, (schedule) => {
        const said = scheduleInWords(schedule, TODAY, reader)
        expect(said.length).toBeGreaterThan(1)
        expect(said).not.toMatch(/undefined|null|NaN|Invalid|Infinity|[{}]/)
      }),
    )
  })

  it.each(Object.entries(READERS))(
    '[SD1] two schedules that differ are never said alike, in the words of %s',
    (_, reader) => {
      const sayOf = (schedule: Schedule) => scheduleInWords(schedule, TODAY, reader)
      const differ = (one: Schedule, other: Schedule) => {
        if (meaningOf(one) !== meaningOf(other)) expect(sayOf(one)).not.toBe(sayOf(other))
      }
      fc.assert(fc.property(arbitrarySchedule, arbitrarySchedule, differ))
      fc.assert(
        fc.property(arbitraryNeighbours, ([one, other]) => differ(one, other)),
        { numRuns: 2_000 },
      )
    },
  )
})

const PARTS = Object.keys(Schedule.shape) as (keyof Schedule)[]

/** The same text for two that are on at the same times. */
function meaningOf(schedule: Schedule): string {
  const { days, not = [], ...rest } = asOneDay(schedule)
  const parts = { ...rest, ...(days?.length === 7 ? {} : { days }), ...(not.length === 0 ? {} : { not }) }
  return JSON.stringify(PARTS.map((part) => parts[part as keyof typeof parts]))
}

describe('stateInWords', () => {
  it.each<[string, boolean, number, number, string, string]>([
    ['on, and for ever', true, NOW, NEVER, 'On now', 'يُعرض الآن'],
    ['on until later today', true, NOW, local('2026-11-22T14:00'), 'On now, until 14:00', 'يُعرض الآن حتى 2:00 م'],
    [
      'on until some hour of another day',
      true,
      NOW,
      local('2026-11-27T14:00'),
      'On now, until Friday, 14:00',
      'يُعرض الآن حتى الجمعة، 2:00 م',
    ],
    [
      'on to the end of today',
      true,
      NOW,
      local('2026-11-23T00:00'),
      'On now, until the end of today',
      'يُعرض الآن حتى نهاية اليوم',
    ],
    [
      'on to the end of a day',
      true,
      NOW,
      local('2026-12-19T00:00'),
      'On now, until the end of 18 December',
      'يُعرض الآن حتى نهاية 18 ديسمبر',
    ],
    ['later today', false, NOW, local('2026-11-22T14:00'), 'Next at 14:00', 'المرة التالية الساعة 2:00 م'],
    ['tomorrow', false, NOW, local('2026-11-23T08:00'), 'Next tomorrow, 8:00', 'المرة التالية غدًا، 8:00 ص'],
    ['this week', false, NOW, local('2026-11-28T08:00'), 'Next on Saturday, 8:00', 'المرة التالية السبت، 8:00 ص'],
    [
      'a week ahead',
      false,
      NOW,
      local('2026-11-29T08:00'),
      'Next on 29 November, 8:00',
      'المرة التالية 29 نوفمبر، 8:00 ص',
    ],
    ['over today', false, local('2026-11-22T09:00'), NEVER, 'Over since 9:00', 'انتهى منذ 9:00 ص'],
    ['over for some days', false, local('2026-11-21T00:00'), NEVER, 'Over since Friday', 'انتهى منذ الجمعة'],
    [
      'over long since',
      false,
      local('2025-11-21T10:00'),
      NEVER,
      'Over since 21 November 2025',
      'انتهى منذ 21 نوفمبر 2025',
    ],
    ['never', false, Number.NEGATIVE_INFINITY, NEVER, 'Never on', 'لا يُعرض أبدًا'],
  ])('[SD8] says %s', (_, isOn, since, until, inEnglish, inArabic) => {
    expect(stateInWords({ isOn, since, until }, NOW, READERS.en)).toBe(inEnglish)
    expect(plain(stateInWords({ isOn, since, until }, NOW, READERS.ar))).toBe(inArabic)
  })

  it('[SD8] says in two words why a card is dimmed', () => {
    const off = (until: number) => absenceInWords({ isOn: false, since: NOW, until }, NOW, READERS.en)
    expect(off(local('2026-11-22T14:00'))).toBe('From 14:00')
    expect(off(local('2026-11-23T08:00'))).toBe('From tomorrow, 8:00')
    expect(off(local('2026-11-26T08:00'))).toBe('From Thursday, 8:00')
    expect(off(local('2027-02-01T08:00'))).toBe('From 1 February 2027, 8:00')
    expect(off(NEVER)).toBe('Over since 11:30')
    expect(absenceInWords({ isOn: true, since: NOW, until: NEVER }, NOW, READERS.en)).toBeUndefined()
  })
})

/** From 2026 on: before, winter in Cairo. */
const CAIRO: ZoneOffsets = [
  [Date.UTC(2026, 3, 23, 22), 180],
  [Date.UTC(2026, 9, 29, 21), 120],
  [Date.UTC(2027, 3, 29, 22), 180],
]

it('[SD8] "Next on …" is a moment at which it is on, and none before it is', () => {
  fc.assert(
    fc.property(arbitrarySchedule, fc.nat(700 * DAY_MS), fc.nat(), (schedule, later, between) => {
      const now = Date.UTC(2026, 0, 1) + later
      const clock = clockAt(CAIRO, now)
      const state = clock.stateOf(schedule)
      const said = stateInWords(state, clock.localNow, READERS.en)
      const turn = clock.turnOf(schedule)
      expect(said.startsWith('Next')).toBe(!state.isOn && turn !== NEVER)
      expect(said.startsWith('On now')).toBe(state.isOn)
      expect(said.startsWith('Over') || said === 'Never on').toBe(clock.isOver(schedule))
      if (turn === NEVER) return
      expect(clockAt(CAIRO, turn).stateOf(schedule).isOn).toBe(!state.isOn)
      expect(clockAt(CAIRO, now + (between % (turn - now))).stateOf(schedule).isOn).toBe(state.isOn)
      // The moment that is told is the one on the clock at the display.
      const told = new Date(localTimeOf(CAIRO, turn)).toISOString().slice(11, 16).replace(/^0/, '')
      if (!state.isOn) expect(said).toContain(told)
    }),
    { numRuns: 1_000 },
  )
})
