import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child-process.mjs'

/**
 * A Debian package that some tests need.
 *
 * @typedef {object} TestPackage
 * @property {string} name of the package
 * @property {string} [command] a program of the package; the package counts as installed when this is on the PATH.
 *   Without it, dpkg is asked
 * @property {string} skips the tests that are skipped without the package
 */

/**
 * Everything that the tests need beside Node, npm and the npm packages. A machine without some of them still passes:
 * the tests that need them are skipped and say so. The exception is Chromium: without any Chromium the journeys fail
 * (browser.mjs).
 *
 * @type {TestPackage[]}
 */
export const TEST_PACKAGES = [
  { name: 'chromium', command: 'chromium', skips: 'all journeys in a browser' },
  { name: 'chromium-headless-shell', command: 'chromium-headless-shell', skips: 'nothing; journeys take longer' },
  { name: 'ffmpeg', command: 'ffmpeg', skips: 'films that are made for a test' },
  { name: 'openssl', command: 'openssl', skips: 'servers with https' },
  { name: 'curl', command: 'curl', skips: 'the kiosk script' },
  { name: 'git', command: 'git', skips: 'what reads the list of all files' },
  { name: 'procps', command: 'pgrep', skips: 'the kiosk script' },
  { name: 'nginx-light', command: 'nginx', skips: 'several nodes behind a proxy' },
  { name: 'mosquitto', command: 'mosquitto', skips: 'the link to an MQTT broker' },
  { name: 'caddy', command: 'caddy', skips: 'the Caddyfile of deploy/' },
  { name: 'python3-icalendar', skips: 'calendars, compared with another reader' },
  { name: 'python3-recurring-ical-events', skips: 'calendars, compared with another reader' },
  { name: 'fonts-dejavu-core', skips: 'screens on a device with few fonts' },
  { name: 'fonts-noto-core', skips: 'nothing; texts in some scripts are drawn as boxes' },
  { name: 'fonts-noto-color-emoji', skips: 'nothing; emoji are drawn as boxes' },
  { name: 'memcached', command: 'memcached', skips: "a bucket in OpenStack's Swift" },
  { name: 'swift', command: 'swift-ring-builder', skips: "a bucket in OpenStack's Swift" },
  ...['proxy', 'account', 'container', 'object'].map((part) => ({
    name: `swift-${part}`,
    command: `swift-${part}-server`,
    skips: "a bucket in OpenStack's Swift",
  })),
]

/** Number of attempts with apt-get, because mirrors fail for short times. */
const TRIES = 3

/**
 * Finds a program.
 *
 * @param {string} name
 * @returns {string | undefined} its path
 */
export function findOnPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isProgram)
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @returns {Promise<TestPackage[]>} the packages of the list that are not installed */
async function findMissing() {
  const installed = await Promise.all(
    TEST_PACKAGES.map(async ({ name, command }) => {
      if (command !== undefined) return findOnPath(command) !== undefined
      const { code, output } = await run('dpkg-query', ['-W', '-f', '$' + '{db:Status-Status}', name])
      return code === 0 && output === 'installed'
    }),
  )
  return TEST_PACKAGES.filter((_, index) => !installed[index])
}

/** True when this process may install Debian packages: as root, on a machine with apt-get. */
export const mayInstall = () => process.getuid?.() === 0 && findOnPath('apt-get') !== undefined

/**
 * Installs Debian packages. All are installed at once, or one by one if that fails, because a release of Debian may
 * lack one of them.
 *
 * @param {string[]} names
 * @returns {Promise<string>} the last lines that apt-get printed
 */
export async function installPackages(names) {
  const install = ['install', '-y', '--no-install-recommends']
  let { code, output } = await aptGet(['update'])
  if (code === 0) ({ code, output } = await aptGet([...install, ...names]))
  if (code !== 0 && code < 128 && names.length > 1) {
    for (const name of names) ({ output } = await aptGet([...install, name]))
  }
  return output.trimEnd().split('\n').slice(-5).join('\n')
}

/** @param {string[]} args of apt-get */
async function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (let attempt = 1; ; attempt++) {
    const result = await run('apt-get', ['-q', ...args], { env })
    if (result.code === 0 || result.code > 128 || attempt === TRIES) return result
    await new Promise((resolve) => setTimeout(resolve, attempt * 5_000))
  }
}

/**
 * Installs the missing packages of the list, if this process may: as root on a machine with apt-get. Prints the ones
 * that stay missing, with the tests that are skipped for them. Never fails.
 *
 * @param {object} [options]
 * @param {(line: string) => void} [options.say]
 */
export async function ensureTestPackages({ say = console.log } = {}) {
  let missing = await findMissing()
  if (missing.length === 0) return
  if (mayInstall()) {
    say(`Installing what the tests need: ${namesOf(missing).join(', ')}. This takes a few minutes.`)
    const said = await installPackages(namesOf(missing))
    missing = await findMissing()
    if (missing.length > 0) say(said)
  }
  if (missing.length === 0) return
  say('These Debian packages are missing. Install them as root to run all tests:')
  for (const { name, skips } of missing) say(`  ${name.padEnd(24)} skipped without it: ${skips}`)
}

/** @param {TestPackage[]} packages */
const namesOf = (packages) => packages.map(({ name }) => name)
