/** Milliseconds of a day without a change of clocks, which is every one where local time is counted "as if UTC". */
export const DAY_MS = 86_400_000

/** The day of a moment of local time. @param localMs milliseconds, local time as if it were UTC */
export const dateOf = (localMs: number) => new Date(localMs).toISOString().slice(0, 10)

/** @param date like `2026-12-18` @returns as it is, where it is no date */
export function dayAfter(date: string, days = 1): string {
  const localMs = Date.parse(`${date}T00:00Z`)
  return Number.isNaN(localMs) ? date : dateOf(localMs + days * DAY_MS)
}
