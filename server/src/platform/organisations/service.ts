import type { OrganisationId } from '@placard/contract'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { AppError } from '../errors.ts'
import * as store from './store.ts'

export { findOrganisation, lockOrganisation } from './store.ts'

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

/** Creates the organisation unless the id exists. @returns true when it was created */
export function ensureOrganisation(context: Context, id: OrganisationId, name: string): Promise<boolean> {
  const organisation = { id, name, createdAt: context.now(), quotaBytes: null }
  return store.createOrganisation(context.database.queries, organisation)
}

/** Every organisation of the installation, by name. */
export function listOrganisations(context: Context): Promise<store.StoredOrganisation[]> {
  return store.listOrganisations(context.database.queries)
}

/** Fields that are left out stay unchanged. @returns the organisation before the change. @throws AppError organisation-not-found */
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
 * Unsubscribes an organisation, or subscribes it again. While it is unsubscribed its members are answered `not-subscribed`, and its
 * displays play what they have. The caller must end the sessions.
 *
 * @returns the organisation before the change
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

/** Removes only the row. Everything that refers to it must be gone. */
export function removeOrganisation(queries: Queries, id: OrganisationId): Promise<void> {
  return store.removeOrganisation(queries, id)
}

/** False for a new installation without any organisation. */
export function hasOrganisations(context: Context): Promise<boolean> {
  return store.hasOrganisations(context.database.queries)
}
