import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { diskIo, syncFolder } from '../../platform/files/disk-io.ts'
import { partialOf, removeAbandoned } from './partial.ts'
import { type ReadReport, readBackup } from './read.ts'
import { FileWentMeanwhile, type Source, type Written, writeBackup } from './write.ts'

/** A busy installation rarely loses a file during a backup, so the backup is tried again. */
const TRIES = 3
/** A file with this name exists already. */
export class FileIsThere extends Error {}

/**
 * Writes a backup into a new file, reads it back, and only then gives it its name, so a file with that name is always a complete backup.
 * Resolves when it would survive a power cut. Only its owner can read it.
 *
 * @param path of the new file, in an existing folder
 * @throws FileIsThere, NothingThere, FileWentMeanwhile, ArchiveError when the data read back differs from the data written
 */
export async function writeBackupFile(
  source: Source,
  path: string,
  options: { now: () => number; media: boolean; signal?: AbortSignal | undefined },
): Promise<Written> {
  const folder = dirname(path)
  if (await isThere(path)) throw new FileIsThere(path)
  await removeAbandoned(folder, options.now())
  const partial = partialOf(path)
  const file = await open(partial, 'wx', 0o600)
  try {
    const written = await writeWhole(source, file, folder, options)
    await file.sync()
    await file.close()
    await verifyBackupFile(partial)
    if (await isThere(path)) throw new FileIsThere(path)
    await rename(partial, path)
    await syncFolder(diskIo, folder)
    return written
  } catch (error) {
    await file.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

async function writeWhole(
  source: Source,
  file: FileHandle,
  spoolFolder: string,
  options: { now: () => number; media: boolean; signal?: AbortSignal | undefined },
): Promise<Written> {
  for (let tries = 1; ; tries += 1) {
    let at = 0
    const write = async (bytes: Uint8Array) => {
      for (let done = 0; done < bytes.byteLength; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, at)
        done += bytesWritten
        at += bytesWritten
      }
    }
    try {
      return await writeBackup(source, { write }, { ...options, at: options.now(), spoolFolder })
    } catch (error) {
      if (!(error instanceof FileWentMeanwhile) || tries === TRIES) throw error
      await file.truncate(0)
    }
  }
}

/** Reads the whole backup without storing anything. @throws ArchiveError */
export function verifyBackupFile(path: string): Promise<ReadReport> {
  return verifyBackup(createReadStream(path, { highWaterMark: 256 * 1024 }))
}

/** @throws ArchiveError */
export function verifyBackup(input: AsyncIterable<Uint8Array>): Promise<ReadReport> {
  return readBackup(input, {
    async begin() {},
    async rows() {},
    async file(_name, _size, body) {
      for await (const bytes of body) void bytes
    },
  })
}

async function isThere(path: string): Promise<boolean> {
  return (await readdir(dirname(path))).includes(basename(path))
}

/** Bytes that a user other than root may still write there. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
