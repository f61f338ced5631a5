import { SCREEN_BEAT_MS, SCREEN_HEARTBEAT_MS } from '@placard/contract'

const REFILL_MS = 60_000
/** One for the start, and one for the first change after it: who has just edited something wants to know. */
const MOST_IN_HAND = 2
/** A wait in which a beginning settles, and over which a fleet that starts or changes at once spreads. */
const START_MS = 3_000
const SPREAD_MS = 3_000
const RETURN_SPREAD_MS = 30_000
const LONGEST_WAIT_MS = 60 * 60_000
const LONGEST_ABSENCE_MS = 24 * 60 * 60_000

/** When a screen tells how it is. Times are milliseconds of one monotonic clock. */
export type Pace = {
  inHand: number
  countedAt: number
  dueAt: number
  /** How the last one ended. `held`: the server does not want to hear more for now. */
  ended: 'well' | 'unreached' | 'held'
  failures: number
}

export type PaceEvent =
  /** There is something to tell. */
  | { type: 'changed' }
  /** A report is on its way. */
  | { type: 'spent' }
  | { type: 'well' }
  /** No answer: nothing is heard at the other end, or there is no network. */
  | { type: 'unreached' }
  /** The server can be heard again, by whatever way. */
  | { type: 'reached' }
  /** 429, 503 and the like. */
  | { type: 'refused'; retryAfterMs: number }
  /** 404, 410: nobody wants to know. */
  | { type: 'absent' }

export function begin(now: number, jitter: number): Pace {
  return {
    inHand: MOST_IN_HAND,
    countedAt: now,
    dueAt: now + START_MS + jitter * SPREAD_MS,
    ended: 'well',
    failures: 0,
  }
}

/** @param jitter 0 to 1, fresh for each call */
export function stepPace(pace: Pace, event: PaceEvent, now: number, jitter: number): Pace {
  switch (event.type) {
    case 'changed':
      return pace.ended === 'well' ? sooner(pace, now + 500 + jitter * SPREAD_MS) : pace
    case 'spent': {
      const inHand = Math.max(0, inHandAt(pace, now) - 1)
      // Ten per cent early or late, or screens that started together would speak together for ever.
      return { ...pace, inHand, countedAt: now, dueAt: now + SCREEN_HEARTBEAT_MS * (0.9 + jitter / 5) }
    }
    case 'well':
      return { ...pace, ended: 'well', failures: 0 }
    case 'unreached': {
      const waitMs = Math.min(SCREEN_HEARTBEAT_MS * 2 ** Math.min(pace.failures, 10), LONGEST_WAIT_MS)
      return failed(pace, 'unreached', now + waitMs * (0.5 + jitter / 2))
    }
    case 'reached':
      return pace.ended === 'unreached' ? { ...sooner(pace, now + jitter * RETURN_SPREAD_MS), ended: 'well' } : pace
    case 'refused': {
      const waitMs = Math.max(event.retryAfterMs, SCREEN_HEARTBEAT_MS * 2 ** Math.min(pace.failures, 10))
      return failed(pace, 'held', now + Math.min(waitMs, LONGEST_WAIT_MS) * (1 + jitter / 2))
    }
    case 'absent': {
      const waitMs = Math.min(LONGEST_WAIT_MS * 2 ** Math.min(pace.failures, 10), LONGEST_ABSENCE_MS)
      return failed(pace, 'held', now + waitMs * (1 + jitter / 2))
    }
  }
}

/**
 * Milliseconds until the next word on what is painted. Refused for now, it is as much as was asked for, or nearly; and after
 * a longer quiet the screen would be taken for a silent one.
 *
 * @param status of the answer to the last one; false or 0 when none came
 * @param jitter 0 to 1, fresh for each call
 */
export function beatAfter(status: number | false, jitter: number): number {
  return (status === 404 || status === 410 ? LONGEST_WAIT_MS : SCREEN_BEAT_MS) * (0.9 + jitter / 5)
}

function failed(pace: Pace, ended: Pace['ended'], dueAt: number): Pace {
  return { ...pace, ended, failures: pace.failures + 1, dueAt }
}

function sooner(pace: Pace, at: number): Pace {
  const missing = Math.max(0, 1 - inHandAt(pace, at))
  return { ...pace, dueAt: Math.min(pace.dueAt, at + missing * REFILL_MS) }
}

function inHandAt(pace: Pace, now: number): number {
  return Math.min(MOST_IN_HAND, pace.inHand + (now - pace.countedAt) / REFILL_MS)
}
