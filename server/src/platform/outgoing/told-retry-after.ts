const DAY_MS = 24 * 60 * 60_000
/** The longest wait that a server can request. */
const MOST_RETRY_AFTER_MS = DAY_MS

/**
 * The wait that another server requests, in milliseconds; 0: none.
 *
 * @param told its `Retry-After`: a number of seconds or a date
 */
export function retryAfterMsOf(told: string | undefined, now: number): number {
  if (told === undefined) return 0
  const waitMs = /^\d+$/.test(told) ? Number(told) * 1_000 : Date.parse(told) - now
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), MOST_RETRY_AFTER_MS) : 0
}
