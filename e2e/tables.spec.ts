import { type ColumnId, PAGES, type RouteBodyInput, type RowId, type TableId, tablePath } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { paste } from './files.ts'
import { expect, signIn, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'

test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

const { organisationId } = DISPLAY
const [dish, price, soldOut] = ['dish01', 'price1', 'soldou'] as ColumnId[]

const MENU: RouteBodyInput<'createTable'> = {
  name: 'Menu',
  language: 'en-GB',
  columns: [
    { id: dish, name: 'Dish', type: 'words' },
    { id: price, name: 'Price', type: 'money' },
    { id: soldOut, name: 'Sold out', type: 'yes-no' },
  ],
  rows: [
    { id: 'soup' as RowId, cells: { Dish: 'Soup', Price: 4.5, 'Sold out': false } },
    { id: 'cake' as RowId, cells: { Dish: 'Cake', Price: 3, 'Sold out': false } },
  ],
}

async function makeTable(placard: Placard, body = MENU): Promise<TableId> {
  return (await placard.call('createTable', { params: { organisationId }, body })).table.id
}
const readTable = (placard: Placard, tableId: TableId) =>
  placard.call('getTable', { params: { organisationId, tableId } })

const grid = (page: Page) => page.getByRole('grid')
const cell = (page: Page, row: number, column: number) =>
  grid(page).locator(`[aria-rowindex="${row + 2}"] [data-column="${column}"]`)

test('[DT1] a pasted sheet is a table: typed, changed by keys, undone, and found again', async ({ admin, placard }) => {
  await admin.getByRole('link', { name: 'Tables', exact: true }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Tables' })).toBeVisible()
  await paste(admin, 'Dish\tPrice\tSold out\nSoup\t€4.50\tno\n"Cake, with\ncream"\t€3\tyes\n')

  await expect(grid(admin)).toBeVisible()
  await expect(cell(admin, 0, 0)).toHaveText('Soup')
  await expect(cell(admin, 0, 1)).toHaveText('€4.50')
  await expect(cell(admin, 1, 2)).toContainText('Yes')
  expect(await findings(admin)).toEqual([])

  // Type, Tab, Enter: the second cell is refused until it is a price.
  await cell(admin, 0, 0).click()
  await admin.keyboard.type('Leek soup')
  await admin.keyboard.press('Tab')
  await admin.keyboard.type('cheap')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('alert').filter({ hasText: 'This is not a number.' })).toBeVisible()
  await admin.keyboard.press('Control+a')
  await admin.keyboard.type('5,20')
  await admin.keyboard.press('Enter')
  await expect(cell(admin, 0, 0)).toHaveText('Leek soup')
  await expect(cell(admin, 0, 1)).toHaveText('€5.20')
  await expect(admin.getByText('Saved', { exact: true })).toBeVisible()

  await grid(admin).focus()
  await admin.keyboard.press('Control+z')
  await expect(cell(admin, 0, 1)).toHaveText('€4.50')
  await admin.keyboard.press('Control+y')
  await expect(cell(admin, 0, 1)).toHaveText('€5.20')

  // A range from another program, from the selected cell and beyond the last row.
  await cell(admin, 1, 0).click()
  await paste(admin, 'Tea\t2\nJuice\t2.5')
  await expect(cell(admin, 2, 0)).toHaveText('Juice')
  await expect(cell(admin, 2, 1)).toHaveText('€2.50')

  await admin.keyboard.press('Control+f')
  await admin.keyboard.type('jui')
  await expect(admin.getByText('1 of 1')).toBeVisible()
  await admin.keyboard.press('Enter')
  await expect(cell(admin, 2, 0)).toHaveAttribute('data-focus', 'true')

  const tables = await placard.call('listTables', { params: { organisationId } })
  const { table, rows } = await readTable(placard, tables.find(({ name }) => name === 'Pasted table')?.id as TableId)
  const dish = table.columns.find(({ name }) => name === 'Dish')?.id as ColumnId
  expect(rows.map(({ cells }) => cells[dish])).toEqual(['Leek soup', 'Tea', 'Juice'])
})

test('[DT1] prices that are pasted without a sign keep their decimals, and the column can have others', async ({
  admin,
}) => {
  await admin.getByRole('link', { name: 'Tables', exact: true }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Tables' })).toBeVisible()
  await paste(admin, 'Dish\tPrice\nSoup\t2.50\nCake\t12.00\n')
  await expect(cell(admin, 0, 1)).toHaveText('2.50')
  await expect(cell(admin, 1, 1)).toHaveText('12.00')
  await cell(admin, 0, 1).dblclick()
  await expect(grid(admin).getByRole('textbox')).toHaveValue('2.50')
  await admin.keyboard.press('Escape')

  await admin.getByRole('button', { name: 'Price' }).click()
  const settings = admin.getByRole('dialog', { name: 'Column “Price”' })
  await expect(settings.getByRole('combobox', { name: 'Decimals' })).toHaveValue('2')
  expect(await findings(admin)).toEqual([])
  await settings.getByRole('combobox', { name: 'Decimals' }).selectOption('1.000')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(cell(admin, 0, 1)).toHaveText('2.500')
  await grid(admin).focus()
  await admin.keyboard.press('Control+z')
  await expect(cell(admin, 0, 1)).toHaveText('2.50')
})

test('[DT1] cells are copied as Excel reads them', async ({ admin, placard }) => {
  await admin.goto(placard.url + tablePath(await makeTable(placard)))
  await cell(admin, 0, 0).click()
  await cell(admin, 1, 1).click({ modifiers: ['Shift'] })
  const copied = await admin.evaluate(() => {
    const clipboardData = new DataTransfer()
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
    )
    return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') }
  })
  expect(copied.text).toBe('Soup\t4.50\nCake\t3.00')
  expect(copied.html).toContain('<td>Soup</td><td>4.50</td>')
})

test('[DT1] two people on one table see each other; the same cell is a question', async ({
  admin,
  placard,
  browser,
}) => {
  const tableId = await makeTable(placard)
  await admin.goto(placard.url + tablePath(tableId))
  await expect(cell(admin, 0, 0)).toHaveText('Soup')
  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await signIn(other, placard, tablePath(tableId))
  await expect(cell(other, 0, 0)).toHaveText('Soup')

  // Different cells of one row.
  await cell(other, 0, 1).dblclick()
  await cell(admin, 0, 0).click()
  await admin.keyboard.type('Leek soup')
  await admin.keyboard.press('Enter')
  await expect(cell(other, 0, 0)).toHaveText('Leek soup')
  await other.keyboard.press('Escape')

  // The same cell: the first value is saved while the second is still on its way.
  await other.route(
    '**/rows/soup',
    async (route) => {
      await placard.call('updateRow', {
        params: { organisationId, tableId, rowId: 'soup' as RowId },
        body: { cells: { Price: 5 } },
        headers: { 'if-match': '*' },
      })
      await route.continue()
    },
    { times: 1 },
  )
  await cell(other, 0, 1).click()
  await other.keyboard.type('6')
  await other.keyboard.press('Enter')
  await expect(other.getByText('Somebody else changed this cell meanwhile')).toBeVisible()
  await expect(other.getByText('€6.00')).toBeVisible()
  await expect(cell(other, 0, 1)).toHaveText('€5.00')
  await other.getByRole('button', { name: 'Use mine' }).click()
  await expect(cell(admin, 0, 1)).toHaveText('€6.00')
})

test('[DT1] a cell that somebody types into is a question if its value changes meanwhile, and stays with its row', async ({
  admin,
  placard,
}) => {
  const tableId = await makeTable(placard)
  const params = { organisationId, tableId }
  const byOther = (rowId: string, cells: Record<string, string | number>) =>
    placard.call('updateRow', {
      params: { ...params, rowId: rowId as RowId },
      body: { cells },
      headers: { 'if-match': '*' },
    })
  await admin.goto(placard.url + tablePath(tableId))
  await cell(admin, 0, 1).dblclick()
  await admin.keyboard.press('Control+a')
  await admin.keyboard.type('6')
  // The value of somebody else is on the page before this one is sent.
  await byOther('soup', { Dish: 'Leek soup', Price: 5 })
  await expect(cell(admin, 0, 0)).toHaveText('Leek soup')
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('Somebody else changed this cell meanwhile')).toBeVisible()
  await expect(cell(admin, 0, 1)).toHaveText('€5.00')
  await admin.getByRole('button', { name: 'Use mine' }).click()
  await expect(cell(admin, 0, 1)).toHaveText('€6.00')

  await cell(admin, 1, 0).click()
  await admin.keyboard.type('Apple cake')
  const bread = { id: 'bread' as RowId, cells: { Dish: 'Bread' } }
  await placard.call('createRows', { params, body: { rows: [bread], after: null } })
  await expect(cell(admin, 0, 0)).toHaveText('Bread')
  await admin.keyboard.press('Enter')
  await expect(cell(admin, 2, 0)).toHaveText('Apple cake')
  await expect(cell(admin, 1, 0)).toHaveText('Leek soup')

  // A new row below, while somebody adds one as well.
  await cell(admin, 3, 0).click()
  await admin.keyboard.type('Tea')
  await placard.call('createRows', { params, body: { rows: [{ cells: { Dish: 'Juice' } }] } })
  await expect(cell(admin, 3, 0)).toHaveText('Juice')
  await admin.keyboard.press('Enter')
  await expect(cell(admin, 4, 0)).toHaveText('Tea')
  await expect(admin.getByText('Saved', { exact: true })).toBeVisible()
  const { rows } = await readTable(placard, tableId)
  expect(rows.map(({ cells }) => cells[dish as string])).toEqual(['Bread', 'Leek soup', 'Apple cake', 'Juice', 'Tea'])
})

test('[DT1] a change that cannot be saved is kept, and saved when the network is back', async ({ admin, placard }) => {
  const tableId = await makeTable(placard)
  await admin.goto(placard.url + tablePath(tableId))
  await cell(admin, 0, 0).click()
  await admin.route('**/rows/**', (route) => route.abort())
  await admin.keyboard.type('Broth')
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('Not saved', { exact: true })).toBeVisible()
  await expect(cell(admin, 0, 0)).toHaveText('Broth')
  await admin.unroute('**/rows/**')
  await admin.getByRole('button', { name: 'Try again' }).click()
  await expect(admin.getByText('Saved', { exact: true })).toBeVisible()
  expect((await readTable(placard, tableId)).rows[0]?.cells[dish as string]).toBe('Broth')
})

test('[DT1] rows are dragged by their numbers, and columns sorted', async ({ admin, placard }) => {
  const rows = ['b', 'c', 'a'].map((name) => ({ id: name as RowId, cells: { Dish: name } }))
  const tableId = await makeTable(placard, { ...MENU, rows })
  const order = async () => (await readTable(placard, tableId)).rows.map(({ id }) => id).join('')
  await admin.goto(placard.url + tablePath(tableId))
  const first = await grid(admin).locator('[data-gutter="0"]').boundingBox()
  const last = await grid(admin).locator('[data-gutter="2"]').boundingBox()
  if (!first || !last) throw new Error('the rows are not there')
  await admin.mouse.move(first.x + 10, first.y + 10)
  await admin.mouse.down()
  await admin.mouse.move(first.x + 10, last.y + last.height - 4, { steps: 6 })
  await admin.mouse.up()
  await expect.poll(order).toBe('cab')

  await admin.getByRole('button', { name: 'Dish' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Sort ascending' }).click()
  await expect.poll(order).toBe('abc')
})

test('[DT1] a table is saved as CSV and Excel, and read again as itself', async ({ admin, placard }) => {
  const tableId = await makeTable(placard, {
    ...MENU,
    rows: [
      { cells: { Dish: '=SUM(A1)', Price: 4.5, 'Sold out': true } },
      { cells: { Dish: 'Two\nlines, "quoted"; with all', Price: -3 } },
    ],
  })
  const { rows } = await readTable(placard, tableId)
  for (const [label, ending] of [
    ['Save as CSV', '.csv'],
    ['Save as Excel file', '.xlsx'],
  ] as const) {
    await admin.goto(placard.url + tablePath(tableId))
    await admin.getByRole('button', { name: 'More' }).click()
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: label }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`Menu${ending}`)
    await admin.goto(placard.url + PAGES.tables)
    const before = (await placard.call('listTables', { params: { organisationId } })).length
    const [chooser] = await Promise.all([
      admin.waitForEvent('filechooser'),
      admin.getByRole('button', { name: 'From a CSV or Excel file' }).click(),
    ])
    await chooser.setFiles(await download.path())
    await expect(grid(admin)).toBeVisible()
    const all = await placard.call('listTables', { params: { organisationId } })
    expect(all).toHaveLength(before + 1)
    const newest = all.toSorted((one, two) => two.changedAt - one.changedAt)[0]
    const again = await readTable(placard, newest?.id as TableId)
    expect(again.table.columns.map(({ name }) => name)).toEqual(['Dish', 'Price', 'Sold out'])
    expect(again.rows.map(({ cells }) => again.table.columns.map(({ id }) => cells[id]))).toEqual(
      rows.map(({ cells }) => [dish, price, soldOut].map((id) => cells[id as string])),
    )
  }
})

test('[DT1] 2,000 rows are drawn near the window alone, and scroll to the last', async ({ admin, placard }) => {
  const rows = Array.from({ length: 2_000 }, (_, at) => ({ cells: { Dish: `Dish ${at + 1}`, Price: at } }))
  await admin.goto(placard.url + tablePath(await makeTable(placard, { ...MENU, rows })))
  await expect(cell(admin, 0, 0)).toHaveText('Dish 1')
  expect(await grid(admin).locator('[data-index]').count()).toBeLessThan(80)
  await cell(admin, 0, 0).click()
  await admin.keyboard.press('Control+End')
  await admin.keyboard.press('ArrowUp')
  await expect(grid(admin).getByText('Dish 2000', { exact: true })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('[DT1] a row is a card, and "sold out" is one touch', async ({ admin, placard }) => {
    const tableId = await makeTable(placard)
    await admin.goto(placard.url + tablePath(tableId))
    const soup = admin.getByRole('listitem').filter({ hasText: 'Soup' })
    await expect(soup.getByText('€4.50')).toBeVisible()
    await soup.getByRole('switch', { name: 'Sold out' }).tap()
    await expect.poll(async () => (await readTable(placard, tableId)).rows[0]?.cells[soldOut as string]).toBe(true)
    expect(await findings(admin)).toEqual([])

    await soup.getByRole('button', { name: 'Change Soup' }).tap()
    const form = admin.getByRole('dialog')
    await form.getByLabel('Price').fill('cheap')
    await form.getByRole('button', { name: 'Save' }).tap()
    await expect(form.getByText('This is not a number.')).toBeVisible()
    await form.getByLabel('Price').fill('5.20')
    await form.getByRole('button', { name: 'Save' }).tap()
    await expect(soup.getByText('€5.20')).toBeVisible()
    expect(await admin.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('[DT1] [DT3] a menu without a column for it gets "sold out" in one touch, and an undo takes it back', async ({
    admin,
    placard,
  }) => {
    const menu = [
      { id: dish, name: 'Dish', type: 'words' as const },
      { id: price, name: 'Price', type: 'number' as const, decimals: 2 },
    ]
    const rows = [{ cells: { Dish: 'Soup', Price: 4.5 } }, { cells: { Dish: 'Cake', Price: 3 } }]
    const tableId = await makeTable(placard, { ...MENU, columns: menu, rows })
    await admin.goto(placard.url + tablePath(tableId))
    const add = admin.getByRole('button', { name: 'Add “Sold out”' })
    await add.tap()
    const cake = admin.getByRole('listitem').filter({ hasText: 'Cake' })
    await cake.getByRole('switch', { name: 'Sold out' }).tap()
    await expect(add).toHaveCount(0)
    expect(await findings(admin)).toEqual([])
    const read = async () => (await readTable(placard, tableId)).table.columns.map(({ name, type }) => [name, type])
    await expect.poll(read).toContainEqual(['Sold out', 'yes-no'])
    for (const _ of ['the switch', 'the column']) await admin.getByRole('button', { name: 'Undo' }).tap()
    await expect(add).toBeVisible()
    // A list without prices is no menu.
    const plain = await makeTable(placard, { ...MENU, columns: menu.slice(0, 1), rows: [{ cells: { Dish: 'Soup' } }] })
    await admin.goto(placard.url + tablePath(plain))
    await expect(admin.getByRole('listitem').filter({ hasText: 'Soup' })).toBeVisible()
    await expect(add).toHaveCount(0)
  })
})
