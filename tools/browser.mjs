import { existsSync } from 'node:fs'
import { ensureTestPackages, findOnPath, isProgram } from './debian-packages.mjs'
import { SetupError } from './setup-error.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe', 'msedge.exe']
/** Paths of other systems' installers, outside the PATH. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds Chromium's engine without the browser around it, which most journeys use. Debian has a package for it.
 *
 * @returns {string | undefined} path of the program
 */
export function findHeadlessShell() {
  return findOnPath('chromium-headless-shell')
}

/** @returns {string | undefined} path of a Chromium or Chrome on this machine */
function findBrowser() {
  for (const name of NAMES) {
    const found = findOnPath(name)
    if (found) return found
  }
  return PLACES.find((place) => existsSync(place))
}

/**
 * Finds the browser for the journeys: the one in CHROMIUM_PATH, an installed one, or Debian's, which is installed now
 * if this process may do so.
 *
 * @param {object} [options]
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<string>} path of the program
 * @throws {SetupError} when there is no browser and none can be installed
 */
export async function ensureBrowser({ say = console.log } = {}) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (isProgram(named)) return named
    throw new SetupError(`CHROMIUM_PATH names ${named}, but there is no program at that place.`)
  }
  if (!findBrowser()) await ensureTestPackages({ say })
  const found = findBrowser()
  if (found) return found
  throw new SetupError(
    'The journeys need Chromium or Google Chrome. Install one (Debian, Ubuntu: sudo apt-get install chromium), or set CHROMIUM_PATH to its program.',
  )
}
