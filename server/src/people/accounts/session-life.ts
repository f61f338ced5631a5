const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A3: how long a session lasts, whatever happens in it, and how long nothing may happen in it. */
const LIMITS = {
  remembered: { wholeMs: 30 * DAY_MS, idleMs: 7 * DAY_MS },
  forgotten: { wholeMs: DAY_MS, idleMs: 12 * HOUR_MS },
} as const

/** A remembered session gets a new secret this often, so that a stolen one is of use for a day. */
const ROTATE_AFTER_MS = DAY_MS
/** Requests that were under way when the secret was replaced still carry the old one. */
const OVERLAP_MS = MINUTE_MS
/** A request changes nothing but this, so it is written seldom. */
const SEEN_EVERY_MS = 5 * MINUTE_MS

/** The part of a session that time changes. Instants are milliseconds since 1970. */
export type Timed = { remembered: boolean; expiresAt: number; lastSeenAt: number; rotatedAt: number }

export function limitsOf(remembered: boolean): { wholeMs: number; idleMs: number } {
  return remembered ? LIMITS.remembered : LIMITS.forgotten
}

/** Of a session that begins. */
export function newLife(remembered: boolean, now: number): Timed {
  return { remembered, expiresAt: now + limitsOf(remembered).wholeMs, lastSeenAt: now, rotatedAt: now }
}

/** True once it has lasted too long or was left alone for too long. */
export function hasEnded(session: Timed, now: number): boolean {
  return now >= session.expiresAt || now - session.lastSeenAt >= limitsOf(session.remembered).idleMs
}

/** True while the secret before the present one is still taken. A clock that was set back does not revive it. */
export function takesPreviousSecret(session: Timed, now: number): boolean {
  return Math.abs(now - session.rotatedAt) < OVERLAP_MS
}

export function needsRotation(session: Timed, now: number): boolean {
  return session.remembered && now - session.rotatedAt >= ROTATE_AFTER_MS
}

/** A clock that was set back must not make a session immortal, so a sign of life from the future is corrected too. */
export function needsSeen(session: Timed, now: number): boolean {
  return Math.abs(now - session.lastSeenAt) >= SEEN_EVERY_MS
}
