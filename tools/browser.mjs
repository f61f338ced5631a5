import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child-process.mjs'
import { SetupError } from './setup-error.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe', 'msedge.exe']
/** Places of other systems' installers, outside the PATH. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The same engine as Chromium's without the program around it, which most journeys look at. Debian has it as a package of its own.
 *
 * @returns {string | undefined} path of the program
 */
export function findHeadlessShell() {
  return onPath('chromium-headless-shell')
}

/**
 * @param {string} name
 * @returns {string | undefined}
 */
function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isProgram)
}

/** @returns {string | undefined} path of a Chromium or Chrome on this machine */
function findBrowser() {
  for (const name of NAMES) {
    const found = onPath(name)
    if (found) return found
  }
  return PLACES.find((place) => existsSync(place))
}

/**
 * The browser for the journeys: the one that CHROMIUM_PATH names, one that is installed, or Debian's, installed now where
 * this process may do that.
 *
 * @param {object} [options]
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<string>} path of the program
 * @throws {SetupError} when there is none and none can be installed
 */
export async function ensureBrowser({ say = console.log } = {}) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (isProgram(named)) return named
    throw new SetupError(`CHROMIUM_PATH names ${named}, but there is no program at that place.`)
  }
  const installed = findBrowser()
  if (installed) return installed
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new SetupError(
      'The journeys need Chromium or Google Chrome. Install one (Debian, Ubuntu: sudo apt-get install chromium), or set CHROMIUM_PATH to its program.',
    )
  }
  say('Installing Chromium with apt-get, because the journeys need a browser. This takes about a minute.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update', '-q'], { env })
  const install = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env })
  const found = findBrowser()
  if (found) return found
  throw new SetupError(`${update.output}${install.output}\nChromium could not be installed with apt-get.`)
}
