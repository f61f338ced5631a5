import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './child-process.mjs'
import { ensurePinnedNode } from './pinned-node.mjs'
import { PROJECT } from './project-folder.mjs'
import { SetupError } from './setup-error.mjs'

/** A file with the hash of the package-lock.json from which node_modules was completely installed. */
const MARK = '.placard-lock'

/** @param {string} project */
const lockOf = (project) => readFileSync(join(project, 'package-lock.json'), 'utf8')
/** @param {string} lock */
const hashOf = (lock) => createHash('sha256').update(lock).digest('hex')

/**
 * The reason that the dependencies must be installed, as the end of a sentence; undefined when they are complete.
 *
 * @param {string} project root of the checkout
 * @returns {string | undefined}
 */
export function dependenciesMissing(project) {
  const modules = join(project, 'node_modules')
  if (!existsSync(modules)) return 'this is the first run'
  const lock = lockOf(project)
  const mark = join(modules, MARK)
  if (existsSync(mark) && readFileSync(mark, 'utf8').trim() === hashOf(lock)) return undefined
  // npm was run by hand, or the lock file has changed only in parts that are not installed. The last thing npm writes
  // is its own list of the installed packages.
  const installed = join(modules, '.package-lock.json')
  if (!existsSync(installed)) return 'an earlier installation was interrupted'
  if (!isWhole(JSON.parse(lock), JSON.parse(readFileSync(installed, 'utf8')))) return 'they have changed'
  writeFileSync(mark, `${hashOf(lock)}\n`)
  return undefined
}

/**
 * @typedef {{ packages: Record<string, { integrity?: string, optional?: boolean }> }} Lock
 *
 * @param {Lock} wanted
 * @param {Lock} installed
 */
function isWhole(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, { integrity, optional }]) => {
    if (!path.includes('node_modules/')) return true
    const there = installed.packages[path]
    return there ? there.integrity === integrity : optional === true
  })
}

/**
 * Installs the dependencies when they are missing, incomplete or from another package-lock.json, and makes sure that
 * the Node among them runs.
 *
 * @param {object} [options]
 * @param {string} [options.project] root of the checkout
 * @param {(line: string) => void} [options.say]
 * @throws {SetupError} when npm fails, with its output, or when that Node does not run
 */
export async function ensureDependencies({ project = PROJECT, say = console.log } = {}) {
  const reason = dependenciesMissing(project)
  if (reason) await install(project, reason, say)
  await ensurePinnedNode({ project, say })
}

/**
 * @param {string} project
 * @param {string} reason
 * @param {(line: string) => void} say
 */
async function install(project, reason, say) {
  say(`Installing the dependencies, because ${reason}. This takes about a minute.`)
  rmSync(join(project, 'node_modules', MARK), { force: true })
  // Each option is given explicitly, because the environment may set another value (NODE_ENV=production, npm --silent).
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath ?? ''
  // npm would go on for a while after a signal. An incomplete installation is repaired by the next start.
  const options = { cwd: project, graceMs: 500 }
  const { code, output } = npm.endsWith('npm-cli.js')
    ? await run(process.execPath, [npm, ...args], options)
    : await run('npm', args, { ...options, shell: process.platform === 'win32' })
  // 128 and above: ended by a signal, most likely Ctrl-C.
  if (code > 128) throw new SetupError('The installation was interrupted. The next start repairs it.')
  if (code !== 0) throw new SetupError(`${output}\nnpm ci ended with ${code}, so the dependencies are not installed.`)
  writeFileSync(join(project, 'node_modules', MARK), `${hashOf(lockOf(project))}\n`)
}
