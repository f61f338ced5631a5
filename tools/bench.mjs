// npm run bench: one change to many listeners, against bare Node servers.
//   npm run bench -- --listeners 1000,5000 --rounds 30 --passes 2 --port 4500
import { join } from 'node:path'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

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
