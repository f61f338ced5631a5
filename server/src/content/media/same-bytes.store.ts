import { MediaId, type OrganisationId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { type FileReader, isSeenBy } from './reach.store.ts'

/** The oldest file with the same bytes that the reader may see. Undefined: the given file is the oldest itself. */
export async function findSameBytes(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  id: MediaId,
): Promise<MediaId | undefined> {
  const row = await queries
    .selectFrom('media_file')
    .innerJoin('media_file as sent', inOrganisation({ 'sent.sent_sha256': 'media_file.sent_sha256' }))
    .select('media_file.id')
    .where('sent.organisation_id', '=', organisationId)
    .where('sent.id', '=', id)
    // Pages belong to their deck, and held files to nobody yet.
    .where('media_file.deck_id', 'is', null)
    .where('media_file.held_for', 'is', null)
    .where((media) => isSeenBy(reader, media))
    .orderBy('media_file.created_at')
    .orderBy('media_file.id')
    .limit(1)
    .executeTakeFirst()
  return row && row.id !== id ? MediaId.parse(row.id) : undefined
}
