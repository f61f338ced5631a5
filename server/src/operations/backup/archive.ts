import { MediaId } from '@placard/contract'
import { z } from 'zod'
import { EXTENSIONS, fileNameOf, thumbnailNameOf } from '../../content/media/service.ts'
import type { RelatedShape, TableShape, Value } from '../../platform/database/dump.ts'

/**
 * How a backup is written down, one file after the other in a tar:
 *
 *     manifest.json              what it is: ArchiveManifest
 *     tables/NAME.jsonl          a row a line, an array of its values, in the manifest's order of tables and columns
 *     media/NAME                 each stored file that a row of media_file stands for, in their order; where there is one,
 *                                the same in small follows
 *     end.json                   ArchiveEnd: nobody takes a backup without it for whole
 *
 * Every byte is vouched for by what comes before or after it: the manifest by the end, the tables by the manifest, the files
 * by the rows of media_file, those in small by the end.
 */
export const FORMAT = 1

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Identifier = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)
const Count = z.int().min(0)

export const ArchiveManifest = z.object({
  format: z.literal(FORMAT),
  /** Of the program that wrote it. */
  version: z.string().max(100),
  /** Names of the migrations that made the tables, in order. */
  migrations: z.array(z.string().max(100)).min(1).max(10_000),
  dialect: z.enum(['sqlite', 'postgres']),
  /** Milliseconds since 1970: the moment that it shows. */
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
  /** Null: without the files, as it is made before an upgrade, which does nothing to them. */
  media: z.object({ files: Count, bytes: Count }).nullable(),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>

export const ArchiveEnd = z.object({
  /** Of manifest.json. */
  manifestSha256: Sha256,
  /** Names of files that a row stands for and that were not there, or had another size. */
  missing: z.array(z.string().max(100)),
  /** Files that are not what their rows say, and are kept as they were found. */
  damaged: z.array(z.object({ name: z.string().max(100), sha256: Sha256 })),
  /** Of the pictures in small: their names and bytes, one after the other. */
  thumbnails: z.object({ files: Count, sha256: Sha256 }),
})
export type ArchiveEnd = z.infer<typeof ArchiveEnd>

export const MANIFEST_NAME = 'manifest.json'
export const END_NAME = 'end.json'
export const tableEntry = (table: string): string => `tables/${table}.jsonl`
export const mediaEntry = (name: string): string => `media/${name}`

/**
 * Tables that a backup passes over: what would be of no use elsewhere or later, and what must not come back to life.
 * Everybody signs in again after a restore.
 */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'session',
  'pending_sign_in',
  'password_reset',
  'verification',
  'sign_on_attempt',
  // Its bytes so far are not in the backup.
  'upload',
])

/** True for a table that a backup does without: one of those, or one that hangs on one of those. */
export function isPassedOver({ name, parents }: RelatedShape): boolean {
  return PASSED_OVER.has(name) || parents.some((parent) => PASSED_OVER.has(parent))
}

/** The stored files: a row of it names one, with its size and its digest. */
export const MEDIA_TABLE = 'media_file'

/** `thumbnail`: the name of the same in small. */
export type ListedFile = { name: string; thumbnail: string; sizeBytes: number; sha256: string }

/** Reads a row of MEDIA_TABLE. @throws Error when that is none */
export function listedFile(table: TableShape, row: Value[]): ListedFile {
  return fileOf(Object.fromEntries(table.columns.map((column, index) => [column, row[index]])))
}

/** The same with a row by its columns. */
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
