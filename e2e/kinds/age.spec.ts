import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { addPicture, clearDisplay } from '../content.ts'
import { expect, test } from '../journey.ts'
import { flatPicture, RED } from '../pixels.ts'
import { freePort, launchPlacard } from '../placard.ts'
import { ageingScript } from '../rigs/ageing-clock.ts'
import { ofEachKind, openOn, SIZE } from './kinds.ts'

declare global {
  /** Of the item, counted by the page itself. */
  var showings: number
}

/** The holdings of a page: objects that are alive, whether the document has them or not. */
type Holdings = { heapKiB: number; nodes: number; listeners: number; timers: number; addresses: number } & Record<
  keyof typeof ALIVE,
  number
>
const ALIVE = { films: 'HTMLVideoElement', pictures: 'HTMLImageElement', frames: 'HTMLIFrameElement' }

async function holdingsOf(page: Page, browser: CDPSession): Promise<Holdings> {
  // Objects that the first collection frees may have been holding on to others.
  for (let round = 0; round < 3; round += 1) await browser.send('HeapProfiler.collectGarbage')
  const counted = await page.evaluate(() => ({
    timers: ageing.waiting(),
    addresses: ageingPage.addresses(),
  }))
  const alive = {} as Record<keyof typeof ALIVE, number>
  for (const [name, type] of Object.entries(ALIVE) as [keyof typeof ALIVE, string][]) {
    const { result } = await browser.send('Runtime.evaluate', { expression: `${type}.prototype` })
    const { objects } = await browser.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
    const called = { objectId: objects.objectId ?? '', functionDeclaration: 'function () { return this.length }' }
    alive[name] = (await browser.send('Runtime.callFunctionOn', called)).result.value
    await browser.send('Runtime.releaseObjectGroup', { objectGroup: '' }).catch(() => {})
    for (const objectId of [objects.objectId, result.objectId]) {
      await browser.send('Runtime.releaseObject', { objectId: objectId ?? '' })
    }
  }
  const { metrics } = await browser.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  const [nodes, listeners] = [metric('Nodes'), metric('JSEventListeners')]
  return { heapKiB: Math.round(metric('JSHeapUsedSize') / 1_024), nodes, listeners, ...counted, ...alive }
}

/**
 * The number of showings of an item, and the showing after which it is measured first: everything has happened once by then. From
 * there to the end the page may hold `mayGrowBy` more. One of anything for each showing would be hundreds. After few showings the
 * size of the heap means nothing yet.
 */
const SHOWINGS: { times: number; youngAt: number; mayGrowBy: Partial<Holdings>; tag: string[] }[] = [
  {
    times: 60,
    youngAt: 20,
    mayGrowBy: { nodes: 25, listeners: 10, timers: 3, addresses: 1, films: 1, pictures: 2, frames: 1 },
    tag: [],
  },
  {
    times: 500,
    youngAt: 100,
    mayGrowBy: { heapKiB: 512, nodes: 40, listeners: 10, timers: 3, addresses: 1, films: 1, pictures: 2, frames: 1 },
    tag: ['@slow'],
  },
]
const SHOWN_SECONDS = 20
const GLIMPSE_MS = 250

test.describe.configure({ mode: 'parallel', timeout: 120_000 })

ofEachKind((kind) => {
  const { add, isLikeAnother } = kind

  for (const { times, youngAt, mayGrowBy, tag } of SHOWINGS) {
    test.describe('by a clock that leaps', () => {
      // The page tells the server's clock at an address that its own policy does not know.
      test.use({ bypassCSP: true })

      const seldom = isLikeAnother ? ['@slow'] : tag
      test(`leaves nothing behind in the page when it has been shown ${times} times`, { tag: seldom }, async ({
        page,
      }) => {
        test.setTimeout(30 * 60_000)
        const ageingPort = await freePort()
        const preload = pathToFileURL(join(import.meta.dirname, '..', 'rigs', 'ageing-server.ts')).href
        await using placard = await launchPlacard({
          NODE_OPTIONS: `--import ${preload}`,
          AGEING_PORT: String(ageingPort),
        })
        await clearDisplay(placard)
        await addPicture(placard, await flatPicture(RED, SIZE), { duration: SHOWN_SECONDS })
        await add(placard, SHOWN_SECONDS)
        const last = (await placard.call('getManifest')).items.at(-1)?.id ?? ''
        await page.addInitScript(ageingScript(`http://localhost:${ageingPort}`, GLIMPSE_MS))
        const browser = await page.context().newCDPSession(page)
        await browser.send('Performance.enable')
        await openOn(page, placard, kind)
        await expect(page.locator('.player')).toHaveAttribute('data-item', /./)
        await page.evaluate((last) => {
          let before: string | undefined
          globalThis.showings = 0
          new MutationObserver(() => {
            const item = document.querySelector<HTMLElement>('[data-item]')?.dataset.item
            if (item !== before && item === last) globalThis.showings += 1
            before = item
          }).observe(document.body, { subtree: true, attributeFilter: ['data-item'] })
        }, last)
        const showings = () => page.evaluate(() => globalThis.showings)
        const until = async (wanted: number) => {
          for (let count = await showings(); count < wanted; ) {
            const before = count
            await page.evaluate((ms) => ageingPage.live(ms), 2 * SHOWN_SECONDS * 1_000 * (wanted - count + 1))
            count = await showings()
            expect(count, 'it is still shown').toBeGreaterThan(before)
          }
        }
        await until(youngAt)
        const young = await holdingsOf(page, browser)
        await until(times)
        const old = await holdingsOf(page, browser)
        const told = `after ${youngAt} ${JSON.stringify(young)}, after ${await showings()} ${JSON.stringify(old)}`
        for (const [name, by] of Object.entries(mayGrowBy) as [keyof Holdings, number][]) {
          expect.soft(old[name] - young[name], `growth of ${name}: ${told}`).toBeLessThanOrEqual(by)
        }
        test.info().annotations.push({ type: 'holdings', description: told })
      })
    })
  }
})
