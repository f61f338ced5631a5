import {
  type DisplayKey,
  SCREEN_BEAT_MS,
  type ScreenBeat,
  type ScreenEvent,
  type ScreenState,
  WATCHDOG_MS,
} from '@placard/contract'
import { randomHex } from '../page/random-hex.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { beatAfter, begin, type PaceEvent, stepPace } from './pace.ts'
import { batchOf, readRing, remember, without } from './ring.ts'

const ANSWER_WITHIN_MS = 10_000
/** Engines with this class are new enough to send `keepalive` requests with own headers. */
const MAY_OUTLIVE = typeof WeakRef !== 'undefined'

export type Reports = {
  /** Path of this screen, with a slash at the end. */
  path: string
  /** Adds an event to the next report. */
  note(event: ScreenEvent): void
  /** Call when the state may have changed. A report is sent if it has. */
  look(): void
  /** Call when the server has been reached. */
  reached(): void
  /** Sends a message of another kind at once. */
  send(what: string, body: object): Promise<Response>
  /** Tells the server that this screen is closed, if it has ever sent a report, answered or not. */
  close(): void
}

export type ReportSurroundings = {
  now(): number
  random(): number
  isOnline(): boolean
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Kept across reloads. @throws when nothing can be stored */
  read(name: string): string | null
  write(name: string, value: string): void
}

const BROWSER: ReportSurroundings = {
  now: () => performance.now(),
  random: Math.random,
  isOnline: () => navigator.onLine !== false,
  fetch: (url, init) => fetch(url, init),
  read: (name) => localStorage.getItem(name),
  write: (name, value) => localStorage.setItem(name, value),
}

/** Written out to keep the bundle small, like the paths of `player/src/sync/`. */
export function screenPath({ organisationId, displayId }: DisplayKey, screenId: string): string {
  return `/api/organisations/${organisationId}/displays/${displayId}/screens/${screenId}/`
}

/**
 * Reports the state of this screen to the server, and in between sends beats with what it paints
 * (docs/rules/screens.md). Playback does not depend on it: it never throws, has at most one request of each kind
 * running, and sends nothing without a network.
 *
 * @param stateNow the state of the screen; called when there may be something to report
 * @param beatNow what the screen paints
 * @param pairedId the id of a paired screen, which its cookie proves; any other screen makes up an id
 */
export function startReports(
  key: DisplayKey,
  stateNow: () => ScreenState,
  beatNow: () => ScreenBeat,
  pairedId?: string | undefined,
  world: ReportSurroundings = BROWSER,
): Reports {
  const place = `${key.organisationId}/${key.displayId}`
  const path = screenPath(key, pairedId ?? screenIdOf(`placard-screen ${place}`, world))
  const ringName = `placard-events ${place}`
  let ring = readRing(kept(ringName))
  let pace = begin(world.now(), world.random())
  let timer: ReturnType<typeof setTimeout> | undefined
  let told: string | undefined
  let heardAt = world.now()
  let isBusy = false
  let hasSpoken = false
  let isClosed = false
  // The random delay spreads screens that start at once.
  let beatTimer = setTimeout(beat, world.random() * SCREEN_BEAT_MS)

  function kept(name: string): string | null {
    try {
      return world.read(name)
    } catch {
      return null
    }
  }

  function keep(events: typeof ring): void {
    ring = events
    try {
      world.write(ringName, JSON.stringify(ring))
    } catch {
      // Without storage they last as long as the page.
    }
  }

  function happen(event: PaceEvent): void {
    pace = stepPace(pace, event, world.now(), world.random())
    arm()
  }

  function arm(): void {
    clearTimeout(timer)
    if (!isClosed && !isBusy) timer = setTimeout(() => void tell(), Math.max(0, pace.dueAt - world.now()))
  }

  async function tell(): Promise<void> {
    if (!world.isOnline()) return happen({ type: 'unreached' })
    isBusy = true
    const events = batchOf(ring)
    const state = stateNow()
    hasSpoken = true
    happen({ type: 'spent' })
    const answer = await send('reports', { state, events }).catch(() => undefined)
    isBusy = false
    if (isClosed) return
    if (answer === undefined) return happen({ type: 'unreached' })
    const { status } = answer
    if (status === 404 || status === 410) return happen({ type: 'absent' })
    if (status === 429 || status >= 500) {
      // The header may also be a date. A value that cannot be read counts as no wait.
      return happen({ type: 'refused', retryAfterMs: Number(answer.headers.get('Retry-After')) * 1_000 || 0 })
    }
    // The report was accepted or refused. Either way its events are not sent again.
    keep(without(ring, events))
    if (!answer.ok) return happen({ type: 'absent' })
    told = digestOf(state)
    happen({ type: 'well' })
    look()
  }

  async function beat(): Promise<void> {
    const status =
      world.isOnline() &&
      (await send('beats', beatNow()).then(
        (answer) => answer.status,
        () => 0,
      ))
    if (!isClosed) beatTimer = setTimeout(beat, beatAfter(status, world.random()))
  }

  /** @param keepalive the request outlives the page */
  function send(what: string, body: object, keepalive = false): Promise<Response> {
    return withTimeout(ANSWER_WITHIN_MS, (signal) =>
      world.fetch(path + what, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'placard' },
        body: JSON.stringify(body),
        credentials: pairedId ? 'same-origin' : 'omit',
        cache: 'no-store',
        redirect: 'error',
        // Chromium 64 refuses `keepalive` requests that have headers of their own.
        ...(keepalive && MAY_OUTLIVE ? { keepalive } : {}),
        signal,
      }),
    )
  }

  function look(): void {
    // The first report is scheduled, and waits until the screen has settled.
    if (told === undefined || isClosed) return
    if (ring.length > 0 || digestOf(stateNow()) !== told) happen({ type: 'changed' })
  }

  arm()
  return {
    path,
    note(event) {
      keep(remember(ring, event))
      look()
    },
    look,
    send: (what, body) => send(what, body),
    reached() {
      const now = world.now()
      // If the server could be reached all the time, it has its own reason not to answer reports, and is left alone.
      if (now - heardAt > WATCHDOG_MS && pace.ended === 'unreached') happen({ type: 'reached' })
      heardAt = now
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(beatTimer)
      // Also sent after an unanswered report, because there is no later occasion.
      if (!hasSpoken || pace.ended === 'held' || !world.isOnline()) return
      void send('reports', { state: { ...stateNow(), doing: 'closed' }, events: [] }, true).catch(() => {})
    },
  }
}

/** The part of the state whose changes are reported before the next heartbeat. */
function digestOf({ doing, revision, offline, full, broken, rotation, canPlay, soundBlocked }: ScreenState): string {
  const ids = broken.map(({ itemId }) => itemId)
  return JSON.stringify([doing, revision, offline, full, rotation, ids, canPlay, soundBlocked])
}

/**
 * A random id, created once for this device and display. It only says that two reports come from the same screen, not
 * whose screen it is. In a private window, and on a device that stores nothing, it lasts as long as the page.
 */
function screenIdOf(name: string, world: ReportSurroundings): string {
  const id = randomHex()
  try {
    const known = world.read(name)
    if (known && /^[0-9a-f]{32}$/.test(known)) return known
    world.write(name, id)
  } catch {
    // The id is only for this page.
  }
  return id
}
