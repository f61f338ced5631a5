import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const WORKSPACES = ['contract', 'playback', 'server', 'web', 'player']
/** Without a `src`. */
const SCRIPTS = ['bench', 'tools']

/** A property over thousands of values takes seconds on a busy machine; only what hangs should run into this. */
const TEST_MS = 120_000
/** The server's tests share a PostgreSQL of their own. */
const WITH_POSTGRES = { globalSetup: join(import.meta.dirname, 'server/src/testing/set-up.ts') }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // A file begins in a process that has the sources and packages already: a server's file loads 269 modules, which took as
    // long as its tests. So a file leaves nothing behind: what it puts in the place of a global, or sets, it puts back.
    isolate: false,
    testTimeout: TEST_MS,
    // Hooks start servers and browsers.
    hookTimeout: TEST_MS,
    setupFiles: [join(import.meta.dirname, 'vitest.properties.ts')],
    projects: [
      ...WORKSPACES.map((name) => ({
        extends: true as const,
        test: { name, root: name, include: ['src/**/*.test.{ts,tsx}'], ...(name === 'server' ? WITH_POSTGRES : {}) },
      })),
      ...SCRIPTS.map((name) => ({ extends: true as const, test: { name, root: name, include: ['**/*.test.ts'] } })),
    ],
  },
})
