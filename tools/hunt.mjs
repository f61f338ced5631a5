// npm run hunt: the property tests with new values, thirty times as many. A counterexample prints its seed;
// PROPERTY_SEED=<seed> npm test reproduces it.
//   npm run hunt -- player/src/engine     only there
import { sep } from 'node:path'
import { findTests } from './find-tests.mjs'
import { runPinned } from './run-pinned.mjs'

const NO_HURRY_MS = 30 * 60_000
const PROPERTY = /fc\.(?:property|asyncProperty)\(/
/** `npm run fuzz` runs these tests, and for longer. */
const FUZZ = `${sep}fuzz.test.ts`

const propertyTests = findTests(PROPERTY).filter((path) => !path.endsWith(FUZZ))

const chosen = process.argv.slice(2)
await runPinned(
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    `--testTimeout=${NO_HURRY_MS}`,
    ...(chosen.length > 0 ? chosen : propertyTests),
  ],
  { env: { PROPERTY_SEED: 'new', PROPERTY_FACTOR: '30' } },
)
