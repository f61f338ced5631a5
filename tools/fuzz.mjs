// npm run fuzz: 100,000 requests made from the description of the interface, right ones and wrong ones, and 100,000 sequences
// of requests, pieces and ends on bare connections, streams among them, each against a server of its own. A failure prints the
// smallest one that does it; the seed shows it again.
//   npm run fuzz -- 12345             with that seed
//   npm run fuzz -- 12345 sockets     of the two, one: `requests` or `sockets`
import { join } from 'node:path'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

const TESTS = {
  requests: join('server', 'src', 'documentation', 'fuzz.test.ts'),
  sockets: join('server', 'src', 'live', 'fuzz.test.ts'),
}
/** Of 2,000. */
const FACTOR = '50'

try {
  await ensureDependencies()
  const [seed = String(Date.now() % 2 ** 31), part] = process.argv.slice(2)
  const tests = Object.entries(TESTS).flatMap(([name, path]) => (part === undefined || part === name ? [path] : []))
  if (tests.length === 0) throw new SetupError(`There is no part "${part}": ${Object.keys(TESTS).join(', ')}.`)
  console.log(`seed ${seed}`)
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs')
  const { code } = await run(pinnedNode(), [vitest, 'run', '--project', 'server', ...tests], {
    cwd: PROJECT,
    env: { PROPERTY_SEED: seed, PROPERTY_FACTOR: process.env.PROPERTY_FACTOR ?? FACTOR, ...pinnedEnvironment() },
    output: 'inherit',
  })
  process.exitCode = code
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
