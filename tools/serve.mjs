import { join } from 'node:path'
import { isAsked, run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureBuild, ensureDependencies, isBuilt, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'
import { supervise } from './supervise.mjs'

/**
 * Sets up what is missing and runs the server until it is asked to end.
 *
 * @param {string[]} args for the server
 * @returns {Promise<number>} the server's exit code
 */
export async function serve(args) {
  try {
    await ensureDependencies()
    await ensureBuild().catch(keepServing)
    return await keepRunning(args)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    return 1
  }
}

/**
 * Runs the server, and starts it again when it ends without being asked to, because screens wait for it.
 *
 * @public its test runs it in a process of its own
 *
 * @param {string[]} args for the server
 * @param {import('./supervise.mjs').Waits} [waits]
 * @returns {Promise<number>} the server's last exit code
 */
export function keepRunning(args, waits) {
  const main = join(PROJECT, 'server', 'dist', 'main.js')
  const start = async () => {
    const { code } = await run(pinnedNode(), [main, ...args], {
      env: pinnedEnvironment(),
      output: 'inherit',
      input: true,
    })
    return code
  }
  return supervise(start, { isAsked, say: (line) => console.error(line), ...(waits && { waits }) })
}

/**
 * A failed build must not stop the screens while an earlier build exists.
 *
 * @param {unknown} error
 */
function keepServing(error) {
  if (!(error instanceof SetupError) || !isBuilt()) throw error
  console.error(`${error.message}\nServing the build from before instead.`)
}
