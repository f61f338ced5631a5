/** Milliseconds of a day. Local time is counted as if it were UTC, so no day has a clock change. */
export const DAY_MS = 86_400_000

/** The date of a local time. @param localMs milliseconds, local time as if it were UTC */
export const dateOf = (localMs: number) => new Date(localMs).toISOString().slice(0, 10)

/** @param date for example `2026-12-18` @returns the input if it is not a date */
export function dayAfter(date: string, days = 1): string {
  const localMs = Date.parse(`${date}T00:00Z`)
  return Number.isNaN(localMs) ? date : dateOf(localMs + days * DAY_MS)
}
