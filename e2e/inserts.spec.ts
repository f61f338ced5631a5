import { DisplayId, PAGES, type RouteBodyInput } from '@placard/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { THREE_WAYS } from './looks.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { pressUndo } from './undo.ts'

test.use({ locale: 'en-GB' })

const put = (placard: Placard, more: Partial<RouteBodyInput<'startInsert'>> = {}) =>
  placard.call('startInsert', {
    body: {
      content: { kind: 'notice', notice: { look: 'paper', heading: 'Coffee', body: 'In the kitchen', byline: '' } },
      place: 'top-right',
      displays: null,
      minutes: 30,
      ...more,
    } as RouteBodyInput<'startInsert'>,
  })

const shows = async (page: Page, across: number, down: number, colour: string) =>
  isNear(await colourAt(page, across, down), colour)

async function hang(context: BrowserContext, placard: Placard): Promise<Page> {
  const player = await context.newPage()
  await player.setViewportSize({ width: 960, height: 540 })
  await player.goto(placard.display)
  await expect.poll(() => shows(player, 0.5, 0.45, BLUE)).toBe(true)
  const known = async () => (await placard.call('listScreens')).screens.filter(({ beat }) => beat).length
  await expect.poll(known, { timeout: 60_000 }).toBeGreaterThan(0)
  return player
}

test.beforeEach(async ({ placard }) => {
  for (const { id } of (await placard.call('listInserts')).running)
    await placard.call('endInsert', { params: { insertId: id } as never })
  const { screens } = await placard.call('listScreens')
  for (const { id } of screens) await placard.call('removeScreen', { params: { ...DISPLAY, screenId: id } })
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(BLUE), { title: 'Blue', duration: 3_600, fit: 'cover' })
})

test('[LY7] from the page of a display to a corner of its screens, listed, extended, ended and taken back', async ({
  page,
  placard,
  context,
}) => {
  const green = await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 5 })
  await placard.call('removeItem', { params: { itemId: green.id } as never, headers: { 'if-match': '*' } })
  await signIn(page, placard)
  const player = await hang(context, placard)

  await test.step('under More is a way to it, with this display chosen', async () => {
    await showMore(page)
    await page.getByRole('link', { name: 'Put something in a corner' }).click()
    await expect(page).toHaveURL(new RegExp(`${PAGES.takeOver}\\?insert=${DISPLAY.displayId}$`))
  })

  const dialog = page.getByRole('dialog')
  await test.step('what is missing is said at its field, and nothing is lost', async () => {
    await dialog.getByRole('radio', { name: 'Bottom left corner' }).check({ force: true })
    await dialog.getByRole('radio', { name: 'Web page' }).check({ force: true })
    await dialog.getByLabel('Address of the page').fill('ftp://example.org')
    await dialog.getByRole('button', { name: 'Put it on the screens' }).click()
    await expect(dialog.getByLabel('Address of the page')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByRole('radio', { name: 'Bottom left corner' })).toBeChecked()
  })

  await test.step('a stored picture, in a corner that is pressed, for an hour', async () => {
    await dialog.getByRole('radio', { name: 'A picture or a film' }).check({ force: true })
    await dialog.locator('label', { hasText: 'Green' }).click()
    await dialog.getByLabel('For how long').selectOption('60')
    await dialog.getByRole('button', { name: 'Put it on the screens' }).click()
    await expect(dialog).toBeHidden()
  })

  const listed = page.getByRole('listitem', { name: 'Green' })
  await test.step('the screen shows it over what plays, and the page counts it', async () => {
    await expect.poll(() => shows(player, 0.17, 0.7, GREEN)).toBe(true)
    expect(await shows(player, 0.8, 0.3, BLUE)).toBe(true)
    await expect(listed).toContainText('Bottom left corner')
    await expect(listed.getByText('1 of 1 screen shows it')).toBeVisible({ timeout: 10_000 })
    await expect(page).toHaveURL(placard.url + PAGES.takeOver)
  })

  await test.step('it is extended, ended in one click, and that is taken back', async () => {
    await listed.getByRole('button', { name: '+ 15 minutes' }).click()
    await expect(listed).toContainText('75 minutes left')
    await listed.getByRole('button', { name: 'End now: “Green”' }).click()
    await expect.poll(() => shows(player, 0.17, 0.7, BLUE)).toBe(true)
    await expect(listed).toHaveCount(0)
    await pressUndo(page)
    await expect.poll(() => shows(player, 0.17, 0.7, GREEN)).toBe(true)
    await listed.getByRole('button', { name: 'End now: “Green”' }).click()
    await expect(listed).toHaveCount(0)
    const { entries } = await placard.call('listOrganisationActivity')
    expect(entries.filter(({ kind }) => kind.startsWith('insert-')).map(({ kind }) => kind)).toEqual([
      'insert-ended',
      'insert-resumed',
      'insert-ended',
      'insert-prolonged',
      'insert-started',
    ])
  })
})

test('[LY7] until a time of day; an older one waits, and a fifth is refused in words', async ({ page, placard }) => {
  await signIn(page, placard, PAGES.takeOver)
  await page.getByRole('button', { name: 'Put something on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Notice' }).check({ force: true })
  await dialog.getByLabel('Heading').fill('Coffee')
  await dialog.getByLabel('For how long').selectOption('until')
  const inTwoHours = await page.evaluate(() => {
    const at = new Date(Date.now() + 2 * 3_600_000)
    return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
  })
  await dialog.getByLabel('Until', { exact: true }).fill(inTwoHours)
  await dialog.getByRole('button', { name: 'Put it on the screens' }).click()
  await expect(dialog).toBeHidden()
  const [first] = (await placard.call('listInserts')).running
  expect(Math.round(((first?.endsAt ?? 0) - (first?.startedAt ?? 0)) / 60_000)).toBeGreaterThanOrEqual(119)
  expect(Math.round(((first?.endsAt ?? 0) - (first?.startedAt ?? 0)) / 60_000)).toBeLessThanOrEqual(120)

  for (const heading of ['Tea', 'Cake', 'Soup'])
    await put(placard, { content: { kind: 'notice', notice: { look: 'paper', heading, body: '', byline: '' } } })
  const rows = page.getByRole('listitem').filter({ hasText: 'Top right corner' })
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: 'Waits behind a newer one' })).toHaveCount(3)
  await expect(rows.first()).toContainText('Soup')
  await expect(rows.first()).not.toContainText('Waits')

  await page.getByRole('button', { name: 'Put something on' }).click()
  await dialog.getByRole('radio', { name: 'Notice' }).check({ force: true })
  await dialog.getByLabel('Heading').fill('Pie')
  await dialog.getByRole('button', { name: 'Put it on the screens' }).click()
  await expect(
    dialog.getByText('A display shows one of these at a time, and at most three wait. End one first.'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Heading')).toHaveValue('Pie')
})

test('[LY7] a new picture is uploaded in the form, and chosen at once', async ({ page, placard }) => {
  await signIn(page, placard, PAGES.takeOver)
  await page.getByRole('button', { name: 'Put something on' }).click()
  const dialog = page.getByRole('dialog')
  const files = { name: 'open-door.png', mimeType: 'image/png', buffer: await flatPicture(GREEN) }
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Upload a picture' }).click(),
  ])
  await chooser.setFiles(files)
  await expect(dialog.getByRole('radio', { name: 'Open door' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Put it on the screens' }).click()
  await expect(dialog).toBeHidden()
  expect((await placard.call('listInserts')).running).toMatchObject([{ name: 'Open door', content: { kind: 'file' } }])
})

test('[LY7] the page of a display lists what is in a corner of it and what waits, and ends it with an undo', async ({
  page,
  placard,
}) => {
  const here = page.getByRole('region', { name: 'In a corner for a while' })
  const rows = here.getByRole('listitem')
  await signIn(page, placard)
  await expect(page.getByRole('button', { name: / loop · / })).toBeVisible()
  await expect(here).toHaveCount(0)

  const display = await placard.call('createDisplay', { body: { id: DisplayId.parse('hall'), name: 'Hall' } })
  await put(placard, { displays: [display.id] })
  await put(placard)
  const notice = { look: 'paper', heading: 'Tea', body: '', byline: '' } as const
  await put(placard, { content: { kind: 'notice', notice }, displays: [DISPLAY.displayId], place: 'left', minutes: 60 })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('Tea')
  await expect(rows.nth(0)).toContainText('Left side')
  await expect(rows.nth(0)).toContainText('Department of ECE')
  await expect(rows.nth(0)).toContainText(/Until \d+:\d\d/)
  await expect(rows.nth(0)).not.toContainText('Waits')
  // On the other display it is shown.
  await expect(rows.nth(1)).toContainText('Coffee')
  await expect(rows.nth(1)).toContainText('Waits behind a newer one')
  await expect(rows.nth(1)).toContainText('All displays')
  expect(await findings(page)).toEqual([])

  await here.getByRole('button', { name: 'End now: “Tea”' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).not.toContainText('Waits')
  await pressUndo(page)
  await expect(rows).toHaveCount(2)
  for (const { id } of (await placard.call('listInserts')).running)
    await placard.call('endInsert', { params: { insertId: id } as never })
  await expect(here).toHaveCount(0)
})

for (const { name, colorScheme, locale, width } of THREE_WAYS) {
  test.describe(`${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 844 } })

    test(`[LY7] the list and its dialog have no finding, ${name}`, async ({ page, placard }) => {
      await put(placard, { content: { kind: 'address', type: 'webpage', url: 'https://door.example', title: 'Door' } })
      await put(placard, { place: 'bottom' })
      await signIn(page, placard, `${PAGES.takeOver}?insert=`)
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
      const shot = async (what: string, fullPage = false) => {
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/insert-${width}-${locale}-${what}.png`, fullPage })
      }
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      expect(await findings(page, { within: 'dialog' })).toEqual([])
      expect(await fits()).toBe(true)
      await shot('form')
      await dialog.locator('input[value="notice"]').check({ force: true })
      await dialog.locator('[name="heading"]').fill('Coffee')
      await dialog.locator('input[value="left"]').check({ force: true })
      expect(await findings(page, { within: 'dialog' })).toEqual([])
      await dialog.locator('input[value="left"]').scrollIntoViewIfNeeded()
      await shot('notice')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('listitem').filter({ hasText: 'Coffee' })).toBeVisible()
      expect(await findings(page)).toEqual([])
      expect(await fits()).toBe(true)
      await shot('page', true)
    })
  })
}
