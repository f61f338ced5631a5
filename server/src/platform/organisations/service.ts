import type { OrganisationId } from '@placard/contract'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { AppError } from '../errors.ts'
import * as store from './store.ts'

/** @param quotaBytes null: the installation's default. @throws AppError id-taken */
export async function createOrganisation(
  context: Context,
  id: OrganisationId,
  name: string,
  quotaBytes: number | null = null,
): Promise<void> {
  const organisation = { id, name, createdAt: context.now(), quotaBytes }
  if (!(await store.createOrganisation(context.database.queries, organisation))) {
    throw new AppError('id-taken', { field: 'id' })
  }
}

/** Makes it unless there is one with that id. @returns whether it was made */
export function ensureOrganisation(context: Context, id: OrganisationId, name: string): Promise<boolean> {
  const organisation = { id, name, createdAt: context.now(), quotaBytes: null }
  return store.createOrganisation(context.database.queries, organisation)
}

/** Every organisation of the installation, by name. */
export function listOrganisations(context: Context): Promise<store.StoredOrganisation[]> {
  return store.listOrganisations(context.database.queries)
}

export function findOrganisation(queries: Queries, id: OrganisationId): Promise<store.StoredOrganisation | undefined> {
  return store.findOrganisation(queries, id)
}

/**
 * Holds an organisation until the transaction ends, so that what is decided by counting what it has (its owners, its
 * displays) is decided one after the other. To be locked before any of its displays.
 *
 * @returns undefined when there is none
 */
export function lockOrganisation(queries: Queries, id: OrganisationId): Promise<store.StoredOrganisation | undefined> {
  return store.lockOrganisation(queries, id)
}

/** A field that is left out stays. @returns it as it was before. @throws AppError organisation-not-found */
export async function updateOrganisation(
  context: Context,
  id: OrganisationId,
  change: { name?: string | undefined; quotaBytes?: number | null | undefined },
): Promise<store.StoredOrganisation> {
  return context.database.transaction(async (queries) => {
    const before = await store.lockOrganisation(queries, id)
    if (!before) throw new AppError('organisation-not-found')
    await store.updateOrganisation(queries, id, {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.quotaBytes === undefined ? {} : { quotaBytes: change.quotaBytes }),
    })
    return before
  })
}

/**
 * Unsubscribes an organisation, or subscribes it again. Its people are answered `not-subscribed` from then on; its displays
 * play what they have. Who calls ends the sessions.
 *
 * @returns it as it was before
 * @throws AppError organisation-not-found
 */
export async function setSuspended(
  context: Context,
  id: OrganisationId,
  suspended: boolean,
): Promise<store.StoredOrganisation> {
  const before = await context.database.transaction(async (queries) => {
    const found = await store.lockOrganisation(queries, id)
    if (!found) throw new AppError('organisation-not-found')
    if ((found.suspendedAt !== null) !== suspended) {
      await store.updateOrganisation(queries, id, { suspendedAt: suspended ? context.now() : null })
    }
    return found
  })
  if (suspended) context.bus.publish({ kind: 'organisation.suspended', organisationId: id })
  return before
}

/** The row alone; what hangs on it must be gone. */
export function removeOrganisation(queries: Queries, id: OrganisationId): Promise<void> {
  return store.removeOrganisation(queries, id)
}

/** False on an installation that nobody has used yet. */
export function hasOrganisations(context: Context): Promise<boolean> {
  return store.hasOrganisations(context.database.queries)
}
