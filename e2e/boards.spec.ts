import { DisplayId, NO_PICTURE, PAGES, tablePath } from '@placard/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { paste } from './files.ts'
import { expect, test } from './journey.ts'
import { makeMenu } from './menu.ts'
import { DISPLAY, type Placard } from './placard.ts'

const SHEET = 'Dish\tPrice\tSold out\nTomato soup\t€4.50\tno\nLasagne\t€8.90\tyes\nApple pie\t€3.80\tno\n'

/** A screen of the display, which has nothing to show. */
async function emptyScreen(browser: Browser, placard: Placard): Promise<Page> {
  await clearDisplay(placard)
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(placard.display)
  return screen
}

test('[DT3] a pasted sheet is on the screen after three actions, and a changed cell follows', async ({
  admin: page,
  browser,
  placard,
}) => {
  const screen = await emptyScreen(browser, placard)

  await test.step('paste, look, put on', async () => {
    await page.getByRole('button', { name: 'Add anything…' }).first().waitFor()
    await paste(page, SHEET)
    const form = page.getByRole('dialog', { name: 'Add a board' })
    await expect(form.getByRole('radio', { name: 'Menu' })).toBeChecked()
    await form.getByRole('textbox', { name: 'Title' }).fill('Canteen')
    await form.getByRole('button', { name: 'Put it on' }).click()
    await expect(form).toBeHidden()
  })

  const board = screen.locator('.board-menu[data-fits]')
  await expect(board).toContainText('Canteen')
  await expect(board.locator('.board-out')).toContainText('Lasagne')

  await test.step('the cell changes where it stands', async () => {
    const { organisationId } = DISPLAY
    const [table] = await placard.call('listTables', { params: { organisationId } })
    const params = { organisationId, tableId: table?.id as never }
    const { rows } = await placard.call('getTable', { params })
    await board.evaluate((element) => element.setAttribute('data-same', ''))
    const row = { ...params, rowId: rows[0]?.id as never }
    await placard.call('updateRow', { params: row, body: { cells: { Price: '5.20' } }, headers: { 'if-match': '*' } })
    await expect(board).toContainText('5.20')
    await expect(board).toHaveAttribute('data-same', '')
  })

  await test.step('the form changes the look', async () => {
    const card = page.getByRole('article', { name: 'Canteen' })
    await card.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit the board' })
    await form.getByRole('radio', { name: 'Table' }).check({ force: true })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(screen.locator('.board-plain[data-fits]')).toContainText('Sold out')
  })
})

test('[DT3] a pasted sheet with prices but no sign is a menu that shows their decimals', async ({
  admin: page,
  browser,
  placard,
}) => {
  const screen = await emptyScreen(browser, placard)
  await page.getByRole('button', { name: 'Add anything…' }).first().waitFor()
  await paste(page, 'Dish\tPrice\nTomato soup\t2.50\nLasagne\t8.00\n')
  const form = page.getByRole('dialog', { name: 'Add a board' })
  await expect(form.getByRole('radio', { name: 'Menu' })).toBeChecked()
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(form).toBeHidden()
  const board = screen.locator('.board-menu[data-fits]')
  await expect(board).toContainText('2.50')
  await expect(board).toContainText('8.00')
})

test('[DT3] the page of a table puts it on a display, and the page of that display shows the board', async ({
  admin: page,
  placard,
}) => {
  await clearDisplay(placard)
  const bistro = DisplayId.parse('bistro')
  await placard.call('createDisplay', { body: { id: bistro, name: 'Bistro', timeZone: 'UTC' } })
  const { table } = await makeMenu(placard, [{ cells: { Dish: 'Tomato soup', Price: '4.50' } }])

  await page.goto(placard.url + tablePath(table.id))
  const show = page.getByRole('button', { name: 'Show on a display' })
  const form = page.getByRole('dialog', { name: 'Add a board' })
  await test.step('one of several displays, and the table is chosen', async () => {
    await show.click()
    const displays = page.getByRole('dialog', { name: 'Choose a display' })
    expect(await findings(page)).toEqual([])
    await displays.getByRole('button', { name: 'Bistro' }).click()
    await expect(form.getByRole('combobox', { name: 'Table' })).toHaveValue(table.id)
  })
  await test.step('to cancel leads back to the table', async () => {
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('grid')).toBeVisible()
  })
  await test.step('put on, it has the focus on the page of the display', async () => {
    await show.click()
    await page.getByRole('dialog', { name: 'Choose a display' }).getByRole('button', { name: 'Bistro' }).click()
    await form.getByRole('textbox', { name: 'Title' }).fill('Canteen')
    await form.getByRole('button', { name: 'Put it on' }).click()
    await expect(page).toHaveURL(`${placard.url}${PAGES.dashboard}?display=${bistro}`)
    await expect(page.getByRole('heading', { name: 'Canteen' })).toBeFocused()
  })
  const params = { organisationId: DISPLAY.organisationId, displayId: bistro }
  const { items } = await placard.call('getProgramme', { params })
  expect(items).toMatchObject([{ type: 'board', board: { tableId: table.id, title: 'Canteen' } }])
  // Other tests remove all tables, and a table on a board cannot be removed.
  for (const { id: itemId } of items) await placard.call('removeItem', { params: { ...params, itemId } })
})

/** The pixels of a part of the screen. */
const pixelsOf = async (part: Locator) =>
  sharp(await part.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer()

test('[DT3] a price is changed by two actions, and on the screen the pixels of that price change and no others', async ({
  admin: page,
  browser,
  placard,
}) => {
  await clearDisplay(placard)
  const { table } = await makeMenu(placard, [
    { cells: { Dish: 'Tomato soup', Price: '4.50' } },
    { cells: { Dish: 'Lasagne', Price: '8.90' } },
  ])
  const board = { tableId: table.id, look: 'plain' as const }
  await placard.call('createItem', { body: { title: 'Menu', type: 'board', url: NO_PICTURE, duration: 600, board } })
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(placard.display)
  const cellAt = (row: number, column: number) =>
    screen.locator('.board-plain tbody tr').nth(row).locator('td').nth(column)
  await expect(cellAt(0, 1)).toHaveText('€4.50')
  // The board comes on by a fade.
  await screen.waitForTimeout(2_000)
  const parts = [cellAt(0, 1), cellAt(0, 0), cellAt(1, 0), cellAt(1, 1)]
  const before = await Promise.all(parts.map(pixelsOf))

  await page.goto(placard.url + tablePath(table.id))
  await page.getByRole('grid').locator('[aria-rowindex="2"] [data-column="1"]').click()
  await page.keyboard.type('4.70')
  await page.keyboard.press('Enter')
  await expect(cellAt(0, 1)).toHaveText('€4.70')
  await screen.waitForTimeout(2_000)
  const [price, ...others] = await Promise.all(parts.map(pixelsOf))
  expect(before[0] && price?.equals(before[0])).toBe(false)
  for (const [index, other] of others.entries()) expect(other.equals(before[index + 1] as Buffer)).toBe(true)
})

test('[DT3] a board with more rows than fit turns its pages until each row was on the screen', async ({
  browser,
  placard,
}) => {
  test.setTimeout(90_000)
  await clearDisplay(placard)
  const names = Array.from({ length: 60 }, (_, index) => `Dish ${index + 1}`)
  const { table } = await makeMenu(
    placard,
    names.map((Dish) => ({ cells: { Dish, Price: '4.50' } })),
  )
  const board = { tableId: table.id, look: 'plain' as const }
  await placard.call('createItem', { body: { title: 'Menu', type: 'board', url: NO_PICTURE, duration: 40, board } })
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(placard.display)
  const drawn = screen.locator('.board-plain[data-fits="true"]')
  await expect(drawn).toBeVisible()
  const onPage = () =>
    drawn
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows
          .filter((row) => getComputedStyle(row).visibility === 'visible' && row.getClientRects().length > 0)
          .map((row) => row.querySelector('td')?.textContent ?? ''),
      )
  const seen = new Set<string>()
  const most: number[] = []
  const look = async () => {
    const rows = await onPage()
    most.push(rows.length)
    for (const name of rows) seen.add(name)
    return names.filter((name) => !seen.has(name))
  }
  await expect.poll(look, { timeout: 60_000 }).toEqual([])
  expect(Math.max(...most)).toBeLessThan(names.length)
  expect(Number(await drawn.getAttribute('data-smallest'))).toBeGreaterThanOrEqual(0.035)
})
