import type { DisplayId, MemberId, OrganisationId, Profile, Role, SettingChange } from '@placard/contract'
import type { Provider } from '../../content/activity/service.ts'
import { listDisplays } from '../../content/displays/service.ts'
import type { Context } from '../../platform/context.ts'
import { type Queries, within } from '../../platform/database/database.ts'
import { removeInvitationsFor } from './invitation.store.ts'
import { allowTheSame, createMembership, openMembership } from './membership.ts'
import * as store from './store.ts'
import { writeDown } from './written-down.ts'

/**
 * Subscribes the account that has the address, or the address itself, and logs it for the organisation. A waiting subscription of
 * the address is replaced if there is an account by now.
 *
 * @throws AppError already-member
 */
export async function createSubscription(
  context: Context,
  queries: Queries,
  by: Provider,
  membership: store.NewMembership,
  opensTo?: store.OpensTo,
): Promise<{ id: MemberId }> {
  const before = await store.findMembership(queries, { email: membership.email })
  if (before?.userId === null && (await store.hasAccount(queries, membership.email))) {
    await endSubscription(context, queries, by, before)
  }
  const made = await createMembership(queries, membership, opensTo)
  await tell(context, queries, by, 'subscription-made', made, { rights: made })
  return made
}

/** Changes a subscription within its organisation, and logs the differences there. */
export async function changeSubscription(
  context: Context,
  queries: Queries,
  by: Provider,
  before: store.Membership,
  after: store.Membership,
): Promise<void> {
  await store.updateMembership(queries, after)
  const settings = await settingsBetween(context, queries, before, after)
  const rights = allowTheSame(before, after) ? {} : { rights: after, formerRights: before }
  if (settings.length === 0 && !('rights' in rights)) return
  await tell(context, queries, by, 'subscription-changed', after, { ...rights, settings })
}

/** Ends a subscription, and logs it for the organisation. */
export async function endSubscription(
  context: Context,
  queries: Queries,
  by: Provider,
  membership: store.Membership,
): Promise<void> {
  if (!(await store.removeMembership(queries, membership.id))) return
  await removeInvitationsFor(queries, membership.email)
  await tell(context, queries, by, 'subscription-ended', membership, { rights: membership })
}

/**
 * Subscribes the account that has the address, or the address until somebody proves that it is theirs (E3), or changes an
 * existing subscription. Absent fields keep their values; a new subscription defaults to an owner of all displays. A move to
 * another organisation ends the old subscription and begins a new one.
 *
 * @param by undefined: the set-up of an installation, which is not logged
 * @returns the membership before the change
 */
export async function putSubscription(
  context: Context,
  queries: Queries,
  by: Provider | undefined,
  email: string,
  wanted: {
    profile: Profile
    role?: Role | undefined
    displays?: DisplayId[] | null | undefined
    opensTo?: store.OpensTo | undefined
  },
): Promise<store.Membership | undefined> {
  const before = await store.findMembership(queries, { email })
  const role = wanted.role ?? before?.role ?? 'owner'
  // The displays and tables of one organisation do not apply in another.
  const stayed = before?.profile.org === wanted.profile.org ? before : { displays: null, tables: null }
  const { displays, tables } =
    role === 'owner'
      ? { displays: null, tables: null }
      : wanted.displays === undefined
        ? stayed
        : { displays: wanted.displays, tables: null }
  const membership = { email, profile: wanted.profile, role, displays, tables }
  if (!before) {
    if (by) await createSubscription(context, queries, by, membership, wanted.opensTo)
    else await createMembership(queries, membership, wanted.opensTo)
    return undefined
  }
  const after = { ...membership, id: before.id, userId: before.userId }
  if (before.userId === null && (await store.hasAccount(queries, email))) await openMembership(queries, email)
  if (by && before.profile.org === after.profile.org) {
    await changeSubscription(context, queries, by, before, after)
    return before
  }
  await store.updateMembership(queries, after)
  if (by) {
    await tell(context, queries, by, 'subscription-ended', before, { rights: before })
    await tell(context, queries, by, 'subscription-made', after, { rights: after })
  }
  return before
}

/** Logs a change of an account for its organisation, if it belongs to one. */
export async function tellOfAccount(
  context: Context,
  queries: Queries,
  by: Provider,
  email: string,
  kind: AccountKind,
): Promise<void> {
  const membership = await store.findMembership(queries, { email })
  if (membership) await tell(context, queries, by, kind, membership, {})
}

type Told = Parameters<typeof writeDown>[2]
type AccountKind = Extract<Told['kind'], `account-${string}`>

function tell(
  context: Context,
  queries: Queries,
  by: Provider,
  kind: AccountKind | Extract<Told['kind'], `subscription-${string}`>,
  { id, email, profile }: Pick<store.Membership, 'id' | 'email' | 'profile'>,
  what: Pick<Told, 'rights' | 'formerRights' | 'settings'>,
): Promise<void> {
  const subject = { type: 'member' as const, id, title: email }
  return writeDown(context, queries, { kind, organisationId: profile.org, actor: by, subject, ...what })
}

async function settingsBetween(
  context: Context,
  queries: Queries,
  { profile: before }: store.Membership,
  { profile: after }: store.Membership,
): Promise<SettingChange[]> {
  const nameOf = (id: string) => nameOfDisplay(context, queries, after.org, id)
  const changes: SettingChange[] = []
  if (before.id !== after.id) {
    changes.push({ setting: 'first-display', former: await nameOf(before.id), present: await nameOf(after.id) })
  }
  if (before.subType !== after.subType) {
    changes.push({ setting: 'subscription-type', former: before.subType, present: after.subType })
  }
  if (before.msg !== after.msg) changes.push({ setting: 'message', former: before.msg, present: after.msg })
  return changes
}

/** The id, if there is no such display. */
async function nameOfDisplay(
  context: Context,
  queries: Queries,
  organisationId: OrganisationId,
  id: string,
): Promise<string> {
  const inside = { ...context, database: within(context.database, queries) }
  const displays = await listDisplays(inside, organisationId)
  return displays.find((display) => display.id === id)?.name ?? id
}
