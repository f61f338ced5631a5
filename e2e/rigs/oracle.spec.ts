import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { classify, colourOf, convergence, type Frame, figuresOf, MARKS, markedPicture, type Sight } from './darkness.ts'
import { launchFaultProxy } from './fault-proxy.ts'
import { startScreenBrowser } from './screen-browser.ts'
import { watchScreen } from './watch-screen.ts'

const SCREEN = { width: 640, height: 360 }

/** A page as the player lays it out, with this in its media area. */
const page = (media: string, band = '') => `
  <style>
    body { margin: 0; background: #0b0f16; overflow: hidden; }
    .media { position: fixed; inset: 0 0 10vh 0; } .media > * { width: 100%; height: 100%; object-fit: contain; }
    .band { position: fixed; inset: 90vh 0 0 0; color: #f3f6fb; font: 700 4vh/10vh sans-serif; }
    .card { display: grid; place-items: center; color: #f3f6fb; font: 200 16vh sans-serif; }
  </style>
  <div class="media">${media}</div><div class="band">${band}</div>`
const image = (bytes: Buffer) => `<img src="data:image/jpeg;base64,${bytes.toString('base64')}">`
const item = (mark: number, print = 0): Sight => ({ type: 'item', mark, print })

test.describe('the oracle', () => {
  test.use({ viewport: SCREEN })

  test('reads every mark, at several sizes of the screen', async ({ page: tab }) => {
    for (const [width, height] of [
      [640, 360],
      [1440, 900],
      [360, 640],
    ] as const) {
      await tab.setViewportSize({ width, height })
      for (const mark of [0, 1, 7, 8, MARKS - 1]) {
        await tab.setContent(page(image(await markedPicture(mark)), 'News'))
        await tab.evaluate(() => document.querySelector('img')?.decode())
        expect(await classify(await tab.screenshot())).toMatchObject({ type: 'item', mark })
      }
    }
  })

  test('sees a black and a white frame, a quiet card and the ticker alone', async ({ page: tab }) => {
    const seen = async (html: string) => {
      await tab.setContent(html)
      return (await classify(await tab.screenshot())).type
    }
    expect(await seen(page(''))).toBe('black')
    expect(await seen('<body style="background:#000">')).toBe('black')
    expect(await seen('<body style="background:#fff">')).toBe('white')
    expect(await seen(page('', 'A line of text in the band'))).toBe('ticker')
    expect(await seen(page('<div class="card">14:07</div>'))).toBe('card')
    expect(await seen('<body style="background:#7a7a7a">')).toBe('other')
  })

  test('sees the page that a browser writes when nobody answers', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'placard-error-page-'))
    const browser = await startScreenBrowser(profile)
    const tab = await browser.newPage()
    await tab.setViewportSize(SCREEN)
    await tab.goto('http://localhost:9/').catch(() => {})
    // Chromium shows its error page only after the navigation has failed.
    const seen = async () => {
      // In between there may be no page to photograph.
      const photograph = await tab.screenshot().catch(() => undefined)
      return photograph && (await classify(photograph)).type
    }
    await expect.poll(seen, { timeout: 60_000 }).toBe('error-page')
    await browser.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })

  test('sees a half-faded picture as changing, and a flat colour without its mark as other', async ({ page: tab }) => {
    const both = (await Promise.all([markedPicture(0), markedPicture(15)])).map(image)
    await tab.setContent(page(`<div style="position:relative">${both.join('')}</div>`))
    await tab.addStyleTag({
      content: 'img{position:absolute;width:100%;height:100%;object-fit:contain}img+img{opacity:.5}',
    })
    await tab.evaluate(() => Promise.all(Array.from(document.images, (one) => one.decode())))
    expect((await classify(await tab.screenshot())).type).toBe('changing')
    const bare = await sharp({ create: { ...SCREEN, channels: 3, background: colourOf(0) } })
      .png()
      .toBuffer()
    expect((await classify(bare)).type).toBe('other')
  })

  test('a photograph that takes its time is looked at, whenever it comes', async ({ page: tab }) => {
    await tab.setContent(page(image(await markedPicture(3)), 'News'))
    await tab.evaluate(() => {
      setTimeout(() => {
        for (const until = performance.now() + 5_000; performance.now() < until; );
      })
    })
    const askedAt = Date.now()
    const watched = await watchScreen(tab)
    await expect.poll(() => watched.frames[0]?.sight.type, { timeout: 60_000 }).toBe('item')
    await watched.stop()
    // Its time is that of the request: the first photograph was kept, although it arrived late.
    expect((watched.frames[0]?.at ?? 0) - askedAt).toBeLessThan(2_000)
  })

  test('a screen that goes black, and a page that crashes, are seen by who watches', async ({ context }) => {
    const tab = await context.newPage()
    await tab.setContent(page(image(await markedPicture(3)), 'News'))
    const watched = await watchScreen(tab)
    await expect.poll(() => watched.frames.filter(({ sight }) => sight.type === 'item').length).toBeGreaterThan(2)
    await tab.evaluate(() => document.querySelector('.media')?.remove())
    await expect.poll(() => watched.frames.at(-1)?.sight.type).toBe('ticker')
    const cdp = await context.newCDPSession(tab)
    cdp.send('Page.crash').catch(() => {})
    await expect.poll(() => watched.frames.at(-1)?.sight.type, { timeout: 45_000 }).toBe('gone')
    await watched.stop()
    const { darkSeconds } = figuresOf(watched.frames, () => ({ marks: [3] }))
    expect(darkSeconds).toBeGreaterThan(0)
  })
})

test.describe('its figures', () => {
  /** A frame every 200 ms. */
  const frames = (...sights: Sight[]): Frame[] => sights.map((sight, index) => ({ at: 1_000 + index * 200, sight }))
  const expected = () => ({ marks: [1] })

  test('dark is what shows nothing, wrong is what should not be on any more', () => {
    const seen = frames(item(1), { type: 'black' }, { type: 'error-page' }, item(2), { type: 'changing' }, item(1))
    expect(figuresOf(seen, expected)).toEqual({ seconds: 1, darkSeconds: 0.4, wrongSeconds: 0.2 })
    for (const type of ['white', 'gone', 'other', 'ticker', 'card'] as const) {
      expect(figuresOf(frames({ type }, item(1)), expected).darkSeconds).toBe(0.2)
    }
    expect(figuresOf(frames({ type: 'ticker' }, item(1)), () => ({ marks: [1], calm: true })).darkSeconds).toBe(0)
  })

  test('a film that shows one frame for more than five seconds is dark, a picture is not', () => {
    const still = frames(...Array.from({ length: 51 }, () => item(1)))
    expect(figuresOf(still, expected).darkSeconds).toBe(0)
    expect(figuresOf(still, () => ({ marks: [1], moves: true })).darkSeconds).toBeCloseTo(4.8)
    const moving = frames(...Array.from({ length: 51 }, (_, index) => item(1, index)))
    expect(figuresOf(moving, () => ({ marks: [1], moves: true })).darkSeconds).toBe(0)
  })

  test('it has converged when it is right and stays so', () => {
    const seen = frames(item(1), item(2), item(1), { type: 'changing' }, item(2), item(2))
    const isRight = (sight: Sight) => sight.type === 'item' && sight.mark === 2
    expect(convergence(seen, 1_200, isRight)).toBe(600)
    expect(convergence(seen.slice(0, 3), 1_200, isRight)).toBeUndefined()
  })
})

test.describe('the line', () => {
  /** Answers every request with its own path, and counts. */
  async function echo() {
    const { createServer } = await import('node:http')
    const server = createServer((request, answer) => answer.end(`${request.url} ${'x'.repeat(5_000)}`))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const proxy = await launchFaultProxy(`http://127.0.0.1:${port}`)
    return {
      proxy,
      ask: (timeoutMs = 5_000) =>
        fetch(`${proxy.url}/a`, { signal: AbortSignal.timeout(timeoutMs), headers: { connection: 'close' } }).then(
          async (answer) => `${answer.status} ${(await answer.text()).length}`,
          (error: Error) => `${error.name} ${(error.cause as NodeJS.ErrnoException | undefined)?.code ?? ''}`.trim(),
        ),
      async close() {
        await proxy.close()
        server.close()
      },
    }
  }

  test('does what it is told, and passes again afterwards', async () => {
    const { proxy, ask, close } = await echo()
    const whole = '200 5003'
    expect(await ask()).toBe(whole)
    await proxy.become({ type: 'refuse' })
    expect(await ask()).toBe('TypeError ECONNREFUSED')
    await proxy.become({ type: 'reset' })
    expect(await ask()).toBe('TypeError ECONNRESET')
    for (const towards of ['server', 'browser', 'both'] as const) {
      await proxy.become({ type: 'silence', towards })
      expect(await ask(300)).toBe('TimeoutError')
    }
    await proxy.become({ type: 'cut', afterBytes: 1_000 })
    expect(await ask()).toMatch(/^TypeError/)
    await proxy.become({ type: 'answer', status: 511, headers: { 'Content-Type': 'text/html' }, body: 'terms' })
    expect(await ask()).toBe('511 5')
    await proxy.become({ type: 'pass' })
    expect(await ask()).toBe(whole)
    expect(proxy.counts().connections).toBeGreaterThanOrEqual(7)
    await close()
  })

  test('is as thin, as long and as halting as it is told', async () => {
    const { proxy, ask, close } = await echo()
    const timed = async () => {
      const begun = performance.now()
      expect(await ask(20_000)).toBe('200 5003')
      return performance.now() - begun
    }
    await proxy.become({ type: 'slow', bytesPerSecond: 10_000, latencyMs: 100, jitterMs: 50, resetShare: 0 })
    expect(await timed()).toBeGreaterThan(650)
    await proxy.become({ type: 'stall', everyMs: 100_000_000, forMs: 100_000_000 })
    expect(await ask(300)).toBe('TimeoutError')
    await proxy.become({ type: 'slow', bytesPerSecond: 1e9, latencyMs: 0, jitterMs: 0, resetShare: 1 })
    expect(await ask()).toMatch(/^TypeError/)
    await close()
  })

  test('damages what is connected already', async () => {
    const { proxy, close } = await echo()
    const { connect } = await import('node:net')
    const socket = connect(proxy.port, '127.0.0.1')
    const ended = new Promise<string>((resolve) => {
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
      socket.on('close', () => resolve('closed'))
    })
    await new Promise((resolve) => socket.on('connect', resolve))
    await expect.poll(() => proxy.counts().open).toBe(1)
    await proxy.become({ type: 'idle', afterMs: 50 })
    expect(await ended).toBe('closed')
    await close()
  })
})
