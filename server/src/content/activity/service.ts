import {
  ACTIVITY_KEPT_MS,
  ACTIVITY_STATES_KEPT_MS,
  MAX_ACTIVITY_ENTRY_BYTES_PER_DAY,
  MAX_ACTIVITY_STATE_BYTES_PER_DAY,
  type OrganisationId,
  programmeKeyOf,
} from '@placard/contract'
import type { Account, Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, NewEntry, Provider } from './entry.ts'
import * as store from './store.ts'

export type {
  Activity,
  Actor,
  Base,
  Change,
  Details,
  NamedRights,
  Provider,
  RevisionStep,
  StoredEntry,
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
  listEntries,
  listPeople,
  listTouched,
  streamStates,
  type ToldStep,
} from './store.ts'
export { fieldsThatDiffer, type Told } from './told.ts'

/** Of changes that are not written down one by one, every so many are told together. */
const UNWRITTEN_AT_ONCE = 1_000

/**
 * Writes down what a command did, in its own transaction: both are there, or neither. Of a change of a programme it depends
 * on what its organisation has changed today: first the states are left out, so that it cannot be undone, in the end the
 * entry too, and there is one for every thousand. The change itself always goes through.
 */
export async function writeEntry(queries: Queries, entry: NewEntry): Promise<void> {
  const { organisationId, programmeId, at, revisions, activity } = entry
  const draft = store.draftOf(entry)
  if (programmeId === null || !revisions) return store.createEntry(queries, draft)
  const key = programmeKeyOf(organisationId, programmeId)
  const used = await store.sumUse(queries, organisationId, at)
  const { entryBytes, states } = draft
  const isOfTheWhole = activity.kind.startsWith('display-') || activity.kind.startsWith('playlist-')
  if (!isOfTheWhole && used.entryBytes + entryBytes > MAX_ACTIVITY_ENTRY_BYTES_PER_DAY) {
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
  const hasRoom = used.stateBytes + (states?.sizeBytes ?? 0) <= MAX_ACTIVITY_STATE_BYTES_PER_DAY
  await store.createEntry(queries, draft, hasRoom)
  await store.addUse(queries, key, at, {
    entryBytes,
    stateBytes: hasRoom ? (states?.sizeBytes ?? 0) : 0,
    unwritten: 0,
  })
}

/** Bytes that the log keeps of the changes of an organisation's programmes: a part of its storage. */
export async function sumActivityBytes(queries: Queries, organisationId: OrganisationId, now: number): Promise<number> {
  return (await sumActivityBytesOfAll(queries, now, organisationId)).get(organisationId) ?? 0
}

/** The same of every organisation, by its id. */
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

/** Of one of the provider's people, in the console: also when they belong to the organisation that it is about. */
export function providerOf({ userId }: Pick<Account, 'userId'>): Provider {
  return { kind: 'provider', id: userId, email: '' }
}

export const ACTIVITY_SWEPT_EVERY_MS = 60 * 60_000

/**
 * Forgets what is older than ACTIVITY_KEPT_MS, and states older than ACTIVITY_STATES_KEPT_MS, by the earlier of two clocks: the
 * database has one of its own, and refuses.
 */
export async function sweepActivity(context: Context): Promise<void> {
  const now = Math.min(context.now(), Date.now())
  // The database counts whole seconds; a row at the very edge waits for the next sweep.
  await store.removeEntriesBefore(context.database.queries, now - ACTIVITY_KEPT_MS - 60_000)
  await store.removeStatesBefore(context.database.queries, now - ACTIVITY_STATES_KEPT_MS - 60_000)
}

/** Removes the rest of an organisation that has just been removed, in the same transaction. */
export function removeActivityOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  return store.removeEntriesOf(queries, organisationId)
}
