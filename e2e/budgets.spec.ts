import { get } from 'node:http'
import { PAGES } from '@placard/contract'
import type { Page, Request } from '@playwright/test'
import { expect, signIn, test } from './journey.ts'

/**
 * The gzip bytes of JavaScript and of messages that a page loads until it is complete. The files that it fetches when the browser
 * is idle have another limit. A kB has 1,000 bytes, as in browsers.
 */
const BUDGETS = [
  { name: 'the landing page', path: PAGES.landing, most: 120_000, mostFiles: 5 },
  { name: 'the sign-in page', path: PAGES.login, most: 177_800, mostFiles: 8 },
  { name: 'the dashboard', path: PAGES.dashboard, most: 201_900, mostFiles: 8 },
  { name: 'the player', path: '/display/vnr/?id=ece', most: 96_700, mostFiles: 2 },
]

/** The number of transferred bytes of an address. `fetch` would return them decompressed. */
function gzipBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
      response.on('error', reject)
    }).on('error', reject)
  })
}

/**
 * The limit for files that a page fetches when it is idle: the dialogs, and the page that people usually open next. It includes
 * the components that only dialogs use (`web/chunks.ts`).
 */
const MOST_WHEN_IDLE = 137_600
/** The limit for the number of files. Each costs a round trip; one file for each set of users would be a hundred (`web/chunks.ts`). */
const MOST_FILES_WHEN_IDLE = 8

async function scriptsOf(page: Page, address: string): Promise<{ bytes: number; files: number }> {
  const scripts = new Set<string>()
  let newest = 0
  const note = (request: Request) => {
    // The preview is another page, with another budget.
    const isWords = /\/assets\/words-[^/]+\.json$/.test(request.url())
    if (!(isWords || request.resourceType() === 'script') || request.frame() !== page.mainFrame()) return
    scripts.add(request.url())
    newest = Date.now()
  }
  page.on('request', note)
  await page.goto(address)
  await expect(page.locator('h1, [data-state]').first()).toBeAttached()
  // The page is complete, and there was no request for a while.
  await expect.poll(() => Date.now() - newest).toBeGreaterThan(2_000)
  page.off('request', note)
  const sizes = await Promise.all([...scripts].map(gzipBytes))
  return { bytes: sizes.reduce((sum, bytes) => sum + bytes, 0), files: scripts.size }
}

for (const { name, path, most, mostFiles } of BUDGETS) {
  test(`${name} loads at most ${most / 1_000} kB of JavaScript`, async ({ page, placard }) => {
    if (path === PAGES.dashboard) await signIn(page, placard)
    const whenIdle = await scriptsOf(page, placard.url + path)
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    const first = await scriptsOf(page, placard.url + path)
    expect(first.bytes).toBeGreaterThan(10_000)
    expect(first.bytes).toBeLessThanOrEqual(most)
    expect(first.files).toBeLessThanOrEqual(mostFiles)
    expect(whenIdle.bytes - first.bytes).toBeLessThanOrEqual(MOST_WHEN_IDLE)
    expect(whenIdle.files - first.files).toBeLessThanOrEqual(MOST_FILES_WHEN_IDLE)
    const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1)
    console.log(
      `${name}: ${kilobytes(first.bytes)} of ${most / 1_000} kB in ${first.files} files, and ${kilobytes(whenIdle.bytes - first.bytes)} kB in ${whenIdle.files - first.files} when idle`,
    )
  })
}

/** The bytes that the first paint needs: the document, its style sheets and the script in its head. */
const MOST_BEFORE_PAINT = 25_000

for (const { path, sees } of [
  { path: PAGES.login, sees: 'Manage what your displays show.' },
  { path: PAGES.dashboard, sees: 'Placard' },
]) {
  test(`${path} is painted by its document, before a script of the application has come`, async ({ page, placard }) => {
    const blocking = new Set([placard.url + path])
    page.on('request', (request) => {
      const isModule = request.url().includes('/assets/') && request.resourceType() === 'script'
      if (!isModule && ['stylesheet', 'script'].includes(request.resourceType())) blocking.add(request.url())
    })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(placard.url + path)
    await expect(page.getByText(sees, { exact: true })).toBeVisible()
    await expect(page.locator(path === PAGES.login ? '.first-field' : '.first-stage').first()).toBeVisible()
    const painted = () => performance.getEntriesByName('first-contentful-paint').length
    await expect.poll(() => page.evaluate(painted)).toBe(1)
    const sizes = await Promise.all([...blocking].map(gzipBytes))
    expect(sizes.length).toBeGreaterThan(2)
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_BEFORE_PAINT)
  })
}

test('the skeleton of the document is gone once the page is there', async ({ page, placard }) => {
  await page.goto(placard.url + PAGES.login)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-first-paint]')).toHaveCount(0)
})

/** The limit for layout shifts, as browsers count them. Late parts have their space reserved. */
const MOST_SHIFT = 0.01

for (const [name, viewport] of Object.entries({
  'a desk': { width: 1440, height: 900 },
  'a phone': { width: 390, height: 844 },
})) {
  for (const path of [PAGES.login, PAGES.dashboard]) {
    test(`${path} on ${name} moves nothing by itself`, async ({ page, placard }) => {
      await page.setViewportSize(viewport)
      if (path === PAGES.dashboard) {
        await placard.call('createLine', { body: { text: 'A text that says its state' } })
        await signIn(page, placard)
      }
      await page.addInitScript(() => {
        const shifts: string[] = []
        Object.assign(globalThis, { shifts })
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number; sources: { node?: Element }[] }[]) {
            const moved = entry.sources.map(({ node }) => node?.className || node?.nodeName).join(', ')
            shifts.push(`${entry.value.toFixed(4)}: ${moved}`)
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(placard.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path === PAGES.dashboard) await expect(page.getByRole('button', { name: / loop · / })).toBeAttached()
      await page.waitForTimeout(2_500)
      const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
      const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0)
      expect(sum, shifts.join('; ')).toBeLessThanOrEqual(MOST_SHIFT)
    })
  }
}
