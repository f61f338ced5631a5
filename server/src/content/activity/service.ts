import {
  ACTIVITY_KEPT_MS,
  ACTIVITY_STATES_KEPT_MS,
  MAX_ACTIVITY_ENTRY_BYTES_PER_DAY,
  MAX_ACTIVITY_STATE_BYTES_PER_DAY,
  type OrganisationId,
} from '@placard/contract'
import type { Account, Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { withValueNames } from '../values/service.ts'
import type { Actor, NewEntry, Provider } from './entry.ts'
import * as store from './store.ts'

export type {
  Activity,
  Actor,
  Base,
  Change,
  Details,
  NamedRights,
  ProgrammeThing,
  Provider,
  RevisionStep,
  StoredEntry,
  TableThing,
  ThingState,
  Touched,
} from './entry.ts'
export { COMMAND_LINE } from './entry.ts'
export { createEventLog, type EventLog, type OutsideEvent, type Sought } from './event-log.ts'
export {
  createStepReader,
  findEntry,
  findInstantAfter,
  findInstantOf,
  findNextInstant,
  findRevisionAt,
  findStep,
  findToldRevision,
  listCovering,
  listEntries,
  listPeople,
  listTouched,
  streamStates,
  type ToldStep,
} from './store.ts'
export { fieldsThatDiffer, type Told } from './told.ts'

/** Changes that are not written one by one are written as one entry per this many. */
const UNWRITTEN_AT_ONCE = 1_000

/**
 * Writes an entry for a command, in the command's own transaction. For a change of a programme, the entry depends on how much its
 * organisation has changed today: beyond a first limit the states are left out, so that the change cannot be undone; beyond a
 * second limit the entry is left out too, and one entry is written for every thousand changes. The change itself is never
 * refused.
 *
 * @param share the part of these limits that this change may use, from 0 to 1
 */
export async function writeEntry(queries: Queries, told: NewEntry, share = 1): Promise<void> {
  const entry = { ...told, activity: await withNames(queries, told) }
  const { organisationId, programmeId, at, revisions, activity } = entry
  const draft = store.draftOf(entry)
  if (programmeId === null || !revisions) return store.createEntry(queries, draft)
  const key = { organisationId, programmeId }
  const used = await store.sumUse(queries, organisationId, at)
  const { entryBytes, states } = draft
  const isOfTheWhole = /^(?:display|playlist|table)-/.test(activity.kind)
  if (!isOfTheWhole && used.entryBytes + entryBytes > share * MAX_ACTIVITY_ENTRY_BYTES_PER_DAY) {
    await store.addUse(queries, key, at, { entryBytes: 0, stateBytes: 0, unwritten: 1 })
    if (used.unwritten % UNWRITTEN_AT_ONCE !== 0) return
    const more = {
      kind: 'more' as const,
      changes: [],
      details: { count: used.unwritten === 0 ? 1 : UNWRITTEN_AT_ONCE },
    }
    const { revisions: _, ...about } = entry
    return store.createEntry(queries, store.draftOf({ ...about, activity: more }))
  }
  const hasRoom = used.stateBytes + (states?.sizeBytes ?? 0) <= share * MAX_ACTIVITY_STATE_BYTES_PER_DAY
  await store.createEntry(queries, draft, hasRoom)
  await store.addUse(queries, key, at, {
    entryBytes,
    stateBytes: hasRoom ? (states?.sizeBytes ?? 0) : 0,
    unwritten: 0,
  })
}

/** The log tells values in a text by their names, not by their ids. */
async function withNames(queries: Queries, { organisationId, activity }: NewEntry): Promise<NewEntry['activity']> {
  const { subject } = activity
  if (!subject) return activity
  const { title, formerTitle } = subject
  const former =
    formerTitle === undefined ? {} : { formerTitle: await withValueNames(queries, organisationId, formerTitle) }
  return {
    ...activity,
    subject: { ...subject, title: await withValueNames(queries, organisationId, title), ...former },
  }
}

/** Bytes that the log keeps for changes of an organisation's programmes. They count towards its storage. */
export async function sumActivityBytes(queries: Queries, organisationId: OrganisationId, now: number): Promise<number> {
  return (await sumActivityBytesOfAll(queries, now, organisationId)).get(organisationId) ?? 0
}

/** The same for every organisation, by its id. */
export function sumActivityBytesOfAll(
  queries: Queries,
  now: number,
  organisationId?: OrganisationId,
): Promise<Map<string, number>> {
  return store.sumKept(queries, now - ACTIVITY_STATES_KEPT_MS, organisationId)
}

/** An actor without an email address is a program, or the operator at the server itself. */
export function actorOf({ userId, email, token }: Pick<Caller, 'userId' | 'email' | 'token'>): Actor {
  if (token) return { kind: 'token', id: userId, email: token.name }
  return email === '' ? { kind: 'command-line', id: userId, email } : { kind: 'person', id: userId, email }
}

/** The actor for one of the provider's people in the console, even if they belong to the organisation concerned. */
export function providerOf({ userId }: Pick<Account, 'userId'>): Provider {
  return { kind: 'provider', id: userId, email: '' }
}

export const ACTIVITY_SWEPT_EVERY_MS = 60 * 60_000

/**
 * Removes entries older than ACTIVITY_KEPT_MS, and states older than ACTIVITY_STATES_KEPT_MS. Uses the earlier of two clocks,
 * because the database refuses removals that are too early by its own clock.
 */
export async function sweepActivity(context: Context): Promise<void> {
  const now = Math.min(context.now(), Date.now())
  // The database counts whole seconds, so rows at the very edge wait for the next sweep.
  await store.removeEntriesBefore(context.database.queries, now - ACTIVITY_KEPT_MS - 60_000)
  await store.removeStatesBefore(context.database.queries, now - ACTIVITY_STATES_KEPT_MS - 60_000)
}

/** Removes the remaining entries of an organisation that has just been removed, in the same transaction. */
export function removeActivityOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  return store.removeEntriesOf(queries, organisationId)
}
