import { UploadId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { MediaFile, UNFIT_FILE, Upload } from '../media.ts'

const upload = organisation.extend({ uploadId: UploadId })

const UPLOADS = `${ORGANISATION}/uploads`
const UPLOAD = `${UPLOADS}/:uploadId`

export const UPLOAD_ROUTES = {
  uploadMedia: {
    method: 'POST',
    path: `${ORGANISATION}/media`,
    access: 'editor',
    params: organisation,
    body: 'image',
    response: MediaFile,
    creates: true,
  },
  /**
   * C7: begins an upload in pieces (tus: creation). `Upload-Length` is the number of bytes. The answer's `Location` is the
   * address of the upload. `Upload-Metadata` marks a film (`filmMetadataOf`); without it, the upload is a picture.
   */
  createUpload: {
    method: 'POST',
    path: UPLOADS,
    access: 'editor',
    params: organisation,
    response: Upload,
    creates: true,
  },
  /** Returns the number of received bytes in `Upload-Offset`. Aborts a piece that is still being received. */
  getUploadOffset: {
    method: 'HEAD',
    path: UPLOAD,
    access: 'editor',
    params: upload,
    response: 'none',
  },
  /** Appends bytes at `Upload-Offset`. After the answer to the last piece, all bytes are safe from a power cut. */
  appendToUpload: {
    method: 'PATCH',
    path: UPLOAD,
    access: 'editor',
    params: upload,
    body: 'piece',
    response: 'none',
  },
  /** tus: termination. */
  removeUpload: { method: 'DELETE', path: UPLOAD, access: 'editor', params: upload, response: 'none' },
  /**
   * Turns a complete upload into a stored picture or film. A film may come with a poster (POSTER_TYPE, at most
   * SINGLE_UPLOAD_BYTES). Repeating the request, after a lost answer, returns the same answer.
   */
  finishUpload: {
    method: 'POST',
    path: `${UPLOAD}/media`,
    access: 'editor',
    params: upload,
    body: 'poster',
    response: MediaFile,
    creates: true,
  },
} as const satisfies Routes

export const UPLOAD_DETAILS = {
  uploadMedia: {
    summary: 'Stores a small picture. The response contains the address for an item.',
    errors: ['file-missing', 'not-an-image', 'file-too-large', 'image-damaged', 'image-too-large', 'quota-exceeded'],
    precedence: 'uploads',
    takesRoom: true,
  },
  createUpload: {
    summary: 'Starts a resumable upload (tus 1.0.0, creation).',
    errors: [
      'file-missing',
      'file-too-large',
      'quota-exceeded',
      'too-many-uploads',
      'protocol-version',
      'unsupported-media-type',
    ],
    takes: ['Idempotency-Key', 'Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
    tells: ['Tus-Resumable', 'Location', 'Upload-Expires'],
    precedence: 'uploads',
    takesRoom: true,
  },
  getUploadOffset: {
    summary: 'Returns how many bytes of an upload have arrived (tus 1.0.0).',
    errors: ['protocol-version'],
    takes: ['Tus-Resumable'],
    tells: ['Tus-Resumable', 'Upload-Length', 'Upload-Offset', 'Upload-Expires'],
  },
  appendToUpload: {
    summary: 'Sends the next piece of an upload (tus 1.0.0).',
    errors: ['protocol-version', 'offset-mismatch', 'upload-locked', 'file-too-large', 'body-too-large'],
    takes: ['Tus-Resumable', 'Upload-Offset'],
    tells: ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires'],
    takesRoom: true,
  },
  removeUpload: {
    summary: 'Cancels an upload (tus 1.0.0, termination).',
    errors: ['protocol-version', 'upload-locked'],
    takes: ['Tus-Resumable'],
    tells: ['Tus-Resumable'],
  },
  finishUpload: {
    summary: 'Creates a stored picture or film from a complete upload.',
    errors: [
      'file-missing',
      'upload-unfinished',
      'upload-locked',
      ...UNFIT_FILE,
      'quota-exceeded',
      'unsupported-media-type',
      'body-too-large',
    ],
    takesRoom: true,
  },
} as const satisfies DetailsOf<typeof UPLOAD_ROUTES>
