import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'

const SCRIPT = join(import.meta.dirname, '../server/src/testing/run-fill.ts')

/**
 * Starts an installation with this many rows of a kind, which are written directly to the database.
 *
 * @param work called with the running installation, which is removed afterwards
 * @throws the error of `work`
 */
export async function withFilled(
  what: 'library' | 'screens' | 'items' | 'lines',
  count: number,
  work: (placard: Placard) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'placard-full-'))
  const placard = await launchPlacard({ DATA_DIR: dataDir })
  try {
    await placard.stop()
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
    await promisify(execFile)(process.execPath, [SCRIPT, what, DISPLAY.organisationId, String(count)], { env })
    await placard.start()
    await work(placard)
  } finally {
    await placard.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
