import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isCut, type Staging } from './staging.ts'
import * as store from './store.ts'

/** So much is gathered before it is written: each write is a round trip and a row. */
const PIECE_BYTES = 256 * 1024

/**
 * Uploads under way in the database, since the next piece may come to another node. They are gone within the day, and on the
 * disk as soon as they are committed. However large one is, this process holds a piece of it at a time.
 *
 * @param folder of this node alone, for what is put together to be worked on; is made when it is missing, and emptied: what is in it is of a
 * process that died
 */
export async function openSharedStaging(queries: Queries, folder: string): Promise<Staging> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string) => join(folder, id)

  return {
    // The upload's row stands for it.
    create: async () => {},
    size: (id) => store.findArrivedBytes(queries, id),

    async append(id, from, length, body) {
      let end = from
      let held: Uint8Array[] = []
      let heldBytes = 0

      async function write(): Promise<void> {
        if (heldBytes === 0) return
        if (!(await store.createPiece(queries, id, end, Buffer.concat(held)))) {
          // Another node has written on from here. Whoever asks how much there is finds out what to send.
          throw new AppError('upload-locked', { retryAfterSeconds: 1 })
        }
        end += heldBytes
        held = []
        heldBytes = 0
      }

      try {
        // Not the stream's usual end: it would take the connection along, and the answer with it.
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
      // The sender may be gone. What came is kept: that is what an upload in pieces is for.
      await write()
      return { status: 'stored', sizeBytes: end }
    },

    // Every piece was committed.
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
    // Pieces go with their upload.
    listOlderThan: async () => [],
  }
}
