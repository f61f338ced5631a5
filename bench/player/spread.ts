import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { launchChromium, openPage } from './chromium.ts'

/** Real screens are not switched on at exactly the same moment. */
const APART_MS = 700

/**
 * Two screens of one display, each in a browser of its own.
 *
 * @returns for each of the changes, the delay between the two screens in milliseconds
 */
export async function spreadBetween(address: string, player: 'ours' | 'naive', changes: number): Promise<number[]> {
  const browsers = [await launchChromium(), await launchChromium()]
  try {
    const pages: Page[] = []
    for (const browser of browsers) {
      const { page } = await openPage(browser)
      await page.goto(address)
      if (player === 'ours') await page.waitForSelector('main[data-item]')
      await noteItems(page, player)
      pages.push(page)
      await sleep(APART_MS)
    }
    const heard = () => Promise.all(pages.map((page) => page.evaluate(() => seenItems)))
    let [one = [], other = []] = await heard()
    // The first changes came while the clock of the second screen was not settled yet.
    while (Math.min(one.length, other.length) < changes + 2) {
      await sleep(500)
      const [a = [], b = []] = await heard()
      one = a
      other = b
    }
    return other.slice(2, changes + 2).map(({ item, at }) => {
      const same = one.filter((seen) => seen.item === item).map((seen) => Math.abs(seen.at - at))
      return Math.min(...same)
    })
  } finally {
    for (const browser of browsers) await browser.close()
  }
}

declare global {
  /** In the page: every item that came, with the time of its frame in milliseconds since 1970. */
  var seenItems: { item: string; at: number }[]
}

/** Makes the page record each item that comes, with the time of its first frame. */
export async function noteItems(page: Page, player: 'ours' | 'naive'): Promise<void> {
  await page.evaluate((player) => {
    globalThis.seenItems = []
    let last = player === 'ours' ? (document.querySelector('main')?.dataset.item ?? '') : ''
    new MutationObserver(() => {
      const item =
        player === 'ours'
          ? document.querySelector('main')?.dataset.item
          : document.querySelector('#stage img')?.getAttribute('src')
      if (!item || item === last) return
      last = item
      requestAnimationFrame(() => seenItems.push({ item, at: performance.timeOrigin + performance.now() }))
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-item', 'src'] })
  }, player)
}
