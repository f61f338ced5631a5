export type RateLimit = {
  /** Counts one. @returns 0 when it is within the limit, otherwise the milliseconds until the next one is */
  take(name: string, now: number): number
}

/**
 * So many at once, then one every so often, for each name. It remembers a bounded number of names: whoever was quiet the
 * longest is forgotten first, and starts afresh, which is what the quiet ones have earned.
 *
 * @param limit `atOnce` as a whole number, `everyMs` between the ones after it, `names` that are remembered at most
 */
export function createRateLimit(limit: { atOnce: number; everyMs: number; names: number }): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(name, now) {
      const bucket = buckets.get(name) ?? { left: limit.atOnce, at: now }
      // A clock that was put back gives nothing and takes nothing.
      const gained = Math.max(0, now - bucket.at) / limit.everyMs
      const left = Math.min(limit.atOnce, bucket.left + gained)
      const isWithin = left >= 1
      buckets.delete(name)
      buckets.set(name, { left: isWithin ? left - 1 : left, at: now })
      const [oldest] = buckets.keys()
      if (buckets.size > limit.names && oldest !== undefined) buckets.delete(oldest)
      return isWithin ? 0 : Math.ceil((1 - left) * limit.everyMs)
    },
  }
}
