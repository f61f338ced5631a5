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

/** The bundles that browsers load and that the server runs, each with its sources. */
const BUNDLES = {
  web: ['web', 'contract', 'playback', 'package-lock.json', 'tsconfig.base.json'],
  player: ['player', 'contract', 'playback', 'package-lock.json', 'tsconfig.base.json'],
  server: ['server', 'contract', 'playback', 'package-lock.json'],
}
/** @typedef {keyof typeof BUNDLES} Bundle */
const ALL = /** @type {Bundle[]} */ (Object.keys(BUNDLES))

const FINGERPRINT = '.fingerprint'
const BUILDS = '.builds.json'
/** F38: an open page still asks for the chunks of the build that it came from. */
const BUILDS_SERVED = 3
/** Folders inside the inputs that are made, not written. */
const MADE = new Set(['node_modules', 'dist', '.cache'])
/** Vite's own naming: a content hash of eight characters before the extension. Only such files may outlive their build. */
const HASHED = /-[\w-]{8}\.\w+(?:\.(?:map|br|gz))?$/
const TEST = /\.test\.tsx?$/

/**
 * Every file below a folder, or the file itself; sorted, so that the answer depends on nothing but the tree.
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
 * The sources of a bundle as one hash. By content: a checkout that only touches files builds nothing anew.
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
 * @returns {string[]} what was built, as paths inside the folder with / between their parts
 */
function listFiles(folder) {
  return filesOf(folder)
    .map((file) => relative(folder, file).split(sep).join('/'))
    .filter((file) => file !== FINGERPRINT && file !== BUILDS)
}

/**
 * The hashed files of each build that a folder serves, the newest first.
 *
 * @param {string} folder
 * @returns {string[][]}
 */
function buildsIn(folder) {
  const list = join(folder, BUILDS)
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

/**
 * Puts a finished build in the place of the one that is served. The hashed files of the two builds before come along;
 * what only older ones used goes.
 *
 * @param {string} fresh folder of the new build; it is gone afterwards
 * @param {string} served folder that the server reads
 * @param {string} fingerprint of the sources that the new build was made from
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
 * Builds each bundle whose sources have changed, and no other. A build that fails leaves the one before untouched.
 *
 * @param {object} [options]
 * @param {string} [options.project] root of the checkout, its dependencies installed
 * @param {readonly Bundle[]} [options.bundles]
 * @param {(line: string) => void} [options.say]
 * @throws {SetupError} when a build fails; the compiler's output is in the message
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
    // Beside the served folder, so that taking its place is a rename and not a copy across a mount.
    const fresh = join(project, bundle, '.cache', `build-${process.pid}`)
    rmSync(fresh, { recursive: true, force: true })
    const vite = join(project, 'node_modules', 'vite', 'bin', 'vite.js')
    const { code, output } = await run(pinnedNode(project), [vite, 'build', '--outDir', fresh, '--logLevel', 'warn'], {
      cwd: join(project, bundle),
      env: { ...pinnedEnvironment(project), NODE_ENV: 'production' },
    })
    if (code === 0 && listFiles(fresh).length > 0) {
      // Nobody asks for the server's own files over a line.
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
 * Tells whether every bundle has been built at some time, so that there is something to serve.
 *
 * @param {string} [project] root of the checkout
 */
export function isBuilt(project = PROJECT) {
  return ALL.every((bundle) => existsSync(join(project, bundle, 'dist', FINGERPRINT)))
}
