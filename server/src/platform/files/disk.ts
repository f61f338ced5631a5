import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from './file-store.ts'

/** Also the guard of every path: a key is one file name, without a way up or down. */
const KEY = /^[a-z0-9][a-z0-9_-]{0,63}\.[a-z0-9]{1,8}$/

/** Media as files in one folder. */
export async function openDiskFileStore(folder: string): Promise<FileStore> {
  const staging = join(folder, '.staging')
  // What a crash left half written is nobody's.
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true })

  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`)
    return join(folder, key)
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const staged = join(staging, randomUUID())
      try {
        const file = await open(staged, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(staged, path)
      } catch (error) {
        await rm(staged, { force: true })
        throw error
      }
      // The name is an entry of the folder, and survives a power cut only once the folder is on the disk as well.
      const directory = await open(folder, 'r')
      try {
        await directory.sync()
      } finally {
        await directory.close()
      }
    },
    async size(key) {
      if (!KEY.test(key)) return undefined
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
