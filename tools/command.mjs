import { join } from 'node:path'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureBuild, ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

/**
 * Runs one command of the operator's command line and waits until it ends.
 *
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function command(args) {
  try {
    // stdout is only for the command's own output, which may be read as JSON.
    await ensureDependencies({ say: console.error })
    await ensureBuild({ bundles: ['server'], say: console.error })
    const { code } = await run(pinnedNode(), [join(PROJECT, 'server', 'dist', 'cli.js'), ...args], {
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
