import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from './config.ts'

/** It holds nothing: who has it locked is the server of the folder. */
export const LOCK_FILE = 'server.lock'
/** A server that is being stopped may need that long to let go. */
const PATIENCE_MS = 2_000
/** Kept here so that none is collected, which would let go of its folder. */
const held = new Set<DatabaseSync>()

/**
 * Makes this process the one server of a folder, until it ends, however it ends: the lock is the operating system's, which
 * SQLite knows how to take everywhere, so a crash leaves none behind. Commands that work beside the server do not ask for it.
 *
 * @param dataDir one that can be written to (`ensureDataFolder`)
 * @returns lets go of it
 * @throws ConfigError when another server has it
 */
export function claimFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, LOCK_FILE))
  try {
    lock.exec(`pragma busy_timeout = ${PATIENCE_MS}; begin exclusive`)
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new ConfigError(
      `another Placard is running on the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

/** https://sqlite.org/rescode.html: SQLITE_BUSY */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}
