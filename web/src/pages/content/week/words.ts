import type { Window } from '@placard/playback'
import { dateOf } from '../../../features/content/schedules/local-date.ts'
import { dayInWords, type Reader, timeOf, weekdayName } from '../../../features/content/schedules/sentence.ts'
import type { ScheduleClock } from '../../../features/content/schedules/use-schedule-clock.ts'
import type { ClockChange, Day } from './days.ts'
import type { Bar } from './rows.ts'

/** The most times of a day that are listed one by one. */
const TOLD_AT_MOST = 6

/** The reader's language, and the display's clock. */
export type Teller = { reader: Reader; clock: Pick<ScheduleClock, 'local' | 'today'> }

/** "Monday", "Monday 23 November". */
export const weekdayOf = (date: string, { locale }: Reader, length: 'long' | 'short' = 'long') =>
  weekdayName(new Date(`${date}T00:00Z`).getUTCDay() || 7, locale, length)

/** "23–29 November 2026" */
export function weekInWords(dates: readonly string[], { locale }: Reader): string {
  const [first, last] = [dates[0] ?? '', dates.at(-1) ?? ''].map((date) => Date.parse(`${date}T00:00Z`))
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
    calendar: 'gregory',
  })
  return format.formatRange(first ?? 0, last ?? 0)
}

/** "11:00–14:00", "all day", "11:00–12:00: waits for “Open day”". */
export function barInWords(bar: Bar, day: Window, { reader, clock }: Teller): string {
  const { t } = reader
  const isAllDay = bar.begin <= day.begin && bar.end >= day.end
  const time = (at: number) => timeOf(clock.local(at), reader)
  const when = isAllDay ? t('week.all-day') : t('schedule.hours', { from: time(bar.begin), until: time(bar.end) })
  return bar.waitsFor === undefined ? when : t('week.waits', { when, title: bar.waitsFor })
}

/** All bars of a row on one day, in words. */
export function barsInWords(bars: readonly Bar[], day: Window, teller: Teller): string {
  const { t, locale } = teller.reader
  if (bars.length <= TOLD_AT_MOST) {
    return new Intl.ListFormat(locale, { type: 'unit' }).format(bars.map((bar) => barInWords(bar, day, teller)))
  }
  const all = { begin: bars[0]?.begin ?? 0, end: bars.at(-1)?.end ?? 0, waitsFor: undefined }
  return t('week.times', { count: bars.length, when: barInWords(all, day, teller) })
}

/** "Tuesday 18:00–20:00", "Friday at 14:00 – Monday at 8:00". */
export function spanInWords({ begin, end }: Window, { reader, clock }: Teller): string {
  const { t } = reader
  const [from, until] = [clock.local(begin), clock.local(end)]
  const day = (localMs: number) => weekdayOf(dateOf(localMs), reader)
  const time = (localMs: number) => timeOf(localMs, reader)
  if (dateOf(from) === dateOf(until - 1)) {
    return t('week.span-day', { day: day(from), from: time(from), until: time(until) })
  }
  return t('week.span-days', {
    from: t('schedule.at', { day: day(from), time: time(from) }),
    until: t('schedule.at', { day: day(until), time: time(until) }),
  })
}

/** "On Sunday 25 October the clocks go back from 3:00 to 2:00." */
export function changeInWords({ from, to }: ClockChange, { reader, clock }: Teller): string {
  const day = dayInWords(dateOf(from - 1), clock.today, reader, true)
  const times = { day, from: timeOf(from, reader), to: timeOf(to, reader) }
  return reader.t(to > from ? 'week.clocks-on' : 'week.clocks-back', times)
}

/** The number of hours of a day with a clock change; undefined for other days. */
export function hoursInWords({ begin, end }: Day, { t }: Reader): string | undefined {
  const hours = (end - begin) / 3_600_000
  return hours === 24 ? undefined : t('week.hours', { count: hours })
}
