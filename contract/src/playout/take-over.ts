import { mediaEndingOf } from '../content/media-address.ts'
import { Notice, tidyLines } from '../content/notice.ts'
import { DisplayLimit } from '../people/member.ts'
import {
  MAX_DISPLAYS_PER_ORGANISATION,
  MAX_TAKE_OVER_KEY_CHARACTERS,
  MAX_TAKE_OVER_LEASE_SECONDS,
  MAX_TAKE_OVER_MINUTES,
  MIN_TAKE_OVER_LEASE_SECONDS,
} from '../platform/constants.ts'
import { DisplayId, ItemId, TakeOverId } from '../platform/id.ts'
import { emptyIfBlank, isWellFormedText, LineText, Name, PlainText, Title } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { ScreenId } from '../screens/screen.ts'

/** Milliseconds since 1970, the server's clock. */
const Instant = z.int().nonnegative()

/** A stored picture or film: the one thing beside words that every screen can have beforehand. */
const StorableFile = z.string().refine((url) => {
  const kind = mediaEndingOf(url)
  return kind !== undefined && kind !== 'deck'
}, 'take-over-not-storable')

const NoticeContent = z.strictObject({
  kind: z.literal('notice'),
  notice: Notice,
  /** Its picture. */
  url: StorableFile.optional(),
})
const LineContent = z.strictObject({ kind: z.literal('line'), text: LineText })

/** The content of a take-over, as somebody asks for it. */
export const TakeOverRequest = z.discriminatedUnion('kind', [
  NoticeContent,
  /** A stored file. Its title is what a screen says that cannot show it. */
  z.strictObject({ kind: z.literal('file'), url: StorableFile, title: Title }),
  /** An item as it is now; what changes of it later does not matter. One that lies elsewhere cannot be stored beforehand. */
  z.strictObject({ kind: z.literal('item'), displayId: DisplayId, itemId: ItemId }),
  LineContent,
])
export type TakeOverRequest = z.infer<typeof TakeOverRequest>

/** The same as it is kept. */
export const TakeOverContent = z.discriminatedUnion('kind', [
  NoticeContent,
  z.strictObject({ kind: z.literal('file'), type: z.enum(['image', 'video']), url: StorableFile, title: z.string() }),
  LineContent,
])
export type TakeOverContent = z.infer<typeof TakeOverContent>

/** From now on. It must end. */
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
    /** Null: every display of the organisation, also one that is made meanwhile. */
    displays: DisplayLimit,
    /** It is marked as a drill on the glass, and measured the same. */
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

/** `time`: its own end came. `silence`: its sender had to keep it alive, and fell silent. */
export const TakeOverEnding = z.enum(['time', 'silence', 'ended'])
export type TakeOverEnding = z.infer<typeof TakeOverEnding>

export const TakeOver = z.object({
  id: TakeOverId,
  /** Of the prepared one, or its first words. */
  name: z.string(),
  content: TakeOverContent,
  drill: z.boolean(),
  /** Null: all. */
  displays: z.array(DisplayId).nullable(),
  startedAt: Instant,
  /** When it ends by itself, or ended. */
  endsAt: Instant,
  /** An email address, or the name of a token. */
  startedBy: z.string(),
  /** Null: it runs. */
  ending: TakeOverEnding.nullable(),
  /** Of `ended`: an email address, or the name of a token. */
  endedBy: z.string().nullable(),
  /** It ends so long after its sender's last word; null: it needs none. */
  aliveSeconds: z.int().nullable(),
  /** So many screens have painted it, of so many that are known and have been heard within a day. */
  shown: z.int(),
  of: z.int(),
})
export type TakeOver = z.infer<typeof TakeOver>

/** The screens of a display that a take-over can reach. */
export const TakeOverReach = z.object({
  displayId: DisplayId,
  name: z.string(),
  /** Those that were heard within a day; the others are switched off, or no more. */
  screens: z.int(),
  /** Of these, the ones that are not heard now. */
  offline: z.int(),
})
export type TakeOverReach = z.infer<typeof TakeOverReach>

export const TakeOvers = z.object({
  /** The server's clock as it answers. */
  at: Instant,
  /** The caller may start, end and prepare them. */
  mayStart: z.boolean(),
  prepared: z.array(PreparedTakeOver),
  /** The latest first. */
  running: z.array(TakeOver),
  /** Those that are over, the latest first. */
  past: z.array(TakeOver),
  reach: z.array(TakeOverReach),
})
export type TakeOvers = z.infer<typeof TakeOvers>

/** One take-over with how it reached the screens: of a drill, its report. */
export const TakeOverReport = z.object({
  at: Instant,
  takeOver: TakeOver,
  /** From its start until half of those that painted it had, and until 99 in 100 had; null: none has. */
  p50Ms: z.int().nullable(),
  p99Ms: z.int().nullable(),
  /** Those that have not painted it first; not more than MAX_SCREENS_IN_REPORT. */
  screens: z.array(
    z.object({
      displayId: DisplayId,
      display: z.string(),
      screenId: ScreenId,
      /** Empty until somebody names it. */
      name: z.string(),
      /** Since the start; null: it has not painted it. */
      shownAfterMs: z.int().nullable(),
      online: z.boolean(),
    }),
  ),
})
export type TakeOverReport = z.infer<typeof TakeOverReport>

/** A screen's word that it has painted a take-over. */
export const ShowTakeOver = z.strictObject({
  id: TakeOverId,
  /** Milliseconds since then. */
  paintedMsAgo: z.int().nonnegative(),
})
export type ShowTakeOver = z.infer<typeof ShowTakeOver>

const Key = z
  .string()
  .min(1)
  .max(MAX_TAKE_OVER_KEY_CHARACTERS, 'too-long')
  .refine(isWellFormedText, 'text-not-well-formed')

/**
 * A take-over as a program asks for it, which knows no ids: by the name of a prepared one, or in words. The same again prolongs it.
 */
const RaiseInWords = z
  .strictObject({
    /** The name of a prepared one. */
    prepared: Name.optional(),
    heading: PlainText.optional(),
    body: z
      .string()
      .refine(isWellFormedText, 'text-not-well-formed')
      .transform(emptyIfBlank)
      .transform(tidyLines)
      .optional(),
    byline: PlainText.optional(),
    drill: z.boolean().default(false),
    minutes: TakeOverMinutes.optional(),
    /** It ends when nothing is heard of its sender for so long. */
    aliveSeconds: z.int().min(MIN_TAKE_OVER_LEASE_SECONDS).max(MAX_TAKE_OVER_LEASE_SECONDS).optional(),
    /** Names of displays; absent: all that the token is for. */
    displays: z.array(Name).min(1).max(MAX_DISPLAYS_PER_ORGANISATION).optional(),
    /** Tells it from the sender's others; absent: its content does. */
    key: Key.optional(),
  })
  .refine((value) => value.prepared !== undefined || value.heading || value.body, {
    error: 'notice-empty',
    path: ['heading'],
  })
export type RaiseInWords = z.infer<typeof RaiseInWords>

/** Ends the one with that key, or of that prepared one's name; `all`: every one that this sender has begun. */
const Clear = z.union([
  z.strictObject({ clear: z.strictObject({ key: Key }) }),
  z.strictObject({ clear: z.strictObject({ prepared: Name }) }),
  z.strictObject({ clear: z.literal('all') }),
])
export type Clear = z.infer<typeof Clear>

/** The parts of a CAP 1.2 message that matter here. The door reads it from XML. */
export const CapMessage = z.strictObject({
  cap: z.strictObject({
    /** `sender,identifier`, as references name it. */
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

/** The effect of a call at the door. `nothing`: it was a message that shows nothing, or one that somebody has ended already. */
export const Raised = z.object({
  effect: z.enum(['started', 'prolonged', 'changed', 'ended', 'nothing']),
  /** Those that it was about, as they are now. */
  takeOvers: z.array(
    z.object({ id: TakeOverId, name: z.string(), drill: z.boolean(), endsAt: Instant, running: z.boolean() }),
  ),
})
export type Raised = z.infer<typeof Raised>
