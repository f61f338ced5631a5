import {
  CALL_TIMEOUT_MS,
  filmMetadataOf,
  LONG_CALL_TIMEOUT_MS,
  MediaFile,
  MediaSent,
  type OrganisationId,
  PIECE_TYPE,
  pathOf,
  ROUTES,
  type RouteName,
  TUS_VERSION,
  Upload,
  type UploadId,
  type UploadTraits,
} from '@placard/contract'
import type { z } from 'zod'
import { ApiError, readError } from './api-error.ts'
import { OWN_PAGE_HEADER } from './call.ts'
import { sessionEnded } from './session-events.ts'

/** Receives the number of bytes of the body sent so far. */
type OnSent = (bytes: number) => void
type Whose = { organisationId: OrganisationId; signal: AbortSignal }
type Which = Whose & { uploadId: UploadId }

/** C7: uploads a picture of SINGLE_UPLOAD_BYTES or less in one request. @throws ApiError as `send` */
export async function uploadPicture(options: Whose & { picture: Blob; onSent: OnSent }): Promise<MediaFile> {
  const { organisationId, picture, onSent, signal } = options
  const answer = await send('uploadMedia', pathOf('uploadMedia', { organisationId }), {
    body: picture,
    headers: { 'content-type': picture.type },
    onSent,
    signal,
  })
  return read(MediaFile, answer.text)
}

/** The owner of a proposed picture: the holder of a link, or a member. */
export type Proposing = { token: string } | { organisationId: OrganisationId }

/** [CL1] Uploads a picture for a proposal. @throws ApiError as `send` */
export async function sendProposedPicture(
  whose: Proposing,
  { picture, signal }: { picture: Blob; signal: AbortSignal },
): Promise<MediaSent> {
  const name = 'token' in whose ? 'sendProposalPicture' : 'uploadProposalPicture'
  const path = 'token' in whose ? pathOf('sendProposalPicture', {}) : pathOf('uploadProposalPicture', whose)
  const headers = { 'content-type': picture.type, ...('token' in whose ? { 'proposal-link': whose.token } : {}) }
  return read(MediaSent, (await send(name, path, { body: picture, headers, signal })).text)
}

/**
 * C7: starts an upload in pieces. Repeated with the same key, it is the same upload.
 *
 * @param options.film undefined for a picture
 * @throws ApiError as `send`
 */
export async function createUpload(
  options: Whose & { length: number; film?: Omit<UploadTraits, 'kind'> | undefined; idempotencyKey: string },
): Promise<Upload> {
  const { organisationId, length, film, idempotencyKey, signal } = options
  const metadata = film && filmMetadataOf(film)
  const answer = await send('createUpload', pathOf('createUpload', { organisationId }), {
    headers: {
      ...TUS,
      'upload-length': String(length),
      ...(metadata ? { 'upload-metadata': metadata } : {}),
      'idempotency-key': idempotencyKey,
    },
    signal,
  })
  return read(Upload, answer.text)
}

/** The number of bytes that have arrived. @throws ApiError as `send`; `upload-not-found` if the upload has to start again */
export async function getUploadOffset({ organisationId, uploadId, signal }: Which): Promise<number> {
  const path = pathOf('getUploadOffset', { organisationId, uploadId })
  return offsetIn(await send('getUploadOffset', path, { headers: TUS, signal }))
}

/** Sends bytes starting at `offset`. @returns the number of bytes that have arrived @throws ApiError as `send` */
export async function appendToUpload(
  options: Which & { offset: number; piece: Blob; onSent: OnSent },
): Promise<number> {
  const { organisationId, uploadId, offset, piece, onSent, signal } = options
  const answer = await send('appendToUpload', pathOf('appendToUpload', { organisationId, uploadId }), {
    body: piece,
    headers: { ...TUS, 'content-type': PIECE_TYPE, 'upload-offset': String(offset) },
    onSent,
    signal,
  })
  return offsetIn(answer)
}

/**
 * Makes a picture or a film of the bytes that have arrived. May be repeated.
 *
 * @param which.poster for a film: a JPEG that fits into one request
 * @throws ApiError as `send`
 */
export async function finishUpload(which: Which & { poster?: Blob | undefined }): Promise<MediaFile> {
  const { organisationId, uploadId, poster, signal } = which
  const answer = await send('finishUpload', pathOf('finishUpload', { organisationId, uploadId }), {
    headers: poster ? { 'content-type': poster.type } : {},
    ...(poster ? { body: poster } : {}),
    signal,
  })
  return read(MediaFile, answer.text)
}

/** C8: makes the server delete the bytes that have arrived. @throws ApiError as `send` */
export async function removeUpload({ organisationId, uploadId, signal }: Which): Promise<void> {
  await send('removeUpload', pathOf('removeUpload', { organisationId, uploadId }), { headers: TUS, signal })
}

const TUS = { 'tus-resumable': TUS_VERSION }

type Sending = { headers: Record<string, string>; body?: Blob; onSent?: OnSent; signal: AbortSignal }
type Answer = { status: number; text: string; header: (name: string) => string | null }

/**
 * Sends one request with XMLHttpRequest, because fetch does not report the progress of a body.
 *
 * @throws ApiError; `no-answer` without progress for LONG_CALL_TIMEOUT_MS if there is a body, else for CALL_TIMEOUT_MS
 * (K4). An abort throws the signal's reason.
 */
function send(name: RouteName, path: string, { headers, body, onSent, signal }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const abort = () => request.abort()
    const settle = (act: () => void) => {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', abort)
      act()
    }
    const fail = (error: unknown) => settle(() => reject(error))
    const progressed = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(
        () => {
          fail(new ApiError('no-answer'))
          request.abort()
        },
        body ? LONG_CALL_TIMEOUT_MS : CALL_TIMEOUT_MS,
      )
    }

    // A listener makes the browser report progress, which is useless for a request without a body.
    if (body) {
      request.upload.onprogress = (event) => {
        progressed()
        onSent?.(event.loaded)
      }
    }
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) {
        return settle(() => resolve({ status, text: responseText, header: (key) => request.getResponseHeader(key) }))
      }
      const error = readError(status, responseText)
      if (error.code === 'not-signed-in') sessionEnded.announce({})
      fail(error)
    }
    request.onerror = () => fail(new ApiError('network-request-failed'))
    request.onabort = () => fail(signal.reason ?? new ApiError('network-request-failed'))

    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', abort)
    request.open(ROUTES[name].method, path)
    for (const [key, value] of Object.entries({ ...OWN_PAGE_HEADER, ...headers })) request.setRequestHeader(key, value)
    progressed()
    request.send(body ?? null)
  })
}

function read<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new ApiError('unexpected-answer', { cause })
  }
}

/** The header is missing if a proxy has answered instead of the server. */
function offsetIn(answer: Answer): number {
  const value = answer.header('upload-offset')
  if (value === null || !/^\d{1,15}$/.test(value)) throw new ApiError('unexpected-answer', { status: answer.status })
  return Number(value)
}
