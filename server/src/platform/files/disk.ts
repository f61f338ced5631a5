import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, opendir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { type DiskIo, diskIo, syncFile, syncFolder } from './disk-io.ts'
import { type FileStore, isFileKey, OWNER_NAME } from './file-store.ts'

/**
 * Media as files in one folder.
 *
 * @param options.beside true when another process uses the folder as well, so partial files may belong to it
 */
export async function openDiskFileStore(
  folder: string,
  io: DiskIo = diskIo,
  options: { beside: boolean } = { beside: false },
): Promise<FileStore> {
  const staging = join(folder, '.staging')
  // Partial files that a crash left behind belong to nobody.
  if (!options.beside) await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true })

  function pathOf(key: string): string {
    if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`)
    return join(folder, key)
  }

  /** @param stage writes the bytes under a temporary name */
  async function store(path: string, stage: (staged: string) => Promise<void>): Promise<void> {
    const staged = join(staging, randomUUID())
    try {
      await stage(staged)
      await io.rename(staged, path)
      try {
        await syncFolder(io, folder)
      } catch (error) {
        // After a power cut the file may or may not exist, so it is removed now.
        await rm(path, { force: true })
        throw error
      }
    } catch (error) {
      await rm(staged, { force: true }).catch(() => {})
      // The disk is no longer mounted. Files in a newly created folder would be hidden once it is mounted again.
      if (isError(error, 'ENOENT') && !existsSync(staging)) throw gone(error)
      throw error
    }
  }

  const storeBytes = (path: string, bytes: Uint8Array) =>
    store(path, async (staged) => {
      await using file = await io.open(staged, 'wx', 0o600)
      await file.writeFile(bytes)
      await file.sync()
    })
  const ownerPath = join(folder, OWNER_NAME)

  return {
    put: async (key, bytes) => storeBytes(pathOf(key), bytes),
    take: async (key, path) =>
      store(pathOf(key), async (staged) => {
        try {
          await io.rename(path, staged)
        } catch (error) {
          // The media folder may be on another disk.
          if (!isError(error, 'EXDEV')) throw error
          await io.copyFile(path, staged)
          await rm(path, { force: true })
        }
        await syncFile(io, staged)
      }),
    async size(key) {
      if (!isFileKey(key)) return undefined
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if (isError(error, 'ENOENT')) return undefined
        throw error
      }
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *listOlderThan(at) {
      for await (const entry of await opendir(folder)) {
        if (!isFileKey(entry.name)) continue
        const file = await stat(pathOf(entry.name)).catch(() => undefined)
        if (file && file.mtimeMs < at) yield entry.name
      }
    },
    async owner() {
      try {
        return (await readFile(ownerPath, 'utf8')).trim() || undefined
      } catch (error) {
        if (isError(error, 'ENOENT')) return undefined
        throw error
      }
    },
    async setOwner(id) {
      if (id !== undefined) return storeBytes(ownerPath, Buffer.from(`${id}\n`))
      await rm(ownerPath, { force: true })
      await syncFolder(io, folder)
    },
  }
}

const gone = (cause: unknown) => new AppError('unavailable', { cause, retryAfterSeconds: 5 })

function isError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
