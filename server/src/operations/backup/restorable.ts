import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLoading } from '../../platform/database/load.ts'
import { type KeptBackup, listKept } from './kept.ts'
import { readBackup } from './read.ts'
import { requireSameTables } from './restore.ts'
import { ArchiveError } from './tar.ts'

/**
 * Finds the newest backup in a folder whose tables match its version. A backup of a half upgraded database has other tables and cannot be
 * restored. Only the beginning of each file is read.
 */
export async function findRestorable(folder: string): Promise<KeptBackup | undefined> {
  for (const backup of await listKept(folder)) if (await hasTablesOfItsVersion(backup.path)) return backup
  return undefined
}

async function hasTablesOfItsVersion(path: string): Promise<boolean> {
  const enough = new Error('the manifest has been read')
  const staging = await mkdtemp(join(tmpdir(), 'placard-backup-'))
  const input = createReadStream(path)
  try {
    await readBackup(input, {
      async begin(manifest) {
        const loading = await openSqliteLoading(staging, manifest.migrations.at(-1) ?? '', async () => {})
        await loading.close()
        requireSameTables(loading.tables, manifest)
        throw enough
      },
      async rows() {},
      async file() {},
    })
    return false
  } catch (error) {
    if (error === enough) return true
    if (error instanceof ArchiveError) return false
    throw error
  } finally {
    input.destroy()
    await rm(staging, { recursive: true, force: true })
  }
}
