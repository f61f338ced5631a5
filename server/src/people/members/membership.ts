import { randomUUID } from 'node:crypto'
import {
  type DisplayId,
  type DisplayKey,
  MemberId,
  type OrganisationId,
  type TableId,
  type TableKey,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listLimitedInvitations, removeInvitationsFor, updateInvitationLimits } from './invitation.store.ts'
import * as store from './store.ts'

export { findMembership, listMemberships } from './store.ts'

/** The default kind of a subscription. */
export const DEFAULT_SUBSCRIPTION = 'standard'

/** @throws AppError already-member */
export async function createMembership(
  queries: Queries,
  membership: store.NewMembership,
  opensTo: store.OpensTo = 'account',
): Promise<store.NewMembership & { id: MemberId }> {
  const made = { ...membership, id: MemberId.parse(randomUUID()) }
  if (!(await store.createMembership(queries, made, opensTo))) throw new AppError('already-member', { field: 'email' })
  return made
}

/** Opens a waiting subscription to the account with its address. Called after the address was proven; removes the invitations to it. */
export async function openMembership(queries: Queries, email: string): Promise<void> {
  await store.openToAccount(queries, email)
  await removeInvitationsFor(queries, email)
}

export function removeMembershipsOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  return store.removeMembershipsOf(queries, organisationId)
}

/** True if both have exactly the same rights. */
export function allowTheSame(one: store.Rights, other: store.Rights): boolean {
  if (one.role !== other.role || !one.mayTakeOver !== !other.mayTakeOver) return false
  return isSameLimit(one.displays, other.displays) && isSameLimit(one.tables, other.tables)
}

function isSameLimit(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other
  const limit = new Set(other)
  return limit.size === new Set(one).size && one.every((id) => limit.has(id))
}

/** Number of members who are limited to this display alone. */
export async function countLimitedTo(
  queries: Queries,
  organisationId: OrganisationId,
  displayId: DisplayId,
): Promise<number> {
  const memberships = await store.listMemberships(queries, organisationId)
  return memberships.filter(({ displays }) => displays?.length === 1 && displays[0] === displayId).length
}

/**
 * Removes the display from all limits: a later display with the same id is a different one, and must not be opened to the same
 * people.
 */
export async function forgetDisplay(queries: Queries, { organisationId, displayId }: DisplayKey): Promise<void> {
  const without = (displays: readonly DisplayId[]) => displays.filter((id) => id !== displayId)
  for (const membership of await store.listMemberships(queries, organisationId)) {
    if (!membership.displays?.includes(displayId)) continue
    await store.updateMembership(queries, { ...membership, displays: without(membership.displays) })
  }
  for (const { id, displays, tables } of await listLimitedInvitations(queries, organisationId)) {
    if (displays?.includes(displayId))
      await updateInvitationLimits(queries, id, { displays: without(displays), tables })
  }
}

/** Removes a table that is gone for good from all limits. Its members are left with the others, or with nothing. */
export async function forgetTable(queries: Queries, { organisationId, tableId }: TableKey): Promise<void> {
  const without = (tables: readonly TableId[]) => tables.filter((id) => id !== tableId)
  for (const membership of await store.listMemberships(queries, organisationId)) {
    if (!membership.tables?.includes(tableId)) continue
    await store.updateMembership(queries, { ...membership, tables: without(membership.tables) })
  }
  for (const { id, displays, tables } of await listLimitedInvitations(queries, organisationId)) {
    if (tables?.includes(tableId)) await updateInvitationLimits(queries, id, { displays, tables: without(tables) })
  }
}
