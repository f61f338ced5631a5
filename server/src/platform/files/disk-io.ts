import * as fs from 'node:fs/promises'

/** The calls that change a disk, as Node has them. Seam: a test puts a disk here that is full, or broken. */
export type DiskIo = Pick<typeof fs, 'open' | 'rename' | 'copyFile'>

export const diskIo: DiskIo = fs

/** Resolves when the file's bytes would survive a power cut; its name only does after `syncFolder`. */
export async function syncFile(io: DiskIo, path: string): Promise<void> {
  const file = await io.open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name is an entry of its folder, and survives a power cut only once the folder is on the disk as well. */
export async function syncFolder(io: DiskIo, path: string): Promise<void> {
  const folder = await io.open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
