import type { OrganisationId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

export async function createOrganisation(
  queries: Queries,
  organisation: { id: OrganisationId; name: string; createdAt: number },
): Promise<void> {
  const { id, name, createdAt } = organisation
  await queries.insertInto('organisation').values({ id, name, created_at: createdAt }).execute()
}

export async function hasOrganisations(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('organisation').select('id').limit(1).executeTakeFirst()) !== undefined
}
