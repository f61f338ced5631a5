import type { Manifest, ManifestItem, ManifestLine, ManifestTakeOver } from '@placard/contract'
import { type ScreenPlan, screenPlanAt, takeOverItemsOf } from '@placard/playback'
import { contentOf, failed, isResting, nextWaking, only, type Rests, shown } from './rest.ts'
import { type Choice, choose, isSameScene, type Scene } from './scene.ts'

/** Asked again at least this often, whatever the plan says: a timer may be lost, and a day is longer than some can count. */
const LOOK_AGAIN_MS = 60_000
/** A look later than this after the end of a slot means that the page slept: no item is blamed for that slot. */
const PUNCTUAL_MS = 2_000

export type Engine = {
  scene(): Scene
  /** All that the ticker says now, the same list as long as it is; undefined: no manifest has come yet. */
  lines(): ManifestLine[] | undefined
  /** The take-overs of the screen, the same list as long as it does. Its changes are told with those of the lines. */
  over(): readonly ManifestTakeOver[]
  /** Goes by this manifest from now on. */
  play(manifest: Manifest): void
  /** Asks again what is on: the page slept, was hidden, or the clock was corrected. */
  recheck(): void
  /** It could not be shown: it rests, and the next that can takes its place. */
  failed(item: ManifestItem): void
  /** Its file has come onto the device: what could not be shown for want of it need not rest any longer. */
  arrived(url: string): void
  /** It is on the glass, so whatever ailed it is over. */
  shown(item: ManifestItem): void
  onChange(listener: () => void): () => void
  onLines(listener: () => void): () => void
  /** P11: cancels the timer; nothing is told any more. */
  close(): void
}

export type EngineSurroundings = {
  /** Milliseconds since 1970, the server's clock. */
  serverNow(): number
  monotonicNow(): number
  /** Calls back after so many milliseconds; answers the undo. */
  wait(delayMs: number, then: () => void): () => void
  report(message: string): void
}

export type PlanAt<Answer> = (
  manifest: Manifest,
  serverNow: number,
  canShow?: (item: ManifestItem) => boolean,
) => Answer

/**
 * Says what is on, from the manifest and the time. It counts nothing: whenever it is asked, and when a plan does not hold any
 * longer, it asks for the plan anew, so a screen that slept, lagged or was hidden is right at once.
 *
 * @param plan what a screen does at a moment
 */
export function createEngine(world: EngineSurroundings, plan: PlanAt<ScreenPlan> = screenPlanAt): Engine {
  let manifest: Manifest | undefined
  let rests: Rests = new Map()
  let choice: Choice | undefined
  let scene: Scene = { status: 'waiting' }
  /** The content that was shown last. */
  let onGlass: string | undefined
  /** Since when, by the server's clock, there is a stage that knows what is on. */
  let knownSince = 0
  let cancelTimer: () => void = () => {}
  let closed = false
  const listeners = new Set<() => void>()
  let lines: ManifestLine[] | undefined
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
    if (lines !== planned.lines || over !== planned.over) {
      lines = planned.lines
      over = planned.over
      for (const listener of lineListeners) listener()
    }
    if (isSameScene(scene, choice.scene)) return
    scene = choice.scene
    knownSince = serverNow
    for (const listener of listeners) listener()
  }

  /**
   * The item that had its slot to get onto the glass and did not: it fails without saying so, as a film that never starts. What
   * the stage heard of, or came back for, in the second half of the slot is not to blame.
   */
  function missedSlot(before: Choice | undefined, { items }: ScreenPlan, serverNow: number): ManifestItem | undefined {
    if (before?.scene.status !== 'playing' || before.plan.status !== 'playing') return undefined
    const { item, startsAt, endsAt } = before.scene.current
    const isOver = serverNow >= endsAt && serverNow < endsAt + PUNCTUAL_MS
    const hadTime = knownSince <= (startsAt + endsAt) / 2
    // A schedule may cut a slot down to nothing, or to less than a film needs.
    const wasWhole = before.plan.nextItems === before.plan.items
    const isStillOn = items.some((one) => contentOf(one) === contentOf(item))
    return isOver && wasWhole && hadTime && isStillOn && onGlass !== contentOf(item) ? item : undefined
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
      onGlass = contentOf(item)
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
