import {
  type CreateOrganisation,
  type CreateSubscription,
  Email,
  type MemberId,
  type Organisation,
  type OrganisationId,
  type SettingChange,
  type SubscriberInvited,
  type Subscription,
  type SubscriptionCreated,
  type UpdateOrganisation,
  type UpdateSubscription,
  type UserId,
  type WaitingAccounts,
  type WaitingAccountsQuery,
} from '@placard/contract'
import { type Provider, removeActivityOf, sumActivityBytesOfAll } from '../../content/activity/service.ts'
import { keepKnownDisplays, listDisplays, requireDisplays } from '../../content/displays/service.ts'
import { removeMediaOf } from '../../content/media/service.ts'
import { removePlaylistsOf } from '../../content/playlists/service.ts'
import { removeTablesOf } from '../../content/tables/service.ts'
import { removeUploadsOf } from '../../content/uploads/service.ts'
import {
  changeSubscription,
  createSubscription as createSubscriptionOf,
  endSubscription,
  findMembership,
  type KnownMembership,
  listMemberships,
  type Membership,
  removeMembershipsOf,
  type SessionsOf,
} from '../../people/members/service.ts'
import type { Context } from '../../platform/context.ts'
import { type Queries, within } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import * as organisations from '../../platform/organisations/service.ts'
import { removeDisplay } from '../removal/service.ts'
import * as store from './store.ts'
import { writeDown } from './written-down.ts'

/** Default limit of the list. */
const WAITING_SHOWN = 100
const NOTHING: store.Holdings = { displays: 0, people: 0, items: 0, lines: 0, files: 0, storageBytes: 0 }

/** Every organisation with its counts, by name. */
export function listOrganisations(context: Context): Promise<Organisation[]> {
  return context.database.snapshot(async (queries) => {
    const holdings = await readHoldings(context, queries)
    const all = await organisations.listOrganisations({ ...context, database: within(context.database, queries) })
    return all.map((organisation) => ({ ...organisation, ...(holdings.get(organisation.id) ?? NOTHING) }))
  })
}

/** Counts the objects of each organisation. The log of its displays counts as storage. */
async function readHoldings(
  context: Context,
  queries: Queries,
  id?: OrganisationId,
): Promise<Map<string, store.Holdings>> {
  const holdings = await store.countHoldings(queries, id)
  for (const [organisationId, bytes] of await sumActivityBytesOfAll(queries, context.now(), id)) {
    const known = holdings.get(organisationId) ?? NOTHING
    holdings.set(organisationId, { ...known, storageBytes: known.storageBytes + bytes })
  }
  return holdings
}

/** @throws AppError organisation-not-found */
export function getOrganisation(context: Context, id: OrganisationId): Promise<Organisation> {
  return context.database.snapshot(async (queries) => {
    const organisation = await organisations.findOrganisation(queries, id)
    if (!organisation) throw new AppError('organisation-not-found')
    return { ...organisation, ...((await readHoldings(context, queries, id)).get(id) ?? NOTHING) }
  })
}

/** @throws AppError id-taken */
export async function createOrganisation(
  context: Context,
  by: Provider,
  wanted: CreateOrganisation,
): Promise<Organisation> {
  await inTransaction(context, async (inside, queries) => {
    await organisations.createOrganisation(inside, wanted.id, wanted.name, wanted.quotaBytes)
    await writeDown(inside, queries, by, 'organisation-made', wanted)
  })
  return getOrganisation(context, wanted.id)
}

/** @throws AppError organisation-not-found */
export async function updateOrganisation(
  context: Context,
  by: Provider,
  id: OrganisationId,
  wanted: UpdateOrganisation,
): Promise<Organisation> {
  await inTransaction(context, async (inside, queries) => {
    const before = await organisations.updateOrganisation(inside, id, wanted)
    const after = { id, name: wanted.name ?? before.name }
    const quotaBytes = wanted.quotaBytes === undefined ? before.quotaBytes : wanted.quotaBytes
    const settings: SettingChange[] = []
    if (after.name !== before.name) settings.push({ setting: 'name', former: before.name, present: after.name })
    if (quotaBytes !== before.quotaBytes) {
      settings.push({ setting: 'quota', former: before.quotaBytes, present: quotaBytes })
    }
    if (settings.length > 0) await writeDown(inside, queries, by, 'organisation-changed', after, settings)
  })
  return getOrganisation(context, id)
}

/**
 * Unsubscribes an organisation or subscribes it again.
 *
 * @throws AppError organisation-not-found
 */
export async function setSuspended(
  context: Context,
  sessions: SessionsOf,
  by: Provider,
  id: OrganisationId,
  suspended: boolean,
): Promise<Organisation> {
  await inTransaction(context, async (inside, queries) => {
    const before = await organisations.setSuspended(inside, id, suspended)
    if ((before.suspendedAt !== null) === suspended) return
    await writeDown(inside, queries, by, suspended ? 'organisation-suspended' : 'organisation-resumed', before)
  })
  if (suspended) {
    for (const { email } of await listMemberships(context.database.queries, id)) await sessions.endSessions(email)
  }
  return getOrganisation(context, id)
}

/**
 * Removes an organisation permanently with all its data. Its displays are told to show nothing.
 *
 * @throws AppError organisation-not-found, not-suspended
 */
export async function removeOrganisation(context: Context, sessions: SessionsOf, id: OrganisationId): Promise<void> {
  const { emails, removeFiles } = await inTransaction(context, async (inside, queries) => {
    const organisation = await organisations.lockOrganisation(queries, id)
    if (!organisation) throw new AppError('organisation-not-found')
    if (organisation.suspendedAt === null) throw new AppError('not-suspended')
    const members = await listMemberships(queries, id)
    for (const display of await listDisplays(inside, id)) {
      await removeDisplay(inside, { organisationId: id, displayId: display.id }, 'any')
    }
    await removePlaylistsOf(queries, id)
    await removeTablesOf(queries, id)
    await removeUploadsOf(queries, id)
    const removeFiles = await removeMediaOf(inside, id)
    await removeMembershipsOf(queries, id)
    await organisations.removeOrganisation(queries, id)
    await removeActivityOf(queries, id)
    return { emails: members.map(({ email }) => email), removeFiles }
  })
  for (const email of emails) await sessions.endSessions(email)
  await removeFiles()
  context.log.info({ organisationId: id }, 'organisation removed')
}

/** Accounts without a profile, oldest first. */
export function listWaitingAccounts(
  context: Context,
  { search = '', limit = WAITING_SHOWN }: WaitingAccountsQuery,
): Promise<WaitingAccounts> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return context.database.snapshot((queries) => store.listWaitingAccounts(queries, words, limit))
}

/** Removes accounts without a subscription. The accounts feature provides it. */
export type RemovingAccounts = {
  /** @returns false when there is no such account, it is subscribed, or it is an operator's */
  removeWaiting(userId: UserId): Promise<boolean>
}

/** @throws AppError account-not-found */
export async function removeWaitingAccount(accounts: RemovingAccounts, userId: UserId): Promise<void> {
  if (!(await accounts.removeWaiting(userId))) throw new AppError('account-not-found')
}

export async function listSubscriptions(context: Context): Promise<Subscription[]> {
  return (await listMemberships(context.database.queries)).map(toSubscription)
}

function toSubscription({ id, email, profile, role, displays, account, operator }: KnownMembership): Subscription {
  const { org, id: displayId, subType, msg } = profile
  return { id, email, organisationId: org, displayId, subType, msg, role, displays, account, operator }
}

/** Invites a subscribed person who has no account. The accounts feature provides it. */
export type Inviting = {
  /** @returns undefined when no subscription of this address waits for an account */
  inviteSubscriber(email: Email, by: Provider): Promise<SubscriberInvited | undefined>
}

/** @throws AppError organisation-not-found, display-not-found, already-member */
export async function createSubscription(
  context: Context,
  inviting: Inviting,
  by: Provider,
  wanted: CreateSubscription,
): Promise<SubscriptionCreated> {
  const { email, organisationId, displayId, subType, msg, role, displays } = wanted
  const id = await context.database.transaction(async (queries) => {
    if (!(await organisations.lockOrganisation(queries, organisationId))) {
      throw new AppError('organisation-not-found', { field: 'organisationId' })
    }
    await requireDisplay(queries, organisationId, displayId)
    if (displays) await requireDisplays(queries, organisationId, displays)
    const profile = { id: displayId, org: organisationId, subType, msg }
    return (await createSubscriptionOf(context, queries, by, { email, profile, role, displays, tables: null })).id
  })
  const invitation = (await inviting.inviteSubscriber(email, by)) ?? null
  return { ...(await findSubscription(context, id)), invitation }
}

/** @throws AppError member-not-found; already-member when an account uses the subscription */
export async function inviteSubscriber(
  context: Context,
  inviting: Inviting,
  by: Provider,
  id: MemberId,
): Promise<SubscriberInvited> {
  const { email } = await findSubscription(context, id)
  const invited = await inviting.inviteSubscriber(Email.parse(email), by)
  if (!invited) throw new AppError('already-member')
  return invited
}

async function requireDisplay(queries: Queries, organisationId: OrganisationId, id: CreateSubscription['displayId']) {
  const [known] = await keepKnownDisplays(queries, organisationId, [id])
  if (known === undefined) throw new AppError('display-not-found', { field: 'displayId' })
}

async function findSubscription(context: Context, id: MemberId): Promise<Subscription> {
  const found = (await listMemberships(context.database.queries)).find((one) => one.id === id)
  if (!found) throw new AppError('member-not-found')
  return toSubscription(found)
}

/** @throws AppError member-not-found, display-not-found */
export async function updateSubscription(
  context: Context,
  sessions: SessionsOf,
  by: Provider,
  id: MemberId,
  wanted: UpdateSubscription,
): Promise<Subscription> {
  const email = await context.database.transaction(async (queries) => {
    const before = await holdMembership(queries, id)
    if (wanted.displayId !== undefined) await requireDisplay(queries, before.profile.org, wanted.displayId)
    const role = wanted.role ?? before.role
    await changeSubscription(context, queries, by, before, {
      ...before,
      profile: {
        ...before.profile,
        id: wanted.displayId ?? before.profile.id,
        subType: wanted.subType ?? before.profile.subType,
        msg: wanted.msg ?? before.profile.msg,
      },
      role,
      displays: role === 'owner' ? null : before.displays,
      tables: role === 'owner' ? null : before.tables,
    })
    return before.email
  })
  await sessions.renewStreams(email)
  return findSubscription(context, id)
}

/** Ends the subscription and its sessions. @throws AppError member-not-found */
export async function removeSubscription(
  context: Context,
  sessions: SessionsOf,
  by: Provider,
  id: MemberId,
): Promise<void> {
  const email = await context.database.transaction(async (queries) => {
    const membership = await holdMembership(queries, id)
    await endSubscription(context, queries, by, membership)
    return membership.email
  })
  await sessions.endSessions(email)
}

/** Locks the membership until the transaction ends. @throws AppError member-not-found */
async function holdMembership(queries: Queries, id: MemberId): Promise<Membership> {
  const found = await findMembership(queries, { id })
  if (!found) throw new AppError('member-not-found')
  await organisations.lockOrganisation(queries, found.profile.org)
  const held = await findMembership(queries, { id })
  if (!held || held.profile.org !== found.profile.org) throw new AppError('member-not-found')
  return held
}
