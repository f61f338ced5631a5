import { type DisplayKey, Line, UNDO_MS } from '@placard/contract'
import { type Change, listEntriesSince } from '../activity/service.ts'
import { ItemState, listItemStates } from '../items/service.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { listLines } from '../ticker/service.ts'

/** More changes than people make in 30 days; whoever asks for more would wait for long. */
const MAX_STEPS = 10_000

/** What a display holds, in the order of its positions. */
export type Holding = { items: ItemState[]; lines: Line[] }

export async function readPresent(queries: Queries, key: DisplayKey): Promise<Holding> {
  return { items: await listItemStates(queries, key), lines: await listLines(queries, key) }
}

/**
 * What a display held at a revision: its present, with each entry since taken back, the newest first. Refused unless every
 * revision between is written down: a guess would put the wrong thing on a screen.
 *
 * @param present what it holds at `from`
 * @throws AppError too-old-to-undo
 */
export async function readPast(
  queries: Queries,
  key: DisplayKey,
  present: Holding,
  revisions: { from: number; to: number },
  now: number,
): Promise<Holding> {
  const items = new Map(present.items.map((item) => [item.id as string, item]))
  const lines = new Map(present.lines.map((line) => [line.id as string, line]))
  let revision = revisions.from
  if (revision - revisions.to > MAX_STEPS) throw new AppError('too-old-to-undo')
  for (const { at, revisions: step, activity } of await listEntriesSince(queries, key, revisions.to)) {
    const follows = step?.after === revision && activity.kind !== 'display-added'
    if (!step || !follows || at < now - UNDO_MS) throw new AppError('too-old-to-undo')
    for (const change of activity.changes) {
      if (change.thing === 'item') put(items, change, (state) => ItemState.parse(state))
      else put(lines, change, (state) => Line.parse(state))
    }
    revision = step.before
  }
  if (revision !== revisions.to) throw new AppError('too-old-to-undo')
  return { items: inOrder(items), lines: inOrder(lines) }
}

function put<Thing>(things: Map<string, Thing>, { before, after }: Change, parse: (state: unknown) => Thing): void {
  if (before) things.set(before.id, parse(before))
  else if (after) things.delete(after.id)
}

/** By code units, then by id, as the stores do. */
function inOrder<Thing extends { id: string; position: string }>(things: Map<string, Thing>): Thing[] {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  return [...things.values()].sort((one, other) => compare(one.position, other.position) || compare(one.id, other.id))
}
