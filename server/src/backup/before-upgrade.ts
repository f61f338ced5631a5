import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import type { Upgrade } from '../platform/database/migrate.ts'
import { requireRoomForTwo } from './daily.ts'
import { writeBackupFile } from './file.ts'
import { makeFolder, nameOf, rotate } from './kept.ts'
import { estimateRowsBytes } from './size.ts'

const KEEP = 3

/**
 * Backs up the rows of a database that is about to be brought up to date. Files stay as they are by that, so they are not in
 * it. Nothing is upgraded that could not be backed up; BACKUP_KEEP=0 does without.
 *
 * @throws Error whose message says what to do
 */
export async function backUpBeforeUpgrade(
  config: Pick<Config, 'backup' | 'databaseUrl' | 'dataDir'>,
  now: number,
  { from, to }: Upgrade,
): Promise<string | undefined> {
  const { folder, keep } = config.backup
  if (keep === 0) return undefined
  const path = join(folder, nameOf('upgrade', now))
  try {
    await makeFolder(folder)
    await requireRoomForTwo(folder, await estimateRowsBytes(config))
    await writeBackupFile({ settings: config, files: NO_FILES }, path, { now: () => now, media: false })
    await rotate(folder, 'upgrade', KEEP, now)
    return path
  } catch (error) {
    const way = 'Make room there, name another folder in BACKUP_DIR, or set BACKUP_KEEP=0 to do without.'
    const problem = `The database (${from}) could not be backed up before its upgrade (${to}), so it was left as it is.`
    throw new Error(`${problem} ${way}`, { cause: error })
  }
}

const NO_FILES = {
  size: async () => undefined,
  read(): never {
    throw new Error('a backup of rows alone reads no file')
  },
}
