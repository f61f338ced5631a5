import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { PROJECT } from '../project-folder.mjs'

/** For `npm run mutation`: the tests that need no database, so they can run once for each of a thousand mutants. */
export default defineConfig({
  root: PROJECT,
  test: {
    setupFiles: [join(PROJECT, 'vitest.properties.ts')],
    testTimeout: 60_000,
    include: [
      'playback/src/**/*.test.ts',
      'server/src/platform/{access,network,queue}.test.ts',
      'server/src/platform/database/position.test.ts',
      'server/src/content/media/range.test.ts',
      'server/src/operations/legacy-import/{duration,json-walk}.test.ts',
      'player/src/engine/{rest,supervisor}.test.ts',
      'player/src/sync/{clock-offset,connection,server-clock}.test.ts',
    ],
  },
})
