import type { ZoneOffsets } from '@placard/contract'
import { DAY_MS, localTimeOf, MINUTE_MS, nextChangeOf, UTC } from './zone.ts'

// Placeholders in a text that a screen fills in (CT13): `{time}`, `{date}`, `{weekday}`, `{days until 2026-12-18}`.

const WORDS = /\{(?:time|date|weekday|days until (20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])))\}/g

/** The location whose time is shown. */
export type Place = {
  /** The UTC offsets of the display; undefined: UTC. */
  zoneOffsets: ZoneOffsets | undefined
  /** BCP 47. undefined, or unknown to the engine: the engine's own language. */
  language: string | undefined
}

export function hasLiveWords(text: string): boolean {
  return text.search(WORDS) >= 0
}

/** The text without its live words, for names, which must not change by themselves. */
export function withoutLiveWords(text: string): string {
  return text.replace(WORDS, '')
}

/**
 * The text with its live words filled in.
 *
 * @param at milliseconds since 1970, by the server's clock
 */
export function withLiveWords(text: string, at: number, { zoneOffsets, language }: Place): string {
  if (!text.includes('{')) return text
  const local = localTimeOf(zoneOffsets ?? UTC, at)
  return text.replace(WORDS, (word, date: string | undefined) => {
    if (date !== undefined) return daysInWords(Math.max(0, daysUntil(date, local)), language)
    if (word === '{time}') return localInWords(local, language, { hour: 'numeric', minute: '2-digit' })
    if (word === '{weekday}') return localInWords(local, language, { weekday: 'long' })
    return localInWords(local, language, { day: 'numeric', month: 'long', year: 'numeric' })
  })
}

/**
 * The next instant at which the filled-in text may change: the next minute if it contains the time, otherwise the next day at
 * the display; also at every change of the clock there.
 *
 * @returns Infinity for a text without live words
 */
export function liveWordsUntil(text: string, at: number, { zoneOffsets }: Pick<Place, 'zoneOffsets'>): number {
  if (!hasLiveWords(text)) return Number.POSITIVE_INFINITY
  const offsets = zoneOffsets ?? UTC
  const local = localTimeOf(offsets, at)
  const stepMs = text.includes('{time}') ? MINUTE_MS : DAY_MS
  const next = at + (Math.floor(local / stepMs) + 1) * stepMs - local
  return Math.min(next, nextChangeOf(offsets, at))
}

/** The dates that the text counts down to, without duplicates: `2026-12-18`. Dates that do not exist are left out. */
export function countdownDatesOf(text: string): string[] {
  const dates: string[] = []
  text.replace(WORDS, (word, date: string | undefined) => {
    if (date !== undefined && new Date(date).getUTCDate() === Number(date.slice(8)) && dates.indexOf(date) < 0)
      dates.push(date)
    return word
  })
  return dates
}

/** Tells whether the text counts down to a date that has passed at the display. */
export function hasCountdownOver(text: string, at: number, { zoneOffsets }: Pick<Place, 'zoneOffsets'>): boolean {
  const local = localTimeOf(zoneOffsets ?? UTC, at)
  let isOver = false
  text.replace(WORDS, (word, date: string | undefined) => {
    isOver ||= date !== undefined && daysUntil(date, local) < 0
    return word
  })
  return isOver
}

/** @param date a day beyond the end of its month counts into the next month @param local from `localTimeOf` */
function daysUntil(date: string, local: number): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return Date.UTC(year, month - 1, day) / DAY_MS - Math.floor(local / DAY_MS)
}

/** The parts of a local time in a language. @param local from `localTimeOf` @param language as in `Place` */
export function localInWords(local: number, language: string | undefined, parts: Intl.DateTimeFormatOptions): string {
  const options = { ...parts, timeZone: 'UTC' }
  try {
    return new Intl.DateTimeFormat(language, options).format(local)
  } catch {
    return new Intl.DateTimeFormat(undefined, options).format(local)
  }
}

/** "3 days" in the given language. Engines before Chromium 77 do not support units, and return only the number. */
function daysInWords(days: number, language: string | undefined): string {
  const options: Intl.NumberFormatOptions = { style: 'unit', unit: 'day', unitDisplay: 'long' }
  for (const [locale, how] of [
    [language, options],
    [undefined, options],
  ] as const) {
    try {
      return new Intl.NumberFormat(locale, how).format(days)
    } catch {
      // Try the next one.
    }
  }
  return String(days)
}
