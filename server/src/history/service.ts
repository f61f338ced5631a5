import {
  ACTIVITY_PAGE_ENTRIES,
  type ActivityGroup,
  type ActivityId,
  ActivityKind,
  type ActivityPage,
  type ActivityQuery,
  type DisplayKey,
  type OrganisationId,
  type Restored,
  type RestorePoint,
  type RestorePreview,
  UNDO_MS,
} from '@placard/contract'
import { listNames } from '../accounts/service.ts'
import {
  type Activity,
  type Base,
  type Change,
  type EventLog,
  findEntry,
  findInstantOf,
  findRevisionAt,
  listEntries,
  listPeople,
  listTouched,
  type StoredEntry,
  type Touched,
} from '../activity/service.ts'
import { type HeldDisplay, requireRevision } from '../commands/service.ts'
import { changeDisplay, describeContents, type Outcome, type Sender } from '../displays/service.ts'
import { itemDetails, itemOf, putItems } from '../items/service.ts'
import { lineDetails, putLines } from '../lines/service.ts'
import { findMediaFile, keepFiles } from '../media/service.ts'
import type { Context } from '../platform/context.ts'
import { type Queries, within } from '../platform/database/database.ts'
import { positionFreed } from '../platform/database/position.ts'
import { AppError } from '../platform/errors.ts'
import type { IfMatch } from '../platform/http/api.ts'
import { deviationsFrom, differencesBetween, type Named, revisionAfter, type Step, stepsBetween } from './difference.ts'
import { entryOf } from './entry.ts'
import { type Holding, type Past, readPast, readPresent } from './past.ts'

export { accountEvent, refusedEvent } from './events.ts'

const MAX_PEOPLE = 200

/** Those about such subjects: what the provider does is named after what it does it to. */
const kindsOf = (...subjects: string[]) =>
  ActivityKind.options.filter((kind) => subjects.some((subject) => kind.startsWith(`${subject}-`)))

const GROUPS: Record<ActivityGroup, readonly ActivityKind[]> = {
  changes: [
    'item-added',
    'item-changed',
    'item-shown',
    'item-hidden',
    'item-moved',
    'item-removed',
    ...kindsOf('items'),
    'line-added',
    'line-changed',
    'line-moved',
    'line-removed',
    'display-added',
    'display-changed',
    'display-removed',
    'imported',
    'undone',
    'restored',
    'unreadable',
  ],
  refusals: ['refused', 'sign-in-refused', 'more'],
  people: [
    'invitation-made',
    'invitation-withdrawn',
    'invitation-accepted',
    'member-changed',
    'member-removed',
    'member-left',
    ...kindsOf('subscription'),
  ],
  accounts: [
    'signed-in',
    'signed-out',
    'sign-in-refused',
    'password-changed',
    'second-factor-on',
    'second-factor-off',
    'token-made',
    'token-revoked',
    'token-ended',
    ...kindsOf('account'),
  ],
  provider: kindsOf('organisation', 'subscription', 'account'),
}

/** Newest first, with what can be undone of it now. @throws AppError display-not-found */
export async function listActivity(
  context: Context,
  events: EventLog,
  of: DisplayKey | { organisationId: OrganisationId },
  { before, kind, person }: ActivityQuery,
): Promise<ActivityPage> {
  await events.flush()
  return context.database.snapshot(async (queries) => {
    const isDisplay = 'displayId' in of
    const inside = { ...context, database: within(context.database, queries) }
    const revision = isDisplay ? (await describeContents(inside, of)).revision : undefined
    const selection = {
      of,
      before: before === undefined ? undefined : Number(before),
      kinds: kind && GROUPS[kind],
      person,
    }
    const found = await listEntries(queries, selection, ACTIVITY_PAGE_ENTRIES + 1)
    const shown = found.slice(0, ACTIVITY_PAGE_ENTRIES)
    const now = context.now()
    const present = isDisplay ? { ...(await readPresent(queries, of)), revision } : undefined
    const young = shown.filter(({ at }) => isDisplay && at >= now - UNDO_MS).map(({ id }) => id)
    const touched = await listTouched(queries, young)
    const entries = shown.map((entry) => entryOf(entry, touched.get(entry.id), present, now))
    const last = entries.at(-1)
    return {
      entries,
      next: found.length > shown.length && last ? last.id : null,
      people: before === undefined ? await listPeople(queries, of, MAX_PEOPLE) : [],
      names: await listNames(queries, shown.flatMap(personOf)),
    }
  })
}

/** A stranger who typed somebody's address is not that person. */
const personOf = ({ actor }: StoredEntry) => (actor.kind === 'person' && actor.id !== null ? [actor.id] : [])

/**
 * Makes what one entry changed as it was before it.
 *
 * @throws AppError activity-not-found, too-old-to-undo, changed-meanwhile with the thing as it is, item-not-found,
 * line-not-found, file-gone, too-many-items, addresses-too-long, schedules-too-long, too-many-lines
 */
export function undoActivity(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  id: ActivityId,
): Promise<{ revision: number }> {
  return changeDisplay(context, sender, key, async (queries, display) => {
    const entry = await findEntry(queries, key, Number(id))
    const now = context.now()
    if (!entry?.revisions) throw new AppError('activity-not-found')
    if (entry.at < now - UNDO_MS) throw new AppError('too-old-to-undo')
    const touched = (await listTouched(queries, [entry.id])).get(entry.id)
    if (touched === undefined && entry.activity.subject?.type !== 'display') throw new AppError('too-old-to-undo')
    if (!touched || touched.length === 0) throw new AppError('activity-not-found')
    const present = await readPresent(queries, key)
    for (const one of touched) requireAsLeft(one, present)
    // The things that it touched are as it left them, so nothing since is in the way.
    const { before: to, after: from } = entry.revisions
    const before = await readPast(queries, key, present, { from, to }, now)
    const steps = touched.map((one) => stepBack(one, present, before, display.revision + 1))
    await requireFiles(queries, key, steps)
    const base =
      from === display.revision || steps.length === 1
        ? before
        : await findPast(queries, key, present, { from: display.revision, to }, now)
    const { kind, subject } = entry.activity
    const told = base && { revision: to, ...base }
    return apply(context, queries, display, present, steps, told, {
      kind: 'undone',
      ...(subject ? { subject: { type: subject.type, id: subject.id, title: titleBefore(steps, subject.title) } } : {}),
      details: { ...detailsOf(steps), undoes: { kind, at: entry.at } },
    })
  })
}

/** Undefined when not all of it is written down any more. */
async function findPast(...asked: Parameters<typeof readPast>): Promise<Past | undefined> {
  try {
    return await readPast(...asked)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-old-to-undo') return undefined
    throw error
  }
}

/** The name of a thing once it is as it was. */
function titleBefore([step]: Step[], title: string): string {
  if (!step?.former) return title
  return step.thing === 'item' ? step.former.title : step.former.text
}

/** @throws AppError unless the thing is as the entry left it */
function requireAsLeft({ thing, id, revision }: Touched, present: Holding): void {
  if (thing === 'item') {
    const now = present.items.find((item) => item.id === id)
    if (revision !== null && !now) throw new AppError('item-not-found')
    if (now && now.revision !== revision) throw new AppError('changed-meanwhile', { current: itemOf(now) })
    return
  }
  const now = present.lines.find((line) => line.id === id)
  if (revision !== null && !now) throw new AppError('line-not-found')
  if (now && now.revision !== revision) throw new AppError('changed-meanwhile', { current: now })
}

/** @param revision that the display will have */
function stepBack({ thing, id }: Touched, present: Holding, before: Holding, revision: number): Step {
  if (thing === 'item') {
    const now = present.items.find((item) => item.id === id)
    const former = before.items.find((item) => item.id === id)
    return { thing, id, now, former: former ? { ...former, revision: revisionAfter(now, revision) } : null }
  }
  const now = present.lines.find((line) => line.id === id)
  const former = before.lines.find((line) => line.id === id)
  return { thing, id, now, former: former ? { ...former, revision: revisionAfter(now, revision) } : null }
}

async function requireFiles(queries: Queries, key: DisplayKey, steps: Step[]): Promise<void> {
  for (const step of steps) if (await lacksFile(queries, key, step)) throw new AppError('file-gone')
}

async function lacksFile(queries: Queries, { organisationId }: DisplayKey, step: Step): Promise<boolean> {
  if (step.thing !== 'item' || !step.former?.mediaId || step.now?.mediaId === step.former.mediaId) return false
  return (await findMediaFile(queries, organisationId, step.former.mediaId)) === undefined
}

/** Tells the effect of going back to a revision now. @throws AppError display-not-found, too-old-to-undo */
export function previewRestore(context: Context, key: DisplayKey, to: number): Promise<RestorePreview> {
  return context.database.snapshot(async (queries) => {
    const inside = { ...context, database: within(context.database, queries) }
    const { revision } = await describeContents(inside, key)
    const present = await readPresent(queries, key)
    const past = await readPast(queries, key, present, { from: revision, to }, context.now())
    const { steps, missing } = await planRestore(queries, key, present, past, revision + 1)
    return { revision, to, differences: differencesBetween(steps), missing }
  })
}

/**
 * The items and lines of a display as they were, as one change.
 *
 * @param ifMatch the revision that a preview was shown for
 * @throws AppError display-not-found, changed-meanwhile, too-old-to-undo
 */
export function restoreDisplay(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  ifMatch: IfMatch | undefined,
  point: RestorePoint,
): Promise<Restored> {
  return changeDisplay(context, sender, key, async (queries, display) => {
    requireRevision(display, ifMatch)
    const to = await revisionOf(queries, key, display.revision, point)
    const present = await readPresent(queries, key)
    const past = await readPast(queries, key, present, { from: display.revision, to }, context.now())
    const { steps, missing } = await planRestore(queries, key, present, past, display.revision + 1)
    const restoredTo = { revision: to, at: (await findInstantOf(queries, key, to)) ?? null }
    const told = { revision: to, ...past }
    const outcome = await apply(context, queries, display, present, steps, told, {
      kind: 'restored',
      details: { ...detailsOf(steps), restoredTo },
    })
    return { ...outcome, answer: { to, missing } }
  })
}

async function revisionOf(queries: Queries, key: DisplayKey, present: number, point: RestorePoint): Promise<number> {
  if ('revision' in point) return point.revision
  const revision = await findRevisionAt(queries, key, point.at)
  if (revision === undefined) throw new AppError('too-old-to-undo')
  return Math.min(revision, present)
}

/** Lists the step for each thing. One whose file is gone keeps the address that it has, or stays away. */
async function planRestore(
  queries: Queries,
  key: DisplayKey,
  present: Holding,
  past: Holding,
  revision: number,
): Promise<{ steps: Step[]; missing: Named[] }> {
  const steps: Step[] = []
  const missing: Named[] = []
  for (const step of stepsBetween(present, past, revision)) {
    if (step.thing !== 'item' || !step.former || !(await lacksFile(queries, key, step))) {
      steps.push(step)
      continue
    }
    missing.push({ type: 'item', id: step.id, title: step.former.title })
    if (!step.now) continue
    const { url, type, mediaId } = step.now
    steps.push({ ...step, former: { ...step.former, url, type, mediaId } })
  }
  return { steps, missing }
}

function detailsOf(steps: Step[]) {
  const [only, ...others] = steps
  if (!only || others.length > 0) return { count: steps.length }
  return only.thing === 'item' ? itemDetails(only.now ?? null, only.former) : lineDetails(only.now ?? null, only.former)
}

/**
 * Does it, as a part of the work of a change of the display.
 *
 * @param base a state that the display comes near to: what differs from it is all that the log has to keep
 */
async function apply(
  context: Context,
  queries: Queries,
  display: HeldDisplay,
  present: Holding,
  steps: Step[],
  base: (Past & { revision: number }) | undefined,
  activity: Omit<Activity, 'changes' | 'base'>,
): Promise<Outcome<object>> {
  if (steps.length === 0) return { answer: {}, changed: false }
  await keepFiles(
    queries,
    steps.flatMap((step) => (step.thing === 'item' && step.former?.mediaId ? [step.former.mediaId] : [])),
  )
  const items = steps.flatMap((step) => (step.thing === 'item' ? [{ id: step.id, state: step.former }] : []))
  const lines = steps.flatMap((step) => (step.thing === 'line' ? [{ id: step.id, state: step.former }] : []))
  const { changes: ofItems, loopStartedAt } = await putItems(context, queries, display, placed(items, present.items))
  const changes = [...ofItems, ...(await putLines(queries, display, placed(lines, present.lines)))]
  const short = base && (await shortly(queries, display, base, changes, context.now()))
  return {
    answer: {},
    loopStartedAt,
    changed: true,
    activity: { ...activity, changes, ...(short ? { base: short } : {}) },
  }
}

/** Undefined where telling it by the state before takes no more, or that state would be forgotten too soon. */
async function shortly(
  queries: Queries,
  key: DisplayKey,
  base: Past & { revision: number },
  changes: Change[],
  now: number,
): Promise<Base | undefined> {
  if (changes.length < 2 || base.oldestAt < now - UNDO_MS) return undefined
  const deviations = deviationsFrom(base, await readPresent(queries, key))
  if (JSON.stringify(deviations).length >= JSON.stringify(changes).length) return undefined
  return { revision: base.revision, changes: deviations }
}

/** Each in its old place, or right behind what stands there now. */
function placed<Thing extends { id: string; position: string }>(
  wanted: { id: string; state: Thing | null }[],
  present: Thing[],
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
