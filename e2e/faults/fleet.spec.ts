import { type ClientRequest, get } from 'node:http'
import { test } from '../journey.ts'
import { launchPlacard } from '../placard.ts'
import { launchFaultProxy } from '../rigs/fault-proxy.ts'
import { expect, pause, STREAM, span } from './screen.ts'

const SCREENS = span(200, 1_000)

/** One screen as docs/rules/live.md (LV7) has it behave towards a server that goes: full jitter, doubling to 30 s, for ever. */
function followAsScreen(address: string) {
  const state = { revision: 0, tries: 0 }
  let request: ClientRequest | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let closed = false

  function again(): void {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(open, Math.random() * Math.min(30_000, 1_000 * 2 ** attempt))
    attempt += 1
  }
  function open(): void {
    state.tries += 1
    request = get(address + STREAM, { agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text = (text + chunk).slice(-20_000)
        for (const [, revision] of text.matchAll(/"revision":(\d+)/g)) {
          state.revision = Math.max(state.revision, Number(revision))
        }
      })
      answer.on('close', again)
      answer.on('error', () => {})
    })
    let ended = false
    request.on('error', () => {
      if (!ended) again()
      ended = true
    })
  }
  open()
  return {
    state,
    close() {
      closed = true
      clearTimeout(timer)
      request?.destroy()
    },
  }
}

test.describe.configure({ timeout: 180_000 })

test('[F10] a hall of screens whose server was killed returns by itself, each to the newest', async () => {
  const placard = await launchPlacard()
  const line = await launchFaultProxy(placard.url)
  const revision = async () => (await placard.call('getManifest')).revision
  const screens = Array.from({ length: SCREENS }, () => followAsScreen(line.url))
  const newest = (wanted: number) => screens.filter(({ state }) => state.revision >= wanted).length
  try {
    const first = await revision()
    await expect.poll(() => newest(first), { timeout: 60_000 }).toBe(SCREENS)

    await placard.kill()
    await pause(span(1_000, 10_000))
    await placard.start()
    const since = Date.now()
    let peak = 0
    let before = line.counts().connections
    const meter = setInterval(() => {
      const { connections } = line.counts()
      peak = Math.max(peak, connections - before)
      before = connections
    }, 1_000)
    await placard.call('createLine', { body: { text: 'Back again' } })
    const changed = await revision()
    await expect.poll(() => newest(changed), { timeout: 90_000 }).toBe(SCREENS)
    clearInterval(meter)
    const convergenceMs = Date.now() - since
    const tries = screens.reduce((sum, { state }) => sum + state.tries, 0) / SCREENS
    expect(tries).toBeLessThan(15)
    const done = `${SCREENS} screens, kill -9 and restart; at most ${peak} connections in a second`
    test.info().annotations.push({ type: 'figures', description: JSON.stringify({ done, convergenceMs }) })
  } finally {
    for (const screen of screens) screen.close()
    await line.close()
    await placard.close()
  }
})
