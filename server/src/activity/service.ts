import { ACTIVITY_KEPT_MS, type OrganisationId } from '@placard/contract'
import type { Account, Caller } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Actor, NewEntry, Provider } from './entry.ts'
import * as store from './store.ts'

export type { Activity, Actor, Change, NamedRights, Provider, StoredEntry } from './entry.ts'
export { COMMAND_LINE } from './entry.ts'
export { createEventLog, type EventLog, type OutsideEvent, type Sought } from './event-log.ts'
export { findEntry, findInstantOf, findRevisionAt, listEntries, listEntriesSince, listPeople } from './store.ts'

/** Writes down what a command did, in its own transaction: both are there, or neither. */
export function writeEntry(queries: Queries, entry: NewEntry): Promise<void> {
  return store.createEntry(queries, entry)
}

/** Whoever acts without an email address is a program, or the operator at the server itself. */
export function actorOf({ userId, email, token }: Pick<Caller, 'userId' | 'email' | 'token'>): Actor {
  if (token) return { kind: 'token', id: userId, email: token.name }
  return email === '' ? { kind: 'command-line', id: userId, email } : { kind: 'person', id: userId, email }
}

/** Of one of the provider's people, in the console: also when they belong to the organisation that it is about. */
export function providerOf({ userId }: Pick<Account, 'userId'>): Provider {
  return { kind: 'provider', id: userId, email: '' }
}

/** Forgets what is older than ACTIVITY_KEPT_MS, by the earlier of two clocks: the database has one of its own, and refuses. */
export async function sweepActivity(context: Context): Promise<void> {
  const now = Math.min(context.now(), Date.now())
  // The database counts whole seconds; a row at the very edge waits for the next sweep.
  await store.removeEntriesBefore(context.database.queries, now - ACTIVITY_KEPT_MS - 60_000)
}

/** What is left of an organisation that has just been removed, in the same transaction. */
export function removeActivityOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  return store.removeEntriesOf(queries, organisationId)
}
