import { setImmediate as letOthers } from 'node:timers/promises'
import {
  type ActivityId,
  type ActivityPage,
  type ActivityQuery,
  type MediaId,
  type OrganisationId,
  type ProgrammeKey,
  programmeIdOf,
  programmeKeyOf,
  type Restored,
  type RestorePoint,
  type RestorePreview,
  UNDO_MS,
  type UndoneTogether,
  type UndoTogether,
} from '@placard/contract'
import {
  type Activity,
  type Base,
  type Change,
  type EventLog,
  findEntry,
  findInstantOf,
  findRevisionAt,
  listTouched,
  type StoredEntry,
  type ThingState,
  type Touched,
} from '../../content/activity/service.ts'
import { requireRevision, runCommand } from '../../content/commands/service.ts'
import { findMediaFile, keepFiles } from '../../content/media/service.ts'
import {
  type Contents,
  type CornerPieceState,
  changeProgramme,
  contentsOf,
  type Done,
  detailsOf,
  type Found,
  findContents,
  findProgramme,
  type HeldProgramme,
  type ItemState,
  isAmong,
  isSame,
  isWhole,
  type LayoutState,
  listTablesIn,
  mayChange,
  notFound,
  type Outcome,
  pictureOf,
  playlistsInZones,
  put,
  readRevisions,
  requireMayInclude,
  type Sender,
  settle,
  THINGS,
  toChange,
  withIncluders,
} from '../../content/programmes/service.ts'
import { listDependents } from '../../content/tables/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { positionFreed } from '../../platform/database/position.ts'
import { AppError, fieldIs } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import {
  deviationsFrom,
  differencesBetween,
  formerItem,
  listIn,
  type Named,
  revisionAfter,
  type Step,
  stepsBetween,
} from './difference.ts'
import { entryOf } from './entry.ts'
import { readPage } from './page.ts'
import { type Past, readPast, readPresent, requirePast } from './past.ts'
import { undoTableActivity } from './tables.ts'

export { accountEvent, refusedEvent } from './events.ts'

/**
 * Newest first, with the undo that is possible now. The log of a display includes take-overs and inserts on it, and the changes that people
 * made in tables which it shows now. Callers who are limited see no tables.
 *
 * @throws AppError display-not-found, playlist-not-found
 */
export async function listActivity(
  context: Context,
  events: EventLog,
  caller: Pick<Caller, 'displays' | 'tables'>,
  of: ProgrammeKey | { organisationId: OrganisationId },
  query: ActivityQuery,
): Promise<ActivityPage> {
  await events.flush()
  return context.database.snapshot(async (queries) => {
    const programme = 'displayId' in of || 'playlistId' in of ? of : undefined
    const revisions = programme && (await readRevisions(queries, programme))
    const tables =
      'displayId' in of && caller.displays === null && caller.tables === null ? await listTablesIn(queries, of) : []
    const { stored, rest } = await readPage(
      queries,
      of,
      query,
      tables.map((tableId) => ({ organisationId: of.organisationId, tableId })),
    )
    const now = context.now()
    const present =
      programme && revisions
        ? { ...(await readPresent(queries, programme)), revision: revisions.toldRevision }
        : undefined
    const isOwn = (entry: StoredEntry) => programme && entry.programmeId === programmeIdOf(programme)
    const young = stored.filter((entry) => isOwn(entry) && entry.at >= now - UNDO_MS).map(({ id }) => id)
    const touched = await listTouched(queries, young)
    const entries = stored.map((entry) =>
      isOwn(entry) ? entryOf(entry, touched.get(entry.id), present, now) : entryOf(entry, undefined, undefined, now),
    )
    return { entries, ...rest }
  })
}

/**
 * Undoes the changes of one entry.
 *
 * @throws AppError activity-not-found, too-old-to-undo, changed-meanwhile with the current thing, item-not-found, line-not-found,
 * file-gone, playlist-not-found, playlist-included-already, and the errors of `settle` where there is no room
 */
export function undoActivity(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  id: ActivityId,
): Promise<{ revision: number }> {
  const work = (queries: Queries, held: HeldProgramme, found: Found) =>
    undo(context, queries, held, found, { id: Number(id) })
  return changeProgramme(context, sender, key, work, { mayInclude: true })
}

/**
 * Undoes one command on several programmes and tables: all of it or nothing.
 *
 * @throws AppError those of `undoActivity` and `undoTableActivity`, with the position of the programme or the table in its list as the
 * field
 */
export function undoTogether(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  wanted: UndoTogether,
): Promise<UndoneTogether> {
  return inTransaction(context, (inside) => undoInside(inside, sender, organisationId, wanted))
}

/** @param context of the transaction, which the commands on tables share */
function undoInside(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  { changes, tables }: UndoTogether,
): Promise<UndoneTogether> {
  const targets = changes.map(({ programmeId, revision }, index) => ({
    key: programmeKeyOf(organisationId, programmeId),
    revision,
    field: `changes.${index}.programmeId`,
  }))
  requireOnceEach(targets)
  for (const { key, field } of targets) if (!mayChange(sender.caller, key)) throw new AppError(notFound(key), { field })
  const keys = targets.map(({ key }) => key)
  const ofTables = tables.map(({ tableId, revision }, index) => {
    const field = `tables.${index}.tableId`
    // People who are limited to displays see no tables.
    if (sender.caller.displays !== null) throw new AppError('table-not-found', { field })
    if (tables.findIndex((one) => one.tableId === tableId) < index) throw new AppError('invalid-field', { field })
    return { key: { organisationId, tableId }, revision, field }
  })
  let includers: ProgrammeKey[] = []
  return runCommand(
    context,
    sender,
    async (queries) => {
      if (tables.length > 0) await lockOrganisation(queries, organisationId)
      includers = await withIncluders(queries, keys, { mayInclude: true })
      const tableKeys = ofTables.map(({ key }) => key)
      return [...includers, ...(await listDependents(queries, tableKeys))]
    },
    async (queries, all) => {
      const undone: UndoneTogether['tables'] = []
      for (const { key, revision, field } of ofTables) {
        const asPart = { ...sender, commandKey: undefined }
        const after = await undoTableActivity(context, asPart, key, { revision }).catch(fieldIs(field))
        undone.push({ tableId: key.tableId, revision: after.revision })
      }
      const done: Done[] = []
      for (const { key, revision, field } of targets) {
        const held = all.find((one) => isSame(one, key))
        if (!held) throw new AppError(notFound(key), { field })
        const found = findContents(queries, key)
        const outcome = await undo(context, queries, held, found, { revision }).catch(fieldIs(field))
        if (outcome.changed) done.push({ held, found, activity: outcome.activity })
        await letOthers()
      }
      const others = all.filter((one) => isAmong(includers, one) && !isAmong(keys, one))
      const touched = await settle(context, queries, done, others, { isOfSeveral: true })
      const answer = done.map(({ held }) => ({ programmeId: programmeIdOf(held), revision: held.revision + 1 }))
      return { answer: { changes: answer, tables: undone }, touched }
    },
  )
}

function requireOnceEach(targets: readonly { key: ProgrammeKey; field: string }[]): void {
  for (const [index, { key, field }] of targets.entries()) {
    const isAgain = targets.slice(0, index).some((other) => isSame(other.key, key))
    if (isAgain) throw new AppError('invalid-field', { field })
  }
}

/** The work of both commands, after the programme is locked. */
async function undo(
  context: Context,
  queries: Queries,
  held: HeldProgramme,
  found: Found,
  by: Parameters<typeof findEntry>[2],
): Promise<Outcome<object>> {
  const entry = await findEntry(queries, held, by)
  const now = context.now()
  if (!entry?.revisions) throw new AppError('activity-not-found')
  if (entry.at < now - UNDO_MS) throw new AppError('too-old-to-undo')
  const touched = (await listTouched(queries, [entry.id])).get(entry.id)
  const { kind, subject } = entry.activity
  const isOfTheWhole = subject?.type === 'display' || subject?.type === 'playlist'
  if (touched === undefined && !isOfTheWhole) throw new AppError('too-old-to-undo')
  if (!touched || touched.length === 0) throw new AppError('activity-not-found')
  const present = await contentsOf(found)
  for (const one of touched) requireAsLeft(one, present)
  // The touched things are as the entry left them, so later changes do not conflict.
  const { before: to, after: from } = entry.revisions
  const before = await readPast(queries, held, present, { from, to }, now)
  // Removals first: a restored inclusion may replace another one of the same playlist.
  const steps = touched
    .map((one) => stepBack(one, present, before, held.revision + 1))
    .sort((one, other) => Number(one.former !== null) - Number(other.former !== null))
  if (steps.some(lacksWords)) throw new AppError('too-old-to-undo')
  await requireFiles(queries, held, steps)
  await requirePlaylists(queries, held, present, steps)
  const base =
    from === held.toldRevision || steps.length === 1
      ? before
      : await findPast(queries, held, present, { from: held.toldRevision, to }, now)
  return apply(context, queries, held, present, steps, base, {
    kind: 'undone',
    ...(subject ? { subject: { type: subject.type, id: subject.id, title: titleBefore(steps, subject.title) } } : {}),
    details: { ...detailsOfSteps(steps), undoes: { kind, at: entry.at } },
  })
}
/** Undefined if the log does not reach back that far. */
async function findPast(...asked: Parameters<typeof readPast>): Promise<Past | undefined> {
  try {
    return await readPast(...asked)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-old-to-undo') return undefined
    throw error
  }
}

/** The name of a thing after the undo. A layout has none, and keeps that of its display. */
function titleBefore([step]: Step[], title: string): string {
  return (step?.former && THINGS[step.thing].titleOf(step.former)) || title
}

/** @throws AppError if the thing is not as the entry left it */
function requireAsLeft({ thing, id, revision }: Touched, present: Contents): void {
  const list = listIn(present, thing)
  if (revision !== null) toChange(THINGS[thing], list, id, revision)
  const back = list.find((one) => one.id === id)
  if (revision === null && back) throw new AppError('changed-meanwhile', { current: THINGS[thing].answerOf(back) })
}

/** @param revision the next revision of the programme */
function stepBack({ thing, id }: Touched, present: Contents, before: Contents, revision: number): Step {
  const now = listIn(present, thing).find((one) => one.id === id)
  const former = listIn(before, thing).find((one) => one.id === id)
  return { thing, id, now, former: former ? { ...former, revision: revisionAfter(now, revision) } : null }
}

async function requireFiles(queries: Queries, key: ProgrammeKey, steps: Step[]): Promise<void> {
  for (const step of steps) if (await lacksFile(queries, key, step)) throw new AppError('file-gone')
}

/** The stored file of a thing. */
function fileIn(thing: Change['thing'], state: ThingState | null | undefined): MediaId | null {
  if (!state) return null
  if (thing === 'item') return (state as ItemState).mediaId
  return thing === 'corner-piece' ? pictureOf(state as CornerPieceState) : null
}

async function lacksFile(queries: Queries, { organisationId }: ProgrammeKey, step: Step): Promise<boolean> {
  const mediaId = fileIn(step.thing, step.former)
  if (!mediaId || fileIn(step.thing, step.now) === mediaId) return false
  return (await findMediaFile(queries, organisationId, mediaId)) === undefined
}

/** @throws AppError playlist-not-found, playlist-included-already: for inclusions and zones that would be restored */
async function requirePlaylists(
  queries: Queries,
  held: HeldProgramme,
  present: Contents,
  steps: Step[],
): Promise<void> {
  const gone = new Set(steps.filter(({ former }) => !former).map(({ id }) => id))
  const left = present.items.filter(({ id }) => !gone.has(id))
  for (const step of steps) {
    if (await lacksZone(queries, held, step)) throw new AppError('playlist-not-found')
    const playlistId = formerItem(step)?.playlistId
    if (!playlistId || step.now) continue
    await requireMayInclude(queries, held, left, playlistId)
  }
}

/** Describes the effect of restoring a revision. @throws AppError display-not-found, playlist-not-found, too-old-to-undo */
export function previewRestore(context: Context, key: ProgrammeKey, to: number): Promise<RestorePreview> {
  return context.database.snapshot(async (queries) => {
    const { revision, toldRevision } = await readRevisions(queries, key)
    requirePast(to, revision)
    const present = await readPresent(queries, key)
    const past = await readPast(queries, key, present, { from: toldRevision, to }, context.now())
    const { steps, missing } = await planRestore(queries, key, present, past, revision + 1)
    return { revision, to, differences: differencesBetween(steps), missing }
  })
}

/**
 * Restores the items and lines of a programme to a former state, as one change.
 *
 * @param ifMatch the revision for which a preview was shown
 * @throws AppError display-not-found, playlist-not-found, changed-meanwhile, too-old-to-undo, and the errors of `settle` where
 * there is no room
 */
export function restoreProgramme(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  ifMatch: IfMatch | undefined,
  point: RestorePoint,
): Promise<Restored> {
  const work = async (queries: Queries, held: HeldProgramme, found: Found) => {
    requireRevision(held, ifMatch)
    const to = await revisionOf(queries, key, held.revision, point)
    requirePast(to, held.revision)
    const present = await contentsOf(found)
    const past = await readPast(queries, key, present, { from: held.toldRevision, to }, context.now())
    const { steps, missing } = await planRestore(queries, key, present, past, held.revision + 1)
    const restoredTo = { revision: to, at: (await findInstantOf(queries, key, past.revision)) ?? null }
    const outcome = await apply(context, queries, key, present, steps, past, {
      kind: 'restored',
      details: { ...detailsOfSteps(steps), restoredTo },
    })
    return { ...outcome, answer: { to, missing } }
  }
  return changeProgramme(context, sender, key, work, { mayInclude: true })
}

async function revisionOf(queries: Queries, key: ProgrammeKey, present: number, point: RestorePoint): Promise<number> {
  if ('revision' in point) return point.revision
  const revision = await findRevisionAt(queries, key, point.at)
  if (revision === undefined) throw new AppError('too-old-to-undo')
  return Math.min(revision, present)
}

/**
 * Lists the step for each thing. If its file, words or playlist are gone, an existing thing keeps its present address and words,
 * and a removed one is not restored.
 */
async function planRestore(
  queries: Queries,
  key: ProgrammeKey,
  present: Contents,
  past: Contents,
  revision: number,
): Promise<{ steps: Step[]; missing: Named[] }> {
  const steps: Step[] = []
  const missing: Named[] = []
  for (const step of stepsBetween(present, past, revision)) {
    const isCornerOfGone = step.thing === 'corner-piece' && (await lacksFile(queries, key, step))
    if (isCornerOfGone || (await lacksZone(queries, key, step))) {
      const title = step.former ? THINGS[step.thing].titleOf(step.former) : ''
      missing.push({ type: step.thing, id: step.id, title })
      continue
    }
    const former = formerItem(step)
    const isGone =
      former && (lacksWords(step) || (await lacksFile(queries, key, step)) || (await lacksPlaylist(queries, key, step)))
    if (!isGone) {
      steps.push(step)
      continue
    }
    missing.push({ type: 'item', id: step.id, title: former.title })
    if (!step.now) continue
    const { url, type, mediaId, film, deck, notice: words } = step.now as ItemState
    const notice = type === 'notice' ? (former.notice ?? words) : null
    steps.push({ ...step, former: { ...former, url, type, mediaId, film, deck, notice } as ItemState })
  }
  return { steps, missing }
}

/** The words of a notice cannot be read, and the present notice is not in the same state. */
function lacksWords(step: Step): boolean {
  const former = formerItem(step)
  if (!former || isWhole(former)) return false
  return !step.now || isWhole(step.now as ItemState)
}

/** The playlist of a restored inclusion no longer exists. */
async function lacksPlaylist(queries: Queries, { organisationId }: ProgrammeKey, step: Step): Promise<boolean> {
  const playlistId = formerItem(step)?.playlistId
  if (!playlistId || step.now) return false
  return (await findProgramme(queries, { organisationId, playlistId })) === undefined
}

/** A playlist in a zone of a restored layout no longer exists. */
async function lacksZone(queries: Queries, { organisationId }: ProgrammeKey, step: Step): Promise<boolean> {
  if (step.thing !== 'layout' || !step.former) return false
  for (const playlistId of playlistsInZones([step.former as LayoutState])) {
    if ((await findProgramme(queries, { organisationId, playlistId })) === undefined) return true
  }
  return false
}

function detailsOfSteps(steps: Step[]): Activity['details'] {
  const [only, ...others] = steps
  if (!only || others.length > 0) return { count: steps.length }
  return detailsOf(THINGS[only.thing], only.now ?? null, only.former)
}

/**
 * Applies the steps, as part of a change of the programme.
 *
 * @param base a similar earlier state: the log then only stores the differences from it
 */
async function apply(
  context: Context,
  queries: Queries,
  key: ProgrammeKey,
  present: Contents,
  steps: Step[],
  base: Past | undefined,
  activity: Omit<Activity, 'changes' | 'base'>,
): Promise<Outcome<object>> {
  if (steps.length === 0) return { answer: {}, changed: false }
  await keepFiles(
    queries,
    steps.flatMap(({ thing, former }) => fileIn(thing, former) ?? []),
  )
  const changes: Change[] = []
  for (const thing of Object.values(THINGS)) {
    const list = present[thing.list]
    const wanted = steps.filter((step) => step.thing === thing.name).map(({ id, former }) => ({ id, state: former }))
    changes.push(...(await put(thing, queries, key, list, placed(wanted, list))))
  }
  const short = base && (await shortly(queries, key, base, changes, context.now()))
  return { answer: {}, changed: true, activity: { ...activity, changes, ...(short ? { base: short } : {}) } }
}

/** Undefined if storing the differences from the previous state takes no more space, or if the base would expire too soon. */
async function shortly(
  queries: Queries,
  key: ProgrammeKey,
  base: Past,
  changes: Change[],
  now: number,
): Promise<Base | undefined> {
  if (changes.length < 2 || base.oldestAt < now - UNDO_MS) return undefined
  const deviations = deviationsFrom(base, await readPresent(queries, key))
  if (JSON.stringify(deviations).length >= JSON.stringify(changes).length) return undefined
  return { revision: base.revision, changes: deviations }
}

/** Each thing at its old position, or directly after the one that is there now. */
function placed<Thing extends { id: string; position: string }>(
  wanted: { id: string; state: Thing | null }[],
  present: readonly Thing[],
): { id: string; state: Thing | null }[] {
  const moving = new Set(wanted.map(({ id }) => id))
  const others = present.filter(({ id }) => !moving.has(id))
  return wanted.map(({ id, state }) => {
    if (!state) return { id, state }
    const position = positionFreed(others, state.position)
    const settled = { ...state, position }
    const at = others.findIndex((other) => other.position > position)
    others.splice(at < 0 ? others.length : at, 0, settled)
    return { id, state: settled }
  })
}
