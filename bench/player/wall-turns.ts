import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { DISPLAY, type PlacardProcess } from '../placard-process.ts'
import { launchChromium, openPage } from './chromium.ts'
import { enrolScreens } from './enrol.ts'
import { show } from './show.ts'
import { noteItems } from './spread.ts'

const NAMES = ['Top left', 'Top right', 'Bottom left', 'Bottom right']
const COLUMNS = 2
/** Of each picture. */
const SECONDS = 3
/** The first turns come while the clocks of the screens are not settled yet. */
const UNSETTLED = 2
/** Of a panel of 32 inches, in mm. */
const PANEL = { panelWidthMm: 708, panelHeightMm: 398, frameSideMm: 4, frameTopMm: 4 }

/**
 * [LY8] Four browsers as a wall of 2 × 2, which shows the sample display.
 *
 * @param pictures addresses of at least two pictures
 * @returns for each turn, the time between the first and the last screen that showed it, in milliseconds
 */
export async function wallTurns(
  placard: PlacardProcess,
  pictures: readonly string[],
  turns: number,
): Promise<number[]> {
  await show(placard, pictures, SECONDS)
  const screens = await enrolScreens(placard, DISPLAY, NAMES)
  const browsers = await Promise.all(screens.map(() => launchChromium()))
  try {
    const pages: Page[] = []
    const cells = []
    for (const [index, { address, find }] of screens.entries()) {
      const browser = browsers[index]
      if (!browser) continue
      const { page } = await openPage(browser)
      await page.goto(address)
      pages.push(page)
      cells.push({ column: index % COLUMNS, row: Math.floor(index / COLUMNS), screenId: await find() })
    }
    const wall = { columns: COLUMNS, rows: COLUMNS, ...PANEL, cells }
    await placard.call('setWall', { params: DISPLAY, body: { wall } })
    for (const page of pages) {
      await page.waitForSelector('html[data-wall] main[data-item]')
      await noteItems(page, 'ours')
    }
    await sleep((turns + UNSETTLED + 1) * SECONDS * 1_000)
    const [first = [], ...others] = await Promise.all(pages.map((page) => page.evaluate(() => seenItems)))
    return first.slice(UNSETTLED, UNSETTLED + turns).map(({ item, at }) => {
      const times = others.map((seen) =>
        nearest(
          seen.flatMap((one) => (one.item === item ? [one.at] : [])),
          at,
        ),
      )
      return Math.max(at, ...times) - Math.min(at, ...times)
    })
  } finally {
    for (const browser of browsers) await browser.close()
  }
}

/** Infinity when there is none. */
function nearest(times: readonly number[], at: number): number {
  const [best = Number.POSITIVE_INFINITY] = times.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
  return best
}
