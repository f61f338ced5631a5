import { randomUUID } from 'node:crypto'
import {
  type ActivityKind,
  type ChangedField,
  type CreateLine,
  type DisplayKey,
  type Line,
  type LineChanged,
  LineId,
  MAX_LINES_PER_DISPLAY,
  type Removed,
  readSchedule,
  type Schedule,
  type UpdateLine,
} from '@placard/contract'
import { type Change, fieldsThatDiffer, type Told } from '../activity/service.ts'
import { changeDisplay, type HeldDisplay, type Outcome, type Sender } from '../displays/service.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { type Destination, placeMoved, positionAfterMove, positionAtEnd } from '../platform/database/position.ts'
import { AppError } from '../platform/errors.ts'
import type { IfMatch } from '../platform/http/api.ts'
import { requireEverOn, requireRoomForSchedules, zoneOffsetsOf } from '../schedules/service.ts'
import * as store from './store.ts'

/** Adds a line behind the others. @throws AppError display-not-found, too-many-lines, schedule-never-on */
export function createLine(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  wanted: CreateLine,
): Promise<LineChanged> {
  return changeLines(context, sender, key, async (queries, lines, display) => {
    if (lines.length >= MAX_LINES_PER_DISPLAY) throw new AppError('too-many-lines')
    requireEverOn(wanted.schedule, zoneOffsetsOf(display.timeZone, context.now()))
    const line: Line = {
      id: LineId.parse(randomUUID()),
      text: wanted.text,
      ...scheduleOf(wanted.schedule),
      position: positionAtEnd(lines.at(-1)),
      revision: 1,
    }
    await store.createLine(queries, key, line)
    return { answer: { line }, ...changedLine('line-added', null, line) }
  })
}

/** The outcome for a line from elsewhere. `known`: it was there already, and stays as it is. */
export type Placement = 'added' | 'known' | 'display-full'

/**
 * Puts lines that were made elsewhere behind the others, as a part of the work of a change of their display. One of such an
 * id may have been here before and been removed: it counts on above every revision that it has had.
 *
 * @param display as it is before the change
 * @returns what became of each, in their order
 */
export async function addForeignLines(
  queries: Queries,
  display: DisplayKey & { revision: number },
  wanted: { id: LineId; text: string }[],
): Promise<{ placements: Placement[]; changes: Change[] }> {
  const lines = await store.listLines(queries, display)
  const known = new Set(lines.map(({ id }) => id))
  const placements: Placement[] = []
  const changes: Change[] = []
  let last = lines.at(-1)
  for (const { id, text } of wanted) {
    if (known.has(id)) placements.push('known')
    else if (known.size >= MAX_LINES_PER_DISPLAY) placements.push('display-full')
    else {
      last = { id, text, position: positionAtEnd(last), revision: display.revision + 1 }
      await store.createLine(queries, display, last)
      placements.push('added')
      changes.push({ thing: 'line', before: null, after: last })
      known.add(id)
    }
  }
  return { placements, changes }
}

/**
 * Changes the given fields; `null` takes one away. @throws AppError line-not-found, changed-meanwhile with the line as it is,
 * schedule-never-on
 */
export function updateLine(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  id: LineId,
  ifMatch: IfMatch,
  change: UpdateLine,
): Promise<LineChanged> {
  return changeLines(context, sender, key, async (queries, lines, display) => {
    const line = lineToChange(lines, id, ifMatch)
    requireEverOn(change.schedule, zoneOffsetsOf(display.timeZone, context.now()))
    const { schedule: former, ...rest } = line
    const schedule = change.schedule === undefined ? former : change.schedule
    const updated: Line = {
      ...rest,
      text: change.text ?? line.text,
      ...scheduleOf(schedule),
      revision: line.revision + 1,
    }
    if (lineFields(updated, line).length === 0) return { answer: { line }, changed: false }
    await store.updateLine(queries, key, updated)
    return { answer: { line: updated }, ...changedLine('line-changed', line, updated) }
  })
}

/** Moves a line; at the ends it stays where it is (T3). @throws AppError line-not-found */
export function moveLine(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  id: LineId,
  to: Destination<LineId>,
): Promise<LineChanged> {
  return changeLines(context, sender, key, async (queries, lines) => {
    const line = lineToChange(lines, id, 'any')
    const position = positionAfterMove(lines, id, to)
    if (position === 'no-such-neighbour') throw new AppError('line-not-found', { field: 'after' })
    if (position === undefined) return { answer: { line }, changed: false }
    const { moved, changes } = placeMoved(lines, line, position)
    for (const { after } of changes) await store.updateLine(queries, key, after)
    return {
      answer: { line: moved },
      ...changedLine(
        'line-moved',
        line,
        moved,
        changes.map((change) => ({ thing: 'line' as const, ...change })),
      ),
    }
  })
}

/** @throws AppError line-not-found, changed-meanwhile with the line as it is */
export function removeLine(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  id: LineId,
  ifMatch: IfMatch | undefined,
): Promise<Removed> {
  return changeLines(context, sender, key, async (queries, lines) => {
    const line = lineToChange(lines, id, ifMatch ?? 'any')
    await store.removeLine(queries, key, id)
    return { answer: {}, ...changedLine('line-removed', line, null) }
  })
}

/** A command on lines. The loop goes on as it was (P9). */
function changeLines<Answer extends object>(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  work: (queries: Queries, lines: Line[], display: HeldDisplay) => Promise<Outcome<Answer>>,
): Promise<Answer & { revision: number }> {
  return changeDisplay(context, sender, key, async (queries, display) => {
    const before = await store.listLines(queries, key)
    const outcome = await work(queries, before, display)
    if (outcome.changed) requireRoomForSchedules(before, await store.listLines(queries, key))
    return outcome
  })
}

function lineToChange(lines: Line[], id: LineId, ifMatch: IfMatch): Line {
  const line = lines.find((one) => one.id === id)
  if (!line) throw new AppError('line-not-found')
  if (ifMatch !== 'any' && ifMatch !== line.revision) throw new AppError('changed-meanwhile', { current: line })
  return line
}

/** The kind of one command on one line, and its effect on it. */
function changedLine(
  kind: ActivityKind,
  before: Line | null,
  after: Line | null,
  changes: Change[] = [{ thing: 'line', before, after }],
) {
  const text = after?.text ?? before?.text ?? ''
  const former = before && before.text !== text ? { formerTitle: before.text } : {}
  const subject = { type: 'line' as const, id: after?.id ?? before?.id ?? '', title: text, ...former }
  return {
    changed: true as const,
    activity: {
      kind,
      changes,
      subject,
      // A move may space out its neighbours (positions stay short): it is told as the move of one.
      details: { ...lineDetails(before, after), ...(changes.length > 1 ? { count: 1 } : {}) },
    },
  }
}

/** The log's entry for a change of one line. */
export function lineDetails(before: Line | null, after: Line | null): { fields?: ChangedField[] } {
  const fields = before && after ? lineFields(before, after) : []
  return fields.length === 0 ? {} : { fields }
}

const TOLD: Told<Required<Line>> = {
  id: null,
  text: 'text',
  schedule: 'schedule',
  position: 'position',
  revision: null,
}

/** As it will be read back. Absent: always. */
function scheduleOf(wanted: Schedule | null | undefined): Pick<Line, 'schedule'> {
  const schedule = readSchedule(wanted)
  return schedule ? { schedule } : {}
}

/** Lists the fields of a line that differ. */
export function lineFields(now: Line, former: Line): ChangedField[] {
  return fieldsThatDiffer(TOLD, now, former)
}

/** Puts lines into the given states (null: gone), as a part of the work of a change of their display. */
export async function putLines(
  queries: Queries,
  key: DisplayKey,
  wanted: readonly { id: string; state: Line | null }[],
): Promise<Change[]> {
  const lines = await store.listLines(queries, key)
  const present = new Map(lines.map((line) => [line.id as string, line]))
  const changes: Change[] = []
  for (const { id, state } of wanted) {
    const before = present.get(id) ?? null
    if (state === null) {
      if (before) await store.removeLine(queries, key, before.id)
    } else if (before) await store.updateLine(queries, key, state)
    else await store.createLine(queries, key, state)
    changes.push({ thing: 'line', before, after: state })
  }
  const count =
    present.size + changes.filter(({ before }) => !before).length - changes.filter(({ after }) => !after).length
  if (count > MAX_LINES_PER_DISPLAY) throw new AppError('too-many-lines')
  requireRoomForSchedules(lines, await store.listLines(queries, key))
  return changes
}

export function listLines(queries: Queries, key: DisplayKey): Promise<Line[]> {
  return store.listLines(queries, key)
}

/** For a display that is being removed, in the same transaction. */
export function forgetDisplay(queries: Queries, key: DisplayKey): Promise<void> {
  return store.removeLinesOf(queries, key)
}
