import { setImmediate as letOthers } from 'node:timers/promises'
import { ACTIVITY_STATES_KEPT_MS, type ProgrammeKey, UNDO_MS } from '@placard/contract'
import { z } from 'zod'
import {
  type Change,
  createStepReader,
  findInstantAfter,
  findToldRevision,
  type RevisionStep,
  streamStates,
} from '../../content/activity/service.ts'
import {
  CORNER_PIECES,
  type Contents,
  ITEMS,
  LAYOUTS,
  LINES,
  listCornerPieces,
  listItems,
  listLayouts,
  listLines,
  THINGS,
} from '../../content/programmes/service.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** More changes than people make in 30 days. Longer ways would take long, and block other requests. */
const MAX_STEPS = 10_000
/** Limit of the states that are read: eight megabytes take about a tenth of a second. */
const MAX_BYTES = 64 * 2 ** 20
/** Steps that are examined to find the way. */
const MAX_LOOKED_AT = 2 * MAX_STEPS

/** A guess would put wrong content on a screen. @throws AppError too-old-to-undo for a future revision */
export function requirePast(revision: number, present: number): void {
  if (revision > present) throw new AppError('too-old-to-undo')
}

/** The former contents of a programme, the logged revision that they belong to, and the time of the oldest change on the way. */
export type Past = Contents & { revision: number; oldestAt: number }

const Identified = z.looseObject({ id: z.string() })

/** The changes of an entry as stored in the log. The states are only validated when they are used. */
const Changes = z.array(
  z.object({
    thing: z.enum(Object.keys(THINGS) as Change['thing'][]),
    before: Identified.nullable(),
    after: Identified.nullable(),
  }),
)

export async function readPresent(queries: Queries, key: ProgrammeKey): Promise<Contents> {
  return {
    items: await listItems(queries, key),
    lines: await listLines(queries, key),
    layouts: await listLayouts(queries, key),
    cornerPieces: await listCornerPieces(queries, key),
  }
}

/**
 * Reconstructs the contents of a programme at a revision: takes the present contents, and reverses or repeats the changes in
 * between. Refused if any of the changes is not in the log, because a guess would put wrong content on a screen.
 *
 * @param present the contents at `from`
 * @param revisions.from the last logged revision
 * @throws AppError too-old-to-undo
 */
export async function readPast(
  queries: Queries,
  key: ProgrammeKey,
  present: Contents,
  { from, to: asked }: { from: number; to: number },
  now: number,
): Promise<Past> {
  const to = await findToldRevision(queries, key, asked, from)
  const revisions = { from, to }
  const { back, forth } = await findWay(queries, key, revisions)
  const steps = [...back, ...forth]
  const oldestAt = Math.min(now, ...steps.map(({ at }) => at))
  const leftAt = revisions.to < revisions.from ? await findInstantAfter(queries, key, revisions.to) : now
  if (leftAt === undefined || leftAt < now - UNDO_MS) throw new AppError('too-old-to-undo')
  if (oldestAt < now - ACTIVITY_STATES_KEPT_MS) throw new AppError('too-old-to-undo')

  const mapOf = (list: readonly { id: string }[]) => new Map<string, unknown>(list.map((one) => [one.id, one]))
  const things: Record<Change['thing'], Map<string, unknown>> = {
    item: mapOf(present.items),
    line: mapOf(present.lines),
    layout: mapOf(present.layouts),
    'corner-piece': mapOf(present.cornerPieces),
  }
  let done = 0
  for await (const changes of streamStates(queries, steps)) {
    const isBack = done < back.length
    done += 1
    for (const { thing, before, after } of parsed(Changes, changes)) {
      const [wanted, other] = isBack ? [before, after] : [after, before]
      if (wanted) things[thing].set(wanted.id, wanted)
      else if (other) things[thing].delete(other.id)
    }
    if (done % 100 === 0) await letOthers()
  }
  return {
    revision: to,
    oldestAt,
    items: inOrder(parsed(z.array(ITEMS.schema), [...things.item.values()])),
    lines: inOrder(parsed(z.array(LINES.schema), [...things.line.values()])),
    layouts: parsed(z.array(LAYOUTS.schema), [...things.layout.values()]),
    cornerPieces: inOrder(parsed(z.array(CORNER_PIECES.schema), [...things['corner-piece'].values()])),
  }
}

/** @throws AppError too-old-to-undo if the value is damaged, because the former state is then not known */
function parsed<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value)
  if (!result.success) throw new AppError('too-old-to-undo', { cause: result.error })
  return result.data
}

/**
 * Finds the changes between two revisions. Each revision is stored relative to an earlier one: usually the one directly before,
 * or the restored one after a restore. So there is exactly one way between two revisions: back to their common base, and forth
 * again.
 *
 * @returns `back`: changes to reverse; `forth`: changes to repeat afterwards; both in order
 * @throws AppError too-old-to-undo
 */
async function findWay(
  queries: Queries,
  key: ProgrammeKey,
  { from, to }: { from: number; to: number },
): Promise<{ back: RevisionStep[]; forth: RevisionStep[] }> {
  const back: RevisionStep[] = []
  const forth: RevisionStep[] = []
  let [below, above, bytes] = [to, from, 0]
  const reader = createStepReader(queries, key)
  while (above !== below) {
    const step = await reader.stepTo(Math.max(below, above))
    if (step?.base === undefined) throw new AppError('too-old-to-undo')
    bytes += step.sizeBytes
    const isFar = back.length + forth.length >= MAX_STEPS || bytes > MAX_BYTES || reader.rowsRead() > MAX_LOOKED_AT
    if (isFar) throw new AppError('too-old-to-undo')
    if (above > below) {
      back.push(step)
      above = step.base
    } else {
      forth.unshift(step)
      below = step.base
    }
  }
  return { back, forth }
}

/** Orders by code units of the position, then by id, as the stores do. */
function inOrder<Thing extends { id: string; position: string }>(things: Thing[]): Thing[] {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  return things.sort((one, other) => compare(one.position, other.position) || compare(one.id, other.id))
}
