import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { LAUNCHER, type Launcher } from './launcher/launcher.ts'
import { readSettings } from './settings.ts'
import { startAgent } from './start.ts'
import { VERSION } from './version.ts'

/** The settings file: of the package, and of the boot partition, which a card reader can write. The later counts more. */
const FILES = [
  '/etc/placard-screen/placard-screen.conf',
  '/boot/placard-screen.conf',
  '/boot/firmware/placard-screen.conf',
]
const BROWSERS = ['chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser']
const LOOK_AGAIN_MS = 2_000

// systemd adds the time and the name of the service.
const say = (line: string) => void process.stdout.write(`${line}\n`)

function readFiles(): string[] {
  return (process.env.PLACARD_SCREEN_SETTINGS?.split(delimiter) ?? FILES).flatMap((file) => {
    try {
      return [readFileSync(file, 'utf8')]
    } catch {
      return []
    }
  })
}

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
    if (readFiles().join('\0') === files.join('\0')) return
    say('placard-screen.conf was changed')
    void leave()
  }, LOOK_AGAIN_MS)
  const { address } = settings
  const browser = settings.browser ?? findBrowser()
  if (!address || !browser) {
    say(
      address
        ? 'no browser is installed'
        : 'enter the address of the server in /etc/placard-screen/placard-screen.conf',
    )
    return
  }
  const folder = process.env.STATE_DIRECTORY ?? '/var/lib/placard-screen'
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const launcher = (globalThis as { [LAUNCHER]?: Launcher })[LAUNCHER]
  const restart = () => void leave()
  agent = startAgent({
    ...{ settings: { ...settings, address }, version: VERSION, browser, folder, say },
    ...{ launcher, restart },
  })
}

let agent: ReturnType<typeof startAgent> | undefined
async function leave(): Promise<void> {
  await agent?.close()
  process.exit()
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void leave())
main()
