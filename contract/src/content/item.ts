import { DEFAULT_VISIBLE, MAX_DURATION_SECONDS } from '../platform/constants.ts'
import { ItemId } from '../platform/id.ts'
import { Title } from '../platform/text.ts'
import { TypedUrl } from '../platform/typed-url.ts'
import { z } from '../platform/zod.ts'
import { DeckPage, DeckSettings } from './deck.ts'
import { FeedEntry, FeedSettings } from './feed.ts'
import { ITEM_TYPES } from './item-type.ts'
import { readItemUrl } from './item-url.ts'
import { FilmFacts } from './media.ts'
import { Notice } from './notice.ts'
import { Schedule } from './schedule.ts'
import { WebPage } from './web-page.ts'

export const ItemType = z.enum(ITEM_TYPES)
export type ItemType = z.infer<typeof ItemType>

/** Seconds. 0 and absent both mean DEFAULT_PLAYER_DURATION_SECONDS (P7). */
export const Duration = z.int().min(0).max(MAX_DURATION_SECONDS)

/** How a picture or a film takes its place: whole, with its edges going on beside it, or filling it, with its edges cut. */
export const ItemFit = z.enum(['contain', 'cover'])
export type ItemFit = z.infer<typeof ItemFit>

/** The point that stays in sight where edges are cut: shares of the picture's width and height, from the left and the top. */
export const ItemFocus = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
export type ItemFocus = z.infer<typeof ItemFocus>

/** Fields that people set of every item. */
const required = { title: Title, url: TypedUrl, type: ItemType, visible: z.boolean() }

/** Further fields that people may set. A new field begins here: Item, CreateItem and UpdateItem follow. */
const optional = {
  /** Absent: a stored film's own length, where that is known; anything else as long as the player decides. Of a deck: of each page. */
  duration: Duration,
  /** Absent: contain. */
  fit: ItemFit,
  /** Absent: the middle. */
  focus: ItemFocus,
  /** Absent: always. */
  schedule: Schedule,
  /** The words of a notice, whose `url` is its picture or NO_PICTURE; of no other kind. */
  notice: Notice,
  /** Of a film: its sound is played. Absent: it is muted. */
  sound: z.boolean(),
  /** Of a deck alone; absent: all its pages, each for `duration`. */
  deck: DeckSettings,
  /** How a web page is shown; of no other kind. Absent: as it opens, and kept open. */
  webPage: WebPage,
  /** The part of a feed that is shown, always there; of no other kind. */
  feed: FeedSettings,
}

/** One entry of a display's loop as its administrators see it (E1, in the specification's names); "container" on the screen. */
export const Item = z.object({
  id: ItemId,
  title: z.string(),
  url: z.string(),
  /** When it was added: milliseconds since 1970, the server's clock. */
  uploadDate: z.int(),
  type: ItemType,
  visible: z.boolean(),
  ...z.object(optional).partial().shape,
  /** Fractional index: sorts by code units, so that a move writes one row. */
  position: z.string(),
  /** Counts this item's own changes; what `If-Match` is held against. */
  revision: z.int(),
  /** False when the address cannot or must not be shown; it is then in no manifest (V1). */
  playable: z.boolean(),
  /** Of the stored film that it shows; absent: it shows none, or one that nobody has read. */
  film: FilmFacts.optional(),
  /** Of a deck: all its pages in order, those that are left out too. */
  pages: z.array(DeckPage).optional(),
  /** Of a feed: its entries as they are on the glass, those whose time has not come as well. */
  entries: z.array(FeedEntry).optional(),
})
export type Item = z.infer<typeof Item>

/**
 * A new item must be playable from the start; only an edit may keep an address that is not (V1). What the address of a known site plays is
 * judged by `playingFormOf`, which the first page does not load.
 */
export const CreateItem = z
  .strictObject({
    ...required,
    visible: required.visible.default(DEFAULT_VISIBLE),
    ...z.object(optional).partial().shape,
  })
  .refine(({ type, url }) => readItemUrl(type === 'youtube' ? 'webpage' : type, url).playable, {
    error: 'url-not-playable',
    path: ['url'],
  })
  .superRefine((item, { addIssue }) => {
    const code = noticeProblem(item.type, item.notice)
    if (code) addIssue({ code: 'custom', message: code, path: ['notice'] })
    if (item.type === 'feed' && !item.feed) addIssue({ code: 'custom', message: 'invalid-field', path: ['feed'] })
    for (const field of misplacedFields(item)) {
      if (field !== 'notice') addIssue({ code: 'custom', message: 'invalid-field', path: [field] })
    }
  })
export type CreateItem = z.infer<typeof CreateItem>

/** An absent field stays as it is; `null` takes it away, where an item may be without it. */
export const UpdateItem = z.strictObject({ ...required, ...clearable(optional) }).partial()
export type UpdateItem = z.infer<typeof UpdateItem>

/** A notice has words, and nothing else has: the error's code, or undefined. */
export function noticeProblem(
  type: ItemType,
  notice: Notice | null | undefined,
): 'notice-empty' | 'invalid-field' | undefined {
  if (type === 'notice') return notice ? undefined : 'notice-empty'
  return notice ? 'invalid-field' : undefined
}

/** Which kind can have a field: nothing but a film sounds. */
const KIND_WITH = {
  duration: 'any',
  fit: 'any',
  focus: 'any',
  schedule: 'any',
  notice: 'notice',
  sound: 'video',
  deck: 'deck',
  webPage: 'webpage',
  feed: 'feed',
} as const satisfies Record<keyof typeof optional, ItemType | 'any'>

type KindWith = typeof KIND_WITH
/** A field that only one kind can have. */
export type FieldOfOneKind = {
  [Field in keyof KindWith]: KindWith[Field] extends ItemType ? Field : never
}[keyof KindWith]

/** Those that only other kinds can have, whether they are set or not. */
export function fieldsOfOtherKinds(type: ItemType): FieldOfOneKind[] {
  const fields = Object.keys(KIND_WITH) as (keyof KindWith)[]
  return fields.filter((field): field is FieldOfOneKind => KIND_WITH[field] !== 'any' && KIND_WITH[field] !== type)
}

/** Those that it has and cannot have: `invalid-field`. */
export function misplacedFields(item: { type: ItemType } & { [Field in FieldOfOneKind]?: unknown }): FieldOfOneKind[] {
  return fieldsOfOtherKinds(item.type).filter((field) => item[field])
}

type Clearable<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodType ? z.ZodNullable<Shape[Name]> : never
}

function clearable<Shape extends Record<string, z.ZodType>>(shape: Shape): Clearable<Shape> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, schema.nullable()])
  return Object.fromEntries(fields) as Clearable<Shape>
}
