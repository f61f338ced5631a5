import { readFile } from 'node:fs/promises'
import { PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { WAYS } from './looks.ts'
import { colourAt, flatPicture, GREEN, isNear } from './pixels.ts'
import { DISPLAY } from './placard.ts'

const SCREENS = PAGES.screens
const becomes = (page: Page, colour: string) =>
  expect.poll(async () => isNear(await colourAt(page, 0.5, 0.45), colour), { timeout: 60_000 }).toBe(true)

test.use({ locale: 'en-GB', adminStartsAt: SCREENS })

test('[PX7] a code is made on the page of screens, and a device that opens its address plays under its name', async ({
  admin: page,
  browser,
  placard,
}) => {
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 3600 })
  await page.getByRole('button', { name: 'Enrolment codes' }).click()
  await page.getByRole('dialog', { name: 'Add many screens' }).getByRole('button', { name: 'Make a code' }).click()
  const form = page.getByRole('dialog', { name: 'Make a code' })
  await form.getByLabel('Number of screens').fill('0')
  await form.getByLabel('Place').fill('Second floor')
  await form.getByRole('button', { name: 'Make a code' }).click()
  await expect(form.getByLabel('Number of screens')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Place')).toHaveValue('Second floor')
  await form.getByLabel('Number of screens').fill('1')
  await form.getByRole('button', { name: 'Make a code' }).click()
  const made = page.getByRole('dialog', { name: 'The address for your screens' })
  const address = (await made.locator('code').textContent()) ?? ''
  expect(await findings(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    made.getByRole('button', { name: 'Download placard-screen.conf' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('placard-screen.conf')
  const settings = await readFile(await file.path(), 'utf8')
  const lines = settings.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines).toEqual([`address = ${placard.url}`, `enrol = ${address.split('#enrol=')[1]}`])
  await made.getByRole('button', { name: 'I have kept it' }).click()

  const device = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage()
  await device.goto(`${placard.url}${new URL(address).pathname}${new URL(address).hash}&name=Reception%20left`)
  await becomes(device, GREEN)
  await device.reload()
  await becomes(device, GREEN)

  await test.step('it is in the list, and the code is used up', async () => {
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page.getByText('Reception left')).toBeVisible()
    await page.getByRole('button', { name: 'Enrolment codes' }).click()
    await expect(page.getByText('1 of 1 screens')).toBeVisible()
    const late = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage()
    await late.goto(`${placard.url}/screen${new URL(address).hash}`)
    await expect(late.locator('[data-pairing="waiting"]')).toContainText('has no screens left')
    expect(await findings(late)).toEqual([])
    await late.close()
  })

  await test.step('withdrawn, the device plays on', async () => {
    await page.getByRole('button', { name: 'Withdraw the code for' }).click()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(page.getByText('There is no valid enrolment code.')).toBeVisible()
    await device.reload()
    await becomes(device, GREEN)
  })
})

for (const { name, ...way } of WAYS) {
  test.describe(name, () => {
    test.use(way)
    test(`[PX7] the codes are read and made: ${name}`, async ({ admin: page, placard }) => {
      const { organisationId, displayId } = DISPLAY
      const body = { displayId, screens: 40, days: 30, place: 'Second floor' }
      await placard.call('createEnrolment', { params: { organisationId }, body })
      await page.reload()
      const open = page.getByRole('button', { name: /Enrolment codes|رموز التسجيل/ })
      await open.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('listitem').first()).toBeVisible()
      expect(await findings(page)).toEqual([])
      if (process.env.PLACARD_LOOK) await page.screenshot({ path: `${process.env.PLACARD_LOOK}/enrol-${name}.png` })
      await dialog.getByRole('button', { name: /Make a code|إنشاء رمز/ }).click()
      await expect(page.getByRole('dialog').getByRole('spinbutton')).toBeVisible()
      expect(await findings(page)).toEqual([])
      if (process.env.PLACARD_LOOK)
        await page.screenshot({ path: `${process.env.PLACARD_LOOK}/enrol-make-${name}.png` })
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Make a code|إنشاء رمز/ })
        .click()
      await expect(page.getByRole('button', { name: /placard-screen\.conf/ })).toBeVisible()
      expect(await findings(page)).toEqual([])
      if (process.env.PLACARD_LOOK)
        await page.screenshot({ path: `${process.env.PLACARD_LOOK}/enrol-made-${name}.png` })
    })
  })
}
