import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchPlacard, TEMPLATE } from './placard.ts'

/**
 * Runs once for each run: starts a server with the sample and stops it. The servers of journeys then start with a copy of its
 * data and with its compiled code. Environment variables name both.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-template-'))
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
  const dataDir = join(folder, 'data')
  const placard = await launchPlacard({ DATA_DIR: dataDir })
  await placard.stop()
  await placard.close()
  process.env[TEMPLATE] = dataDir
  return () => rm(folder, { recursive: true, force: true })
}
