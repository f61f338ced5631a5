import { NO_PICTURE, RowId, type TableContents, Value, wordsOfValue } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { THREE_WAYS } from './looks.ts'
import { makeMenu } from './menu.ts'
import { DISPLAY, type Placard } from './placard.ts'

const { organisationId } = DISPLAY
const SOUP = RowId.parse('soup')

const ROWS = [
  { id: SOUP, cells: { Dish: 'Soup', Price: '4.5' } },
  { cells: { Dish: 'Lasagne', Price: '8.9' } },
  { cells: { Dish: 'Apple pie' } },
]

async function setPrice(placard: Placard, { table }: TableContents, price: string | null): Promise<void> {
  const params = { organisationId, tableId: table.id, rowId: SOUP }
  await placard.call('updateRow', { params, body: { cells: { Price: price } }, headers: { 'if-match': '*' } })
}

const priceIn = ({ table }: TableContents) =>
  wordsOfValue(Value.parse({ of: 'cell', tableId: table.id, rowId: SOUP, columnId: table.columns[1]?.id }))

async function choose(form: Locator, dish: string, column: string): Promise<void> {
  await form.getByRole('button', { name: 'Table or weather' }).click()
  const menu = form.getByRole('group', { name: 'Table or weather' })
  await menu.getByRole('searchbox', { name: 'Find a row' }).fill(dish)
  await menu.getByRole('listitem').filter({ hasText: dish }).getByRole('button', { name: column }).click()
  await expect(menu).toBeHidden()
}

const tickerOf = (screen: Page) => screen.locator('.ticker-line')

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
})

test('[DT4] a value is chosen on a phone, and a changed price is on the screen at once, in a notice and in the ticker', async ({
  admin: page,
  placard,
  context,
}) => {
  const menu = await makeMenu(placard, ROWS)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Add Text' }).first().click()
  const lineForm = page.getByRole('dialog')
  const text = lineForm.getByRole('textbox', { name: 'Text' })
  await text.fill('Soup today ')
  await choose(lineForm, 'Soup', 'Price')
  await expect(text).toHaveValue('Soup today {Menu: Soup: Price}')
  await expect(text).toBeFocused()
  expect(await findings(page)).toEqual([])
  await lineForm.getByRole('button', { name: 'Save' }).click()
  await expect(lineForm).toBeHidden()
  await expect(page.getByRole('region', { name: 'Text' }).getByRole('listitem')).toContainText('Soup today €4.50')

  await page.getByRole('button', { name: 'Pictures' }).click()
  await page.getByRole('button', { name: 'Write a notice' }).last().click()
  const form = page.getByRole('dialog', { name: /notice/i })
  await form.getByLabel('Heading').fill('Soup of the day')
  const body = form.getByRole('textbox', { name: 'Text' })
  await body.fill('Only ')
  await choose(form, 'Soup', 'Price')
  await expect(body).toHaveValue('Only {Menu: Soup: Price}')
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(form).toBeHidden()

  const screen = await context.newPage()
  await screen.goto(placard.display)
  const player = screen.locator('main.player')
  await expect(player.getByText('Only €4.50')).toBeVisible()
  await expect(tickerOf(screen).filter({ hasText: 'Soup today €4.50' }).first()).toBeAttached()
  await setPrice(placard, menu, '5.2')
  await expect(player.getByText('Only €5.20')).toBeVisible()
  await expect(tickerOf(screen).filter({ hasText: 'Soup today €5.20' }).first()).toBeAttached()
})

test('[DT4] a name in the text is deleted as a whole, typed text around it stays', async ({ admin: page, placard }) => {
  const menu = await makeMenu(placard, ROWS)
  await placard.call('createLine', { body: { text: `Soup ${priceIn(menu)} today` } })
  const row = page.getByRole('region', { name: 'Text' }).getByRole('listitem')
  await row.getByRole('button', { name: 'Rewrite' }).click()
  const field = row.getByRole('textbox', { name: 'Text' })
  await expect(field).toHaveValue('Soup {Menu: Soup: Price} today')
  await field.press('Home')
  await field.pressSequentially('Our ')
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(28, 28))
  await field.press('Backspace')
  await expect(field).toHaveValue('Our Soup  today')
  await field.press('ControlOrMeta+z')
  await expect(field).toHaveValue('Our Soup {Menu: Soup: Price} today')
  await field.press('Enter')
  await expect(row).toContainText('Our Soup €4.50 today')
  expect((await placard.call('getProgramme')).lines[0]?.text).toBe(`Our Soup ${priceIn(menu)} today`)
})

test('[DT4] a missing value takes the line and the paragraph away, and the card says so', async ({
  admin: page,
  placard,
  context,
}) => {
  const menu = await makeMenu(placard, ROWS)
  await placard.call('createLine', { body: { text: `Soup ${priceIn(menu)}` } })
  await placard.call('createLine', { body: { text: 'Open until five' } })
  const notice = {
    look: 'paper' as const,
    heading: 'Canteen',
    body: `Soup ${priceIn(menu)}\n\nOpen until five`,
    byline: '',
  }
  await placard.call('createItem', { body: { title: 'Canteen', type: 'notice', url: NO_PICTURE, notice } })
  const only = { ...notice, heading: `Soup ${priceIn(menu)}`, body: '' }
  await placard.call('createItem', { body: { title: 'Only the soup', type: 'notice', url: NO_PICTURE, notice: only } })
  const screen = await context.newPage()
  await screen.goto(placard.display)
  const player = screen.locator('main.player')
  await expect(player.getByText('Soup €4.50').first()).toBeVisible()

  await setPrice(placard, menu, null)
  await expect(player.getByText('Soup')).toHaveCount(0)
  await expect(player.getByText('Open until five').first()).toBeVisible()
  await expect(player.getByText(/[{}]/)).toHaveCount(0)

  await page.bringToFront()
  const line = page.getByRole('region', { name: 'Text' }).getByRole('listitem').first()
  await expect(line).toContainText(/Off until the table has a value for .?Menu: Soup: Price.?\./)
  await expect(line).toContainText('A value is missing')
  const card = (name: string) => page.getByRole('article', { name })
  await expect(card('Canteen')).toContainText(
    /A part is left out until the table has a value for .?Menu: Soup: Price.?\./,
  )
  await expect(card('Only the soup')).toContainText(/Off until the table has a value for .?Menu: Soup: Price.?\./)

  await setPrice(placard, menu, '6')
  await expect(player.getByText('Soup €6.00').first()).toBeVisible()
  await expect(line).not.toContainText('Off until')
})

for (const { name, colorScheme, locale, width } of THREE_WAYS) {
  test.describe(`${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 844 } })

    test(`[DT4] the menu of values has no finding and fits, ${name}`, async ({ page, placard }) => {
      const menu = await makeMenu(placard, ROWS)
      await placard.call('createLine', { body: { text: `Soup ${priceIn(menu)}` } })
      await setPrice(placard, menu, null)
      const notice = { look: 'paper' as const, heading: 'Canteen', body: `Soup ${priceIn(menu)}`, byline: '' }
      await placard.call('createItem', { body: { title: 'Canteen', type: 'notice', url: NO_PICTURE, notice } })
      await signIn(page, placard)
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
      const card = page.getByRole('article', { name: 'Canteen' })
      await expect(card).toContainText('Menu: Soup: Price')
      await card.getByRole('button').nth(-2).click()
      const form = page.getByRole('dialog')
      await form.getByRole('button', { name: locale === 'ar' ? 'جدول أو طقس' : 'Table or weather' }).click()
      await expect(form.getByText('€8.90')).toBeVisible()
      expect(await findings(page, { within: 'dialog' })).toEqual([])
      expect(await fits()).toBe(true)
      await form.getByText('€8.90').click()
      await expect(form.locator('[name="notice.heading"]')).toHaveValue('Canteen{Menu: Lasagne: Price}')
    })
  })
}
