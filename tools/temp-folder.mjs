import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** The folder that Linux keeps in memory. In containers it often has only 64 MB. */
const IN_MEMORY = '/dev/shm'
/** Several times the space that the folders of servers and the profiles of browsers need at one time. */
const NEEDED_ROOM_BYTES = 3 * 2 ** 30

/**
 * Makes the processes that this process starts keep their temporary files in memory, if there is a file system in
 * memory with enough space. A test server syncs each change, which takes milliseconds on a disk and no time in memory.
 * Otherwise the usual folder is used, and so is TMPDIR when it is set. The folder is removed when this process ends.
 *
 * @param {string} [memory] a file system in memory
 * @param {number} [roomBytes] the free space that it must have; the machine needs as much again for the programs
 * @returns {string | undefined} the folder; undefined when the usual folder is used
 */
export function useTempFolderInMemory(memory = IN_MEMORY, roomBytes = NEEDED_ROOM_BYTES) {
  if (process.env.TMPDIR || !hasRoom(memory, roomBytes)) return undefined
  const folder = mkdtempSync(join(memory, 'placard-test-'))
  // The same mode as /tmp, because PostgreSQL and web servers are started by root and run as other users.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // A disk is still mounted in it, or a killed child is still writing. That is no reason for a test to fail.
    }
  })
  return folder
}

/**
 * @param {string} memory
 * @param {number} roomBytes
 */
function hasRoom(memory, roomBytes) {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomBytes && (process.availableMemory?.() ?? freemem()) >= 2 * roomBytes
  } catch {
    return false
  }
}
