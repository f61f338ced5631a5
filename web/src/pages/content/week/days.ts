import type { ZoneOffsets } from '@placard/contract'
import { firstInstantOf, localTimeOf, type Window } from '@placard/playback'
import { dateOf, dayAfter } from '../../../features/content/schedules/local-date.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = 900_000
/** The time zone offsets of a display are known for three years ahead (SD3). */
const WEEKS_AHEAD = 156
/** The offsets are also known for 40 days back. */
const WEEKS_BACK = 5

/** A date at a display, with the instants at which it begins and ends. Usually 24 hours apart. */
export type Day = Window & { date: string }

/** A clock change at a display: at an instant, from a local time to another (milliseconds as if they were UTC). */
export type ClockChange = { at: number; from: number; to: number }

/** The first day of the week in a locale: 1 is Monday, 7 Sunday. Monday if the browser does not know. */
export function firstWeekday(locale: string): number {
  // Browsers provide one or the other.
  const { weekInfo, getWeekInfo } = new Intl.Locale(locale) as { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo }
  return (getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo)?.firstDay ?? 1
}

type WeekInfo = { firstDay: number }

/** @param date for example `2026-11-25` @returns the dates of its week, in order */
export function datesOfWeek(date: string, firstDay: number): string[] {
  const weekday = new Date(`${date}T00:00Z`).getUTCDay()
  const before = (weekday - firstDay + 7) % 7
  return Array.from({ length: 7 }, (_, nth) => dayAfter(date, nth - before))
}

export function daysOf(dates: readonly string[], offsets: ZoneOffsets): Day[] {
  const start = (date: string) => firstInstantOf(offsets, Date.parse(`${date}T00:00Z`))
  return dates.map((date) => ({ date, begin: start(date), end: start(dayAfter(date)) }))
}

/** The date in the page's address, or today's, limited to the period for which the offsets are known. */
export function dateIn(wanted: string | null, today: string): string {
  const localMs = wanted !== null && /^\d{4}-\d\d-\d\d$/.test(wanted) ? Date.parse(`${wanted}T00:00Z`) : Number.NaN
  if (Number.isNaN(localMs)) return today
  const [first, last] = [dayAfter(today, -7 * WEEKS_BACK), dayAfter(today, 7 * WEEKS_AHEAD)]
  const date = dateOf(localMs)
  return date < first ? first : date > last ? last : date
}

/** The clock changes in a period. */
export function clockChangesIn(offsets: ZoneOffsets, { begin, end }: Window): ClockChange[] {
  return offsets.slice(1).flatMap(([at]) => {
    const [from, to] = [localTimeOf(offsets, at - 1) + 1, localTimeOf(offsets, at)]
    return at >= begin && at < end && from !== to ? [{ at, from, to }] : []
  })
}

/** The share of a day that has passed at an instant, from 0 to 1. */
export const shareOf = ({ begin, end }: Window, at: number) => (at - begin) / (end - begin)

/** The shares of a day at which its clock reaches the given hours. For a skipped hour, the instant of the clock change. */
export function hourMarks(day: Day, offsets: ZoneOffsets, hours: readonly number[]): { hour: number; share: number }[] {
  const midnight = Date.parse(`${day.date}T00:00Z`)
  return hours.map((hour) => ({ hour, share: shareOf(day, firstInstantOf(offsets, midnight + hour * HOUR_MS)) }))
}

/** The instant at a share of a day, rounded down to a quarter of an hour by its clock. */
export function instantAt(day: Day, share: number, offsets: ZoneOffsets): number {
  const at = Math.round(day.begin + share * (day.end - day.begin))
  return Math.max(day.begin, at - (localTimeOf(offsets, at) % QUARTER_MS))
}
