import shared from './pure.config.json' with { type: 'json' }

/**
 * The parts of the server whose services are mutated and tested by their own tests. `AREAS=items` selects one, which is
 * quickest: with several, each mutant also runs the tests of the others.
 */
const areas =
  process.env.AREAS ?? 'accounts,displays,console,history,items,lines,media,people,screens,setup,tokens,uploads'
// The tests are selected in another process.
process.env.AREAS = areas

/** The modules that the service of accounts combines. */
const SIGNING_IN = 'server/src/people/accounts/{administration,sign-in,sign-up}.ts'

/** For `npm run mutation:services`. */
export default {
  ...shared,
  vitest: { configFile: 'tools/mutation/services.vitest.ts' },
  mutate: [`server/src/{${areas},}/service.ts`, ...(areas.includes('accounts') ? [SIGNING_IN] : [])],
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 30_000,
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  htmlReporter: { fileName: 'test-results/mutation-services.html' },
  jsonReporter: { fileName: 'test-results/mutation-services.json' },
  // Some tests read the documentation.
  ignorePatterns: shared.ignorePatterns.filter((pattern) => pattern !== 'docs'),
}
