import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  DisplayId,
  type DisplayKey,
  type Item,
  lookPath,
  PAGES,
  type PlaylistKey,
  type PreviewCommand,
  playlistPath,
} from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay, removeItem } from './content.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { BLUE, colourIn, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, freePort, launchPlacard, type Placard } from './placard.ts'

test.use({ locale: 'en-GB', previewsPlay: true })

const FOREVER_SECONDS = 3_600
const MINUTE_MS = 60_000

const heroOf = (page: Page) => page.getByRole('region', { name: 'On air now' })
const playerIn = (place: Locator) => place.frameLocator('iframe').locator('main.player')
const dialogOf = (page: Page) => page.getByRole('dialog')

async function openEdit(page: Page, title: string): Promise<Locator> {
  await page.getByRole('article', { name: title }).getByRole('button', { name: 'Edit' }).click()
  return dialogOf(page)
}

/** In the middle of the screen, whatever is above the band. */
async function sees(frame: Locator, colour: string): Promise<void> {
  await expect.poll(async () => isNear(await colourIn(await frame.screenshot(), 0.5, 0.4), colour)).toBe(true)
}

async function openScreen(page: Page, placard: Placard): Promise<Locator> {
  const screen = await page.context().newPage()
  await screen.goto(placard.display)
  return screen.locator('main.player')
}

async function redAndGreen(placard: Placard): Promise<[Item, Item]> {
  await clearDisplay(placard)
  const add = async (title: string, colour: string) =>
    addPicture(placard, await flatPicture(colour), { title, duration: FOREVER_SECONDS })
  return [await add('Red', RED), await add('Green', GREEN)]
}

test('[TM4] a container is seen on the real player while it is edited, and on no screen before it is saved', async ({
  admin,
  placard,
}) => {
  const [red, green] = await redAndGreen(placard)
  const blue = await addPicture(placard, await flatPicture(BLUE), { title: 'Blue', visible: false })
  const screen = await openScreen(admin, placard)
  await expect(screen).toHaveAttribute('data-item', red.id)
  await admin.bringToFront()

  const dialog = await openEdit(admin, 'Green')
  const frame = dialog.locator('iframe')
  const player = playerIn(dialog)
  const address = dialog.getByLabel('Image URL')
  await expect(player).toHaveAttribute('data-item', green.id)
  await sees(frame, GREEN)

  await test.step('what is typed is shown, with its fade, in its place', async () => {
    await address.fill(placard.url + blue.url)
    await sees(frame, BLUE)
    await expect(player).toHaveAttribute('data-item', green.id)
    await dialog.getByRole('button', { name: 'Next one' }).click()
    await expect(player).toHaveAttribute('data-item', red.id)
    await dialog.getByRole('button', { name: 'Show it again' }).click()
    await expect(player).toHaveAttribute('data-item', green.id)
    await sees(frame, BLUE)
  })

  await test.step('an address that cannot be shown leaves it as it was, and says so', async () => {
    await address.fill('javascript:alert(1)')
    await expect(dialog.getByText('This address cannot be shown, so the preview did not change.')).toBeVisible()
    await expect(player).toHaveAttribute('data-item', green.id)
    await sees(frame, BLUE)
    await address.fill(placard.url + blue.url)
    await expect(dialog.getByText('This address cannot be shown')).toBeHidden()
  })

  await test.step('the band is there as it is, and what comes from the server meanwhile', async () => {
    await placard.call('createLine', { body: { text: 'Meanwhile' } })
    await expect(player.getByText('Meanwhile').first()).toBeAttached()
    await sees(frame, BLUE)
    await dialog.getByRole('switch', { name: 'Visible' }).uncheck()
    await expect(dialog.getByText('Hidden: you see it here, but no screen shows it.')).toBeVisible()
    await dialog.getByRole('switch', { name: 'Visible' }).check()
  })

  await test.step('no screen has any of it, nor the preview of the page', async () => {
    await expect(screen).toHaveAttribute('data-item', red.id)
    await sees(screen, RED)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await sees(heroOf(admin).locator('iframe'), RED)
    expect((await placard.call('getProgramme')).items).toMatchObject([red, green, blue])
  })

  await test.step('saved, it is on the screens', async () => {
    const again = await openEdit(admin, 'Red')
    await again.getByLabel('Image URL').fill(placard.url + blue.url)
    await sees(again.locator('iframe'), BLUE)
    await sees(screen, RED)
    await again.getByRole('button', { name: 'Save' }).click()
    await expect(again).toBeHidden()
    await sees(screen, BLUE)
  })
})

test('[TM4] something hidden, or not on by its schedule, is seen while it is edited, beside what pushes all others aside', async ({
  admin,
  placard,
}) => {
  const [red, green] = await redAndGreen(placard)
  const change = (item: Item, body: object) =>
    placard.call('updateItem', { params: { ...DISPLAY, itemId: item.id }, headers: { 'if-match': '*' }, body })
  await change(red, { schedule: { from: '2020-01-01T00:00', alone: true } })
  await change(green, { visible: false, schedule: { from: '2020-01-01T00:00', until: '2020-02-01T00:00' } })
  await admin.getByText('Past (1)').click()
  const dialog = await openEdit(admin, 'Green')
  await sees(dialog.locator('iframe'), GREEN)
  await expect(dialog.getByText('The schedule is ignored here.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Next one' }).click()
  await sees(dialog.locator('iframe'), RED)
})

test('[TM4] a text is seen on the preview of the page while it is typed, and on no screen before it is saved', async ({
  admin,
  placard,
}) => {
  await clearDisplay(placard)
  await placard.call('createLine', { body: { text: 'Welcome' } })
  const screen = await openScreen(admin, placard)
  await admin.bringToFront()
  const hero = heroOf(admin)
  const preview = playerIn(hero)
  const away = hero.getByText('Not what the screens show now')
  const texts = admin.getByRole('region', { name: 'Text containers' })
  const field = texts.getByRole('textbox', { name: 'Text' })
  await expect(preview.getByText('Welcome').first()).toBeAttached()

  const edit = async () => texts.locator('[data-action="edit"]').click()
  await edit()
  await expect(field).toBeFocused()
  await expect(away).toBeHidden()
  await field.fill('Goodbye')
  await expect(preview.getByText('Goodbye').first()).toBeAttached()
  await expect(preview.getByText('Welcome')).toHaveCount(0)
  await expect(away).toBeVisible()
  await expect(screen.getByText('Welcome').first()).toBeAttached()
  await field.press('Escape')
  await expect(preview.getByText('Welcome').first()).toBeAttached()
  await expect(away).toBeHidden()

  await edit()
  await field.fill('Good evening')
  await expect(preview.getByText('Good evening').first()).toBeAttached()
  await expect(screen.getByText('Good evening')).toHaveCount(0)
  await field.press('Enter')
  await expect(screen.getByText('Good evening').first()).toBeAttached()
  await expect(preview.getByText('Good evening').first()).toBeAttached()
  await expect(away).toBeHidden()
})

test('[TM4] [TM1] a preview takes what is whole, from the page around it alone, and a screen nothing', async ({
  admin,
  placard,
}) => {
  const [red, green] = await redAndGreen(placard)
  const manifest = await placard.call('getManifest')
  const preview = playerIn(heroOf(admin))
  await expect(preview).toHaveAttribute('data-item', red.id)
  const tell = (command: object) =>
    heroOf(admin)
      .locator('iframe')
      .evaluate((frame: HTMLIFrameElement, command) => {
        frame.contentWindow?.postMessage(command, location.origin)
      }, command)
  const item = { id: 'tried', type: 'image', url: green.url, duration: FOREVER_SECONDS }
  const bad: object[] = [
    { preview: 'try' },
    { preview: 'try', item: { ...item, id: '../x' } },
    { preview: 'try', item: { ...item, type: 'script' } },
    { preview: 'try', item: { ...item, duration: 'long' } },
    { preview: 'try', line: { id: 'l', text: 7 } },
    { preview: 'past', at: 'then', manifest },
    { preview: 'past', at: 1.5, manifest },
    { preview: 'past', at: Date.now(), manifest: { ...manifest, items: undefined } },
    { preview: 'past', at: Date.now(), manifest: { ...manifest, displayId: 'cse' } },
  ]
  for (const command of bad) await tell(command)
  const good = { preview: 'try', item } as PreviewCommand
  const screen = await openScreen(admin, placard)
  await expect(screen).toHaveAttribute('data-item', red.id)
  await screen.evaluate((_, command) => window.postMessage(command, location.origin), good)
  await preview.evaluate((_, command) => window.postMessage(command, location.origin), good)
  await admin.bringToFront()
  // The preview has carried out only the last message.
  await expect(heroOf(admin).getByText('Not what the screens show now')).toBeHidden()
  await tell({ preview: 'skip' })
  await expect(preview).toHaveAttribute('data-item', green.id)
  await tell({ preview: 'live' })
  await expect(preview).toHaveAttribute('data-item', red.id)
  await tell(good)
  await expect(preview).toHaveAttribute('data-item', 'tried')
  await tell({ preview: 'live' })
  await expect(preview).toHaveAttribute('data-item', red.id)
  await expect(screen).toHaveAttribute('data-item', red.id)
})

test.describe('a playlist on several displays', () => {
  const { organisationId } = DISPLAY
  const NAMES = ['Entrance', 'Hall', 'Library', 'Lobby']

  async function onDisplays(placard: Placard, count: number): Promise<PlaylistKey> {
    const keys: DisplayKey[] = []
    for (const name of NAMES.slice(0, count)) {
      const key = { organisationId, displayId: DisplayId.parse(name.toLowerCase()) }
      keys.push(key)
      const body = { id: key.displayId, name, timeZone: 'UTC' }
      await placard
        .call('createDisplay', { body })
        .catch((error: unknown) => expect(String(error)).toContain('id-taken'))
    }
    const { playlist } = await placard.call('createPlaylist', { body: { name: `Menu on ${count}` } })
    const params = { organisationId, playlistId: playlist.id }
    await placard.call('createItem', {
      params,
      body: { title: 'Soup', type: 'youtube', url: 'https://youtu.be/aaaaaaaaaaa' },
    })
    await placard.call('createLine', { params, body: { text: 'Soup today' } })
    await placard.call('includePlaylist', { params, body: { displays: keys.map(({ displayId }) => displayId) } })
    return params
  }

  test('[TM4] says which displays it changes before anything is saved, scheduled or removed', async ({
    page,
    placard,
  }) => {
    const { playlistId } = await onDisplays(placard, 4)
    await signIn(page, placard, playlistPath(playlistId))
    const dialog = page.locator('dialog[open]')
    const says = dialog.getByText(/This changes \W*Entrance\W+Hall\W* and 2 more displays\./)
    const card = page.getByRole('article', { name: 'Soup' })

    await card.getByRole('button', { name: 'Edit' }).click()
    await expect(says).toBeVisible()
    await expect(dialog.getByText('Library')).toBeHidden()
    await says.click()
    await expect(dialog.getByRole('listitem')).toHaveText(NAMES)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await card.getByRole('button', { name: 'Always' }).click()
    await expect(says).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await card.getByRole('button', { name: 'Delete' }).click()
    await expect(says).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    const texts = page.getByRole('region', { name: 'Text containers' })
    await texts.locator('[data-action="edit"]').click()
    await expect(texts.getByText(/This changes \W*Entrance\W+Hall\W* and 2 more displays\./)).toBeVisible()
  })

  test('[TM4] names two, and of a single one says nothing', async ({ page, placard }) => {
    const two = await onDisplays(placard, 2)
    await signIn(page, placard, playlistPath(two.playlistId))
    await (await openEdit(page, 'Soup')).getByText(/This changes \W*Entrance\W* and \W*Hall\W*\./).waitFor()
    const one = await onDisplays(placard, 1)
    await page.goto(placard.url + playlistPath(one.playlistId))
    const dialog = await openEdit(page, 'Soup')
    await expect(dialog.getByText('On the display, before you save')).toBeVisible()
    await expect(dialog.locator('iframe')).toHaveAttribute('src', lookPath(one))
    await expect(dialog.getByText(/This changes/)).toHaveCount(0)
  })
})

test('[TM1] looking back shows a removed picture again, and goes on from change to change as it was', async ({
  page,
}) => {
  const ageingPort = await freePort()
  const preload = pathToFileURL(join(import.meta.dirname, 'rigs', 'ageing-server.ts')).href
  await using placard = await launchPlacard({ NODE_OPTIONS: `--import ${preload}`, AGEING_PORT: String(ageingPort) })
  const now = async () => (await placard.call('getTime')).at
  const goOnTo = (at: number) => fetch(`http://localhost:${ageingPort}/?to=${at}`, { method: 'POST' })
  await placard.call('updateDisplay', { body: { timeZone: 'UTC' } })
  await clearDisplay(placard)
  const red = await addPicture(placard, await flatPicture(RED), { title: 'Red', duration: FOREVER_SECONDS })
  // A few seconds after a full minute, so a preview of that minute shows the change.
  const removedAt = Math.ceil((await now()) / MINUTE_MS + 120) * MINUTE_MS + 6_000
  await goOnTo(removedAt)
  await removeItem(placard, red.id)
  await goOnTo(removedAt + 10 * MINUTE_MS)
  await addPicture(placard, await flatPicture(BLUE), { title: 'Blue', duration: FOREVER_SECONDS })
  await goOnTo(removedAt + 20 * MINUTE_MS)
  await placard.signInAgain()

  await page.clock.install({ time: await now() })
  await signIn(page, placard, PAGES.dashboard, { previewsPlay: true })
  const hero = heroOf(page)
  const frame = hero.locator('iframe')
  const preview = playerIn(hero)
  const field = hero.getByLabel('See it at', { exact: true })
  await sees(frame, BLUE)

  await test.step('an hour ago the removed picture was on, and a change of today ends nothing', async () => {
    await showMore(hero, 'Playback controls')
    await hero.getByRole('button', { name: 'See it at another time…' }).click()
    await hero.getByRole('button', { name: 'An hour ago' }).click()
    await sees(frame, RED)
    await expect(hero.getByText(/^As it played on \w+ \d+ \w+/)).toBeVisible()
    await expect(hero.getByText('Not what the screens show now')).toBeVisible()
    await placard.call('createLine', { body: { text: 'Meanwhile' } })
    await expect(page.getByRole('region', { name: 'Text containers' }).getByText('Meanwhile')).toBeVisible()
    await expect(preview.getByText('Meanwhile')).toHaveCount(0)
    await sees(frame, RED)
  })

  await test.step('the next change is one key, until the present', async () => {
    const next = hero.getByRole('button', { name: 'Next change' })
    const timeOf = (at: number) => new Date(at).toISOString().slice(0, 16)
    await next.press('Enter')
    await expect(preview).toHaveAttribute('data-state', 'empty')
    await expect(field).toHaveValue(timeOf(removedAt))
    await next.press('Enter')
    await sees(frame, BLUE)
    await expect(field).toHaveValue(timeOf(removedAt + 10 * MINUTE_MS))
    await next.press('Enter')
    await expect(preview.getByText('Meanwhile').first()).toBeAttached()
  })

  await test.step('what changed while one watches comes by itself', async () => {
    await field.fill(new Date(removedAt).toISOString().slice(0, 16))
    await sees(frame, RED)
    await expect(preview).toHaveAttribute('data-state', 'empty', { timeout: 20_000 })
    await hero.getByRole('button', { name: 'Back to live' }).click()
    await sees(frame, BLUE)
  })

  await test.step('the activity leads to how it was then', async () => {
    await showMore(page)
    await page.getByRole('button', { name: 'Activity' }).click()
    const row = dialogOf(page)
      .getByRole('listitem')
      .filter({ hasText: /added .*Red/ })
    await row.getByRole('link', { name: 'See it as it was then' }).click()
    await expect(dialogOf(page)).toHaveCount(0)
    await sees(frame, RED)
    await expect(hero.getByText(/^As it played on/)).toBeVisible()
    await expect(page).toHaveURL(/dashboard(?!.*at=)/)
    await hero.getByRole('button', { name: 'Back to live' }).click()
    await sees(frame, BLUE)
  })

  await test.step('what is not known is said, and what was typed stays', async () => {
    const typed = new Date(removedAt - 29 * 24 * 60 * MINUTE_MS).toISOString().slice(0, 16)
    await field.fill(typed)
    await expect(hero.getByRole('alert')).toHaveText(/^There is no record of what played then\./)
    await expect(field).toHaveValue(typed)
    await sees(frame, BLUE)
    await hero.getByRole('button', { name: 'An hour ago' }).click()
    await sees(frame, RED)
    await expect(hero.getByRole('alert')).toHaveCount(0)
  })
})

for (const { name, locale, width, colorScheme } of [
  { name: 'on a desk', locale: 'en-GB', width: 1440, colorScheme: 'dark' },
  { name: 'on a phone', locale: 'en-GB', width: 390, colorScheme: 'light' },
  { name: 'in Arabic', locale: 'ar', width: 1440, colorScheme: 'light' },
  { name: 'in Arabic, on a phone', locale: 'ar', width: 390, colorScheme: 'dark' },
] as const) {
  test.describe(name, () => {
    test.use({ locale, colorScheme, viewport: { width, height: 900 } })

    test(`[TM4] [TM1] ${name} the preview beside the form and the time machine are whole, for everybody`, async ({
      page,
      placard,
    }) => {
      await redAndGreen(placard)
      await signIn(page, placard, PAGES.dashboard, { previewsPlay: true })
      await page
        .getByRole('article', { name: 'Red' })
        .getByRole('button', { name: /Edit|تعديل/ })
        .click()
      const dialog = dialogOf(page)
      if (width < 900) await dialog.locator('summary').first().click()
      const frame = dialog.locator('iframe')
      await frame.scrollIntoViewIfNeeded()
      await sees(frame, RED)
      const box = await frame.boundingBox()
      const form = await dialog.locator('input').first().boundingBox()
      if (width > 900) expect(Math.abs((box?.y ?? 0) - (form?.y ?? 0))).toBeLessThan(400)
      expect((box?.width ?? 0) + (box?.x ?? 0)).toBeLessThanOrEqual(width)
      expect(await findings(page, { within: 'dialog' })).toEqual([])
      await page.screenshot({ path: test.info().outputPath('edit.png') })
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()

      const hero = page.locator('section[aria-labelledby="preview-heading"]')
      await hero.locator('[aria-expanded="false"]').click()
      const buttons = hero.getByRole('button')
      await buttons.and(page.locator('[aria-pressed="false"]')).first().click()
      await expect(hero.locator('input[type="datetime-local"]')).toBeVisible()
      expect(await findings(page, { within: 'section[aria-labelledby="preview-heading"]' })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.screenshot({ path: test.info().outputPath('machine.png') })
    })
  })
}
