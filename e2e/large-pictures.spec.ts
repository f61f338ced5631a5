import { randomFillSync } from 'node:crypto'
import { MAX_IMAGE_BYTES, PAGES } from '@placard/contract'
import type { BrowserContext } from '@playwright/test'
import sharp from 'sharp'
import { clearDisplay } from './content.ts'
import { type Dropped, dropFiles } from './files.ts'
import { expect, test } from './journey.ts'
import { colourAt, GREEN, isNear, RED } from './pixels.ts'
import type { Placard } from './placard.ts'

const SENTENCE = 'Please select a valid image file less than 1 MB.'

/** A picture with a red left half and a green right half. With `orientation` 6 it is shown with red above green. */
async function twoHalves(width: number, height: number, { orientation = 1, noise = 0 } = {}): Promise<Buffer> {
  const half = { width: width / 2, height }
  const flat = { ...half, channels: 3 as const, background: RED }
  const band = { width, height: noise, channels: 3 as const }
  const layers = [{ input: { create: flat }, left: 0, top: 0 }]
  return sharp({ create: { width, height, channels: 3, background: GREEN }, limitInputPixels: false })
    .composite([
      ...layers,
      // Noise does not compress: it makes the file as heavy as what a camera sees.
      ...(noise > 0
        ? [{ input: randomFillSync(Buffer.alloc(width * noise * 3)), raw: band, left: 0, top: (height - noise) / 2 }]
        : []),
    ])
    .withMetadata({ orientation })
    .jpeg({ quality: 97 })
    .toBuffer()
}

/** A photograph of 12 megapixels that was taken upright and is stored on its side. */
async function phonePhoto(name: string): Promise<Dropped> {
  const buffer = await twoHalves(4032, 3024, { orientation: 6, noise: 1_200 })
  expect(buffer.length).toBeGreaterThan(5_000_000)
  return { name, type: 'image/jpeg', buffer }
}

async function hugePhoto(name: string): Promise<Dropped> {
  const buffer = await twoHalves(12_000, 9_000, { noise: 200 })
  expect(buffer.length).toBeGreaterThan(MAX_IMAGE_BYTES)
  return { name, type: 'image/jpeg', buffer }
}

/** Colours of the screen left and right of its middle, above and below it. */
async function screenShows(context: BrowserContext, placard: Placard, corners: string[]): Promise<void> {
  const player = await context.newPage()
  await player.setViewportSize({ width: 1920, height: 1080 })
  await player.goto(placard.display)
  await expect(player.locator('[data-state="playing"]')).toBeVisible()
  const places = [
    [0.4, 0.2],
    [0.6, 0.2],
    [0.4, 0.7],
    [0.6, 0.7],
  ]
  for (const [index, [across = 0, down = 0]] of places.entries()) {
    await expect.poll(async () => isNear(await colourAt(player, across, down), corners[index] ?? '')).toBe(true)
  }
  await player.close()
}

const UPRIGHT = [RED, RED, GREEN, GREEN]
const LYING = [RED, GREEN, RED, GREEN]

// 400 MB are decoded in here, beside whatever else runs on the machine.
test.describe.configure({ timeout: 360_000 })

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
})

test('[U1] C4 the form says the sentence for a phone’s photo, and one press makes it fit', async ({
  admin,
  placard,
  context,
}) => {
  await admin.goto(placard.url + PAGES.addContainer)
  const { name, type, buffer } = await phonePhoto('IMG_2041 school yard.jpg')
  await admin.locator('input[type="file"]').setInputFiles({ name, mimeType: type, buffer })
  await expect(admin.getByText(SENTENCE)).toBeVisible()
  await admin.getByRole('button', { name: 'Make it fit and use it' }).click()
  await expect(admin.getByText(SENTENCE)).toBeHidden()
  const preview = admin.getByRole('img', { name: 'The chosen picture' })
  await expect(preview).toBeVisible()
  const size = await preview.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
    naturalWidth,
    naturalHeight,
  ])
  expect(size).toEqual([810, 1080])
  await expect(admin.getByLabel('Title')).toHaveValue('IMG 2041 school yard')
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  await screenShows(context, placard, UPRIGHT)
})

test('[U1] a form does not make a large picture fit before it is asked to', async ({ admin, placard }) => {
  await admin.goto(placard.url + PAGES.addContainer)
  const { name, type, buffer } = await phonePhoto('a.jpg')
  await admin.locator('input[type="file"]').setInputFiles({ name, mimeType: type, buffer })
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(admin.getByRole('button', { name: 'Make it fit and use it' })).toBeFocused()
  expect((await placard.call('getProgramme')).items).toEqual([])
})

test('[U1] a phone’s photo dropped on the dashboard goes on air the right way round', async ({
  admin,
  placard,
  context,
}) => {
  await expect(admin.getByText('No Containers')).toBeVisible()
  await dropFiles(admin, [await phonePhoto('school-yard.jpg')])
  await expect(admin.getByRole('article', { name: 'School yard' })).toBeVisible({ timeout: 60_000 })
  await screenShows(context, placard, UPRIGHT)
})

test('[U1] 108 megapixels go on air, by the form and by dropping them', async ({ admin, placard, context }) => {
  const huge = await hugePhoto('panorama.jpg')
  await admin.goto(placard.url + PAGES.addContainer)
  await admin.locator('input[type="file"]').setInputFiles({ name: huge.name, mimeType: huge.type, buffer: huge.buffer })
  await admin.getByRole('button', { name: 'Make it fit and use it' }).click()
  await expect(admin.getByRole('img', { name: 'The chosen picture' })).toBeVisible({ timeout: 60_000 })
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  await screenShows(context, placard, LYING)

  await clearDisplay(placard)
  await admin.goto(placard.url + PAGES.dashboard)
  await expect(admin.getByText('No Containers')).toBeVisible()
  await dropFiles(admin, [huge])
  await expect(admin.getByRole('article', { name: 'Panorama' })).toBeVisible({ timeout: 60_000 })
  await screenShows(context, placard, LYING)
})
