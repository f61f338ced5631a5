import { Bye, FIRST_ROUTES, LIVE_EVENTS, Programme, type ProgrammeKey, pathWith } from '@placard/contract'
import { codeOf } from './api-error.ts'
import { call } from './call.ts'
import { connecting, type LiveEvent, type LiveState, stepLive, wakesAt } from './live-state.ts'
import { parseJson } from './parse-json.ts'
import { sessionEnded, sessionTold } from './session-events.ts'

/** A page that nobody has looked at for this long gives its connection back: a browser has six to a host. */
const REST_AFTER_MS = 60_000

export type LiveStatus = LiveState['status']

export type LiveStream = {
  /** Somebody signed in again: connect. */
  signedIn: () => void
  close: () => void
}

/**
 * The live stream of a programme. EventSource closes for ever after one answer of 503, 204 or HTML, and believes a dead
 * socket for ever, so reconnection is ours: `live-state.ts` decides, this does.
 *
 * @param onProgramme gets each programme that arrives, the first one soon after the connection; may be older than known
 */
export function openLiveStream(
  key: ProgrammeKey,
  listeners: { onProgramme: (programme: Programme) => void; onStatus: (status: LiveStatus) => void },
): LiveStream {
  let state: LiveState = connecting(performance.now())
  let source: EventSource | undefined
  let alarm: ReturnType<typeof setTimeout> | undefined
  let rest: ReturnType<typeof setTimeout> | undefined
  let closed = false
  let wasLive = false
  let because: Bye['because']

  const happen = (event: LiveEvent) => {
    if (closed) return
    const before = state
    state = stepLive(before, event, performance.now(), Math.random())
    if (state !== before) enter(before)
  }

  const enter = (before: LiveState) => {
    setAlarm()
    if (state.status === before.status) return
    if (state.status === 'connecting') connect()
    else if (state.status !== 'live') disconnect()
    if (state.status === 'ended') sessionEnded.announce({ because })
    if (state.status === 'waiting' && before.status === 'connecting') askSession()
    if (state.status === 'live') {
      // It may have been cut because what this session may do has changed.
      if (wasLive) askSession()
      wasLive = true
    }
    listeners.onStatus(state.status)
  }

  const setAlarm = () => {
    clearTimeout(alarm)
    const at = wakesAt(state)
    if (at !== undefined) alarm = setTimeout(() => happen({ type: 'tick' }), Math.max(0, at - performance.now()) + 1)
  }

  const disconnect = () => {
    source?.close()
    source = undefined
  }

  const connect = () => {
    disconnect()
    const opened = new EventSource(pathWith(FIRST_ROUTES.streamProgramme, key))
    source = opened
    const heard = () => happen({ type: 'heard' })
    opened.addEventListener('open', heard)
    opened.addEventListener(LIVE_EVENTS.heartbeat, heard)
    opened.addEventListener(LIVE_EVENTS.programme, (event) => {
      heard()
      const programme = Programme.safeParse(parseJson(event.data))
      if (programme.success) listeners.onProgramme(programme.data)
    })
    opened.addEventListener(LIVE_EVENTS.bye, (event) => {
      const bye = Bye.safeParse(parseJson(event.data))
      if (!bye.success) return
      because = bye.data.because
      happen({ type: 'said-bye', ...bye.data })
    })
    opened.addEventListener('error', () => {
      // The browser's own retry is switched off with the rest of it: two schedules would be one too many.
      if (source === opened) happen({ type: 'dropped' })
    })
  }

  /**
   * An EventSource does not tell why it was refused: an ended session, a display that is gone or not theirs any more would
   * look like a dead server for ever.
   */
  const askSession = () => {
    call('getSession', {}).then(sessionTold.announce, (error: unknown) => {
      if (codeOf(error) === 'not-signed-in') happen({ type: 'said-bye', reason: 'signed-out', retryAfterMs: 0 })
    })
  }

  const visibilityChanged = () => {
    clearTimeout(rest)
    if (document.hidden) rest = setTimeout(() => happen({ type: 'left' }), REST_AFTER_MS)
    else happen({ type: 'returned' })
  }
  const networkBack = () => happen({ type: 'network-back' })

  document.addEventListener('visibilitychange', visibilityChanged)
  window.addEventListener('online', networkBack)
  connect()
  setAlarm()
  if (document.hidden) visibilityChanged()

  return {
    signedIn: () => happen({ type: 'signed-in' }),
    close: () => {
      closed = true
      clearTimeout(alarm)
      clearTimeout(rest)
      disconnect()
      document.removeEventListener('visibilitychange', visibilityChanged)
      window.removeEventListener('online', networkBack)
    },
  }
}
