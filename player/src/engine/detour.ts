import { type ItemId, itemIdOfEntry, type Manifest } from '@placard/contract'
import { nextChangeAt, type Plan, planAt, type Showing, underCondition } from '@placard/playback'
import type { PlanAt } from './engine.ts'

/**
 * The position of a preview that does not show what the screens show. It is a shift in time: the preview uses the same
 * plan at another moment, and hands it on as if that moment were now, so no other code has to know.
 */
type Place = {
  /** Milliseconds ahead of the screens; negative when behind them. */
  aheadMs: number
  /** The moment at which the preview is held, in the preview's own time. */
  heldAt: number | undefined
  /** From this moment of the server's clock on, the preview follows the screens again. */
  endsAt: number
  /**
   * The moment that the user chose. The preview goes on from there even if the loop changes. Undefined when the
   * position is a place in the loop.
   */
  wentTo: number | undefined
  /** Undefined when no manifest has come yet. */
  manifest: Manifest | undefined
}

/** Longest wait for an item that is to be shown and has not arrived yet. */
const AWAITED_MS = 30_000

export type Detour = {
  /** Replaces `planAt`. */
  plan: PlanAt<Plan>
  /** The same for a zone beside the main one: it is at the same moment. */
  planOfZone: PlanAt<Plan>
  hold(serverNow: number): void
  resume(serverNow: number): void
  skip(serverNow: number): void
  show(itemId: ItemId, serverNow: number): void
  /**
   * Goes to the beginning of an item in the next manifest that is planned, and plays on from there. Does nothing when
   * the item is not in it.
   */
  begin(itemId: ItemId): void
  /** Goes to a moment of the server's clock, and plays on from there. */
  goTo(at: number, serverNow: number): void
  /** Goes to the next moment at which a schedule changes what is shown. Does nothing when there is none. */
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

  /** The current moment in the preview's own time. */
  const momentAt = (serverNow: number) => place?.heldAt ?? serverNow + (place?.aheadMs ?? 0)

  /** Goes to a moment of the preview's own time. A held preview stays held. */
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

  /** After a viewer has chosen a moment, a step by items leads to a moment too. Otherwise it leads to a place in the loop. */
  const wentToIf = (at: number) => (place?.wentTo === undefined ? undefined : at)

  /** Handles another manifest, whose loop starts again. The item that is held or viewed stays, if the manifest still has it. */
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
        // An item that is on anyway needs no detour.
        if (showing.startsAt > serverNow) {
          goTo(showing.startsAt, serverNow, next, serverNow + showing.endsAt - showing.startsAt)
        }
      } else if (begun !== undefined) {
        // Calculated from the screens' time. From the preview's time, it would get further ahead with each skip.
        const first = nextShowing(next, begun, place?.wentTo === undefined ? serverNow : momentAt(serverNow))
        begun = undefined
        if (first) goTo(first.startsAt, serverNow, next, undefined, wentToIf(first.startsAt))
      }
      if (place && place.manifest !== next) follow(place, next, serverNow)
      if (place && serverNow >= place.endsAt) live()
      return place ? asIfNow(planAt(next, momentAt(serverNow), canShow), place) : planAt(next, serverNow, canShow)
    },
    planOfZone: (zone, serverNow, canShow) =>
      place && serverNow < place.endsAt
        ? asIfNow(planAt(zone, momentAt(serverNow), canShow), place)
        : planAt(zone, serverNow, canShow),
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
      // The plan also ends when a line of the ticker changes, which is not the end of the item.
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
      const at = manifest ? nextChangeInZones(manifest, momentAt(serverNow)) : Number.POSITIVE_INFINITY
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

function nextChangeInZones(manifest: Manifest, now: number): number {
  const zones = manifest.layout?.zones ?? []
  // A new timetable for each zone, but only once for each command of the viewer.
  const others = zones.map(({ items, condition }) => ({
    ...manifest,
    inclusions: undefined,
    ...underCondition(items, condition),
    lines: [],
  }))
  return Math.min(...[manifest, ...others].map((one) => nextChangeAt(one, now)))
}

function endOf({ endsAt }: Place, { startsAt, endsAt: shownUntil }: Showing, serverNow: number): number {
  return endsAt === Number.POSITIVE_INFINITY ? endsAt : serverNow + shownUntil - startsAt
}

/** The next or current showing of an item; undefined when the item is not in the loop. */
function nextShowing(manifest: Manifest, itemId: ItemId, serverNow: number): Showing | undefined {
  let at = serverNow
  for (let slots = 0; slots <= manifest.items.length; slots += 1) {
    const plan = planAt(manifest, at)
    if (plan.status === 'empty') return undefined
    const { id } = plan.current.item
    // For a deck, the first of its pages that comes.
    if (id === itemId || itemIdOfEntry(id) === itemId) return plan.current
    at = plan.current.endsAt
  }
  return undefined
}

/** Converts a plan from the preview's own time to the server's. A held item does not end. */
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
