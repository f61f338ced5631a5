import { QUIET_FLAGS } from '@placard/e2e'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { BenchError } from '../bench-error.ts'

export const VIEWPORT = { width: 1280, height: 720 }
/** Far more than the browser's own pages use meanwhile, even on a busy machine. */
const BUSY_MS = 500
export const OPTIONS = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: QUIET_FLAGS,
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch(OPTIONS)
}

/** Uses a folder of its own, like a real screen, so that stored data is still there after a restart. */
export function launchScreen(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...OPTIONS, viewport: VIEWPORT })
}

/** Opens a page in a context of its own, without data that another page has stored. */
export async function openPage(browser: Browser): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  // The window's own bar takes a part of its height, and content below the window is never presented.
  const { windowId } = await devtools.send('Browser.getWindowForTarget')
  const bounds = { width: VIEWPORT.width + 100, height: VIEWPORT.height + 200 }
  await devtools.send('Browser.setWindowBounds', { windowId, bounds })
  return { page, devtools }
}

export type Processes = { renderer: number; gpu: number | undefined }

/**
 * Process ids of a page. To distinguish its renderer from others (those of the browser's own pages), it is kept busy
 * for a moment.
 */
export async function processesOf(browser: Browser, page: Page): Promise<Processes> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo: before } = await devtools.send('SystemInfo.getProcessInfo')
  await page.evaluate((ms) => {
    for (const end = performance.now() + ms; performance.now() < end; ) {
      // Nothing else identifies the page's process.
    }
  }, BUSY_MS)
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  const earlier = (id: number) => before.find((one) => one.id === id)?.cpuTime ?? 0
  const [renderer] = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id, cpuTime }) => ({ id, grown: cpuTime - earlier(id) }))
    .toSorted((a, b) => b.grown - a.grown)
  if (!renderer) throw new BenchError('Chromium has no page.')
  return { renderer: renderer.id, gpu: processInfo.find(({ type }) => type === 'GPU')?.id }
}
