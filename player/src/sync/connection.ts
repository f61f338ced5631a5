import { PROVEN_MS, retryDelayMs, toldDelayMs, WATCHDOG_MS } from '@placard/contract'

/**
 * If a stream brings nothing for this long after the request, something in between may hold it back, so the manifest is
 * polled.
 */
export const FIRST_FRAME_MS = 10_000
export const POLL_MS = 15_000
/** An unknown display may be created later, so it is polled at this slow rate. */
export const ABSENT_POLL_MS = 60_000
const SLOW_ATTEMPT = 5
/**
 * A server that does not know the display counts as unavailable for at least this long, so that screens do not
 * reconnect soon.
 */
const SLOW_AWAY_MS = 30_000

type Stream =
  /** `since`: when the stream was requested. It counts as live with the first event, not when the socket opens. */
  | { status: 'connecting'; attempt: number; since: number }
  | { status: 'live'; attempt: number; since: number; heardAt: number }
  | { status: 'waiting'; attempt: number; retryAt: number }

/** The state of the player's connection to the server. All times are milliseconds of the same monotonic clock. */
export type Connection = {
  stream: Stream
  /** Start of the current series of attempts. The retry delay depends on the time since then. */
  triesSince: number
  /** When the manifest is next requested by GET; undefined while the stream is live. */
  pollAt: number | undefined
}

export type ConnectionEvent =
  /** Any event of the stream, including a heartbeat. */
  | { type: 'heard' }
  /** The stream failed, or either end closed it. */
  | { type: 'lost' }
  /** The server closed the stream and said when to return. */
  | { type: 'bye'; retryAfterMs: number }
  /** The server does not know the display. */
  | { type: 'absent' }
  /** The server answered a poll, so it is available. */
  | { type: 'answered' }
  /** The server asked to wait before the next poll. */
  | { type: 'refused'; retryAfterMs: number }
  /** The browser reports that the network is back. That may be wrong, so it only causes an early attempt. */
  | { type: 'online' }
  /** The device slept, so the connection is lost even if the socket is still open. */
  | { type: 'woke' }
  /** A deadline may have passed. */
  | { type: 'tick' }

export function connect(now: number): Connection {
  return { stream: { status: 'connecting', attempt: 0, since: now }, triesSince: now, pollAt: now + FIRST_FRAME_MS }
}

/** @param jitter 0 to 1, new for each call. It is full jitter, so that many screens behind one router do not return at once. */
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
      // Polls are spread over 15 seconds, so screens whose polls are answered do not all return at once.
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

/** When `tick` must be sent next. */
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
    // When a server fails, all its screens lose it at the same moment, so their polls are spread as well.
    pollAt: state.pollAt ?? from + FIRST_FRAME_MS + jitter * POLL_MS,
  }
}

function nextAttempt(stream: Exclude<Stream, { status: 'waiting' }>, now: number): number {
  return stream.status === 'live' && now - stream.since >= PROVEN_MS ? 0 : stream.attempt + 1
}
