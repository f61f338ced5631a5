import { MAX_DURATION_SECONDS } from '../platform/constants.ts'
import { MediaId, UploadId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { FILM_FORMATS } from './film.ts'

/** The picture formats that can be uploaded. The server always stores its own JPEG. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

/** A format that a screen must be able to decode to play a film. Screens report which ones they can. */
export const FilmFormatName = z.enum(FILM_FORMATS)

/** The properties of a stored film, as the server read them. */
export const FilmFacts = z.object({
  lengthMs: z
    .int()
    .positive()
    .max(MAX_DURATION_SECONDS * 1_000),
  /** The video codec, RFC 6381: `avc1.640028`. */
  codec: z.string(),
  /** The format to decode. Every screen plays `h264`. */
  format: FilmFormatName,
  sound: z.boolean(),
  /** True: it has a thumbnail (`thumbnailUrlOf`). */
  poster: z.boolean(),
})
export type FilmFacts = z.infer<typeof FilmFacts>

/** Lower-case hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'invalid-field')

/** A stored and checked file. Immutable: new content is a new file. */
export const MediaFile = z.object({
  id: MediaId,
  /** A path on this server, for the `url` of an item (C9). */
  url: z.string(),
  contentType: z.string(),
  /** Lower-case hex. */
  sha256: z.string(),
  sizeBytes: z.int(),
  width: z.int(),
  height: z.int(),
  /** Absent: a picture, or a film that was stored before films were read. */
  film: FilmFacts.optional(),
})
export type MediaFile = z.infer<typeof MediaFile>

/**
 * The address of a stored file's thumbnail; for a deck, that of its first page. undefined for a film without a poster, and for
 * a picture on another site.
 *
 * @param film the film at the address, if it is one
 */
export function thumbnailUrlOf(url: string, film?: Pick<FilmFacts, 'poster'>): string | undefined {
  const match = STORED_PATH.exec(url)
  return match && (match[2] === 'jpg' || match[2] === 'deck' || film?.poster) ? `${match[1]}/thumbnail.webp` : undefined
}

const STORED_PATH = /^(\/media\/[a-z0-9][a-z0-9_-]{0,63})\.(jpg|mp4|webm|deck)$/

/** An upload in pieces, by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload). */
export const Upload = z.object({
  id: UploadId,
  /** The total size in bytes. */
  length: z.int(),
  /** The time at which it is discarded: milliseconds since 1970, by the server's clock. */
  expiresAt: z.int(),
})
export type Upload = z.infer<typeof Upload>

/** The version of tus that both sides use. Each request about an upload names it in `Tus-Resumable`. */
export const TUS_VERSION = '1.0.0'
/** The content type of a piece of an upload. */
export const PIECE_TYPE = 'application/offset+octet-stream'

/** The content types of an uploaded film and its poster. */
export const FILM_TYPE = 'video/mp4'
export const POSTER_TYPE = 'image/jpeg'

/** The properties of an upload in pieces: a picture or a film. */
export type UploadTraits = {
  kind: 'picture' | 'film'
  /** True: accept a film that not every screen plays. */
  insists: boolean
  /**
   * The SHA-256, in hex, of the film that this one was converted from, so that a repeated upload is recognised. Given by the
   * sender and not verified.
   */
  sourceSha256?: string | undefined
}

/** `Upload-Metadata` (tus: creation) for a film. Pictures have none. */
export function filmMetadataOf({ insists, sourceSha256 }: Omit<UploadTraits, 'kind'>): string {
  const source = sourceSha256 === undefined ? '' : `,source ${btoa(sourceSha256)}`
  return `filetype ${btoa(FILM_TYPE)}${insists ? ',insist' : ''}${source}`
}

/** The inverse of `filmMetadataOf`. Anything that is not a film counts as a picture, and its other metadata is ignored. */
export function readUploadMetadata(header: string | undefined): UploadTraits {
  const pairs = new Map((header ?? '').split(',').map((pair) => pair.trim().split(' ') as [string, string | undefined]))
  if (pairs.get('filetype') !== btoa(FILM_TYPE)) return { kind: 'picture', insists: false }
  const source = Sha256.safeParse(decoded(pairs.get('source'))).data
  return { kind: 'film', insists: pairs.has('insist'), ...(source === undefined ? {} : { sourceSha256: source }) }
}

/** @returns undefined if it is not base64 */
function decoded(value: string | undefined): string | undefined {
  try {
    return value && atob(value)
  } catch {
    return undefined
  }
}

/**
 * The base address from which stored files are fetched first, without a trailing slash: `/media/a.jpg` is at
 * `<mediaUrl>/a.jpg`. The server has every file too, as a fallback. Absent: only the server.
 */
export const MediaUrl = z
  .string()
  .regex(/^https?:\/\//)
  .optional()
  .catch(undefined)

/** Errors of a file that would be refused again. */
export const UNFIT_FILE = [
  'not-an-image',
  'image-damaged',
  'image-too-large',
  'not-a-film',
  'film-damaged',
  'film-not-for-every-screen',
] as const
