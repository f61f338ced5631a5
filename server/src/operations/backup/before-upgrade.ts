import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { HalfUpgraded, type Upgrade } from '../../platform/database/migrate.ts'
import { fromSystemError } from '../../platform/errors.ts'
import { NoRoom, requireRoomForTwo } from './daily.ts'
import { FileIsThere, writeBackupFile } from './file.ts'
import { listKept, makeFolder, rotate, upgradeNameOf } from './kept.ts'
import { findRestorable } from './restorable.ts'
import { estimateRowsBytes } from './size.ts'

/** Backups are kept for this many previous versions, the newest of each. */
const KEEP = 3
/** More servers than any installation has that back up the same database in the same second. */
const MAX_IN_A_SECOND = 100

type Settings = Pick<Config, 'backup' | 'databaseUrl' | 'dataDir'>

/**
 * Opens the database. One of an older version is backed up and then upgraded. With BACKUP_KEEP=0 no backup is made.
 *
 * @param say called before an upgrade begins, with the path of the backup
 * @throws Error whose message says what to do. CannotUpgrade when another try would fail in the same way
 */
export async function openUpToDate(
  settings: Settings,
  now: () => number,
  say: (upgrade: Upgrade & { path: string | undefined }) => void,
): Promise<Database> {
  const { folder, keep } = settings.backup
  try {
    return await openDatabase(settings, {
      async before(upgrade) {
        say({ ...upgrade, path: keep === 0 ? undefined : await backUp(settings, now(), upgrade) })
      },
      // Until the upgrade is complete, no backup is removed except one of the same version that the new one replaces.
      after: () => (keep === 0 ? Promise.resolve() : rotate(folder, 'upgrade', KEEP, now())),
    })
  } catch (error) {
    if (!(error instanceof HalfUpgraded)) throw error
    const good = await findRestorable(folder).catch(() => undefined)
    const way = good
      ? `Restore the backup from before the upgrade: placard restore ${good.path} --replace`
      : `${folder} has no usable backup. Restore one from another place: placard restore FILE --replace`
    throw new HalfUpgraded(`${error.message} ${way}`, { cause: error })
  }
}

/**
 * Backs up the rows of a database before its upgrade. Media files are not included, because an upgrade does not change them.
 *
 * @returns path of the backup
 */
async function backUp(settings: Settings, now: number, { from, to }: Upgrade): Promise<string> {
  const { folder } = settings.backup
  try {
    await makeFolder(folder)
    await requireRoomForTwo(folder, await estimateRowsBytes(settings))
    const path = await writeUnderFreeName(settings, now, from)
    await removeOlderOf(folder, from, now)
    return path
  } catch (error) {
    const problem = `The database (${from}) could not be backed up before its upgrade (${to}), so it was not upgraded.`
    const way = `${wayOf(error, folder)} Or set BACKUP_DIR to another folder, or BACKUP_KEEP=0 to upgrade without a backup.`
    throw new Error(`${problem} ${way}`, { cause: error })
  }
}

/** Two servers that start in the same second on one database each make their own backup. */
async function writeUnderFreeName(settings: Settings, now: number, from: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const path = join(settings.backup.folder, upgradeNameOf(from, now, attempt))
    try {
      await writeBackupFile({ settings, files: NO_FILES }, path, { now: () => now, media: false })
      return path
    } catch (error) {
      if (!(error instanceof FileIsThere) || attempt === MAX_IN_A_SECOND) throw error
    }
  }
}

/** Keeps one backup of an upgrade that is tried several times, because none of the tries has changed the database. */
async function removeOlderOf(folder: string, from: string, at: number): Promise<void> {
  const level = from.slice(0, 4)
  const kept = await listKept(folder)
  // The name of a backup has a precision of one second.
  const older = kept.filter(
    (one) => one.kind === 'upgrade' && one.level === level && one.at < Math.floor(at / 1_000) * 1_000,
  )
  for (const { path } of older) await rm(path, { force: true })
}

function wayOf(error: unknown, folder: string): string {
  if (error instanceof NoRoom || fromSystemError(error)?.code === 'disk-full') return `Free space in ${folder}.`
  const isFromFiles = error instanceof Error && 'syscall' in error
  return isFromFiles ? `Make sure that the server can write to ${folder}.` : 'Try again.'
}

const NO_FILES = {
  size: async () => undefined,
  read(): never {
    throw new Error('a backup of rows alone reads no file')
  },
}
