import { isDeepStrictEqual } from 'node:util'
import type { RestoreDifference } from '@placard/contract'
import type { Change, ThingState } from '../../content/activity/service.ts'
import { type Contents, type ItemState, THINGS, type Thing } from '../../content/programmes/service.ts'

/** The change that takes one thing back to its former state. `former` null: it is removed. `now` undefined: it is added. */
export type Step = { thing: Change['thing']; id: string; now: ThingState | undefined; former: ThingState | null }

export type Named = { type: Change['thing']; id: string; title: string }

/** The former state of an item. Undefined for a line, and for an item that is removed. */
export function formerItem({ thing, former }: Step): ItemState | undefined {
  return thing === 'item' && former ? (former as ItemState) : undefined
}

/** The list of one kind of things in some contents. */
export function listIn(contents: Contents, thing: Change['thing']): readonly ThingState[] {
  return contents[THINGS[thing].list]
}

/** Concatenates the results for items and lines, in the order of THINGS. */
const each = <One>(of: (thing: Thing<ThingState>) => One[]): One[] => Object.values(THINGS).flatMap(of)

/**
 * The steps for all things that differ, in their former order, with their new revisions.
 *
 * @param revision the next revision of the programme
 */
export function stepsBetween(present: Contents, past: Contents, revision: number): Step[] {
  return each((thing) => between(thing, present[thing.list], past[thing.list], revision))
}

/**
 * The new revision of a thing that is restored. A thing that was removed gets its programme's revision: every change of a thing
 * also changes its programme, so this is above all revisions that the thing has had, including those after the restored state.
 * Otherwise an old If-Match could match the restored thing by chance.
 */
export function revisionAfter(now: { revision: number } | undefined, revision: number): number {
  return now ? now.revision + 1 : revision
}

function between(
  thing: Thing<ThingState>,
  present: readonly ThingState[],
  past: readonly ThingState[],
  revision: number,
): Step[] {
  const kept = new Set(past.map(({ id }) => id))
  const gone = present
    .filter(({ id }) => !kept.has(id))
    .map((now): Step => ({ thing: thing.name, id: now.id, now, former: null }))
  const back = past.flatMap((former): Step[] => {
    const now = present.find(({ id }) => id === former.id)
    if (now && thing.fieldsBetween(now, former).length === 0) return []
    return [{ thing: thing.name, id: former.id, now, former: { ...former, revision: revisionAfter(now, revision) } }]
  })
  return [...gone, ...back]
}

export function differencesBetween(steps: Step[]): RestoreDifference[] {
  return steps.flatMap((step): RestoreDifference[] => {
    const common = { type: step.thing, id: step.id, title: titleOf(step), visible: null }
    if (!step.former) return [{ ...common, effect: 'goes-away', fields: [] }]
    if (!step.now) return [{ ...common, effect: 'comes-back', fields: [] }]
    const fields = THINGS[step.thing].fieldsBetween(step.now, step.former)
    if (fields.length === 0) return []
    const visible = fields.includes('visible') ? (formerItem(step)?.visible ?? null) : null
    return [{ ...common, visible, effect: 'changes', fields }]
  })
}

/**
 * The differences between a state and an earlier, similar one, as the log stores them.
 *
 * @returns each thing that differs: `before` is the earlier state, `after` the present one
 */
export function deviationsFrom(then: Contents, now: Contents): Change[] {
  return each((thing) => deviations(thing.name, then[thing.list], now[thing.list]))
}

function deviations(thing: Change['thing'], then: readonly ThingState[], now: readonly ThingState[]): Change[] {
  const present = new Map(now.map((one) => [one.id, one]))
  const known = new Set(then.map(({ id }) => id))
  const changed = then.flatMap((before): Change[] => {
    const after = present.get(before.id) ?? null
    return after && isAlike(before, after) ? [] : [{ thing, before, after }]
  })
  const added = now.filter(({ id }) => !known.has(id)).map((after): Change => ({ thing, before: null, after }))
  return [...changed, ...added]
}

/** Compares without revisions: a restored thing always gets a new one. */
function isAlike(one: ThingState, other: ThingState): boolean {
  // Lines without a schedule do not have the field.
  const keys = Object.keys({ ...one, ...other }) as (keyof ThingState)[]
  return keys.every((key) => key === 'revision' || isDeepStrictEqual(one[key], other[key]))
}

function titleOf({ thing, now, former }: Step): string {
  const state = now ?? former
  return state ? THINGS[thing].titleOf(state) : ''
}
