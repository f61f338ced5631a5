import type { InvitationToken, OwnAccount, Session } from '@placard/contract'
import { listDisplays } from '../../content/displays/service.ts'
import type { Account } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { findOrganisation } from '../../platform/organisations/service.ts'
import { acceptInvitation, findMembership, type Membership } from '../members/service.ts'
import { proveAddress } from './proof.ts'
import * as ruleStore from './required-step.store.ts'
import { meets } from './steps.ts'
import * as store from './store.ts'

/**
 * The session of a person with an account. Not available to people who belong to no organisation, or to an unsubscribed one (A5),
 * except operators. A member whose session lacks the step that the organisation requires gets nothing of the organisation.
 *
 * @returns undefined if nothing is open to them
 */
export async function readSession(
  context: Context,
  { email, sessionId }: Pick<Account, 'email' | 'sessionId'>,
): Promise<Session | undefined> {
  const { queries } = context.database
  const user = await store.findUser(queries, email)
  if (!user) return undefined
  const ofAccountAlone: Session = {
    email,
    profile: null,
    organisation: null,
    role: null,
    limited: false,
    tables: null,
    operator: user.operator,
    displays: [],
  }
  const membership = await findOwnMembership(queries, user)
  const organisation = membership && (await findOrganisation(queries, membership.profile.org))
  if (!membership || !organisation || organisation.suspendedAt !== null) {
    return user.operator ? ofAccountAlone : undefined
  }
  if ((await findMissing(queries, { userId: user.id, sessionId })) !== null) return ofAccountAlone
  const { profile, role } = membership
  const displays = await listDisplays(context, profile.org, membership)
  return {
    email,
    profile,
    organisation: { id: organisation.id, name: organisation.name },
    role,
    limited: membership.displays !== null,
    tables: membership.tables,
    operator: user.operator,
    displays: [
      ...displays.filter((display) => display.id === profile.id),
      ...displays.filter((display) => display.id !== profile.id),
    ],
  }
}

/** The step that a session lacks, and the organisation that requires it. Null: it lacks none. */
export async function findMissing(
  queries: Queries,
  { userId, sessionId }: Pick<Account, 'userId' | 'sessionId'>,
): Promise<OwnAccount['missing']> {
  const { requires, organisation, ...ways } = await ruleStore.findWays(queries, userId)
  if (requires === null || organisation === null) return null
  const step = await ruleStore.findStep(queries, sessionId)
  return meets(requires, { step, ...ways }) ? null : { organisation, requires }
}

/** The membership that is open to an account. A subscription that still waits for its address does not count. */
async function findOwnMembership(queries: Queries, user: store.StoredUser): Promise<Membership | undefined> {
  const membership = await findMembership(queries, { email: user.email })
  return membership?.userId === user.id ? membership : undefined
}

/**
 * Joins an organisation by an invitation, or changes nothing. @throws AppError invitation-not-found, invitation-other-address,
 * already-member
 */
export async function join(context: Context, email: string, invitation: InvitationToken): Promise<void> {
  await context.database.transaction((queries) => joinInside(context, queries, email, invitation))
  context.log.info({ email }, 'joined by an invitation')
}

/** Like `join`. @param queries of a transaction */
export async function joinInside(
  context: Context,
  queries: Queries,
  email: string,
  invitation: InvitationToken,
): Promise<void> {
  const { provesAddress } = await acceptInvitation(context, queries, email, invitation)
  const user = provesAddress ? await store.findUser(queries, email) : undefined
  if (user) await proveAddress(queries, { userId: user.id, email })
}

/**
 * Like `readSession`, for a person who may bring an invitation. The invitation is used if they belong to no organisation yet.
 *
 * @throws AppError invitation-not-found, invitation-other-address, already-member
 */
export async function admit(
  context: Context,
  account: Pick<Account, 'email' | 'sessionId'>,
  invitation: InvitationToken | undefined,
): Promise<Session | undefined> {
  const { email } = account
  const { queries } = context.database
  const user = invitation === undefined ? undefined : await store.findUser(queries, email)
  if (user && invitation !== undefined && !(await findOwnMembership(queries, user))) {
    await join(context, email, invitation)
  }
  return readSession(context, account)
}
