// npm run bench: one change to many listeners, against bare Node servers.
//   npm run bench -- --listeners 1000,5000 --rounds 30 --passes 2 --port 4500
//   npm run bench -- --only player --port 4400      the player against the numbers it is held to, about eight minutes
import { join } from 'node:path'
import { runInBrowser } from './bench-browser.mjs'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

const [only, part, ...rest] = process.argv.slice(2)
if (only === '--only' && part === 'player') {
  await runInBrowser('main.ts', rest)
  process.exit()
}
try {
  await ensureDependencies()
  const main = join(PROJECT, 'bench', 'main.ts')
  const { code } = await run(pinnedNode(), [main, ...process.argv.slice(2)], {
    env: pinnedEnvironment(),
    output: 'inherit',
  })
  process.exitCode = code
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
