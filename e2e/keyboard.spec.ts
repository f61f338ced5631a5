import { PAGES } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { pickFile } from './files.ts'
import { expect, test } from './journey.ts'
import { flatPicture } from './pixels.ts'
import { ADMIN } from './placard.ts'

/** More steps than any page has. Reaching this limit means that the element cannot be focused. */
const MOST_STEPS = 150

/** Presses Tab until the element has the focus. Every element on the way must show its focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focusLeavesNoTrace)).toBe('')
  }
  throw new Error(`${wanted} cannot be reached by Tab`)
}

/** Descriptions of elements that have the focus without showing it. Empty: none. */
function focusLeavesNoTrace(): string {
  const element = document.activeElement
  // The browser's own: the end of the page, a frame's inside, a video's controls.
  if (!element || element === document.body || element instanceof HTMLIFrameElement) return ''
  const marks = [element, element.parentElement, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])]
  const isMarked = marks.some((mark) => {
    if (!mark) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(mark)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  return isMarked ? '' : `no focus is seen on ${element.outerHTML.slice(0, 160)}`
}

async function press(page: Page, button: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press(key)
}

test('every task of an administrator by keyboard alone', async ({ page, placard }) => {
  test.setTimeout(360_000)
  const dialog = page.getByRole('dialog')
  const saved = () => placard.call('getProgramme')

  await test.step('A1 sign in', async () => {
    await page.goto(placard.url + PAGES.login)
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(ADMIN.email)
    await page.keyboard.press('Tab')
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(placard.url + PAGES.dashboard)
  })

  await test.step('D3 T2 add a line, and leave its dialog by Escape: the focus is back where it was', async () => {
    const add = page.getByRole('button', { name: 'Add Text' }).first()
    await press(page, add)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(add).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('textbox'))
    await page.keyboard.type('Written without a mouse')
    await press(page, dialog.getByRole('button', { name: /add|save/i }))
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await saved()).lines.at(-1)?.text).toBe('Written without a mouse')
  })

  await test.step('T3 D4 move it, then delete it after the question', async () => {
    const row = page.getByRole('region', { name: 'Text' }).getByRole('listitem').filter({ hasText: 'without a mouse' })
    const before = (await saved()).lines.length
    await press(page, row.getByRole('button', { name: 'Move up' }))
    await expect.poll(async () => (await saved()).lines.at(-2)?.text).toBe('Written without a mouse')
    await press(page, row.getByRole('button', { name: 'Delete' }))
    const question = page.getByRole('alertdialog').or(dialog)
    await expect(question).toBeVisible()
    await press(page, question.getByRole('button', { name: 'Delete' }))
    await expect.poll(async () => (await saved()).lines.length).toBe(before - 1)
  })

  await test.step('C1 C2 add a picture', async () => {
    await press(page, page.getByRole('link', { name: 'Add Container' }).first())
    await page.waitForURL(placard.url + PAGES.addContainer)
    await tabTo(page, page.locator('input[type="file"]'))
    const buffer = await flatPicture('#2050a0')
    await pickFile(page, () => page.keyboard.press('Enter'), { name: 'blue.png', type: 'image/png', buffer })
    await tabTo(page, page.getByLabel('Title'))
    await page.keyboard.type('Picked by keyboard')
    await press(page, page.getByRole('button', { name: 'Upload' }))
    await expect(page.getByText('Uploaded successfully')).toBeVisible()
    await page.goto(placard.url + PAGES.dashboard)
  })

  await test.step('D6 T1 hide, show and edit it', async () => {
    const card = page.getByRole('article', { name: 'Picked by keyboard' })
    const item = async () => (await saved()).items.find(({ title }) => title.startsWith('Picked by keyboard'))
    await press(page, card.getByRole('button', { name: 'Hide' }), 'Space')
    await expect.poll(async () => (await item())?.visible).toBe(false)
    await press(page, card.getByRole('button', { name: 'Edit' }))
    await tabTo(page, dialog.getByLabel('Title'))
    await page.keyboard.press('End')
    await page.keyboard.type(', edited')
    await tabTo(page, dialog.getByLabel('Duration'))
    await page.keyboard.press('ArrowDown')
    await tabTo(page, dialog.getByLabel('Visible'))
    await page.keyboard.press('Space')
    await press(page, dialog.getByRole('button', { name: 'Save' }))
    await expect(dialog).toBeHidden()
    await expect.poll(item).toMatchObject({ title: 'Picked by keyboard, edited', duration: 10, visible: true })
  })

  await test.step('E1 give it an earlier place', async () => {
    const earlier = page
      .getByRole('article', { name: 'Picked by keyboard, edited' })
      .getByRole('button', { name: /earlier/i })
    const place = async () => (await saved()).items.findIndex(({ title }) => title === 'Picked by keyboard, edited')
    const before = await place()
    await press(page, earlier)
    await expect.poll(place).toBe(before - 1)
  })

  await test.step('D7 delete it, and the question holds the focus', async () => {
    const card = page.getByRole('article', { name: 'Picked by keyboard, edited' })
    await press(page, card.getByRole('button', { name: 'Delete' }))
    const question = page.getByRole('alertdialog').or(dialog)
    await expect(question).toBeVisible()
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(() => {
        const element = document.activeElement
        return element !== null && element !== document.body && element.closest('dialog') === null
      })
      expect(outside).toBe(false)
    }
    await press(page, question.getByRole('button', { name: 'Delete' }))
    await expect(card).toHaveCount(0)
    // The focus goes to what stands there now, a moment later.
    await expect(page.locator('h2:focus, h3:focus')).toHaveCount(1)
  })

  await test.step('A6 sign out', async () => {
    await press(page, page.getByRole('button', { name: 'Account menu' }))
    await press(page, page.getByRole('button', { name: 'Sign out' }))
    await page.waitForURL(`**${PAGES.login}**`)
  })
})
