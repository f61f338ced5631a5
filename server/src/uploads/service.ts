import { createHash, randomUUID } from 'node:crypto'
import { type MediaFile, MediaId, type OrganisationId, type UploadId } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { makeThumbnail } from './picture.ts'
import { requireRoom } from './storage.ts'
import * as store from './store.ts'
import { removeFiles } from './sweep.ts'
import { finishUpload } from './upload.store.ts'
import type { Workpiece, Workshop } from './workshop.ts'

export { INSTALLATION_KEY, removeInstallationId } from './ownership.store.ts'
export { adoptFiles, claimFiles, ForeignFiles, readOwnership } from './ownership.ts'
export { readStorageUse } from './storage.ts'
export { fileNameOf, keepFiles, thumbnailNameOf } from './store.ts'
export { openWorkshop } from './workshop.ts'

/**
 * Checks, re-encodes and keeps a picture. Resolves when file and row would survive a power cut.
 *
 * @param sent the bytes as they came, at most MAX_IMAGE_BYTES, or the file that has them
 * @param options.upload what it came by, which is finished together with it, or not at all
 * @param options.gone aborted when nobody waits for it any more: it is not begun then
 * @throws AppError not-an-image, image-too-large, image-damaged, quota-exceeded, disk-full, unavailable
 */
export function storePicture(
  context: Context,
  workshop: Workshop,
  organisationId: OrganisationId,
  sent: Uint8Array | string,
  { upload, gone }: { upload?: UploadId; gone?: AbortSignal | undefined } = {},
): Promise<MediaFile> {
  const use = async ({ picture, thumbnail, ...made }: Workpiece) => {
    const file = mediaFileOf({ ...made, contentType: 'image/jpeg' })
    const put = async () => {
      await context.files.take(store.thumbnailNameOf(file.id), thumbnail)
      await context.files.take(store.fileNameOf(file), picture)
    }
    return keep(context, organisationId, file, put, async (queries, insert) => {
      await requireRoom(queries, organisationId, { bytes: file.sizeBytes, instead: upload }, context.now())
      await insert()
      // Cancelled meanwhile, or finished by another process: it is that one's file that counts.
      if (upload !== undefined && !(await finishUpload(queries, upload, file.id)))
        throw new AppError('upload-not-found')
    })
  }
  return workshop.make(sent, use, { of: organisationId, signal: gone })
}

/** Keeps a file that ships with the product: it needs no check, and is never refused for want of room. */
export function storeMediaFile(
  context: Context,
  organisationId: OrganisationId,
  shipped: { bytes: Uint8Array; contentType: 'image/jpeg' | 'video/mp4' | 'video/webm'; width: number; height: number },
): Promise<MediaFile> {
  const { bytes, ...rest } = shipped
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = mediaFileOf({ ...rest, sha256, sizeBytes: bytes.byteLength })
  const put = async () => {
    if (file.contentType === 'image/jpeg') {
      await context.files.put(store.thumbnailNameOf(file.id), await makeThumbnail(bytes))
    }
    await context.files.put(store.fileNameOf(file), bytes)
  }
  return keep(context, organisationId, file, put, (_, insert) => insert())
}

function mediaFileOf(known: Omit<MediaFile, 'id' | 'url'>): MediaFile {
  const id = MediaId.parse(randomUUID())
  return { id, url: `/media/${store.fileNameOf({ id, contentType: known.contentType })}`, ...known }
}

/**
 * @param put stores the files
 * @param record inserts the row, with what is asked before and written after it in the same transaction
 */
async function keep(
  context: Context,
  organisationId: OrganisationId,
  file: MediaFile,
  put: () => Promise<void>,
  record: (queries: Queries, insert: () => Promise<void>) => Promise<void>,
): Promise<MediaFile> {
  let asked = false
  try {
    // The files first: a row without its file would be a hole on a screen, a file without a row is only lost space.
    await put()
    asked = true
    const row = { ...file, organisationId, createdAt: context.now() }
    await context.database.transaction((queries) => record(queries, () => store.createMediaFile(queries, row)))
    return file
  } catch (error) {
    // A connection that was cut may have carried the commit over all the same. What it left is the sweep's to find out.
    const undone = !asked || error instanceof AppError || context.database.dialect === 'sqlite'
    if (undone) await removeFiles(context, [store.fileNameOf(file), store.thumbnailNameOf(file.id)])
    throw error
  }
}

/**
 * Removes all that an organisation has stored, once nothing names it any more.
 *
 * @param context of a transaction
 * @returns removes the files themselves; to be called once that is committed
 */
export async function removeMediaOf(context: Context, organisationId: OrganisationId): Promise<() => Promise<void>> {
  const names = await store.removeMediaOf(context.database.queries, organisationId)
  return () => removeFiles(context, names)
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
