import { isDeepStrictEqual } from 'node:util'
import type { ChangedField, Line, RestoreDifference } from '@placard/contract'
import type { Change, ThingState } from '../activity/service.ts'
import { type ItemState, itemFields } from '../items/service.ts'
import { lineFields } from '../lines/service.ts'
import type { Holding } from './past.ts'

/** The step for one thing. `former` null: it goes; `now` undefined: it comes. */
export type Step =
  | { thing: 'item'; id: string; now: ItemState | undefined; former: ItemState | null }
  | { thing: 'line'; id: string; now: Line | undefined; former: Line | null }

export type Named = { type: 'item' | 'line'; id: string; title: string }

/**
 * Each thing that is not as it was, in the order of that time, with the revision that it gets.
 *
 * @param revision that the display will have
 */
export function stepsBetween(present: Holding, past: Holding, revision: number): Step[] {
  return [
    ...between(present.items, past.items, itemFields, revision).map((step): Step => ({ thing: 'item', ...step })),
    ...between(present.lines, past.lines, lineFields, revision).map((step): Step => ({ thing: 'line', ...step })),
  ]
}

/**
 * The revision of a thing that is made as it was. One that was away counts on from its display's: each change of a thing is
 * one of its display as well, so that is above every revision that the thing has had, also above those that came after the
 * state which comes back. Otherwise an If-Match of that time would mean what comes back by chance.
 */
export function revisionAfter(now: { revision: number } | undefined, revision: number): number {
  return now ? now.revision + 1 : revision
}

function between<Thing extends { id: string; revision: number }>(
  present: Thing[],
  past: Thing[],
  fieldsOf: (now: Thing, former: Thing) => ChangedField[],
  revision: number,
): { id: string; now: Thing | undefined; former: Thing | null }[] {
  const kept = new Set(past.map(({ id }) => id))
  const gone = present.filter(({ id }) => !kept.has(id)).map((now) => ({ id: now.id, now, former: null }))
  const back = past.flatMap((former) => {
    const now = present.find(({ id }) => id === former.id)
    if (now && fieldsOf(now, former).length === 0) return []
    return [{ id: former.id, now, former: { ...former, revision: revisionAfter(now, revision) } }]
  })
  return [...gone, ...back]
}

export function differencesBetween(steps: Step[]): RestoreDifference[] {
  return steps.flatMap((step): RestoreDifference[] => {
    const title = titleOf(step)
    const common = { type: step.thing, id: step.id, title, visible: null }
    if (!step.former) return [{ ...common, effect: 'goes-away', fields: [] }]
    if (!step.now) return [{ ...common, effect: 'comes-back', fields: [] }]
    const fields = step.thing === 'item' ? itemFields(step.now, step.former) : lineFields(step.now, step.former)
    if (fields.length === 0) return []
    const visible = step.thing === 'item' && fields.includes('visible') ? step.former.visible : null
    return [{ ...common, visible, effect: 'changes', fields }]
  })
}

/**
 * The log's record of a state that is much like an earlier one.
 *
 * @returns each thing that is not as it was, before as it was then, after as it is
 */
export function deviationsFrom(then: Holding, now: Holding): Change[] {
  return [...deviations('item', then.items, now.items), ...deviations('line', then.lines, now.lines)]
}

function deviations<Thing extends ThingState>(thing: Change['thing'], then: Thing[], now: Thing[]): Change[] {
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
function isAlike<Thing extends ThingState>(one: Thing, other: Thing): boolean {
  // A line without a schedule does not have the field.
  const keys = Object.keys({ ...one, ...other }) as (keyof Thing)[]
  return keys.every((key) => key === 'revision' || isDeepStrictEqual(one[key], other[key]))
}

function titleOf(step: Step): string {
  if (step.thing === 'item') return (step.now ?? step.former)?.title ?? ''
  return (step.now ?? step.former)?.text ?? ''
}
