// npm run durability: kills the server and cuts its power under load, and counts what it had acknowledged and lost.
//   npm run durability -- --kills 50 --cuts 200
import { join } from 'node:path'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

try {
  await ensureDependencies()
  const main = join(PROJECT, 'tools', 'durability', 'main.ts')
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
