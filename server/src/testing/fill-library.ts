import { MediaId, type OrganisationId } from '@placard/contract'
import type { Database, Queries } from '../platform/database/database.ts'
import { rowsAtOnce } from '../platform/database/rows-at-once.ts'

/** Parts of the file names, so that a search finds some of them. Each occurs in one file of forty. */
const WORDS = ['Harbour', 'Menu', 'Open day', 'Concert', 'Library', 'Timetable', 'Garden', 'Winter'] as const
const STEP_MS = 60_000

/**
 * Adds media files to an organisation, bypassing uploads: rows without bytes, for tests of a full library. Each is a minute older than
 * the one before it.
 *
 * @param newestAt when the newest was stored: milliseconds since 1970
 */
export async function fillLibrary(
  database: Pick<Database, 'transaction'>,
  organisationId: OrganisationId,
  count: number,
  newestAt = Date.UTC(2026, 0, 1),
): Promise<void> {
  await database.transaction((queries) => fillFiles(queries, organisationId, count, newestAt))
}

async function fillFiles(queries: Queries, organisationId: OrganisationId, count: number, newestAt: number) {
  const files = Array.from({ length: count }, (_, index) => index)
  for (const some of rowsAtOnce(files)) {
    await queries
      .insertInto('media_file')
      .values(
        some.map((index) => ({
          id: MediaId.parse(`filled-${String(index).padStart(6, '0')}`),
          organisation_id: organisationId,
          content_type: 'image/jpeg',
          sha256: index.toString(16).padStart(64, '0'),
          size_bytes: 100,
          width: 1_920,
          height: 1_080,
          created_at: newestAt - index * STEP_MS,
          unreferenced_since: null,
          name: `${WORDS[index % WORDS.length]} ${index}`,
          labels: index % 5 === 0 ? '\nEvents\n' : '',
          alternative_text: '',
          uploaded_by: 'somebody@vnr.example',
          sent_sha256: null,
          kept: 1 as const,
          removed_at: null,
        })),
      )
      .execute()
  }
}
