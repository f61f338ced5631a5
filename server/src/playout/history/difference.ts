import { isDeepStrictEqual } from 'node:util'
import type { RestoreDifference } from '@placard/contract'
import type { Change, ThingState } from '../../content/activity/service.ts'
import { type Contents, type ItemState, THINGS, type Thing } from '../../content/programmes/service.ts'

/** The step for one thing. `former` null: it goes; `now` undefined: it comes. */
export type Step = { thing: Change['thing']; id: string; now: ThingState | undefined; former: ThingState | null }

export type Named = { type: Change['thing']; id: string; title: string }

/** The former state of an item; undefined for a line, and for one that goes. */
export function formerItem({ thing, former }: Step): ItemState | undefined {
  return thing === 'item' && former ? (former as ItemState) : undefined
}

/** A list of contents, by the sort of its things. */
export function listIn(contents: Contents, thing: Change['thing']): readonly ThingState[] {
  return contents[THINGS[thing].list]
}

/** As many lists as there are sorts of things, in their order. */
const each = <One>(of: (thing: Thing<ThingState>) => One[]): One[] => Object.values(THINGS).flatMap(of)

/**
 * Each thing that is not as it was, in the order of that time, with the revision that it gets.
 *
 * @param revision that the programme will have
 */
export function stepsBetween(present: Contents, past: Contents, revision: number): Step[] {
  return each((thing) => between(thing, present[thing.list], past[thing.list], revision))
}

/**
 * The revision of a thing that is made as it was. One that was away counts on from its programme's: each change of a thing is
 * one of its programme as well, so that is above every revision that the thing has had, also above those that came after the
 * state which comes back. Otherwise an If-Match of that time would mean what comes back by chance.
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
 * The log's record of a state that is much like an earlier one.
 *
 * @returns each thing that is not as it was, before as it was then, after as it is
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

/** Revisions of things are of their own time: nothing that comes back has the one that it had. */
function isAlike(one: ThingState, other: ThingState): boolean {
  // A line without a schedule does not have the field.
  const keys = Object.keys({ ...one, ...other }) as (keyof ThingState)[]
  return keys.every((key) => key === 'revision' || isDeepStrictEqual(one[key], other[key]))
}

function titleOf({ thing, now, former }: Step): string {
  const state = now ?? former
  return state ? THINGS[thing].titleOf(state) : ''
}
