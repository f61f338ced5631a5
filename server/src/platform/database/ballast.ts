import { randomFillSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'

/** In the folder of the database. */
export const BALLAST_FILE = 'ballast'
/** The most of a disk that it takes, so that a small disk keeps room for data. */
const MOST_OF_DISK = 1 / 20
/** It is created only when this many times its size is free, so that it does not fill the disk itself. */
const ROOM = 2
/** The disk counts as full when less than this share of the ballast's size is free. */
const FULL = 1 / 16
/** Without a request, the reserve is re-created this soon after there is room. Milliseconds. */
const LOOK_EVERY_MS = 30_000
const STEP_BYTES = 2 ** 20

/**
 * `off`: not configured. `making`: being written for the first time. `kept`: in place. `spent`: the disk is full or nearly full, and the
 * reserve was released.
 */
export type BallastState = 'off' | 'making' | 'kept' | 'spent'

/** A reserve of disk space that can be released. On a full disk SQLite cannot even delete rows, and people free space by deleting. */
export type Ballast = {
  state(): BallastState
  /** True when only deleting is allowed, because the remaining room is the released reserve and no more. */
  isLast(): boolean
  /** Releases the reserve when the database has no room. Further calls do nothing. */
  spend(): void
  /** Checks the disk and re-creates the reserve when there is room. Runs every half a minute and before a request is refused. */
  renew(): Promise<void>
  close(): Promise<void>
}

/**
 * Must be called before the database is opened, because opening it fails on a full disk.
 *
 * @param folder of the database. It is created together with the database, so it may not exist yet
 * @param bytes the most it may take. 0: none, and an existing one is removed
 */
export async function openBallast(folder: string, bytes: number, log: Pick<Log, 'warn' | 'error'>): Promise<Ballast> {
  const path = join(folder, BALLAST_FILE)
  if (bytes === 0) {
    await rm(path, { force: true })
    return { state: () => 'off', isLast: () => false, spend() {}, renew: async () => {}, close: async () => {} }
  }
  let state: BallastState = 'making'
  let renewing: Promise<void> | undefined
  let isClosed = false
  /** True when the last check found less free room than the size of the ballast. */
  let isShort = false

  function spend(): void {
    isShort = true
    if (state === 'spent') return
    state = 'spent'
    try {
      rmSync(path, { force: true })
      log.error(
        { path },
        'the disk is full: the reserved space was freed for deletions. Uploads are refused until more space is free',
      )
    } catch (error) {
      log.error({ err: error, path }, 'the disk is full, and the reserved space could not be freed')
    }
  }

  async function renewOnce(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(folder)
    const size = Math.max(1, Math.round(Math.min(bytes, blocks * bsize * MOST_OF_DISK)))
    const free = bavail * bsize
    const there = await stat(path).catch(() => undefined)
    // Once the ballast is spent, its own bytes are free, and do not count as additional room.
    isShort = free < size * (state === 'spent' ? 1 + 2 * FULL : 1)
    if (there?.size === size) {
      if (free < size * FULL) spend()
      else if (state === 'making' || free >= ROOM * size) state = 'kept'
      return
    }
    if (free + (there?.size ?? 0) < ROOM * size) {
      if (state !== 'making') return
      state = there ? 'kept' : 'spent'
      if (!there)
        log.warn(
          { path, free, wanted: ROOM * size },
          'the disk is nearly full: uploads are refused until more space is free',
        )
      return
    }
    const made = `${path}.new`
    try {
      await rm(path, { force: true })
      await write(made, size)
      await rename(made, path)
      if (state === 'spent') log.warn({ path }, 'the disk has space again: uploads are accepted')
      state = 'kept'
    } catch (error) {
      await rm(made, { force: true })
      throw error
    }
  }

  function renew(): Promise<void> {
    if (isClosed) return Promise.resolve()
    renewing ??= renewOnce()
      // A failure changes nothing: the server works without a reserve.
      .catch((error) => {
        if (state === 'making') state = 'spent'
        log.warn({ err: error, path }, 'the space for a full disk could not be reserved')
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  const [there, disk] = await Promise.all([
    stat(path).catch(() => undefined),
    statfs(folder).catch(() => undefined),
    rm(`${path}.new`, { force: true }),
  ])
  if (there && disk && disk.bavail * disk.bsize < there.size * FULL) spend()
  const timer = setInterval(() => void renew(), LOOK_EVERY_MS)
  timer.unref()
  return {
    state: () => state,
    isLast: () => state === 'spent' && isShort,
    spend,
    renew,
    async close() {
      isClosed = true
      clearInterval(timer)
      await renewing
    },
  }
}

/** Random bytes, which a file system cannot compress or deduplicate. Otherwise removing the file would free less than its size. */
async function write(path: string, size: number): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  // The buffer is reused: new ones would remain as uncollected garbage in a server that is idle afterwards.
  const step = Buffer.allocUnsafeSlow(STEP_BYTES)
  for (let left = size; left > 0; left -= STEP_BYTES) {
    await file.writeFile(randomFillSync(step).subarray(0, Math.min(left, STEP_BYTES)))
  }
  await file.sync()
}
