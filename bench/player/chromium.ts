import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'

const VIEWPORT = { width: 1280, height: 720 }
const OPTIONS = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    // A container runs as root, where Chromium refuses its sandbox.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch(OPTIONS)
}

/** With a folder of its own, as a screen has it: what it keeps is there again when it starts again. */
export function launchScreen(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...OPTIONS, viewport: VIEWPORT })
}

/** A page by itself: nothing that another one has stored. */
export async function openPage(browser: Browser): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  return { page, devtools }
}

export type Processes = { renderer: number; gpu: number | undefined }

/** Process ids of the one page that is open. */
export async function processesOf(browser: Browser): Promise<Processes> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  // The page's is the busiest: a spare one waits beside it.
  const renderers = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime)
  const [renderer] = renderers
  if (!renderer) throw new Error('there is no page')
  return { renderer: renderer.id, gpu: processInfo.find(({ type }) => type === 'GPU')?.id }
}
