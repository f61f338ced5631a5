import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGES, type PlayPiece, playerPath, type ScreenId } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'
import { markedPicture } from './rigs/darkness.ts'
import { launchFaultProxy } from './rigs/fault-proxy.ts'
import { startScreenBrowser } from './rigs/screen-browser.ts'
import { PLAYING } from './screen-state.ts'

const DAY_MS = 24 * 60 * 60_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))

const readReport = (placard: Placard) =>
  placard.call('getPlays', { query: { from: dayOf(Date.now() - DAY_MS), to: dayOf(Date.now() + DAY_MS) } })

/** The items that a screen has shown and for how long, by what the player says of itself. */
async function watchScreen(page: Page): Promise<() => Promise<{ id: string; ms: number }[]>> {
  await page.addInitScript(() => {
    const seen: { id: string; at: number }[] = []
    Object.assign(window, { seen })
    const look = () => {
      const id = document.querySelector('main')?.getAttribute('data-item') ?? ''
      if (id !== (seen.at(-1)?.id ?? '')) seen.push({ id, at: performance.now() })
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () =>
    page.evaluate(() => {
      const { seen } = window as unknown as { seen: { id: string; at: number }[] }
      return seen.flatMap(({ id, at }, index) => {
        const next = seen[index + 1]
        return id === '' || !next ? [] : [{ id, ms: next.at - at }]
      })
    })
}

test('[PP1] an afternoon without a network is reported when the network is back, each showing to a fifth of a second', async () => {
  test.setTimeout(300_000)
  const placard = await launchPlacard()
  const profile = await mkdtemp(join(tmpdir(), 'placard-plays-'))
  const line = await launchFaultProxy(placard.url)
  await clearDisplay(placard)
  for (const mark of [1, 2]) {
    await addPicture(placard, await markedPicture(mark), { title: `Picture ${mark}`, duration: 3 })
  }
  const browser = await startScreenBrowser(profile)
  const page = browser.pages()[0] ?? (await browser.newPage())
  const watched = await watchScreen(page)
  const address = line.url + playerPath(DISPLAY)
  await page.goto(address)
  await expect(page.locator('main')).toHaveAttribute('data-offline', 'ready', { timeout: 60_000 })
  await pause(8_000)
  const before = await watched()

  await line.become({ type: 'refuse' })
  // Also a start without a network, whose script for counting comes from the device.
  await page.goto(address)
  await expect(page.locator('main')).toHaveAttribute('data-state', 'playing', { timeout: 60_000 })
  await pause(25_000)
  expect((await readReport(placard)).total.told.showings).toBe(0)
  await line.become({ type: 'pass' })
  const told = async () => (await readReport(placard)).total.told
  await expect.poll(async () => (await told()).showings, { timeout: 120_000 }).toBeGreaterThan(8)
  const seen = [...before, ...(await watched())]
  const report = await readReport(placard)
  // Playing continues, so the report contains the showings that had ended when it was sent.
  expect(seen.length).toBeGreaterThanOrEqual(report.total.told.showings - 2)
  expect(report.total.told.showings).toBeGreaterThanOrEqual(before.length + 5)
  expect(report.items.map(({ title }) => title).sort()).toEqual(['Picture 1', 'Picture 2'])
  // A complete showing takes three seconds. The first one on each page begins within its turn.
  const meanMs = report.total.told.ms / report.total.told.showings
  expect(meanMs).toBeGreaterThan(2_200)
  expect(meanMs).toBeLessThan(3_200)

  // Each piece as the device stores it. None differs by more than 200 ms.
  await page.goto(address)
  await pause(16_000)
  const kept = await page.evaluate(
    () =>
      new Promise<{ ms: number; itemId: string }[]>((resolve, reject) => {
        void indexedDB.databases().then((all) => {
          const name = all.find((one) => one.name?.startsWith('placard-plays'))?.name ?? ''
          const opening = indexedDB.open(name)
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const asked = opening.result.transaction('entries').objectStore('entries').getAll()
            asked.onsuccess = () => {
              opening.result.close()
              resolve(
                asked.result
                  .filter(({ piece }) => piece?.kind === 'play' && piece.showings === 1 && piece.cut === 0)
                  .map(({ piece }) => piece),
              )
            }
          }
        })
      }),
  )
  const own = await watched()
  expect(own.length).toBeGreaterThanOrEqual(3)
  const lengths = kept.slice(-own.length).map(({ ms }) => ms)
  console.log(`seen ${own.map(({ ms }) => Math.round(ms))}, counted ${lengths}`)
  for (const { ms } of own.slice(0, -1)) {
    expect(Math.min(...kept.map((one) => Math.abs(one.ms - ms)))).toBeLessThan(200)
  }
  await browser.close()
  await line.close()
  await placard.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

test('[F76] a browser that stores nothing plays on, and its counts are reported all the same', async ({ browser }) => {
  test.setTimeout(240_000)
  const placard = await launchPlacard()
  await clearDisplay(placard)
  for (const mark of [1, 2]) {
    await addPicture(placard, await markedPicture(mark), { title: `Picture ${mark}`, duration: 3 })
  }
  const page = await (await browser.newContext({ viewport: { width: 640, height: 360 } })).newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = (name, version) => {
      if (name.startsWith('placard-plays')) throw new DOMException('Nothing is kept here', 'SecurityError')
      return open(name, version)
    }
  })
  await page.goto(placard.display)
  await expect(page.locator('main')).toHaveAttribute('data-state', 'playing', { timeout: 60_000 })
  await expect
    .poll(async () => (await readReport(placard)).total.told.showings, { timeout: 120_000 })
    .toBeGreaterThan(5)
  expect(errors).toEqual([])
  await placard.close()
})

test.describe('the report', () => {
  /** A screen with a name has reported a week. */
  async function tellWeek(placard: Placard): Promise<{ ids: string[] }> {
    const { items } = await placard.call('getManifest')
    const ids = items.slice(0, 3).map(({ id }) => id)
    for (const [index, name] of ['Hall', 'Reception left'].entries()) {
      const screenId = `${index}`.repeat(32) as ScreenId
      await placard.call('reportScreen', {
        params: { screenId } as never,
        body: { state: PLAYING, events: [] },
      })
      await placard.call('listScreens')
      await placard.call('updateScreen', { params: { screenId } as never, body: { name } })
      let n = 0
      for (let day = 6; day >= 0; day -= 1) {
        const pieces: PlayPiece[] = []
        for (let hour = 1; hour < 12; hour += 1) {
          for (const [place, itemId] of ids.entries()) {
            n += 1
            const at = Date.now() - day * DAY_MS - hour * 10 * 60_000
            const showings = 20 + ((day * 7 + hour + place * 5) % 17)
            pieces.push({ kind: 'play', n, at, ms: showings * 10_000, itemId, showings, cut: 0 })
          }
        }
        n += 1
        pieces.push({
          kind: 'missed',
          n,
          at: Date.now() - day * DAY_MS,
          itemId: ids[1] as never,
          missed: 3,
          why: 'unseen',
        })
        await placard.call('tellPlays', { params: { screenId } as never, body: { series: '0'.repeat(16), pieces } })
      }
    }
    return { ids }
  }

  test('[PP2] says what to do while nothing has been reported', async ({ admin, placard }) => {
    await admin.goto(placard.url + PAGES.plays)
    await expect(admin.getByRole('heading', { name: 'What was shown' })).toBeVisible()
    await expect(admin.getByText('No plays in this period')).toBeVisible()
    expect(await findings(admin)).toEqual([])
    await admin.getByRole('link', { name: 'Go to the displays' }).click()
    await expect(admin).toHaveURL(placard.url + PAGES.dashboard)
  })

  test('[PP2] how often, how long, on which screens and what was missed; narrowed; as a table', async ({
    admin,
    placard,
  }) => {
    const { ids } = await tellWeek(placard)
    await admin.goto(placard.url + PAGES.plays)
    const items = admin.getByRole('region', { name: 'By container' })
    await expect(items.getByRole('row')).toHaveCount(4)
    await expect(items).toContainText('Missed 42 turns: the page was hidden or covered')
    const screens = admin.getByRole('region', { name: 'By screen' })
    await expect(screens.getByRole('row').nth(1)).toContainText('Hall')
    await expect(screens.getByRole('row').nth(1)).toContainText('Reported')
    await expect(admin.getByRole('region', { name: 'By day' }).getByRole('listitem')).toHaveCount(7)
    expect(await findings(admin)).toEqual([])
    await admin.screenshot({ path: 'test-results/plays-wide.png', fullPage: true })

    await test.step('by the keyboard alone: today, and one container', async () => {
      const today = admin.getByRole('button', { name: 'Today' })
      await today.focus()
      await admin.keyboard.press('Enter')
      await expect(today).toHaveAttribute('aria-pressed', 'true')
      await expect(admin.getByRole('region', { name: 'By day' })).toBeHidden()
      await admin.getByLabel('Container', { exact: true }).selectOption(ids[1] as string)
      await expect(items.getByRole('row')).toHaveCount(2)
      expect(new URL(admin.url()).searchParams.get('item')).toBe(ids[1])
      await admin.reload()
      await expect(items.getByRole('row')).toHaveCount(2)
    })

    await test.step('the same as a table that a spreadsheet takes', async () => {
      const [download] = await Promise.all([
        admin.waitForEvent('download'),
        admin.getByRole('link', { name: 'Download as CSV' }).click(),
      ])
      const text = await readFile(await download.path(), 'utf8')
      expect(text.startsWith('\uFEFFDisplay,')).toBe(true)
      const rows = text.trim().split('\r\n')
      expect(rows.length).toBeGreaterThan(4)
      expect(rows.slice(1).every((row) => row.includes(ids[1] as string))).toBe(true)
    })
  })

  test('[PP2] on a telephone, dark, and from right to left', async ({ browser, placard }) => {
    await tellWeek(placard)
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      locale: 'ar',
    })
    const page = await context.newPage()
    await signIn(page, placard, PAGES.plays)
    await expect(page.getByRole('heading', { name: 'ما عُرض' })).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await findings(page)).toEqual([])
    await page.screenshot({ path: 'test-results/plays-phone-ar.png', fullPage: true })
  })

  test('[PP2] the list of a display’s screens and the palette lead to it', async ({ admin, placard }) => {
    await tellWeek(placard)
    await admin.reload()
    await admin.getByRole('button', { name: 'Show screens' }).click()
    await admin.getByRole('link', { name: 'What was shown' }).click()
    await expect(admin).toHaveURL(`${placard.url}${PAGES.plays}?display=${DISPLAY.displayId}`)
    await expect(admin.getByLabel('Display', { exact: true })).toHaveValue(DISPLAY.displayId)
  })
})

for (const { name, use } of [
  { name: 'light', use: { viewport: { width: 1440, height: 900 } } },
  { name: 'dark, 390 px wide', use: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const } },
  { name: 'Arabic', use: { viewport: { width: 1440, height: 900 }, locale: 'ar' } },
]) {
  test.describe(`visits of the page to read, ${name}`, () => {
    test.use(use)
    test('[TA1] are shown by day, none below five, and without a finding', async ({ page, placard }) => {
      await signIn(page, placard)
      const days = [null, 7, 12, null, 30, 5, 9].map((visits, nth) => ({
        day: dayOf(Date.now() - (7 - nth) * DAY_MS),
        visits,
      }))
      const display = { displayId: DISPLAY.displayId, name: 'Department of ECE', total: 63, days }
      let displays = [display]
      await page.route('**/visits?*', (route) => route.fulfill({ json: { displays } }))
      await page.goto(placard.url + PAGES.plays)
      const section = page.locator('section[aria-labelledby="plays-visits"]')
      await expect(section.getByRole('listitem')).toHaveCount(7)
      if (name === 'light') {
        await expect(section).toContainText('Opened: 63')
        await expect(section.getByRole('listitem').first()).toContainText('fewer than five')
        await expect(section.getByRole('listitem').nth(1)).toContainText(': 7')
      }
      await section.scrollIntoViewIfNeeded()
      expect(await findings(page, { rules: 'all' })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

      displays = [display, { ...display, displayId: 'hall' as never, name: 'Hall', total: 0 }]
      await page.reload()
      await expect(section.getByRole('row')).toHaveCount(3)
      expect(await findings(page, { rules: 'all' })).toEqual([])
    })
  })
}
