// Without Zod, because the player reads schedules too.

/** The maximum number of times of day in one schedule. */
export const MAX_HOURS_PER_SCHEDULE = 8
/** The maximum number of excluded dates in one schedule. */
export const MAX_EXCEPTIONS_PER_SCHEDULE = 100

/** These check only the format. `isLocalDate` also checks that the date exists. */
export const LOCAL_TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
export const LOCAL_DATE = /^(20\d\d)-(\d\d)-(\d\d)$/

/** `08:00` or `08:00:30`. Midnight is `00:00`; there is no `24:00`. */
export function isLocalTime(value: unknown): value is string {
  return typeof value === 'string' && LOCAL_TIME.test(value)
}

/** `2026-12-24`: a date that exists, in this century. */
export function isLocalDate(value: unknown): value is string {
  const parts = typeof value === 'string' ? LOCAL_DATE.exec(value) : null
  if (!parts) return false
  const [, year, month, day] = parts.map(Number) as [number, number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** `2026-12-24T17:00`, without a zone: local time at the display. */
export function isLocalDateTime(value: unknown): value is string {
  return (
    typeof value === 'string' && isLocalDate(value.slice(0, 10)) && value[10] === 'T' && isLocalTime(value.slice(11))
  )
}

/** Removes the seconds from a time or a date-time if they are zero, so that each time is written in one way only. */
export function withoutZeros(time: string): string {
  return time.replace(/(\d\d:\d\d):00$/, '$1')
}

/** Sorted, without duplicates. */
export function inOrder<T extends string | number>(values: T[]): T[] {
  return Array.from(new Set(values)).sort((one, other) => (one < other ? -1 : 1))
}
