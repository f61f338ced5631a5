import { PAGES } from '@placard/contract'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { DISPLAY, type PlacardProcess } from '../placard-process.ts'
import { openPage } from './chromium.ts'

const GIVEN_UP_MS = 240_000

/** Signs the browser of a page in as the administrator. */
export async function takeSession(
  page: Page,
  { url, headers }: Pick<PlacardProcess, 'url' | 'headers'>,
): Promise<void> {
  const cookies = (headers.cookie ?? '').split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })
  await page.context().addCookies(cookies)
}

/** The dashboard, signed in. */
export async function openDashboard(
  browser: Browser,
  placard: PlacardProcess,
): Promise<{ page: Page; devtools: CDPSession }> {
  const { page, devtools } = await openPage(browser)
  await takeSession(page, placard)
  await page.goto(placard.url + PAGES.dashboard)
  await page.waitForSelector('#items-heading')
  return { page, devtools }
}

/** Passes a file to the page, as `window.given`. */
export async function give(page: Page, { name, type, bytes }: { name: string; type: string; bytes: Buffer }) {
  const path = `/given/${name}`
  await page.unroute('**/given/*')
  await page.route('**/given/*', (route) => route.fulfill({ contentType: type, body: bytes }))
  await page.evaluate(
    async ({ path, name, type }) => {
      const blob = await (await fetch(path)).blob()
      Object.assign(window, { given: new File([blob], name, { type }) })
    },
    { path, name, type },
  )
}

/**
 * Drops the given file on the dashboard.
 *
 * @param press a click that is made meanwhile
 * @returns milliseconds until the display has one item more
 */
export async function dropUntilItem(page: Page, placard: PlacardProcess, press?: () => Promise<void>): Promise<number> {
  const count = async () => (await placard.call('getProgramme', { params: DISPLAY })).items.length
  const before = await count()
  const startedAt = performance.now()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add((window as unknown as { given: File }).given)
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  })
  await press?.()
  while ((await count()) === before) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (performance.now() - startedAt > GIVEN_UP_MS) throw new BenchError('what was dropped never became an item')
  }
  return performance.now() - startedAt
}
