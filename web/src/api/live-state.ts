import { WATCHDOG_MS } from '@placard/contract'

/**
 * The connection of a live stream, as a value: `step` says what follows from what happened, and nothing in here knows a
 * clock, a network or chance. Times are milliseconds of one monotonic clock.
 */
export type LiveState =
  /** `failures` in a row before this try. */
  | { status: 'connecting'; failures: number; giveUpAt: number }
  | { status: 'live'; silentAt: number }
  | { status: 'waiting'; failures: number; retryAt: number }
  /** Closed on purpose while nobody looks. */
  | { status: 'resting' }
  /** The session has ended; only signing in again opens the stream. */
  | { status: 'ended' }

export type LiveEvent =
  /** Anything that arrived: the opening, a programme, a heartbeat. */
  | { type: 'heard' }
  /** The browser gave the stream up, or it could not be opened. */
  | { type: 'dropped' }
  | { type: 'said-bye'; reason: 'stopping' | 'signed-out'; retryAfterMs: number }
  /** Time went by. */
  | { type: 'tick' }
  /** Nobody has looked at the page for a while. */
  | { type: 'left' }
  | { type: 'returned' }
  | { type: 'signed-in' }
  /** The browser says that there is a network again: no reason to wait longer. */
  | { type: 'network-back' }

const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 30_000

/** Full jitter: many dashboards behind one server that restarts must not return at once. */
function retryDelayMs(failures: number, jitter: number): number {
  return jitter * Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** failures)
}

export function connecting(now: number, failures = 0): LiveState {
  return { status: 'connecting', failures, giveUpAt: now + WATCHDOG_MS }
}

/**
 * @param now milliseconds, monotonic
 * @param jitter 0 to 1, at random
 */
export function step(state: LiveState, event: LiveEvent, now: number, jitter: number): LiveState {
  if (state.status === 'ended') return event.type === 'signed-in' ? connecting(now) : state
  if (state.status === 'resting') {
    return event.type === 'returned' || event.type === 'signed-in' ? connecting(now) : state
  }
  switch (event.type) {
    case 'heard':
      return state.status === 'waiting' ? state : { status: 'live', silentAt: now + WATCHDOG_MS }
    case 'dropped':
      return state.status === 'waiting' ? state : failed(state, now, jitter)
    case 'said-bye':
      if (event.reason === 'signed-out') return { status: 'ended' }
      return { status: 'waiting', failures: 0, retryAt: now + event.retryAfterMs }
    case 'tick':
      return ticked(state, now, jitter)
    case 'left':
      return { status: 'resting' }
    case 'network-back':
    case 'returned':
    case 'signed-in':
      return state.status === 'waiting' ? connecting(now, state.failures) : state
  }
}

function ticked(state: Exclude<LiveState, { status: 'ended' | 'resting' }>, now: number, jitter: number): LiveState {
  switch (state.status) {
    case 'connecting':
      return now >= state.giveUpAt ? failed(state, now, jitter) : state
    case 'live':
      return now >= state.silentAt ? failed(state, now, jitter) : state
    case 'waiting':
      return now >= state.retryAt ? connecting(now, state.failures) : state
  }
}

function failed(state: { status: 'connecting'; failures: number } | { status: 'live' }, now: number, jitter: number) {
  const failures = state.status === 'live' ? 0 : state.failures
  return { status: 'waiting', failures: failures + 1, retryAt: now + retryDelayMs(failures, jitter) } as const
}

/** When something must be done although nothing happens; undefined when nothing must. */
export function wakesAt(state: LiveState): number | undefined {
  switch (state.status) {
    case 'connecting':
      return state.giveUpAt
    case 'live':
      return state.silentAt
    case 'waiting':
      return state.retryAt
    case 'resting':
    case 'ended':
      return undefined
  }
}
