import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { OPTIONS, VIEWPORT } from './chromium.ts'

const START_MS = 60_000
const READY_MS = 60_000
/** Far more than the browser's own pages use meanwhile, even on a busy machine. */
const BUSY_MS = 1_500

/**
 * A page as on a real screen, without an observer of its network. Playwright always observes it, and then Chromium
 * keeps the network data in the page's process, including films, up to 200 MB. That memory grows for hours and does not
 * exist on a real screen.
 */
export type BareScreen = AsyncDisposable & {
  devtools: Pick<CDPSession, 'send' | 'on' | 'off'>
  /** Process id of the page. */
  renderer: number
  /** Collects garbage in the page's worker, which is in the same process. Chromium itself does this far less often. */
  collectInWorker(): Promise<void>
}

/**
 * Opens the address in a window of its own.
 *
 * @param ready an expression in the page; the screen is ready when it is true
 * @throws BenchError when Chromium does not start, or the page is never ready
 */
export async function launchBareScreen(url: string, ready: string): Promise<BareScreen> {
  const profile = await mkdtemp(join(tmpdir(), 'placard-bare-'))
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--hide-scrollbars']
  const size = `--window-size=${VIEWPORT.width},${VIEWPORT.height}`
  const child = spawn(OPTIONS.executablePath, [...OPTIONS.args, ...own, size, url], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const close = async () => {
    if (child.exitCode === null) {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const address = await new Promise<string>((done, fail) => {
      const late = setTimeout(() => fail(new BenchError('Chromium did not start within a minute.')), START_MS)
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
        const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
        if (!found) return
        clearTimeout(late)
        done(found)
      })
      child.once('error', fail)
      child.once('exit', () => fail(new BenchError(`Chromium ended: ${said.slice(-500)}`)))
    })
    const targetOf = async (type: 'page' | 'service_worker') => {
      const answer = await fetch(`http://${new URL(address).host}/json/list`)
      const targets = (await answer.json()) as { type: string; webSocketDebuggerUrl: string }[]
      return targets.find((target) => target.type === type)?.webSocketDebuggerUrl
    }
    const page = await targetOf('page')
    if (!page) throw new BenchError('Chromium has no page.')
    const { devtools } = await speakWith(page)
    const { devtools: browser } = await speakWith(address)
    const evaluate = async (expression: string) =>
      (await devtools.send('Runtime.evaluate', { expression, returnByValue: true })).result.value
    // Until the address is loaded, the expression cannot be evaluated.
    const isReady = () => evaluate(ready).catch(() => false)
    for (const end = performance.now() + READY_MS; !(await isReady()); await sleep(100)) {
      if (performance.now() > end) throw new BenchError(`The page was not ready within a minute: ${ready}`)
    }
    const times = async () => (await browser.send('SystemInfo.getProcessInfo')).processInfo
    const before = await times()
    await evaluate(`for (const end = performance.now() + ${BUSY_MS}; performance.now() < end; );`)
    const grown = (await times())
      .filter(({ type }) => type === 'renderer')
      .map(({ id, cpuTime }) => ({ id, took: cpuTime - (before.find((one) => one.id === id)?.cpuTime ?? 0) }))
      .toSorted((one, other) => other.took - one.took)
    const [renderer] = grown
    if (!renderer) throw new BenchError('Chromium has no page.')
    const collectInWorker = async () => {
      const worker = await targetOf('service_worker')
      if (!worker) return
      // The browser does not end a worker that is being inspected, so the connection is closed as soon as possible.
      const { devtools: inWorker, close: leave } = await speakWith(worker)
      for (let round = 0; round < 3; round += 1) await inWorker.send('HeapProfiler.collectGarbage')
      leave()
    }
    return { devtools, renderer: renderer.id, collectInWorker, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Speaks the DevTools protocol, without any commands that are not requested. */
async function speakWith(address: string): Promise<Pick<BareScreen, 'devtools'> & { close(): void }> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const answers = new Map<number, { done: (result: never) => void; fail: (error: Error) => void }>()
  const listeners = new Map<string, Set<(params: never) => void>>()
  let sent = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data))
    if (method) for (const listener of listeners.get(method) ?? []) listener(params as never)
    const answer = answers.get(id)
    answers.delete(id)
    if (error) answer?.fail(new Error(error.message))
    else answer?.done(result as never)
  })
  socket.addEventListener('close', () => {
    for (const { fail } of answers.values()) fail(new BenchError('Chromium has gone.'))
  })
  const devtools = {
    send(method: string, params: object = {}) {
      sent += 1
      const id = sent
      return new Promise((done, fail) => {
        answers.set(id, { done, fail })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    on(event: string, listener: (params: never) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off(event: string, listener: (params: never) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  return { devtools: devtools as unknown as BareScreen['devtools'], close: () => socket.close() }
}
