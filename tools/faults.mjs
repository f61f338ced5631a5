// npm run faults: every fault against a real server and a real browser, for a realistic length of time, observed
// through its pixels. Prints a table: dark seconds, time to the right content, seconds with the wrong one. Takes about
// forty minutes.
//   npm run faults -- --only F5,F8     only these
//   npm run faults -- --quick          as short as in npm test
import { runPinned } from './run-pinned.mjs'

/**
 * @param {string[]} args
 * @returns {string | undefined} a pattern for the names of the journeys; undefined when an id is invalid
 */
function readArguments(args) {
  const at = args.indexOf('--only')
  if (at === -1) return '\\[F\\d+\\]'
  const ids = (args[at + 1] ?? '').split(',')
  return ids.every((id) => /^F\d+$/.test(id)) ? ids.map((id) => `\\[${id}\\]`).join('|') : undefined
}

const args = process.argv.slice(2)
const wanted = readArguments(args)
if (wanted === undefined) {
  console.error('--only takes faults by their ids: --only F5,F8')
  process.exitCode = 1
} else {
  await runPinned(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--output',
      'test-results/faults',
      '--workers=1',
      '--trace=off',
      '--reporter=list,./e2e/rigs/fault-table.ts',
      '-g',
      wanted,
      'faults/',
      'player',
    ],
    { browser: true, env: args.includes('--quick') ? {} : { PLACARD_SLOW: '1' } },
  )
}
