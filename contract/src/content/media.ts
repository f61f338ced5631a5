import { MAX_DURATION_SECONDS } from '../platform/constants.ts'
import { MediaId, UploadId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { FILM_FORMATS } from './film.ts'

/** Formats in which a picture may arrive. The server always stores its own JPEG of it. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

/** A format that a screen must decode to play a film, and that one says it can. */
export const FilmFormatName = z.enum(FILM_FORMATS)

/** A stored film as the server has read it. */
export const FilmFacts = z.object({
  lengthMs: z
    .int()
    .positive()
    .max(MAX_DURATION_SECONDS * 1_000),
  /** Of its pictures, RFC 6381: `avc1.640028`. */
  codec: z.string(),
  /** The format to decode; `h264` is played by every screen. */
  format: FilmFormatName,
  sound: z.boolean(),
  /** True: it has a picture in small (`thumbnailUrlOf`). */
  poster: z.boolean(),
})
export type FilmFacts = z.infer<typeof FilmFacts>

/** Lower-case hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'invalid-field')

/** A stored, checked file. Immutable: another content is another file. */
export const MediaFile = z.object({
  id: MediaId,
  /** Path on this server; put it into an item's `url` (C9). */
  url: z.string(),
  contentType: z.string(),
  /** Lower-case hex. */
  sha256: z.string(),
  sizeBytes: z.int(),
  width: z.int(),
  height: z.int(),
  /** Absent: a picture, or a film that was there before films were read. */
  film: FilmFacts.optional(),
})
export type MediaFile = z.infer<typeof MediaFile>

/**
 * The address of a stored file's picture in small, of a deck its first page; undefined for a film without a poster, and for another site's picture.
 *
 * @param film of the file at the address, where it is one
 */
export function thumbnailUrlOf(url: string, film?: Pick<FilmFacts, 'poster'>): string | undefined {
  const match = STORED_PATH.exec(url)
  return match && (match[2] === 'jpg' || match[2] === 'deck' || film?.poster) ? `${match[1]}/thumbnail.webp` : undefined
}

const STORED_PATH = /^(\/media\/[a-z0-9][a-z0-9_-]{0,63})\.(jpg|mp4|webm|deck)$/

/** An upload that goes up in pieces, by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload). */
export const Upload = z.object({
  id: UploadId,
  /** Bytes of the whole. */
  length: z.int(),
  /** It is forgotten then: milliseconds since 1970, the server's clock. */
  expiresAt: z.int(),
})
export type Upload = z.infer<typeof Upload>

/** The version of tus that both sides speak; each request about an upload names it in `Tus-Resumable`. */
export const TUS_VERSION = '1.0.0'
/** The type of a piece of an upload. */
export const PIECE_TYPE = 'application/offset+octet-stream'

/** The type of an uploaded film, and of its poster. */
export const FILM_TYPE = 'video/mp4'
export const POSTER_TYPE = 'image/jpeg'

/** An upload in pieces: a picture, or a film. */
export type UploadTraits = {
  kind: 'picture' | 'film'
  /** A film is taken that not every screen plays. */
  insists: boolean
  /** SHA-256 in hex of the film that this one was made of, by which it is known when it comes again. Its sender's word. */
  sourceSha256?: string | undefined
}

/** `Upload-Metadata` (tus: creation) of a film; a picture has none. */
export function filmMetadataOf({ insists, sourceSha256 }: Omit<UploadTraits, 'kind'>): string {
  const source = sourceSha256 === undefined ? '' : `,source ${btoa(sourceSha256)}`
  return `filetype ${btoa(FILM_TYPE)}${insists ? ',insist' : ''}${source}`
}

/** The other way. What is no film's is a picture's, and whatever else it says is not asked. */
export function readUploadMetadata(header: string | undefined): UploadTraits {
  const pairs = new Map((header ?? '').split(',').map((pair) => pair.trim().split(' ') as [string, string | undefined]))
  if (pairs.get('filetype') !== btoa(FILM_TYPE)) return { kind: 'picture', insists: false }
  const source = Sha256.safeParse(decoded(pairs.get('source'))).data
  return { kind: 'film', insists: pairs.has('insist'), ...(source === undefined ? {} : { sourceSha256: source }) }
}

/** @returns undefined of what is no base64 */
function decoded(value: string | undefined): string | undefined {
  try {
    return value && atob(value)
  } catch {
    return undefined
  }
}

/**
 * The address below which stored files are fetched first, without a slash at the end: `/media/a.jpg` at `<mediaUrl>/a.jpg`. The
 * server has each of them as well, for when that fails. Absent: the server alone.
 */
export const MediaUrl = z
  .string()
  .regex(/^https?:\/\//)
  .optional()
  .catch(undefined)
