import { PROVEN_MS, retryDelayMs, toldDelayMs, WATCHDOG_MS } from '@placard/contract'

/** `failures` in a row before this try, and the time of the first: the stream has been away since then. */
type Tries = { failures: number; awaySince: number }

/**
 * The state of a live stream's connection, as a value. `stepLive` computes the next state for each event. Nothing in this file uses a
 * clock, the network or random numbers. Times are milliseconds of one monotonic clock.
 */
export type LiveState =
  /** Given up at `until`. */
  | { status: 'connecting'; tries: Tries; until: number }
  /** Counts as dead at `until` if nothing arrives before. The earlier tries are only forgotten at `provenAt`. */
  | { status: 'live'; tries: Tries; until: number; provenAt: number }
  | { status: 'waiting'; tries: Tries; until: number }
  /** Closed on purpose while nobody looks at the page. */
  | { status: 'resting' }
  /** The session has ended; the stream is only opened again after signing in. */
  | { status: 'ended' }

export type LiveEvent =
  /** Anything arrived: the opening, a programme, a heartbeat. */
  | { type: 'heard' }
  /** The browser closed the stream, or it could not be opened. */
  | { type: 'dropped' }
  | { type: 'said-bye'; reason: 'stopping' | 'signed-out'; retryAfterMs: number }
  /** Time has passed. */
  | { type: 'tick' }
  /** Nobody has looked at the page for a while. */
  | { type: 'left' }
  | { type: 'returned' }
  | { type: 'signed-in' }
  /** The browser is online again, so there is no reason to wait longer. */
  | { type: 'network-back' }

export function connecting(now: number, tries: Tries = { failures: 0, awaySince: now }): LiveState {
  return { status: 'connecting', tries, until: now + WATCHDOG_MS }
}

/**
 * @param now milliseconds, monotonic
 * @param jitter random number from 0 to 1
 */
export function stepLive(state: LiveState, event: LiveEvent, now: number, jitter: number): LiveState {
  if (state.status === 'ended') return event.type === 'signed-in' ? connecting(now) : state
  if (state.status === 'resting') {
    return event.type === 'returned' || event.type === 'signed-in' ? connecting(now) : state
  }
  switch (event.type) {
    case 'heard':
      return heard(state, now)
    case 'dropped':
      return state.status === 'waiting' ? state : failed(state, now, jitter)
    case 'said-bye': {
      if (event.reason === 'signed-out') return { status: 'ended' }
      const until = now + toldDelayMs(event.retryAfterMs, jitter)
      return { status: 'waiting', tries: { failures: 0, awaySince: until }, until }
    }
    case 'tick':
      return ticked(state, now, jitter)
    case 'left':
      return { status: 'resting' }
    case 'network-back':
    case 'returned':
    case 'signed-in':
      return state.status === 'waiting' ? connecting(now, state.tries) : state
  }
}

function ticked(state: Exclude<LiveState, { status: 'ended' | 'resting' }>, now: number, jitter: number): LiveState {
  if (now < state.until) return state
  return state.status === 'waiting' ? connecting(now, state.tries) : failed(state, now, jitter)
}

function heard(state: Exclude<LiveState, { status: 'ended' | 'resting' }>, now: number): LiveState {
  if (state.status === 'waiting') return state
  const provenAt = state.status === 'live' ? state.provenAt : now + PROVEN_MS
  return { status: 'live', tries: state.tries, provenAt, until: now + WATCHDOG_MS }
}

function failed(state: Extract<LiveState, { status: 'connecting' | 'live' }>, now: number, jitter: number): LiveState {
  const isProven = state.status === 'live' && now >= state.provenAt
  const { failures, awaySince } = isProven ? { failures: 0, awaySince: now } : state.tries
  const until = now + retryDelayMs(failures, jitter, now - awaySince)
  return { status: 'waiting', tries: { failures: failures + 1, awaySince }, until }
}

/** The time at which a `tick` is needed if nothing else happens; undefined: never. */
export function wakesAt(state: LiveState): number | undefined {
  return 'until' in state ? state.until : undefined
}
