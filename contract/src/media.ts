import { MediaId } from './id.ts'
import { z } from './zod.ts'

/** What a picture may arrive as. What is stored is always the server's own JPEG of it. */
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
