import { rm, writeFile } from 'node:fs/promises'
import { PAGES } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { flatPicture } from './pixels.ts'

const picture = async () => ({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: await flatPicture('#224466') })
const found = (page: Page) => page.getByText('Your earlier input is still here.')

test.beforeEach(async ({ admin }) => {
  await admin.getByRole('link', { name: 'Add Container' }).first().click()
})

async function leaveAndComeBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back to dashboard' }).first().click()
  await page.getByRole('link', { name: 'Add Container' }).first().click()
}

test('[U11] leaving the form loses nothing: the fields and the picture are there again', async ({ admin, placard }) => {
  await admin.locator('input[type="file"]').setInputFiles(await picture())
  await admin.getByLabel('Title').fill('Half done')
  await admin.getByLabel('Duration').selectOption('45')
  await leaveAndComeBack(admin)

  await expect(found(admin)).toBeVisible()
  await expect(admin.getByLabel('Title')).toHaveValue('Half done')
  await expect(admin.getByLabel('Duration')).toHaveValue('45')
  await expect(admin.getByRole('img', { name: 'The chosen picture' })).toBeVisible()
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  expect((await placard.call('getProgramme')).items.at(-1)).toMatchObject({ title: 'Half done', duration: 45 })

  // A container that was sent is no draft.
  await leaveAndComeBack(admin)
  await expect(admin.getByLabel('Title')).toHaveValue('')
  await expect(found(admin)).toBeHidden()
})

test('[U11] after a reload the file is gone, and the form says so; one press begins afresh', async ({
  admin,
  placard,
}) => {
  await admin.locator('input[type="file"]').setInputFiles(await picture())
  await admin.getByLabel('Title').fill('Reloaded')
  await admin.reload()
  await expect(admin.getByLabel('Title')).toHaveValue('Reloaded')
  await expect(admin.getByText(/poster\.jpg.? is no longer here\. Choose it again\./)).toBeVisible()
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect(admin.getByText('Please select a file.')).toBeVisible()
  await admin.locator('input[type="file"]').setInputFiles(await picture())
  await expect(admin.getByText('is no longer here')).toBeHidden()

  await admin.getByRole('button', { name: 'Start afresh' }).click()
  await expect(admin.getByLabel('Title')).toHaveValue('')
  await expect(admin.getByText('Choose a picture')).toBeVisible()

  // C1: an address that is opened is an empty form.
  await admin.getByLabel('Title').fill('Not for the next one')
  await admin.goto(placard.url + PAGES.addContainer)
  await expect(admin.getByLabel('Title')).toHaveValue('')
})

test('[U11] a file that was removed meanwhile is not pretended to be there', async ({ admin }, testInfo) => {
  const path = testInfo.outputPath('moved.jpg')
  await writeFile(path, await flatPicture('#446622'))
  await admin.locator('input[type="file"]').setInputFiles(path)
  await expect(admin.getByRole('img', { name: 'The chosen picture' })).toBeVisible()
  await rm(path)
  await leaveAndComeBack(admin)
  await expect(admin.getByText(/moved\.jpg.? is no longer here\. Choose it again\./)).toBeVisible()
  await expect(admin.getByRole('img', { name: 'The chosen picture' })).toBeHidden()
})

test('[U11] the progress stands where the button was', async ({ admin }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await admin.route('**/media', async (route) => {
    await held
    await route.continue()
  })
  await admin.locator('input[type="file"]').setInputFiles(await picture())
  await admin.getByLabel('Title').fill('Where the button was')
  const button = admin.getByRole('button', { name: 'Upload' })
  // In the page, however far it is scrolled, and once the picture has its room.
  const topOf = (thing: Locator) => thing.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  await expect(admin.getByRole('img', { name: 'The chosen picture' })).toBeVisible()
  const top = await topOf(button)
  await button.click()
  const bar = admin.getByRole('progressbar')
  await expect(bar).toBeVisible()
  await expect(button).toHaveCount(0)
  expect(Math.abs((await topOf(bar)) - top)).toBeLessThan(60)
  await admin.getByRole('button', { name: 'Cancel' }).click()
  await expect(admin.getByText('Canceled. Your input is kept.')).toBeVisible()
  await expect(button).toBeEnabled()
  release()
})
