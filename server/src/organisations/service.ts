import type { OrganisationId } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import * as store from './store.ts'

export async function createOrganisation(context: Context, id: OrganisationId, name: string): Promise<void> {
  await store.createOrganisation(context.database.queries, { id, name, createdAt: context.now() })
}

/** Makes it unless there is one with that id. @returns whether it was made */
export function ensureOrganisation(context: Context, id: OrganisationId, name: string): Promise<boolean> {
  return store.ensureOrganisation(context.database.queries, { id, name, createdAt: context.now() })
}

/** Every organisation of the installation, by id. */
export function listOrganisations(context: Context): Promise<{ id: OrganisationId; name: string }[]> {
  return store.listOrganisations(context.database.queries)
}

/** False on an installation that nobody has used yet. */
export function hasOrganisations(context: Context): Promise<boolean> {
  return store.hasOrganisations(context.database.queries)
}
