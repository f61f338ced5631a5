import { PROVEN_MS, retryDelayMs, toldDelayMs, WATCHDOG_MS } from '@placard/contract'

/** A stream that brought nothing for this long after it was asked for may be held up on its way: the manifest is polled. */
export const FIRST_FRAME_MS = 10_000
export const POLL_MS = 15_000
/** A display that the server does not know may be made later; nobody waits for it second by second. */
export const ABSENT_POLL_MS = 60_000
const SLOW_ATTEMPT = 5
/** A server that does not know the display counts as away for this long at least, so that nobody returns soon. */
const SLOW_AWAY_MS = 30_000

type Stream =
  /** `since` the stream was asked for. It counts as live with the first event, not with the opened socket. */
  | { status: 'connecting'; attempt: number; since: number }
  | { status: 'live'; attempt: number; since: number; heardAt: number }
  | { status: 'waiting'; attempt: number; retryAt: number }

/** How the player stands with the server. All times are milliseconds of the same monotonic clock. */
export type Connection = {
  stream: Stream
  /** When the first of the attempts was lost; what the stream has been away for goes by it. */
  triesSince: number
  /** When the manifest is asked for by GET; undefined while the stream is live. */
  pollAt: number | undefined
}

export type ConnectionEvent =
  /** Any event of the stream, a heartbeat too. */
  | { type: 'heard' }
  /** The stream failed or was closed, by whichever end. */
  | { type: 'lost' }
  /** The server said good-bye and when to return. */
  | { type: 'bye'; retryAfterMs: number }
  /** The display is not known to the server. */
  | { type: 'absent' }
  /** The server answered a poll with what was asked for: it is there. */
  | { type: 'answered' }
  /** The server answered a poll with the wish to be left alone for a while. */
  | { type: 'refused'; retryAfterMs: number }
  /** The network says it is back, which may be untrue: reason for an early try, and for nothing else. */
  | { type: 'online' }
  /** The device slept: whatever the socket believes, nobody is at its other end. */
  | { type: 'woke' }
  /** A deadline may have passed. */
  | { type: 'tick' }

export function connect(now: number): Connection {
  return { stream: { status: 'connecting', attempt: 0, since: now }, triesSince: now, pollAt: now + FIRST_FRAME_MS }
}

/**
 * @param jitter 0 to 1, fresh for each call: full jitter, so that a fleet behind one router does not return at once
 */
export function stepConnection(state: Connection, event: ConnectionEvent, now: number, jitter: number): Connection {
  const { stream } = state
  switch (event.type) {
    case 'heard': {
      const since = stream.status === 'live' ? stream.since : now
      return { ...state, stream: { status: 'live', attempt: stream.attempt, since, heardAt: now }, pollAt: undefined }
    }
    case 'lost':
      return stream.status === 'waiting' ? state : again(state, nextAttempt(stream, now), now, jitter)
    case 'bye': {
      const returnsAt = now + toldDelayMs(event.retryAfterMs, jitter)
      return again(state, 0, returnsAt, jitter, 0)
    }
    case 'absent': {
      if (stream.status === 'live') return state
      return {
        stream: { ...stream, attempt: Math.max(stream.attempt, SLOW_ATTEMPT) },
        triesSince: Math.min(state.triesSince, now - SLOW_AWAY_MS),
        pollAt: now + ABSENT_POLL_MS,
      }
    }
    case 'refused': {
      if (stream.status === 'live') return state
      return { ...state, pollAt: now + toldDelayMs(Math.max(event.retryAfterMs, POLL_MS), jitter) }
    }
    case 'answered': {
      if (stream.status !== 'waiting') return state
      // Polls are spread over their fifteen seconds, so a fleet that is answered does not return at once.
      const retryAt = Math.min(stream.retryAt, now + toldDelayMs(0, jitter))
      return { ...state, stream: { ...stream, retryAt } }
    }
    case 'online':
      return stream.status === 'waiting' ? again(state, 0, now, jitter) : state
    case 'woke':
      return again(state, 0, now, jitter)
    case 'tick':
      return tick(state, now, jitter)
  }
}

/** When the state wants to be looked at again. */
export function deadlineOf({ stream, pollAt }: Connection): number {
  return Math.min(streamDeadline(stream), pollAt ?? Number.POSITIVE_INFINITY)
}

export function isPollDue(state: Connection, now: number): boolean {
  return state.pollAt !== undefined && now >= state.pollAt
}

function tick(state: Connection, now: number, jitter: number): Connection {
  const polled = isPollDue(state, now) ? { ...state, pollAt: now + POLL_MS } : state
  const { stream } = polled
  if (now < streamDeadline(stream)) return polled
  if (stream.status === 'waiting') {
    return { ...polled, stream: { status: 'connecting', attempt: stream.attempt, since: now } }
  }
  return again(polled, nextAttempt(stream, now), now, jitter)
}

function streamDeadline(stream: Stream): number {
  switch (stream.status) {
    case 'connecting':
      return stream.since + WATCHDOG_MS
    case 'live':
      return stream.heardAt + WATCHDOG_MS
    case 'waiting':
      return stream.retryAt
  }
}

function again(
  state: Connection,
  attempt: number,
  from: number,
  jitter: number,
  delayMs = retryDelayMs(attempt, jitter, from - state.triesSince),
): Connection {
  return {
    stream: { status: 'waiting', attempt, retryAt: from + delayMs },
    triesSince: attempt === 0 ? from : state.triesSince,
    // A server that dies leaves all its screens in the same moment: their polls are spread as well.
    pollAt: state.pollAt ?? from + FIRST_FRAME_MS + jitter * POLL_MS,
  }
}

function nextAttempt(stream: Exclude<Stream, { status: 'waiting' }>, now: number): number {
  return stream.status === 'live' && now - stream.since >= PROVEN_MS ? 0 : stream.attempt + 1
}
