import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from './config.ts'

/** An empty SQLite file. The server of the folder holds a lock on it. */
export const LOCK_FILE = 'server.lock'
/** A server that is being stopped may take this long to release the lock. */
const PATIENCE_MS = 2_000
/** Referenced here so that no lock is garbage-collected, which would release its folder. */
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only server of a folder until it ends, however it ends. The lock is the operating system's, taken through
 * SQLite, which can do so on every platform, so a crash leaves no lock behind. Commands that work beside the server do not take it.
 *
 * @param dataDir a writable folder (`ensureDataFolder`)
 * @returns releases the lock
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
