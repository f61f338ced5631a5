import { type ItemId, itemIdOfEntry, type Manifest } from '@placard/contract'
import { nextChangeAt, type Plan, planAt, type Showing } from '@placard/playback'
import type { PlanAt } from './engine.ts'

/**
 * Where a preview is while it is not where the screens are. It stands elsewhere in time, and what is on there is the same
 * plan's answer; the plan is handed on as if that were now, so nothing else has to know.
 */
type Place = {
  /** Of the screens, in milliseconds; what is behind them is below zero. */
  aheadMs: number
  /** The moment that is held, of the preview's own time. */
  heldAt: number | undefined
  /** Back to the screens by itself from this moment on, of the server's clock. */
  endsAt: number
  /** The moment that it was sent to: it goes on from there whatever the loop becomes. Undefined: a place in the loop. */
  wentTo: number | undefined
  /** Undefined: none has come yet. */
  manifest: Manifest | undefined
}

/** How long an item that is to be shown may still be on its way. */
const AWAITED_MS = 30_000

export type Detour = {
  /** Takes the place of `planAt`. */
  plan: PlanAt<Plan>
  hold(serverNow: number): void
  resume(serverNow: number): void
  skip(serverNow: number): void
  show(itemId: ItemId, serverNow: number): void
  /** Goes to the beginning of an item of the next manifest that is planned, and on from there; where it is not on, nowhere. */
  begin(itemId: ItemId): void
  /** Goes to a moment of the server's clock, and on from there. */
  goTo(at: number, serverNow: number): void
  /** Goes to the next moment at which something comes or goes by its schedule; stays where it is if there is none. */
  goToChange(serverNow: number): void
  live(): void
  isLive(): boolean
  isHeld(): boolean
  wentTo(): number | undefined
}

export function createDetour(): Detour {
  let place: Place | undefined
  let manifest: Manifest | undefined
  let awaited: { itemId: ItemId; until: number } | undefined
  let begun: ItemId | undefined

  /** Of the preview's own time. */
  const momentAt = (serverNow: number) => place?.heldAt ?? serverNow + (place?.aheadMs ?? 0)

  /** Goes to a moment of the preview's own time, and stays held there if it was. */
  function goTo(
    at: number,
    serverNow: number,
    of: Manifest | undefined,
    endsAt = Number.POSITIVE_INFINITY,
    wentTo?: number,
  ): void {
    const heldAt = place?.heldAt === undefined ? undefined : at
    place = { aheadMs: at - serverNow, heldAt, endsAt, wentTo, manifest: of }
  }

  /** A viewer who was sent to a moment and goes on by items is at a moment still; any other is at a place in the loop. */
  const wentToIf = (at: number) => (place?.wentTo === undefined ? undefined : at)

  /** Another manifest begins its loop anew: what is held or looked at stays, if it is still there. */
  function follow(from: Place, next: Manifest, serverNow: number): void {
    if (from.wentTo !== undefined || !from.manifest) {
      place = { ...from, manifest: next }
      return
    }
    const before = planAt(from.manifest, momentAt(serverNow))
    const showing = before.status === 'playing' && nextShowing(next, before.current.item.id, serverNow)
    if (showing) goTo(Math.max(serverNow, showing.startsAt), serverNow, next, endOf(from, showing, serverNow))
    else live()
  }

  function live(): void {
    place = undefined
  }

  return {
    plan(next, serverNow, canShow) {
      manifest = next
      if (awaited && serverNow > awaited.until) awaited = undefined
      const showing = awaited && nextShowing(next, awaited.itemId, serverNow)
      if (showing) {
        awaited = undefined
        live()
        // One that is on by itself needs no detour.
        if (showing.startsAt > serverNow) {
          goTo(showing.startsAt, serverNow, next, serverNow + showing.endsAt - showing.startsAt)
        }
      } else if (begun !== undefined) {
        // From the screens' own time: by what it has skipped already it would get further ahead each time.
        const first = nextShowing(next, begun, place?.wentTo === undefined ? serverNow : momentAt(serverNow))
        begun = undefined
        if (first) goTo(first.startsAt, serverNow, next, undefined, wentToIf(first.startsAt))
      }
      if (place && place.manifest !== next) follow(place, next, serverNow)
      if (place && serverNow >= place.endsAt) live()
      return place ? asIfNow(planAt(next, momentAt(serverNow), canShow), place) : planAt(next, serverNow, canShow)
    },
    hold(serverNow) {
      if (!manifest || place?.heldAt !== undefined) return
      const at = momentAt(serverNow)
      place = { aheadMs: at - serverNow, heldAt: at, endsAt: Number.POSITIVE_INFINITY, wentTo: place?.wentTo, manifest }
    },
    resume(serverNow) {
      if (place?.heldAt === undefined) return
      place = { ...place, aheadMs: place.heldAt - serverNow, heldAt: undefined }
    },
    skip(serverNow) {
      if (!manifest) return
      const plan = planAt(manifest, momentAt(serverNow))
      // A line that comes sooner changes the plan as well, and no item.
      const until = plan.status === 'playing' ? plan.current.endsAt : plan.until
      if (until !== Number.POSITIVE_INFINITY) {
        goTo(until, serverNow, manifest, undefined, wentToIf(until))
      }
    },
    show(itemId, serverNow) {
      awaited = { itemId, until: serverNow + AWAITED_MS }
    },
    begin(itemId) {
      awaited = undefined
      begun = itemId
    },
    goTo(at, serverNow) {
      awaited = undefined
      if (Number.isFinite(at)) goTo(at, serverNow, manifest, undefined, at)
    },
    goToChange(serverNow) {
      const at = manifest ? nextChangeAt(manifest, momentAt(serverNow)) : Number.POSITIVE_INFINITY
      if (manifest && at !== Number.POSITIVE_INFINITY) goTo(at, serverNow, manifest, undefined, at)
    },
    live() {
      awaited = begun = undefined
      live()
    },
    isLive: () => place === undefined,
    isHeld: () => place?.heldAt !== undefined,
    wentTo: () => place?.wentTo,
  }
}

function endOf({ endsAt }: Place, { startsAt, endsAt: shownUntil }: Showing, serverNow: number): number {
  return endsAt === Number.POSITIVE_INFINITY ? endsAt : serverNow + shownUntil - startsAt
}

/** When an item is on next, or on now; undefined when it is not in the loop. */
function nextShowing(manifest: Manifest, itemId: ItemId, serverNow: number): Showing | undefined {
  let at = serverNow
  for (let slots = 0; slots <= manifest.items.length; slots += 1) {
    const plan = planAt(manifest, at)
    if (plan.status === 'empty') return undefined
    const { id } = plan.current.item
    // Of a deck its first page that comes.
    if (id === itemId || itemIdOfEntry(id) === itemId) return plan.current
    at = plan.current.endsAt
  }
  return undefined
}

/** A plan of the preview's own time in the server's. What is held does not end. */
function asIfNow(plan: Plan, { aheadMs, heldAt, endsAt }: Place): Plan {
  const moved = ({ startsAt, endsAt, ...showing }: Showing): Showing => ({
    ...showing,
    startsAt: startsAt - aheadMs,
    endsAt: endsAt - aheadMs,
  })
  const until = heldAt === undefined ? Math.min(plan.until - aheadMs, endsAt) : Number.POSITIVE_INFINITY
  if (plan.status === 'empty') return { ...plan, until }
  const current = moved(plan.current)
  return {
    ...plan,
    current: heldAt === undefined ? current : { ...current, endsAt: until },
    next: plan.next && moved(plan.next),
    until,
  }
}
