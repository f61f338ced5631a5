import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playerPath } from '@placard/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { addPicture, clearDisplay } from '../content.ts'
import { expect, test as journey } from '../journey.ts'
import { colourAt, flatPicture, isNear } from '../pixels.ts'
import { DISPLAY, type Placard } from '../placard.ts'
import { launchRequestProxy, type RequestProxy } from './request-proxy.ts'
import { startScreenBrowser } from './screen-browser.ts'

/** The line on every screen that `show` has filled. */
export const LINE = 'It is on the screen whatever happens'

/** A screen that can start without a network: a browser with a lasting profile, its server, and a proxy between them. */
export type KeptScreen = {
  placard: Placard
  proxy: RequestProxy
  profile: string
  /** The address of the player through the proxy. */
  url: string
  startBrowser(args?: string[]): Promise<BrowserContext>
  /** @param address default: the player of the display */
  open(context: BrowserContext, address?: string): Promise<Page>
  /** Replaces the content of the display by these flat pictures and one line. @param duration of each picture, in seconds */
  show(colours: string[], duration?: number): Promise<void>
  /** @returns the address of the picture */
  add(title: string, picture: Buffer, duration: number): Promise<string>
  /** Shows them in a browser of this profile until it has stored everything. */
  keep(colours: string[], duration?: number): Promise<{ context: BrowserContext; page: Page }>
  /** Ends every process of the browser, as a power cut does. */
  kill(context: BrowserContext): Promise<void>
}

export const test = journey.extend<{ device: KeptScreen }>({
  device: async ({ placard }, use) => {
    // The journey before may have stopped it.
    await placard.start()
    const proxy = await launchRequestProxy(placard.url)
    const profile = await mkdtemp(join(tmpdir(), 'placard-profile-'))
    const url = proxy.url + playerPath(DISPLAY)
    const add = async (title: string, picture: Buffer, duration: number) =>
      (await addPicture(placard, picture, { title, duration })).url
    const startBrowser = (args: string[] = []) => startScreenBrowser(profile, args)
    async function open(context: BrowserContext, address = url) {
      const page = context.pages()[0] ?? (await context.newPage())
      await page.goto(address)
      return page
    }
    async function show(colours: string[], duration = 60) {
      await clearDisplay(placard)
      for (const colour of colours) await add(colour, await flatPicture(colour), duration)
      await placard.call('createLine', { body: { text: LINE } })
    }
    await use({
      ...{ placard, proxy, profile, url, add, startBrowser, open, show },
      async keep(colours, duration) {
        await show(colours, duration)
        const context = await startBrowser()
        const page = await open(context)
        await becomes(page, 'ready')
        return { context, page }
      },
      async kill(context) {
        for (const pid of await processesOf(profile)) {
          try {
            process.kill(pid, 'SIGKILL')
          } catch {
            // It ended with its parent.
          }
        }
        await context.close().catch(() => {})
        await rm(join(profile, 'SingletonLock'), { force: true })
      },
    })
    await proxy.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
})

async function processesOf(profile: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number)
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_, at) => commands[at]?.includes(profile))
}

export const shows = async (page: Page, colour: string) => isNear(await colourAt(page, 0.5, 0.45), colour)
export const becomes = (page: Page, state: 'ready' | 'storing' | 'unavailable', timeout = 90_000) =>
  expect(page.locator('main')).toHaveAttribute('data-offline', state, { timeout })

/** The hash of each media file that the page has stored, by path. */
export function keptMedia(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const hashes: Record<string, string> = {}
    const cache = await caches.open('placard-media')
    for (const request of await cache.keys()) {
      const bytes = await (await cache.match(request))?.arrayBuffer()
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0)))
      const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
      hashes[new URL(request.url).pathname] = hex
    }
    return hashes
  })
}

/** The hashes that the manifest names. */
export async function wantedMedia({ placard }: KeptScreen): Promise<Record<string, string>> {
  const { items } = await placard.call('getManifest')
  return Object.fromEntries(items.map(({ url, sha256 }) => [url, sha256 ?? '']))
}

/** The value that the page has stored under a name. Undefined: none yet. */
export function recordOf(page: Page, name: string): Promise<string | undefined> {
  return page.evaluate(
    (key) =>
      new Promise<string | undefined>((resolve, reject) => {
        const request = indexedDB.open('placard')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const read = request.result.transaction('records').objectStore('records').get(key)
          read.onsuccess = () => {
            request.result.close()
            resolve(read.result)
          }
        }
      }),
    name,
  )
}
