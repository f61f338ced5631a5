import type { OrganisationId } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import * as store from './store.ts'

export async function createOrganisation(context: Context, id: OrganisationId, name: string): Promise<void> {
  await store.createOrganisation(context.database.queries, { id, name, createdAt: context.now() })
}

/** False on an installation that nobody has used yet. */
export function hasOrganisations(context: Context): Promise<boolean> {
  return store.hasOrganisations(context.database.queries)
}
