import { randomUUID } from 'node:crypto'
import { type DisplayId, MemberId, type OrganisationId, type Profile, type Role } from '@placard/contract'
import { keepKnownDisplays } from '../displays/service.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import * as store from './store.ts'

/** Kind of a subscription when nobody said more. */
export const DEFAULT_SUBSCRIPTION = 'standard'

export function findMembership(
  queries: Queries,
  by: { email: string } | { id: MemberId },
): Promise<store.Membership | undefined> {
  return store.findMembership(queries, by)
}

/** By email. @param organisationId undefined: of every organisation */
export function listMemberships(queries: Queries, organisationId?: OrganisationId): Promise<store.KnownMembership[]> {
  return store.listMemberships(queries, organisationId)
}

/**
 * Subscribes whoever has the address, now or later (E3), or changes the subscription that they have: what is left out
 * stays, and of a new one it is an owner of all displays.
 *
 * @returns the membership as it was before
 */
export async function putMembership(
  queries: Queries,
  email: string,
  wanted: { profile: Profile; role?: Role | undefined; displays?: DisplayId[] | null | undefined },
): Promise<store.Membership | undefined> {
  const before = await store.findMembership(queries, { email })
  const role = wanted.role ?? before?.role ?? 'owner'
  // Displays of one organisation mean nothing in another.
  const stayed = before?.profile.org === wanted.profile.org ? before.displays : null
  const displays = role === 'owner' ? null : wanted.displays === undefined ? stayed : wanted.displays
  const membership = { email, profile: wanted.profile, role, displays }
  if (before) await store.updateMembership(queries, { ...membership, id: before.id })
  else await store.createMembership(queries, { ...membership, id: newMemberId() })
  return before
}

/** @throws AppError already-member */
export async function createMembership(
  queries: Queries,
  membership: Omit<store.Membership, 'id'>,
): Promise<store.Membership> {
  const made = { ...membership, id: newMemberId() }
  if (!(await store.createMembership(queries, made))) throw new AppError('already-member', { field: 'email' })
  return made
}

export function updateMembership(queries: Queries, membership: store.Membership): Promise<void> {
  return store.updateMembership(queries, membership)
}

/** @returns false when there was none */
export function removeMembership(queries: Queries, id: MemberId): Promise<boolean> {
  return store.removeMembership(queries, id)
}

export function removeMembershipsOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  return store.removeMembershipsOf(queries, organisationId)
}

function newMemberId(): MemberId {
  return MemberId.parse(randomUUID())
}

/** @throws AppError display-not-found when one of them is not the organisation's */
export async function requireDisplays(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly DisplayId[],
): Promise<void> {
  const known = await keepKnownDisplays(queries, organisationId, ids)
  if (known.length < ids.length) throw new AppError('display-not-found', { field: 'displays' })
}

/** How many members are limited to this display alone. */
export async function countLimitedTo(
  queries: Queries,
  organisationId: OrganisationId,
  displayId: DisplayId,
): Promise<number> {
  const memberships = await store.listMemberships(queries, organisationId)
  return memberships.filter(({ displays }) => displays?.length === 1 && displays[0] === displayId).length
}

/** A display that is made later under the same id is another one: nobody who was limited to this one gets it. */
export async function forgetDisplay(
  queries: Queries,
  organisationId: OrganisationId,
  displayId: DisplayId,
): Promise<void> {
  for (const membership of await store.listMemberships(queries, organisationId)) {
    if (!membership.displays?.includes(displayId)) continue
    const displays = membership.displays.filter((id) => id !== displayId)
    await store.updateMembership(queries, { ...membership, displays })
  }
}
