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
import { DisplayId, ItemId, MediaId, PlaylistId, ProgrammeId } from '../platform/id.ts'
import { emptyIfBlank, isBlank, Name, PlainText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { TimeZone } from './display.ts'
import { FilmFacts, Sha256 } from './media.ts'

/** The kinds of stored files. */
export const FileKind = z.enum(['picture', 'film', 'deck'])
export type FileKind = z.infer<typeof FileKind>

/** A few words on a file, by which people find it again. */
export const Label = PlainText.refine((value) => !isBlank(value), 'name-missing').refine(
  (value) => value.length <= MAX_LABEL_CHARACTERS,
  'too-long',
)

/** Each once, whatever the case that it is written in. */
const Labels = z
  .array(Label)
  .max(MAX_LABELS_PER_FILE, 'too-long')
  .transform((labels) => withoutRepeats(labels))

/** Labels that differ in their case alone are one: the first. */
export function withoutRepeats(labels: readonly string[]): string[] {
  const folded = labels.map((label) => label.toLowerCase())
  return labels.filter((_, index) => folded.indexOf(folded[index] as string) === index)
}

/** One stored file as the library lists it. Instants: milliseconds since 1970. */
export const LibraryFile = z.object({
  id: MediaId,
  /** Path on this server. */
  url: z.string(),
  /** Path of the picture in small, of a deck its first page; null: a film without a poster has none. */
  thumbnailUrl: z.string().nullable(),
  kind: FileKind,
  width: z.int(),
  height: z.int(),
  /** Of a deck; null of any other file. */
  pages: z.int().nullable(),
  /** Of a deck with its pages. */
  sizeBytes: z.int(),
  /** Absent: a picture, or a film that nobody has read. */
  film: FilmFacts.optional(),
  /** May be empty: nobody has said. */
  name: z.string(),
  uploadedAt: z.int(),
  /** An email address, or the name of an API token; null: not known. */
  uploadedBy: z.string().nullable(),
  labels: z.array(z.string()),
  /** For people who do not see it; may be empty. */
  alternativeText: z.string(),
  /** How many items, logos and take-overs show it, hidden and scheduled ones too. */
  uses: z.int(),
  /** When it goes, because nothing shows it and nobody has said that it stays; null: it stays. */
  goesAt: z.int().nullable(),
})
export type LibraryFile = z.infer<typeof LibraryFile>

/** One place that shows a file. */
export const FileUse = z.object({
  /** `brand`: the organisation's logo. `take-over`: one that runs, or is prepared. */
  kind: z.enum(['display', 'playlist', 'brand', 'take-over']),
  /** Null of a logo and a take-over, like the item. */
  programmeId: ProgrammeId.nullable(),
  name: z.string(),
  itemId: ItemId.nullable(),
  title: z.string(),
  /** False of a take-over that is prepared and does not run. */
  visible: z.boolean(),
  /** It is on at some times only. */
  scheduled: z.boolean(),
})
export type FileUse = z.infer<typeof FileUse>

/** A file with the places that show it, by their names. */
export const LibraryFileUses = LibraryFile.extend({
  places: z.array(FileUse),
  /** Places beside these, on displays and in playlists that the caller may not see. */
  elsewhere: z.int(),
})
export type LibraryFileUses = z.infer<typeof LibraryFileUses>

/** The page after a file, by when it was stored and its id. */
export const LibraryCursor = z.string().regex(/^\d{1,15}\.[a-z0-9][a-z0-9_-]{0,63}$/, 'invalid-field')

/** An absent field does not narrow the list. */
export const LibraryQuery = z.strictObject({
  /** `next` of the page before. */
  after: LibraryCursor.optional(),
  kind: FileKind.optional(),
  /** Each of these words is in the name, a label, the alternative text, on a page, or in the title of an item that shows it. */
  words: z.string().max(MAX_SEARCH_CHARACTERS, 'too-long').refine(isSearchable, 'text-not-well-formed').optional(),
  /** As `uploadedBy` has it. */
  person: z.string().max(320, 'too-long').refine(isSearchable, 'text-not-well-formed').optional(),
  label: z.string().max(MAX_LABEL_CHARACTERS, 'too-long').refine(isSearchable, 'text-not-well-formed').optional(),
  /** Nothing shows it. */
  unused: z.literal('1').optional(),
  /** Stored on this day or later. */
  from: Day.optional(),
  /** Stored on this day or before. */
  to: Day.optional(),
  /** The zone whose days `from` and `to` are; absent: UTC. */
  timeZone: TimeZone.optional(),
})
export type LibraryQuery = z.infer<typeof LibraryQuery>

/** PostgreSQL takes neither NUL nor half a letter. */
function isSearchable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** Newest first. A file that comes meanwhile is on no later page, and moves none. */
export const LibraryPage = z.object({
  files: z.array(LibraryFile),
  /** `after` of the next page; null: these were the last. */
  next: LibraryCursor.nullable(),
})
export type LibraryPage = z.infer<typeof LibraryPage>

/** The library as a whole. */
export const Library = z.object({
  files: z.int(),
  /** Bytes that the organisation stores, its log and removed files among them. */
  usedBytes: z.int(),
  quotaBytes: z.int(),
  /** All labels in use, by name. */
  labels: z.array(z.string()),
  /** Everybody who has uploaded a file, as `uploadedBy` has them. */
  people: z.array(z.string()),
})
export type Library = z.infer<typeof Library>

const AlternativeText = PlainText.refine((value) => value.length <= MAX_ALTERNATIVE_TEXT_CHARACTERS, 'too-long')

/** An absent field stays as it is. */
export const UpdateLibraryFile = z
  .strictObject({
    name: Name,
    labels: Labels,
    alternativeText: AlternativeText,
    /** It stays, although nothing shows it. */
    kept: z.literal(true),
  })
  .partial()
export type UpdateLibraryFile = z.infer<typeof UpdateLibraryFile>

/** The name of a chosen file as far as it is one: text that cannot be kept goes, what is too long is cut. */
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
 * Takes an uploaded file into the library, where it stays until somebody removes it. Where the organisation has a file of the same
 * bytes already, that one is the answer, and the new one goes.
 */
export const AddLibraryFile = z.strictObject({ mediaId: MediaId, name: FileName })
export type AddLibraryFile = z.infer<typeof AddLibraryFile>

export const LibraryFileAdded = z.object({
  file: LibraryFile,
  /** It was there already. */
  wasThere: z.boolean(),
})
export type LibraryFileAdded = z.infer<typeof LibraryFileAdded>

/** SHA-256 of the bytes that would be sent, in lower-case hex. */
export const KnownFileQuery = z.strictObject({ sha256: Sha256 })

/** Null: none has these bytes. */
export const KnownFile = z.object({ file: LibraryFile.nullable() })
export type KnownFile = z.infer<typeof KnownFile>

const ids = z.array(MediaId).min(1).max(MAX_FILES_AT_ONCE, 'too-long')

/** Puts labels on files, and takes labels off them. A file with too many takes none: `too-long` */
export const LabelLibraryFiles = z.strictObject({ ids, add: Labels, remove: Labels })
export type LabelLibraryFiles = z.infer<typeof LabelLibraryFiles>

/** To the end of these displays and playlists, in the order of the ids, each of which must have room for all of them. */
export const PutLibraryFiles = z.strictObject({
  ids,
  displays: z.array(DisplayId).max(MAX_DISPLAYS_PER_ORGANISATION),
  playlists: z.array(PlaylistId).max(MAX_PLAYLISTS_PER_ORGANISATION),
})
export type PutLibraryFiles = z.infer<typeof PutLibraryFiles>

/** Shows another file of the same kind wherever this one is shown. A logo stays, and so does what a take-over shows. */
export const ReplaceLibraryFile = z.strictObject({ by: MediaId })
export type ReplaceLibraryFile = z.infer<typeof ReplaceLibraryFile>

/** Takes files out of the library, and off wherever they are shown. A notice stays, without its picture. */
export const RemoveLibraryFiles = z.strictObject({
  ids,
  /** True: also those that something shows. Without it they are `file-in-use`. */
  everywhere: z.boolean(),
})
export type RemoveLibraryFiles = z.infer<typeof RemoveLibraryFiles>

/** Back into the library. Where they were shown is the affair of `undoTogether`. */
export const BringBackLibraryFiles = z.strictObject({ ids })
export type BringBackLibraryFiles = z.infer<typeof BringBackLibraryFiles>

/** The programmes that a command of the library changed, each with its new revision, by which all of it can be undone. */
export const LibraryChanged = z.object({
  changes: z.array(z.object({ programmeId: ProgrammeId, revision: z.int() })),
})
export type LibraryChanged = z.infer<typeof LibraryChanged>
