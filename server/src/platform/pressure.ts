import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ROUTE_DETAILS, ROUTES, type Route, type RouteDetails, type RouteName } from '@placard/contract'

/**
 * The tasks of the server, from the one that it gives up first to the one that it never does (Q12). Playing is last of all: no
 * level refuses it.
 */
const ORDER = ['statistics', 'uploads', 'changes', 'reads', 'live', 'playing'] as const
export type Precedence = (typeof ORDER)[number]

type Refusable = Exclude<Precedence, 'playing'>

/** `calm`, or the most precious of what is refused: everything before it in the order is refused as well. */
export const LEVELS = ['calm', 'statistics', 'uploads', 'changes', 'reads', 'live'] as const
export type Level = (typeof LEVELS)[number]

/** Milliseconds that a turn of the event loop takes on average, at which each level is due. */
const RISES_AT = [250, 500, 1_000, 2_000, 4_000]
/** One level up for each time that it was so bad for this long: a hiccup is none. */
const RISES_AFTER_MS = 2_000
/** One level down when it was half as bad for this long: whoever comes back must not bring the trouble back. */
const FALLS_AT = 0.5
const FALLS_AFTER_MS = 10_000
const LOOK_EVERY_MS = 500

/** `height` is the place in LEVELS. The instants are milliseconds of a clock that only goes forward. */
export type State = { height: number; worseSince: number | undefined; betterSince: number | undefined }

export const CALM: State = { height: 0, worseSince: undefined, betterSince: undefined }

/**
 * Decides the level after a look at the event loop.
 *
 * @param delayMs what a turn took on average since the last look
 * @param now milliseconds, of a clock that only goes forward
 */
export function stepPressure(state: State, delayMs: number, now: number): State {
  const { height } = state
  if (delayMs >= (RISES_AT[height] ?? Number.POSITIVE_INFINITY)) {
    const since = state.worseSince ?? now
    if (now - since < RISES_AFTER_MS) return { height, worseSince: since, betterSince: undefined }
    return { height: height + 1, worseSince: now, betterSince: undefined }
  }
  if (delayMs < (RISES_AT[height - 1] ?? 0) * FALLS_AT) {
    const since = state.betterSince ?? now
    if (now - since < FALLS_AFTER_MS) return { height, worseSince: undefined, betterSince: since }
    return { height: height - 1, worseSince: undefined, betterSince: now }
  }
  return { height, worseSince: undefined, betterSince: undefined }
}

/** The rank of a call. The table of routes says it where its method does not. */
export function precedenceOf(name: RouteName): Precedence {
  const { method, response }: Route = ROUTES[name]
  const { precedence }: RouteDetails = ROUTE_DETAILS[name]
  if (precedence !== undefined) return precedence
  if (response === 'stream') return 'live'
  return method === 'GET' || method === 'HEAD' ? 'reads' : 'changes'
}

/** True for a call that brings bytes of a picture or a film, or makes room for them. */
export function takesRoom(name: RouteName): boolean {
  const { takesRoom }: RouteDetails = ROUTE_DETAILS[name]
  return takesRoom === true
}

/** True for a call that may take more room than it frees. */
export function adds(name: RouteName): boolean {
  const { method }: Route = ROUTES[name]
  const { onFullDisk }: RouteDetails = ROUTE_DETAILS[name]
  return method !== 'GET' && method !== 'HEAD' && method !== 'DELETE' && !onFullDisk
}

export type Pressure = {
  level(): Level
  /** Decides whether a call of this kind is refused now, and counts those that are. */
  refuses(precedence: Precedence): boolean
  /** How many calls of each kind were refused. */
  refused(): Readonly<Record<Refusable, number>>
  /** Takes a look at the event loop into account. */
  observe(delayMs: number, now: number): void
}

/** @param onChange told of every change of the level */
export function createPressure(onChange: (level: Level) => void = () => {}): Pressure {
  const refused = { statistics: 0, uploads: 0, changes: 0, reads: 0, live: 0 }
  let state = CALM
  const level = () => LEVELS[state.height] ?? 'calm'
  return {
    level,
    refuses(precedence) {
      if (precedence === 'playing' || ORDER.indexOf(precedence) >= state.height) return false
      refused[precedence] += 1
      return true
    },
    refused: () => refused,
    observe(delayMs, now) {
      const before = state.height
      state = stepPressure(state, delayMs, now)
      if (state.height !== before) onChange(level())
    },
  }
}

/** Looks at the event loop of this process twice a second. @returns stops looking */
export function watchEventLoop(pressure: Pressure): () => void {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const timer = setInterval(() => {
    // Nanoseconds; without a sample it is not a number.
    const delayMs = Number.isFinite(delays.mean) ? delays.mean / 1e6 : 0
    delays.reset()
    pressure.observe(delayMs, performance.now())
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    delays.disable()
  }
}
