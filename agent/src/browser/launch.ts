import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { openPipe, type Pipe } from './pipe.ts'

/** Time in which the browser may end by itself. */
const FAREWELL_MS = 3_000

const FLAGS = [
  '--remote-debugging-pipe',
  '--kiosk',
  '--start-fullscreen',
  '--no-first-run',
  '--no-default-browser-check',
  '--noerrdialogs',
  '--disable-infobars',
  '--disable-session-crashed-bubble',
  '--hide-crash-restore-bubble',
  '--deny-permission-prompts',
  '--password-store=basic',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-pinch',
  '--overscroll-history-navigation=0',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-component-update',
  '--disable-features=Translate,SpareRendererForSitePerProcess',
]

export type Browser = {
  pid: number
  pipe: Pipe
  /** Resolves when the browser has ended, with the reason in words. */
  ended: Promise<string>
  /** Ends the browser and all its processes. */
  end(): Promise<void>
}

/**
 * Starts a browser that only its parent can control: the debugging interface has two pipes and no port.
 *
 * @param flags additional flags
 */
export function launchBrowser(program: string, profile: string, flags: readonly string[], url: string): Browser {
  const wayland = process.env.WAYLAND_DISPLAY ? ['--ozone-platform=wayland'] : []
  const child = spawn(program, [`--user-data-dir=${profile}`, ...FLAGS, ...wayland, ...flags, url], {
    // A process group of its own, so that all its processes can be ended together.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, , errors, toBrowser, fromBrowser] = child.stdio
  let lastError = ''
  errors?.on('data', (chunk: Buffer) => {
    lastError = lastErrorOf(chunk.toString('utf8')) ?? lastError
  })
  const pipe = openPipe(toBrowser as Writable, fromBrowser as Readable)
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('exit', (code, signal) => {
      // Its last words may still be on their way.
      setTimeout(() => done(signal ? `signal ${signal}` : `exit code ${code}${lastError && `: ${lastError}`}`), 50)
    })
  })
  let isEnded = false
  void ended.then(() => {
    isEnded = true
    pipe.close()
  })

  function killGroup(): void {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // No process is left.
    }
  }

  return {
    pid: child.pid ?? 0,
    pipe,
    ended,
    async end() {
      if (!isEnded) {
        // So it writes its cookies to the disk.
        void pipe.send('Browser.close').catch(() => child.kill('SIGTERM'))
        const timer = setTimeout(killGroup, FAREWELL_MS)
        await ended
        clearTimeout(timer)
      }
      killGroup()
    },
  }
}

/** The last line that a browser calls fatal or an error, without its time and its place in the source. */
function lastErrorOf(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => /:(ERROR|FATAL):/.test(line))
  return lines
    .at(-1)
    ?.replace(/^\[[^\]]*\] ?/, '')
    .slice(0, 200)
}
