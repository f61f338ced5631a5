/** Seconds. The spread keeps clients that were refused together from returning together. */
const LEAST = 5
const MOST = 30

/** A random value for a `Retry-After` header, different for each client. */
export function retryAfterSeconds(random: () => number = Math.random): number {
  return Math.round(LEAST + random() * (MOST - LEAST))
}
