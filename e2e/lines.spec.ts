import { clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { DISPLAY } from './placard.ts'
import { pressUndo } from './undo.ts'

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
})

test('D3 a long list scrolls to the line that was added', async ({ admin, placard }) => {
  for (let n = 1; n <= 30; n += 1) await placard.call('createLine', { body: { text: `Line ${n}` } })
  const rows = admin.getByRole('region', { name: 'Text' }).getByRole('listitem')
  await expect(rows).toHaveCount(30)
  await expect(rows.last()).not.toBeInViewport()
  await admin.getByRole('button', { name: 'Add Text' }).first().click()
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('The newest')
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(rows.last()).toContainText('The newest')
  await expect(rows.last()).toBeInViewport({ ratio: 0.9 })
})

test('[U6] a line is edited where it stands: Enter saves it, Escape gives it back', async ({ admin, placard }) => {
  for (const text of ['One', 'Two', 'Three']) await placard.call('createLine', { body: { text } })
  const rows = admin.getByRole('region', { name: 'Text' }).getByRole('listitem')
  const texts = async () => (await placard.call('getProgramme')).lines.map(({ text }) => text)
  await rows.nth(0).getByRole('button', { name: 'Rewrite' }).click()
  const field = rows.nth(0).getByRole('textbox', { name: 'Text' })
  await expect(field).toBeFocused()
  await field.fill('Never')
  await field.press('Escape')
  await expect(rows.nth(0)).toContainText('One')
  expect(await texts()).toEqual(['One', 'Two', 'Three'])

  await rows.nth(0).getByRole('button', { name: 'Rewrite' }).click()
  await field.fill('Uno')
  await field.press('Enter')
  await expect(rows).toContainText(['Uno', 'Two', 'Three'])
  await expect(rows.nth(0).getByRole('button', { name: 'Rewrite' })).toBeFocused()
  expect(await texts()).toEqual(['Uno', 'Two', 'Three'])
})

test('[U6] T4 a line that somebody else changed meanwhile: both are shown, and neither is lost', async ({
  admin,
  placard,
}) => {
  const { line } = await placard.call('createLine', { body: { text: 'Exam on Monday' } })
  const row = admin.getByRole('region', { name: 'Text' }).getByRole('listitem')
  const text = async () => (await placard.call('getProgramme')).lines[0]?.text
  await row.getByRole('button', { name: 'Rewrite' }).click()
  const params = { ...DISPLAY, lineId: line.id }
  await placard.call('updateLine', { params, body: { text: 'Exam on Tuesday' }, headers: { 'if-match': '"1"' } })
  const field = row.getByRole('textbox', { name: 'Text' })
  await field.fill('Exam in hall B')
  await field.press('Enter')
  await expect(row.getByRole('alert')).toContainText('Exam on Tuesday')
  await expect(field).toHaveValue('Exam in hall B')
  expect(await text()).toBe('Exam on Tuesday')
  await row.getByRole('button', { name: 'Keep mine' }).click()
  await field.press('Enter')
  await expect.poll(text).toBe('Exam in hall B')
})

test('[U12] after an undo the focus is on what came back, and Ctrl+Z undoes', async ({ admin, placard }) => {
  for (const text of ['One', 'Two']) await placard.call('createLine', { body: { text } })
  const rows = admin.getByRole('region', { name: 'Text' }).getByRole('listitem')
  const remove = async () => {
    await rows.nth(0).getByRole('button', { name: 'Delete' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rows).toHaveCount(1)
  }
  await remove()
  await pressUndo(admin)
  await expect(rows.nth(0).getByRole('button', { name: 'Rewrite' })).toBeFocused()
  await remove()
  await expect(admin.getByText('Text Container Deleted Successfully!').last()).toBeVisible()
  await admin.keyboard.press('ControlOrMeta+z')
  await expect(rows.nth(0).getByRole('button', { name: 'Rewrite' })).toBeFocused()
  await expect(rows).toContainText(['One', 'Two'])
})
