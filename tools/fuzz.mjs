// npm run fuzz: 100,000 requests made from the description of the interface, right ones and wrong ones, against a server of
// its own. A failure prints the smallest request that does it; the seed shows it again.
//   npm run fuzz -- 12345     with that seed
import { join } from 'node:path'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

const TEST = join('server', 'src', 'documentation', 'fuzz.test.ts')
/** Of the everyday run's 2,000. */
const FACTOR = '50'

try {
  await ensureDependencies()
  const seed = process.argv[2] ?? String(Date.now() % 2 ** 31)
  console.log(`seed ${seed}`)
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs')
  const { code } = await run(pinnedNode(), [vitest, 'run', '--project', 'server', TEST], {
    cwd: PROJECT,
    env: { PROPERTY_SEED: seed, PROPERTY_FACTOR: FACTOR, ...pinnedEnvironment() },
    output: 'inherit',
  })
  process.exitCode = code
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
