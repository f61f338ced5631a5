import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isCut, type Staging } from './staging.ts'
import * as store from './store.ts'

/** Bytes that are collected before they are written, because each write is a round trip and a row. */
const PIECE_BYTES = 256 * 1024

/**
 * Keeps the bytes of uploads in the database, because the next piece may arrive at another node. They are removed within a day,
 * and are durable once committed. This process holds at most one piece of an upload in memory.
 *
 * @param folder of this node alone, for assembled files; created if missing, and emptied: its contents were left by a process
 * that ended
 */
export async function openSharedStaging(queries: Queries, folder: string): Promise<Staging> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string) => join(folder, id)

  return {
    // The upload's row is enough.
    create: async () => {},
    size: (id) => store.findArrivedBytes(queries, id),

    async append(id, from, length, body) {
      let end = from
      let held: Uint8Array[] = []
      let heldBytes = 0

      async function write(): Promise<void> {
        if (heldBytes === 0) return
        if (!(await store.createPiece(queries, id, end, Buffer.concat(held)))) {
          // Another node has written at this position. The client learns the right position by asking for the progress.
          throw new AppError('upload-locked', { retryAfterSeconds: 1 })
        }
        end += heldBytes
        held = []
        heldBytes = 0
      }

      try {
        // The default would destroy the stream, and with it the connection and the response.
        for await (const piece of body.iterator({ destroyOnReturn: false })) {
          const bytes: Uint8Array = piece
          if (end + heldBytes + bytes.byteLength > length) {
            await store.removePieces(queries, id, from)
            return { status: 'surplus' }
          }
          held.push(bytes)
          heldBytes += bytes.byteLength
          if (heldBytes >= PIECE_BYTES) await write()
        }
      } catch (error) {
        if (!isCut(error, body)) throw error
      }
      // The sender may be gone. The received bytes are kept, so that the upload can be resumed.
      await write()
      return { status: 'stored', sizeBytes: end }
    },

    // Every piece has been committed.
    settle: async () => {},

    async collect(id) {
      await writeFile(pathOf(id), store.readPieces(queries, id), { mode: 0o600 })
      return pathOf(id)
    },
    release: (id) => rm(pathOf(id), { force: true }),
    async remove(id) {
      await rm(pathOf(id), { force: true })
      await store.removePieces(queries, id, 0)
    },
    // Pieces are removed with their upload.
    listOlderThan: async () => [],
  }
}
