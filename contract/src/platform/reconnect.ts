/**
 * The delay before a screen or a dashboard that lost its live stream tries again. Pure: time and chance are parameters. Without
 * Zod, so that the player can use it.
 */

const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/**
 * The delay is bounded by twice the time since the stream was lost. Otherwise a client that used up several tries in quick
 * succession would wait long after a restart. The bound is never below this value, so the first delays depend only on the
 * number of tries.
 */
const SHORTEST_BOUND_MS = 6_000
/** The longest delay that a server or a proxy may ask for, so that it cannot keep a screen away for a day. */
const LONGEST_TOLD_MS = 5 * 60_000

/**
 * A stream that lived for less than this counts as a failure. The next delay is longer, to spare a server that drops all its
 * streams.
 */
export const PROVEN_MS = 10_000

/**
 * @param failures consecutive failed tries
 * @param chance 0 to 1, new for each call: full jitter, so that a fleet behind one router does not return at once
 * @param awayMs time since the stream was lost
 */
export function retryDelayMs(failures: number, chance: number, awayMs: number): number {
  return chance * Math.min(LONGEST_MS, Math.max(SHORTEST_BOUND_MS, 2 * awayMs), FIRST_MS * 2 ** failures)
}

/**
 * @param retryAfterMs the delay that the answer asked for
 * @param chance as above: otherwise all clients that were given the same delay would return at the same moment
 */
export function toldDelayMs(retryAfterMs: number, chance: number): number {
  return Math.min(Math.max(retryAfterMs, 0), LONGEST_TOLD_MS) + chance * FIRST_MS
}
