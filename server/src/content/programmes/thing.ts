import type { ActivityKind, ChangedField, ChangedValue, ErrorCode, ProgrammeKey, Removed } from '@placard/contract'
import type { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import { type Destination, placeMoved, positionAfterMove } from '../../platform/database/position.ts'
import { AppError } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import type { Activity, Change, Details, ThingState } from '../activity/service.ts'

/**
 * Describes one of the kinds of things in a programme: items, lines, layouts or corner pieces. The log, undo and restore are
 * written in terms of this.
 */
export type Thing<State extends ThingState> = {
  name: Change['thing']
  /** The error for a missing thing. */
  notFound: ErrorCode
  /** The name of its list in the contents of a programme. */
  list: 'items' | 'lines' | 'layouts' | 'cornerPieces'
  /** Schema of a state in the log. */
  schema: z.ZodType<State>
  create: (queries: Queries, key: ProgrammeKey, things: readonly State[]) => Promise<void>
  update: (queries: Queries, key: ProgrammeKey, thing: State) => Promise<void>
  remove: (queries: Queries, key: ProgrammeKey, id: State['id']) => Promise<void>
  /** The thing as the API returns it. */
  answerOf: (thing: State) => object
  /** The title that people see. */
  titleOf: (thing: State) => string
  /** Lists the fields that differ, by their names in the log. */
  fieldsBetween: (now: State, former: State) => ChangedField[]
  /** The old and new values of the fields that are short enough to be shown. */
  valuesBetween: (former: State, present: State) => ChangedValue[]
}

/** An item or a line: one of a list that people order, with the kinds of its log entries. */
export type Entry<State extends ThingState> = Thing<State> & {
  kinds: { moved: ActivityKind; removed: ActivityKind; several: Record<'move' | 'remove' | 'copy', ActivityKind> }
}

/** @throws AppError the thing's `notFound`; changed-meanwhile with the current thing */
export function toChange<State extends ThingState>(
  thing: Thing<State>,
  list: readonly State[],
  id: State['id'],
  ifMatch: IfMatch,
): State {
  const found = list.find((one) => one.id === id)
  if (!found) throw new AppError(thing.notFound)
  if (ifMatch !== 'any' && ifMatch !== found.revision) {
    throw new AppError('changed-meanwhile', { current: thing.answerOf(found) })
  }
  return found
}

/** The result of a command on a programme: its answer, and the changes for the log. */
type Done<Answer> = { answer: Answer } & ({ changed: true; activity: Activity } | { changed: false })

/**
 * Moves one thing. Does nothing at either end of the list (T3). @throws AppError the thing's `notFound`, with the field `after`
 * for a missing neighbour
 */
export async function move<State extends ThingState>(
  thing: Entry<State>,
  queries: Queries,
  key: ProgrammeKey,
  list: State[],
  id: State['id'],
  to: Destination<State['id']>,
): Promise<Done<State>> {
  const one = toChange(thing, list, id, 'any')
  const position = positionAfterMove(list, id, to)
  if (position === 'no-such-neighbour') throw new AppError(thing.notFound, { field: 'after' })
  if (position === undefined) return { answer: one, changed: false }
  const { moved, changes } = placeMoved(list, one, position)
  for (const { after } of changes) await thing.update(queries, key, after)
  return {
    answer: moved,
    ...changed(
      thing,
      thing.kinds.moved,
      one,
      moved,
      changes.map((change) => ({ thing: thing.name, ...change })),
    ),
  }
}

/** @throws AppError the thing's `notFound`; changed-meanwhile with the current thing */
export async function remove<State extends ThingState>(
  thing: Entry<State>,
  queries: Queries,
  key: ProgrammeKey,
  list: State[],
  id: State['id'],
  ifMatch: IfMatch | undefined,
): Promise<Done<Omit<Removed, 'revision'>>> {
  const one = toChange(thing, list, id, ifMatch ?? 'any')
  await thing.remove(queries, key, id)
  return { answer: {}, ...changed(thing, thing.kinds.removed, one, null) }
}

/** The log entry for a command on one thing. */
export function changed<State extends ThingState>(
  thing: Thing<State>,
  kind: ActivityKind,
  before: State | null,
  after: State | null,
  changes: Change[] = [{ thing: thing.name, before, after }],
): { changed: true; activity: Activity } {
  const [title, former] = [after ?? before, before].map((state) => state && thing.titleOf(state))
  const id = after?.id ?? before?.id ?? ''
  const renamed = typeof former === 'string' && former !== title ? { formerTitle: former } : {}
  return {
    changed: true,
    activity: {
      kind,
      changes,
      subject: { type: thing.name, id, title: title ?? '', ...renamed },
      // A move may also give its neighbours new, shorter positions. It is logged as the move of one thing.
      details: { ...detailsOf(thing, before, after), ...(changes.length > 1 ? { count: 1 } : {}) },
    },
  }
}

/** The log's details of a change of one thing. Empty if it was added or removed. */
export function detailsOf<State extends ThingState>(
  thing: Thing<State>,
  before: State | null,
  after: State | null,
): Pick<Details, 'fields' | 'values'> {
  if (!before || !after) return {}
  const fields = thing.fieldsBetween(after, before)
  const values = thing.valuesBetween(before, after)
  return { ...(fields.length === 0 ? {} : { fields }), ...(values.length === 0 ? {} : { values }) }
}

/** Puts things into the given states (null: removed), as part of a change of their programme. */
export async function put<State extends ThingState>(
  thing: Thing<State>,
  queries: Queries,
  key: ProgrammeKey,
  list: readonly State[],
  wanted: readonly { id: string; state: State | null }[],
): Promise<Change[]> {
  const present = new Map(list.map((one) => [one.id, one]))
  const changes: Change[] = []
  for (const { id, state } of wanted) {
    const before = present.get(id) ?? null
    if (state === null) {
      if (before) await thing.remove(queries, key, before.id)
    } else if (before) await thing.update(queries, key, state)
    else await thing.create(queries, key, [state])
    changes.push({ thing: thing.name, before, after: state })
  }
  return changes
}
