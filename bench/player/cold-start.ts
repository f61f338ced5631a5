import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../children.ts'
import { launchScreen } from './chromium.ts'
import type { Relay } from './relay.ts'
import { PLAYER } from './show.ts'

const PATIENCE_MS = 15_000
/** The browser writes stored data to the disk a little later. */
const WRITTEN_MS = 2_000

/**
 * Lets a browser store the display, stops the server, and starts the browser several times.
 *
 * @param openLine opens a relay to the server; when it is closed, nothing listens at that address
 * @returns for each start, milliseconds until a picture was painted; undefined when none was
 */
export async function coldStarts(openLine: () => Promise<Relay>, starts: number): Promise<(number | undefined)[]> {
  const folder = await temporaryFolder()
  const line = await openLine()
  const address = line.url + PLAYER
  const first = await launchScreen(folder)
  const page = first.pages()[0] ?? (await first.newPage())
  await page.goto(address)
  await page.waitForSelector('main[data-offline="ready"]', { timeout: 60_000 })
  await sleep(WRITTEN_MS)
  await first.close()
  await line.close()

  const took: (number | undefined)[] = []
  for (let number = 0; number < starts; number += 1) {
    await using context = await launchScreen(folder)
    const screen = context.pages()[0] ?? (await context.newPage())
    await screen.addInitScript(() => {
      // The item's name is set when its first frame is there. The next frame has certainly been painted.
      new MutationObserver(() => {
        if (!document.querySelector('main[data-item] .layer-seen img')) return
        requestAnimationFrame(() => requestAnimationFrame(() => document.documentElement.setAttribute('painted', '')))
      }).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['data-item', 'class'],
      })
    })
    const startedAt = performance.now()
    await screen.goto(address).catch(() => {})
    const isPainted = await screen.waitForSelector('html[painted]', { timeout: PATIENCE_MS }).then(
      () => true,
      () => false,
    )
    took.push(isPainted ? performance.now() - startedAt : undefined)
  }
  return took
}
