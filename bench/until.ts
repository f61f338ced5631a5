import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** A timer of Node's is up to so much early: it counts whole milliseconds, from the beginning of a turn of the event loop. */
const EARLY_MS = 1

/**
 * Resolves at an instant or just after it, and never before: a time that counts from the instant would be too short. What comes
 * in meanwhile is read.
 *
 * @param instant by performance.now()
 */
export async function until(instant: number): Promise<void> {
  const early = instant - performance.now() - EARLY_MS
  if (early >= 1) await sleep(early)
  while (performance.now() < instant) await nextTurn()
}
