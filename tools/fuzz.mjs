// npm run fuzz: 100,000 requests made from the description of the interface, right ones and wrong ones, and 100,000 sequences
// of requests, pieces and ends on bare connections, streams among them, each against a server of its own. A failure prints the
// smallest one that does it; the seed shows it again.
//   npm run fuzz -- 12345             with that seed
//   npm run fuzz -- 12345 sockets     of the two, one: `requests` or `sockets`
import { runPinned } from './run-pinned.mjs'

const TESTS = {
  requests: 'server/src/operations/documentation/fuzz.test.ts',
  sockets: 'server/src/playout/live/fuzz.test.ts',
}
/** Of 2,000. */
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
