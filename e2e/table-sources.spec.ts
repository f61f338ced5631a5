import { PAGES, tablePath } from '@placard/contract'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { expect, signIn } from './journey.ts'
import { DISPLAY } from './placard.ts'
import { type FeedSite, startFeedSite } from './rigs/feed-site.ts'
import { test } from './rigs/house.ts'

test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 180_000 })

const { organisationId } = DISPLAY
const csv = (body: string) => ({ type: 'text/csv', body })

let site: FeedSite

test.beforeEach(async ({ house, sitePort }) => {
  await clearDisplay(house)
  site = await startFeedSite(sitePort)
})
test.afterEach(() => site.close())

test('[DT2] an address becomes a table and a board; a changed file changes the screen, and a failure leaves the last rows', async ({
  page,
  house,
  browser,
}) => {
  site.put('/menu.csv', csv('No;Dish;Price\n1;Soup;4,50\n2;Cake;3,00\n'))
  await signIn(page, house)
  await page.goto(new URL(PAGES.tables, house.url).href)
  await page.getByRole('button', { name: 'From an address' }).first().click()
  const form = page.getByRole('dialog', { name: 'Follow an address' })
  await form.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/menu.csv`)

  await test.step('what it holds is shown before it is saved', async () => {
    const preview = form.getByRole('region', { name: 'What the address holds' })
    await expect(preview).toContainText('CSV')
    await expect(preview).toContainText('2 rows')
    await expect(preview.getByRole('row', { name: /Soup/ })).toBeVisible()
    await expect(form.getByRole('combobox', { name: 'Column for “Dish”' })).toHaveValue('new:words')
    await expect(form.getByRole('combobox', { name: 'Key' })).toHaveValue('No')
    expect(await findings(page)).toEqual([])
    await form.getByRole('textbox', { name: 'Name' }).fill('Canteen')
    await form.getByRole('button', { name: 'Follow it' }).click()
    await expect(form).toBeHidden()
  })

  const cell = (row: number, column: number) =>
    page.getByRole('grid').locator(`[aria-rowindex="${row + 2}"] [data-column="${column}"]`)
  const panel = page.getByRole('region', { name: 'Source' })
  await expect(cell(0, 1)).toHaveText('Soup')
  await expect(panel).toContainText('every 5 minutes')
  await expect(page.getByRole('button', { name: 'Row', exact: true })).toBeHidden()
  expect(await findings(page)).toEqual([])

  const [table] = await house.call('listTables', { params: { organisationId } })
  const key = { organisationId, tableId: table?.id as never }
  const board = { tableId: key.tableId, look: 'menu' as const, title: 'Canteen' }
  await house.call('createItem', {
    body: { title: 'Canteen', type: 'board', url: 'about:blank', visible: true, board },
  })
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(house.display)
  await expect(screen.locator('.board-menu')).toContainText('Soup')

  /** The address is read at most once in ten seconds. */
  const readUntil = (done: () => Promise<void>) =>
    expect(async () => {
      await panel.getByRole('button', { name: 'Read now' }).click()
      await done()
    }).toPass({ timeout: 40_000, intervals: [3_000] })

  await test.step('a column of one’s own stays with its row', async () => {
    const column = { id: 'soldou' as never, name: 'Sold out', type: 'yes-no' as const }
    await house.call('createColumn', { params: key, body: column })
    await cell(0, 3).locator('span').first().click()
    await expect(cell(0, 3)).toContainText('Yes')
    await expect(screen.locator('.board-out')).toContainText('Soup')
    // Cells of the source are not opened.
    await cell(0, 1).dblclick()
    await expect(page.getByRole('grid').getByRole('textbox')).toBeHidden()
  })

  await test.step('the file changes, and the screen with it', async () => {
    site.put('/menu.csv', csv('No;Dish;Price;Allergens\n2;Cake;3,20;A\n1;Leek soup;4,50;\n'))
    await readUntil(() => expect(cell(0, 1)).toHaveText('Cake', { timeout: 2_000 }))
    await expect(screen.locator('.board-menu')).toContainText('Leek soup')
    await expect(screen.locator('.board-out')).toContainText('Leek soup')
    await expect(panel).toContainText('The source has a new column: “Allergens”.')
  })

  await test.step('it fails: the last rows stay, and the page says so', async () => {
    site.put('/menu.csv', 500)
    await readUntil(() => expect(panel).toContainText('returned an error', { timeout: 2_000 }))
    await expect(panel).toContainText('The last rows stay.')
    await expect(panel).toContainText('Next try')
    await expect(cell(0, 1)).toHaveText('Cake')
    await expect(screen.locator('.board-menu')).toContainText('Cake')
    expect(await findings(page)).toEqual([])
  })

  await test.step('it is no longer followed, and every cell can be changed again', async () => {
    await panel.getByRole('button', { name: 'Stop following' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop following' }).click()
    await expect(panel).toBeHidden()
    await cell(0, 1).click()
    await page.keyboard.type('Pie')
    await page.keyboard.press('Enter')
    await expect(screen.locator('.board-menu')).toContainText('Pie')
  })
  await screen.close()
})

test('[DT2] on a phone and in Arabic: JSON with its list, and a web page that is no table', async ({
  house,
  browser,
}) => {
  site.put('/board.json', {
    type: 'application/json',
    body: JSON.stringify({ data: { trips: [{ line: 'S1', to: 'Airport', at: '2026-12-24T08:05:00Z' }], more: [] } }),
  })
  site.put('/page', { type: 'text/html', body: '<!doctype html><html><body>Hello</body></html>' })
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'ar',
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  await signIn(page, house)
  await page.goto(new URL(PAGES.tables, house.url).href)
  await page.getByRole('button', { name: 'من عنوان على الويب' }).first().click()
  const form = page.getByRole('dialog')
  const address = form.getByRole('textbox', { name: 'العنوان' })
  await address.fill(`${site.url}/page`)
  await expect(form).toContainText('هذه صفحة ويب وليست جدولًا')
  await address.fill(`${site.url}/board.json`)
  await expect(form).toContainText('JSON')
  await expect(form.getByRole('combobox', { name: 'العمود المقابل لـ«at (time)»' })).toHaveValue('new:time')
  await form.getByRole('button', { name: 'يحتاج العنوان إلى ترويسة' }).scrollIntoViewIfNeeded()
  expect(await findings(page)).toEqual([])
  await form.getByRole('button', { name: 'اتبعه' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('region', { name: 'المصدر' })).toContainText('JSON')
  expect(await findings(page)).toEqual([])
  const tables = await house.call('listTables', { params: { organisationId } })
  expect(page.url()).toContain(tablePath(tables.find(({ name }) => name.startsWith('127.'))?.id as never))
  await context.close()
})
