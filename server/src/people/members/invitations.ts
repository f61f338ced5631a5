import { randomUUID } from 'node:crypto'
import {
  type CreateInvitation,
  INVITATION_EXPIRES_MS,
  type Invitation,
  type InvitationCreated,
  InvitationId,
  type InvitationOffer,
  type InvitationToken,
  MAX_OPEN_INVITATIONS_PER_ORGANISATION,
} from '@placard/contract'
import { type Actor, actorOf, type Provider } from '../../content/activity/service.ts'
import { keepKnownDisplays, listDisplays, requireDisplays } from '../../content/displays/service.ts'
import { listTables, requireTables } from '../../content/tables/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { type Queries, within } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findOrganisation, lockOrganisation } from '../../platform/organisations/service.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'
import * as invitationStore from './invitation.store.ts'
import { createMembership, DEFAULT_SUBSCRIPTION, openMembership } from './membership.ts'
import type { Membership, Rights } from './store.ts'
import { writeDown } from './written-down.ts'

/** The valid invitations of the caller's organisation, newest first. */
export async function listInvitations(context: Context, caller: Caller): Promise<Invitation[]> {
  const { queries } = context.database
  const invitations = await invitationStore.listInvitations(queries, caller.organisationId, context.now())
  return invitations.map(toInvitation)
}

function toInvitation({ organisationId: _, ...shown }: invitationStore.StoredInvitation): Invitation {
  return shown
}

/** @throws AppError display-not-found, table-not-found, too-many-invitations */
export function createInvitation(
  context: Context,
  caller: Caller,
  wanted: CreateInvitation,
): Promise<InvitationCreated> {
  const { organisationId } = caller
  const now = context.now()
  return context.database.transaction(async (queries) => {
    await lockOrganisation(queries, organisationId)
    const open = await invitationStore.listInvitations(queries, organisationId, now)
    if (open.length >= MAX_OPEN_INVITATIONS_PER_ORGANISATION) throw new AppError('too-many-invitations')
    if (wanted.displays) await requireDisplays(queries, organisationId, wanted.displays)
    if (wanted.tables) await requireTables(queries, organisationId, wanted.tables)
    const invitation = {
      id: InvitationId.parse(randomUUID()),
      organisationId,
      role: wanted.role,
      displays: wanted.tables === null ? wanted.displays : [],
      tables: wanted.tables,
      invitedBy: caller.email,
      email: null,
      recipient: wanted.recipient,
      createdAt: now,
      expiresAt: now + INVITATION_EXPIRES_MS,
    }
    const token = await storeInvitation(context, queries, actorOf(caller), invitation)
    return { invitation: toInvitation(invitation), token }
  })
}

/** Withdraws an invitation. @throws AppError invitation-not-found */
export async function removeInvitation(context: Context, caller: Caller, id: InvitationId): Promise<void> {
  await context.database.transaction(async (queries) => {
    const removed = await invitationStore.removeInvitation(queries, caller.organisationId, id)
    if (!removed) throw new AppError('invitation-not-found')
    await writeDown(context, queries, {
      kind: 'invitation-withdrawn',
      organisationId: caller.organisationId,
      actor: actorOf(caller),
      subject: subjectOf(removed),
      rights: removed,
    })
  })
}

/** Returns the offer of an invitation to its holder. @throws AppError invitation-not-found */
export async function readInvitation(context: Context, token: InvitationToken): Promise<InvitationOffer> {
  const { queries } = context.database
  const invitation = await invitationStore.findInvitation(queries, digestOf(token), context.now())
  const organisation = invitation && (await findOrganisation(queries, invitation.organisationId))
  if (!invitation || !organisation || organisation.suspendedAt !== null) throw new AppError('invitation-not-found')
  const { role, displays, tables, invitedBy, email, expiresAt } = invitation
  const offered = displays && (await listDisplays(context, organisation.id, { displays }))
  return {
    organisation: organisation.name,
    role,
    displays: offered?.map(({ name }) => name) ?? null,
    tables: tables && (await listTables(context, { organisationId: organisation.id, tables })).map(({ name }) => name),
    invitedBy,
    email,
    expiresAt,
  }
}

/**
 * Uses up an invitation and makes its holder a member, or changes nothing.
 *
 * @param queries of a transaction
 * @returns true if it was for this address only, which proves the address
 * @throws AppError invitation-not-found, invitation-other-address, already-member: the invitation is not used up then
 */
export async function acceptInvitation(
  context: Context,
  queries: Queries,
  email: string,
  token: InvitationToken,
): Promise<{ provesAddress: boolean }> {
  const taken = await invitationStore.takeInvitation(queries, digestOf(token), context.now())
  const organisation = taken && (await findOrganisation(queries, taken.organisationId))
  if (!taken || !organisation || organisation.suspendedAt !== null) throw new AppError('invitation-not-found')
  if (taken.email !== null) {
    if (taken.email !== email) throw new AppError('invitation-other-address', { field: 'email' })
    await openMembership(queries, email)
    await tellAccepted(context, queries, email, taken, taken)
    return { provesAddress: true }
  }
  // Some of the displays may have been removed.
  const displays = taken.displays && (await keepKnownDisplays(queries, organisation.id, taken.displays))
  const inside = { ...context, database: within(context.database, queries) }
  const [first] = displays ?? (await listDisplays(inside, organisation.id)).map(({ id }) => id)
  await createMembership(queries, {
    email,
    profile: { id: first ?? '', org: organisation.id, msg: '', subType: DEFAULT_SUBSCRIPTION },
    role: taken.role,
    displays,
    tables: taken.tables,
  })
  await tellAccepted(context, queries, email, taken, { role: taken.role, displays, tables: taken.tables })
  return { provesAddress: false }
}

function tellAccepted(
  context: Context,
  queries: Queries,
  email: string,
  taken: invitationStore.StoredInvitation,
  rights: Rights,
): Promise<void> {
  return writeDown(context, queries, {
    kind: 'invitation-accepted',
    organisationId: taken.organisationId,
    actor: { kind: 'person', id: null, email },
    subject: subjectOf(taken),
    rights,
  })
}

/**
 * Makes an invitation for a subscribed address that has no account open to it. Voids the previous one.
 *
 * @param queries of a transaction
 * @throws AppError already-member, if the subscription is open to an account
 */
export async function inviteSubscriber(
  context: Context,
  queries: Queries,
  by: Provider,
  { email, role, displays, tables, profile, userId }: Membership,
): Promise<{ token: string; expiresAt: number }> {
  if (userId !== null) throw new AppError('already-member', { field: 'email' })
  await invitationStore.removeInvitationsFor(queries, email)
  const now = context.now()
  const invitation = {
    id: InvitationId.parse(randomUUID()),
    organisationId: profile.org,
    role,
    displays,
    tables,
    invitedBy: by.email,
    email,
    recipient: email,
    createdAt: now,
    expiresAt: now + INVITATION_EXPIRES_MS,
  }
  return { token: await storeInvitation(context, queries, by, invitation), expiresAt: invitation.expiresAt }
}

/** Stores an invitation and writes the activity. @returns the secret of its link */
async function storeInvitation(
  context: Context,
  queries: Queries,
  actor: Actor,
  invitation: invitationStore.StoredInvitation,
): Promise<InvitationToken> {
  const token = newSecret()
  await invitationStore.createInvitation(queries, invitation, digestOf(token))
  const { organisationId } = invitation
  const subject = subjectOf(invitation)
  await writeDown(context, queries, { kind: 'invitation-made', organisationId, actor, subject, rights: invitation })
  return token
}

function subjectOf({ id, invitedBy }: invitationStore.StoredInvitation) {
  return { type: 'invitation' as const, id, title: invitedBy }
}

export const INVITATIONS_SWEPT_EVERY_MS = 60 * 60_000

/** Removes expired invitations. */
export async function sweepInvitations(context: Context): Promise<void> {
  await invitationStore.removeInvitationsBefore(context.database.queries, context.now())
}
