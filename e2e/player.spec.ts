import { DisplayId, MEDIA_AREA_SHARE, pathOf } from '@placard/contract'
import type { Page } from '@playwright/test'
import { addPicture, clearDisplay, removeItem } from './content.ts'
import { expect, test } from './journey.ts'
import { paceOf } from './pace.ts'
import { BLUE, colourAt, flatPicture, isNear, RED } from './pixels.ts'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'

/** Replaces the content of the display by these flat pictures. */
async function show(placard: Placard, pictures: { colour: string; duration?: number }[]): Promise<void> {
  await clearDisplay(placard)
  for (const { colour, duration } of pictures) {
    await addPicture(placard, await flatPicture(colour), { title: colour, ...(duration ? { duration } : {}) })
  }
}

const shows = async (page: Page, colour: string) => isNear(await colourAt(page, 0.5, 0.45), colour)

test.use({ viewport: { width: 1920, height: 1080 } })

test('R6 the display’s address works with and without the last slash', async ({ page, placard }) => {
  for (const path of ['/display/vnr/?id=ece', '/display/vnr?id=ece']) {
    await page.goto(placard.url + path)
    await expect(page.locator('[data-state="playing"]')).toBeVisible()
  }
})

test('P1 without an id nothing is requested and only an empty ticker shows', async ({ page, placard }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  for (const path of [
    '/display/vnr/',
    '/display/vnr/?id=',
    '/display/vnr/?id=a&id=b',
    '/display/vnr/?id=%3Cscript%3E',
  ]) {
    await page.goto(placard.url + path)
    await expect(page.locator('[data-state="empty"]')).toBeVisible()
    await expect(page.locator('.ticker')).toBeVisible()
  }
  expect(calls).toEqual([])
})

test('[U16] R6 the address without a display says how it is written', async ({ page, placard }) => {
  for (const path of ['/display/', '/display']) {
    await page.goto(placard.url + path)
    await expect(page.getByText('How the address of a display is written')).toBeVisible()
    await expect(page.getByText(`${placard.url}/display/{organisation}/?id={display}`)).toBeVisible()
  }
})

test('[U16] an unknown display says so, is never dark, and starts by itself once the display exists', async ({
  page,
  placard,
}) => {
  await page.goto(`${placard.url}/display/vnr/?id=not-yet`)
  await expect(page.getByText('There is no display at this address yet.')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.card-time')).toBeVisible()
  await placard.call('createDisplay', { body: { id: DisplayId.parse('not-yet'), name: 'Laboratory' } })
  await expect(page.getByText('Laboratory')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('There is no display at this address yet.')).toHaveCount(0)
})

test('[U18] the clock on the screen goes by the time zone of the display', async ({ browser, placard }) => {
  const context = await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-GB' })
  const page = await context.newPage()
  const id = DisplayId.parse('far-away')
  await placard.call('createDisplay', { body: { id, name: 'Far away', timeZone: 'Asia/Kolkata' } })
  await page.goto(`${placard.url}/display/vnr/?id=${id}`)
  await expect(page.getByText('Far away')).toBeVisible()
  const faceOf = (at: number) =>
    new Date(at).toLocaleTimeString('en-GB', { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kolkata' })
  const shown = await page.locator('.card-time').textContent()
  expect([faceOf(Date.now() - 60_000), faceOf(Date.now())]).toContain(shown)
  await context.close()
})

test('P2 P3 it fills the window without scrollbars or cursor, media on 90 percent of it', async ({ page, placard }) => {
  await page.goto(placard.display)
  await expect(page.locator('[data-state="playing"][data-item]')).toBeVisible()
  const seen = await page.evaluate(() => {
    const root = document.scrollingElement ?? document.body
    const { cursor } = getComputedStyle(document.elementFromPoint(500, 500) ?? document.body)
    const media = document.querySelector('.media')?.getBoundingClientRect()
    return {
      scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
      overflow: getComputedStyle(document.body).overflow,
      cursor,
      height: media?.height,
      width: media?.width,
    }
  })
  expect(seen).toEqual({
    scrolls: false,
    overflow: 'hidden',
    cursor: 'none',
    height: 1080 * MEDIA_AREA_SHARE,
    width: 1920,
  })
})

test('P3 P6 P8 the media area goes with the last item, and comes back', async ({ page, placard }) => {
  await show(placard, [{ colour: RED }])
  await page.goto(placard.display)
  await expect.poll(() => shows(page, RED)).toBe(true)
  const [item] = (await placard.call('getProgramme')).items
  const toggle = (visible: boolean) =>
    placard.call('updateItem', {
      params: { itemId: item?.id } as never,
      body: { visible },
      headers: { 'if-match': '*' },
    })
  await toggle(false)
  await expect(page.locator('[data-state="empty"]')).toBeVisible()
  await expect(page.locator('.media')).toHaveCount(0)
  await toggle(true)
  await expect.poll(() => shows(page, RED)).toBe(true)
})

test('P7 P8 items follow each other for their seconds, around and around', async ({ page, placard }) => {
  await show(placard, [
    { colour: RED, duration: 2 },
    { colour: BLUE, duration: 4 },
  ])
  await page.goto(placard.display)
  await expect(page.locator('[data-state="playing"]')).toBeVisible()
  // The page records the times itself, so the delay of the test does not count.
  const changes = await page.evaluate(
    () =>
      new Promise<{ item: string; at: number }[]>((resolve) => {
        const seen: { item: string; at: number }[] = []
        const observer = new MutationObserver(() => {
          const item = document.querySelector('[data-item]')?.getAttribute('data-item')
          if (!item || item === seen.at(-1)?.item) return
          seen.push({ item, at: performance.now() })
          if (seen.length < 5) return
          observer.disconnect()
          resolve(seen)
        })
        observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-item'] })
      }),
  )
  const { items } = await placard.call('getProgramme')
  // The first item may have been on before the page began to record.
  const stays = changes.slice(1, -1).map(({ item, at }, index) => ({ item, ms: (changes[index + 2]?.at ?? 0) - at }))
  expect(stays).toHaveLength(3)
  for (const { item, ms } of stays) {
    const { duration = 0 } = items.find(({ id }) => id === item) ?? {}
    // A little less than half of the difference between the two, so a late change on a slow machine is not mistaken for the other.
    expect(Math.abs(ms - duration * 1_000)).toBeLessThan(900)
  }
})

test('P9 a change of the items arrives within a moment and restarts the loop', async ({ page, placard }) => {
  await show(placard, [{ colour: RED, duration: 60 }])
  await page.goto(placard.display)
  await expect.poll(() => shows(page, RED)).toBe(true)
  const item = await addPicture(placard, await flatPicture(BLUE), { title: 'Blue', duration: 60 })
  await placard.call('moveItem', { params: { itemId: item.id } as never, body: { after: null } })
  await expect.poll(() => shows(page, BLUE)).toBe(true)
})

test('P4 the ticker runs at the pace of the marquee, in its size, bold, each line behind a bullet', async ({
  page,
  placard,
}) => {
  await show(placard, [])
  await placard.call('createLine', { body: { text: 'A line that is long enough to be followed over the screen' } })
  await page.goto(placard.display)
  const line = page.locator('.ticker-line', { hasText: 'A line that is long enough' }).first()
  await expect(line).toBeVisible()
  await expect(line).toHaveText(/^• A line/)
  const { size, weight } = await line.evaluate((element) => {
    const { fontSize, fontWeight } = getComputedStyle(element)
    return { size: Number.parseFloat(fontSize), weight: Number(fontWeight) }
  })
  expect(size).toBeCloseTo(40, 1)
  expect(weight).toBeGreaterThanOrEqual(700)
  const pace = await paceOf(line)
  expect(pace / (26 / 0.085)).toBeGreaterThan(0.99)
  expect(pace / (26 / 0.085)).toBeLessThan(1.01)
})

test('P9 a change of the ticker leaves the picture alone', async ({ page, placard }) => {
  await show(placard, [{ colour: RED, duration: 60 }])
  await page.goto(placard.display)
  await expect.poll(() => shows(page, RED)).toBe(true)
  const marked = await page.locator('.media img').first().elementHandle()
  await placard.call('createLine', { body: { text: 'News' } })
  await expect(page.getByText('News').first()).toBeAttached()
  expect(await marked?.evaluate((image) => image.isConnected)).toBe(true)
})

test('P5 a film plays muted, by itself and without controls; YouTube likewise, in its own frame', async ({
  page,
  placard,
}) => {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>film</p>' }),
  )
  await show(placard, [])
  const samples = await launchPlacard()
  // The film comes at once.
  const { items } = await samples.call('getProgramme')
  for (const { id, type } of items) if (type !== 'video') await removeItem(samples, id)
  await page.goto(samples.display)
  const film = page.locator('video').first()
  await expect(film).toBeAttached({ timeout: 60_000 })
  expect(
    await film.evaluate((video) => ({
      muted: (video as HTMLVideoElement).muted,
      controls: (video as HTMLVideoElement).controls,
    })),
  ).toEqual({
    muted: true,
    controls: false,
  })
  await expect
    .poll(() => film.evaluate((video) => (video as HTMLVideoElement).currentTime), { timeout: 60_000 })
    .toBeGreaterThan(0)
  await samples.close()

  await placard.call('createItem', {
    body: { title: 'Talk', type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ', duration: 60 },
  })
  await page.goto(placard.display)
  const frame = page.locator('iframe').first()
  await expect(frame).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/)
  const source = new URL((await frame.getAttribute('src')) ?? '')
  expect(Object.fromEntries(source.searchParams)).toMatchObject({
    autoplay: '1',
    mute: '1',
    controls: '0',
    playsinline: '1',
  })
})

test('P11 leaving the page ends its stream on the server', async ({ page, placard }) => {
  await show(placard, [{ colour: RED }])
  await page.goto(placard.display)
  await expect(page.locator('[data-state="playing"]')).toBeVisible()
  const streams: string[] = []
  page.on('requestfinished', (request) => streams.push(request.url()))
  page.on('requestfailed', (request) => streams.push(request.url()))
  await page.goto('about:blank')
  await expect.poll(() => streams.some((url) => url.includes(pathOf('streamManifest', DISPLAY)))).toBe(true)
})

test('[F1] [M12] a server that answers nonsense or nothing changes nothing on the screen, and the player returns', async ({
  page,
  placard,
}) => {
  await show(placard, [{ colour: RED, duration: 60 }])
  await page.goto(placard.display)
  await expect.poll(() => shows(page, RED)).toBe(true)
  // A captive portal answers every request with a page.
  let answered = 0
  await page.route('**/api/**', (route) => {
    answered += 1
    return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Accept our terms</p>' })
  })
  await placard.kill()
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  expect(await shows(page, RED)).toBe(true)
  await placard.start()
  await placard.call('createLine', { body: { text: 'Back again' } })
  await page.unroute('**/api/**')
  await expect(page.getByText('Back again').first()).toBeAttached({ timeout: 90_000 })
  expect(await shows(page, RED)).toBe(true)
})

test('[F25] with nothing to play and nothing to say the screen is a quiet card, not a dark one', async ({
  page,
  placard,
}) => {
  await show(placard, [])
  await page.goto(placard.display)
  await expect(page.getByText('Department of ECE')).toBeVisible()
})

test('[ST7] while the first picture is long on its way the card is there, also above a band', async ({
  page,
  placard,
}) => {
  await show(placard, [{ colour: RED, duration: 60 }])
  await placard.call('createLine', { body: { text: 'Welcome' } })
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/media/**', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(placard.display)
  const card = page.locator('.card')
  await expect(card).toHaveCSS('opacity', '1')
  await expect(page.getByText('Department of ECE')).toBeVisible()
  arrive()
  await expect(card).toHaveCount(0)
  expect(await shows(page, RED)).toBe(true)
})
