import { dateLocale } from './i18n/language.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The largest unit that is precise enough. */
function inUnits(ms: number): { count: number; unit: 'second' | 'minute' | 'hour' | 'day' } {
  if (ms < MINUTE_MS) return { count: Math.round(ms / 1_000), unit: 'second' }
  if (ms < HOUR_MS) return { count: Math.round(ms / MINUTE_MS), unit: 'minute' }
  if (ms < DAY_MS) return { count: Math.round(ms / HOUR_MS), unit: 'hour' }
  return { count: Math.round(ms / DAY_MS), unit: 'day' }
}

/** `12 seconds`, `2 minutes`, in the given language. */
export function duration(ms: number, language: string): string {
  const { count, unit } = inUnits(ms)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** `2 minutes ago` */
export function ago(ms: number, language: string): string {
  const { count, unit } = inUnits(ms)
  return new Intl.RelativeTimeFormat(language).format(-count, unit)
}

/** `14:02`, with the date if it is not today. */
export function moment(at: number, now: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const time = { timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(dateLocale(language), isToday ? time : { ...time, dateStyle: 'medium' }).format(at)
}
