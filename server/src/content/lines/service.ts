import { randomUUID } from 'node:crypto'
import {
  type Condition,
  type CreateLine,
  type Line,
  type LineChanged,
  LineId,
  MAX_LINES_PER_DISPLAY,
  type ProgrammeKey,
  type Removed,
  readSchedule,
  type Schedule,
  type UpdateLine,
} from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { type Destination, positionAtEnd } from '../../platform/database/position.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import type { Change } from '../activity/service.ts'
import { requireCondition } from '../conditions/service.ts'
import {
  answerLines,
  changed,
  changeProgramme,
  type Found,
  type HeldProgramme,
  includedIn,
  LINES,
  move,
  type Outcome,
  readContents,
  remove,
  requireValues,
  type Sender,
  toChange,
  valuesOfLine,
} from '../programmes/service.ts'
import { requireEverOn, zoneOffsetsOf } from '../schedules/service.ts'

/**
 * Adds a line at the end.
 *
 * @throws AppError display-not-found, playlist-not-found, too-many-lines, schedules-too-long, display-too-full, schedule-never-on,
 * value-not-found
 */
export function createLine(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  wanted: CreateLine,
): Promise<LineChanged> {
  const work = async (queries: Queries, held: HeldProgramme, found: Found) => {
    requireEverOn(wanted.schedule, zoneOffsetsOf(held.timeZone, context.now()))
    await requireValues(queries, sender.caller, key.organisationId, found, [['text', wanted.text]])
    const line: Line = {
      id: LineId.parse(randomUUID()),
      text: wanted.text,
      ...scheduleOf(wanted.schedule),
      ...conditionOf(await requireCondition(queries, sender.caller, key.organisationId, wanted.condition)),
      position: positionAtEnd((await found.lines()).at(-1)),
      revision: 1,
    }
    await LINES.create(queries, key, [line])
    return { answer: await answerOf(context, queries, held, line), ...changed(LINES, 'line-added', null, line) }
  }
  return changeProgramme(context, sender, key, work, { mayInclude: hasValues(wanted) })
}

/** As with items: a changed cell must not miss the line. */
const hasValues = ({ text = '', condition }: UpdateLine) =>
  valuesOfLine({ text, ...(condition ? { condition } : {}) }).length > 0

async function answerOf(
  { now }: Pick<Context, 'now'>,
  queries: Queries,
  held: HeldProgramme,
  line: Line,
): Promise<{ line: Line }> {
  const [answer] = await answerLines(queries, held, [line], now())
  return { line: answer as Line }
}

/** The outcome for a line from elsewhere. `known`: it exists already and is left unchanged. */
export type Placement = 'added' | 'known' | 'display-full'

/**
 * Adds lines from elsewhere at the end, as part of a change of their display. A line with the same id may have existed and been
 * removed; its revisions continue above all earlier ones.
 *
 * @param held the display before the change
 * @returns the outcome for each line, in order
 */
export async function addForeignLines(
  queries: Queries,
  held: HeldProgramme,
  found: Found,
  wanted: { id: LineId; text: string }[],
): Promise<{ placements: Placement[]; changes: Change[] }> {
  const lines = await found.lines()
  const included = await readContents(queries, held.organisationId, includedIn(await found.items()))
  const known = new Set(lines.map(({ id }) => id))
  let count = [...included.values()].reduce((sum, contents) => sum + contents.lines.length, lines.length)
  const placements: Placement[] = []
  const changes: Change[] = []
  let last = lines.at(-1)
  for (const { id, text } of wanted) {
    if (known.has(id)) placements.push('known')
    else if (count >= MAX_LINES_PER_DISPLAY) placements.push('display-full')
    else {
      last = { id, text, position: positionAtEnd(last), revision: held.revision + 1 }
      await LINES.create(queries, held, [last])
      placements.push('added')
      changes.push({ thing: 'line', before: null, after: last })
      known.add(id)
      count += 1
    }
  }
  return { placements, changes }
}

/**
 * Changes the given fields; `null` removes one.
 *
 * @throws AppError line-not-found, changed-meanwhile with the current line, schedule-never-on, value-not-found, those of `requireCondition`, and as
 * `createLine` where there is
 * no room
 */
export function updateLine(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  id: LineId,
  ifMatch: IfMatch,
  change: UpdateLine,
): Promise<LineChanged> {
  const work = async (queries: Queries, held: HeldProgramme, found: Found): Promise<Outcome<{ line: Line }>> => {
    const line = toChange(LINES, await found.lines(), id, ifMatch)
    requireEverOn(change.schedule, zoneOffsetsOf(held.timeZone, context.now()))
    const condition = await requireCondition(queries, sender.caller, key.organisationId, change.condition, {
      before: line.condition,
    })
    const updated: Line = { ...withChange(line, { ...change, condition }), revision: line.revision + 1 }
    const texts: [string, string][] = [['text', updated.text]]
    await requireValues(queries, sender.caller, key.organisationId, found, texts, valuesOfLine(line))
    if (LINES.fieldsBetween(updated, line).length === 0) {
      return { answer: await answerOf(context, queries, held, line), changed: false }
    }
    await LINES.update(queries, key, updated)
    return { answer: await answerOf(context, queries, held, updated), ...changed(LINES, 'line-changed', line, updated) }
  }
  return changeProgramme(context, sender, key, work, { mayInclude: hasValues(change) })
}

/** Moves a line. Does nothing at either end of the list (T3). @throws AppError line-not-found */
export function moveLine(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  id: LineId,
  to: Destination<LineId>,
): Promise<LineChanged> {
  return changeProgramme(context, sender, key, async (queries, held, found) => {
    const { answer: line, ...done } = await move(LINES, queries, key, await found.lines(), id, to)
    return { answer: await answerOf(context, queries, held, line), ...done }
  })
}

/** @throws AppError line-not-found, changed-meanwhile with the current line */
export function removeLine(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  id: LineId,
  ifMatch: IfMatch | undefined,
): Promise<Removed> {
  return changeProgramme(context, sender, key, async (queries, _, found) =>
    remove(LINES, queries, key, await found.lines(), id, ifMatch),
  )
}

/** An absent field is unchanged; `null` removes it. */
export function withChange({ schedule, condition, ...line }: Line, change: UpdateLine): Line {
  return {
    ...line,
    text: change.text ?? line.text,
    ...scheduleOf(change.schedule === undefined ? schedule : change.schedule),
    ...conditionOf(change.condition === undefined ? condition : change.condition),
  }
}

const conditionOf = (condition: Condition | null | undefined): Pick<Line, 'condition'> =>
  condition ? { condition } : {}

/** The schedule as it will be read back. Absent: always on. */
function scheduleOf(wanted: Schedule | null | undefined): Pick<Line, 'schedule'> {
  const schedule = readSchedule(wanted)
  return schedule ? { schedule } : {}
}
