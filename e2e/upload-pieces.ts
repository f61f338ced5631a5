import { MAX_IMAGE_BYTES } from '@placard/contract'
import { expect, type Page, type Request, type Route } from '@playwright/test'
import sharp from 'sharp'

/** The requests about uploads in pieces. */
export function watchUploads(page: Page): { begun: () => number; offsets: () => number[]; removed: () => number } {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (/\/uploads(\/\w+)?$/.test(request.url())) seen.push(request)
  })
  const of = (method: string) => seen.filter((request) => request.method() === method)
  return {
    begun: () => of('POST').length,
    offsets: () => of('PATCH').map((request) => Number(request.headers()['upload-offset'])),
    removed: () => of('DELETE').length,
  }
}

/** Holds all pieces after the first one. @returns a function that releases them */
export async function holdPieces(page: Page): Promise<() => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const hold = async (route: Route) => {
    const request = route.request()
    if (request.method() === 'PATCH' && request.headers()['upload-offset'] !== '0') await held
    await route.continue().catch(() => {})
  }
  await page.route('**/uploads/*', hold)
  return async () => {
    letGo()
    await page.unroute('**/uploads/*', hold)
  }
}

/** A picture of noise. It compresses so badly that it is uploaded in three pieces. */
export async function noisyPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 24 }
  const picture = await sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 88 })
    .toBuffer()
  expect(picture.length).toBeLessThan(MAX_IMAGE_BYTES)
  return picture
}

/** Fills the form with a picture that is uploaded in three pieces. */
export async function fillIn(page: Page, title: string): Promise<void> {
  const buffer = await noisyPicture()
  await page.locator('input[type="file"]').setInputFiles({ name: 'noise.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Duration').selectOption('30')
}
