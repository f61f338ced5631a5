import { readItemUrl } from '../content/item-url.ts'
import { mediaEndingOf } from '../content/media-address.ts'
import { WebPage } from '../content/web-page.ts'
import { MAX_DISPLAYS_PER_ORGANISATION, MAX_SCREENS_OF_INSERT } from '../platform/constants.ts'
import { DisplayId } from '../platform/id.ts'
import { Name, Title } from '../platform/text.ts'
import { TypedUrl } from '../platform/typed-url.ts'
import { z } from '../platform/zod.ts'
import { ScreenId } from '../screens/screen.ts'
import { INSERT_PLACES } from './insert-place.ts'
import {
  FileContent,
  FileRequest,
  InWords,
  ItemRequest,
  Key,
  NoticeContent,
  ProlongTakeOver,
  Raised,
  TakeOver,
  TakeOverMinutes,
  TakeOverReach,
} from './take-over.ts'

// An insert is a take-over with a place: it covers a part of the media area, and the content below it plays on.

export const InsertPlace = z.enum(INSERT_PLACES)
export type InsertPlace = z.infer<typeof InsertPlace>

/** The kinds that can have an address elsewhere. */
export const ADDRESS_TYPES = ['webpage', 'video', 'youtube', 'image'] as const

/**
 * Content at an address elsewhere: a web page, a film or a stream, a picture. Screens cannot store it in advance. A screen that
 * cannot load it shows nothing in its place, and the content below is visible.
 */
const AddressContent = z
  .strictObject({
    kind: z.literal('address'),
    type: z.enum(ADDRESS_TYPES),
    url: TypedUrl,
    title: Title,
    /** The view of a web page. Absent: as it opens, and not reloaded. */
    webPage: WebPage.optional(),
  })
  .refine(({ type, url }) => readItemUrl(type, url).playable && mediaEndingOf(url) === undefined, {
    error: 'url-not-playable',
    path: ['url'],
  })

/** The content of an insert, as requested. */
export const InsertRequest = z.discriminatedUnion('kind', [NoticeContent, FileRequest, ItemRequest, AddressContent])
export type InsertRequest = z.infer<typeof InsertRequest>

/** The content of an insert, as stored. */
export const InsertContent = z.discriminatedUnion('kind', [NoticeContent, FileContent, AddressContent])
export type InsertContent = z.infer<typeof InsertContent>

export const StartInsert = z
  .strictObject({
    content: InsertRequest,
    place: InsertPlace,
    /**
     * null: every display that the caller has access to, including displays that are created while it runs. Empty: only the screens
     * in `screenIds`.
     */
    displays: z
      .array(DisplayId)
      .max(MAX_DISPLAYS_PER_ORGANISATION, 'invalid-field')
      .transform((ids) => [...new Set(ids)])
      .nullable(),
    /** Single paired screens, beside the displays. A screen of one of the displays is not counted twice. */
    screenIds: z
      .array(ScreenId)
      .max(MAX_SCREENS_OF_INSERT, 'invalid-field')
      .transform((ids) => [...new Set(ids)])
      .default([]),
    minutes: TakeOverMinutes,
  })
  .refine(({ displays, screenIds }) => displays === null || displays.length + screenIds.length > 0, {
    error: 'invalid-field',
    path: ['displays'],
  })
export type StartInsert = z.infer<typeof StartInsert>

export const ProlongInsert = ProlongTakeOver
export type ProlongInsert = z.infer<typeof ProlongInsert>

export const Insert = TakeOver.omit({ drill: true }).extend({
  content: InsertContent,
  place: InsertPlace,
  /** Single screens that show it, beside those of its displays: those on displays that the caller may use. */
  screens: z.array(z.object({ id: ScreenId, displayId: DisplayId, name: z.string() })),
})
export type Insert = z.infer<typeof Insert>

export const Inserts = z.object({
  /** The server's clock at the time of the answer: milliseconds since 1970. */
  at: z.int().nonnegative(),
  /** True: the caller may start and end inserts. */
  mayStart: z.boolean(),
  /** The latest first. On each display the latest is shown, and the others wait. */
  running: z.array(Insert),
  reach: z.array(TakeOverReach),
})
export type Inserts = z.infer<typeof Inserts>

const ADDRESS_FIELDS = ['page', 'film', 'picture'] as const

/**
 * An insert as a program requests it, without ids: a web page, a film or a stream, a picture, or words. Repeating the request
 * prolongs it. One object and not a union, so that each problem is reported at its field.
 */
export const RaiseInsert = InWords.extend({
  /** Required, except with `clear`. */
  place: InsertPlace.optional(),
  /** The address of a web page, of a film or a stream, or of a picture. At most one of them, and without words. */
  page: TypedUrl.optional(),
  film: TypedUrl.optional(),
  picture: TypedUrl.optional(),
  /** Names of paired screens. With them and without `displays`, only these screens show it. */
  screens: z.array(Name).min(1).max(MAX_SCREENS_OF_INSERT).optional(),
  /** Without any other field. Ends the insert with that key. `all`: every insert that this sender started. */
  clear: z.union([z.strictObject({ key: Key }), z.literal('all')]).optional(),
}).superRefine((asked, { addIssue }) => {
  const refuse = (field: string, message: string) => addIssue({ code: 'custom', message, path: [field] })
  if (asked.clear !== undefined) {
    for (const field of Object.keys(asked)) if (field !== 'clear') refuse(field, 'invalid-field')
    return
  }
  if (asked.place === undefined) refuse('place', 'invalid-field')
  const addresses = ADDRESS_FIELDS.filter((field) => asked[field] !== undefined)
  const [first, second] = asked.heading || asked.body ? ['heading', ...addresses] : addresses
  if (first === undefined) refuse('heading', 'notice-empty')
  if (second !== undefined) refuse(second, 'invalid-field')
})
export type RaiseInsert = z.infer<typeof RaiseInsert>

/** The effect of a call at the endpoint for programs. */
export const InsertRaised = Raised.omit({ takeOvers: true }).extend({
  /** The affected inserts, in their current state. */
  inserts: z.array(Raised.shape.takeOvers.element.omit({ drill: true }).extend({ place: InsertPlace })),
})
export type InsertRaised = z.infer<typeof InsertRaised>
