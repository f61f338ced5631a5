export type RateLimit = {
  /** Counts one event. @returns 0 when it is within the limit, otherwise the milliseconds until the next one would be */
  take(name: string, now: number): number
  /** Like `take`, but without counting. @returns 0 when one more event would be within the limit */
  waitMs(name: string, now: number): number
  /** Takes back one counted event that turned out not to count. */
  giveBack(name: string, now: number): void
}

/**
 * Limits events by name: a number at once, then one per interval. A bounded number of names is remembered. The name that was idle the
 * longest is forgotten first and starts with a full allowance.
 *
 * @param limit `atOnce`: a whole number. `everyMs`: the interval of further events. `names`: the most names to remember
 */
export function createRateLimit(limit: { atOnce: number; everyMs: number; names: number }): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()

  function leftOf(name: string, now: number): number {
    const bucket = buckets.get(name) ?? { left: limit.atOnce, at: now }
    // A clock that was set back neither adds nor removes allowance.
    const gained = Math.max(0, now - bucket.at) / limit.everyMs
    return Math.min(limit.atOnce, bucket.left + gained)
  }

  const waitOf = (left: number) => (left >= 1 ? 0 : Math.ceil((1 - left) * limit.everyMs))

  return {
    waitMs: (name, now) => waitOf(leftOf(name, now)),
    take(name, now) {
      const left = leftOf(name, now)
      const isWithin = left >= 1
      buckets.delete(name)
      buckets.set(name, { left: isWithin ? left - 1 : left, at: now })
      const [oldest] = buckets.keys()
      if (buckets.size > limit.names && oldest !== undefined) buckets.delete(oldest)
      return waitOf(left)
    },
    giveBack(name, now) {
      if (!buckets.has(name)) return
      buckets.set(name, { left: Math.min(limit.atOnce, leftOf(name, now) + 1), at: now })
    },
  }
}
