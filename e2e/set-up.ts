import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchPlacard, TEMPLATE } from './placard.ts'

/**
 * Once for each run: starts a server with the sample and stops it, so that those of the journeys begin with a copy of its
 * data, and with its program compiled. Both are inherited by way of the environment.
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
