import { MediaId, UploadId } from './id.ts'
import { z } from './zod.ts'

/** Formats in which a picture may arrive. The server always stores its own JPEG of it. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

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
})
export type MediaFile = z.infer<typeof MediaFile>

/** The address of a stored picture's thumbnail; undefined for a film and for another site's picture, which have none. */
export function thumbnailUrlOf(url: string): string | undefined {
  const match = PICTURE_PATH.exec(url)
  return match ? `${match[1]}/thumbnail.webp` : undefined
}

const PICTURE_PATH = /^(\/media\/[a-z0-9][a-z0-9_-]{0,63})\.jpg$/

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
