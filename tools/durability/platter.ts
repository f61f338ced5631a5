import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const DISK_BYTES = 160 * 2 ** 20
const UNMOUNT_TRIES = 100

/**
 * A disk whose power can be cut: an ext4 file system in a file. Data that was written and not yet synced is in memory,
 * not in the file. A copy of the file at any moment is therefore what would be left on a real disk.
 */
export type Platter = {
  folder: string
  /** Copies the present content of the disk. No process may write meanwhile. */
  cut(): Promise<void>
  /** Sets the disk to the copy. No process may use it any more. */
  restore(): Promise<void>
  remove(): Promise<void>
}

/**
 * @param place an empty folder of its own
 * @throws when this process is not allowed to mount
 */
export async function makePlatter(place: string): Promise<Platter> {
  const [image, kept, folder] = [join(place, 'disk.img'), join(place, 'kept.img'), join(place, 'disk')]
  await mkdir(folder)
  await writeFile(image, '')
  await truncate(image, DISK_BYTES)
  await run('mkfs.ext4', ['-q', '-F', image])
  const mount = () => run('mount', ['-o', 'loop', image, folder])
  const unmount = async () => {
    for (let tried = 1; ; tried += 1) {
      try {
        await run('umount', [folder])
        return
      } catch (error) {
        // A killed process has files open until it has ended completely.
        if (tried === UNMOUNT_TRIES) throw error
        await wait(50)
      }
    }
  }
  // A run that is interrupted leaves no mounted disk behind.
  const letGo = () => void spawnSync('umount', ['--lazy', folder])
  process.once('exit', letGo)
  await mount()
  return {
    folder,
    cut: () => copyFile(image, kept),
    async restore() {
      await unmount()
      await rename(kept, image)
      await mount()
    },
    async remove() {
      process.off('exit', letGo)
      await unmount()
      await rm(place, { recursive: true, force: true })
    },
  }
}
