import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ROUTE_DETAILS, ROUTES, type Route, type RouteDetails, type RouteName } from '@placard/contract'

/** Kinds of work in the order in which an overloaded server refuses them (Q12). Playing comes last, and no level refuses it. */
const ORDER = ['statistics', 'uploads', 'changes', 'reads', 'live', 'playing'] as const
export type Precedence = (typeof ORDER)[number]

type Refusable = Exclude<Precedence, 'playing'>

/** `calm`, or the most important kind that is refused. Every kind before it in the order is refused as well. */
export const LEVELS = ['calm', 'statistics', 'uploads', 'changes', 'reads', 'live'] as const
export type Level = (typeof LEVELS)[number]

/** The average duration of a turn of the event loop at which each level begins, in milliseconds. */
const RISES_AT = [250, 500, 1_000, 2_000, 4_000]
/** The level rises by one each time the delay stays this bad for this long. Short spikes do not count. */
const RISES_AFTER_MS = 2_000
/**
 * The level falls by one after the delay has been below half the threshold for this long, so that returning clients do not overload the
 * server again.
 */
const FALLS_AT = 0.5
const FALLS_AFTER_MS = 10_000
const LOOK_EVERY_MS = 500

/** `height` is the index in LEVELS. The times are milliseconds of a monotonic clock. */
export type State = { height: number; worseSince: number | undefined; betterSince: number | undefined }

export const CALM: State = { height: 0, worseSince: undefined, betterSince: undefined }

/**
 * Computes the level after one measurement of the event loop.
 *
 * @param delayMs average duration of a turn since the last measurement
 * @param now milliseconds of a monotonic clock
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

/** The kind of a call. The table of routes names it when the method does not determine it. */
export function precedenceOf(name: RouteName): Precedence {
  const { method, response }: Route = ROUTES[name]
  const { precedence }: RouteDetails = ROUTE_DETAILS[name]
  if (precedence !== undefined) return precedence
  if (response === 'stream') return 'live'
  return method === 'GET' || method === 'HEAD' ? 'reads' : 'changes'
}

/** True for a call that uploads bytes of a picture or a film, or reserves space for them. */
export function takesRoom(name: RouteName): boolean {
  const { takesRoom }: RouteDetails = ROUTE_DETAILS[name]
  return takesRoom === true
}

/** True for a call that may use more space than it frees. */
export function adds(name: RouteName): boolean {
  const { method }: Route = ROUTES[name]
  const { onFullDisk }: RouteDetails = ROUTE_DETAILS[name]
  return method !== 'GET' && method !== 'HEAD' && method !== 'DELETE' && !onFullDisk
}

export type Pressure = {
  level(): Level
  /** Decides if a call of this kind is refused now, and counts the refusals. */
  refuses(precedence: Precedence): boolean
  /** Number of refused calls of each kind. */
  refused(): Readonly<Record<Refusable, number>>
  /** Updates the level with a measurement of the event loop. */
  observe(delayMs: number, now: number): void
}

/** @param onChange called with each new level */
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

/** Measures the event loop of this process twice a second. @returns stops measuring */
export function watchEventLoop(pressure: Pressure): () => void {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const timer = setInterval(() => {
    // In nanoseconds. NaN when there is no sample.
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
