import {
  MAX_UPLOAD_PIECE_BYTES,
  type MediaFile,
  type OrganisationId,
  SINGLE_UPLOAD_BYTES,
  type UploadId,
} from '@placard/contract'
import { codeOf } from '../../../platform/api/api-error.ts'
import {
  appendToUpload,
  createUpload,
  finishUpload,
  getUploadOffset,
  uploadPicture,
} from '../../../platform/api/upload.ts'
import type { Made } from './prepare-file.ts'

type Options = {
  organisationId: OrganisationId
  made: Made
  /** Names this file's upload. An upload that is begun again because the answer never came is the same one and counts once. */
  idempotencyKey: string
  /** An upload that was begun before, on this page or an earlier one. */
  uploadId: UploadId | undefined
  /** Called as soon as the upload exists, so that it can be continued later. */
  onBegun: (id: UploadId) => void
  /** Share of the bytes that has been sent. */
  onSent: (share: number) => void
  /** Share of the bytes that has arrived. */
  onArrived: (share: number) => void
  signal: AbortSignal
}

/**
 * C7: sends a file: a small picture in one request, everything else in pieces of doubling size, starting where an earlier try ended.
 *
 * @throws ApiError; an abort throws the signal's reason
 */
export async function sendFile(options: Options): Promise<MediaFile> {
  const { organisationId, made, signal } = options
  const { bytes } = made
  if (made.type === 'image' && bytes.size <= SINGLE_UPLOAD_BYTES) {
    const onSent = (sent: number) => options.onSent(Math.min(1, sent / bytes.size))
    return uploadPicture({ organisationId, picture: bytes, onSent, signal })
  }
  const begun = await goOn(options)
  let { offset } = begun
  for (let size = SINGLE_UPLOAD_BYTES; offset < bytes.size; size = Math.min(size * 2, MAX_UPLOAD_PIECE_BYTES)) {
    const from = offset
    offset = await appendToUpload({
      organisationId,
      uploadId: begun.id,
      offset,
      piece: bytes.slice(from, from + size),
      onSent: (sent) => options.onSent(Math.min(1, (from + sent) / bytes.size)),
      signal,
    })
    options.onArrived(offset / bytes.size)
  }
  const poster = made.type === 'video' ? made.poster : undefined
  return finishUpload({ organisationId, uploadId: begun.id, poster, signal })
}

async function goOn(options: Options): Promise<{ id: UploadId; offset: number }> {
  const { organisationId, made, idempotencyKey, uploadId, signal } = options
  if (uploadId) {
    try {
      const offset = await getUploadOffset({ organisationId, uploadId, signal })
      if (offset > 0) options.onArrived(offset / made.bytes.size)
      return { id: uploadId, offset }
    } catch (error) {
      // The upload has expired, or its content was refused: start again. A response to HEAD has no body that could say more.
      const code = codeOf(error)
      if (signal.aborted || (code !== 'not-found' && code !== 'upload-not-found')) throw error
    }
  }
  const film = made.type === 'video' ? { insists: made.insists, sourceSha256: made.sourceSha256 } : undefined
  const { id } = await createUpload({ organisationId, length: made.bytes.size, film, idempotencyKey, signal })
  options.onBegun(id)
  return { id, offset: 0 }
}
