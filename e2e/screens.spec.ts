import { PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { removeItem } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { fetchOldChromium, launchOldChromium } from './old-chromium.ts'
import { launchPlacard, type Placard } from './placard.ts'

/** The time limit. Nothing takes this long, because the clocks of both pages are set forward. */
const TOLD_MS = 120_000
/** A screen reports a change within a minute of the previous report. */
const MINUTE_MS = 61_000
/** Without events, a dashboard requests the screens four times a minute. */
const LOOK_MS = 16_000

const panelOf = (page: Page) => page.getByRole('region', { name: 'Screens' })

const statesOf = async (placard: Placard) => (await placard.call('listScreens')).screens.map(({ state }) => state)

/** Sets the clocks forward until the check passes, with time in between for the effects. */
async function hurry(pages: [page: Page, ms: number][], check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    for (const [page, ms] of pages) await page.clock.fastForward(ms)
    await check()
  }).toPass({ timeout: TOLD_MS })
}

async function openList(page: Page): Promise<void> {
  const button = panelOf(page).getByRole('button', { name: 'Show screens' })
  if (await button.isVisible()) await button.click()
}

test('[F20] the screens of a display tell how they are', async ({ browser }) => {
  test.setTimeout(6 * TOLD_MS)
  const placard = await launchPlacard()
  // A single picture, so a busy machine causes no failures.
  for (const { id } of (await placard.call('getProgramme')).items.slice(1)) {
    await removeItem(placard, id)
  }
  const admin = await (await browser.newContext()).newPage()
  await admin.clock.install()
  await signIn(admin, placard, undefined, { previewsPlay: true })
  const panel = panelOf(admin)

  await test.step('without one, the page says how to get one', async () => {
    await expect(panel).toContainText('No screen shows this display yet')
    await expect(admin.getByRole('link', { name: 'Open display' })).toHaveAttribute(
      'href',
      `${new URL(placard.display).pathname}?id=ece&preview=1`,
    )
    // The preview plays the whole time, and does not count as a screen.
    await expect(admin.frameLocator('iframe').locator('main.player')).toHaveAttribute('data-state', 'playing')
  })

  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const screen = await context.newPage()
  await screen.clock.install()
  const openScreen = async () => {
    await screen.goto(placard.display)
    await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'playing')
  }
  const panelSays = (words: string[]) =>
    hurry([[admin, LOOK_MS]], async () => {
      for (const text of words) await expect(panel).toContainText(text, { timeout: 3_000 })
    })
  const screenSays = (check: (states: Awaited<ReturnType<typeof statesOf>>) => void) =>
    hurry([[screen, MINUTE_MS]], () => expect(async () => check(await statesOf(placard))).toPass({ timeout: 8_000 }))

  await test.step('one that is opened appears, and is up to date', async () => {
    await openScreen()
    await screenSays((states) => expect(states).toHaveLength(1))
    await panelSays(['1 screen, up to date'])
    await openList(admin)
    const row = panel.getByRole('listitem').first()
    await expect(row).toContainText(/Screen [0-9A-F]{4}/)
    await expect(row).toContainText('1280 × 720')
    await expect(row).toContainText('Up to date')
  })

  await test.step('it is given a name, which stays', async () => {
    await panel.getByRole('button', { name: 'Rename' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Name').fill('<b>Reception</b> left')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel.getByRole('heading', { name: '<b>Reception</b> left' })).toBeVisible()
  })

  await test.step('after an edit it is told whether the edit has arrived', async () => {
    const { revision } = await placard.call('createLine', { body: { text: 'Just in' } })
    await expect(screen.locator('main.player')).toHaveAttribute('data-revision', String(revision))
    await screenSays(([state]) => expect(state?.revision).toBe(revision))
    await panelSays(['1 screen, up to date'])
  })

  await test.step('[F20] a picture that cannot be shown is told in words, with what to do', async () => {
    await placard.call('createItem', {
      body: { title: 'Broken poster', type: 'image', url: `${placard.url}/nothing-here.jpg`, duration: 5 },
    })
    await screenSays(([state]) => expect(state?.broken).toHaveLength(1))
    await panelSays(['Has a problem', 'Broken poster', 'is not shown', '1 of 1 screen with a problem'])
  })

  await test.step('and is forgotten when it is gone', async () => {
    const { items } = await placard.call('getProgramme')
    const broken = items.find(({ title }) => title === 'Broken poster')
    if (!broken) throw new Error('the item is not there')
    await removeItem(placard, broken.id)
    await screenSays(([state]) => expect(state?.broken).toHaveLength(0))
    await panelSays(['1 screen, up to date'])
  })

  await test.step('the same device is the same screen after a reload', async () => {
    await screen.reload()
    await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'playing')
    // The previous page has reported that it was closed. This one is another screen.
    await screenSays((states) => expect(states.map(({ doing }) => doing)).toEqual(['playing']))
  })

  await test.step('[SC7] one that is closed is not seen, since when', async () => {
    await screen.goto('about:blank')
    await expect.poll(async () => (await statesOf(placard)).map(({ doing }) => doing)).toEqual(['closed'])
    await panelSays(['Not seen since', 'Its page was closed'])
  })

  await test.step('[SC7] nor one whose worker sleeps while it is closed', async () => {
    await openScreen()
    await screenSays((states) => expect(states.map(({ doing }) => doing)).toEqual(['playing']))
    const cdp = await context.newCDPSession(screen)
    await cdp.send('ServiceWorker.enable')
    await cdp.send('ServiceWorker.stopAllWorkers')
    await screen.goto('about:blank')
    await expect.poll(async () => (await statesOf(placard)).map(({ doing }) => doing)).toEqual(['closed'])
  })

  await test.step('and can be taken off the list', async () => {
    await panelSays(['Its page was closed'])
    await panel.getByRole('button', { name: 'Remove' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(panel).toContainText('No screen shows this display yet')
  })

  await context.close()
  await admin.context().close()
  await placard.close()
})

test('[SH3] the row of a screen shows what it is and can do', async ({ browser, placard, page }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 })
  const screen = await context.newPage()
  await screen.clock.install()
  await screen.goto(placard.display)
  await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'playing')
  await hurry([[screen, MINUTE_MS]], async () => {
    const [state] = await statesOf(placard)
    expect(state?.device).toMatchObject({ pixelRatio: 1.5, storageMb: { of: expect.any(Number) }, isPersistent: false })
  })

  await signIn(page, placard)
  await panelOf(page).getByRole('button', { name: 'Show screens' }).click()
  const details = page.getByRole('dialog', { name: /^Screen / })
  await test.step('on the page of its display', async () => {
    await panelOf(page)
      .getByRole('button', { name: /^Details of Screen/ })
      .click()
    await expect(details).toContainText('1920 × 1080')
    await expect(details).toContainText(/[\d.,]+ (MB|GB) free, [\d.,]+ (MB|GB) used/)
    // [R3] This browser does not guarantee storage to a page without user activity.
    await expect(details).toContainText('Its browser may delete stored files when the device is low on space.')
    await expect(details).toContainText('H.264')
    await expect(details).toContainText('HeadlessChrome')
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expect(panelOf(page).getByRole('button', { name: /^Details of Screen/ })).toBeFocused()
  })
  await test.step('and among all screens', async () => {
    await page.goto(placard.url + PAGES.screens)
    await page.getByRole('button', { name: /^Details of Screen/ }).press('Enter')
    await expect(details).toContainText('1920 × 1080')
    if (process.env.PLACARD_LOOK) await page.screenshot({ path: `${process.env.PLACARD_LOOK}/details.png` })
  })
  await context.close()
})

test('[U3] tabs that somebody left are no alarm, open no list and move nothing; a look is no screen', async ({
  browser,
}) => {
  test.setTimeout(6 * TOLD_MS)
  const placard = await launchPlacard()
  for (const { id } of (await placard.call('getProgramme')).items.slice(1)) await removeItem(placard, id)
  const admin = await (await browser.newContext()).newPage()
  await admin.clock.install()
  await signIn(admin, placard)
  const panel = panelOf(admin)
  await expect(panel).toContainText('No screen shows this display yet')
  const container = admin.getByRole('article').first()
  const before = await container.evaluate((element) => element.getBoundingClientRect().top + scrollY)

  await test.step('what the dashboard opens to look at is no screen', async () => {
    const [look] = await Promise.all([
      admin.context().waitForEvent('page'),
      admin.getByRole('link', { name: 'Open display' }).click(),
    ])
    await look.clock.install()
    await expect(look.locator('main.player')).toHaveAttribute('data-state', 'playing')
    await look.clock.fastForward(MINUTE_MS)
    await look.clock.fastForward(MINUTE_MS)
    await look.close()
    expect(await statesOf(placard)).toEqual([])
  })

  await test.step('a tab that is closed is gone, with a number in grey', async () => {
    const context = await browser.newContext()
    const tab = await context.newPage()
    await tab.clock.install()
    await tab.goto(placard.display)
    await hurry([[tab, MINUTE_MS]], async () => expect(await statesOf(placard)).toHaveLength(1))
    await tab.goto('about:blank')
    await expect.poll(async () => (await statesOf(placard)).map(({ doing }) => doing)).toEqual(['closed'])
    await context.close()
    await hurry([[admin, LOOK_MS]], () => expect(panel).toContainText('1 closed', { timeout: 3_000 }))
    await expect(panel).toContainText('No screen shows this display yet')
  })

  await test.step('one that was put aside without a word is told apart, and nobody is sent to look', async () => {
    const context = await browser.newContext()
    const tab = await context.newPage()
    await tab.clock.install()
    await tab.goto(placard.display)
    const beats = async () => (await placard.call('listScreens')).screens.filter(({ beat }) => beat).length
    await hurry([[tab, MINUTE_MS]], async () => expect(await beats()).toBe(1))
    const session = await context.newCDPSession(tab)
    await session.send('Debugger.enable')
    await session.send('Debugger.pause')
    const alarms = async () => (await placard.call('listScreens')).screens.map(({ alarm }) => alarm?.kind)
    // Its clock was set forward, so it may have reported itself that it does not paint.
    const told = expect.arrayContaining([expect.stringMatching(/^(?:silent|dark)$/)])
    await expect.poll(alarms, { timeout: 2 * TOLD_MS }).toEqual(told)
    await hurry([[admin, LOOK_MS]], () =>
      expect(panel).toContainText('1 without a name is silent or hidden', { timeout: 3_000 }),
    )
    await expect(admin.getByRole('link', { name: /may show nothing/ })).toHaveCount(0)
    await expect(panel).not.toContainText('look')
    await expect(panel.getByRole('button', { name: 'Show screens' })).toHaveAttribute('aria-expanded', 'false')
    expect(await container.evaluate((element) => element.getBoundingClientRect().top + scrollY)).toBe(before)
    await session.send('Debugger.disable')
    await context.close()
  })

  await test.step('the list says what a name is for, and shows what is gone on demand', async () => {
    await panel.getByRole('button', { name: 'Show screens' }).click()
    await expect(panel).toContainText('Name your screens')
    await panel.getByRole('button', { name: /closed screen/ }).click()
    await expect(panel.getByRole('listitem').filter({ hasText: 'Its page was closed' }).first()).toBeVisible()
  })

  await admin.context().close()
  await placard.close()
})

test('a screen of 2018 tells how it is, too', async () => {
  const found = await fetchOldChromium()
  test.skip('missing' in found, 'Chromium 64 is not here')
  if ('missing' in found) return
  await using placard = await launchPlacard()
  await using old = await launchOldChromium(found, { width: 640, height: 360 })
  await old.open(placard.display)
  await expect
    .poll(async () => (await statesOf(placard)).map(({ viewport }) => viewport.width), { timeout: TOLD_MS })
    .toEqual([640])
  // [F64] It also reports that it paints.
  const beats = async () =>
    (await placard.call('listScreens')).screens.map(({ beat }) => beat && beat.at - beat.paintedAt)
  await expect.poll(beats, { timeout: TOLD_MS }).toEqual([expect.any(Number)])
  expect((await placard.call('listScreens')).screens[0]?.alarm).toBe(null)
})
