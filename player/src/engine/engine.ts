import type { Manifest, ManifestCornerPiece, ManifestItem, ManifestLine, ManifestTakeOver } from '@placard/contract'
import { screenPlanAt, takeOverItemsOf } from '@placard/playback'
import { contentOf, failed, isResting, nextWaking, only, type Rests, shown } from './rest.ts'
import { type Choice, choose, isSameScene, type Planned, type Scene } from './scene.ts'

/** The plan is checked at least this often, because a timer may be lost, and some timers cannot run for a day. */
const LOOK_AGAIN_MS = 60_000
/** If the check comes later than this after the end of a slot, the page slept, and the item does not count as failed. */
const PUNCTUAL_MS = 2_000

export type Engine = {
  scene(): Scene
  /** The current lines of the ticker, the same array until they change. Undefined when no manifest has come yet. */
  lines(): ManifestLine[] | undefined
  /** The pieces that stand in the corners now, the same array until they change. `onLines` listeners are called for changes. */
  corners(): ManifestCornerPiece[] | undefined
  /** The current take-overs of the screen, the same array until they change. `onLines` listeners are called for changes. */
  over(): readonly ManifestTakeOver[]
  /** Plays this manifest from now on. */
  play(manifest: Manifest): void
  /** Checks the plan again: the page slept or was hidden, or the clock was corrected. */
  recheck(): void
  /** The item could not be shown. It rests, and the next item that can be shown takes its place. */
  failed(item: ManifestItem): void
  /** The file is now on the device, so items that failed without it need not rest any longer. */
  arrived(url: string): void
  /** The item is on the screen, so its earlier failures no longer count. */
  shown(item: ManifestItem): void
  onChange(listener: () => void): () => void
  onLines(listener: () => void): () => void
  /** P11: cancels the timer. No listener is called after this. */
  close(): void
}

export type EngineSurroundings = {
  /** The server's clock, in milliseconds since 1970. */
  serverNow(): number
  monotonicNow(): number
  /** Calls back after this many milliseconds. Returns a function that cancels it. */
  wait(delayMs: number, then: () => void): () => void
  report(message: string): void
}

export type PlanAt<Answer> = (
  manifest: Manifest,
  serverNow: number,
  canShow?: (item: ManifestItem) => boolean,
) => Answer

/**
 * Decides what is shown, from the manifest and the time. It keeps no counters: at each check, and when a plan ends, it
 * makes a new plan. A screen that slept, lagged or was hidden is therefore right at once.
 *
 * @param plan the plan of a screen at a moment
 */
export function createEngine(world: EngineSurroundings, plan: PlanAt<Planned> = screenPlanAt): Engine {
  let manifest: Manifest | undefined
  let rests: Rests = new Map()
  let choice: Choice | undefined
  let scene: Scene = { status: 'waiting' }
  /** The content that was shown last. */
  let onScreen: string | undefined
  /** The time, by the server's clock, since when the stage knows the current scene. */
  let knownSince = 0
  let cancelTimer: () => void = () => {}
  let closed = false
  const listeners = new Set<() => void>()
  let lines: ManifestLine[] | undefined
  let corners: ManifestCornerPiece[] | undefined
  let over: readonly ManifestTakeOver[] = []
  const lineListeners = new Set<() => void>()

  function recheck(): void {
    if (closed || !manifest) return
    const serverNow = world.serverNow()
    const monotonicNow = world.monotonicNow()
    const planned = plan(manifest, serverNow, (item) => !isResting(rests, item, monotonicNow))
    const missed = missedSlot(choice, planned, serverNow)
    if (missed) rests = failed(rests, missed, monotonicNow)
    choice = choose(planned, rests, choice, monotonicNow)
    if (planned.status === 'playing' && planned.items[planned.current.index] === undefined) {
      world.report('Current item is undefined. This should not happen.')
    }
    arm(choice, serverNow, monotonicNow)
    if (lines !== planned.lines || corners !== planned.corners || over !== planned.over) {
      lines = planned.lines
      corners = planned.corners
      over = planned.over
      for (const listener of lineListeners) listener()
    }
    if (isSameScene(scene, choice.scene)) return
    scene = choice.scene
    knownSince = serverNow
    for (const listener of listeners) listener()
  }

  /**
   * Returns the item that was not shown although its slot is over: it has failed silently, such as a film that never
   * starts. It does not count if the stage learned of it, or was opened, in the second half of the slot.
   */
  function missedSlot(before: Choice | undefined, { items }: Planned, serverNow: number): ManifestItem | undefined {
    if (before?.scene.status !== 'playing' || before.plan.status !== 'playing') return undefined
    const { item, startsAt, endsAt } = before.scene.current
    const isOver = serverNow >= endsAt && serverNow < endsAt + PUNCTUAL_MS
    const hadTime = knownSince <= (startsAt + endsAt) / 2
    // A schedule may shorten a slot to nothing, or to less than a film needs.
    const wasWhole = before.plan.nextItems === before.plan.items
    const isStillOn = items.some((one) => contentOf(one) === contentOf(item))
    return isOver && wasWhole && hadTime && isStillOn && onScreen !== contentOf(item) ? item : undefined
  }

  function arm({ plan, scene }: Choice, serverNow: number, monotonicNow: number): void {
    cancelTimer()
    cancelTimer = () => {}
    if (plan.until === Number.POSITIVE_INFINITY) return
    const waking = scene.status === 'resting' ? nextWaking(rests, monotonicNow) : undefined
    const wakingMs = waking === undefined ? LOOK_AGAIN_MS : waking - monotonicNow
    const delayMs = Math.min(plan.until - serverNow, wakingMs, LOOK_AGAIN_MS)
    cancelTimer = world.wait(Math.max(1, Math.ceil(delayMs)), recheck)
  }

  return {
    scene: () => scene,
    lines: () => lines,
    corners: () => corners,
    over: () => over,
    play(next) {
      manifest = next
      rests = only(rests, next.items.concat(takeOverItemsOf(next)))
      recheck()
    },
    recheck,
    failed(item) {
      rests = failed(rests, item, world.monotonicNow())
      recheck()
    },
    arrived(url) {
      if (!manifest) return
      for (const item of [...manifest.items, ...takeOverItemsOf(manifest)])
        if (item.url === url) rests = shown(rests, item)
      recheck()
    },
    shown(item) {
      onScreen = contentOf(item)
      rests = shown(rests, item)
    },
    onChange(listener) {
      listeners.add(listener)
      knownSince = world.serverNow()
      return () => listeners.delete(listener)
    },
    onLines(listener) {
      lineListeners.add(listener)
      return () => lineListeners.delete(listener)
    },
    close() {
      closed = true
      cancelTimer()
      listeners.clear()
      lineListeners.clear()
    },
  }
}
