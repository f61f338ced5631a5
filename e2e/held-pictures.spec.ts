import type { Browser, Page } from '@playwright/test'
import { addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { BLUE, flatPicture, GREEN, RED } from './pixels.ts'

/** Two pictures take turns, so the one that leaves is the next one and is kept anyway. */
const COLOURS = [RED, GREEN, BLUE]

test.describe.configure({ mode: 'parallel' })

test.use({ viewport: { width: 1_280, height: 720 } })

/** The numbers of the pictures that Chromium decodes during this time, each once. A file that is read again has a new number. */
async function decodedWhile(browser: Browser, page: Page, act: () => Promise<void>): Promise<Set<string>> {
  await browser.startTracing(page, { categories: ['cc'] })
  await act()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: { name: string; args: { key?: string } }[]
  }
  const keys = traceEvents.map(({ args }) => /content_id: (\d+)/.exec(args.key ?? '')?.[1])
  return new Set(keys.filter((key) => key !== undefined))
}

for (const serviceWorkers of ['allow', 'block'] as const) {
  test.describe(`with service workers: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers })

    test('[ST13] a picture that comes again is neither read nor decoded again', async ({ browser, page, placard }) => {
      await clearDisplay(placard)
      const ids: string[] = []
      for (const colour of COLOURS) ids.push((await addPicture(placard, await flatPicture(colour), { duration: 2 })).id)
      await page.goto(placard.display)
      const devtools = await page.context().newCDPSession(page)
      /** Waits for this many turns of all pictures. After each picture everything is removed that is not referenced. */
      const turns = async (count: number) => {
        for (let turn = 0; turn < count; turn += 1) {
          for (const id of ids) await expect(page.locator(`.player[data-item="${id}"]`)).toBeVisible()
          await devtools.send('HeapProfiler.collectGarbage')
        }
      }
      // The first turns come in addresses of the page's own; then, where there is a worker, once by way of it.
      if (serviceWorkers === 'allow') await expect(page.locator('main[data-offline="ready"]')).toBeAttached()
      await turns(2)
      const read: string[] = []
      page.on('request', (request) => request.url().includes('/media/') && read.push(request.url()))
      const decoded = await decodedWhile(browser, page, () => turns(2))
      expect(decoded.size).toBe(COLOURS.length)
      expect(read).toEqual([])
    })
  })
}
