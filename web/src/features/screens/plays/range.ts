import { MAX_DAYS_OF_PLAYS } from '@placard/contract'

const DAY_MS = 24 * 60 * 60_000

/** The predefined periods. */
export const SPANS = ['today', 'yesterday', 'week', 'month', 'this-month', 'last-month'] as const
export type Span = (typeof SPANS)[number]

/** The first and the last day, inclusive, in the time of each display. */
export type Range = { from: string; to: string }

/** @param today the user's date, for example `2026-11-23` */
export function rangeOf(span: Span, today: string): Range {
  switch (span) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: daysFrom(today, -1), to: daysFrom(today, -1) }
    case 'week':
      return { from: daysFrom(today, -6), to: today }
    case 'month':
      return { from: daysFrom(today, -29), to: today }
    case 'this-month':
      return { from: `${today.slice(0, 8)}01`, to: today }
    case 'last-month': {
      const to = daysFrom(`${today.slice(0, 8)}01`, -1)
      return { from: `${to.slice(0, 8)}01`, to }
    }
  }
}

/** The predefined period with these days; undefined: the days were chosen by hand. */
export function spanOf(range: Range, today: string): Span | undefined {
  return SPANS.find((span) => {
    const { from, to } = rangeOf(span, today)
    return from === range.from && to === range.to
  })
}

/** The days in the page's address, or the last seven if they are invalid. */
export function readRange(from: string | null, to: string | null, today: string): Range {
  if (!isDay(from) || !isDay(to) || from > to) return rangeOf('week', today)
  const first = daysFrom(to, 1 - MAX_DAYS_OF_PLAYS)
  return { from: from < first ? first : from, to }
}

/** Moves one end, and the other one if necessary. */
export function withEnd(range: Range, end: 'from' | 'to', day: string): Range {
  if (!isDay(day)) return range
  if (end === 'from') {
    const last = daysFrom(day, MAX_DAYS_OF_PLAYS - 1)
    return { from: day, to: range.to < day ? day : range.to > last ? last : range.to }
  }
  const first = daysFrom(day, 1 - MAX_DAYS_OF_PLAYS)
  return { from: range.from > day ? day : range.from < first ? first : range.from, to: day }
}

/** The date in this browser's time zone. */
export function dayHere(now: number): string {
  const date = new Date(now)
  return dayOf(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
}

function isDay(value: string | null): value is string {
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && Number.isFinite(Date.parse(value)) && sane(value)
}

/** Rejects dates such as 31 February, which some engines accept. */
const sane = (day: string) => dayOf(Date.parse(day)) === day

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const daysFrom = (day: string, days: number) => dayOf(Date.parse(day) + days * DAY_MS)
