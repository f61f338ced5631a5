// npm run dev: the server, restarted on each change, and Vite's development servers of both bundles, until Ctrl-C.
import { join } from 'node:path'
import { run, stopAll } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { ensureBuild, ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

const SERVER_PORT = process.env.PORT ?? '3000'
const WEB_PORT = process.env.WEB_PORT ?? '5173'
const PLAYER_PORT = process.env.PLAYER_PORT ?? '5174'

/** @param {string} name */
function prefixed(name) {
  let rest = ''
  /** @param {string} chunk */
  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) console.log(`${name.padEnd(6)} │ ${line}`)
  }
}

async function dev() {
  await ensureDependencies()
  // The server serves the built pages as well. They need not be current here, but they must exist.
  await ensureBuild().catch((error) => console.error(error instanceof SetupError ? error.message : error))
  const node = pinnedNode()
  const env = {
    ...pinnedEnvironment(),
    PORT: SERVER_PORT,
    PLACARD_SERVER_PORT: SERVER_PORT,
    FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
  }
  const vite = join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js')
  /** @type {[name: string, cwd: string, args: string[]][]} */
  const parts = [
    ['server', PROJECT, ['--watch', '--watch-preserve-output', join('server', 'src', 'main.ts')]],
    ['web', join(PROJECT, 'web'), [vite, '--port', WEB_PORT, '--strictPort', '--clearScreen', 'false']],
    ['player', join(PROJECT, 'player'), [vite, '--port', PLAYER_PORT, '--strictPort', '--clearScreen', 'false']],
  ]
  const codes = await Promise.all(
    parts.map(async ([name, cwd, args]) => {
      const { code } = await run(node, args, { cwd, env, onOutput: prefixed(name) })
      // When one of the parts ends, by an error or by Ctrl-C, all are stopped.
      stopAll()
      return code
    }),
  )
  return codes.find((code) => code !== 0) ?? 0
}

try {
  process.exitCode = await dev()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
