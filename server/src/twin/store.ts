import { MediaId, type OrganisationId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** SQLite takes 32,766 values in a query, PostgreSQL 65,535. */
const FILES_AT_ONCE = 1_000

/**
 * The words that stand for stored files of an organisation: an alternative text, or those on the page of a deck. A file of somebody
 * else has none.
 */
export async function readWords(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
): Promise<Map<MediaId, string>> {
  const words = new Map<MediaId, string>()
  for (let from = 0; from < ids.length; from += FILES_AT_ONCE) {
    const rows = await queries
      .selectFrom('media_file')
      .select(['id', 'alternative_text', 'page_text'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids.slice(from, from + FILES_AT_ONCE))
      .execute()
    for (const { id, alternative_text, page_text } of rows)
      words.set(MediaId.parse(id), alternative_text || page_text || '')
  }
  return words
}
