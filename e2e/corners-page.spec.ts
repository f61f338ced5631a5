import { CORNERS, type Corner, PAGES, playerPath, type RouteBodyInput } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { APPEARANCES } from './looks.ts'
import { BLUE, flatPicture, RED } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { pressUndo } from './undo.ts'

test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

const LAYOUT = `${PAGES.layout}?display=${DISPLAY.displayId}`
const { organisationId } = DISPLAY
const ANY = { 'if-match': '*' }

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
  for (const corner of CORNERS) await setCorner(placard, corner, null)
  await placard.call('updateBrand', { params: { organisationId }, body: { colour: null, logoUrl: null } })
})

/** By the API, like another user. */
const setCorner = (placard: Placard, corner: Corner, piece: RouteBodyInput<'setCornerPiece'>['piece']) =>
  placard.call('setCornerPiece', { params: { ...DISPLAY, corner }, body: { piece }, headers: ANY })
const piecesOf = async (placard: Placard) => (await placard.call('getProgramme')).cornerPieces

async function openCorners(page: Page, placard: Placard): Promise<void> {
  await signIn(page, placard, LAYOUT)
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Corners' }).click()
}
const spot = (page: Page, name: RegExp | string) => page.getByRole('button', { name })
const cardOf = (page: Page, name: string) => page.getByRole('region', { name })
const form = (page: Page, name: string) => page.getByRole('dialog', { name })
const save = (page: Page, name: string) => form(page, name).getByRole('button', { name: 'Save' }).click()

test('[LY6] a corner of the picture is pressed, a clock chosen, and it is on the screen; an undo empties the corner', async ({
  page,
  placard,
  context,
}) => {
  await addPicture(placard, await flatPicture(RED))
  await openCorners(page, placard)
  await spot(page, 'Put something into this corner: Top right').first().click()
  const dialog = form(page, 'Top right')
  await dialog.getByRole('radio', { name: 'Clock' }).check()
  await dialog.getByRole('radio', { name: 'Hands' }).check()
  await dialog.getByRole('switch', { name: 'With the date' }).check()
  await dialog.getByRole('slider', { name: 'Size' }).fill('16')
  await expect(dialog.getByText('16 %', { exact: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await save(page, 'Top right')
  await expect(page.getByText('The corner is saved.')).toBeVisible()
  expect(await piecesOf(placard)).toMatchObject([
    { corner: 'top-right', kind: 'clock', face: 'hands', date: true, size: 16 },
  ])
  await expect(cardOf(page, 'Top right')).toContainText('Clock')

  const screen = await context.newPage()
  await screen.goto(placard.url + playerPath(DISPLAY))
  await expect(screen.locator('[data-corner="top-right"] svg')).toBeVisible()
  await pressUndo(page)
  await expect(screen.locator('[data-corner]')).toHaveCount(0)
  await expect(cardOf(page, 'Top right')).toContainText('Empty')
})

test('[LY6] words and a QR code are set, and what does not fit is told at its field with nothing lost', async ({
  page,
  placard,
}) => {
  await openCorners(page, placard)
  await cardOf(page, 'Bottom left').getByRole('button', { name: 'Add' }).click()
  const left = form(page, 'Bottom left')
  await left.getByRole('radio', { name: 'Words' }).check()
  await save(page, 'Bottom left')
  await expect(left.getByRole('textbox', { name: 'Words' })).toHaveAttribute('aria-invalid', 'true')
  await left.getByRole('textbox', { name: 'Words' }).fill('Room 12')
  await left.getByRole('radio', { name: 'QR code' }).check()
  await left.getByLabel('Address that the code opens').fill('not an address')
  await save(page, 'Bottom left')
  await expect(left.getByLabel('Address that the code opens')).toHaveAttribute('aria-invalid', 'true')
  // The words that were typed before are still there.
  await left.getByRole('radio', { name: 'Words' }).check()
  await expect(left.getByRole('textbox', { name: 'Words' })).toHaveValue('Room 12')
  await save(page, 'Bottom left')
  await expect(left).toHaveCount(0)
  await spot(page, 'Put something into this corner: Bottom right').first().click()
  const right = form(page, 'Bottom right')
  await right.getByRole('radio', { name: 'QR code' }).check()
  await right.getByLabel('Address that the code opens').fill('example.org/menu')
  await save(page, 'Bottom right')
  await expect(right).toHaveCount(0)
  expect(await piecesOf(placard)).toMatchObject([
    { corner: 'bottom-left', kind: 'words', text: 'Room 12', size: 12 },
    { corner: 'bottom-right', kind: 'qr', link: 'https://example.org/menu', size: 18 },
  ])
})

test('[LY6] the logo of the organisation, or a picture of the library or of this computer, stands in a corner', async ({
  page,
  placard,
}) => {
  const file = await placard.call('uploadMedia', {
    body: await flatPicture(BLUE),
    headers: { 'content-type': 'image/jpeg' },
  })
  await placard.call('addLibraryFile', { params: { organisationId }, body: { mediaId: file.id, name: 'Sponsor' } })
  await openCorners(page, placard)
  await spot(page, 'Put something into this corner: Top left').first().click()
  const dialog = form(page, 'Top left')
  await dialog.getByRole('radio', { name: 'Logo', exact: true }).check()
  await dialog.getByRole('radio', { name: 'Sponsor' }).check()
  await save(page, 'Top left')
  await expect(dialog).toHaveCount(0)
  expect(await piecesOf(placard)).toMatchObject([{ kind: 'logo', url: file.url }])

  await spot(page, /^Top left: Logo/).click()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'Logo.jpg',
    mimeType: 'image/jpeg',
    buffer: await flatPicture('#1f7a8c'),
  })
  await expect(dialog.getByRole('radio', { name: 'Picture' }).first()).toBeChecked()
  await save(page, 'Top left')
  await expect.poll(async () => (await piecesOf(placard))[0]).not.toMatchObject({ url: file.url })

  // Without a logo of the organisation, the page says that nothing is shown.
  await spot(page, /^Top left: Logo/).click()
  await dialog.getByRole('radio', { name: 'Logo of your organisation' }).check()
  await save(page, 'Top left')
  await expect(cardOf(page, 'Top left')).toContainText('Your organisation has no logo yet')
})

test('[LY6] a piece gets a schedule, is moved to another corner and removed, by the keyboard', async ({
  page,
  placard,
}) => {
  await setCorner(placard, 'top-left', { kind: 'words', size: 10, text: 'Room 12' })
  await setCorner(placard, 'bottom-right', { kind: 'clock', size: 10, face: 'digits', date: false })
  await openCorners(page, placard)
  const card = cardOf(page, 'Top left')
  await card.getByRole('button', { name: /Always/ }).press('Enter')
  const schedule = page.getByRole('dialog')
  await schedule.getByRole('radio', { name: /Weekdays/ }).check()
  await schedule.getByRole('button', { name: 'Save' }).press('Enter')
  await expect.poll(async () => (await piecesOf(placard))[0]?.schedule?.days).toEqual([1, 2, 3, 4, 5])

  const place = card.getByRole('combobox', { name: /Corner for this content/ })
  await expect(place.getByRole('option')).toHaveText(['Top left', 'Top right', 'Bottom left'])
  await place.selectOption('Bottom left')
  await expect(cardOf(page, 'Bottom left')).toContainText('Room 12')
  expect((await piecesOf(placard)).map(({ corner }) => corner)).toEqual(['bottom-left', 'bottom-right'])

  await cardOf(page, 'Bottom left')
    .getByRole('button', { name: /^Remove/ })
    .press('Enter')
  await expect(cardOf(page, 'Bottom left')).toContainText('Empty')
  await page.keyboard.press('Control+z')
  await expect(cardOf(page, 'Bottom left')).toContainText('Room 12')
})

test('[LY6] a corner that somebody else has changed meanwhile is not replaced unseen', async ({ page, placard }) => {
  await setCorner(placard, 'top-left', { kind: 'words', size: 10, text: 'Room 12' })
  await page.route('**/api/**/live**', (route) => route.abort())
  await openCorners(page, placard)
  await spot(page, /^Top left: Words/).click()
  await setCorner(placard, 'top-left', { kind: 'words', size: 10, text: 'Room 14' })
  const dialog = form(page, 'Top left')
  await dialog.getByRole('textbox', { name: 'Words' }).fill('Room 13')
  await save(page, 'Top left')
  await expect(dialog.getByRole('alert')).toContainText('Room 14')
  expect(await piecesOf(placard)).toMatchObject([{ text: 'Room 14' }])
  await save(page, 'Top left')
  await expect(dialog).toHaveCount(0)
  expect(await piecesOf(placard)).toMatchObject([{ text: 'Room 13' }])
})

for (const [name, options] of APPEARANCES) {
  test.describe(() => {
    test.use(options)
    test(`[LY6] the corners have no findings of axe, and are no wider than their window: ${name}`, async ({
      page,
      placard,
    }) => {
      await addPicture(placard, await flatPicture('#7a2f5f'), { title: 'Campus' })
      await setCorner(placard, 'top-left', { kind: 'words', size: 10, text: 'Room 12' })
      await setCorner(placard, 'top-right', { kind: 'clock', size: 14, face: 'digits', date: true })
      await signIn(page, placard, LAYOUT)
      await page.getByRole('group').first().waitFor()
      await page.getByRole('button', { name: name === 'Arabic' ? 'الزوايا' : 'Corners', exact: true }).click()
      await expect(page.locator('[data-at="bottom-left"] button')).toBeVisible()
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.locator('[data-at="bottom-left"] button').click()
      await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible()
      expect(await findings(page)).toEqual([])
    })
  })
}
