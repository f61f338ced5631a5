import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ItemId, PAGES, type PlaylistId, pathOf, type ScreenId } from '@placard/contract'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { findings } from './axe.ts'
import { addFilm, addPicture, clearDisplay } from './content.ts'
import { film } from './film-files.ts'
import { expect, test } from './journey.ts'
import { startScreen } from './machine.ts'
import { BLUE, colourIn, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'

const { organisationId } = DISPLAY
/** The colour of the box in place of a part that a browser does not let pages read. */
const BOX = '#2b3546'

test.use({ locale: 'en-GB', adminStartsAt: PAGES.screens })
test.describe.configure({ timeout: 180_000 })

/** A green page of another site, from another origin than the player's. */
async function openSite(): Promise<{ url: string; close(): Promise<void> }> {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Rota</title><body style="margin:0;background:${GREEN}">`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`,
    async close() {
      site.closeAllConnections()
      await new Promise((resolve) => site.close(resolve))
    },
  }
}

async function addToZone(placard: Placard, playlistId: PlaylistId, body: object): Promise<void> {
  await placard.call('createItem', { params: { organisationId, playlistId } as never, body: body as never })
}

/** A picture, a notice, a page of another site, a line and a piece in a corner, each in its zone. */
async function fill(placard: Placard, siteUrl: string): Promise<{ zones: PlaylistId[] }> {
  await clearDisplay(placard)
  const long = { duration: 3_600 }
  // Not of the zone's shape, so that it has blurred borders.
  await addPicture(placard, await halves(), { title: 'Two halves', ...long })
  const layout = {
    arrangement: 'main-and-two' as const,
    dividers: [65, 50],
    zones: [{ name: 'Notice' }, { name: 'Site' }],
  }
  const set = await placard.call('setLayout', { body: { layout }, headers: { 'if-match': '*' } })
  const zones = set.layout?.zones.map(({ playlistId }) => playlistId) as [PlaylistId, PlaylistId]
  const notice = {
    look: 'paper',
    heading: 'The library closes early',
    body: 'At **15:00** & not "later" <today>.',
    byline: 'Ms Okafor',
  }
  await addToZone(placard, zones[0], { title: 'Library', type: 'notice', url: 'about:blank', notice, ...long })
  await addToZone(placard, zones[1], { title: 'Rota', type: 'webpage', url: siteUrl, ...long })
  await placard.call('createLine', { body: { text: 'Nine lines of text are in the band, and this is all of them.' } })
  await placard.call('setCornerPiece', {
    params: { ...DISPLAY, corner: 'top-left' } as never,
    body: { piece: { kind: 'words', text: 'Room 12', size: 10 } } as never,
    headers: { 'if-match': '*' },
  })
  return { zones }
}

/** A picture with red above blue, in another shape than any zone. */
async function halves(): Promise<Buffer> {
  const half = (colour: string) => ({ create: { width: 600, height: 300, channels: 3 as const, background: colour } })
  return sharp(half(RED)).extend({ bottom: 300, background: BLUE }).jpeg({ quality: 95 }).toBuffer()
}

/** Removes the layout and the corner piece of the display. */
async function empty(placard: Placard): Promise<void> {
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
  await placard.call('setCornerPiece', {
    params: { ...DISPLAY, corner: 'top-left' } as never,
    body: { piece: null } as never,
    headers: { 'if-match': '*' },
  })
}

async function takePicture(placard: Placard, page: Page, screenId: ScreenId): Promise<Buffer> {
  const params = { organisationId, screenId }
  await expect
    .poll(async () => (await placard.call('getMachine', { params })).pictureBy, { timeout: 30_000 })
    .toBe('page')
  const { id } = await placard.call('commandMachine', { params, body: { kind: 'picture', forMs: 0 } })
  const find = async () => (await placard.call('getMachine', { params })).commands.find((one) => one.id === id)
  await expect.poll(async () => (await find())?.endedAt ?? null, { timeout: 30_000 }).not.toBeNull()
  expect(await find()).toMatchObject({ state: 'done', told: 'pictures-sent' })
  const [newest] = (await placard.call('getMachine', { params })).pictures
  expect(newest).toMatchObject({ by: 'page', because: 'asked' })
  if (!newest) throw new Error('there is no picture')
  const answer = await page.request.get(placard.url + pathOf('getScreenPicture', { ...params, pictureId: newest.id }))
  const bytes = await answer.body()
  if (process.env.PLACARD_LOOK) await sharp(bytes).toFile(`${process.env.PLACARD_LOOK}/page-picture-${Date.now()}.png`)
  return bytes
}

type Box = { left: number; top: number; width: number; height: number }

/**
 * The mean difference of a part of two pictures, and the share of its pixels that are clearly different, of 0 to 1.
 *
 * @param box in shares of the whole
 */
async function difference(one: Buffer, other: Buffer, size: { width: number; height: number }, box: Box) {
  const part = {
    left: Math.round(box.left * size.width),
    top: Math.round(box.top * size.height),
    width: Math.round(box.width * size.width),
    height: Math.round(box.height * size.height),
  }
  const read = (file: Buffer) =>
    sharp(file)
      .resize({ ...size, fit: 'fill' })
      .extract(part)
      .removeAlpha()
      .raw()
      .toBuffer()
  const [first, second] = await Promise.all([read(one), read(other)])
  let sum = 0
  let wrong = 0
  for (let index = 0; index < first.length; index += 1) {
    const by = Math.abs((first[index] ?? 0) - (second[index] ?? 0))
    sum += by
    if (by > 48) wrong += 1
  }
  return { mean: sum / first.length / 255, wrong: wrong / first.length }
}

const SHAPES = [
  { name: 'in landscape', viewport: { width: 1920, height: 1080 }, picture: { width: 1280, height: 720 } },
  { name: 'in portrait', viewport: { width: 1080, height: 1920 }, picture: { width: 720, height: 1280 } },
]

for (const { name, viewport, picture } of SHAPES) {
  test(`PX3 a page without an agent composes what it shows, each part in its place, ${name}`, async ({
    admin: page,
    browser,
    placard,
  }) => {
    const site = await openSite()
    const { zones } = await fill(placard, site.url)
    const { page: screen, id } = await startScreen(browser, placard, `Screen ${name}`, viewport)
    for (const zone of zones)
      await expect(screen.locator(`[data-zone="${zone}"][data-item]`)).toBeVisible({ timeout: 60_000 })
    await expect(screen.locator('.layer-seen .notice')).toBeVisible()
    await expect(screen.locator('[data-corner="top-left"]')).toBeVisible()
    await expect
      .poll(async () => isNear(await colourIn(await screen.screenshot(), ...siteAt(viewport)), GREEN), {
        timeout: 40_000,
      })
      .toBe(true)

    const composed = await takePicture(placard, page, id)
    const real = await screen.screenshot()
    expect(composed.length).toBeLessThanOrEqual(300 * 1_024)
    const { width, height, format } = await sharp(composed).metadata()
    expect({ width, height, format }).toEqual({ ...picture, format: 'jpeg' })
    for (const [part, box] of Object.entries(await boxesOf(screen, zones[0] as PlaylistId))) {
      const { mean, wrong } = await difference(composed, real, picture, box)
      expect(mean, `${part}: mean`).toBeLessThan(0.03)
      // The edges of letters, which are much of a small corner: the screenshot is scaled after it was drawn, the picture before.
      expect(wrong, `${part}: wrong pixels`).toBeLessThan(0.05)
    }
    // The frame of the other site is a box with words: neither its content nor nothing.
    const [across, down] = siteAt(viewport)
    const colours = await Promise.all([-0.1, 0, 0.1].map((by) => colourIn(composed, across + by, down - 0.12)))
    expect(colours.every((colour) => isNear(colour, BOX))).toBe(true)
    const lit = await brightShare(composed, picture, { left: across - 0.1, top: down - 0.05, width: 0.2, height: 0.1 })
    expect(lit).toBeGreaterThan(0.01)
    // Letters are in the band.
    expect(await brightShare(composed, picture, { left: 0, top: 0.92, width: 1, height: 0.06 })).toBeGreaterThan(0.01)

    await page.reload()
    await page.getByRole('button', { name: `Details of Screen ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Screen ${name}`, exact: true })
    await expect(dialog.getByText('composed this picture itself')).toBeVisible()
    expect(await findings(page)).toEqual([])
    if (process.env.PLACARD_LOOK)
      await page.screenshot({ path: `${process.env.PLACARD_LOOK}/page-picture-dialog-${picture.width}.png` })
    await screen.context().close()
    await empty(placard)
    await site.close()
  })
}

/** The middle of the zone with the other site, in shares of the screen. */
const siteAt = ({ width, height }: { width: number; height: number }): [number, number] =>
  width > height ? [0.825, 0.675] : [0.75, 0.74]

async function brightShare(file: Buffer, size: { width: number; height: number }, box: Box): Promise<number> {
  const part = {
    left: Math.round(box.left * size.width),
    top: Math.round(box.top * size.height),
    width: Math.round(box.width * size.width),
    height: Math.round(box.height * size.height),
  }
  const { data } = await sharp(file).extract(part).greyscale().raw().toBuffer({ resolveWithObject: true })
  return data.filter((value) => value > 160).length / data.length
}

/** The parts that do not move, in shares of the screen: the main zone, the corner in it, and the zone with the notice. */
function boxesOf(screen: Page, notice: PlaylistId): Promise<Record<string, Box>> {
  return screen.evaluate((zone) => {
    const boxOf = (name: string) => {
      const { left, top, width, height } = (document.querySelector(name) as Element).getBoundingClientRect()
      const share = {
        left: left / innerWidth,
        top: top / innerHeight,
        width: width / innerWidth,
        height: height / innerHeight,
      }
      return share
    }
    return {
      main: boxOf('[data-zone="main"]'),
      corner: boxOf('[data-corner="top-left"]'),
      notice: boxOf(`[data-zone="${zone}"]`),
    }
  }, notice)
}

test('PX3 the present frame of a film is in the picture, the film plays on, and the page is left as it was', async ({
  admin: page,
  browser,
  placard,
}) => {
  await clearDisplay(placard)
  const { id: itemId } = await addFilm(
    placard,
    await film({ size: { width: 1280, height: 720 }, seconds: 4, colours: [GREEN, RED] }),
    { title: 'Film' },
  )
  await placard.call('createLine', {
    body: { text: 'A line runs below the film, from one edge to the other, all the time.' },
  })
  const { page: screen, id } = await startScreen(browser, placard, 'Cinema')
  const problems: string[] = []
  screen.on('pageerror', (error) => problems.push(String(error)))
  screen.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await isPlaying(screen, itemId)
  // The card of the start is removed a moment later.
  await expect(screen.locator('.card')).toHaveCount(0)
  const before = await bodyOf(screen)
  const timeOf = () =>
    screen
      .locator('video')
      .first()
      .evaluate((one: HTMLVideoElement) => one.currentTime)
  const playedUntil = await timeOf()
  const composed = await takePicture(placard, page, id)
  // The frame of the film, and not of a moment before it.
  expect(isNear(await colourIn(composed, 0.3, 0.45), GREEN)).toBe(true)
  expect(isNear(await colourIn(composed, 0.7, 0.45), RED)).toBe(true)
  expect(problems).toEqual([])
  await expect.poll(timeOf).not.toBe(playedUntil)
  expect(await bodyOf(screen)).toBe(before)
  await screen.context().close()
})

async function isPlaying(screen: Page, itemId: ItemId): Promise<void> {
  await expect(screen.locator('.player')).toHaveAttribute('data-item', itemId, { timeout: 60_000 })
  await expect
    .poll(() =>
      screen
        .locator('video')
        .first()
        .evaluate((one: HTMLVideoElement) => one.currentTime),
    )
    .toBeGreaterThan(0)
}

/** The names of all elements in their order, to see that none was added, moved or removed. The ticker adds copies of its line by itself. */
const bodyOf = (screen: Page) =>
  screen.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => one.closest('[class*="ticker"]') === null)
      .map((one) => `${one.localName}.${one.className}`)
      .join(' '),
  )

test('[F115] a browser that draws no image of a document, or keeps it, sends boxes in the true places', async ({
  admin: page,
  browser,
  placard,
}) => {
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 3_600 })
  const { page: screen, id } = await startScreen(browser, placard, 'Old engine')
  await expect(screen.locator('.layer-seen img')).toBeVisible()
  await screen.evaluate(() => {
    const { decode } = HTMLImageElement.prototype
    HTMLImageElement.prototype.decode = function decodeOthers() {
      return this.src.startsWith('data:image/svg') ? Promise.reject(new Error('refused')) : decode.call(this)
    }
  })
  const composed = await takePicture(placard, page, id)
  expect(isNear(await colourIn(composed, 0.5, 0.1), BOX)).toBe(true)
  expect(
    await brightShare(composed, { width: 1280, height: 720 }, { left: 0.2, top: 0.4, width: 0.6, height: 0.1 }),
  ).toBeGreaterThan(0.005)
  await screen.context().close()
})
