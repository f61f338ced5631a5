import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { run } from './child-process.mjs'
import { compressFiles } from './compress.mjs'
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs'
import { PROJECT } from './project-folder.mjs'
import { SetupError } from './setup-error.mjs'

/** The bundles that browsers load and that the server runs, with the sources of each. */
const BUNDLES = {
  web: ['web', 'contract', 'playback', 'table-files', 'messages', 'package-lock.json', 'tsconfig.base.json'],
  player: ['player', 'contract', 'playback', 'messages', 'package-lock.json', 'tsconfig.base.json'],
  server: ['server', 'agent', 'contract', 'playback', 'table-files', 'messages', 'package-lock.json'],
}
/** @typedef {keyof typeof BUNDLES} Bundle */
const ALL = /** @type {Bundle[]} */ (Object.keys(BUNDLES))

const FINGERPRINT = '.fingerprint'
const BUILDS = '.builds.json'
/** F38: an open page still requests the chunks of its own build. */
const BUILDS_SERVED = 3
/** Folders inside the inputs that are generated. */
const MADE = new Set(['node_modules', 'dist', '.cache'])
/**
 * Vite's naming: a content hash of eight characters before the extension. Only such files may be kept longer than their
 * build.
 */
const HASHED = /-[\w-]{8}\.\w+(?:\.(?:map|br|gz))?$/
const TEST = /\.test\.tsx?$/

/**
 * Every file below a folder, or the file itself. Sorted, so that the result depends only on the tree.
 *
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !MADE.has(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
}

/**
 * One hash of the sources of a bundle. It uses the content, so a checkout that only touches files causes no build.
 *
 * @param {string} project root of the checkout
 * @param {Bundle} bundle
 */
export function fingerprintOf(project, bundle) {
  const hash = createHash('sha256')
  for (const file of BUNDLES[bundle].flatMap((input) => filesOf(join(project, input)))) {
    if (TEST.test(file)) continue
    const content = readFileSync(file)
    hash.update(`${relative(project, file).split(sep).join('/')}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @returns {string[]} the built files, as paths inside the folder with / as the separator
 */
function listFiles(folder) {
  return filesOf(folder)
    .map((file) => relative(folder, file).split(sep).join('/'))
    .filter((file) => file !== FINGERPRINT && file !== BUILDS)
}

/**
 * The hashed files of each build in a folder, newest first.
 *
 * @param {string} folder
 * @returns {string[][]}
 */
function buildsIn(folder) {
  const list = join(folder, BUILDS)
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

/**
 * Replaces the served build by a finished one. The hashed files of the two previous builds are kept. Files that only
 * older builds used are removed.
 *
 * @param {string} fresh folder of the new build; it no longer exists afterwards
 * @param {string} served folder that the server reads
 * @param {string} fingerprint of the sources of the new build
 */
export function replaceBuild(fresh, served, fingerprint) {
  const before = buildsIn(served).slice(0, BUILDS_SERVED - 1)
  const hashed = listFiles(fresh).filter((file) => HASHED.test(file))
  for (const file of new Set(before.flat())) {
    const target = join(fresh, file)
    if (existsSync(target) || !existsSync(join(served, file))) continue
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(served, file), target)
  }
  writeFileSync(join(fresh, BUILDS), JSON.stringify([hashed, ...before]))
  writeFileSync(join(fresh, FINGERPRINT), `${fingerprint}\n`)

  const old = `${fresh}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(served)) renameSync(served, old)
  renameSync(fresh, served)
  rmSync(old, { recursive: true, force: true })
}

/**
 * Builds the bundles whose sources have changed. If a build fails, the previous one stays.
 *
 * @param {object} [options]
 * @param {string} [options.project] root of the checkout, its dependencies installed
 * @param {readonly Bundle[]} [options.bundles]
 * @param {(line: string) => void} [options.say]
 * @throws {SetupError} when a build fails; the message contains the compiler's output
 */
export async function ensureBuild({ project = PROJECT, bundles = ALL, say = console.log } = {}) {
  /** @type {string[]} */
  const failures = []
  for (const bundle of bundles) {
    const served = join(project, bundle, 'dist')
    const fingerprint = fingerprintOf(project, bundle)
    const mark = join(served, FINGERPRINT)
    const first = !existsSync(mark)
    if (!first && readFileSync(mark, 'utf8').trim() === fingerprint) continue

    say(`Building ${bundle}/, because ${first ? 'it has not been built yet' : 'its sources have changed'}.`)
    // Beside the served folder, so that it can be renamed into place and is not copied between mounts.
    const fresh = join(project, bundle, '.cache', `build-${process.pid}`)
    rmSync(fresh, { recursive: true, force: true })
    const vite = join(project, 'node_modules', 'vite', 'bin', 'vite.js')
    const { code, output } = await run(pinnedNode(project), [vite, 'build', '--outDir', fresh, '--logLevel', 'warn'], {
      cwd: join(project, bundle),
      env: { ...pinnedEnvironment(project), NODE_ENV: 'production' },
    })
    if (code === 0 && listFiles(fresh).length > 0) {
      // The server's own files are never sent to browsers.
      if (bundle !== 'server') compressFiles(filesOf(fresh))
      replaceBuild(fresh, served, fingerprint)
    } else {
      rmSync(fresh, { recursive: true, force: true })
      failures.push(`${output}\nThe build of ${bundle}/ failed (vite ended with ${code}).`)
    }
  }
  if (failures.length > 0) throw new SetupError(failures.join('\n'))
}

/**
 * True when every bundle has been built at some time, so that there is something to serve.
 *
 * @param {string} [project] root of the checkout
 */
export function isBuilt(project = PROJECT) {
  return ALL.every((bundle) => existsSync(join(project, bundle, 'dist', FINGERPRINT)))
}
