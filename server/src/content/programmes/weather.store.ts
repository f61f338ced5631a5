import type { OrganisationId, ProgrammeId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'

/** The rows of the displays of an organisation that have a town, with the last forecast for it. */
export async function listWeather(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<{ id: ProgrammeId; town: string; units: string | null; townId: string | null; copy: string | null }[]> {
  const displays = await queries
    .selectFrom('programme')
    .select(['id', 'town', 'weather_units as units'])
    .where('organisation_id', '=', organisationId)
    .where('town', 'is not', null)
    .where('removed_at', 'is', null)
    .execute()
  if (displays.length === 0) return []
  const copies = await queries.selectFrom('weather').select(['town_id', 'copy']).execute()
  const byTown = new Map(copies.map(({ town_id, copy }) => [town_id, copy]))
  return displays.flatMap(({ id, town, units }) => {
    if (town === null) return []
    const townId = String((JSON.parse(town) as { id?: unknown }).id)
    return [{ id: id as ProgrammeId, town, units, townId, copy: byTown.get(townId) ?? null }]
  })
}

/** The last forecast for a town. Undefined if nobody has read it yet. */
export async function findWeather(
  queries: Queries,
  townId: string,
): Promise<{ copy: string | null; problem: string | null } | undefined> {
  return queries.selectFrom('weather').select(['copy', 'problem']).where('town_id', '=', townId).executeTakeFirst()
}
