import type { OrganisationId, ProgrammeId, TableId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'

/** The conditions of visible items that may depend on a table, with their programmes. */
export async function listConditions(
  queries: Queries,
  organisationId: OrganisationId,
  tableId: TableId,
): Promise<{ programmeId: ProgrammeId; stored: string | null }[]> {
  const rows = await queries
    .selectFrom('item')
    .select(['programme_id', 'condition'])
    .where('organisation_id', '=', organisationId)
    // Only these are in the index.
    .where('value_sources', 'is not', null)
    .where('value_sources', 'like', `%,${tableId},%`)
    .where('condition', 'is not', null)
    .where('visible', '=', 1)
    .orderBy('programme_id')
    .orderBy('id')
    .execute()
  return rows.map(({ programme_id, condition }) => ({ programmeId: programme_id as ProgrammeId, stored: condition }))
}

/** The displays with a visible item that includes one of these playlists. */
export async function listDisplaysWith(
  queries: Queries,
  organisationId: OrganisationId,
  playlists: readonly ProgrammeId[],
): Promise<ProgrammeId[]> {
  if (playlists.length === 0) return []
  const rows = await queries
    .selectFrom('item')
    .select('programme_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('playlist_id', 'in', playlists)
    .where('visible', '=', 1)
    .execute()
  return rows.map(({ programme_id }) => programme_id as ProgrammeId)
}
