import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEPT_READY } from '../browser-features.ts'
import { endWithWorker } from '../end-with-worker.ts'

const ANSWER_MS = 30_000
const SIZE = { width: 640, height: 360 }

export type KioskBrowser = {
  screenshot(): Promise<Buffer>
  /** Opens another page over it. The browser then stops drawing it, but its scripts run on. */
  cover(): Promise<void>
  uncover(): Promise<void>
  /** Ends its processes, as a power cut does. The profile stays if its folder was given. */
  kill(): Promise<void>
  close(): Promise<void>
}

/**
 * A browser that is controlled by the DevTools protocol alone. Playwright treats every page as visible, so it cannot cover one.
 *
 * @param kept the folder of its profile. undefined: a new one, which is removed at the end
 */
export async function launchKioskBrowser(url: string, kept?: string): Promise<KioskBrowser> {
  const profile = kept ?? (await mkdtemp(join(tmpdir(), 'placard-kiosk-browser-')))
  const browser = spawn(
    process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    [
      '--headless=new',
      // A container runs tests as root, where Chromium refuses its sandbox.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${KEPT_READY.join(',')}`,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  endWithWorker(browser)
  const socket = new WebSocket(await debuggerOf(browser))
  await once(socket, 'open')
  const answers = new Map<number, (answer: { result?: unknown; error?: unknown }) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data))
    answers.get(message.id)?.(message)
  })
  let sent = 0
  function send<Result = unknown>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    sent += 1
    const id = sent
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`the browser does not answer ${method}`)), ANSWER_MS)
      answers.set(id, ({ result, error }) => {
        clearTimeout(timer)
        answers.delete(id)
        if (error) fail(new Error(JSON.stringify(error)))
        else done(result as Result)
      })
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }))
    })
  }

  async function kill(): Promise<void> {
    socket.close()
    if (browser.exitCode !== null || browser.signalCode !== null) return
    const gone = once(browser, 'exit')
    browser.kill('SIGKILL')
    await gone
  }

  type Target = { targetId: string }
  const { targetId } = await send<Target>('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  await send('Emulation.setDeviceMetricsOverride', { ...SIZE, deviceScaleFactor: 1, mobile: false }, sessionId)
  await send('Page.navigate', { url }, sessionId)
  let over: string | undefined

  return {
    async screenshot() {
      for (const deadline = Date.now() + ANSWER_MS; ; ) {
        try {
          const { data } = await send<{ data: string }>('Page.captureScreenshot', { format: 'png' }, sessionId)
          return Buffer.from(data, 'base64')
        } catch (error) {
          // During a first load or a reload there is no page to photograph.
          if (!String(error).includes('Not attached to an active page') || Date.now() > deadline) throw error
          await new Promise((wake) => setTimeout(wake, 100))
        }
      }
    },
    async cover() {
      over = (await send<Target>('Target.createTarget', { url: 'about:blank' })).targetId
    },
    async uncover() {
      if (over) await send('Target.closeTarget', { targetId: over })
      await send('Target.activateTarget', { targetId })
    },
    kill,
    async close() {
      await kill()
      // Its other processes may write until they end.
      if (kept === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The DevTools address, which the browser prints when it is ready. */
async function debuggerOf(browser: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((done, fail) => {
    browser.stderr?.on('data', (chunk) => {
      said += chunk
      const address = /DevTools listening on (ws:\/\/\S+)/.exec(said)?.[1]
      if (address) done(address)
    })
    browser.once('exit', () => fail(new Error(`the browser did not start: ${said}`)))
  })
}
