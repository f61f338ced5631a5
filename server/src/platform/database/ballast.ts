import { randomFillSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'

/** Beside the database. */
export const BALLAST_FILE = 'ballast'
/** Of a small disk it takes this share, so that there is room for what it is there for. */
const MOST_OF_DISK = 1 / 20
/** So much has to be free, in ballasts, before one is made: it must not be what fills the disk. */
const ROOM = 2
/** With less than this left of its size, a disk counts as full. */
const FULL = 1 / 16
/** Also without a request, the reserve is made again this soon after there is room. */
const LOOK_EVERY_MS = 30_000
const STEP_BYTES = 2 ** 20

/**
 * `off`: not wanted. `making`: it is being written for the first time. `kept`: it lies there. `spent`: the disk is full, or
 * nearly, and what it took up is needed.
 */
export type BallastState = 'off' | 'making' | 'kept' | 'spent'

/**
 * Room that is taken up so that it can be given back: on a full disk SQLite cannot even delete, and a full disk is emptied by
 * deleting.
 */
export type Ballast = {
  state(): BallastState
  /** True: the remaining room is for removing alone. It is the ballast that was given back, and no more. */
  isLast(): boolean
  /** The database has no room: from now on it has. Doing it twice is doing it once. */
  spend(): void
  /** Looks at the disk and makes it anew when there is room. Done by itself every half a minute, and before a refusal. */
  renew(): Promise<void>
  close(): Promise<void>
}

/**
 * To be opened before the database, which does not even open on a full disk.
 *
 * @param folder of the database; made when the database is, so it may not be there yet
 * @param bytes how much it may take up at most; 0 for none, and one that is there goes
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
  /** True: at the last look there was less room than the ballast takes up. */
  let isShort = false

  function spend(): void {
    isShort = true
    if (state === 'spent') return
    state = 'spent'
    try {
      rmSync(path, { force: true })
      log.error({ path }, 'the disk is full: room was given back for deleting. No uploads until there is more')
    } catch (error) {
      log.error({ err: error, path }, 'the disk is full, and no room could be given back')
    }
  }

  async function renewOnce(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(folder)
    const size = Math.max(1, Math.round(Math.min(bytes, blocks * bsize * MOST_OF_DISK)))
    const free = bavail * bsize
    const there = await stat(path).catch(() => undefined)
    // Once it is spent, its own bytes are free: they do not count as more room.
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
        log.warn({ path, free, wanted: ROOM * size }, 'the disk is nearly full: no uploads until there is more room')
      return
    }
    const made = `${path}.new`
    try {
      await rm(path, { force: true })
      await write(made, size)
      await rename(made, path)
      if (state === 'spent') log.warn({ path }, 'there is room again: uploads go on')
      state = 'kept'
    } catch (error) {
      await rm(made, { force: true })
      throw error
    }
  }

  function renew(): Promise<void> {
    if (isClosed) return Promise.resolve()
    renewing ??= renewOnce()
      // Without it things are as they would be otherwise.
      .catch((error) => {
        if (state === 'making') state = 'spent'
        log.warn({ err: error, path }, 'the room that is kept for a full disk could not be taken')
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

/** Nothing that a file system could fold: what it does not take up cannot be given back. */
async function write(path: string, size: number): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    // The same memory each time: fresh buffers would stay with a server that then rests, as garbage nobody collects.
    const step = Buffer.allocUnsafeSlow(STEP_BYTES)
    for (let left = size; left > 0; left -= STEP_BYTES) {
      await file.writeFile(randomFillSync(step).subarray(0, Math.min(left, STEP_BYTES)))
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
