// npm run fuzz: 100,000 valid and invalid requests that are generated from the description of the API, and 100,000
// sequences of requests, pieces and disconnections on bare connections, including streams, each against a server of its
// own. A failure prints the smallest case that causes it. The seed reproduces it.
//   npm run fuzz -- 12345             with that seed
//   npm run fuzz -- 12345 sockets     only one of the two: `requests` or `sockets`
import { runPinned } from './run-pinned.mjs'

const TESTS = {
  requests: 'server/src/operations/documentation/fuzz.test.ts',
  sockets: 'server/src/playout/live/fuzz.test.ts',
}
/** Multiple of the usual 2,000. */
const FACTOR = '50'

const [seed = String(Date.now() % 2 ** 31), part] = process.argv.slice(2)
const tests = Object.entries(TESTS).flatMap(([name, path]) => (part === undefined || part === name ? [path] : []))
if (tests.length === 0) {
  console.error(`There is no part "${part}": ${Object.keys(TESTS).join(', ')}.`)
  process.exitCode = 1
} else {
  console.log(`seed ${seed}`)
  await runPinned(['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...tests], {
    env: { PROPERTY_SEED: seed, PROPERTY_FACTOR: FACTOR },
  })
}
