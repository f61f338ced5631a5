import { fileURLToPath } from 'node:url'
import { type ItemId, PAGES } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { addPicture, clearDisplay } from './content.ts'
import { dropFiles } from './files.ts'
import { expect, showMore, test } from './journey.ts'
import { BLUE, colourIn, darkened, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'

test.use({ previewsPlay: true })

const FOREVER_SECONDS = 3_600

/** Shows three pictures, each so long that it does not change during a test. */
async function threePictures(placard: Placard): Promise<[ItemId, ItemId, ItemId]> {
  await clearDisplay(placard)
  const add = async (title: string, colour: string) =>
    (await addPicture(placard, await flatPicture(colour), { title, duration: FOREVER_SECONDS })).id
  return [await add('Red', RED), await add('Green', GREEN), await add('Blue', BLUE)]
}

/** The position in the page, independent of scrolling. */
const placeOf = (thing: Locator) =>
  thing.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    return { left, top: Math.round(top + scrollY) }
  })

const heroOf = (page: Page) => page.getByRole('region', { name: 'On air now' })
const playerOf = (page: Page) => heroOf(page).frameLocator('iframe').locator('main.player')
async function press(page: Page, name: string): Promise<void> {
  await showMore(heroOf(page), 'Playback controls')
  await heroOf(page).getByRole('button', { name, exact: true }).click()
}

test('[U13] the preview goes to the next one and holds it, for the one who looks alone, and back with one press', async ({
  admin,
  placard,
  context,
}) => {
  const [red, green, blue] = await threePictures(placard)
  const screen = await context.newPage()
  await screen.goto(placard.display)
  const player = screen.locator('main.player')
  const preview = playerOf(admin)
  const away = heroOf(admin).getByText('Not what the screens show now')
  await expect(player).toHaveAttribute('data-item', red)
  await expect(preview).toHaveAttribute('data-item', red)
  await expect(heroOf(admin).getByText('Red', { exact: true })).toBeVisible()
  await expect(away).toBeHidden()

  await press(admin, 'Next one')
  await expect(preview).toHaveAttribute('data-item', green)
  await expect(away).toBeVisible()
  await press(admin, 'Hold this one')
  await press(admin, 'Next one')
  await expect(preview).toHaveAttribute('data-item', blue)
  await expect(heroOf(admin).getByRole('button', { name: 'Go on' })).toBeVisible()

  // A change begins the loop anew on the screens; the one who holds still looks at what is held.
  await placard.call('createLine', { body: { text: 'Meanwhile' } })
  await expect(preview.getByText('Meanwhile').first()).toBeAttached()
  await expect(player.getByText('Meanwhile').first()).toBeAttached()
  await expect(preview).toHaveAttribute('data-item', blue)

  await press(admin, 'Back to live')
  await expect(preview).toHaveAttribute('data-item', red)
  await expect(away).toBeHidden()
  await expect(heroOf(admin).getByRole('button', { name: 'Hold this one' })).toBeVisible()
  await expect(player).toHaveAttribute('data-item', red)
})

test('[TM1] the preview is sent to a moment, in the time of the display, and from change to change; the screens go on', async ({
  admin,
  placard,
  context,
}) => {
  const [red, green, blue] = await threePictures(placard)
  // Somewhere else than whoever looks, so that a time cannot be right by chance.
  await placard.call('updateDisplay', { body: { timeZone: 'Pacific/Auckland' } })
  const schedule = async (itemId: ItemId, hours: { from: string; until: string }) => {
    const body = { schedule: { days: [3], hours: [hours], alone: true as const } }
    await placard.call('updateItem', { params: { ...DISPLAY, itemId }, headers: { 'if-match': '*' }, body })
  }
  await schedule(green, { from: '09:00', until: '10:00' })
  await schedule(blue, { from: '13:00', until: '14:00' })
  const screen = await context.newPage()
  await screen.goto(placard.display)
  await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'playing')
  const preview = playerOf(admin)
  const hero = heroOf(admin)
  await expect(preview).toHaveAttribute('data-state', 'playing')

  await press(admin, 'See it at another time…')
  const field = hero.getByLabel('See it at', { exact: true })
  // The Wednesday after next, whatever today is.
  const wednesday = new Date(Date.now() + 7 * 86_400_000)
  wednesday.setUTCDate(wednesday.getUTCDate() + ((10 - wednesday.getUTCDay()) % 7))
  const date = wednesday.toISOString().slice(0, 10)
  await field.fill(`${date}T09:30`)
  await expect(preview).toHaveAttribute('data-item', green)
  await expect(hero.getByText(/As it will be on Wednesday .* 9:30/)).toBeVisible()

  for (const [item, time] of [
    [red, '10:00'],
    [blue, '13:00'],
    [red, '14:00'],
  ] as const) {
    await press(admin, 'Next change')
    await expect(preview).toHaveAttribute('data-item', item)
    await expect(field).toHaveValue(`${date}T${time}`)
  }
  // A change meanwhile is seen where one looks.
  await placard.call('updateItem', {
    params: { ...DISPLAY, itemId: blue },
    headers: { 'if-match': '*' },
    body: { schedule: { from: `${date}T00:00` } },
  })
  await placard.call('updateItem', {
    params: { ...DISPLAY, itemId: red },
    headers: { 'if-match': '*' },
    body: { visible: false },
  })
  await expect(preview).toHaveAttribute('data-item', blue)
  await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'empty')
  await press(admin, 'Back to live')
  await expect(preview).toHaveAttribute('data-state', 'empty')
})

test('[U13] a film that is held stands still, and goes on', async ({ admin, placard }) => {
  const [red] = await threePictures(placard)
  const url = 'https://films.example/wave.mp4'
  const path = fileURLToPath(new URL('../server/samples/wave-signal-message.mp4', import.meta.url))
  await admin.route(url, (route) => route.fulfill({ path, contentType: 'video/mp4' }))
  const body = { title: 'Film', type: 'video' as const, url, duration: FOREVER_SECONDS }
  const { item } = await placard.call('createItem', { body })
  await placard.call('moveItem', { params: { ...DISPLAY, itemId: item.id }, body: { after: red } })
  const preview = playerOf(admin)
  await expect(preview).toHaveAttribute('data-item', red)
  await press(admin, 'Hold this one')
  await press(admin, 'Next one')
  await expect(preview).toHaveAttribute('data-item', item.id)
  const isPaused = () => preview.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
  await expect.poll(isPaused).toBe(true)
  await press(admin, 'Go on')
  await expect.poll(isPaused).toBe(false)
})

test('[U13] nobody steers a screen, nor a preview from anywhere but the page around it', async ({
  admin,
  placard,
  context,
}) => {
  const [red, green] = await threePictures(placard)
  const screen = await context.newPage()
  await screen.goto(placard.display)
  const player = screen.locator('main.player')
  await expect(player).toHaveAttribute('data-item', red)
  const preview = playerOf(admin)
  await expect(preview).toHaveAttribute('data-item', red)

  const skip = () => window.postMessage({ preview: 'skip' }, location.origin)
  await screen.evaluate(skip)
  await preview.evaluate(skip)
  // The commands after it have been obeyed.
  await press(admin, 'Next one')
  await expect(preview).toHaveAttribute('data-item', green)
  await expect(player).toHaveAttribute('data-item', red)
})

test('[U13] upright, the preview has the shape of a screen that is turned, and moves nothing', async ({
  admin,
  placard,
}) => {
  await threePictures(placard)
  const player = heroOf(admin).locator('iframe')
  const shape = async () => {
    const box = await player.boundingBox()
    return (box?.width ?? 0) / (box?.height ?? 1)
  }
  const below = admin.getByRole('heading', { name: 'Containers', exact: true })
  await expect(below).toBeVisible()
  await expect.poll(shape).toBeGreaterThan(1.7)
  const before = await placeOf(below)
  await press(admin, 'As on a portrait screen')
  await expect.poll(shape).toBeLessThan(0.6)
  expect(await placeOf(below)).toEqual(before)
  // The room above and below is painted for the new shape (HS30).
  const isRed = async () => isNear(await colourIn(await player.screenshot(), 0.5, 0.7), darkened(RED))
  await expect.poll(isRed).toBe(true)
  // The same player, not another one.
  await expect(playerOf(admin)).toHaveAttribute('data-state', 'playing')
  await press(admin, 'As on a portrait screen')
  await expect.poll(shape).toBeGreaterThan(1.7)
})

test('[U12] the preview shows the item that was just added next, and its card is in sight', async ({
  admin,
  placard,
}) => {
  const [red] = await threePictures(placard)
  for (let count = 1; count <= 9; count += 1) {
    await placard.call('createItem', {
      body: { title: `Film ${count}`, type: 'youtube', url: 'https://youtu.be/aaaaaaaaaaa', visible: false },
    })
  }
  const preview = playerOf(admin)
  const idOf = async (title: string) => {
    await expect(admin.getByRole('article', { name: title })).toBeAttached()
    return (
      (await placard.call('getProgramme')).items.find((item) => item.title.toLowerCase() === title.toLowerCase())?.id ??
      ''
    )
  }
  await expect(preview).toHaveAttribute('data-item', red)

  const file = { name: 'dropped.jpg', type: 'image/jpeg', buffer: await flatPicture('#775511') }
  await dropFiles(admin, [file])
  await expect(preview).toHaveAttribute('data-item', await idOf('dropped'))
  await expect(admin.getByRole('article', { name: 'dropped' })).toBeInViewport()
  await expect(heroOf(admin).getByText('Not what the screens show now')).toBeAttached()
  // It was shown once; nobody has to press anything.
  await expect(preview).toHaveAttribute('data-item', red)

  await admin.goto(placard.url + PAGES.addContainer)
  await admin
    .locator('input[type="file"]')
    .setInputFiles({ name: 'form.jpg', mimeType: 'image/jpeg', buffer: await flatPicture('#115577') })
  await admin.getByLabel('Title').fill('By the form')
  await admin.getByRole('button', { name: 'Upload' }).click()
  await admin.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(preview).toHaveAttribute('data-item', await idOf('By the form'))
  await expect(admin.getByRole('article', { name: 'By the form' })).toBeInViewport()
})

for (const [name, viewport] of Object.entries({
  'a desk': { width: 1440, height: 900 },
  'a phone': { width: 390, height: 844 },
})) {
  test(`[U12] on ${name}, one place says that a change is saved and on how many screens, and moves nothing`, async ({
    admin,
    placard,
    browser,
  }) => {
    await threePictures(placard)
    // Those of earlier journeys on this server, which a browser that was closed never said goodbye for.
    for (const { id } of (await placard.call('listScreens')).screens) {
      await placard.call('removeScreen', { params: { screenId: id } as never })
    }
    await admin.setViewportSize(viewport)
    const elsewhere = await browser.newContext()
    const screen = await elsewhere.newPage()
    await screen.goto(placard.display)
    await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'playing')
    await expect(admin.getByRole('article', { name: 'Red' })).toBeVisible()
    const places = async () =>
      Promise.all(
        [
          admin.getByRole('heading', { level: 1 }),
          admin.getByRole('button', { name: 'More', exact: true }),
          heroOf(admin),
          admin.getByRole('article', { name: 'Red' }),
        ].map(placeOf),
      )
    const before = await places()
    await admin.getByRole('article', { name: 'Red' }).getByRole('button', { name: 'Hide' }).click()
    await expect(admin.getByText(/^Saved/)).toBeVisible()
    expect(await places()).toEqual(before)
    await expect(admin.getByText('Saved · on 1 of 1 screen')).toBeVisible({ timeout: 90_000 })
    expect(await places()).toEqual(before)
    await elsewhere.close()
  })
}
