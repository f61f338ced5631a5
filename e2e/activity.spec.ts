import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { removeItem } from './content.ts'
import { expect, showMore, test } from './journey.ts'
import { makeMenu } from './menu.ts'
import type { Placard } from './placard.ts'

const MARKUP = '<img src=x onerror=alert(1)>'

const titlesOf = async (placard: Placard) => (await placard.call('getProgramme')).items.map(({ title }) => title)
const noticeOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const rowOf = (page: Page, text: string | RegExp) =>
  page.getByRole('dialog').first().getByRole('listitem').filter({ hasText: text })

test('D7 X1 the button of a notice restores a deleted item', async ({ admin, placard }) => {
  const before = await placard.call('getProgramme')
  const [, second] = before.items
  if (!second) throw new Error('the sample is too small')
  const card = admin.getByRole('article', { name: second.title })
  await card.getByRole('button', { name: 'Delete' }).click()
  // The notice waits for as long as this machine needs to click on it.
  await admin.clock.install()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const notice = noticeOf(admin, 'Item deleted successfully.')
  await expect(notice.getByText('Item deleted successfully.', { exact: true })).toBeVisible()
  await admin.clock.pauseAt(Date.now() + 1_000)
  await notice.getByRole('button', { name: 'Undo' }).click()
  await admin.clock.resume()
  await expect(noticeOf(admin, 'Undone.')).toBeVisible()
  await expect(card).toBeVisible()
  expect(await titlesOf(placard)).toEqual(before.items.map(({ title }) => title))

  const [line] = before.lines
  if (!line) throw new Error('the sample has no line')
  const texts = admin.getByRole('listitem').filter({ hasText: line.text })
  await texts.getByRole('button', { name: 'Delete' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // By the keyboard alone.
  const undo = noticeOf(admin, 'Text Container Deleted Successfully!').getByRole('button', { name: 'Undo' })
  await undo.focus()
  await admin.keyboard.press('Enter')
  await expect(texts).toBeVisible()
  expect((await placard.call('getProgramme')).lines.map(({ text }) => text)).toEqual(
    before.lines.map(({ text }) => text),
  )
})

test('[B24] T4 the activity says who did what; one thing is undone, and the display goes back to a moment', async ({
  admin,
  placard,
}) => {
  await placard.call('createItem', {
    body: { title: MARKUP, url: 'https://example.org/film.mp4', type: 'video' },
  })
  const before = await titlesOf(placard)
  const [first, second] = (await placard.call('getProgramme')).items
  if (!first || !second) throw new Error('the sample is too small')
  await placard.call('updateItem', {
    params: { itemId: first.id } as never,
    body: { visible: false },
    headers: { 'if-match': '*' },
  })
  await removeItem(placard, second.id)

  await showMore(admin)
  await admin.getByRole('button', { name: 'Activity' }).click()
  const dialog = admin.getByRole('dialog').first()
  await expect(dialog.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(rowOf(admin, `added “\u2068${MARKUP}\u2069”`)).toBeVisible()
  await expect(dialog.locator('img, svg[onload]')).toHaveCount(0)
  await expect(rowOf(admin, / hid /).first()).toContainText(first.title)
  expect(await findings(admin)).toEqual([])

  await test.step('what was hidden is shown again', async () => {
    await rowOf(admin, / hid /).first().getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(admin, /undid for/).first()).toContainText('hiding a container')
    await expect.poll(async () => (await placard.call('getProgramme')).items[0]?.visible).toBe(true)
    await expect(rowOf(admin, / hid /).first().getByRole('button', { name: 'Undo' })).toBeHidden()
  })

  await test.step('what would happen is told before, and is told anew when somebody was faster', async () => {
    await rowOf(admin, `added “\u2068${MARKUP}\u2069”`).getByRole('button', { name: 'Go back to here' }).click()
    const question = admin.getByRole('alertdialog', { name: 'Go back to this state?' })
    await expect(question.getByRole('listitem')).toHaveCount(1)
    await expect(question).toContainText(second.title)
    expect(await findings(admin)).toEqual([])
    await placard.call('createLine', { body: { text: 'Meanwhile' } })
    await question.getByRole('button', { name: 'Go back' }).click()
    await expect(question).toContainText('Somebody has changed this display meanwhile')
    await expect(question.getByRole('listitem')).toHaveCount(2)
    await question.getByRole('button', { name: 'Go back' }).click()
    await expect(noticeOf(admin, 'The display is restored.')).toBeVisible()
    expect(await titlesOf(placard)).toEqual(before)
    await expect(rowOf(admin, /went back to the state of/)).toBeVisible()
  })

  await test.step('a refusal is marked as one, with its reason', async () => {
    await dialog.getByLabel('What').selectOption({ label: 'Refused' })
    await expect(rowOf(admin, /was refused/).first()).toContainText('Somebody else changed this meanwhile')
  })

  await test.step('an owner sees the sign-ins of the organisation', async () => {
    await dialog.getByLabel('Where').selectOption({ label: 'All of the organisation' })
    await expect(rowOf(admin, /signed in/).first()).toBeVisible()
  })
})

test('[LY7] [DT4] the activity of a display has what was put in a corner of it, and changes of a table that it shows', async ({
  admin,
  placard,
}) => {
  const { table, rows } = await makeMenu(placard, [{ cells: { Dish: 'Tomato soup', Price: '4.50' } }])
  const [dish, row] = [table.columns[0], rows[0]]
  if (!dish || !row) throw new Error('the table is empty')
  await placard.call('createLine', { body: { text: `Today: {cell ${table.id}/${row.id}/${dish.id}}` } })
  await placard.call('updateRow', {
    params: { organisationId: table.organisationId, tableId: table.id, rowId: row.id } as never,
    body: { cells: { [dish.id]: 'Lentil soup' } },
    headers: { 'if-match': '*' },
  })
  const notice = { look: 'paper', heading: 'Coffee', body: '', byline: '' } as const
  await placard.call('startInsert', {
    body: { content: { kind: 'notice', notice }, place: 'left', displays: null, minutes: 5 },
  })

  await showMore(admin)
  await admin.getByRole('button', { name: 'Activity' }).click()
  await expect(rowOf(admin, /put .*Coffee.* in a corner/)).toHaveCount(1)
  const changed = rowOf(admin, /Lentil soup/).filter({ hasText: 'In the table “Menu”' })
  await expect(changed).toHaveCount(1)
  // It is undone where the table is.
  await expect(changed.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  expect(await findings(admin)).toEqual([])
})
