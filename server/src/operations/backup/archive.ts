import { MediaId } from '@placard/contract'
import { z } from 'zod'
import { EXTENSIONS, fileNameOf, thumbnailNameOf } from '../../content/media/service.ts'
import type { RelatedShape, TableShape, Value } from '../../platform/database/dump.ts'

/**
 * The format of a backup, a tar with these files in order:
 *
 *     manifest.json              description of the backup: ArchiveManifest
 *     tables/NAME.jsonl          one row per line as an array of values, in the manifest's order of tables and columns
 *     media/NAME                 each stored file that has a row in media_file, in the order of the rows, followed by its
 *                                thumbnail if it has one
 *     end.json                   ArchiveEnd: without it the backup is incomplete and is refused
 *
 * Every byte is covered by a digest elsewhere: the manifest by the end, the tables by the manifest, the files by the rows of media_file,
 * and the thumbnails by the end.
 */
export const FORMAT = 1

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Identifier = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)
const Count = z.int().min(0)

export const ArchiveManifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the program that wrote it. */
  version: z.string().max(100),
  /** Names of the migrations that made the tables, in order. */
  migrations: z.array(z.string().max(100)).min(1).max(10_000),
  dialect: z.enum(['sqlite', 'postgres']),
  /** Milliseconds since 1970: the moment whose data it holds. */
  at: Count,
  tables: z
    .array(
      z.object({
        name: Identifier,
        columns: z.array(Identifier).min(1).max(500),
        rows: Count,
        bytes: Count,
        sha256: Sha256,
      }),
    )
    .max(1_000),
  /** null: without media files, as in backups before an upgrade, which does not change them. */
  media: z.object({ files: Count, bytes: Count }).nullable(),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>

export const ArchiveEnd = z.object({
  /** Digest of manifest.json. */
  manifestSha256: Sha256,
  /** Names of files that have a row but were missing or had another size. */
  missing: z.array(z.string().max(100)),
  /** Files that do not match their rows, kept as they were found. */
  damaged: z.array(z.object({ name: z.string().max(100), sha256: Sha256 })),
  /** Number of thumbnails, and digest of their names and bytes, one after the other. */
  thumbnails: z.object({ files: Count, sha256: Sha256 }),
})
export type ArchiveEnd = z.infer<typeof ArchiveEnd>

export const MANIFEST_NAME = 'manifest.json'
export const END_NAME = 'end.json'
export const tableEntry = (table: string): string => `tables/${table}.jsonl`
export const mediaEntry = (name: string): string => `media/${name}`

/**
 * Tables that a backup leaves out, because their rows would be useless elsewhere or later, or must not become valid again. Everybody
 * signs in again after a restore.
 */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'session',
  'pending_sign_in',
  'password_reset',
  'verification',
  'sign_on_attempt',
  'answered_challenge',
  // The bytes of an unfinished upload are not in the backup.
  'upload',
  // Pictures of screens are kept for a day. Commands must not be carried out again.
  'machine_picture',
  'machine_command',
  // Serials of the agent's files only rise. A restored one would be refused by machines that know a higher one.
  'agent_release',
])

/** True for a table that a backup leaves out: one of PASSED_OVER, or one that refers to one of these. */
export function isPassedOver({ name, parents }: RelatedShape): boolean {
  return PASSED_OVER.has(name) || parents.some((parent) => PASSED_OVER.has(parent))
}

/** The table of stored files. Each row names one, with its size and digest. */
export const MEDIA_TABLE = 'media_file'

/** `thumbnail`: the name of its thumbnail. */
export type ListedFile = { name: string; thumbnail: string; sizeBytes: number; sha256: string }

/** Reads a row of MEDIA_TABLE. @throws Error when it is not valid */
export function listedFile(table: TableShape, row: Value[]): ListedFile {
  return fileOf(Object.fromEntries(table.columns.map((column, index) => [column, row[index]])))
}

/** The same for a row with named columns. */
export function fileOf(row: Record<string, unknown>): ListedFile {
  const { id, content_type: contentType, size_bytes: sizeBytes, sha256 } = row
  const file = MediaRow.parse({ id, contentType, sizeBytes, sha256 })
  return {
    name: fileNameOf(file),
    thumbnail: thumbnailNameOf(file.id),
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
  }
}

const MediaRow = z.object({
  id: MediaId,
  contentType: z.enum(Object.keys(EXTENSIONS)),
  sizeBytes: Count,
  sha256: Sha256,
})
