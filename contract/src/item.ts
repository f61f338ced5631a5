import { DEFAULT_VISIBLE, MAX_DURATION_SECONDS, MAX_URL_CHARACTERS } from './constants.ts'
import { ItemId } from './id.ts'
import { readItemUrl } from './item-url.ts'
import { Title } from './text.ts'
import { z } from './zod.ts'

export const ItemType = z.enum(['image', 'youtube', 'video'])
export type ItemType = z.infer<typeof ItemType>

/** Seconds. 0 and absent both mean DEFAULT_PLAYER_DURATION_SECONDS (P7). */
export const Duration = z.int().min(0).max(MAX_DURATION_SECONDS)

/** How a picture or a film takes its place: whole, with its edges going on beside it, or filling it, with its edges cut. */
export const ItemFit = z.enum(['contain', 'cover'])
export type ItemFit = z.infer<typeof ItemFit>

/** What stays in sight where edges are cut: shares of the picture's width and height, counted from the left and the top. */
export const ItemFocus = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
export type ItemFocus = z.infer<typeof ItemFocus>

/** An address as it was typed. It may be unplayable (V1): `readItemUrl` tells, and only its answer may be rendered. */
const TypedUrl = z
  .string()
  .min(1, 'url-not-playable')
  .max(MAX_URL_CHARACTERS, 'too-long')
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'text-not-well-formed')

/** One entry of a display's loop as its administrators see it (E1, in the specification's names); "container" on the screen. */
export const Item = z.object({
  id: ItemId,
  title: z.string(),
  url: z.string(),
  /** When it was added: milliseconds since 1970, the server's clock. */
  uploadDate: z.int(),
  type: ItemType,
  /** Seconds. */
  duration: Duration.optional(),
  visible: z.boolean(),
  /** Absent: contain. */
  fit: ItemFit.optional(),
  /** Absent: the middle. */
  focus: ItemFocus.optional(),
  /** Fractional index: sorts by code units, so that a move writes one row. */
  position: z.string(),
  /** Counts this item's own changes; what `If-Match` is held against. */
  revision: z.int(),
  /** False when the address cannot or must not be shown; it is then in no manifest (V1). */
  playable: z.boolean(),
})
export type Item = z.infer<typeof Item>

/** A new item must be playable from the start; only an edit may keep an address that is not (V1). */
export const CreateItem = z
  .strictObject({
    title: Title,
    url: TypedUrl,
    type: ItemType,
    duration: Duration.optional(),
    visible: z.boolean().default(DEFAULT_VISIBLE),
    fit: ItemFit.optional(),
    focus: ItemFocus.optional(),
  })
  .refine((item) => readItemUrl(item.type, item.url).playable, { error: 'url-not-playable', path: ['url'] })
export type CreateItem = z.infer<typeof CreateItem>

/** What is absent stays as it is. */
export const UpdateItem = z.strictObject({
  title: Title.optional(),
  url: TypedUrl.optional(),
  type: ItemType.optional(),
  duration: Duration.optional(),
  visible: z.boolean().optional(),
  fit: ItemFit.optional(),
  focus: ItemFocus.optional(),
})
export type UpdateItem = z.infer<typeof UpdateItem>
