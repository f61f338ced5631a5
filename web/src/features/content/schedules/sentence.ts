import type { Schedule } from '@placard/contract'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { DAY_MS, dateOf, dayAfter } from './local-date.ts'

/** The reader's language: the messages, and the locale for dates and times (`dateLocale`). */
export type Reader = { t: ReturnType<typeof useI18n>['t']; locale: string }

/** A state of a schedule, with its start and end in local milliseconds as if they were UTC. */
export type LocalState = { isOn: boolean; since: number; until: number }

const START_OF_DAY = 'T00:00'

/**
 * A schedule in words, in the time of the display: "Monday to Friday, 8:00–14:00, until 18 December; not on 24 December".
 *
 * @param today the date at the display: it is called "today", and its year is left out
 */
export function scheduleInWords(schedule: Schedule | undefined, today: string, reader: Reader): string {
  const { t, locale } = reader
  const { not = [], alone = false } = schedule ?? {}
  const parts = partsOf(asOneDay(schedule ?? {}), today, reader)
  if (parts.length === 0) parts.push(not.length > 0 ? t('schedule.every-day') : t('schedule.always'))
  let words = parts.reduce((one, other) => t('schedule.joined', { one, other }))
  if (not.length > 0) words = t('schedule.except', { when: words, days: datesInWords(not, today, reader) })
  words = words.slice(0, 1).toLocaleUpperCase(locale) + words.slice(1)
  return alone ? t('schedule.alone', { when: words }) : words
}

/** Rewrites a span within one day as the hours of that day. */
export function asOneDay(schedule: Schedule): Schedule {
  const { from, until, hours } = schedule
  if (!from || !until || hours || from.slice(0, 10) !== until.slice(0, 10)) return schedule
  const date = from.slice(0, 10)
  const window = { from: from.slice(11), until: until.slice(11) }
  return { ...schedule, from: date + START_OF_DAY, until: dayAfter(date) + START_OF_DAY, hours: [window] }
}

/** The weekdays, the times of day and the range of dates. */
function partsOf({ days, hours, from, until }: Schedule, today: string, reader: Reader): string[] {
  const isEveryDay = days === undefined || days.length === 7
  const date = onlyDateOf(from, until)
  const between = rangeInWords(from, until, date, today, isEveryDay && !hours, reader)
  const on = isEveryDay ? undefined : daysInWords(days, reader)
  const at =
    hours &&
    listOf(
      hours.map((window) => windowInWords(window, reader)),
      reader,
    )
  const isOneDay = date !== undefined && on === undefined
  const weekdays = on ?? (at && !isOneDay ? reader.t('schedule.every-day') : undefined)
  return [weekdays, ...(isOneDay ? [between, at] : [at, between])].filter((part) => part !== undefined)
}

/** The date of a schedule for exactly one whole day. */
function onlyDateOf(from: string | undefined, until: string | undefined): string | undefined {
  if (!from?.endsWith(START_OF_DAY) || until !== dayAfter(from.slice(0, 10)) + START_OF_DAY) return undefined
  return from.slice(0, 10)
}

function rangeInWords(
  from: string | undefined,
  until: string | undefined,
  date: string | undefined,
  today: string,
  withWeekday: boolean,
  reader: Reader,
): string | undefined {
  const { t } = reader
  if (date !== undefined) {
    return date === today
      ? t('schedule.only-today')
      : t('schedule.only-on', { day: dayInWords(date, today, reader, withWeekday) })
  }
  const first = from && momentOf(from, today, withWeekday, reader)
  // "Until Friday" includes Friday: it is stored as the start of Saturday.
  const last = until?.endsWith(START_OF_DAY)
    ? dayInWords(dayAfter(until.slice(0, 10), -1), today, reader, withWeekday)
    : until && momentOf(until, today, withWeekday, reader)
  if (first && last) return t('schedule.from-until', { from: first, until: last })
  return first ? t('schedule.from', { day: first }) : last ? t('schedule.until', { day: last }) : undefined
}

function momentOf(local: string, today: string, withWeekday: boolean, reader: Reader): string {
  const day = dayInWords(local.slice(0, 10), today, reader, withWeekday)
  return local.endsWith(START_OF_DAY)
    ? day
    : reader.t('schedule.at', { day, time: timeInWords(local.slice(11), reader) })
}

function windowInWords({ from, until }: { from: string; until: string }, reader: Reader): string {
  const times = { from: timeInWords(from, reader), until: timeInWords(until, reader) }
  return reader.t(until <= from ? 'schedule.hours-overnight' : 'schedule.hours', times)
}

/** "Monday to Friday", "Saturday and Sunday". A run of days may continue past the end of the week. */
function daysInWords(days: readonly number[], reader: Reader): string {
  const isIn = (day: number) => days.includes(((day + 6) % 7) + 1)
  const starts = days.filter((day) => !isIn(day - 1))
  const runs = starts.map((start) => {
    let length = 1
    while (isIn(start + length)) length += 1
    return { length, nth: (n: number) => weekdayName(start + n, reader.locale) }
  })
  return listOf(runs.flatMap(runInWords(reader)), reader)
}

/** "24 December", "24 December to 6 January 2027". */
function datesInWords(dates: readonly string[], today: string, reader: Reader): string {
  const isIn = new Set(dates)
  const starts = dates.filter((date) => !isIn.has(dayAfter(date, -1)))
  const runs = starts.map((start) => {
    let length = 1
    while (isIn.has(dayAfter(start, length))) length += 1
    return { length, nth: (n: number) => dayInWords(dayAfter(start, n), today, reader) }
  })
  return listOf(runs.flatMap(runInWords(reader)), reader)
}

/** Names up to two consecutive days; a longer run by its first and last day. */
const runInWords =
  ({ t }: Reader) =>
  ({ length, nth }: { length: number; nth: (n: number) => string }): string[] =>
    length < 3
      ? Array.from({ length }, (_, n) => nth(n))
      : [t('schedule.run', { first: nth(0), last: nth(length - 1) })]

/**
 * The state in words: "On now, until 14:00", "Next on Monday, 8:00", "Over since Friday".
 *
 * @param localNow the current time, in local milliseconds as if they were UTC
 */
export function stateInWords({ isOn, since, until }: LocalState, localNow: number, reader: Reader): string {
  const { t } = reader
  if (isOn) {
    if (until === Number.POSITIVE_INFINITY) return t('schedule.now')
    const day = endedDay(until, localNow, reader)
    return day === undefined
      ? t('schedule.now-until', { moment: nearMoment(until, localNow, reader) })
      : t('schedule.now-to-end', { day })
  }
  if (until !== Number.POSITIVE_INFINITY) {
    const time = timeOf(until, reader)
    const ahead = daysBetween(localNow, until)
    if (ahead === 0) return t('schedule.next-time', { time })
    if (ahead === 1) return t('schedule.next-tomorrow', { time })
    return t('schedule.next-day', { day: nearDay(until, localNow, reader), time })
  }
  if (since === Number.NEGATIVE_INFINITY) return t('schedule.never')
  const day = endedDay(since, localNow, reader) ?? nearDay(since, localNow, reader)
  return t('schedule.over', { moment: daysBetween(localNow, since) === 0 ? timeOf(since, reader) : day })
}

/** The state in two or three words, if it is not on: "From Monday, 8:00", "Over since Friday". Undefined if it is on. */
export function absenceInWords(state: LocalState, localNow: number, reader: Reader): string | undefined {
  if (state.isOn) return undefined
  if (state.until === Number.POSITIVE_INFINITY) return stateInWords(state, localNow, reader)
  return reader.t('schedule.off', { moment: nearMoment(state.until, localNow, reader) })
}

/** "14:00", "tomorrow, 14:00", "Monday, 14:00". */
export function nearMoment(localMs: number, localNow: number, reader: Reader): string {
  const time = timeOf(localMs, reader)
  return daysBetween(localNow, localMs) === 0
    ? time
    : reader.t('schedule.joined', { one: nearDay(localMs, localNow, reader), other: time })
}

/** The last day, if the span ends with a day; undefined if it ends during a day. */
function endedDay(localMs: number, localNow: number, reader: Reader): string | undefined {
  return localMs % DAY_MS === 0 ? nearDay(localMs - 1, localNow, reader) : undefined
}

/** Only the weekday, for the days around today. */
function nearDay(localMs: number, localNow: number, reader: Reader): string {
  const days = daysBetween(localNow, localMs)
  if (days === 0) return reader.t('schedule.today')
  if (days === 1) return reader.t('schedule.tomorrow')
  if (Math.abs(days) < 7) return format(localMs, reader.locale, { weekday: 'long' })
  return dayInWords(dateOf(localMs), dateOf(localNow), reader)
}

const daysBetween = (one: number, other: number) => Math.floor(other / DAY_MS) - Math.floor(one / DAY_MS)

/** @param date for example `2026-12-18`. The year is included if it is not the current one */
export function dayInWords(
  date: string,
  today: string,
  { locale }: Pick<Reader, 'locale'>,
  withWeekday = false,
): string {
  return format(Date.parse(`${date}${START_OF_DAY}Z`), locale, {
    day: 'numeric',
    month: 'long',
    ...(withWeekday ? { weekday: 'long' } : {}),
    ...(date.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  })
}

/** @param time for example `08:00` or `08:00:30` */
export function timeInWords(time: string, { locale }: Pick<Reader, 'locale'>): string {
  const told = format(Date.parse(`1970-01-01T${time}Z`), locale, {
    hour: 'numeric',
    minute: '2-digit',
    ...(time.length > 5 ? { second: '2-digit' } : {}),
  })
  // Keeps AM or PM on the same line as the time.
  return told.replaceAll(' ', '\u00a0')
}

/** @param localMs milliseconds, local time as if it were UTC */
export function timeOf(localMs: number, reader: Reader): string {
  const time = new Date(localMs).toISOString().slice(11, 19)
  return timeInWords(time.endsWith(':00') ? time.slice(0, 5) : time, reader)
}

/** @param day ISO 8601: Monday is 1; 8 is the following Monday */
export function weekdayName(day: number, locale: string, length: 'long' | 'short' = 'long'): string {
  return format(FIRST_MONDAY_MS + (day - 1) * DAY_MS, locale, { weekday: length })
}

/** 5 January 1970. */
const FIRST_MONDAY_MS = 4 * DAY_MS

const listOf = (words: readonly string[], { locale }: Reader) => new Intl.ListFormat(locale).format(words)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Uses the Gregorian calendar of the date fields in every locale. Formats are cached, because creating one takes longer than using it. */
function format(localMs: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key)
  const made = known ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
  if (!known) formats.set(key, made)
  return made.format(localMs)
}
