import { setImmediate as letOthers } from 'node:timers/promises'
import {
  type ActivityKind,
  type ChangeSeveral,
  type Condition,
  type DisplayId,
  type OrganisationId,
  type PlaylistId,
  type ProgrammeKey,
  programmeIdOf,
  type Schedule,
  type SeveralChanged,
} from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { positionAtEnd, positionsBehind } from '../../platform/database/position.ts'
import { AppError, fieldIs } from '../../platform/errors.ts'
import type { Activity, Change, ThingState } from '../activity/service.ts'
import { type HeldProgramme, runCommand, type Sender } from '../commands/service.ts'
import { requireCondition } from '../conditions/service.ts'
import { requireEverOn, zoneOffsetsOf } from '../schedules/service.ts'
import { changeProgramme, isSame, mayChange, notFound, type Outcome, withIncluders } from './change.ts'
import { type Found, findContents } from './contents.ts'
import { type Done, settle } from './settle.ts'
import type { Entry } from './thing.ts'

/** The fields that can be set on several things at once: the schedule, the condition, and fields that only one of the kinds has. */
type Given = { schedule?: Schedule | null | undefined; condition?: Condition | null | undefined }

/** The parts of a command on several things that differ between items and lines. */
export type Several<State extends ThingState, Wanted extends Given, Listed extends object> = {
  thing: Entry<State>
  withChange: (state: State, change: Wanted) => State
  /** The kind of log entry for such a change. */
  kindOfChange: (change: Wanted) => ActivityKind
  /** A copy with its own id. The caller sets position and revision. @param now milliseconds since 1970 */
  copyOf: (state: State, now: number) => State
  /** True: a copy may make a display include a playlist. */
  mayInclude: boolean
  /** Locks the rows that copies refer to, before they are made. */
  keep: (queries: Queries, chosen: readonly State[]) => Promise<void>
  /** Throws if a copy is not allowed. @param there everything that the target already contains */
  requireMayCopy: (queries: Queries, target: HeldProgramme, there: readonly State[], one: State) => Promise<void>
  /** The things as the API returns them. */
  answerOf: (queries: Queries, held: HeldProgramme, states: State[], now: number) => Promise<Listed>
}

/**
 * Runs one command on several things of a programme: all of them or none.
 *
 * @throws AppError display-not-found, playlist-not-found and the thing's `notFound` with the field at fault, schedule-never-on,
 * those of `requireCondition`, and the errors of `settle`; for `copy` the field names the display or playlist without room
 */
export function changeSeveral<State extends ThingState, Wanted extends Given, Listed extends object>(
  several: Several<State, Wanted, Listed>,
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  command: ChangeSeveral<State['id'], Wanted>,
): Promise<Listed & SeveralChanged> {
  if (command.do === 'copy') return copySeveral(several, context, sender, key, command)
  const { thing, answerOf } = several
  const work = async (queries: Queries, held: HeldProgramme, found: Found): Promise<Outcome<Listed>> => {
    const list = await listIn(thing, found)
    const chosen = chosenOf(thing, list, command.ids)
    const changes = changesOf(
      several,
      context,
      held,
      list,
      chosen,
      await withCondition(queries, sender.caller, key, command),
    )
    for (const { before, after } of changes) {
      if (after) await thing.update(queries, key, after)
      else await thing.remove(queries, key, before.id)
    }
    const after = new Map(changes.map((change) => [change.before.id, change.after]))
    const left = chosen.flatMap((one) => after.get(one.id) ?? (after.has(one.id) ? [] : [one]))
    const answer = await answerOf(queries, held, left, context.now())
    return changes.length === 0
      ? { answer, changed: false }
      : { answer, changed: true, activity: told(several, command, changes) }
  }
  const mayInclude = command.do === 'update' && Boolean(command.change.condition)
  return changeProgramme(context, sender, key, work, { mayInclude }).catch((error: unknown) => {
    // The position of this field in a command on several things.
    throw error instanceof AppError && error.field === 'schedule' ? about(error, 'change.schedule') : error
  })
}

type Changed<State> = { before: State; after: State | null }
type Copy<Id extends string> = Extract<ChangeSeveral<Id, never>, { do: 'copy' }>
/** The commands that change the things themselves. */
type ChangeHere<Id extends string, Wanted> = Exclude<ChangeSeveral<Id, Wanted>, { do: 'copy' }>

/** The command with its condition as it is stored. @throws AppError those of `requireCondition` */
async function withCondition<Id extends string, Wanted extends Given>(
  queries: Queries,
  caller: Sender['caller'],
  { organisationId }: ProgrammeKey,
  command: ChangeHere<Id, Wanted>,
): Promise<ChangeHere<Id, Wanted>> {
  if (command.do !== 'update' || !command.change.condition) return command
  const condition = await requireCondition(queries, caller, organisationId, command.change.condition, {
    field: 'change.condition',
  })
  return { ...command, change: { ...command.change, condition } }
}

const listIn = <State extends ThingState>({ list }: Entry<State>, found: Found) =>
  found[list]() as Promise<ThingState[]> as Promise<State[]>

function changesOf<State extends ThingState, Wanted extends Given>(
  { thing, withChange }: Several<State, Wanted, object>,
  context: Context,
  held: HeldProgramme,
  list: State[],
  chosen: State[],
  command: ChangeHere<State['id'], Wanted>,
): Changed<State>[] {
  switch (command.do) {
    case 'update':
      requireEverOn(command.change.schedule, zoneOffsetsOf(held.timeZone, context.now()))
      return chosen
        .map((before) => ({ before, after: { ...withChange(before, command.change), revision: before.revision + 1 } }))
        .filter(({ before, after }) => thing.fieldsBetween(after, before).length > 0)
    case 'move':
      return moved(thing, list, chosen, command.after)
    case 'remove':
      return chosen.map((before) => ({ before, after: null }))
  }
}

/** Moves them as one block, in their current order. */
function moved<State extends ThingState>(
  thing: Entry<State>,
  list: State[],
  chosen: State[],
  after: State['id'] | null,
): Changed<State>[] {
  const others = list.filter((one) => !chosen.includes(one))
  const at = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1
  if (after !== null && at === 0) throw new AppError(thing.notFound, { field: 'after' })
  const ordered = others.toSpliced(at, 0, ...chosen)
  if (ordered.every((one, index) => one === list[index])) return []
  const positions = positionsBehind(others, at, chosen.length)
  // If a position would become too long, all positions are spaced out again.
  const placed = positions
    ? chosen.map((before, index) => ({ before, position: positions[index] ?? before.position }))
    : spacedOut(ordered)
  return placed.map(({ before, position }) => ({
    before,
    after: { ...before, position, revision: before.revision + 1 },
  }))
}

function spacedOut<State extends ThingState>(ordered: State[]): { before: State; position: string }[] {
  const positions = positionsBehind([], 0, ordered.length) ?? []
  return ordered.map((before, index) => ({ before, position: positions[index] ?? before.position }))
}

/** The log entry for the command. */
function told<State extends ThingState, Wanted extends Given>(
  { thing, kindOfChange }: Several<State, Wanted, object>,
  command: ChangeHere<State['id'], Wanted>,
  changes: Changed<State>[],
): Activity {
  const isUpdate = command.do === 'update'
  const fields = changes.flatMap(({ before, after }) => (after ? thing.fieldsBetween(after, before) : []))
  return {
    kind: isUpdate ? kindOfChange(command.change) : thing.kinds.several[command.do],
    changes: changes.map((change): Change => ({ thing: thing.name, ...change })),
    details: isUpdate
      ? { count: changes.length, fields: [...new Set(fields)] }
      : { count: new Set<string>(command.ids).size },
  }
}

/** @throws AppError the thing's `notFound` with the position in the list of a missing one */
function chosenOf<State extends ThingState>(
  { notFound }: Entry<State>,
  list: State[],
  ids: readonly State['id'][],
): State[] {
  const there = new Set<string>(list.map(({ id }) => id))
  for (const [index, id] of ids.entries()) {
    if (!there.has(id)) throw new AppError(notFound, { field: `ids.${index}` })
  }
  const wanted = new Set<string>(ids)
  return list.filter(({ id }) => wanted.has(id))
}

/** A programme that receives copies, and the field that names it. */
type Target = { key: ProgrammeKey; field: string }

function copySeveral<State extends ThingState, Wanted extends Given, Listed extends object>(
  several: Several<State, Wanted, Listed>,
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  command: Copy<State['id']>,
): Promise<Listed & SeveralChanged> {
  const { thing, mayInclude } = several
  const targets = targetsOf(key.organisationId, command)
  if (targets.length === 0) throw new AppError('invalid-field', { field: 'displays' })
  for (const target of targets) {
    if (!mayChange(sender.caller, target.key)) throw new AppError(notFound(target.key), { field: target.field })
  }
  const keys = targets.map((target) => target.key)
  let theirs: ProgrammeKey[] = []
  return runCommand(
    context,
    sender,
    async (queries) => {
      theirs = await withIncluders(queries, keys, { mayInclude })
      return [key, ...theirs]
    },
    async (queries, held) => {
      const from = held.find((one) => isSame(one, key))
      if (!from) throw new AppError(notFound(key))
      const chosen = chosenOf(thing, await listIn(thing, findContents(queries, key)), command.ids)
      await several.keep(queries, chosen)
      const done: Done[] = []
      for (const { key: target, field } of targets) {
        const one = held.find((other) => isSame(other, target))
        if (!one) throw new AppError(notFound(target), { field })
        const found = findContents(queries, one)
        const changes = await addCopies(several, context, queries, one, found, chosen).catch(fieldIs(field))
        const activity = { kind: thing.kinds.several.copy, changes, details: { count: changes.length } }
        const copied = { held: one, found, activity }
        // Settled separately, so that the field of the one without room is reported.
        await settle(context, queries, [copied], []).catch(fieldIs(field))
        done.push(copied)
        // As in `runCommand`: 500 items for one display take tens of milliseconds.
        await letOthers()
      }
      const isOf = (list: readonly ProgrammeKey[], one: ProgrammeKey) => list.some((other) => isSame(one, other))
      const includers = held.filter((one) => isOf(theirs, one) && !isOf(keys, one))
      const touched = await settle(context, queries, done, includers, { isOfSeveral: true })
      const revision = from.revision + (touched.some((touch) => isSame(touch.key, key)) ? 1 : 0)
      const copies = done.map(({ held: one }) => ({ programmeId: programmeIdOf(one), revision: one.revision + 1 }))
      return { answer: { ...(await several.answerOf(queries, from, [], context.now())), revision, copies }, touched }
    },
  )
}

/** Each programme once, in the order of the command. */
export function targetsOf(
  organisationId: OrganisationId,
  { displays, playlists = [] }: { displays: readonly DisplayId[]; playlists?: readonly PlaylistId[] | undefined },
): Target[] {
  return [
    ...displays.map((displayId, index) => ({ key: { organisationId, displayId }, field: `displays.${index}` })),
    ...playlists.map((playlistId, index) => ({ key: { organisationId, playlistId }, field: `playlists.${index}` })),
  ].filter(({ key }, index, all) => all.findIndex((other) => isSame(other.key, key)) === index)
}

/** The same error, for another field of the command. */
const about = ({ code }: AppError, field: string) => new AppError(code, { field })

async function addCopies<State extends ThingState, Wanted extends Given>(
  { thing, copyOf, requireMayCopy }: Several<State, Wanted, object>,
  context: Context,
  queries: Queries,
  held: HeldProgramme,
  found: Found,
  chosen: State[],
): Promise<Change[]> {
  const list = await listIn(thing, found)
  const copies: State[] = []
  let last: State | undefined = list.at(-1)
  for (const one of chosen) {
    await requireMayCopy(queries, held, [...list, ...copies], one)
    last = { ...copyOf(one, context.now()), position: positionAtEnd(last), revision: 1 }
    copies.push(last)
  }
  await thing.create(queries, held, copies)
  return copies.map((copy): Change => ({ thing: thing.name, before: null, after: copy }))
}
