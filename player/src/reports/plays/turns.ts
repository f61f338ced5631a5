import type { ItemFault, Manifest, ManifestItem, MissReason } from '@placard/contract'
import { type Plan, planAt } from '@placard/playback'
import { contentOf } from '../../engine/rest.ts'

/** When a check is this late, the page slept, and nothing is known about the turns in between. */
const ASLEEP_MS = 5_000

type Turn = {
  item: ManifestItem
  startsAt: number
  endsAt: number
  /** The time since when the turn is observed. */
  knownAt: number
  isSeen: boolean
  looks: number
  hiddenLooks: number
  fault: ItemFault | undefined
}

export type Turns = {
  /** Call once a second, and whenever an item begins. @param seen the content on the screen */
  look(manifest: Manifest | undefined, serverNow: number, seen: string | undefined, isHidden: boolean): void
  failed(item: ManifestItem, fault: ItemFault): void
}

/**
 * Compares the plan that every screen follows with what was seen. An item that was not on the screen at any moment of
 * its turn was missed. A turn is not judged if less than half of it was observed.
 */
export function watchTurns(missed: (item: ManifestItem, why: MissReason) => void): Turns {
  let turn: Turn | undefined
  let plan: Plan | undefined
  let plannedBy: Manifest | undefined
  let lookedAt = 0
  /** The last failure of each content that has not been seen since. */
  const faults = new Map<string, ItemFault>()

  function judge({ item, startsAt, endsAt, knownAt, isSeen, looks, hiddenLooks, fault }: Turn, until: number): void {
    if (isSeen || knownAt > (startsAt + endsAt) / 2 || until < endsAt - 1_000) return
    missed(item, fault ?? faults.get(contentOf(item)) ?? (hiddenLooks * 2 > looks ? 'unseen' : 'late'))
  }

  return {
    look(manifest, serverNow, seen, isHidden) {
      const slept = serverNow - lookedAt > ASLEEP_MS || serverNow < lookedAt - ASLEEP_MS
      lookedAt = serverNow
      if (manifest !== plannedBy || !plan || serverNow >= plan.until || slept) {
        plannedBy = manifest
        plan = manifest && planAt(manifest, serverNow)
        // Limits the map, so that it does not grow over the years.
        if (faults.size > 1_000) faults.clear()
      }
      const current = plan?.status === 'playing' ? plan.current : undefined
      const isSame =
        turn && current && turn.startsAt === current.startsAt && contentOf(turn.item) === contentOf(current.item)
      if (!isSame) {
        if (turn && !slept) judge(turn, serverNow)
        turn = current && {
          item: current.item,
          startsAt: current.startsAt,
          endsAt: current.endsAt,
          knownAt: serverNow,
          isSeen: false,
          looks: 0,
          hiddenLooks: 0,
          fault: undefined,
        }
      }
      if (!turn) return
      turn.looks += 1
      if (isHidden) turn.hiddenLooks += 1
      if (seen === contentOf(turn.item)) turn.isSeen = true
      if (seen !== undefined) faults.delete(seen)
    },
    failed(item, fault) {
      faults.set(contentOf(item), fault)
      if (turn && contentOf(turn.item) === contentOf(item)) turn.fault = fault
    },
  }
}
