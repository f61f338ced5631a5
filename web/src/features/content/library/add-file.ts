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

/** `lost`: what could not be kept of it. */
type Added =
  | { status: 'added' | 'known'; file: LibraryFile; lost: Loss | undefined }
  | { status: 'failed'; problem: UploadProblem }

type Options = {
  /** Of an animated picture its first is wanted. */
  still?: boolean
  /** Of a film. */
  keepsQuality?: boolean
  /** In the library; left out: as the file is called. */
  name?: string
  /** Share of it that is made and sent. */
  onSent: (share: number) => void
  /** Does one call of it, and again while what is in the way may pass. */
  patient: <T>(work: (onArrived: () => void) => Promise<T>) => Promise<T>
  /** Aborted, nothing of it stays at the server. */
  signal: AbortSignal
}

/**
 * CT2: the library is asked for the same bytes before they are sent.
 *
 * @throws ApiError
 */
export async function addFile(organisationId: OrganisationId, chosen: File, options: Options): Promise<Added> {
  const { still = false, keepsQuality = false, name, onSent, patient, signal } = options
  const id = randomId()
  // One that was removed is known too: this brings it back.
  const keep = async (mediaId: MediaId, lost: Loss | undefined, isKnown: boolean): Promise<Added> => {
    const body = { mediaId, name: name ?? titleOfFile(chosen.name, '') }
    const { file, wasThere } = await patient(() => call('addLibraryFile', { params: { organisationId }, body, signal }))
    return { status: isKnown || wasThere ? 'known' : 'added', file, lost }
  }
  // Before it is converted, which may take minutes.
  const sourceSha256 = await sourceHashOf(chosen, keepsQuality, signal)
  const stored = sourceSha256 && (await patient(() => findKnownFile(organisationId, { sha256: sourceSha256 }, signal)))
  if (stored) return keep(stored.id, undefined, true)

  let begins = 0
  const preparation = prepareFile(chosen, {
    id,
    keepsQuality,
    still,
    onConverted(share) {
      // The other half is for sending it.
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
    // Chosen again where nothing has to go, it is better then.
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

/** @returns what sends it, and goes on when it is called again */
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
        // The server forgets it by itself in a day; not to have told it is no failure.
        void removeUpload({ organisationId, uploadId, signal: AbortSignal.timeout(10_000) }).catch(() => {})
      }
      throw error
    }
  }
}
