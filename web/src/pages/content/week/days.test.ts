import type { ZoneOffsets } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { clockChangesIn, dateIn, datesOfWeek, daysOf, firstWeekday, hourMarks, instantAt, shareOf } from './days.ts'

const HOUR_MS = 3_600_000
/** Berlin: an hour comes twice on 25 October 2026, and one is skipped on 28 March 2027. */
const BERLIN: ZoneOffsets = [
  [0, 120],
  [Date.UTC(2026, 9, 25, 1), 60],
  [Date.UTC(2027, 2, 28, 1), 120],
]
/** Cairo has no midnight on 30 April 2027. */
const CAIRO: ZoneOffsets = [
  [0, 120],
  [Date.UTC(2027, 3, 29, 22), 180],
]
const weekOf = (date: string, offsets: ZoneOffsets) => daysOf(datesOfWeek(date, 1), offsets)
const hoursOf = ({ begin, end }: { begin: number; end: number }) => (end - begin) / HOUR_MS

describe('[WV] the days of a week', () => {
  it('begin with the day with which weeks begin where somebody lives', () => {
    expect(datesOfWeek('2026-11-25', 1)).toEqual(
      ['23', '24', '25', '26', '27', '28', '29'].map((day) => `2026-11-${day}`),
    )
    expect(datesOfWeek('2026-11-22', 1)[0]).toBe('2026-11-16')
    expect(datesOfWeek('2026-11-22', 7)[0]).toBe('2026-11-22')
    expect(datesOfWeek('2027-01-01', 6)[0]).toBe('2026-12-26')
    expect(['en-GB', 'en-US', 'ar-EG', 'de'].map(firstWeekday)).toEqual([1, 7, 6, 1])
  })

  it('have as many hours as the clock at the display goes through', () => {
    expect(weekOf('2026-10-25', BERLIN).map(hoursOf)).toEqual([24, 24, 24, 24, 24, 24, 25])
    expect(weekOf('2027-03-28', BERLIN).map(hoursOf)).toEqual([24, 24, 24, 24, 24, 24, 23])
    // 29 April ends when 30 April begins, at one o'clock.
    expect(weekOf('2027-04-30', CAIRO).map(hoursOf)).toEqual([24, 24, 24, 24, 23, 24, 24])
    const days = weekOf('2026-10-25', BERLIN)
    expect(days.slice(1).map(({ begin }) => begin)).toEqual(days.slice(0, -1).map(({ end }) => end))
  })

  it('say when their clock goes on or back', () => {
    const of = (date: string, offsets: ZoneOffsets) => {
      const days = weekOf(date, offsets)
      return clockChangesIn(offsets, { begin: days[0]?.begin ?? 0, end: days[6]?.end ?? 0 }).map(({ from, to }) =>
        [from, to].map((local) => new Date(local).toISOString().slice(0, 16)),
      )
    }
    expect(of('2026-10-25', BERLIN)).toEqual([['2026-10-25T03:00', '2026-10-25T02:00']])
    expect(of('2027-03-22', BERLIN)).toEqual([['2027-03-28T02:00', '2027-03-28T03:00']])
    expect(of('2027-04-30', CAIRO)).toEqual([['2027-04-30T00:00', '2027-04-30T01:00']])
    expect(of('2026-11-23', BERLIN)).toEqual([])
  })

  it('have each hour where it is, and each place its moment', () => {
    const long = weekOf('2026-10-25', BERLIN)[6] as ReturnType<typeof weekOf>[number]
    expect(hourMarks(long, BERLIN, [6, 12, 18]).map(({ share }) => share * 25)).toEqual(
      [7, 13, 19].map((h) => expect.closeTo(h, 9)),
    )
    const noon = Date.UTC(2026, 9, 25, 11)
    expect(instantAt(long, shareOf(long, noon), BERLIN)).toBe(noon)
    expect(instantAt(long, shareOf(long, noon + 14 * 60_000), BERLIN)).toBe(noon)
    expect(instantAt(long, 0, BERLIN)).toBe(long.begin)
    const short = weekOf('2027-04-30', CAIRO)[4] as ReturnType<typeof weekOf>[number]
    expect(instantAt(short, 0, CAIRO)).toBe(short.begin)
  })

  it('are those that an address names, as far as the clock at the display is known', () => {
    const today = '2026-11-22'
    expect(dateIn('2026-12-24', today)).toBe('2026-12-24')
    for (const wrong of [null, '', 'x', '2026-13-01', '2026-12-24T08:00', '99999-01-01']) {
      expect(dateIn(wrong, today)).toBe(today)
    }
    expect(dateIn('1999-01-01', today)).toBe('2026-10-18')
    expect(dateIn('2999-01-01', today)).toBe('2029-11-18')
  })
})
