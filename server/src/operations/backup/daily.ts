import { join } from 'node:path'
import type { Context } from '../../platform/context.ts'
import { AppError, fromSystemError } from '../../platform/errors.ts'
import { freeBytes, writeBackupFile } from './file.ts'
import { dueSince, listKept, makeFolder, nameOf, newestOf, rotate } from './kept.ts'
import { estimateBytes } from './size.ts'

/** Interval of the check if a backup is due. The first check comes this long after the start, when the server is less busy. */
const LOOK_MS = 10 * 60_000
/** Wait after a failure. The cause may be gone by then, and the log does not fill up. */
const AGAIN_MS = 60 * 60_000

export type BackupState = {
  /** Milliseconds since 1970: time of the newest backup. undefined when there is none, or nothing was checked yet. */
  lastAt: number | undefined
  /** Reason of the last failure, as a sentence. undefined when the last try succeeded. */
  failure: string | undefined
}

export type DailyBackups = {
  /** Makes a backup when one is due. Never fails: errors go to the state and the log. */
  look(): Promise<void>
  state(): BackupState
  /** Cancels a backup in progress and removes its file. */
  close(): Promise<void>
}

/** There is too little room for a backup. The message is a sentence. */
export class NoRoom extends Error {}

/** Makes a backup each night in the backup folder and keeps the newest ones. Off when BACKUP_KEEP is 0. */
export function createDailyBackups(context: Context): DailyBackups {
  const { config, files, log } = context
  const { folder, keep } = config.backup
  const ending = new AbortController()
  const state: BackupState = { lastAt: undefined, failure: undefined }
  let notBefore = 0
  let underWay: Promise<void> | undefined

  async function makeIfDue(): Promise<void> {
    const now = context.now()
    if (now < notBefore) return
    try {
      await makeFolder(folder)
      state.lastAt = await newest()
      if (state.lastAt !== undefined && state.lastAt >= dueSince(now)) return
      await requireRoomForTwo(folder, await estimateBytes(config))
      const written = await writeBackupFile({ settings: config, files }, join(folder, nameOf('daily', now)), {
        now: () => now,
        media: true,
        signal: ending.signal,
      })
      await rotate(folder, 'daily', keep, now)
      state.lastAt = now
      state.failure = undefined
      const { missing, damaged, sizeBytes } = written
      if (missing.length + damaged.length === 0) log.info({ sizeBytes }, 'the daily backup was made')
      else
        log.warn(
          { sizeBytes, missing, damaged },
          'the daily backup was made; these files were missing or damaged before',
        )
    } catch (error) {
      if (ending.signal.aborted) return
      notBefore = now + AGAIN_MS
      state.failure = sentenceOf(error)
      log.error({ err: error }, 'the daily backup could not be made')
    }
  }

  const look = () => {
    underWay ??= makeIfDue().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  // Existing backups count from the start. A folder that cannot be read is reported at the first check.
  const newest = async () => newestOf(await listKept(folder), ['daily'], context.now())?.at
  if (keep > 0) {
    newest().then(
      (at) => {
        state.lastAt ??= at
      },
      () => {},
    )
  }
  const timer = keep > 0 ? setInterval(look, LOOK_MS) : undefined
  timer?.unref()
  return {
    look,
    state: () => ({ ...state }),
    async close() {
      clearInterval(timer)
      ending.abort()
      await underWay
    },
  }
}

/** A backup must not fill the disk: there must be room for another one after it. */
export async function requireRoomForTwo(folder: string, wanted: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free >= 2 * wanted) return
  const mib = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`
  throw new NoRoom(`A backup needs twice its size of about ${mib(wanted)}; ${folder} has ${mib(free)} free.`)
}

function sentenceOf(error: unknown): string {
  if (error instanceof NoRoom) return error.message
  const known = error instanceof AppError ? error : fromSystemError(error)
  return known?.message ?? (error instanceof Error ? error.message : String(error))
}
