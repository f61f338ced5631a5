import { PAGES } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { dropFiles } from './files.ts'
import { expect, signIn, test } from './journey.ts'

const navigationOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not there`)
  return box
}

test('[HS15] the navigation leads from place to place, says where one is, and stands still', async ({
  admin: page,
  placard,
}) => {
  const navigation = navigationOf(page)
  const entry = (name: string) => navigation.getByRole('link', { name, exact: true })
  await expect(navigation.getByRole('link')).toHaveText([
    'Displays',
    'Playlists',
    'Library',
    'Screens',
    'Take over',
    'Tables',
    'People',
  ])
  await expect(entry('Displays')).toHaveAttribute('aria-current', 'page')
  const before = await boxOf(entry('People'))

  // As on a slow line: what comes next is on its way for a while.
  let arrive = () => {}
  const awaited = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await awaited
    await route.continue()
  })
  await entry('People').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(placard.url + PAGES.people)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  const drawn = page.locator('header nav a').nth(6)
  await expect(drawn).toHaveAttribute('aria-current', 'page')
  expect(await boxOf(drawn)).toEqual(before)
  arrive()

  await expect(page.getByRole('heading', { level: 1, name: 'People and displays' })).toBeVisible()
  await expect(entry('People')).toHaveAttribute('aria-current', 'page')
  await expect(entry('Displays')).not.toHaveAttribute('aria-current')
  expect(await boxOf(entry('People'))).toEqual(before)
  // The keyboard goes on from there.
  await expect(entry('People')).toBeFocused()
  // A place has no way back; what is in the navigation is not in the menu as well.
  await expect(page.getByRole('link', { name: 'Back to dashboard' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.locator('[popover]:popover-open').getByRole('link')).toHaveText([
    'Console',
    'Your account',
    'Alerts',
    'Colour and logo',
    'API for programs',
    'Webhooks',
  ])
  await page.locator('[popover]:popover-open').getByRole('link', { name: 'Console' }).click()
  await page.waitForURL(placard.url + PAGES.console)
  expect(await boxOf(entry('People'))).toEqual(before)
  await page.goto(placard.url + PAGES.addContainer)
  await expect(entry('Displays')).toHaveAttribute('aria-current', 'true')
})

test('[HS15] Tab goes through the bar, then into the page; the first stop leads past both', async ({ admin: page }) => {
  const navigation = navigationOf(page)
  await expect(navigation).toBeVisible()
  // The page has something to go to only once its contents are here.
  await expect(page.getByRole('article').first()).toBeVisible()
  const names = [
    page.getByRole('link', { name: 'Skip to content' }),
    page.getByRole('banner').getByRole('link', { name: 'Placard' }),
    navigation.getByRole('link', { name: 'Displays' }),
    navigation.getByRole('link', { name: 'Playlists' }),
    navigation.getByRole('link', { name: 'Library' }),
    navigation.getByRole('link', { name: 'Screens' }),
    navigation.getByRole('link', { name: 'Take over' }),
    navigation.getByRole('link', { name: 'Tables' }),
    navigation.getByRole('link', { name: 'People' }),
    page.getByRole('link', { name: 'Open display' }),
    page.getByRole('button', { name: 'Account menu' }),
  ]
  for (const name of names) {
    await page.keyboard.press('Tab')
    await expect(name).toBeFocused()
  }
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  for (const language of ['en', 'ar']) {
    test(`[HS15] the navigation is at the thumb and covers nothing (${language})`, async ({ page, placard }) => {
      await page.addInitScript((chosen) => localStorage.setItem('placard-language', chosen), language)
      await signIn(page, placard)
      const navigation = page.locator('header nav')
      await expect(navigation).toBeVisible()
      const bar = await boxOf(navigation)
      expect(bar).toMatchObject({ x: 0, width: 390 })
      expect(bar.y + bar.height).toBe(844)
      const entries = await navigation.getByRole('link').all()
      const boxes = await Promise.all(entries.map(boxOf))
      for (const box of boxes) {
        expect(box.height).toBeGreaterThanOrEqual(44)
        expect(box.width).toBeGreaterThanOrEqual(44)
      }
      const starts = boxes.map(({ x }) => x)
      expect(starts).toEqual(starts.toSorted((one, other) => (language === 'ar' ? other - one : one - other)))

      // The buttons of the page stand above it, and its end can be read.
      const add = await boxOf(page.getByRole('main').locator(`a[href^="${PAGES.addContainer}"]`).first())
      expect(add.y + add.height).toBeLessThanOrEqual(bar.y)
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const last = await boxOf(page.getByRole('article').last())
      expect(last.y + last.height).toBeLessThan(add.y)

      // The menu of the account has the pages that people seldom go to.
      expect(entries).toHaveLength(5)
      await page.locator('header button[popovertarget]').tap()
      await expect(page.locator('[popover]:popover-open').getByRole('link')).toHaveCount(8)
      await page.keyboard.press('Escape')
      await entries[3]?.tap()
      await page.waitForURL(placard.url + PAGES.screens)
      await expect(page.getByRole('region')).not.toHaveCount(0)
      expect(await boxOf(navigation)).toEqual(bar)
      expect(await page.evaluate(() => [scrollY, document.documentElement.scrollWidth])).toEqual([0, 390])
    })
  }

  test('[HS15] the navigation makes room for a dialog and for the keyboard', async ({ admin: page, placard }) => {
    const navigation = navigationOf(page)
    await expect(navigation).toBeVisible()
    await page.getByRole('button', { name: 'Add Text' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('header nav')).toBeHidden()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(navigation).toBeVisible()

    await page.goto(placard.url + PAGES.console)
    await page.getByRole('searchbox').focus()
    await expect(page.locator('header nav')).toBeHidden()
    await page.getByRole('searchbox').blur()
    await expect(navigation).toBeVisible()
  })

  test('[HS15] an upload panel is above the buttons and the navigation', async ({ admin: page }) => {
    // Uploads that do not get through stay where they can be seen.
    await page.route('**/api/uploads**', (route) => route.abort())
    await page.route('**/media', (route) => route.abort())
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#337733' } })
      .png()
      .toBuffer()
    await expect(page.getByRole('article').first()).toBeVisible()
    await dropFiles(page, [{ name: 'Hall.png', type: 'image/png', buffer }])
    const panel = page.getByRole('region', { name: 'Uploads' })
    await expect(panel).toBeVisible()
    const [{ y, height }, add] = [
      await boxOf(panel),
      await boxOf(page.getByRole('link', { name: 'Add Container' }).first()),
    ]
    expect(y + height).toBeLessThanOrEqual(add.y)
  })
})
