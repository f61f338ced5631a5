import type { ManifestItem } from '@placard/contract'
import type { ScreenPlan, Showing } from '@placard/playback'
import { contentOf, isResting, type Rests } from './rest.ts'

/** The state that the stage shows. */
export type Scene =
  /** No manifest has come yet. */
  | { status: 'waiting' }
  /** No item may be shown (P8). `soon`: an item that comes on shortly, to be prepared. */
  | { status: 'empty'; soon?: Showing | undefined }
  /** Dark on purpose, outside the opening hours (SH2). */
  | { status: 'asleep' }
  /** There are items, but each of them has failed and rests for now. */
  | { status: 'resting'; items: ManifestItem[] }
  | {
      status: 'playing'
      items: ManifestItem[]
      current: Showing
      /** The item to prepare. It is the current one when no other follows. */
      next: Showing
    }

/** The plan of a screen. `soon`: nothing is on, and this comes on shortly. */
export type Planned = ScreenPlan & { soon?: Showing | undefined }

export type Choice = { scene: Scene; plan: Planned }

/**
 * Applies the plan, and replaces items that cannot be shown by the ones after them. The slots do not move: after a
 * broken item this screen is in step with the others again. The item that was chosen for a slot stays for the whole
 * slot, even if the broken item's rest ends meanwhile.
 *
 * @param plan the plan of the manifest; replacements are taken only from its items
 * @param before the previous choice
 * @param monotonicNow the clock of `rests`
 */
export function choose(plan: Planned, rests: Rests, before: Choice | undefined, monotonicNow: number): Choice {
  const { items, soon } = plan
  if (plan.status === 'empty' && soon && !isResting(rests, soon.item, monotonicNow)) {
    return { scene: { status: 'empty', soon }, plan }
  }
  if (plan.status !== 'playing') return { scene: { status: plan.status }, plan }

  // P10: the engine reports this. The stage keeps its present item.
  if (items[plan.current.index] === undefined) return { scene: { status: 'resting', items }, plan }

  const current =
    keptFor(plan.current, before, items, rests, monotonicNow) ?? fit(items, plan.current, rests, monotonicNow)
  // The next item may belong to another list. When there is none, nothing needs to be prepared.
  const next = plan.next && (fit(plan.nextItems, plan.next, rests, monotonicNow) ?? current)
  if (!current) return { scene: { status: 'resting', items }, plan }
  return { scene: { status: 'playing', items, current, next: next ?? current }, plan }
}

function keptFor(
  slot: Showing,
  before: Choice | undefined,
  items: ManifestItem[],
  rests: Rests,
  now: number,
): Showing | undefined {
  if (before?.plan.status !== 'playing' || before.scene.status !== 'playing') return undefined
  const { current: slotBefore } = before.plan
  if (slotBefore.startsAt !== slot.startsAt || contentOf(slotBefore.item) !== contentOf(slot.item)) return undefined
  const { current } = before.scene
  const index = items.findIndex((item) => contentOf(item) === contentOf(current.item))
  const item = items[index]
  if (item === undefined || isResting(rests, item, now)) return undefined
  return { item, index, startsAt: slot.startsAt, endsAt: slot.endsAt }
}

/** The slot's own item, or the first item after it that does not rest. */
function fit(items: ManifestItem[], slot: Showing, rests: Rests, now: number): Showing | undefined {
  for (let skipped = 0; skipped < items.length; skipped += 1) {
    const index = (slot.index + skipped) % items.length
    const item = items[index]
    if (item && !isResting(rests, item, now)) return { ...slot, item, index }
  }
  return undefined
}

/** True when the screen should show no item: no slot ends, and the page may reload unnoticed. */
export const isIdle = ({ status }: Scene) => status === 'empty' || status === 'asleep'

/** Compares by value, because every manifest has new objects, even when nothing has changed. */
export function isSameScene(one: Scene, other: Scene): boolean {
  if (one.status === 'playing' && other.status === 'playing') {
    const isStill = one.current.startsAt === other.current.startsAt && isAlike(one.current.item, other.current.item)
    return isStill && isAlike(one.next.item, other.next.item) && isAlike(one.items, other.items)
  }
  if (one.status === 'empty' && other.status === 'empty') {
    return isAlike(one.soon, other.soon)
  }
  if (one.status === 'resting' && other.status === 'resting') return isAlike(one.items, other.items)
  return one.status === other.status
}

function isAlike<T extends ManifestItem | ManifestItem[] | Showing | undefined>(one: T, other: T): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
