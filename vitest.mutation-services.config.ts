import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** For `npm run mutation -- stryker.services.config.mjs`: what real requests ask of a server on SQLite, once for each mutant. */
export default defineConfig({
  test: {
    setupFiles: [join(import.meta.dirname, 'vitest.properties.ts')],
    env: { TEST_DIALECTS: 'sqlite' },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Each service by its own tests. The matrix of all routes by all roles would run for every mutant, and tell little.
    include: [`server/src/{${process.env.AREAS},}/**/*.test.ts`],
    exclude: ['**/crowd.test.ts'],
  },
})
