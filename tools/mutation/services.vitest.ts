import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { PROJECT } from '../project-folder.mjs'

/** For `npm run mutation:services`: real requests to a server on SQLite, once for each mutant. */
export default defineConfig({
  root: PROJECT,
  test: {
    setupFiles: [join(PROJECT, 'vitest.properties.ts')],
    env: { TEST_DIALECTS: 'sqlite' },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Each service is tested by its own tests. The matrix of all routes by all roles would run for every mutant and
    // find little.
    include: [`server/src/{${process.env.AREAS},}/**/*.test.ts`],
    exclude: ['**/crowd.test.ts'],
  },
})
