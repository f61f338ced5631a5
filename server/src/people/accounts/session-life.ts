const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A3: the maximum life of a session, and its maximum idle time. */
const LIMITS = {
  remembered: { wholeMs: 30 * DAY_MS, idleMs: 7 * DAY_MS },
  forgotten: { wholeMs: DAY_MS, idleMs: 12 * HOUR_MS },
} as const

/** A remembered session gets a new secret at this interval, so that a stolen one works for a day at most. */
const ROTATE_AFTER_MS = DAY_MS
/** Requests under way when the secret is replaced still carry the old one. */
const OVERLAP_MS = MINUTE_MS
/** Requests only write the time last seen, at most at this interval. */
const SEEN_EVERY_MS = 5 * MINUTE_MS

/** The fields of a session that depend on time. Instants are milliseconds since 1970. */
export type Timed = { remembered: boolean; expiresAt: number; lastSeenAt: number; rotatedAt: number }

export function limitsOf(remembered: boolean): { wholeMs: number; idleMs: number } {
  return remembered ? LIMITS.remembered : LIMITS.forgotten
}

/** The fields of a new session. */
export function newLife(remembered: boolean, now: number): Timed {
  return { remembered, expiresAt: now + limitsOf(remembered).wholeMs, lastSeenAt: now, rotatedAt: now }
}

/** True if the session has exceeded its maximum life or idle time. */
export function hasEnded(session: Timed, now: number): boolean {
  return now >= session.expiresAt || now - session.lastSeenAt >= limitsOf(session.remembered).idleMs
}

/** True while the previous secret is still accepted. A clock that is set back does not revive it. */
export function takesPreviousSecret(session: Timed, now: number): boolean {
  return Math.abs(now - session.rotatedAt) < OVERLAP_MS
}

export function needsRotation(session: Timed, now: number): boolean {
  return session.remembered && now - session.rotatedAt >= ROTATE_AFTER_MS
}

/** A last-seen time in the future is corrected too, so that a clock that was set back cannot keep a session alive for ever. */
export function needsSeen(session: Timed, now: number): boolean {
  return Math.abs(now - session.lastSeenAt) >= SEEN_EVERY_MS
}
