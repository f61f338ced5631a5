/**
 * How long whoever lost a live stream waits before the next try, screen and dashboard alike. Pure: time and chance come from outside.
 * No Zod in here, for the player's sake.
 */

const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/**
 * Nobody waits longer than twice as long as the server has been away, or luck that spent a few tries at once would keep
 * somebody away for long after a restart. Not below this: the first seconds go by the number of tries alone.
 */
const SHORTEST_BOUND_MS = 6_000
/** The longest wait that a server or a proxy may ask for: nobody can send a screen away for a day. */
const LONGEST_TOLD_MS = 5 * 60_000

/** A stream that lived for less did not work: the next try waits longer, so that a server that drops everybody is spared. */
export const PROVEN_MS = 10_000

/**
 * @param failures tries in a row that came to nothing
 * @param chance 0 to 1, fresh for each call: full jitter, so that a fleet behind one router does not return at once
 * @param awayMs how long ago the stream was lost
 */
export function retryDelayMs(failures: number, chance: number, awayMs: number): number {
  return chance * Math.min(LONGEST_MS, Math.max(SHORTEST_BOUND_MS, 2 * awayMs), FIRST_MS * 2 ** failures)
}

/**
 * @param retryAfterMs the wait that was asked for, by whoever answered
 * @param chance as above: all that are told the same would return in the same instant
 */
export function toldDelayMs(retryAfterMs: number, chance: number): number {
  return Math.min(Math.max(retryAfterMs, 0), LONGEST_TOLD_MS) + chance * FIRST_MS
}
