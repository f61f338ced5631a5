import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const WORKSPACES = ['contract', 'playback', 'server', 'web', 'player']
/** Without a `src`. */
const SCRIPTS = ['bench', 'tools']

/** A property over thousands of values takes seconds on a busy machine; only what hangs should run into this. */
const TEST_MS = 120_000
/** The server's tests share a PostgreSQL of their own. */
const WITH_POSTGRES = { globalSetup: join(import.meta.dirname, 'server/src/testing/set-up.ts') }

/** Files that wait much: at the end of a run one worker would be waited for while the others have nothing to do. */
const LONG = [
  'tools/deploy.test.ts',
  'webhooks/service.test.ts',
  'stored-files.test.ts',
  'backup-while.test.ts',
  'cli/care.test.ts',
  'uploads/killed.test.ts',
  'http/pressure.test.ts',
  'durability/durability.test.ts',
  'tools/item-shape.test.ts',
]

/** As Vitest does it, by size where it knows no durations, but for the long ones. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // A third of its time a file waits: three of them fill two processors.
    maxWorkers: 3,
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
        test: { name, root: name, include: ['src/**/*.test.{ts,tsx}'], ...(name === 'server' ? WITH_POSTGRES : {}) },
      })),
      ...SCRIPTS.map((name) => ({ extends: true as const, test: { name, root: name, include: ['**/*.test.ts'] } })),
    ],
  },
})
