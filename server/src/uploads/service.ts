import { createHash, randomUUID } from 'node:crypto'
import { type MediaFile, MediaId, type OrganisationId } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { createQueue } from '../platform/queue.ts'
import { makePicture, makeThumbnail } from './picture.ts'
import * as store from './store.ts'

/** A picture takes a core for a moment; the other one goes on serving. */
const inTurn = createQueue({ atOnce: 1, waiting: 16 })

/** What is written together with the row of a stored file, or not at all. */
type Alongside = (queries: Queries, file: MediaFile) => Promise<void>

/**
 * Checks, re-encodes and keeps a picture. Resolves when file and row would survive a power cut.
 *
 * @param sent the bytes as they came, at most MAX_IMAGE_BYTES
 * @throws AppError not-an-image, image-too-large, image-damaged, disk-full, unavailable
 */
export async function storePicture(
  context: Context,
  organisationId: OrganisationId,
  sent: Uint8Array,
  alongside?: Alongside,
): Promise<MediaFile> {
  const { bytes, width, height } = await inTurn(() => makePicture(sent))
  return storeMediaFile(context, organisationId, { bytes, contentType: 'image/jpeg', width, height }, alongside)
}

/** Keeps a file that needs no more checks: a picture that has had them, or one that ships with the product. */
export async function storeMediaFile(
  context: Context,
  organisationId: OrganisationId,
  file: { bytes: Uint8Array; contentType: 'image/jpeg' | 'video/mp4' | 'video/webm'; width: number; height: number },
  alongside?: Alongside,
): Promise<MediaFile> {
  const { bytes, contentType, width, height } = file
  const id = MediaId.parse(randomUUID())
  const name = store.fileNameOf({ id, contentType })
  // The files first: a row without its file would be a hole on a screen, a file without a row is only lost space.
  if (contentType === 'image/jpeg') {
    const thumbnail = await inTurn(() => makeThumbnail(bytes))
    await context.files.put(store.thumbnailNameOf(id), thumbnail)
  }
  await context.files.put(name, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const stored: MediaFile = {
    id,
    url: `/media/${name}`,
    contentType,
    sha256,
    sizeBytes: bytes.byteLength,
    width,
    height,
  }
  await context.database.transaction(async (queries) => {
    await store.createMediaFile(queries, { ...stored, organisationId, createdAt: context.now() })
    await alongside?.(queries, stored)
  })
  return stored
}

/** A file of this organisation; undefined for another's. */
export function findMediaFile(
  queries: Queries,
  organisationId: OrganisationId,
  id: MediaId,
): Promise<MediaFile | undefined> {
  return store.findMediaFile(queries, organisationId, id)
}

/** Any stored file, for whoever knows its address: displays are public. */
export function findPublicMediaFile(queries: Queries, id: MediaId): Promise<MediaFile | undefined> {
  return store.findMediaFile(queries, undefined, id)
}
