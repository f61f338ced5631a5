import { dateLocale } from '../../../platform/ui/i18n/language.ts'

/** The entries of one day, in the user's time zone. */
export type Day<Entry> = { key: string; at: number; entries: Entry[] }

/** Groups ordered entries by day. */
export function byDay<Entry extends { id: string; at: number }>(entries: readonly Entry[]): Day<Entry>[] {
  const days: Day<Entry>[] = []
  for (const entry of entries) {
    const last = days.at(-1)
    if (last && isSameDay(last.at, entry.at)) last.entries.push(entry)
    else days.push({ key: entry.id, at: entry.at, entries: [entry] })
  }
  return days
}

/** 0 for today, 1 for yesterday, undefined for other days. */
export function recentDay(at: number, now: number): 0 | 1 | undefined {
  if (isSameDay(at, now)) return 0
  const { year, month, day } = partsOf(now)
  return isSameDay(at, new Date(year, month, day - 1).getTime()) ? 1 : undefined
}

/** `14:02` */
export const timeOf = (at: number, language: string) =>
  new Intl.DateTimeFormat(dateLocale(language), { timeStyle: 'short' }).format(at)

/** `Friday, 20 November` */
export const dayOf = (at: number, language: string) =>
  new Intl.DateTimeFormat(dateLocale(language), { weekday: 'long', day: 'numeric', month: 'long' }).format(at)

/** `20 November 2026 at 14:02` */
export const moment = (at: number, language: string) =>
  new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeStyle: 'short' }).format(at)

function partsOf(at: number) {
  const date = new Date(at)
  return { year: date.getFullYear(), month: date.getMonth(), day: date.getDate() }
}

const isSameDay = (one: number, other: number) => new Date(one).toDateString() === new Date(other).toDateString()
