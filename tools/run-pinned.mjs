// npm run durability, screenshots, mutation: runs one program under the Node that this project is made for.
//   node tools/run-pinned.mjs tools/durability/main.ts --kills 50      all arguments after the program are passed to it
//   node tools/run-pinned.mjs --browser e2e/screenshots.ts             needs the build and a browser
import { fileURLToPath } from 'node:url'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureBrowser, ensureBuild, ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

/**
 * Sets up what is missing and runs a program under the pinned Node, in the root of the checkout. Its exit code becomes
 * this process's. If the set-up fails, the reason is printed and the exit code is 1.
 *
 * @param {string[]} args the program, as a path from the root of the checkout, and its arguments
 * @param {{ build?: boolean, browser?: boolean, env?: NodeJS.ProcessEnv }} [needs] build: the built server and pages.
 *   browser: these, and CHROMIUM_PATH in its environment. env: variables for the program that this process's environment
 *   does not set
 */
export async function runPinned(args, { browser = false, build = browser, env = {} } = {}) {
  try {
    await ensureDependencies()
    if (build) await ensureBuild()
    const { code } = await run(pinnedNode(), args, {
      cwd: PROJECT,
      env: { ...env, ...pinnedEnvironment(), ...(browser ? { CHROMIUM_PATH: await ensureBrowser() } : {}) },
      output: 'inherit',
    })
    process.exitCode = code
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  const browser = args[0] === '--browser'
  await runPinned(browser ? args.slice(1) : args, { browser })
}
