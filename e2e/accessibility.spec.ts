import { joinPath, PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, signIn, test } from './journey.ts'

/** Each page in the dark scheme, on a narrow window, and from right to left. */
const WAYS = [
  { name: 'light', colorScheme: 'light', locale: 'en-GB', width: 1440 },
  { name: 'dark', colorScheme: 'dark', locale: 'en-GB', width: 1440 },
  { name: 'right-to-left', colorScheme: 'light', locale: 'ar', width: 1440 },
  { name: '360 px wide', colorScheme: 'dark', locale: 'en-GB', width: 360 },
] as const

const PUBLIC = [PAGES.landing, PAGES.login, PAGES.register, PAGES.join, PAGES.test, PAGES.apiDocs, '/no/such/page']

/** Waits for the end of fades, whose colours would be wrong. Endless animations are not awaited. */
async function stands(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}

for (const { name, colorScheme, locale, width } of WAYS) {
  test.describe(`WCAG 2.2 AA, ${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 900 } })

    test('the pages that anybody may see have no finding', async ({ page, placard }) => {
      for (const path of PUBLIC) {
        await page.goto(placard.url + path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        expect.soft(await findings(page), path).toEqual([])
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
      }
    })

    test('the dashboard, its dialogs and the form have no finding', async ({ page, placard }) => {
      // A dozen scans of a whole page.
      test.slow()
      await signIn(page, placard)
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      await expect(page.getByRole('article').first()).toBeVisible()
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

      const card = page.getByRole('article').first()
      // Edit, then Delete: the second and the third button of the row at the bottom of a card.
      for (const button of [2, 1]) {
        await card.getByRole('button').nth(-button).click()
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
        await stands(page)
        expect(await findings(page)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeHidden()
      }

      await page.goto(placard.url + PAGES.addContainer)
      await expect(page.locator('input[type="file"]')).toBeAttached()
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

      const { token } = await placard.call('createInvitation', { body: { role: 'viewer' } })
      await page.goto(placard.url + joinPath(token))
      await expect(page.getByRole('button').first()).toBeVisible()
      expect(await findings(page)).toEqual([])
      await page.goto(placard.url + PAGES.people)
      // The link of somebody's own address, the display and what is stored: every list is there.
      await expect(page.getByRole('listitem')).not.toHaveCount(0)
      await expect(page.getByRole('progressbar')).toBeVisible()
      await expect(page.locator('section').nth(1).getByRole('listitem').first()).toBeVisible()
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      // Invite somebody, add a display.
      for (const section of [1, 3]) {
        await page.locator(`section:nth-of-type(${section}) button`).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await stands(page)
        expect(await findings(page)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      // Signed out, the same link offers to sign up.
      const stranger = await (
        await page
          .context()
          .browser()
          ?.newContext({ colorScheme, locale, viewport: { width, height: 900 } })
      )?.newPage()
      if (!stranger) throw new Error('there is no browser')
      await stranger.goto(placard.url + joinPath(token))
      await expect(stranger.locator('form').first()).toBeVisible()
      expect(await findings(stranger)).toEqual([])
      expect(await stranger.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await stranger.context().close()

      await page.goto(placard.url + PAGES.console)
      await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      // Make an organisation, which stands above the list of them.
      await page.locator('section:nth-of-type(2) button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await stands(page)
      expect(await findings(page)).toEqual([])
    })

    test('the API tokens and a call of the API have no finding', async ({ page, placard }) => {
      await signIn(page, placard, PAGES.tokens)
      await page.getByRole('main').getByRole('button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await stands(page)
      expect(await findings(page)).toEqual([])
      await page.getByRole('dialog').getByRole('textbox').fill('Timetable')
      await page.getByRole('dialog').locator('[type="submit"]').click()
      await expect(page.getByRole('dialog').locator('code')).toBeVisible()
      await stands(page)
      expect(await findings(page)).toEqual([])
      // The last button says that it is kept.
      await page.getByRole('dialog').getByRole('button').last().click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('listitem').filter({ hasText: 'Timetable' }).first()).toBeVisible()
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

      await page.goto(`${placard.url}${PAGES.apiDocs}#createLine`)
      await expect(page.locator('details[open] pre')).toBeVisible()
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  })
}
