import {
  type DisplayKey,
  SCREEN_BEAT_MS,
  type ScreenBeat,
  type ScreenEvent,
  type ScreenState,
  WATCHDOG_MS,
} from '@placard/contract'
import { withTimeout } from '../page/read/with-timeout.ts'
import { beatAfter, begin, type PaceEvent, stepPace } from './pace.ts'
import { batchOf, readRing, remember, without } from './ring.ts'

const ANSWER_WITHIN_MS = 10_000
/** Engines that know this class are young enough. */
const MAY_OUTLIVE = typeof WeakRef !== 'undefined'

export type Reports = {
  /** Of this screen, with a slash at the end. */
  path: string
  /** Something happened that somebody may want to know. */
  note(event: ScreenEvent): void
  /** Something may have changed; it is told if it has. */
  look(): void
  /** The server can be heard. */
  reached(): void
  /** Sends a word of another kind, at once. */
  send(what: string, body: object): Promise<Response>
  /** Says that this screen is closed, if it ever said that it was there, heard or not. */
  close(): void
}

export type ReportSurroundings = {
  now(): number
  random(): number
  isOnline(): boolean
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Kept over reloads. @throws when nothing can be kept */
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

/** Written out for the weight's sake, like the paths of `player/src/sync/`. */
export function screenPath({ organisationId, displayId }: DisplayKey, screenId: string): string {
  return `/api/organisations/${organisationId}/displays/${displayId}/screens/${screenId}/`
}

/**
 * Tells the server how this screen is, and between that what it paints (docs/rules/screens.md). Nothing that plays depends
 * on it: it never throws, has one request of either kind under way at most, and stays quiet without a network.
 *
 * @param stateNow how the screen is; asked when there may be something to tell
 * @param beatNow what it paints
 * @param pairedId of a paired screen, which proves by its cookie that it is the one; any other makes an id up
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
  // A fleet that starts at once spreads.
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
      // Its other form is a date; a wait that cannot be read is none.
      return happen({ type: 'refused', retryAfterMs: Number(answer.headers.get('Retry-After')) * 1_000 || 0 })
    }
    // Taken, or not to the server's taste: it is not sent again.
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

  /** @param keepalive it outlives the page */
  function send(what: string, body: object, keepalive = false): Promise<Response> {
    return withTimeout(ANSWER_WITHIN_MS, (signal) =>
      world.fetch(path + what, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'placard' },
        body: JSON.stringify(body),
        credentials: pairedId ? 'same-origin' : 'omit',
        cache: 'no-store',
        redirect: 'error',
        // Chromium 64 refuses to send anything that is to outlive the page with headers of its own.
        ...(keepalive && MAY_OUTLIVE ? { keepalive } : {}),
        signal,
      }),
    )
  }

  function look(): void {
    // The first one is on its way, and waits for the screen to have settled.
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
      // Heard all along, it has its own reason not to answer reports, and is left alone.
      if (now - heardAt > WATCHDOG_MS && pace.ended === 'unreached') happen({ type: 'reached' })
      heardAt = now
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(beatTimer)
      // After a report that nobody answered as well: there is no other time to say it.
      if (!hasSpoken || pace.ended === 'held' || !world.isOnline()) return
      void send('reports', { state: { ...stateNow(), doing: 'closed' }, events: [] }, true).catch(() => {})
    },
  }
}

/** The part of a state that is told before the next heartbeat when it changes. */
function digestOf({ doing, revision, offline, full, broken, rotation, canPlay, soundBlocked }: ScreenState): string {
  const ids = broken.map(({ itemId }) => itemId)
  return JSON.stringify([doing, revision, offline, full, rotation, ids, canPlay, soundBlocked])
}

/**
 * Random, made once for this device and display, and nothing else: it says that two reports are of one screen, not whose.
 * In a private window, and on a device that keeps nothing, it lasts as long as the page.
 */
function screenIdOf(name: string, world: ReportSurroundings): string {
  const id = randomHex()
  try {
    const known = world.read(name)
    if (known && /^[0-9a-f]{32}$/.test(known)) return known
    world.write(name, id)
  } catch {
    // It is this page's alone.
  }
  return id
}

function randomHex(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
  return bytes.map((byte) => (byte + 256).toString(16).slice(1)).join('')
}
