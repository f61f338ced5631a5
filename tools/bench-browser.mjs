import { join } from 'node:path'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureBrowser, ensureBuild, ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

/**
 * Runs one of the measurements that need the built player and a browser. Its exit code becomes this process's.
 *
 * @param {string} program in bench/player
 * @param {string[]} args
 */
export async function runInBrowser(program, args) {
  try {
    await ensureDependencies()
    await ensureBuild()
    const { code } = await run(pinnedNode(), [join(PROJECT, 'bench', 'player', program), ...args], {
      env: { ...pinnedEnvironment(), CHROMIUM_PATH: await ensureBrowser() },
      output: 'inherit',
    })
    process.exitCode = code
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
