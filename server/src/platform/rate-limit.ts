export type RateLimit = {
  /** Counts one. @returns 0 when it is within the limit, otherwise the milliseconds until the next one is */
  take(name: string, now: number): number
  /** The same without counting: @returns 0 when one more would be within the limit */
  waitMs(name: string, now: number): number
  /** Takes one back that was counted, and that turned out not to count. */
  giveBack(name: string, now: number): void
}

/**
 * So many at once, then one every so often, for each name. It remembers a bounded number of names: whoever was quiet the
 * longest is forgotten first, and starts afresh, which is what the quiet ones have earned.
 *
 * @param limit `atOnce` as a whole number, `everyMs` between the ones after it, `names` that are remembered at most
 */
export function createRateLimit(limit: { atOnce: number; everyMs: number; names: number }): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()

  function leftOf(name: string, now: number): number {
    const bucket = buckets.get(name) ?? { left: limit.atOnce, at: now }
    // A clock that was put back gives nothing and takes nothing.
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
