import { mediaEndingOf } from '../content/media-address.ts'
import { NoticeWithoutValues, tidyLines } from '../content/notice.ts'
import { valuesIn } from '../content/value.ts'
import { DisplayLimit } from '../people/display-limit.ts'
import {
  MAX_DISPLAYS_PER_ORGANISATION,
  MAX_TAKE_OVER_KEY_CHARACTERS,
  MAX_TAKE_OVER_LEASE_SECONDS,
  MAX_TAKE_OVER_MINUTES,
  MIN_TAKE_OVER_LEASE_SECONDS,
} from '../platform/constants.ts'
import { DisplayId, ItemId, TakeOverId } from '../platform/id.ts'
import { Instant } from '../platform/instant.ts'
import { emptyIfBlank, isWellFormedText, LineText, Name, PlainText, Title } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { ScreenId } from '../screens/screen.ts'

/** A stored picture or film. Apart from words, only these can be stored on every screen in advance. */
const StorableFile = z.string().refine((url) => {
  const kind = mediaEndingOf(url)
  return kind !== undefined && kind !== 'deck'
}, 'take-over-not-storable')

export const NoticeContent = z.strictObject({
  kind: z.literal('notice'),
  notice: NoticeWithoutValues,
  /** The notice's picture. */
  url: StorableFile.optional(),
})
const LineContent = z.strictObject({
  kind: z.literal('line'),
  text: LineText.refine((text) => valuesIn(text).length === 0, 'value-not-found'),
})

/** A stored file. Screens that cannot show it show its title instead of it, if it takes the whole screen. */
export const FileRequest = z.strictObject({ kind: z.literal('file'), url: StorableFile, title: Title })
/**
 * A copy of an item as it is now; later changes to the item have no effect. A take-over of the whole screen cannot be an item at
 * an address elsewhere, because screens cannot store it in advance.
 */
export const ItemRequest = z.strictObject({ kind: z.literal('item'), displayId: DisplayId, itemId: ItemId })
/** A stored file, as stored in a take-over. */
export const FileContent = z.strictObject({
  kind: z.literal('file'),
  type: z.enum(['image', 'video']),
  url: StorableFile,
  title: z.string(),
})

/** The content of a take-over, as requested. */
export const TakeOverRequest = z.discriminatedUnion('kind', [NoticeContent, FileRequest, ItemRequest, LineContent])
export type TakeOverRequest = z.infer<typeof TakeOverRequest>

/** The content of a take-over, as stored. */
export const TakeOverContent = z.discriminatedUnion('kind', [NoticeContent, FileContent, LineContent])
export type TakeOverContent = z.infer<typeof TakeOverContent>

/** Counted from now. Required, because a take-over must end. */
export const TakeOverMinutes = z.int().min(1).max(MAX_TAKE_OVER_MINUTES)

export const PreparedTakeOver = z.object({
  id: TakeOverId,
  name: z.string(),
  content: TakeOverContent,
  /** Milliseconds since 1970. */
  changedAt: Instant,
})
export type PreparedTakeOver = z.infer<typeof PreparedTakeOver>

export const PrepareTakeOver = z.strictObject({ name: Name, content: TakeOverRequest })
export type PrepareTakeOver = z.infer<typeof PrepareTakeOver>

export const UpdatePreparedTakeOver = PrepareTakeOver.partial()
export type UpdatePreparedTakeOver = z.infer<typeof UpdatePreparedTakeOver>

export const StartTakeOver = z
  .strictObject({
    prepared: TakeOverId.optional(),
    content: TakeOverRequest.optional(),
    /** null: every display of the organisation, including displays that are created while it runs. */
    displays: DisplayLimit,
    /** True: the screens mark it as a drill. It is measured like any other take-over. */
    drill: z.boolean(),
    minutes: TakeOverMinutes,
  })
  .refine(({ prepared, content }) => (prepared === undefined) !== (content === undefined), {
    error: 'invalid-field',
    path: ['content'],
  })
export type StartTakeOver = z.infer<typeof StartTakeOver>

export const ProlongTakeOver = z.strictObject({ minutes: TakeOverMinutes })
export type ProlongTakeOver = z.infer<typeof ProlongTakeOver>

/** `time`: its end was reached. `silence`: its sender stopped keeping it alive. `ended`: somebody ended it. */
export const TakeOverEnding = z.enum(['time', 'silence', 'ended'])
export type TakeOverEnding = z.infer<typeof TakeOverEnding>

export const TakeOver = z.object({
  id: TakeOverId,
  /** The name of the prepared take-over, or the first words of its content. */
  name: z.string(),
  content: TakeOverContent,
  drill: z.boolean(),
  /** null: all. */
  displays: z.array(DisplayId).nullable(),
  startedAt: Instant,
  /** The time at which it will end, or has ended. */
  endsAt: Instant,
  /** An email address, or the name of a token. */
  startedBy: z.string(),
  /** null: it is running. */
  ending: TakeOverEnding.nullable(),
  /** With `ended`: an email address, or the name of a token. */
  endedBy: z.string().nullable(),
  /** It ends this long after its sender was last heard. null: its sender need not keep it alive. */
  aliveSeconds: z.int().nullable(),
  /** The number of screens that have painted it, and the number of screens that were heard within a day. */
  shown: z.int(),
  of: z.int(),
})
export type TakeOver = z.infer<typeof TakeOver>

/** The screens of a display that a take-over can reach. */
export const TakeOverReach = z.object({
  displayId: DisplayId,
  name: z.string(),
  /** Screens that were heard within a day. The others are switched off or gone. */
  screens: z.int(),
  /** The number of those that are offline now. */
  offline: z.int(),
})
export type TakeOverReach = z.infer<typeof TakeOverReach>

export const TakeOvers = z.object({
  /** The server's clock at the time of the answer. */
  at: Instant,
  /** True: the caller may start, end and prepare take-overs. */
  mayStart: z.boolean(),
  prepared: z.array(PreparedTakeOver),
  /** The latest first. */
  running: z.array(TakeOver),
  /** Ended take-overs, the latest first. */
  past: z.array(TakeOver),
  reach: z.array(TakeOverReach),
})
export type TakeOvers = z.infer<typeof TakeOvers>

/** A take-over with its progress on the screens. For a drill, this is its report. */
export const TakeOverReport = z.object({
  at: Instant,
  takeOver: TakeOver,
  /** The time from its start until half, or 99 %, of the screens that painted it had done so. null: none has. */
  p50Ms: z.int().nullable(),
  p99Ms: z.int().nullable(),
  /** Screens that have not painted it come first. At most MAX_SCREENS_IN_REPORT. */
  screens: z.array(
    z.object({
      displayId: DisplayId,
      display: z.string(),
      screenId: ScreenId,
      /** Empty if the screen has no name. */
      name: z.string(),
      /** Milliseconds since the start. null: it has not painted it. */
      shownAfterMs: z.int().nullable(),
      online: z.boolean(),
    }),
  ),
})
export type TakeOverReport = z.infer<typeof TakeOverReport>

/** A screen's report that it has painted a take-over. */
export const ShowTakeOver = z.strictObject({
  id: TakeOverId,
  /** The time since it was painted, in milliseconds. */
  paintedMsAgo: z.int().nonnegative(),
})
export type ShowTakeOver = z.infer<typeof ShowTakeOver>

/** The sender's own name for a take-over. */
export const Key = z
  .string()
  .min(1)
  .max(MAX_TAKE_OVER_KEY_CHARACTERS, 'too-long')
  .refine(isWellFormedText, 'text-not-well-formed')

/** The fields that a program sends for a take-over of the whole screen, and for an insert. */
export const InWords = z.strictObject({
  heading: PlainText.optional(),
  body: z
    .string()
    .refine(isWellFormedText, 'text-not-well-formed')
    .transform(emptyIfBlank)
    .transform(tidyLines)
    .optional(),
  byline: PlainText.optional(),
  minutes: TakeOverMinutes.optional(),
  /** It ends if its sender is not heard for this long. */
  aliveSeconds: z.int().min(MIN_TAKE_OVER_LEASE_SECONDS).max(MAX_TAKE_OVER_LEASE_SECONDS).optional(),
  /** Names of displays. Absent: every display that the caller has access to. */
  displays: z.array(Name).min(1).max(MAX_DISPLAYS_PER_ORGANISATION).optional(),
  /** Identifies it among those of the same sender. Absent: its content does. */
  key: Key.optional(),
})
export type InWords = z.infer<typeof InWords>

/**
 * A take-over as a program requests it, without ids: by the name of a prepared one, or in words. Repeating the request prolongs
 * it.
 */
const RaiseInWords = InWords.extend({
  /** The name of a prepared take-over. */
  prepared: Name.optional(),
  drill: z.boolean().default(false),
}).refine((value) => value.prepared !== undefined || value.heading || value.body, {
  error: 'notice-empty',
  path: ['heading'],
})
export type RaiseInWords = z.infer<typeof RaiseInWords>

/**
 * Ends the take-over with that key, or the one started from the prepared one with that name. `all`: every take-over that this
 * sender started.
 */
const Clear = z.union([
  z.strictObject({ clear: z.strictObject({ key: Key }) }),
  z.strictObject({ clear: z.strictObject({ prepared: Name }) }),
  z.strictObject({ clear: z.literal('all') }),
])
export type Clear = z.infer<typeof Clear>

/** The relevant parts of a CAP 1.2 message. The endpoint for programs extracts them from the XML. */
export const CapMessage = z.strictObject({
  cap: z.strictObject({
    /** `sender,identifier`, the form in which `references` name it. */
    key: Key,
    status: z.enum(['Actual', 'Exercise', 'System', 'Test', 'Draft']),
    msgType: z.enum(['Alert', 'Update', 'Cancel', 'Ack', 'Error']),
    references: z.array(Key),
    info: z
      .strictObject({ heading: z.string(), body: z.string(), byline: z.string(), expiresAt: Instant.nullable() })
      .nullable(),
  }),
})
export type CapMessage = z.infer<typeof CapMessage>

export const RaiseTakeOver = z.union([CapMessage, Clear, RaiseInWords])
export type RaiseTakeOver = z.infer<typeof RaiseTakeOver>

/**
 * The effect of a call at the endpoint for programs. `nothing`: the message shows nothing, or its take-over has been ended
 * already.
 */
export const Raised = z.object({
  effect: z.enum(['started', 'prolonged', 'changed', 'ended', 'nothing']),
  /** The affected take-overs, in their current state. */
  takeOvers: z.array(
    z.object({ id: TakeOverId, name: z.string(), drill: z.boolean(), endsAt: Instant, running: z.boolean() }),
  ),
})
export type Raised = z.infer<typeof Raised>
