import { MediaFile, type MediaId, type OrganisationId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** Name of a stored file, in the file store and in its address alike. */
export function fileNameOf(file: { id: string; contentType: string }): string {
  return `${file.id}.${EXTENSIONS[file.contentType]}`
}

/** Name of a stored picture in small: made once and kept beside it. */
export function thumbnailNameOf(id: MediaId): string {
  return `${id}_thumbnail.webp`
}

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'video/mp4': 'mp4', 'video/webm': 'webm' }

type Row = { id: string; content_type: string; sha256: string; size_bytes: number; width: number; height: number }

function toMediaFile(row: Row): MediaFile {
  return MediaFile.parse({
    id: row.id,
    url: `/media/${fileNameOf({ id: row.id, contentType: row.content_type })}`,
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
    })
    .execute()
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
