import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSettings } from '../../platform/database/database.ts'
import { type Dump, openDump } from '../../platform/database/dump.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { VERSION } from '../../platform/version.ts'
import {
  type ArchiveEnd,
  type ArchiveManifest,
  END_NAME,
  FORMAT,
  isPassedOver,
  type ListedFile,
  listedFile,
  MANIFEST_NAME,
  MEDIA_TABLE,
  mediaEntry,
  tableEntry,
} from './archive.ts'
import { partialOf } from './partial.ts'
import { END_OF_ARCHIVE, headerOf, paddingOf } from './tar.ts'

/** The sources of a backup: the database and the media files. */
export type Source = { settings: DatabaseSettings; files: Pick<FileStore, 'size' | 'read'> }

/** Accepts bytes in order. Resolves when it is ready for more. */
export type Sink = { write(bytes: Uint8Array): Promise<void> }

export type Written = {
  /** Milliseconds since 1970: the moment whose data the backup holds. */
  at: number
  /** Size of the backup. */
  sizeBytes: number
  rows: number
  /** null: without media files. */
  media: { files: number; bytes: number } | null
  /** Names of files that have a row but are missing or have another size, and of files whose content has changed. */
  missing: string[]
  damaged: string[]
}

/** There is no database to back up. */
export class NothingThere extends Error {}

/** A file was removed with its row while the backup was being written, so the backup would be inconsistent. */
export class FileWentMeanwhile extends Error {}

/**
 * Writes all data that an installation holds at one moment, while it is in use. The rows are first copied to a temporary file, so that a
 * slow sink does not keep the snapshot open. The files follow one by one. Only the list of files is held in memory.
 *
 * @param options.media false: rows only
 * @param options.spoolFolder folder of the temporary file, whose name is removed at once
 * @param options.signal cancels it
 * @throws NothingThere, FileWentMeanwhile
 */
export async function writeBackup(
  source: Source,
  sink: Sink,
  options: { at: number; media: boolean; spoolFolder: string; signal?: AbortSignal | undefined },
): Promise<Written> {
  await using spool = await openSpool(options.spoolFolder)
  const { manifest, files } = await layAside(source, spool, options)
  let sizeBytes = 0
  const write = async (bytes: Uint8Array) => {
    options.signal?.throwIfAborted()
    sizeBytes += bytes.byteLength
    await sink.write(bytes)
  }
  const writeEntry = async (name: string, size: number, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    await write(headerOf(name, size, options.at))
    let written = 0
    for await (const bytes of body) {
      written += bytes.byteLength
      if (written > size) break
      await write(bytes)
    }
    if (written !== size) throw new Error(`${name} changed its size during the backup`)
    await write(paddingOf(size))
  }

  const manifestBytes = Buffer.from(JSON.stringify(manifest, null, 2))
  await writeEntry(MANIFEST_NAME, manifestBytes.byteLength, [manifestBytes])
  let from = 0
  for (const { name, bytes } of manifest.tables) {
    await writeEntry(tableEntry(name), bytes, spool.read(from, bytes))
    from += bytes
  }
  const end = await writeFiles(source, files, writeEntry)
  const manifestSha256 = createHash('sha256').update(manifestBytes).digest('hex')
  const endBytes = Buffer.from(JSON.stringify({ manifestSha256, ...end } satisfies ArchiveEnd, null, 2))
  await writeEntry(END_NAME, endBytes.byteLength, [endBytes])
  await write(END_OF_ARCHIVE)
  return {
    at: options.at,
    sizeBytes,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    media: manifest.media && {
      files: files.length - end.missing.length,
      bytes: files.reduce((sum, { name, sizeBytes }) => sum + (end.missing.includes(name) ? 0 : sizeBytes), 0),
    },
    missing: end.missing,
    damaged: end.damaged.map(({ name }) => name),
  }
}

/** Copies the rows of one moment into the spool, table by table. */
async function layAside(
  source: Source,
  spool: Spool,
  options: { at: number; media: boolean; signal?: AbortSignal | undefined },
): Promise<{ manifest: ArchiveManifest; files: ListedFile[] }> {
  await using dump = await requireDump(source)
  const tables: ArchiveManifest['tables'] = []
  const files: ListedFile[] = []
  for (const table of dump.tables) {
    if (isPassedOver(table)) continue
    const hash = createHash('sha256')
    let [rows, bytes] = [0, 0]
    for await (const some of dump.rows(table)) {
      options.signal?.throwIfAborted()
      const lines = Buffer.from(some.map((row) => `${JSON.stringify(row)}\n`).join(''))
      await spool.write(lines)
      hash.update(lines)
      rows += some.length
      bytes += lines.byteLength
      if (options.media && table.name === MEDIA_TABLE) {
        for (const row of some) files.push(listedFile(table, row))
      }
    }
    tables.push({ name: table.name, columns: table.columns, rows, bytes, sha256: hash.digest('hex') })
  }
  const manifest: ArchiveManifest = {
    format: FORMAT,
    version: VERSION,
    migrations: dump.migrations,
    dialect: dump.dialect,
    at: options.at,
    tables,
    media: options.media
      ? { files: files.length, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }
      : null,
  }
  return { manifest, files }
}

async function requireDump(source: Source): Promise<Dump> {
  const dump = await openDump(source.settings)
  if (dump && dump.migrations.length > 0) return dump
  await dump?.[Symbol.asyncDispose]()
  throw new NothingThere('there is no database')
}

async function writeFiles(
  source: Source,
  files: ListedFile[],
  writeEntry: (name: string, size: number, body: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Omit<ArchiveEnd, 'manifestSha256'>> {
  const [missing, damaged]: [ArchiveEnd['missing'], ArchiveEnd['damaged']] = [[], []]
  const thumbnails = createHash('sha256')
  let thumbnailCount = 0
  for (const file of files) {
    if ((await source.files.size(file.name)) !== file.sizeBytes) {
      if (!(await isStillListed(source, file))) throw new FileWentMeanwhile(file.name)
      missing.push(file.name)
      continue
    }
    const hash = createHash('sha256')
    await writeEntry(mediaEntry(file.name), file.sizeBytes, heard(readAll(source, file), hash)).catch(async (error) => {
      throw (await isStillListed(source, file)) ? error : new FileWentMeanwhile(file.name)
    })
    const sha256 = hash.digest('hex')
    if (sha256 !== file.sha256) damaged.push({ name: file.name, sha256 })

    const size = await source.files.size(file.thumbnail)
    if (size === undefined) continue
    thumbnailCount += 1
    thumbnails.update(file.thumbnail)
    await writeEntry(mediaEntry(file.thumbnail), size, heard(source.files.read(file.thumbnail), thumbnails))
  }
  return { missing, damaged, thumbnails: { files: thumbnailCount, sha256: thumbnails.digest('hex') } }
}

async function* readAll(source: Source, file: ListedFile): AsyncGenerator<Uint8Array> {
  if (file.sizeBytes > 0) yield* source.files.read(file.name) as AsyncIterable<Uint8Array>
}

async function* heard(
  body: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    hash.update(bytes)
    yield bytes
  }
}

/** Called only when a file does not match its row. True when the file is lost, false when it was removed since with its row. */
async function isStillListed(source: Source, file: ListedFile): Promise<boolean> {
  await using dump = await requireDump(source)
  const table = dump.tables.find(({ name }) => name === MEDIA_TABLE)
  if (!table) return false
  for await (const some of dump.rows(table)) {
    if (some.some((row) => listedFile(table, row).name === file.name)) return true
  }
  return false
}

type Spool = AsyncDisposable & {
  write(bytes: Uint8Array): Promise<void>
  read(from: number, length: number): AsyncGenerator<Uint8Array>
}

const READ_BYTES = 256 * 1024

async function openSpool(folder: string): Promise<Spool> {
  const path = partialOf(join(folder, `rows-${randomUUID()}`))
  const file = await open(path, 'wx+', 0o600)
  // The name is removed at once, so the file disappears with this process, however it ends. Some systems allow that only later.
  const nameless = await rm(path, { force: true }).then(
    () => true,
    () => false,
  )
  let size = 0
  return {
    async write(bytes) {
      for (let done = 0; done < bytes.byteLength; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, size)
        done += bytesWritten
        size += bytesWritten
      }
    },
    async *read(from, length) {
      for (let at = from; at < from + length; ) {
        const wanted = Math.min(READ_BYTES, from + length - at)
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
        if (bytesRead === 0) throw new Error('rows that were laid aside are gone')
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    },
    async [Symbol.asyncDispose]() {
      await file.close()
      if (!nameless) await rm(path, { force: true })
    },
  }
}
