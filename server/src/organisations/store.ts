import { OrganisationId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

export async function createOrganisation(
  queries: Queries,
  organisation: { id: OrganisationId; name: string; createdAt: number },
): Promise<void> {
  const { id, name, createdAt } = organisation
  await queries.insertInto('organisation').values({ id, name, created_at: createdAt }).execute()
}

/** @returns false when there is one with that id */
export async function ensureOrganisation(
  queries: Queries,
  organisation: { id: OrganisationId; name: string; createdAt: number },
): Promise<boolean> {
  const { id, name, createdAt } = organisation
  const result = await queries
    .insertInto('organisation')
    .values({ id, name, created_at: createdAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function listOrganisations(queries: Queries): Promise<{ id: OrganisationId; name: string }[]> {
  const rows = await queries.selectFrom('organisation').select(['id', 'name']).orderBy('id').execute()
  return rows.map((row) => ({ id: OrganisationId.parse(row.id), name: row.name }))
}

export async function hasOrganisations(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('organisation').select('id').limit(1).executeTakeFirst()) !== undefined
}
