import { type LIVE_EVENTS, type Manifest, manifestTagOf, type ProgrammeKey } from '@placard/contract'
import { parseJson } from '../page/read/parse-json.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { manifestPath, streamPath } from './addresses.ts'
import { type Connection, type ConnectionEvent, connect, deadlineOf, isPollDue, stepConnection } from './connection.ts'
import { readBye, readHeartbeat, readManifest } from './read-manifest.ts'

// Written out for the weight's sake, like the paths; the type keeps them true.
const EVENTS: Omit<typeof LIVE_EVENTS, 'programme'> = {
  manifest: 'manifest',
  heartbeat: 'heartbeat',
  screen: 'screen',
  bye: 'bye',
}

const POLL_TIMEOUT_MS = 10_000
/** A timer this late comes out of a page that was blocked or asleep. */
const LATE_MS = 1_000
/** After a late timer, messages of the network may wait in the queue behind it: they are heard before anything is judged. */
const CATCH_UP_MS = 500

type Listener = {
  onManifest(manifest: Manifest): void
  /** @param at the server's clock, just now: milliseconds since 1970 */
  onServerTime(at: number): void
  /** The server knows no such display or playlist. */
  onAbsent(): void
  /** It is for its paired screens alone, and the server does not take this for one of them. */
  onRefused?: (() => void) | undefined
  /** Of a paired screen: what is to be known of its place, as it came. */
  onPlace?: ((word: unknown) => void) | undefined
}

/** The surroundings: the browser's own unless a test brings others. */
export type Surroundings = {
  now(): number
  random(): number
  /** @returns undefined where there are no streams: the manifest is asked for, and nothing else is different */
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
   * There is nothing to play from yet: asks for the manifest now, beside the stream, and takes what comes first. Somebody
   * on the way may hold a stream back for ever, and an answer nobody can.
   */
  ask(): void
  /** The device slept: begin anew. */
  woke(): void
  close(): void
}

/**
 * Hears of every change to a display, or to a playlist that somebody looks at, until closed. Owns its reconnection, because a browser's EventSource gives up for
 * ever after one answer that is not a stream, and never notices a peer that vanished without a word.
 *
 * @param heard what this screen has; the server then sends only what is above it
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
    // Every try asks again; meanwhile the polls go on.
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
    // The browser would try again by itself after some errors and never after others: it is not asked.
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
        // A playlist's is for those who are signed in, a display's may be for its paired screens alone.
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
        // Its other form is a date; a wait that cannot be read is none.
        apply({ type: 'refused', retryAfterMs: Number(retryAfter) * 1_000 || 0 })
      } else {
        const manifest = readManifest(parseJson(body))
        if (manifest) listener.onManifest(manifest)
        if (manifest || status === 304) apply({ type: 'answered' })
      }
    } catch {
      // No answer, or none that is ours: the next poll is already due in its time.
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

/** Somebody on the way may say 403 as well: only the server's own word counts. */
function isRefusal(body: unknown): boolean {
  return (body as { error?: { code?: unknown } } | undefined)?.error?.code === 'paired-screens-only'
}
