import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGES, playerPath } from '@placard/contract'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { addPicture, removeItem } from './content.ts'
import { signIn } from './journey.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear, noisePicture, RED } from './pixels.ts'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'
import { type CdnFault, launchMediaCdn, type MediaCdn } from './rigs/media-cdn.ts'
import { everything, launchRequestProxy, type RequestProxy } from './rigs/request-proxy.ts'
import { startScreenBrowser } from './rigs/screen-browser.ts'

// Each starts browsers and servers of its own.
test.describe.configure({ timeout: 300_000 })

let cdn: MediaCdn
let placard: Placard
/** The proxy between the browser and Placard. The CDN is reached without it. */
let line: RequestProxy
let profile: string
let mediaUrl: string | undefined

test.beforeEach(async () => {
  cdn = await launchMediaCdn()
  mediaUrl = cdn.mediaUrl
  placard = await launchPlacard(() => ({ MEDIA_URL: mediaUrl ?? '' }))
  cdn.target = placard.url
  line = await launchRequestProxy(placard.url)
  profile = await mkdtemp(join(tmpdir(), 'placard-profile-'))
})
test.afterEach(async () => {
  await line.close()
  await cdn.close()
  await placard.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

const startBrowser = (args: string[] = []) => startScreenBrowser(profile, args)

async function open(context: BrowserContext, address = line.url + playerPath(DISPLAY)): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(address)
  return page
}

/** Shows only this flat picture. @returns its path */
async function show(colour: string): Promise<string> {
  const { items } = await placard.call('getProgramme')
  const { url } = await addPicture(placard, await flatPicture(colour), { title: colour, duration: 60 })
  for (const { id } of items) await removeItem(placard, id)
  return url
}

const seen = (page: Page, colour: string) =>
  expect.poll(async () => isNear(await colourAt(page, 0.5, 0.45), colour), { timeout: 60_000 }).toBe(true)
const becomes = (page: Page, state: 'ready' | 'unavailable') =>
  expect(page.locator('main')).toHaveAttribute('data-offline', state, { timeout: 90_000 })
const askedOfCdn = () => cdn.asked.map(({ path }) => path)
const askedOfPlacard = () => line.passed.map(({ path }) => path).filter((path) => path.startsWith('/media/'))
const kept = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('placard-media')
    return (await cache.keys()).map(({ url }) => url.slice(location.origin.length))
  })

test('[OF16] pictures come from the CDN, are kept under their own names, and play without a network', async () => {
  const red = await show(RED)
  let context = await startBrowser()
  let page = await open(context)
  await seen(page, RED)
  await becomes(page, 'ready')
  expect(askedOfCdn()).toContain(red)
  expect(askedOfPlacard()).toEqual([])
  expect(await kept(page)).toEqual([red])

  // Another one while it plays.
  cdn.asked.length = 0
  const blue = await show(BLUE)
  await seen(page, BLUE)
  await expect.poll(() => kept(page)).toContain(blue)
  expect(new Set(askedOfCdn())).toEqual(new Set([blue]))
  expect(askedOfPlacard()).toEqual([])

  await becomes(page, 'ready')
  await placard.kill()
  line.fault = everything({ type: 'down' })
  cdn.fault = 'down'
  cdn.asked.length = 0
  await page.reload()
  await seen(page, BLUE)
  await context.close()
  context = await startBrowser()
  page = await open(context)
  await seen(page, BLUE)
  expect(askedOfCdn()).toEqual([])
  await context.close()
})

const FAULTS: CdnFault[] = ['down', 'missing', 'page', 'wrong', 'no-cors', 'silence']
for (const fault of FAULTS) {
  test(`[OF16] a CDN with a fault (${fault}) darkens nothing: the file comes from Placard, and is kept`, async () => {
    await show(RED)
    const context = await startBrowser()
    const page = await open(context)
    await seen(page, RED)
    await becomes(page, 'ready')
    expect(askedOfPlacard()).toEqual([])
    cdn.fault = fault
    cdn.asked.length = 0
    const green = await show(GREEN)
    await seen(page, GREEN)
    expect(askedOfCdn()).toContain(green)
    await expect.poll(askedOfPlacard).toContain(green)
    await becomes(page, 'ready')
    expect(await kept(page)).toContain(green)
    await context.close()
  })
}

test('[OF16] the setting goes and comes back, and no file is fetched again', async () => {
  const red = await show(RED)
  let context = await startBrowser()
  let page = await open(context)
  await seen(page, RED)
  await becomes(page, 'ready')
  for (const setting of [undefined, cdn.mediaUrl]) {
    await context.close()
    await placard.kill()
    mediaUrl = setting
    await placard.start()
    expect((await placard.call('getManifest')).mediaUrl).toBe(setting)
    cdn.asked.length = 0
    context = await startBrowser()
    page = await open(context)
    await seen(page, RED)
    await becomes(page, 'ready')
    // The kept files have been read through and compared by then: a second line says that the manifest came, too.
    await placard.call('createLine', { body: { text: `With ${setting}` } })
    await expect(page.getByText(`With ${setting}`).first()).toBeAttached()
    expect(await kept(page)).toEqual([red])
    expect([...askedOfCdn(), ...askedOfPlacard()]).toEqual([])
  }
  await context.close()
})

test('[OF16] without a worker (plain http in a network) it comes from the CDN, and from Placard when that fails', async () => {
  const red = await show(RED)
  const context = await startBrowser([`--host-resolver-rules=MAP signage.test 127.0.0.1:${line.port}`])
  const page = await open(context, `http://signage.test:${line.port}${playerPath(DISPLAY)}`)
  await seen(page, RED)
  await becomes(page, 'unavailable')
  expect(askedOfCdn()).toContain(red)
  expect(askedOfPlacard()).toEqual([])
  cdn.fault = 'down'
  const green = await show(GREEN)
  await seen(page, GREEN)
  await expect.poll(askedOfPlacard).toContain(green)
  await context.close()
})

/** Shows only the film of the sample. @returns its path */
async function showFilm(): Promise<string> {
  const { items } = await placard.call('getProgramme')
  for (const { id, type } of items) {
    if (type !== 'video') await removeItem(placard, id)
  }
  return items.find(({ type }) => type === 'video')?.url ?? ''
}

/** Of the film in the page: whether it moves, and where it comes from. */
const playing = (page: Page) =>
  expect
    .poll(() =>
      page.locator('video').evaluateAll((all) => all.some((one) => (one as HTMLVideoElement).currentTime > 0)),
    )
    .toBe(true)

test('[OF16] a film plays from the CDN by ranges, and from Placard when that fails', async () => {
  const film = await showFilm()
  expect(film).toMatch(/\.(mp4|webm)$/)
  let context = await startBrowser()
  let page = await open(context)
  await playing(page)
  await becomes(page, 'ready')
  expect(cdn.asked).toContainEqual({ path: film, destination: 'video', from: 0 })
  expect(askedOfPlacard()).toEqual([])
  expect(await kept(page)).toEqual([film])
  await context.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })

  cdn.fault = 'missing'
  context = await startBrowser()
  page = await open(context)
  await playing(page)
  await becomes(page, 'ready')
  expect(await kept(page)).toEqual([film])
  await context.close()
})

test('[F7] [OF16] a download that was cut at Placard goes on at the CDN, with the bytes that are missing', async () => {
  const { items } = await placard.call('getProgramme')
  const file = await addPicture(placard, await noisePicture(400, 400), { title: 'Noise', duration: 60 })
  for (const { id } of items) await removeItem(placard, id)
  // The CDN comes later: until then there is only Placard, behind a line that breaks.
  cdn.fault = 'down'
  line.fault = ({ url = '', headers }) =>
    url === file.url && headers['sec-fetch-dest'] === 'empty' ? { type: 'cut', afterBytes: 60_000 } : undefined
  const context = await startBrowser()
  const page = await open(context)
  const cutOnes = () => line.passed.filter(({ path, bytes }) => path === file.url && bytes === 60_000)
  await expect.poll(() => cutOnes().length, { timeout: 60_000 }).toBeGreaterThan(0)
  line.fault = ({ url = '' }) => (url === file.url ? { type: 'down' } : undefined)
  cdn.fault = undefined
  cdn.asked.length = 0
  await becomes(page, 'ready')
  expect(await kept(page)).toEqual([file.url])
  expect(cdn.asked.some(({ path, from }) => path === file.url && from > 0)).toBe(true)
  await context.close()
})

test('[OF16] a preview, which keeps nothing, shows what the CDN has, and what Placard has when that fails', async ({
  page,
}) => {
  const red = await show(RED)
  await page.goto(`${line.url}${playerPath(DISPLAY)}&preview=1`)
  await seen(page, RED)
  expect(cdn.asked).toEqual([{ path: red, destination: 'image', from: 0 }])
  expect(askedOfPlacard()).toEqual([])
  cdn.fault = 'missing'
  const green = await show(GREEN)
  await seen(page, GREEN)
  expect(askedOfCdn()).toContain(green)
  expect(askedOfPlacard()).toEqual([green])
})

test('D5 the dashboard shows pictures from the CDN, and from Placard when that fails', async ({ page }) => {
  const red = await show(RED)
  const small = red.replace('.jpg', '/thumbnail.webp')
  const loaded = (source: string) =>
    expect
      .poll(() =>
        page
          .locator(`img[src="${source}"]`)
          .evaluateAll((all) => all.some((one) => (one as HTMLImageElement).naturalWidth > 0)),
      )
      .toBe(true)
  await signIn(page, placard)
  await loaded(cdn.mediaUrl + small.slice('/media'.length))
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  // [U14] No address of ours is for people to read, the CDN's as little as Placard's.
  await expect(page.getByRole('dialog').getByLabel('Image URL')).toHaveValue('')

  cdn.fault = 'down'
  cdn.asked.length = 0
  await page.goto(placard.url + PAGES.dashboard)
  await loaded(small)
  expect(askedOfCdn()).toContain(small)
})
