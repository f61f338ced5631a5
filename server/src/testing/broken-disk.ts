import type { FileHandle } from 'node:fs/promises'
import { type DiskIo, diskIo } from '../platform/files/disk-io.ts'

/** The errors of a disk that is full, read-only or broken. */
export type DiskFault = 'ENOSPC' | 'EROFS' | 'EIO'

export type BrokenDisk = {
  io: DiskIo
  /** From now on the n-th operation and all later ones fail, or with `only` that one alone. 1 is the next operation. */
  failFrom(n: number, options?: { only?: boolean }): void
  mend(): void
  /** True when an operation has failed since the disk was last broken. */
  hasFailed(): boolean
}

const CHANGING = ['write', 'writeFile', 'sync', 'datasync', 'truncate'] as const

/** The real disk, whose changing operations can be made to fail. */
export function breakableDisk(fault: DiskFault): BrokenDisk {
  let left = Number.POSITIVE_INFINITY
  let only = false
  let failed = false

  function step(): void {
    left -= 1
    if (left > 0 || (only && left < 0)) return
    failed = true
    throw Object.assign(new Error(`${fault}: made to fail`), { code: fault })
  }

  const io: DiskIo = {
    async open(path, flags, mode) {
      // Opening a folder is needed for syncing it.
      if (flags !== 'r') step()
      const file = await diskIo.open(path, flags, mode)
      for (const name of CHANGING) breakMethod(file, name, step)
      return file
    },
    async rename(from, to) {
      step()
      await diskIo.rename(from, to)
    },
    async copyFile(from, to) {
      step()
      await diskIo.copyFile(from, to)
    },
  }
  return {
    io,
    failFrom(n, options = {}) {
      left = n
      only = options.only ?? false
      failed = false
    },
    mend() {
      left = Number.POSITIVE_INFINITY
    },
    hasFailed: () => failed,
  }
}

function breakMethod(file: FileHandle, name: (typeof CHANGING)[number], step: () => void): void {
  const method: (...args: never[]) => Promise<unknown> = file[name]
  Object.defineProperty(file, name, {
    value: async (...args: never[]) => {
      step()
      return method.apply(file, args)
    },
  })
}
