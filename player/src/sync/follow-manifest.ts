import { type LIVE_EVENTS, type Manifest, manifestTagOf, type ProgrammeKey } from '@placard/contract'
import { parseJson } from '../page/read/parse-json.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { manifestPath, streamPath } from './addresses.ts'
import { type Connection, type ConnectionEvent, connect, deadlineOf, isPollDue, stepConnection } from './connection.ts'
import { readBye, readHeartbeat, readManifest } from './read-manifest.ts'

// Written out to keep the bundle small, like the paths. The type makes sure that they match.
const EVENTS: Omit<typeof LIVE_EVENTS, 'programme' | 'table' | 'agent'> = {
  manifest: 'manifest',
  heartbeat: 'heartbeat',
  screen: 'screen',
  bye: 'bye',
}

const POLL_TIMEOUT_MS = 10_000
/** A timer that is this late comes from a page that was blocked or asleep. */
const LATE_MS = 1_000
/** After a late timer, network messages may still be queued behind it. They are handled before the connection is judged. */
const CATCH_UP_MS = 500

type Listener = {
  onManifest(manifest: Manifest): void
  /** @param at the server's clock at this moment: milliseconds since 1970 */
  onServerTime(at: number): void
  /** The server knows no such display or playlist. */
  onAbsent(): void
  /** The display is only for its paired screens, and the server does not accept this screen as one of them. */
  onRefused?: (() => void) | undefined
  /** For a paired screen: an event about its place, not validated yet. */
  onPlace?: ((word: unknown) => void) | undefined
}

/** The browser's functions, unless a test passes others. */
export type Surroundings = {
  now(): number
  random(): number
  /** @returns undefined when streams are not supported; the manifest is then polled, and nothing else changes */
  openStream(url: string): EventSource | undefined
  fetch(url: string, init: RequestInit): Promise<Response>
}

const BROWSER: Surroundings = {
  now: () => performance.now(),
  random: Math.random,
  openStream: (url) => (typeof EventSource === 'undefined' ? undefined : new EventSource(url)),
  fetch: (url, init) => fetch(url, init),
}

export type Following = {
  /**
   * Requests the manifest now, in addition to the stream, because there is nothing to play yet. The first to arrive is
   * used. A proxy may hold a stream back for ever, but not an answer.
   */
  ask(): void
  /** The device slept: reconnects. */
  woke(): void
  close(): void
}

/**
 * Follows the changes of a display, or of a playlist in a preview, until closed. It reconnects by itself: a browser's
 * EventSource stops for ever after one answer that is not a stream, and does not notice when the other end disappears.
 *
 * @param heard the manifest that this screen has; the server sends only later ones
 */
export function followManifest(
  key: ProgrammeKey,
  heard: () => Pick<Manifest, 'revision' | 'mediaUrl'> | undefined,
  listener: Listener,
  world: Surroundings = BROWSER,
): Following {
  let state: Connection = connect(world.now())
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  function apply(event: ConnectionEvent): void {
    if (closed) return
    const now = world.now()
    const poll = event.type === 'tick' && isPollDue(state, now)
    const before = state.stream
    state = stepConnection(state, event, now, world.random())
    if (state.stream.status === 'waiting') closeSource()
    else if (state.stream.status === 'connecting' && (before.status !== 'connecting' || source === undefined)) open()
    if (poll) void pollOnce()
    arm()
  }

  function open(): void {
    closeSource()
    const opened = openStream(streamPath(key, heard()?.revision, listener.onPlace !== undefined))
    source = opened
    // Every attempt tries again. Meanwhile the polls go on.
    if (!opened) return
    const whileOpen = (handle: (data: unknown) => void) => (event: Event) => {
      if (opened === source) handle(parseJson((event as MessageEvent).data))
    }
    opened.addEventListener(
      EVENTS.manifest,
      whileOpen((data) => {
        apply({ type: 'heard' })
        const manifest = readManifest(data)
        if (manifest) listener.onManifest(manifest)
      }),
    )
    opened.addEventListener(
      EVENTS.heartbeat,
      whileOpen((data) => {
        apply({ type: 'heard' })
        const heartbeat = readHeartbeat(data)
        if (heartbeat) listener.onServerTime(heartbeat.at)
      }),
    )
    opened.addEventListener(
      EVENTS.screen,
      whileOpen((data) => listener.onPlace?.(data)),
    )
    opened.addEventListener(
      EVENTS.bye,
      whileOpen((data) => apply({ type: 'bye', ...readBye(data) })),
    )
    // The browser would reconnect after some errors and never after others, so its own reconnection is not used.
    opened.addEventListener('error', () => {
      if (opened === source) apply({ type: 'lost' })
    })
  }

  function openStream(url: string): EventSource | undefined {
    try {
      return world.openStream(url)
    } catch {
      return undefined
    }
  }

  function closeSource(): void {
    const closing = source
    source = undefined
    closing?.close()
  }

  async function pollOnce(): Promise<void> {
    const own = heard()
    const headers: Record<string, string> = own
      ? { 'If-None-Match': `"${manifestTagOf(own.revision, own.mediaUrl)}"` }
      : {}
    try {
      const { status, retryAfter, body } = await withTimeout(POLL_TIMEOUT_MS, async (signal) => {
        // A playlist is only for signed-in users. A display may be only for its paired screens.
        const init: RequestInit = { headers, cache: 'no-store', credentials: 'same-origin', redirect: 'error', signal }
        const response = await world.fetch(manifestPath(key), init)
        const text = response.status === 200 || response.status === 403 ? await response.text() : undefined
        return { status: response.status, retryAfter: response.headers.get('Retry-After'), body: text }
      })
      if (closed) return
      if (status === 404) {
        listener.onAbsent()
        apply({ type: 'absent' })
      } else if (status === 403 && isRefusal(parseJson(body))) {
        listener.onRefused?.()
        apply({ type: 'absent' })
      } else if (status === 429 || status === 503) {
        // The header may also be a date. A value that cannot be read counts as no wait.
        apply({ type: 'refused', retryAfterMs: Number(retryAfter) * 1_000 || 0 })
      } else {
        const manifest = readManifest(parseJson(body))
        if (manifest) listener.onManifest(manifest)
        if (manifest || status === 304) apply({ type: 'answered' })
      }
    } catch {
      // No answer, or one that is not from Placard. The next poll is already scheduled.
    }
  }

  function arm(): void {
    clearTimeout(timer)
    const due = deadlineOf(state)
    timer = setTimeout(
      () => {
        if (world.now() - due > LATE_MS) timer = setTimeout(() => apply({ type: 'tick' }), CATCH_UP_MS)
        else apply({ type: 'tick' })
      },
      Math.max(0, due - world.now()),
    )
  }

  const online = () => apply({ type: 'online' })
  if (typeof window !== 'undefined') window.addEventListener('online', online)
  open()
  arm()

  return {
    ask() {
      if (!closed && heard() === undefined) void pollOnce()
    },
    woke: () => apply({ type: 'woke' }),
    close() {
      closed = true
      clearTimeout(timer)
      closeSource()
      if (typeof window !== 'undefined') window.removeEventListener('online', online)
    },
  }
}

/** True when the server itself refuses. A proxy may answer 403 as well. */
function isRefusal(body: unknown): boolean {
  return (body as { error?: { code?: unknown } } | undefined)?.error?.code === 'paired-screens-only'
}
