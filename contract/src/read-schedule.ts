import type { OpeningHours, Schedule } from './schedule.ts'
import type { ZoneOffsets } from './zone-offsets.ts'

// Without Zod, since the player reads schedules too, and the clock that they go by.

/** Times of day in one schedule. */
export const MAX_HOURS_PER_SCHEDULE = 8
/** Dates that one schedule leaves out. */
export const MAX_EXCEPTIONS_PER_SCHEDULE = 100

/** How each is written; whether a date is in the calendar is another question. */
export const LOCAL_TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
export const LOCAL_DATE = /^(20\d\d)-(\d\d)-(\d\d)$/

/** `08:00` or `08:00:30`. Midnight is `00:00`; there is no `24:00`. */
function isLocalTime(value: unknown): value is string {
  return typeof value === 'string' && LOCAL_TIME.test(value)
}

/** `2026-12-24`, of this century: a date that is in the calendar. */
export function isLocalDate(value: unknown): value is string {
  const parts = typeof value === 'string' ? LOCAL_DATE.exec(value) : null
  if (!parts) return false
  const [, year, month, day] = parts.map(Number) as [number, number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** `2026-12-24T17:00`, without a zone: it means the clock at the display. */
export function isLocalDateTime(value: unknown): value is string {
  return (
    typeof value === 'string' && isLocalDate(value.slice(0, 10)) && value[10] === 'T' && isLocalTime(value.slice(11))
  )
}

/** ISO 8601: Monday is 1, Sunday 7. */
function isWeekday(value: unknown): value is number {
  return typeof value === 'number' && Math.floor(value) === value && value >= 1 && value <= 7
}

/** One way to write a time, of day or of a date: without seconds where there are none. */
export function withoutZeros(time: string): string {
  return time.replace(/(\d\d:\d\d):00$/, '$1')
}

/** Each once, in order. */
export function inOrder<T extends string | number>(values: T[]): T[] {
  return Array.from(new Set(values)).sort((one, other) => (one < other ? -1 : 1))
}

/**
 * Reads the schedule of a manifest's entry. What cannot be read counts as absent: a screen never goes dark over a word that
 * it does not know.
 *
 * @returns undefined: always
 */
export function readSchedule(value: unknown): Schedule | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { from, until, days, hours, not, alone } = value as Record<string, unknown>
  const schedule: Schedule = {}
  if (isLocalDateTime(from)) schedule.from = withoutZeros(from)
  if (isLocalDateTime(until)) schedule.until = withoutZeros(until)
  const weekdays = keep(days, isWeekday)
  if (weekdays) schedule.days = inOrder(weekdays)
  const times = keep(hours, isHours)
  if (times)
    schedule.hours = times
      .slice(0, MAX_HOURS_PER_SCHEDULE)
      .map((time) => ({ from: withoutZeros(time.from), until: withoutZeros(time.until) }))
  const dates = keep(not, isLocalDate)
  if (dates) schedule.not = inOrder(dates).slice(0, MAX_EXCEPTIONS_PER_SCHEDULE)
  if (alone === true) schedule.alone = true
  return Object.keys(schedule).length === 0 ? undefined : schedule
}

/** Reads the opening hours of a manifest. @returns undefined for what is none: always open */
export function readOpeningHours(value: unknown): OpeningHours | undefined {
  const { days, hours, not } = readSchedule(value) ?? {}
  const read: OpeningHours = { ...(days && { days }), ...(hours && { hours }), ...(not && { not }) }
  return Object.keys(read).length === 0 ? undefined : read
}

function isHours(value: unknown): value is { from: string; until: string } {
  if (typeof value !== 'object' || value === null) return false
  const { from, until } = value as Record<string, unknown>
  return isLocalTime(from) && isLocalTime(until)
}

/** Undefined for no list, and for one without anything that can be read. */
function keep<T>(values: unknown, isOne: (value: unknown) => value is T): T[] | undefined {
  if (!Array.isArray(values)) return undefined
  const kept = values.filter(isOne)
  return kept.length === 0 ? undefined : kept
}

/** @returns undefined for no list. One that cannot be read is always on. */
export function readInclusions(value: unknown): Schedule[] | undefined {
  return Array.isArray(value) ? value.map((one) => readSchedule(one) ?? {}) : undefined
}

/** @returns undefined for what is none */
export function readZoneOffsets(value: unknown): ZoneOffsets | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isOffset)) return undefined
  return value.map(([at, minutes]) => [at, minutes])
}

function isOffset(value: unknown): value is [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return false
  return Number.isSafeInteger(value[0]) && Number.isSafeInteger(value[1]) && Math.abs(value[1]) <= 1_440
}
