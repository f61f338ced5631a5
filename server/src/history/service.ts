import {
  ACTIVITY_PAGE_ENTRIES,
  type ActivityGroup,
  type ActivityId,
  ActivityKind,
  type ActivityPage,
  type ActivityQuery,
  type DisplayKey,
  Line,
  type OrganisationId,
  type Restored,
  type RestorePoint,
  type RestorePreview,
  UNDO_MS,
} from '@placard/contract'
import {
  type Activity,
  type Change,
  type EventLog,
  findEntry,
  findInstantOf,
  findRevisionAt,
  listEntries,
  listPeople,
} from '../activity/service.ts'
import { changeDisplay, describeContents, type Outcome, type Sender } from '../displays/service.ts'
import { ItemState, itemOf, putItems } from '../items/service.ts'
import type { Context } from '../platform/context.ts'
import { type Queries, within } from '../platform/database/database.ts'
import { positionFreed } from '../platform/database/position.ts'
import { AppError } from '../platform/errors.ts'
import type { IfMatch } from '../platform/http/api.ts'
import { putLines } from '../ticker/service.ts'
import { findMediaFile } from '../uploads/service.ts'
import { differencesBetween, type Named, revisionAfter, type Step, stepsBetween } from './difference.ts'
import { entryOf } from './entry.ts'
import { type Holding, readPast, readPresent } from './past.ts'

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
    const entries = shown.map((entry) => entryOf(entry, present, now))
    const last = entries.at(-1)
    return {
      entries,
      next: found.length > shown.length && last ? last.id : null,
      people: before === undefined ? await listPeople(queries, of, MAX_PEOPLE) : [],
    }
  })
}

/**
 * Makes what one entry changed as it was before it.
 *
 * @throws AppError activity-not-found, too-old-to-undo, changed-meanwhile with the thing as it is, item-not-found,
 * line-not-found, file-gone, too-many-items, too-many-lines
 */
export function undoActivity(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  id: ActivityId,
): Promise<{ revision: number }> {
  return changeDisplay(context, sender, key, async (queries, display) => {
    const entry = await findEntry(queries, key, Number(id))
    if (!entry?.revisions || entry.activity.changes.length === 0) throw new AppError('activity-not-found')
    if (entry.at < context.now() - UNDO_MS) throw new AppError('too-old-to-undo')
    const present = await readPresent(queries, key)
    const steps = entry.activity.changes.map((change) => stepBack(change, present, display.revision + 1))
    await requireFiles(queries, key, steps)
    const { kind, subject } = entry.activity
    return apply(context, queries, { ...key, loopStartedAt: display.loopStartedAt }, present, steps, {
      kind: 'undone',
      ...(subject
        ? { subject: { type: subject.type, id: subject.id, title: titleBefore(entry.activity.changes, subject.title) } }
        : {}),
      details: { count: steps.length, undoes: { kind, at: entry.at } },
    })
  })
}

/** What a thing is called once it is as it was. */
function titleBefore([change]: Change[], title: string): string {
  if (!change?.before) return title
  return change.thing === 'item' ? ItemState.parse(change.before).title : Line.parse(change.before).text
}

/** @param revision that the display will have. @throws AppError unless the thing is as the change left it */
function stepBack(change: Change, present: Holding, revision: number): Step {
  const id = change.after?.id ?? change.before?.id ?? ''
  if (change.thing === 'item') {
    const now = present.items.find((item) => item.id === id)
    const current = now && itemOf(now)
    if (!change.after && now) throw new AppError('changed-meanwhile', { current })
    if (change.after && !now) throw new AppError('item-not-found')
    if (change.after && now?.revision !== change.after.revision) throw new AppError('changed-meanwhile', { current })
    const before = change.before && ItemState.parse(change.before)
    return { thing: 'item', id, now, former: before && { ...before, revision: revisionAfter(now, revision) } }
  }
  const now = present.lines.find((line) => line.id === id)
  if (!change.after && now) throw new AppError('changed-meanwhile', { current: now })
  if (change.after && !now) throw new AppError('line-not-found')
  if (change.after && now?.revision !== change.after.revision) throw new AppError('changed-meanwhile', { current: now })
  const before = change.before && Line.parse(change.before)
  return { thing: 'line', id, now, former: before && { ...before, revision: revisionAfter(now, revision) } }
}

async function requireFiles(queries: Queries, key: DisplayKey, steps: Step[]): Promise<void> {
  for (const step of steps) if (await lacksFile(queries, key, step)) throw new AppError('file-gone')
}

async function lacksFile(queries: Queries, { organisationId }: DisplayKey, step: Step): Promise<boolean> {
  if (step.thing !== 'item' || !step.former?.mediaId || step.now?.mediaId === step.former.mediaId) return false
  return (await findMediaFile(queries, organisationId, step.former.mediaId)) === undefined
}

/** What going back to a revision would do now. @throws AppError display-not-found, too-old-to-undo */
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
    if (ifMatch !== undefined && ifMatch !== 'any' && ifMatch !== display.revision) {
      throw new AppError('changed-meanwhile')
    }
    const to = await revisionOf(queries, key, display.revision, point)
    const present = await readPresent(queries, key)
    const past = await readPast(queries, key, present, { from: display.revision, to }, context.now())
    const { steps, missing } = await planRestore(queries, key, present, past, display.revision + 1)
    const restoredTo = { revision: to, at: (await findInstantOf(queries, key, to)) ?? null }
    const outcome = await apply(context, queries, { ...key, loopStartedAt: display.loopStartedAt }, present, steps, {
      kind: 'restored',
      details: { count: steps.length, restoredTo },
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

/** What has to be done to each thing. One whose file is gone keeps the address that it has, or stays away. */
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

/** Does it, as a part of the work of a change of the display. */
async function apply(
  context: Context,
  queries: Queries,
  display: DisplayKey & { loopStartedAt: number },
  present: Holding,
  steps: Step[],
  activity: Omit<Activity, 'changes'>,
): Promise<Outcome<object>> {
  if (steps.length === 0) return { answer: {}, changed: false }
  const { changes, loopStartedAt } = await putItems(
    context,
    queries,
    display,
    placed(
      steps.flatMap((step) => (step.thing === 'item' ? [{ id: step.id, state: step.former }] : [])),
      present.items,
    ),
  )
  const ofLines = await putLines(
    queries,
    display,
    placed(
      steps.flatMap((step) => (step.thing === 'line' ? [{ id: step.id, state: step.former }] : [])),
      present.lines,
    ),
  )
  return { answer: {}, loopStartedAt, changed: true, activity: { ...activity, changes: [...changes, ...ofLines] } }
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
