import type { OrganisationId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'

/** The last copies of feeds of an organisation. Null: nothing was read yet, or the copy is stale. */
export function listCopies(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly string[],
): Promise<{ url: string; copy: string | null }[]> {
  return queries
    .selectFrom('feed')
    .select(['url', 'copy'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .execute()
}
