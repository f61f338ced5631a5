// npm run faults: every fault against a real server and a real browser for as long as it lasts in life, watched by its
// pixels. Prints a table: dark seconds, time to the right content, seconds with the wrong one. Takes about forty minutes.
//   npm run faults -- --only F5,F8     these alone
//   npm run faults -- --quick          as short as in npm test
import { join } from 'node:path'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureBrowser, ensureBuild, ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

/** @param {string[]} args */
function readArguments(args) {
  const at = args.indexOf('--only')
  if (at === -1) return '\\[F\\d+\\]'
  const ids = (args[at + 1] ?? '').split(',')
  if (!ids.every((id) => /^F\d+$/.test(id))) throw new SetupError('--only takes faults by their ids: --only F5,F8')
  return ids.map((id) => `\\[${id}\\]`).join('|')
}

try {
  const args = process.argv.slice(2)
  const wanted = readArguments(args)
  await ensureDependencies()
  await ensureBuild()
  const cli = join(PROJECT, 'node_modules', '@playwright', 'test', 'cli.js')
  const table = join(PROJECT, 'e2e', 'rigs', 'fault-table.ts')
  const { code } = await run(
    pinnedNode(),
    [
      cli,
      'test',
      '--config',
      join(PROJECT, 'e2e', 'playwright.config.ts'),
      '--output',
      join(PROJECT, 'test-results', 'faults'),
      '--workers=1',
      '--trace=off',
      `--reporter=list,${table}`,
      '-g',
      wanted,
      'faults/',
      'player',
    ],
    {
      env: {
        ...pinnedEnvironment(),
        CHROMIUM_PATH: await ensureBrowser(),
        ...(args.includes('--quick') ? {} : { PLACARD_SLOW: '1' }),
      },
      output: 'inherit',
    },
  )
  process.exitCode = code
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
