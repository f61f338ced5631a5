// npm run hunt: the property tests with new values, thirty times as many. A counterexample prints its seed;
// PROPERTY_SEED=<seed> npm test shows it again.
//   npm run hunt -- player/src/engine     only there
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

const PARTS = ['contract', 'playback', 'player', 'server', 'web']
const NO_HURRY_MS = 30 * 60_000
const PROPERTY = /fc\.(?:property|asyncProperty)\(/
/** `npm run fuzz` runs these, longer. */
const FUZZ = `${sep}fuzz.test.ts`

const propertyTests = PARTS.flatMap((part) =>
  readdirSync(join(PROJECT, part, 'src'), { recursive: true })
    .map((path) => join(part, 'src', String(path)))
    .filter(
      (path) =>
        path.endsWith('.test.ts') && !path.endsWith(FUZZ) && PROPERTY.test(readFileSync(join(PROJECT, path), 'utf8')),
    ),
)

try {
  await ensureDependencies()
  const chosen = process.argv.slice(2)
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs')
  const { code } = await run(
    pinnedNode(),
    [vitest, 'run', `--testTimeout=${NO_HURRY_MS}`, ...(chosen.length > 0 ? chosen : propertyTests)],
    { cwd: PROJECT, env: { PROPERTY_SEED: 'new', PROPERTY_FACTOR: '30', ...pinnedEnvironment() }, output: 'inherit' },
  )
  process.exitCode = code
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
