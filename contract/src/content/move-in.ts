import { MAX_ITEMS_PER_DISPLAY } from '../platform/constants.ts'
import { MediaId, MoveInId, PlaylistId, TableId } from '../platform/id.ts'
import { isWellFormedText, Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { CreateItem } from './item.ts'
import { Playlist } from './playlist.ts'
import { CreateTable } from './table.ts'

/** The source of an import: plain files and folders, or the export of another product. */
export const MOVE_IN_KINDS = ['files', 'anthias', 'xibo'] as const
export const MoveInKind = z.enum(MOVE_IN_KINDS)
export type MoveInKind = z.infer<typeof MoveInKind>

/** A larger import must be split into several. */
export const MAX_MOVE_IN_ENTRIES = 10_000
/** Per call. */
export const MAX_MOVE_IN_ENTRIES_AT_ONCE = 100
/** A longer path cannot be an entry. The importer reports that the name is too long. */
export const MAX_MOVE_IN_PATH_CHARACTERS = 500
/** The maximum total length of the paths in one import, in characters. */
export const MAX_MOVE_IN_PATHS = 2 ** 22
/** The number of reports kept per person or token. The oldest are deleted. */
export const MOVE_INS_KEPT = 20
/** The number of reports kept per organisation, enough for ten people. The oldest ones of whoever has the most are deleted. */
export const MOVE_INS_KEPT_IN_ALL = 200

/** The subject of a row in the report: a file, a table, a playlist, or an entry of a playlist that is not a file (a web page, text). */
export const MoveInThing = z.enum(['file', 'table', 'playlist', 'entry'])
export type MoveInThing = z.infer<typeof MoveInThing>

/** `came`: it was imported. `there`: the same bytes were here already. `not`: it was not imported; `reason` tells why. */
export const MoveInOutcome = z.enum(['came', 'there', 'not'])
export type MoveInOutcome = z.infer<typeof MoveInOutcome>

/** One thing in an import, and its outcome. */
export const MoveInEntry = z.strictObject({
  thing: MoveInThing,
  /** Its original location: the name of the imported folder or file, and the path inside it. Unique within its `thing`. */
  path: z
    .string()
    .min(1, 'name-missing')
    .max(MAX_MOVE_IN_PATH_CHARACTERS, 'too-long')
    .refine(isWellFormedText, 'text-not-well-formed'),
  outcome: MoveInOutcome,
  /** The key of a message of the web application: the reason why it, or a part of it, was not imported. */
  reason: z
    .string()
    .regex(/^[a-z]+\.[a-z0-9.-]{1,60}$/, 'invalid-field')
    .optional(),
  /** For a file: its original size in bytes, so that a different file of the same name is not mistaken for it. */
  size: z.int().nonnegative().optional(),
  /** For a file that is here. */
  mediaId: MediaId.optional(),
  /** For a playlist that the server has created from it. */
  playlistId: PlaylistId.optional(),
  /** For a table that the server has created from it. */
  tableId: TableId.optional(),
})
export type MoveInEntry = z.infer<typeof MoveInEntry>

/** An entry as the importer reports it. Only the server can report that a playlist or a table was created. */
export const ToldMoveInEntry = MoveInEntry.omit({ playlistId: true, tableId: true }).refine(
  ({ thing, outcome }) => (thing !== 'playlist' && thing !== 'table') || outcome !== 'came',
  { error: 'invalid-field', path: ['outcome'] },
)
export type ToldMoveInEntry = z.infer<typeof ToldMoveInEntry>

/** One import, as in lists. Instants: milliseconds since 1970. */
export const MoveIn = z.object({
  id: MoveInId,
  kind: MoveInKind,
  /** The name of the imported folder or file. */
  name: z.string(),
  /** An email address, or the name of an API token. */
  by: z.string(),
  beganAt: z.int(),
  /** null: it is not finished. Importing the same source again continues it. */
  endedAt: z.int().nullable(),
  came: z.int(),
  there: z.int(),
  not: z.int(),
})
export type MoveIn = z.infer<typeof MoveIn>

/** An import with all its recorded entries, in the order of recording. */
export const MoveInReport = MoveIn.extend({ entries: z.array(MoveInEntry) })
export type MoveInReport = z.infer<typeof MoveInReport>

/** The sender chooses the id: sending the request twice creates only one import. */
export const BeginMoveIn = z.strictObject({ id: MoveInId, kind: MoveInKind, name: Name })
export type BeginMoveIn = z.infer<typeof BeginMoveIn>

/** The outcome of some entries. A repeated entry replaces the earlier one. */
export const TellMoveIn = z.strictObject({
  entries: z.array(ToldMoveInEntry).max(MAX_MOVE_IN_ENTRIES_AT_ONCE, 'too-long'),
  /** True: the import is finished. */
  ended: z.boolean().optional(),
})
export type TellMoveIn = z.infer<typeof TellMoveIn>

/** Creates a playlist with all its items, completely or not at all. Repeating the request does not create it again. */
export const BringPlaylist = z.strictObject({
  /** Identifies it in the report. */
  path: MoveInEntry.shape.path,
  name: Name,
  items: z.array(CreateItem).min(1).max(MAX_ITEMS_PER_DISPLAY, 'too-many-items'),
  /** The parts that were not imported, for the report. */
  reason: MoveInEntry.shape.reason,
})
export type BringPlaylist = z.infer<typeof BringPlaylist>

export const PlaylistBrought = z.object({
  playlistId: Playlist.shape.id,
  /** True: the same import has created it before. */
  wasThere: z.boolean(),
})
export type PlaylistBrought = z.infer<typeof PlaylistBrought>

/** Creates a table with its columns and rows, completely or not at all. Repeating the request does not create it again. */
export const BringTable = CreateTable.extend({
  /** Identifies it in the report. */
  path: MoveInEntry.shape.path,
  /** The parts that were not imported, for the report. */
  reason: MoveInEntry.shape.reason,
})
export type BringTable = z.infer<typeof BringTable>

export const TableBrought = z.object({
  tableId: TableId,
  /** True: the same import has created it before. */
  wasThere: z.boolean(),
})
export type TableBrought = z.infer<typeof TableBrought>
