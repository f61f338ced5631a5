import { join } from 'node:path'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureBuild, ensureDependencies, isBuilt, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

/**
 * Sets up what is missing and runs the server until it ends.
 *
 * @param {string[]} args for the server
 * @returns {Promise<number>} the server's exit code
 */
export async function serve(args) {
  try {
    await ensureDependencies()
    await ensureBuild().catch(keepServing)
    const main = join(PROJECT, 'server', 'src', 'main.ts')
    const { code } = await run(pinnedNode(), [main, ...args], {
      env: pinnedEnvironment(),
      output: 'inherit',
      input: true,
    })
    return code
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    return 1
  }
}

/**
 * A build that fails must not take the screens down while a good one is there.
 *
 * @param {unknown} error
 */
function keepServing(error) {
  if (!(error instanceof SetupError) || !isBuilt()) throw error
  console.error(`${error.message}\nServing the build from before instead.`)
}
