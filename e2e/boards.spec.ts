import { clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { DISPLAY } from './placard.ts'

const SHEET = 'Dish\tPrice\tSold out\nTomato soup\t€4.50\tno\nLasagne\t€8.90\tyes\nApple pie\t€3.80\tno\n'

test('[DT3] a pasted sheet is on the screen after three actions, and a changed cell follows', async ({
  admin: page,
  browser,
  placard,
}) => {
  await clearDisplay(placard)
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(placard.display)

  await test.step('paste, look, put on', async () => {
    await page.getByRole('button', { name: 'Film, PDF…' }).first().waitFor()
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, SHEET)
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
