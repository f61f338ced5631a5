import type { LibraryFile, MediaId, OrganisationId, UploadId } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { randomId } from '../../../platform/api/random-id.ts'
import { removeUpload } from '../../../platform/api/upload.ts'
import { findKnownFile, sourceHashOf } from '../uploads/known-file.ts'
import { type Loss, type Made, prepareFile } from '../uploads/prepare-file.ts'
import { sendFile } from '../uploads/send-in-pieces.ts'
import { titleOfFile } from '../uploads/title-of-file.ts'
import { untilAborted } from '../uploads/until-aborted.ts'
import type { UploadProblem } from '../uploads/upload-state.ts'

/** `lost`: the part or quality that could not be kept. */
type Added =
  | { status: 'added' | 'known'; file: LibraryFile; lost: Loss | undefined }
  | { status: 'failed'; problem: UploadProblem }

type Options = {
  /** For an animated picture: only the first frame is wanted. */
  still?: boolean
  /** Films only. */
  keepsQuality?: boolean
  /** The name in the library; omitted: made from the file's name. */
  name?: string
  /** The share that is prepared and sent. */
  onSent: (share: number) => void
  /** Runs a call, and repeats it while it fails with a problem that may pass. */
  patient: <T>(work: (onArrived: () => void) => Promise<T>) => Promise<T>
  /** On abort, nothing of the file stays on the server. */
  signal: AbortSignal
}

/**
 * CT2: before the bytes are sent, the library is asked for a file with the same bytes.
 *
 * @throws ApiError
 */
export async function addFile(organisationId: OrganisationId, chosen: File, options: Options): Promise<Added> {
  const { still = false, keepsQuality = false, name, onSent, patient, signal } = options
  const id = randomId()
  // A removed file counts as known too: this brings it back.
  const keep = async (mediaId: MediaId, lost: Loss | undefined, isKnown: boolean): Promise<Added> => {
    const body = { mediaId, name: name ?? titleOfFile(chosen.name, '') }
    const { file, wasThere } = await patient(() => call('addLibraryFile', { params: { organisationId }, body, signal }))
    return { status: isKnown || wasThere ? 'known' : 'added', file, lost }
  }
  // Before the conversion, which may take minutes.
  const sourceSha256 = await sourceHashOf(chosen, keepsQuality, signal)
  const stored = sourceSha256 && (await patient(() => findKnownFile(organisationId, { sha256: sourceSha256 }, signal)))
  if (stored) return keep(stored.id, undefined, true)

  let begins = 0
  const preparation = prepareFile(chosen, {
    id,
    keepsQuality,
    still,
    onConverted(share) {
      // The first half is the conversion, the second half the upload.
      begins = 0.5
      onSent(share / 2)
    },
  })
  const stop = () => preparation.close()
  signal.addEventListener('abort', stop)
  try {
    const prepared = await untilAborted(preparation.prepared, signal)
    if (prepared.status === 'unfit') return { status: 'failed', problem: prepared.problem }
    const { lost } = prepared
    // A film with a loss gets no source hash, so that choosing it again elsewhere can give a better result.
    const made = prepared.made.type === 'video' && !lost ? { ...prepared.made, sourceSha256 } : prepared.made
    const known = (await patient(() => findKnownFile(organisationId, made.bytes, signal)))?.id
    const onShare = (share: number) => onSent(begins + share * (1 - begins))
    const send = beginSending(organisationId, made, id, onShare, signal)
    return await keep(known ?? (await patient(send)), lost, known !== undefined)
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** @returns a function that sends it, and continues when it is called again */
function beginSending(
  organisationId: OrganisationId,
  made: Made,
  idempotencyKey: string,
  onSent: (share: number) => void,
  signal: AbortSignal,
): (onArrived: () => void) => Promise<MediaId> {
  let uploadId: UploadId | undefined
  const onBegun = (begun: UploadId) => {
    uploadId = begun
  }
  return async (onArrived) => {
    try {
      return (await sendFile({ organisationId, made, idempotencyKey, uploadId, onBegun, onArrived, onSent, signal })).id
    } catch (error) {
      if (signal.aborted && uploadId) {
        // The server deletes it by itself within a day, so a failure here does not matter.
        void removeUpload({ organisationId, uploadId, signal: AbortSignal.timeout(10_000) }).catch(() => {})
      }
      throw error
    }
  }
}
