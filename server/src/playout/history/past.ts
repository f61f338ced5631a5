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
import { type Contents, ITEMS, LINES, listItems, listLines, THINGS } from '../../content/programmes/service.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

/** More changes than people make in 30 days; who asks for more would wait for long, and everybody else too. */
const MAX_STEPS = 10_000
/** Of states that are read on the way: a tenth of a second for each eight megabytes. */
const MAX_BYTES = 64 * 2 ** 20
/** Steps that are looked at to find the way. */
const MAX_LOOKED_AT = 2 * MAX_STEPS

/** A guess would put the wrong thing on a screen. @throws AppError too-old-to-undo for one that is still to come */
export function requirePast(revision: number, present: number): void {
  if (revision > present) throw new AppError('too-old-to-undo')
}

/** The former contents of a programme, the revision by which its log tells them, and the instant of the oldest change on the way. */
export type Past = Contents & { revision: number; oldestAt: number }

const Identified = z.looseObject({ id: z.string() })

/** One thing before and after, as the log has it. What it says of the thing is looked at once it matters. */
const Changes = z.array(
  z.object({
    thing: z.enum(Object.keys(THINGS) as Change['thing'][]),
    before: Identified.nullable(),
    after: Identified.nullable(),
  }),
)

export async function readPresent(queries: Queries, key: ProgrammeKey): Promise<Contents> {
  return { items: await listItems(queries, key), lines: await listLines(queries, key) }
}

/**
 * Finds the contents of a programme at a revision: its present, with the changes between taken back or made again. Refused unless
 * each of them is written down: a guess would put the wrong thing on a screen.
 *
 * @param present what it holds at `from`
 * @param revisions.from the last one that its log tells
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
  }
}

/** @throws AppError too-old-to-undo for what is damaged: it is not known what was there */
function parsed<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value)
  if (!result.success) throw new AppError('too-old-to-undo', { cause: result.error })
  return result.data
}

/**
 * The changes between two revisions. Each revision is told by one before it, mostly the one right before, after going back
 * the one that it went back to: so there is one way between any two, down to where both come from and up again.
 *
 * @returns `back`: to be taken back; `forth`: to be made again after that; both in that order
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

/** By code units, then by id, as the stores do. */
function inOrder<Thing extends { id: string; position: string }>(things: Thing[]): Thing[] {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  return things.sort((one, other) => compare(one.position, other.position) || compare(one.id, other.id))
}
