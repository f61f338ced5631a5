import { get } from 'node:http'
import { PAGES } from '@placard/contract'
import { expect, signIn, test } from './journey.ts'

/** Gzip bytes of JavaScript that a page loads before anybody touches it. Kilobytes of 1,000, as browsers show them. */
const BUDGETS = [
  { name: 'the landing page', path: PAGES.landing, most: 120_000 },
  { name: 'the dashboard', path: PAGES.dashboard, most: 220_000 },
  { name: 'the player', path: '/display/vnr/?id=ece', most: 90_000 },
]

/** What goes over the wire for an address; `fetch` would unpack it first. */
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

for (const { name, path, most } of BUDGETS) {
  test(`${name} loads at most ${most / 1_000} kB of JavaScript`, async ({ page, placard }) => {
    if (path === PAGES.dashboard) await signIn(page, placard)
    const scripts = new Set<string>()
    let newest = 0
    page.on('request', (request) => {
      // The preview is a page of its own, with a budget of its own.
      if (request.resourceType() !== 'script' || request.frame() !== page.mainFrame()) return
      scripts.add(request.url())
      newest = Date.now()
    })
    await page.goto(placard.url + path)
    await expect(page.locator('h1, [data-state]').first()).toBeAttached()
    // It stands, and nothing more was asked for in a while.
    await expect.poll(() => Date.now() - newest).toBeGreaterThan(2_000)
    const sizes = await Promise.all([...scripts].map(gzipBytes))
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThanOrEqual(most)
    console.log(`${name}: ${(total / 1_000).toFixed(1)} of ${most / 1_000} kB`)
  })
}
