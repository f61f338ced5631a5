import * as fs from 'node:fs/promises'

/** Node's calls that change a disk. Seam: a test replaces them with a full or broken disk. */
export type DiskIo = Pick<typeof fs, 'open' | 'rename' | 'copyFile'>

export const diskIo: DiskIo = fs

/** Resolves when the bytes of the file would survive a power cut. Its name survives only after `syncFolder`. */
export async function syncFile(io: DiskIo, path: string): Promise<void> {
  await using file = await io.open(path, 'r+')
  await file.sync()
}

/** A file name is an entry of its folder, and survives a power cut only once the folder is synced. */
export async function syncFolder(io: DiskIo, path: string): Promise<void> {
  await using folder = await io.open(path, 'r')
  await folder.sync()
}
