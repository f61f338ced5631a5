import type { LineId, OrganisationId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'

/** At most this many ids in one query. */
const AT_ONCE = 500

/** The texts of those of the lines that exist, by id. */
export async function listLineTexts(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly LineId[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const rows = await queries
      .selectFrom('line')
      .select(['id', 'text'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids.slice(from, from + AT_ONCE))
      .execute()
    for (const { id, text } of rows) texts.set(id, text)
  }
  return texts
}
