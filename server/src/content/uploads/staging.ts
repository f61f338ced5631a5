import type { open } from 'node:fs/promises'
import { mkdir, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { UploadId } from '@placard/contract'
import { AppError } from '../../platform/errors.ts'
import { type DiskIo, diskIo, syncFolder } from '../../platform/files/disk-io.ts'

/** The outcome of appending: the number of bytes now, or that more came than were announced. */
export type Appended = { status: 'stored'; sizeBytes: number } | { status: 'surplus' }

/** The bytes of uploads that are under way. Seam: files of this machine, or the database that several share. */
export type Staging = {
  create(id: UploadId): Promise<void>
  /** Bytes so far; undefined when there is no such upload. */
  size(id: UploadId): Promise<number | undefined>
  /**
   * Writes what the body brings, up to its end or its interruption; either way what has arrived is kept.
   *
   * @param from bytes that are there already
   * @param length bytes that there may be in the end; a body that brings more is not kept at all
   * @throws AppError upload-locked, when another node writes to it
   */
  append(id: UploadId, from: number, length: number, body: Readable): Promise<Appended>
  /**
   * Resolves when the file would survive a power cut, under its name. When that cannot be had, all of it has to be sent
   * again: after a failed sync a disk may say that everything is there, and not have it.
   */
  settle(id: UploadId): Promise<void>
  /** @returns path of a file of this machine that has them all. Nobody appends to it meanwhile */
  collect(id: UploadId): Promise<string>
  /** The file of `collect` is not needed for now; asked again, it is there again. */
  release(id: UploadId): Promise<void>
  remove(id: UploadId): Promise<void>
  /** Names of the files that nobody has written to since then (milliseconds since 1970). */
  listOlderThan(at: number): Promise<UploadId[]>
}

/**
 * A file for each, in a folder that nothing serves.
 *
 * @param folder is made when it is missing
 */
export async function openStaging(folder: string, io: DiskIo = diskIo): Promise<Staging> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // An id is hexadecimal and our own (UploadId): it names nothing but a file of this folder.
  const pathOf = (id: UploadId) => join(folder, id)

  return {
    async create(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await io.open(pathOf(id), 'wx', 0o600)
      await file.close()
    },

    async size(id) {
      try {
        return (await stat(pathOf(id))).size
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async append(id, from, length, body) {
      const file = await io.open(pathOf(id), 'r+')
      try {
        let end = from
        try {
          // Not the stream's usual end: it would take the connection along, and the answer with it.
          for await (const piece of body.iterator({ destroyOnReturn: false })) {
            const bytes: Uint8Array = piece
            if (end + bytes.byteLength > length) {
              await file.truncate(from)
              return { status: 'surplus' }
            }
            end += await writeAll(file, bytes, end)
          }
        } catch (error) {
          // The sender is gone. What came is kept: that is what an upload in pieces is for.
          if (!isCut(error, body)) throw error
        }
        return { status: 'stored', sizeBytes: end }
      } finally {
        await file.close()
      }
    },

    async settle(id) {
      try {
        const file = await io.open(pathOf(id), 'r+')
        try {
          await file.datasync()
        } finally {
          await file.close()
        }
        await syncFolder(io, folder)
      } catch (error) {
        // A disk that cannot do that either says so again when the picture is to be kept.
        await truncate(pathOf(id)).catch(() => {})
        throw error
      }
    },

    collect: async (id) => pathOf(id),
    release: async () => {},
    remove: (id) => rm(pathOf(id), { force: true }),

    async listOlderThan(at) {
      const names = (await readdir(folder)) as UploadId[]
      const old = await Promise.all(
        names.map(async (name) => {
          const file = await stat(pathOf(name)).catch(() => undefined)
          return file && file.mtimeMs < at
        }),
      )
      return names.filter((_, index) => old[index])
    },
  }
}

/** True: reading ended because the sender went, and not because the bytes could not be kept. */
export function isCut(error: unknown, body: Readable): boolean {
  return body.destroyed && !(error instanceof AppError)
}

type File = Awaited<ReturnType<typeof open>>

/** A write may take less than it is given. @returns how many bytes were written: all */
async function writeAll(file: File, bytes: Uint8Array, position: number): Promise<number> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, position + done)
    done += bytesWritten
  }
  return bytes.byteLength
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
