import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LONG_TESTS } from './tools/rounds.mjs'

const WORKSPACES = ['contract', 'playback', 'table-files', 'client', 'server', 'web', 'player', 'agent']
/** Without a `src`. */
const SCRIPTS = ['bench', 'tools']

/** A property over thousands of values takes seconds on a busy machine; only what hangs should run into this. */
const TEST_MS = 120_000
const SERVER = {
  // They share a PostgreSQL of their own.
  globalSetup: join(import.meta.dirname, 'server/src/testing/set-up.ts'),
  // Node reads these sources by itself, as it does when it serves; what Vite makes of them takes a twentieth more of a processor.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

/** Files that wait much: at the end of a run one worker would be waited for while the others have nothing to do. */
const FIRST = [...Object.keys(LONG_TESTS), 'server/src/people/accounts/routes.test.ts']

/** As Vitest does it, by size where it knows no durations, but for the long ones. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => FIRST.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Half of its time a file waits: four of them fill two processors.
    maxWorkers: 4,
    // A file begins in a process that has the sources and packages already: a server's file loads 269 modules, which took as
    // long as its tests. So a file leaves nothing behind: what it puts in the place of a global, or sets, it puts back.
    isolate: false,
    sequence: { sequencer: LongFirst },
    testTimeout: TEST_MS,
    // Hooks start servers and browsers.
    hookTimeout: TEST_MS,
    setupFiles: [join(import.meta.dirname, 'vitest.properties.ts')],
    projects: [
      ...WORKSPACES.map((name) => ({
        extends: true as const,
        test: {
          name,
          root: name,
          include: ['src/**/*.test.{ts,tsx}', '*.test.ts'],
          ...(name === 'server' ? SERVER : {}),
        },
      })),
      ...SCRIPTS.map((name) => ({ extends: true as const, test: { name, root: name, include: ['**/*.test.ts'] } })),
    ],
  },
})
