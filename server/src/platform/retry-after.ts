/** Seconds. Who was turned away in one crowd does not come back in one. */
const LEAST = 5
const MOST = 30

/** For a `Retry-After` header, different for each who is turned away. */
export function retryAfterSeconds(random: () => number = Math.random): number {
  return Math.round(LEAST + random() * (MOST - LEAST))
}
