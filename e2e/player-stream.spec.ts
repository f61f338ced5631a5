import type { Page } from '@playwright/test'
import { addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { colourAt, flatPicture, isNear, RED } from './pixels.ts'
import type { Placard } from './placard.ts'
import { launchStreamOrigin, type StreamOrigin } from './rigs/stream-origin.ts'

const FILM_SECONDS = 6

let origin: StreamOrigin

test.use({ viewport: { width: 640, height: 360 }, ignoreHTTPSErrors: true })
test.beforeAll(async () => {
  const launched = await launchStreamOrigin()
  test.skip(!launched, 'ffmpeg and openssl make the stream')
  if (launched) origin = launched
})
test.afterAll(() => origin?.close())
test.beforeEach(() => {
  origin.behave('well')
  origin.asked()
})

/** Shows a red picture and the stream in turns. */
async function show(
  placard: Placard,
  { redSeconds = 3, filmSeconds = FILM_SECONDS } = {},
): Promise<{ red: string; film: string }> {
  await clearDisplay(placard)
  const picture = await flatPicture(RED, { width: 640, height: 324 })
  const red = await addPicture(placard, picture, { title: 'Red', duration: redSeconds })
  const film = { title: 'Stream', type: 'video' as const, url: origin.list, duration: filmSeconds }
  const added = await placard.call('createItem', { body: film })
  return { red: red.id, film: added.item.id }
}

/** Makes the browser report that it plays no streams, because the test is about the page's own code for that. */
const withoutNativeStreams = (page: Page) =>
  page.addInitScript(() => {
    const { canPlayType } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.canPlayType = function (type) {
      return /mpegurl/i.test(type) ? '' : canPlayType.call(this, type)
    }
  })

const isRed = async (page: Page) => isNear(await colourAt(page, 0.5, 0.45), RED)
const showing = (page: Page, id: string) => page.locator(`.player[data-item="${id}"]`)
const position = (page: Page) =>
  page.locator('.layer-seen video').evaluate((film) => (film as HTMLVideoElement).currentTime)

async function plays(page: Page): Promise<void> {
  const from = await page.locator('.media').screenshot()
  const at = await position(page)
  await expect.poll(() => position(page)).toBeGreaterThan(at + 0.5)
  expect((await page.locator('.media').screenshot()).equals(from)).toBe(false)
}

/** Expects the screen to stay red for this long. */
async function staysRed(page: Page, ms: number): Promise<void> {
  const end = Date.now() + ms
  while (Date.now() < end) expect(await isRed(page)).toBe(true)
}

test('[ST6] a stream plays in its turn, gives everything back when it leaves, and comes again', async ({
  page,
  placard,
}) => {
  const violations: string[] = []
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()))
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await withoutNativeStreams(page)
  const { red, film } = await show(placard)
  await page.goto(placard.display)
  await expect(showing(page, film)).toBeVisible({ timeout: 30_000 })
  await plays(page)
  expect(scripts.some((url) => url.includes('/stream-feed-'))).toBe(true)
  expect(await page.locator('video').count()).toBe(1)
  expect(await page.locator('.layer-seen video').evaluate((one) => (one as HTMLVideoElement).src)).toMatch(/^blob:/)

  const element = await page.locator('.layer-seen video').elementHandle()
  await expect(showing(page, red)).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('.layer-seen video')).toHaveCount(0)
  const left = await element?.evaluate((node) => {
    const one = node as HTMLVideoElement
    return { src: one.src, state: one.readyState, buffered: one.buffered.length, isThere: one.isConnected }
  })
  expect(left).toEqual({ src: '', state: 0, buffered: 0, isThere: false })

  await expect(showing(page, film)).toBeVisible({ timeout: 20_000 })
  await plays(page)
  expect(await page.locator('video').count()).toBe(1)
  expect(violations).toEqual([])
})

test('[ST6] a browser that plays streams itself is given the address, and nothing is loaded for it', async ({
  page,
  placard,
}) => {
  const isNative = await page.evaluate(() =>
    document.createElement('video').canPlayType('application/vnd.apple.mpegurl'),
  )
  test.skip(isNative === '', 'this one does not')
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const { red, film } = await show(placard)
  await page.goto(placard.display)
  await expect(showing(page, film)).toBeVisible({ timeout: 30_000 })
  await plays(page)
  expect(await page.locator('.layer-seen video').evaluate((one) => (one as HTMLVideoElement).src)).toBe(origin.list)
  await expect(showing(page, red)).toBeVisible({ timeout: 20_000 })
  expect(scripts.filter((url) => url.includes('/stream-feed-'))).toEqual([])
})

for (const behaviour of ['no-list', 'no-pieces', 'garbage', 'cut'] as const) {
  test(`[ST6] [F25] a stream that cannot be had (${behaviour}) is passed over without a dark moment`, async ({
    page,
    placard,
  }) => {
    await withoutNativeStreams(page)
    origin.behave(behaviour)
    const { red } = await show(placard)
    await page.goto(placard.display)
    await expect(showing(page, red)).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => isRed(page)).toBe(true)
    await staysRed(page, 12_000)
    expect(await page.locator('video').count()).toBe(0)
    const asked = origin.asked().filter((name) => name === 'list.m3u8')
    if (behaviour !== 'cut') expect(asked.length).toBeGreaterThan(0)
    // It rests: nobody asks for it all the time.
    expect(asked.length).toBeLessThanOrEqual(4)
  })
}

test('[ST6] [F1] a short loss of its network is not seen, and a long one ends with the next item', async ({
  page,
  placard,
}) => {
  test.setTimeout(120_000)
  await withoutNativeStreams(page)
  const { red, film } = await show(placard, { filmSeconds: 90 })
  await page.goto(placard.display)
  await expect(showing(page, film)).toBeVisible({ timeout: 30_000 })
  await plays(page)
  origin.behave('cut')
  await page.waitForTimeout(4_000)
  await plays(page)
  origin.asked()
  origin.behave('well')
  await expect.poll(() => origin.asked().some((name) => name.endsWith('.ts')), { timeout: 20_000 }).toBe(true)
  await plays(page)

  origin.behave('cut')
  await expect(showing(page, red)).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => isRed(page)).toBe(true)
  expect(await page.locator('video').count()).toBeLessThanOrEqual(1)
})
