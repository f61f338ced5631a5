import { NOTICE_MS } from '@placard/contract'
import { expect, test } from './journey.ts'
import { colourAt, isNear } from './pixels.ts'

const FILM = { title: 'A film', url: 'https://example.org/film.mp4', type: 'video' as const, duration: 5 }

test('X2 a notice stays while a pointer rests on it, and has its whole time again when the pointer leaves', async ({
  admin,
  placard,
}) => {
  await placard.call('createItem', { body: { ...FILM, title: 'Read slowly' } })
  const dialog = admin.getByRole('dialog')
  await admin.getByRole('article', { name: 'Read slowly' }).getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Duration').selectOption('30')
  await admin.clock.install()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const notice = admin.getByText('Updated Successfully')
  await expect(notice).toBeVisible()
  await notice.hover()
  await admin.clock.runFor(4 * NOTICE_MS)
  await expect(notice).toBeVisible()
  await admin.mouse.move(10, 890)
  await admin.clock.runFor(NOTICE_MS - 1_000)
  await expect(notice).toBeVisible()
  await admin.clock.runFor(2_000)
  await expect(notice).toBeHidden()
})

test('X2 a notice is seen in front of a dialog, whichever came first', async ({ admin, placard }) => {
  await placard.call('createItem', { body: { ...FILM, title: 'Under a notice' } })
  const edit = admin.getByRole('article', { name: 'Under a notice' }).getByRole('button', { name: 'Edit' })
  const dialog = admin.getByRole('dialog')
  await edit.click()
  await dialog.getByLabel('Duration').selectOption('30')
  // The notice waits for as long as this machine needs to open a dialog.
  await admin.clock.install()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const notice = admin.getByText('Updated Successfully')
  await expect(notice).toBeVisible()
  await admin.clock.pauseAt(Date.now() + 1_000)
  await edit.click()
  await expect(dialog).toBeVisible()
  // A notice that was still fading in when the clock stopped, on a slow machine, is there by then.
  await admin.clock.runFor(1_000)

  // A dialog's backdrop dims what lies behind it.
  const box = await notice.boundingBox()
  if (!box) throw new Error('the notice has no place')
  const isBright = async () =>
    isNear(await colourAt(admin, (box.x + box.width + 4) / 1440, (box.y + box.height / 2) / 900), '#ffffff')
  await expect.poll(isBright).toBe(true)
})

test('X4 a change that cannot be saved gets a message, and the list shows the real state', async ({
  admin,
  placard,
}) => {
  await placard.call('createItem', { body: { ...FILM, title: 'Stubborn' } })
  const card = admin.getByRole('article', { name: 'Stubborn' })
  await expect(card).toBeVisible()
  await admin.route('**/items/**', (route) => route.abort('connectionfailed'))
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect(admin.getByText(/not saved/i).first()).toBeVisible()
  await expect(card.getByRole('button', { name: 'Hide' })).toBeVisible()
})

test('X4 a text that cannot be added, moved or deleted gets a message, and the typed text stays', async ({
  admin,
  placard,
}) => {
  for (const text of ['Stays first', 'Stays second']) await placard.call('createLine', { body: { text } })
  const rows = admin.getByRole('region', { name: 'Text' }).getByRole('listitem')
  const row = rows.filter({ hasText: 'Stays second' })
  // The states of the rows come when the page is idle.
  await expect(row).toContainText('On now')
  const before = await rows.allTextContents()
  const told = admin.getByText(/^Not saved\. /)
  await admin.route(/\/lines(\/|$)/, (route) => route.abort('connectionfailed'))

  await row.getByRole('button', { name: 'Move up' }).click()
  await expect(told).toHaveCount(1)
  await expect.poll(() => rows.allTextContents()).toEqual(before)
  await row.getByRole('button', { name: 'Delete' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText(/The server cannot be reached/).last()).toBeVisible()
  await expect.poll(() => rows.allTextContents()).toEqual(before)
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('alertdialog')).toBeHidden()

  await admin.getByRole('button', { name: 'Add Text' }).first().click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Typed in vain')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached')
  await expect(dialog.getByRole('textbox')).toHaveValue('Typed in vain')
  await admin.unroute(/\/lines(\/|$)/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.filter({ hasText: 'Typed in vain' })).toBeVisible()
})

for (const language of ['en', 'de', 'ar'] as const) {
  test(`X2 [HS31] a notice covers no part of the navigation, in ${language}, from 320 to 1440 px`, async ({
    admin,
    placard,
  }) => {
    await placard.call('createItem', { body: { ...FILM, title: 'In the way' } })
    await admin.evaluate((tag) => localStorage.setItem('placard-language', tag), language)
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.reload()
    const card = admin.getByRole('article', { name: 'In the way' })
    await card.locator('[class*="actions"] button').nth(1).click()
    const dialog = admin.getByRole('dialog')
    await dialog.locator('select:has(option[value="30"])').selectOption('30')
    await dialog.locator('button[type="submit"]').click()
    await expect(dialog).toBeHidden()
    const notice = admin.locator('[popover="manual"] > *').first()
    await expect(notice).toBeVisible()
    // A notice stays while its button has the focus.
    await notice.getByRole('button').last().focus()
    for (const width of [320, 390, 640, 800, 991, 992, 1024, 1100, 1180, 1280, 1343, 1344, 1366, 1440]) {
      await admin.setViewportSize({ width, height: 900 })
      const covered = await notice.evaluate((element) => {
        const box = element.getBoundingClientRect()
        if (box.left < 0 || box.right > innerWidth || box.width < 200) return [`itself: ${box.left} to ${box.right}`]
        return [...document.querySelectorAll('nav a')]
          .filter((entry) => {
            const { top, bottom, left, right, width } = entry.getBoundingClientRect()
            return width > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top
          })
          .map(({ textContent }) => textContent)
      })
      expect(covered, `${width} px`).toEqual([])
    }
  })
}
