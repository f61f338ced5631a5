import { MediaFile, MediaId, type OrganisationId } from '@placard/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { addressOf, EXTENSIONS, fileNameOf, idOfName, thumbnailNameOf } from './address.ts'

/** `addressOf` a row of media_file, in SQL: half of what it costs to read a list is its columns. Null where no row is joined. */
export const MEDIA_ADDRESS = sql<string | null>`'/media/' || media_file.id || case media_file.content_type ${sql.join(
  Object.entries(EXTENSIONS).map(([type, ending]) => sql`when ${sql.lit(type)} then ${sql.lit(`.${ending}`)}`),
  sql` `,
)} end`

type Row = { id: string; content_type: string; sha256: string; size_bytes: number; width: number; height: number }

function toMediaFile(row: Row): MediaFile {
  return MediaFile.parse({
    id: row.id,
    url: addressOf({ id: row.id, contentType: row.content_type }),
    contentType: row.content_type,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    width: row.width,
    height: row.height,
  })
}

export async function createMediaFile(
  queries: Queries,
  file: Omit<MediaFile, 'url'> & { organisationId: OrganisationId; createdAt: number },
): Promise<void> {
  await queries
    .insertInto('media_file')
    .values({
      id: file.id,
      organisation_id: file.organisationId,
      content_type: file.contentType,
      sha256: file.sha256,
      size_bytes: file.sizeBytes,
      width: file.width,
      height: file.height,
      created_at: file.createdAt,
      unreferenced_since: null,
    })
    .execute()
}

/** Removes the rows of an organisation's files. @returns the names of what lies in the file store */
export async function removeMediaOf(queries: Queries, organisationId: OrganisationId): Promise<string[]> {
  const rows = await queries
    .deleteFrom('media_file')
    .where('organisation_id', '=', organisationId)
    .returning(['id', 'content_type'])
    .execute()
  return rows.flatMap(namesOf)
}

/** The keys in the file store for a row. */
function namesOf(row: { id: string; content_type: string }): string[] {
  return [fileNameOf({ id: row.id, contentType: row.content_type }), thumbnailNameOf(MediaId.parse(row.id))]
}

/** Bytes of an organisation's stored files. Pictures in small are not counted: nobody asked for them. */
export async function sumMediaBytes(queries: Queries, organisationId: OrganisationId): Promise<number> {
  const row = await queries
    .selectFrom('media_file')
    .select((column) => column.fn.sum<number | string | null>('size_bytes').as('bytes'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}

/** The tables that show stored files. A new one is added here. */
function isReferenced(media: ExpressionBuilder<Tables, 'media_file'>) {
  return media.or([
    media.exists(media.selectFrom('item').select(sql.lit(1).as('one')).whereRef('item.media_id', '=', 'media_file.id')),
    media.exists(
      media
        .selectFrom('organisation')
        .select(sql.lit(1).as('one'))
        .whereRef('organisation.id', '=', 'media_file.organisation_id')
        .whereRef('organisation.brand_media_id', '=', 'media_file.id'),
    ),
  ])
}

/** True: somebody may still go back to a time when it was shown, because the log keeps changed things as they were. */
function isRemembered(media: ExpressionBuilder<Tables, 'media_file'>, since: number) {
  return media.exists(
    media
      .selectFrom('activity_state')
      .select(sql.lit(1).as('one'))
      .whereRef('activity_state.organisation_id', '=', 'media_file.organisation_id')
      .where('activity_state.at', '>', since)
      .where('activity_state.changes', 'like', sql<string>`'%' || media_file.id || '%'`),
  )
}

/** Writes down which files nothing names any more, and takes it back for those that something names again. */
export async function markUnreferenced(queries: Queries, now: number): Promise<void> {
  await queries
    .updateTable('media_file')
    .set({ unreferenced_since: null })
    .where('unreferenced_since', 'is not', null)
    .where(isReferenced)
    .execute()
  await queries
    .updateTable('media_file')
    .set({ unreferenced_since: now })
    .where('unreferenced_since', 'is', null)
    .where((media) => media.not(isReferenced(media)))
    .execute()
}

/** Takes it back at once for these: what comes back is told by what the log has of it, which may be older. */
export async function keepFiles(queries: Queries, ids: readonly MediaId[]): Promise<void> {
  for (const id of new Set(ids)) {
    await queries
      .updateTable('media_file')
      .set({ unreferenced_since: null })
      .where('id', '=', id)
      .where('unreferenced_since', 'is not', null)
      .execute()
  }
}

export async function listUnreferencedBefore(queries: Queries, at: number): Promise<MediaId[]> {
  const rows = await queries.selectFrom('media_file').select('id').where('unreferenced_since', '<=', at).execute()
  return rows.map(({ id }) => MediaId.parse(id))
}

/** @returns the names of what lies in the file store; empty when something names it after all, or it is gone */
export async function removeUnreferenced(queries: Queries, id: MediaId, before: number): Promise<string[]> {
  const rows = await queries
    .deleteFrom('media_file')
    .where('id', '=', id)
    .where('unreferenced_since', '<=', before)
    .where((media) => media.not(isReferenced(media)))
    .where((media) => media.not(isRemembered(media, before)))
    .returning(['id', 'content_type'])
    .execute()
  return rows.flatMap(namesOf)
}

/** Of these names, the ones that no row stands for. */
export async function keepUnknownNames(queries: Queries, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await queries.selectFrom('media_file').select('id').where('id', 'in', names.map(idOfName)).execute()
  const known = new Set(rows.map(({ id }) => id))
  return names.filter((name) => !known.has(idOfName(name)))
}

const COLUMNS = ['id', 'content_type', 'sha256', 'size_bytes', 'width', 'height'] as const

/** @param organisationId undefined: whoever's it is. The address of a file is what lets a player fetch it. */
export async function findMediaFile(
  queries: Queries,
  organisationId: OrganisationId | undefined,
  id: MediaId,
): Promise<MediaFile | undefined> {
  let query = queries.selectFrom('media_file').select(COLUMNS).where('id', '=', id)
  if (organisationId !== undefined) query = query.where('organisation_id', '=', organisationId)
  const row = await query.executeTakeFirst()
  return row && toMediaFile(row)
}
