import { SCREEN_BEAT_MS, SCREEN_HEARTBEAT_MS } from '@placard/contract'

const REFILL_MS = 60_000
/**
 * One report for the start, and one for the first change after it, because the person who made an edit wants to see its
 * effect.
 */
const MOST_IN_HAND = 2
/**
 * Wait after the start, so that its first changes are in one report, plus a random time so that screens that start or
 * change at once are spread.
 */
const START_MS = 3_000
const SPREAD_MS = 3_000
const RETURN_SPREAD_MS = 30_000
const LONGEST_WAIT_MS = 60 * 60_000
const LONGEST_ABSENCE_MS = 24 * 60 * 60_000

/** Decides when a screen sends its reports. Times are milliseconds of one monotonic clock. */
export type Pace = {
  inHand: number
  countedAt: number
  dueAt: number
  /** Result of the last report. `held`: the server wants no more for now. */
  ended: 'well' | 'unreached' | 'held'
  failures: number
}

export type PaceEvent =
  /** There is something to report. */
  | { type: 'changed' }
  /** A report is being sent. */
  | { type: 'spent' }
  | { type: 'well' }
  /** No answer: the server is not available, or there is no network. */
  | { type: 'unreached' }
  /** The server can be reached again. */
  | { type: 'reached' }
  /** 429, 503 and the like. */
  | { type: 'refused'; retryAfterMs: number }
  /** 404, 410: the server does not accept reports. */
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

/** @param jitter 0 to 1, new for each call */
export function stepPace(pace: Pace, event: PaceEvent, now: number, jitter: number): Pace {
  switch (event.type) {
    case 'changed':
      return pace.ended === 'well' ? sooner(pace, now + 500 + jitter * SPREAD_MS) : pace
    case 'spent': {
      const inHand = Math.max(0, inHandAt(pace, now) - 1)
      // Up to ten per cent early or late. Otherwise screens that started together would always report together.
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
 * Milliseconds until the next beat. After a temporary refusal it is the same: it is about as long as the server asks
 * for, and after a longer silence the screen would count as silent.
 *
 * @param status of the answer to the last beat; false or 0 when there was none
 * @param jitter 0 to 1, new for each call
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
