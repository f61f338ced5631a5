import {
  type Member,
  type MemberId,
  type OrganisationId,
  type RequiredStep,
  type Role,
  type SignInRule,
  type UpdateMember,
  wrongLimit,
} from '@placard/contract'
import { type Actor, actorOf, type Provider, writeEntry } from '../../content/activity/service.ts'
import { requireDisplays } from '../../content/displays/service.ts'
import { requireTables } from '../../content/tables/service.ts'
import type { Account, Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { allowTheSame } from './membership.ts'
import * as store from './store.ts'
import { writeDown } from './written-down.ts'

export {
  acceptInvitation,
  INVITATIONS_SWEPT_EVERY_MS,
  inviteSubscriber,
  readInvitation,
  sweepInvitations,
} from './invitations.ts'
export {
  countLimitedTo,
  findMembership,
  forgetDisplay,
  forgetTable,
  listMemberships,
  openMembership,
  removeMembershipsOf,
} from './membership.ts'
export type { KnownMembership, Membership, OpensTo } from './store.ts'
export {
  changeSubscription,
  createSubscription,
  endSubscription,
  putSubscription,
  tellOfAccount,
} from './subscriptions.ts'

/** Effects on a person's sessions when their rights change. Implemented by the accounts feature. */
export type SessionsOf = {
  /** Ends the sessions and their open streams at once. */
  endSessions(email: string): Promise<void>
  /** Keeps the sessions, and restarts their open streams with the new rights. */
  renewStreams(email: string): Promise<void>
}

/** Tells if a session meets a rule of its organisation. Implemented by the accounts feature. */
export type RuleChecks = {
  wouldMeet(queries: Queries, account: Account, requires: RequiredStep | null): Promise<boolean>
}

/** All members of the caller's organisation. */
export async function listMembers(context: Context, caller: Caller): Promise<Member[]> {
  const memberships = await store.listMemberships(context.database.queries, caller.organisationId)
  return memberships.map((membership) => toMember(membership, caller))
}

function toMember(
  { id, email, role, displays, tables, account, mayTakeOver, secondStep }: store.KnownMembership,
  caller: Caller,
): Member {
  const shown = account === 'unproven' ? 'none' : account
  const mayAlso = role === 'owner' || mayTakeOver === true
  const member = { id, email, role, displays, tables, mayTakeOver: mayAlso, account: shown, secondStep }
  return { ...member, self: email === caller.email }
}

/**
 * Changes a member's rights.
 *
 * @throws AppError member-not-found, display-not-found, table-not-found, last-owner; invalid-field for limits that do not go together
 */
export async function updateMember(
  context: Context,
  sessions: SessionsOf,
  caller: Caller,
  id: MemberId,
  wanted: UpdateMember,
): Promise<Member> {
  const after = await changeMembers(context, caller.organisationId, async (queries, members) => {
    const before = requireMember(members, id)
    const role = wanted.role ?? before.role
    const limits = limitsAfter(before, wanted, role)
    const wrong = wrongLimit({ role, displays: wanted.displays, tables: wanted.tables ?? limits.tables })
    if (wrong) throw new AppError('invalid-field', { field: wrong })
    if (wanted.displays) await requireDisplays(queries, caller.organisationId, wanted.displays)
    if (wanted.tables) await requireTables(queries, caller.organisationId, wanted.tables)
    const may = wanted.mayTakeOver ?? before.mayTakeOver ?? false
    const member = { ...before, role, ...limits, mayTakeOver: role === 'editor' && limits.tables === null && may }
    await store.updateMembership(queries, member)
    if (!allowTheSame(before, member)) {
      await writeDown(context, queries, {
        kind: 'member-changed',
        organisationId: caller.organisationId,
        actor: actorOf(caller),
        subject: subjectOf(member),
        rights: member,
        formerRights: before,
      })
    }
    return member
  })
  await sessions.renewStreams(after.email)
  return toMember(after, caller)
}

/** The limits of a member after a change. A program that knows nothing of tables does not end a limit to these by accident. */
function limitsAfter(
  before: store.Rights,
  { displays, tables }: UpdateMember,
  role: Role,
): Pick<store.Rights, 'displays' | 'tables'> {
  if (role === 'owner') return { displays: null, tables: null }
  const named = tables !== undefined ? tables : displays ? null : before.tables
  if (named !== null) return { displays: [], tables: named }
  return { displays: displays === undefined ? before.displays : displays, tables: null }
}

export async function getSignInRule(context: Context, caller: Caller): Promise<SignInRule> {
  return { requires: await store.findRequiredStep(context.database.queries, caller.organisationId) }
}

/**
 * Sets the way in which the members must sign in. The caller must have signed in that way, so that at least one owner keeps the access.
 * Open streams are checked again at once.
 *
 * @throws AppError own-step-first
 */
export async function setSignInRule(
  context: Context,
  accounts: SessionsOf & RuleChecks,
  caller: Caller,
  { requires }: SignInRule,
): Promise<SignInRule> {
  const { organisationId } = caller
  const isChanged = await context.database.transaction(async (queries) => {
    if (!(await accounts.wouldMeet(queries, caller, requires))) throw new AppError('own-step-first')
    return changeSignInRule(context, queries, organisationId, actorOf(caller), requires)
  })
  if (isChanged) await checkAgain(context, accounts, organisationId)
  return { requires }
}

/** Ends the requirement, for an organisation whose members cannot meet it. @returns false if there was none */
export async function endSignInRule(
  context: Context,
  accounts: SessionsOf,
  organisationId: OrganisationId,
  by: Provider,
): Promise<boolean> {
  const isChanged = await context.database.transaction((queries) =>
    changeSignInRule(context, queries, organisationId, by, null),
  )
  if (isChanged) await checkAgain(context, accounts, organisationId)
  return isChanged
}

async function changeSignInRule(
  context: Context,
  queries: Queries,
  organisationId: OrganisationId,
  actor: Actor,
  present: RequiredStep | null,
): Promise<boolean> {
  await lockOrganisation(queries, organisationId)
  const former = await store.findRequiredStep(queries, organisationId)
  if (former === present) return false
  await store.updateRequiredStep(queries, organisationId, present)
  const details = { settings: [{ setting: 'sign-in-rule' as const, former, present }] }
  const activity = { kind: 'sign-in-rule-changed' as const, changes: [], details }
  await writeEntry(queries, { organisationId, programmeId: null, at: context.now(), actor, activity })
  return true
}

async function checkAgain(context: Context, sessions: SessionsOf, organisationId: OrganisationId): Promise<void> {
  const members = await store.listMemberships(context.database.queries, organisationId)
  for (const { email } of members) await sessions.renewStreams(email)
}

/** @throws AppError member-not-found, last-owner */
export async function removeMember(
  context: Context,
  sessions: SessionsOf,
  caller: Caller,
  which: { id: MemberId } | 'self',
): Promise<void> {
  const gone = await changeMembers(context, caller.organisationId, async (queries, members) => {
    const member =
      which === 'self' ? members.find(({ email }) => email === caller.email) : requireMember(members, which.id)
    if (!member) throw new AppError('not-subscribed')
    await store.removeMembership(queries, member.id)
    await writeDown(context, queries, {
      kind: member.email === caller.email ? 'member-left' : 'member-removed',
      organisationId: caller.organisationId,
      actor: actorOf(caller),
      subject: subjectOf(member),
      rights: member,
    })
    return member
  })
  await sessions.endSessions(gone.email)
}

/**
 * Runs a change of an organisation's members by an owner. Changes are serialised, and one that would leave no active owner is
 * refused.
 */
async function changeMembers<Done>(
  context: Context,
  organisationId: OrganisationId,
  work: (queries: Queries, members: store.KnownMembership[]) => Promise<Done>,
): Promise<Done> {
  return context.database.transaction(async (queries) => {
    await lockOrganisation(queries, organisationId)
    const done = await work(queries, await store.listMemberships(queries, organisationId))
    const left = await store.listMemberships(queries, organisationId)
    // A person without an account, or with a disabled one, does not count as an owner.
    if (!left.some(({ role, account }) => role === 'owner' && account === 'active')) throw new AppError('last-owner')
    return done
  })
}

function requireMember(members: store.KnownMembership[], id: MemberId): store.KnownMembership {
  const member = members.find((one) => one.id === id)
  if (!member) throw new AppError('member-not-found')
  return member
}

function subjectOf({ id, email }: store.KnownMembership) {
  return { type: 'member' as const, id, title: email }
}
