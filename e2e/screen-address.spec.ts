import { PAGES, playerPath } from '@placard/contract'
import { chromium, type Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, signIn, signInByForm, test } from './journey.ts'
import { DISPLAY } from './placard.ts'

const WAYS = [
  { name: 'light', colorScheme: 'light', language: 'en', width: 1440 },
  { name: 'dark', colorScheme: 'dark', language: 'en', width: 390 },
  { name: 'right-to-left', colorScheme: 'light', language: 'ar', width: 390 },
  { name: 'right-to-left, dark', colorScheme: 'dark', language: 'ar', width: 1440 },
] as const

/** A dialog that is still fading in has other colours. */
const stands = (page: Page) =>
  expect.poll(() => page.locator('dialog').evaluate((dialog) => getComputedStyle(dialog).opacity)).toBe('1')

test('[ST1] the address of a display is there to be typed, scanned, copied and opened, for a panel that hangs turned too', async ({
  admin,
  placard,
}) => {
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await admin.getByRole('button', { name: 'Show on a screen' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Show on a screen' })
  const address = dialog.getByLabel('Address of this display')
  const code = () => dialog.getByRole('img', { name: 'QR code of the address' }).locator('path').getAttribute('d')
  await expect(address).toHaveText(placard.display)
  const level = await code()

  await dialog.getByRole('radio', { name: 'Upright, that edge right' }).check()
  const turned = placard.url + playerPath(DISPLAY, 90)
  await expect(address).toHaveText(turned)
  expect(await code()).not.toBe(level)
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(() => admin.evaluate(() => navigator.clipboard.readText())).toBe(turned)

  const [screen] = await Promise.all([
    admin.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Open it here' }).click(),
  ])
  await expect(screen.locator('.player[data-rotation="90"]')).toBeVisible()

  await admin.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('button', { name: 'Show on a screen' })).toBeFocused()
})

test('[ST4] D6 how an item takes its place is chosen by its drawing, and what must be seen on the picture itself', async ({
  admin,
  placard,
}) => {
  const [item] = (await placard.call('getProgramme')).items
  const saved = async () => (await placard.call('getProgramme')).items.find(({ id }) => id === item?.id)
  const edit = admin.getByRole('article').first().getByRole('button', { name: 'Edit' })
  const dialog = admin.getByRole('dialog')
  await edit.click()
  await expect(dialog.getByRole('radio', { name: /Show all of it/ })).toBeChecked()
  await expect(dialog.getByText('What must be seen')).toBeHidden()
  await dialog.getByRole('radio', { name: /Fill the screen/ }).check()
  await expect(dialog.getByRole('radio', { name: 'Middle' })).toBeChecked()
  // By the keyboard: from the middle to the one behind it.
  await dialog.getByRole('radio', { name: 'Middle' }).focus()
  await admin.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Right', exact: true })).toBeChecked()
  const board = dialog.getByRole('group', { name: 'What must be seen' }).locator('img')
  await board.scrollIntoViewIfNeeded()
  const box = await board.boundingBox()
  if (!box) throw new Error('there is no picture')
  await admin.mouse.click(box.x + box.width * 0.1, box.y + box.height * 0.9)
  await expect(dialog.getByRole('radio', { name: 'Bottom left' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toMatchObject({ fit: 'cover', focus: { x: 0, y: 1 } })

  await edit.click()
  await expect(dialog.getByRole('radio', { name: 'Bottom left' })).toBeChecked()
  await dialog.getByRole('radio', { name: /Show all of it/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toMatchObject({ fit: 'contain' })
})

for (const { name, colorScheme, language, width } of WAYS) {
  test.describe(`WCAG 2.2 AA, ${name}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 844 } })

    test('the address of a display and the fit of an item have no finding, and fit the window', async ({
      page,
      placard,
    }) => {
      await signIn(page, placard)
      if (language === 'ar') {
        await page.evaluate(() => localStorage.setItem('placard-language', 'ar'))
        await page.goto(placard.url + PAGES.dashboard)
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      }
      const words =
        language === 'ar' ? { show: 'العرض على جهاز', edit: /^تعديل/ } : { show: 'Show on a screen', edit: /^Edit/ }
      const fits = () => page.locator('dialog').evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)
      if (width < 640) await page.locator('section:has(iframe) [aria-expanded="false"]').click()
      await page.getByRole('button', { name: words.show }).click()
      await stands(page)
      expect(await findings(page)).toEqual([])
      expect(await fits()).toBe(true)
      await page.keyboard.press('Escape')
      await page.getByRole('article').first().getByRole('button', { name: words.edit }).click()
      await page.locator('dialog input[type="radio"]').nth(1).check()
      await stands(page)
      expect(await findings(page)).toEqual([])
      expect(await fits()).toBe(true)
    })
  })
}

test('[F60] reached without https, the dashboard says what that means for screens', async ({ placard, admin }) => {
  const words = 'This address has no https.'
  await expect(admin.getByRole('region', { name: 'Screens' })).toBeVisible()
  await expect(admin.getByText(words)).toHaveCount(0)

  const { launchOptions } = test.info().project.use
  const rule = '--host-resolver-rules=MAP signage.test localhost'
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions?.args ?? []), rule] })
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signInByForm(page, { ...placard, url: placard.url.replace('localhost', 'signage.test') })
  await expect(page.getByRole('region', { name: 'Screens' })).toContainText(words)
  await page.getByRole('button', { name: 'Show on a screen' }).click()
  await expect(page.getByRole('dialog', { name: 'Show on a screen' })).toContainText(words)
  await stands(page)

  // Copying works without https, too, and in front of a dialog.
  await page.getByRole('dialog').getByRole('button', { name: 'Copy address' }).click()
  await expect(page.getByText('Address copied')).toBeVisible()
  const address = await page.getByRole('dialog').getByLabel('Address of this display').textContent()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Text' }).click()
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue(address ?? '')
  await page.keyboard.press('Escape')
  expect(await findings(page)).toEqual([])
  await browser.close()
})
