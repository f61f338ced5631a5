import { DEFAULT_VISIBLE, MAX_DURATION_SECONDS } from '../platform/constants.ts'
import { ItemId } from '../platform/id.ts'
import { Title } from '../platform/text.ts'
import { TypedUrl } from '../platform/typed-url.ts'
import { z } from '../platform/zod.ts'
import { Board } from './board.ts'
import { Condition } from './condition.ts'
import { DeckPage, DeckSettings } from './deck.ts'
import { FeedEntry, FeedSettings } from './feed.ts'
import { ITEM_TYPES } from './item-type.ts'
import { readItemUrl } from './item-url.ts'
import { ContentsOfBoard } from './manifest-board.ts'
import { FilmFacts } from './media.ts'
import { Notice, ShownNotice } from './notice.ts'
import { Schedule } from './schedule.ts'
import { Weather } from './weather.ts'
import { WebPage } from './web-page.ts'

export const ItemType = z.enum(ITEM_TYPES)
export type ItemType = z.infer<typeof ItemType>

/** Seconds. 0 and absent both mean DEFAULT_PLAYER_DURATION_SECONDS (P7). */
export const Duration = z.int().min(0).max(MAX_DURATION_SECONDS)

/**
 * The way a picture or a film fills its area: `contain` shows all of it, with its edges extended to the sides; `cover` fills
 * the area and cuts the edges off.
 */
export const ItemFit = z.enum(['contain', 'cover'])
export type ItemFit = z.infer<typeof ItemFit>

/**
 * The point that stays visible when edges are cut off, as shares of the picture's width and height from the left and the top.
 */
export const ItemFocus = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
export type ItemFocus = z.infer<typeof ItemFocus>

/** Required fields that users set. */
const required = { title: Title, url: TypedUrl, type: ItemType, visible: z.boolean() }

/** Optional fields that users set. Add new fields here: Item, CreateItem and UpdateItem include them. */
const optional = {
  /** Absent: the length of a stored film, if known; otherwise decided by the player. For a deck: per page. */
  duration: Duration,
  /** Absent: contain. */
  fit: ItemFit,
  /** Absent: the centre. */
  focus: ItemFocus,
  /** Absent: always. */
  schedule: Schedule,
  /** Absent: none. It is on only while the condition is met. */
  condition: Condition,
  /** The text of a notice, whose `url` is its picture or NO_PICTURE. Only for notices. */
  notice: Notice,
  /** True: a film plays with sound. Absent: muted. */
  sound: z.boolean(),
  /** Only for decks. Absent: all its pages, each for `duration`. */
  deck: DeckSettings,
  /** The view of a web page. Only for web pages. Absent: as it opens, and not reloaded. */
  webPage: WebPage,
  /** The part of a feed that is shown. Required for feeds, not allowed for other kinds. */
  feed: FeedSettings,
  /** The table that a board draws, and the way it is drawn. Required for boards, not allowed for other kinds. */
  board: Board,
  /** The look of the weather at the display. Required for weather, not allowed for other kinds. */
  weather: Weather,
}

/**
 * One entry of a display's loop, for its editors (E1, with the names of the specification). The user interface calls it
 * "container".
 */
export const Item = z.object({
  id: ItemId,
  title: z.string(),
  url: z.string(),
  /** The time when it was added: milliseconds since 1970, by the server's clock. */
  uploadDate: z.int(),
  type: ItemType,
  visible: z.boolean(),
  ...z.object(optional).partial().shape,
  /** Fractional index, compared by code units, so that a move changes only one row. */
  position: z.string(),
  /** Counts the changes of this item. Compared with `If-Match`. */
  revision: z.int(),
  /** False if the address cannot or must not be played, or if it lacks the values of its text. The item is then in no manifest (V1). */
  playable: z.boolean(),
  /** The stored film that it shows. Absent: it shows none, or one that has not been read. */
  film: FilmFacts.optional(),
  /** For a deck: all its pages in order, including excluded ones. */
  pages: z.array(DeckPage).optional(),
  /** For a feed: its entries as shown on the screen, including those that are not due yet. */
  entries: z.array(FeedEntry).optional(),
  /** For a board: the rows and columns that it draws, as screens receive them. Absent: its table was removed. */
  contents: ContentsOfBoard.optional(),
  /** For a notice with values of tables: its texts with these filled in. */
  shown: ShownNotice.optional(),
})
export type Item = z.infer<typeof Item>

/**
 * A new item must be playable. Only an edit may keep an unplayable address (V1). Addresses of known sites are converted by
 * `playingFormOf`, which is not in the first bundle.
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
    for (const type of ['feed', 'board', 'weather'] as const) {
      if (item.type === type && !item[type]) addIssue({ code: 'custom', message: 'invalid-field', path: [type] })
    }
    for (const field of misplacedFields(item)) {
      if (field !== 'notice') addIssue({ code: 'custom', message: 'invalid-field', path: [field] })
    }
  })
export type CreateItem = z.infer<typeof CreateItem>

/** An absent field is not changed. `null` removes an optional field. */
export const UpdateItem = z.strictObject({ ...required, ...clearable(optional) }).partial()
export type UpdateItem = z.infer<typeof UpdateItem>

/** A notice must have words, and no other kind may have them. Returns the error code, or undefined. */
export function noticeProblem(
  type: ItemType,
  notice: Notice | null | undefined,
): 'notice-empty' | 'invalid-field' | undefined {
  if (type === 'notice') return notice ? undefined : 'notice-empty'
  return notice ? 'invalid-field' : undefined
}

/** The kind that each field belongs to. For instance, only films have sound. */
const KIND_WITH = {
  duration: 'any',
  fit: 'any',
  focus: 'any',
  schedule: 'any',
  condition: 'any',
  notice: 'notice',
  sound: 'video',
  deck: 'deck',
  webPage: 'webpage',
  feed: 'feed',
  board: 'board',
  weather: 'weather',
} as const satisfies Record<keyof typeof optional, ItemType | 'any'>

type KindWith = typeof KIND_WITH
/** A field that belongs to one kind only. */
export type FieldOfOneKind = {
  [Field in keyof KindWith]: KindWith[Field] extends ItemType ? Field : never
}[keyof KindWith]

/** The fields that only other kinds can have, set or not. */
export function fieldsOfOtherKinds(type: ItemType): FieldOfOneKind[] {
  const fields = Object.keys(KIND_WITH) as (keyof KindWith)[]
  return fields.filter((field): field is FieldOfOneKind => KIND_WITH[field] !== 'any' && KIND_WITH[field] !== type)
}

/** The fields that are set but do not belong to the item's kind: `invalid-field`. */
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
