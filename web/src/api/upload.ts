import { LONG_CALL_TIMEOUT_MS, MediaFile, type OrganisationId, pathOf, ROUTES } from '@placard/contract'
import { ApiError, readError } from './api-error.ts'
import { OWN_PAGE_HEADER } from './call.ts'
import { sessionEnded } from './session-events.ts'

export type UploadOptions = {
  organisationId: OrganisationId
  picture: Blob
  idempotencyKey: string
  /** Share of the bytes that are on their way, 0 to 1. */
  onProgress: (share: number) => void
  signal?: AbortSignal
}

/**
 * Sends a picture. XMLHttpRequest, because fetch tells nothing about how far a body has got.
 *
 * @throws ApiError; `no-answer` after LONG_CALL_TIMEOUT_MS without progress (K4). An abort throws the signal's reason.
 */
export function uploadPicture(options: UploadOptions): Promise<MediaFile> {
  const { signal } = options
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const abort = () => request.abort()
    const settle = (act: () => void) => {
      clearTimeout(watchdog)
      signal?.removeEventListener('abort', abort)
      act()
    }
    const fail = (error: unknown) => settle(() => reject(error))
    const progressed = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => {
        fail(new ApiError('no-answer'))
        request.abort()
      }, LONG_CALL_TIMEOUT_MS)
    }

    request.upload.onprogress = (event) => {
      progressed()
      if (event.lengthComputable) options.onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      const answer = readUpload(request.status, request.responseText)
      if (answer instanceof ApiError) {
        if (answer.code === 'not-signed-in') sessionEnded.announce()
        fail(answer)
      } else settle(() => resolve(answer))
    }
    request.onerror = () => fail(new ApiError('network-request-failed'))
    request.onabort = () => fail(signal?.reason ?? new ApiError('network-request-failed'))

    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', abort)
    request.open(ROUTES.uploadMedia.method, pathOf('uploadMedia', { organisationId: options.organisationId }))
    for (const [name, value] of Object.entries(OWN_PAGE_HEADER)) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', options.picture.type)
    request.setRequestHeader('idempotency-key', options.idempotencyKey)
    progressed()
    request.send(options.picture)
  })
}

function readUpload(status: number, text: string): MediaFile | ApiError {
  if (status < 200 || status >= 300) return readError(status, text)
  try {
    return MediaFile.parse(JSON.parse(text))
  } catch (cause) {
    return new ApiError('unexpected-answer', { cause })
  }
}
