import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A separate disk in memory that can really be full or read-only. */
export type SmallDisk = {
  folder: string
  /** Fills the disk to the last byte. */
  fill(): Promise<void>
  makeRoom(): Promise<void>
  setReadOnly(readOnly: boolean): Promise<void>
  remove(): Promise<void>
}

/** @param megabytes size @throws when this process may not mount file systems */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const filling = join(folder, 'filling')
  return {
    folder,
    async fill() {
      for (let bytes = 2 ** 20; bytes >= 1; bytes = Math.floor(bytes / 2)) {
        for (;;) {
          const full = await writeFile(filling, Buffer.alloc(bytes, 1), { flag: 'a' }).then(
            () => false,
            (error) => {
              if (error.code === 'ENOSPC') return true
              throw error
            },
          )
          if (full) break
        }
      }
    },
    makeRoom: () => rm(filling, { force: true }),
    setReadOnly: async (readOnly) => {
      await run('mount', ['-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder])
    },
    async remove() {
      await run('umount', [folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** True when `mountSmallDisk` works here. Otherwise it prints a warning, so that skipped tests are noticed. */
export async function maySmallDisk(): Promise<boolean> {
  try {
    await (await mountSmallDisk(1)).remove()
    return true
  } catch {
    console.warn('THE TESTS ON A REALLY FULL DISK ARE SKIPPED: they take root on Linux, which may mount a tmpfs.')
    return false
  }
}
