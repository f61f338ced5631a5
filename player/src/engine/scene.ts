import type { ManifestItem } from '@placard/contract'
import type { ScreenPlan, Showing } from '@placard/playback'
import { contentOf, isResting, type Rests } from './rest.ts'

/** The task of the stage. */
export type Scene =
  /** No manifest has come yet. */
  | { status: 'waiting' }
  /** Nothing may show (P8). */
  | { status: 'empty' }
  /** Dark on purpose, outside of the opening hours (SH2). */
  | { status: 'asleep' }
  /** There are items, and each of them is broken for now. */
  | { status: 'resting'; items: ManifestItem[] }
  | {
      status: 'playing'
      items: ManifestItem[]
      current: Showing
      /** The one to prepare: the current one itself where nothing else comes. */
      next: Showing
    }

export type Choice = { scene: Scene; plan: ScreenPlan }

/**
 * The plan, with what cannot show replaced by what comes after it. The slots stay where they are: after a broken item this
 * screen is in step with the others again. What was chosen for a slot stays for the slot, even if the broken item has
 * rested enough meanwhile.
 *
 * @param plan what is on by the manifest; stand-ins are taken from its items and from nowhere else
 * @param before the choice before this one
 * @param monotonicNow what `rests` counts by
 */
export function choose(plan: ScreenPlan, rests: Rests, before: Choice | undefined, monotonicNow: number): Choice {
  const { items } = plan
  if (plan.status !== 'playing') return { scene: { status: plan.status }, plan }

  // P10: the engine reports it; the stage keeps what it has.
  if (items[plan.current.index] === undefined) return { scene: { status: 'resting', items }, plan }

  const current =
    keptFor(plan.current, before, items, rests, monotonicNow) ?? fit(items, plan.current, rests, monotonicNow)
  // The next one may be of another list. Where there is none, nothing needs preparing.
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

/** The slot's own item, or the first after it that does not rest. */
function fit(items: ManifestItem[], slot: Showing, rests: Rests, now: number): Showing | undefined {
  for (let skipped = 0; skipped < items.length; skipped += 1) {
    const index = (slot.index + skipped) % items.length
    const item = items[index]
    if (item && !isResting(rests, item, now)) return { ...slot, item, index }
  }
  return undefined
}

/** Nothing is to be on the glass: no slot ends, and nobody minds a page that loads anew. */
export const isIdle = ({ status }: Scene) => status === 'empty' || status === 'asleep'

/** By value: every manifest that comes brings new objects, whatever it changes. */
export function isSameScene(one: Scene, other: Scene): boolean {
  if (one.status === 'playing' && other.status === 'playing') {
    const isStill = one.current.startsAt === other.current.startsAt && isAlike(one.current.item, other.current.item)
    return isStill && isAlike(one.next.item, other.next.item) && isAlike(one.items, other.items)
  }
  if (one.status === 'resting' && other.status === 'resting') return isAlike(one.items, other.items)
  return one.status === other.status
}

function isAlike<T extends ManifestItem | ManifestItem[]>(one: T, other: T): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
