import {
  MAX_ALTERNATIVE_TEXT_CHARACTERS,
  MAX_DISPLAYS_PER_ORGANISATION,
  MAX_FILES_AT_ONCE,
  MAX_LABEL_CHARACTERS,
  MAX_LABELS_PER_FILE,
  MAX_PLAYLISTS_PER_ORGANISATION,
  MAX_SEARCH_CHARACTERS,
  MAX_TITLE_CHARACTERS,
} from '../platform/constants.ts'
import { Day } from '../platform/day.ts'
import { DisplayId, ItemId, MediaId, PlaylistId, ProgrammeId, TableId } from '../platform/id.ts'
import { emptyIfBlank, isBlank, Name, PlainText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { TimeZone } from './display.ts'
import { FilmFacts, Sha256 } from './media.ts'

/** The kinds of stored files. */
export const FileKind = z.enum(['picture', 'film', 'deck'])
export type FileKind = z.infer<typeof FileKind>

/** A short text on a file, to find it by. */
export const Label = PlainText.refine((value) => !isBlank(value), 'name-missing').refine(
  (value) => value.length <= MAX_LABEL_CHARACTERS,
  'too-long',
)

/** Without duplicates, ignoring case. */
const Labels = z
  .array(Label)
  .max(MAX_LABELS_PER_FILE, 'too-long')
  .transform((labels) => withoutRepeats(labels))

/** Removes labels that differ from an earlier one only in case. */
export function withoutRepeats(labels: readonly string[]): string[] {
  const folded = labels.map((label) => label.toLowerCase())
  return labels.filter((_, index) => folded.indexOf(folded[index] as string) === index)
}

/** One stored file in the library. Instants: milliseconds since 1970. */
export const LibraryFile = z.object({
  id: MediaId,
  /** A path on this server. */
  url: z.string(),
  /** The path of its thumbnail; for a deck, that of its first page. null: a film without a poster. */
  thumbnailUrl: z.string().nullable(),
  kind: FileKind,
  width: z.int(),
  height: z.int(),
  /** The number of pages of a deck; null for any other file. */
  pages: z.int().nullable(),
  /** For a deck, including its pages. */
  sizeBytes: z.int(),
  /** Absent: a picture, or a film that has not been read. */
  film: FilmFacts.optional(),
  /** May be empty, if nobody named it. */
  name: z.string(),
  uploadedAt: z.int(),
  /** An email address, or the name of an API token. null: unknown. */
  uploadedBy: z.string().nullable(),
  labels: z.array(z.string()),
  /** For people who cannot see it. May be empty. */
  alternativeText: z.string(),
  /** The number of items, corner pieces, tables, logos, take-overs and inserts that use it, including hidden and scheduled ones. */
  uses: z.int(),
  /** The time at which it is deleted, because nothing uses it and nobody chose to keep it. null: it is kept. */
  goesAt: z.int().nullable(),
})
export type LibraryFile = z.infer<typeof LibraryFile>

/** One place that uses a file. */
export const FileUse = z.object({
  /**
   * `corner`: a corner of a display. `table`: cells of a table. `brand`: the organisation's logo. `take-over`: one that is running or
   * prepared. `insert`: one that is running.
   */
  kind: z.enum(['display', 'playlist', 'corner', 'table', 'brand', 'take-over', 'insert']),
  /** null for a table, a logo, a take-over and an insert. The item is null for these and for a corner. */
  programmeId: ProgrammeId.nullable(),
  /** null for everything but a table. */
  tableId: TableId.nullable(),
  name: z.string(),
  itemId: ItemId.nullable(),
  title: z.string(),
  /** False for a take-over that is prepared but not running. */
  visible: z.boolean(),
  /** True: a schedule limits when it is shown. */
  scheduled: z.boolean(),
})
export type FileUse = z.infer<typeof FileUse>

/** A file with the places that use it, by name. */
export const LibraryFileUses = LibraryFile.extend({
  places: z.array(FileUse),
  /** The number of further places that the caller may not see. */
  elsewhere: z.int(),
})
export type LibraryFileUses = z.infer<typeof LibraryFileUses>

/** The position behind a file: the time when it was stored, and its id. */
export const LibraryCursor = z.string().regex(/^\d{1,15}\.[a-z0-9][a-z0-9_-]{0,63}$/, 'invalid-field')

/** An absent field does not filter the list. */
export const LibraryQuery = z.strictObject({
  /** `next` of the previous page. */
  after: LibraryCursor.optional(),
  kind: FileKind.optional(),
  /**
   * Every one of these words must occur in the name, a label, the alternative text, the text of a page, or the title of an item
   * that shows the file.
   */
  words: z.string().max(MAX_SEARCH_CHARACTERS, 'too-long').refine(isSearchable, 'text-not-well-formed').optional(),
  /** As in `uploadedBy`. */
  person: z.string().max(320, 'too-long').refine(isSearchable, 'text-not-well-formed').optional(),
  label: z.string().max(MAX_LABEL_CHARACTERS, 'too-long').refine(isSearchable, 'text-not-well-formed').optional(),
  /** Only files that nothing uses. */
  unused: z.literal('1').optional(),
  /** Stored on this day or later. */
  from: Day.optional(),
  /** Stored on this day or earlier. */
  to: Day.optional(),
  /** The time zone of `from` and `to`. Absent: UTC. */
  timeZone: TimeZone.optional(),
})
export type LibraryQuery = z.infer<typeof LibraryQuery>

/** PostgreSQL accepts neither NUL nor lone surrogates. */
function isSearchable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** Newest first. Files that are added later do not appear on later pages and do not shift them. */
export const LibraryPage = z.object({
  files: z.array(LibraryFile),
  /** `after` for the next page. null: this is the last page. */
  next: LibraryCursor.nullable(),
})
export type LibraryPage = z.infer<typeof LibraryPage>

/** The library as a whole. */
export const Library = z.object({
  files: z.int(),
  /** The bytes that the organisation stores, including its log and removed files. */
  usedBytes: z.int(),
  quotaBytes: z.int(),
  /** All labels in use, by name. */
  labels: z.array(z.string()),
  /** Everybody who has uploaded a file, as in `uploadedBy`. */
  people: z.array(z.string()),
})
export type Library = z.infer<typeof Library>

const AlternativeText = PlainText.refine((value) => value.length <= MAX_ALTERNATIVE_TEXT_CHARACTERS, 'too-long')

/** An absent field is not changed. */
export const UpdateLibraryFile = z
  .strictObject({
    name: Name,
    labels: Labels,
    alternativeText: AlternativeText,
    /** Keeps it even if nothing uses it. */
    kept: z.literal(true),
  })
  .partial()
export type UpdateLibraryFile = z.infer<typeof UpdateLibraryFile>

/** The name of the selected file: invalid characters are removed, and a long name is cut. */
const FileName = z
  .string()
  .max(1_000, 'too-long')
  .transform((name) =>
    name
      .replace(/[^\P{C}\u200C\u200D]/gu, ' ')
      .trim()
      .slice(0, MAX_TITLE_CHARACTERS)
      .toWellFormed(),
  )
  .transform(emptyIfBlank)

/**
 * Adds an uploaded file to the library, where it stays until somebody removes it. If the organisation already has a file with
 * the same bytes, that one is returned, and the new one is deleted.
 */
export const AddLibraryFile = z.strictObject({ mediaId: MediaId, name: FileName })
export type AddLibraryFile = z.infer<typeof AddLibraryFile>

export const LibraryFileAdded = z.object({
  file: LibraryFile,
  /** True: the library had it already. */
  wasThere: z.boolean(),
})
export type LibraryFileAdded = z.infer<typeof LibraryFileAdded>

/** The SHA-256 of the file to upload, in lower-case hex. */
export const KnownFileQuery = z.strictObject({ sha256: Sha256 })

/** null: no file has these bytes. */
export const KnownFile = z.object({ file: LibraryFile.nullable() })
export type KnownFile = z.infer<typeof KnownFile>

const ids = z.array(MediaId).min(1).max(MAX_FILES_AT_ONCE, 'too-long')

/** Adds labels to files and removes others. If a file would get too many, nothing is changed: `too-long`. */
export const LabelLibraryFiles = z.strictObject({ ids, add: Labels, remove: Labels })
export type LabelLibraryFiles = z.infer<typeof LabelLibraryFiles>

/**
 * Adds items with these files to the end of the displays and playlists, in the order of the ids. Each must have room for all of
 * them.
 */
export const PutLibraryFiles = z.strictObject({
  ids,
  displays: z.array(DisplayId).max(MAX_DISPLAYS_PER_ORGANISATION),
  playlists: z.array(PlaylistId).max(MAX_PLAYLISTS_PER_ORGANISATION),
})
export type PutLibraryFiles = z.infer<typeof PutLibraryFiles>

/** Replaces a file with another one of the same kind wherever it is used, except in corners, logos, take-overs and inserts. */
export const ReplaceLibraryFile = z.strictObject({ by: MediaId })
export type ReplaceLibraryFile = z.infer<typeof ReplaceLibraryFile>

/** Removes files from the library and from all places that use them. A notice stays, without its picture. */
export const RemoveLibraryFiles = z.strictObject({
  ids,
  /** True: also removes files that are in use. Otherwise they are refused with `file-in-use`. */
  everywhere: z.boolean(),
})
export type RemoveLibraryFiles = z.infer<typeof RemoveLibraryFiles>

/** Restores files to the library. Their uses are restored by `undoTogether`. */
export const BringBackLibraryFiles = z.strictObject({ ids })
export type BringBackLibraryFiles = z.infer<typeof BringBackLibraryFiles>

/** The programmes that a library command changed, each with its new revision, so that the whole command can be undone. */
export const LibraryChanged = z.object({
  changes: z.array(z.object({ programmeId: ProgrammeId, revision: z.int() })),
})
export type LibraryChanged = z.infer<typeof LibraryChanged>

/** The tables whose cells were changed as well, each with its new revision. */
export const LibraryReplaced = LibraryChanged.extend({
  tables: z.array(z.object({ tableId: TableId, revision: z.int() })),
})
export type LibraryReplaced = z.infer<typeof LibraryReplaced>
