import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** The folder that Linux keeps in memory. Containers often have 64 MB of it. */
const IN_MEMORY = '/dev/shm'
/** Room for the folders of servers and the profiles of browsers that are there at one time, several times over. */
const NEEDED_ROOM_BYTES = 3 * 2 ** 30

/**
 * Gives what this process starts a place in memory for its temporary files, where there is one with room: a test server
 * syncs each change, which costs milliseconds on a disk and nothing here. Elsewhere the usual place stays, and so does a
 * TMPDIR that was asked for. What was made is removed when this process ends.
 *
 * @param {string} [memory] a file system in memory
 * @param {number} [roomBytes] what it must have free; the machine needs as much again for the programs
 * @returns {string | undefined} the folder, or nothing where the usual place stays
 */
export function useTempFolderInMemory(memory = IN_MEMORY, roomBytes = NEEDED_ROOM_BYTES) {
  if (process.env.TMPDIR || !hasRoom(memory, roomBytes)) return undefined
  const folder = mkdtempSync(join(memory, 'placard-test-'))
  // As /tmp: PostgreSQL and web servers are started by root and run as somebody else.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // A disk is still mounted in it, or a child that was ended by force still writes: nothing to fail a test for.
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
