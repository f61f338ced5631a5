import { Bye, LIVE_EVENTS } from '@placard/contract'
import { codeOf } from './api-error.ts'
import { call } from './call.ts'
import { connecting, type LiveEvent, type LiveState, stepLive, wakesAt } from './live-state.ts'
import { parseJson } from './parse-json.ts'
import { sessionEnded, sessionTold } from './session-events.ts'

/** The stream of a page that nobody has looked at for this long is closed, because a browser allows six connections to a host. */
const REST_AFTER_MS = 60_000

export type LiveStatus = LiveState['status']

export type LiveStream = {
  /** Call after signing in again: connects. */
  signedIn: () => void
  close: () => void
}

/**
 * A live stream of documents. An EventSource closes for good after one response of 503, 204 or HTML, and never notices a dead
 * socket, so this module reconnects by itself: `live-state.ts` decides, this module acts.
 *
 * @param address.event the name of the events with documents
 * @param onDocument receives the JSON of each document, the first one soon after connecting; it may be older than the known one
 */
export function openLiveStream(
  address: { path: string; event: string },
  listeners: { onDocument: (document: unknown) => void; onStatus: (status: LiveStatus) => void },
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
      // The server may have closed the stream because the rights of the session have changed.
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
    const opened = new EventSource(address.path)
    source = opened
    const heard = () => happen({ type: 'heard' })
    opened.addEventListener('open', heard)
    opened.addEventListener(LIVE_EVENTS.heartbeat, heard)
    opened.addEventListener(address.event, (event) => {
      heard()
      listeners.onDocument(parseJson((event as MessageEvent<string>).data))
    })
    opened.addEventListener(LIVE_EVENTS.bye, (event) => {
      const bye = Bye.safeParse(parseJson(event.data))
      if (!bye.success) return
      because = bye.data.because
      happen({ type: 'said-bye', ...bye.data })
    })
    opened.addEventListener('error', () => {
      // The browser's own retry is not used: it would be a second schedule.
      if (source === opened) happen({ type: 'dropped' })
    })
  }

  /**
   * An EventSource does not tell why it was refused. Without this request, an ended session or a display that was removed would look
   * like a dead server for ever.
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
