import { MAX_ITEMS_PER_DISPLAY } from '../platform/constants.ts'
import { MediaId, MoveInId, PlaylistId } from '../platform/id.ts'
import { isWellFormedText, Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { CreateItem } from './item.ts'
import { Playlist } from './playlist.ts'

/** The source that was brought: plain files and folders, or what another product exports. */
export const MOVE_IN_KINDS = ['files', 'anthias', 'xibo'] as const
export const MoveInKind = z.enum(MOVE_IN_KINDS)
export type MoveInKind = z.infer<typeof MoveInKind>

/** More things than this come in several goes. */
export const MAX_MOVE_IN_ENTRIES = 10_000
/** In one call. */
export const MAX_MOVE_IN_ENTRIES_AT_ONCE = 100
/** A longer path is no entry: whoever reads it says that its name is too long. */
export const MAX_MOVE_IN_PATH_CHARACTERS = 500
/** Of all the paths of one, in letters. */
export const MAX_MOVE_IN_PATHS = 2 ** 22
/** Reports of one person or token: the oldest go. */
export const MOVE_INS_KEPT = 20
/** Reports of an organisation, ten people's: the oldest of whoever has most go. */
export const MOVE_INS_KEPT_IN_ALL = 200

/** The subject of a row of the report: a file, a playlist, or an entry of one that is no file (a web page, words). */
export const MoveInThing = z.enum(['file', 'playlist', 'entry'])
export type MoveInThing = z.infer<typeof MoveInThing>

/** `came`: it is here now. `there`: the same bytes were here already. `not`: it stayed where it was, and `reason` says why. */
export const MoveInOutcome = z.enum(['came', 'there', 'not'])
export type MoveInOutcome = z.infer<typeof MoveInOutcome>

/** One thing that was brought, and what became of it. */
export const MoveInEntry = z.strictObject({
  thing: MoveInThing,
  /** Where it was: the name of what was brought, and the way to it in there. Names it within its `thing`. */
  path: z
    .string()
    .min(1, 'name-missing')
    .max(MAX_MOVE_IN_PATH_CHARACTERS, 'too-long')
    .refine(isWellFormedText, 'text-not-well-formed'),
  outcome: MoveInOutcome,
  /** The key of a message of the web application: why it did not come, or what of it did not. */
  reason: z
    .string()
    .regex(/^[a-z]+\.[a-z0-9.-]{1,60}$/, 'invalid-field')
    .optional(),
  /** Of a file, in bytes as it lay where it was: another one of its name is not taken for it. */
  size: z.int().nonnegative().optional(),
  /** Of a file that is here. */
  mediaId: MediaId.optional(),
  /** Of a playlist that the server has made of it. */
  playlistId: PlaylistId.optional(),
})
export type MoveInEntry = z.infer<typeof MoveInEntry>

/** The same as its sender tells it: that a playlist was made is the server's to say. */
export const ToldMoveInEntry = MoveInEntry.omit({ playlistId: true }).refine(
  ({ thing, outcome }) => thing !== 'playlist' || outcome !== 'came',
  { error: 'invalid-field', path: ['outcome'] },
)
export type ToldMoveInEntry = z.infer<typeof ToldMoveInEntry>

/** One going-over from elsewhere, as lists have it. Instants: milliseconds since 1970. */
export const MoveIn = z.object({
  id: MoveInId,
  kind: MoveInKind,
  /** Of the folder or the file that was brought. */
  name: z.string(),
  /** Email address, or the name of an API token. */
  by: z.string(),
  beganAt: z.int(),
  /** Null: it is not over; whoever brings the same once more goes on with it. */
  endedAt: z.int().nullable(),
  came: z.int(),
  there: z.int(),
  not: z.int(),
})
export type MoveIn = z.infer<typeof MoveIn>

/** With everything that is written down of it, in the order that it was. */
export const MoveInReport = MoveIn.extend({ entries: z.array(MoveInEntry) })
export type MoveInReport = z.infer<typeof MoveInReport>

/** Its id is its sender's: sent twice it is one. */
export const BeginMoveIn = z.strictObject({ id: MoveInId, kind: MoveInKind, name: Name })
export type BeginMoveIn = z.infer<typeof BeginMoveIn>

/** The outcome of some things; said again, the later word counts. */
export const TellMoveIn = z.strictObject({
  entries: z.array(ToldMoveInEntry).max(MAX_MOVE_IN_ENTRIES_AT_ONCE, 'too-long'),
  /** True: this was the last of it. */
  ended: z.boolean().optional(),
})
export type TellMoveIn = z.infer<typeof TellMoveIn>

/** A playlist with all that it holds: all of it or nothing, and once, however often it is sent. */
export const BringPlaylist = z.strictObject({
  /** Names it in the report. */
  path: MoveInEntry.shape.path,
  name: Name,
  items: z.array(CreateItem).min(1).max(MAX_ITEMS_PER_DISPLAY, 'too-many-items'),
  /** The parts that did not come, for the report. */
  reason: MoveInEntry.shape.reason,
})
export type BringPlaylist = z.infer<typeof BringPlaylist>

export const PlaylistBrought = z.object({
  playlistId: Playlist.shape.id,
  /** It had come before, by the same going-over. */
  wasThere: z.boolean(),
})
export type PlaylistBrought = z.infer<typeof PlaylistBrought>
