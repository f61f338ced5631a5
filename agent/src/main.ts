import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { keepBrowser } from './browser/keep.ts'
import { LAUNCHER, type Launcher } from './launcher/launcher.ts'
import { NOTES, OF_STICK, OWN_FILES } from './settings/files.ts'
import { isForSetup, linesOf } from './settings/lines.ts'
import { readNotes } from './settings/notes.ts'
import { readSettings } from './settings/settings.ts'
import { startAgent } from './start.ts'
import { VERSION } from './version.ts'

const BROWSERS = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser']
const LOOK_AGAIN_MS = 2_000

// systemd adds the time and the name of the service.
const say = (line: string) => void process.stdout.write(`${line}\n`)

function readTexts(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    try {
      return [readFileSync(file, 'utf8')]
    } catch {
      return []
    }
  })
}

const readFiles = () => readTexts(process.env.PLACARD_SCREEN_SETTINGS?.split(delimiter) ?? [...OWN_FILES, OF_STICK])
/** The settings of the agent. A Wi-Fi password that is removed from a file changes nothing for it. */
const ownSettings = (files: readonly string[]) =>
  JSON.stringify(files.map((file) => linesOf(file).map(({ name, value }) => (isForSetup(name) ? '' : [name, value]))))
function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function main(): void {
  const files = readFiles()
  const { settings, problems } = readSettings(files)
  for (const problem of problems) say(`placard-screen.conf, ${problem}`)
  // A file that is changed takes effect at once: systemd starts the agent again.
  setInterval(() => {
    if (ownSettings(readFiles()) === ownSettings(files)) return
    say('placard-screen.conf was changed')
    void leave()
  }, LOOK_AGAIN_MS)
  const { address } = settings
  const browser = settings.browser ?? findBrowser()
  if (!address) say('enter the address of the server in /etc/placard-screen/placard-screen.conf')
  if (!browser) {
    say('no browser is installed')
    return
  }
  const folder = process.env.STATE_DIRECTORY ?? '/var/lib/placard-screen'
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const notes = () => [...problems.map((problem) => `placard-screen.conf, ${problem}`), ...readNotes(NOTES)]
  if (!address) {
    const profile = join(folder, 'profile')
    agent = keepBrowser({
      ...{ program: browser, profile, flags: settings.browserFlags, address, notes, say },
      onRestart() {},
    })
    return
  }
  const launcher = (globalThis as { [LAUNCHER]?: Launcher })[LAUNCHER]
  const restart = () => void leave()
  agent = startAgent({
    ...{ settings: { ...settings, address }, version: VERSION, browser, notes, folder, say },
    ...{ launcher, restart },
  })
}

let agent: { close(): Promise<void> } | undefined
async function leave(): Promise<void> {
  await agent?.close()
  process.exit()
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void leave())
main()
