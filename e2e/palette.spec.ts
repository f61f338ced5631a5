import { DisplayId, PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, test } from './journey.ts'
import { DISPLAY } from './placard.ts'

test.use({ locale: 'en-GB', adminStartsAt: PAGES.people })

const { organisationId } = DISPLAY
const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to…' })
const field = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string) => palette(page).getByRole('option', { name, exact: true })

test('the palette goes to every page, display and playlist by its name, and does what the page offers', async ({
  admin: page,
  placard,
}) => {
  const { playlist } = await placard.call('createPlaylist', { body: { name: 'Café menu' } })
  const id = DisplayId.parse('reading-room')
  await placard.call('createDisplay', { body: { id, name: 'Reading room', timeZone: 'UTC' } })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('by the keys alone: a playlist, its accent left out', async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(option(page, 'Reading room')).toBeVisible()
    await expect(option(page, 'Café menu')).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.keyboard.type('cafe')
    await expect(palette(page).getByRole('option')).toHaveText(['Café menu'])
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`\\${PAGES.playlists}\\?id=${playlist.id}$`))
    await expect(page.getByRole('heading', { level: 1, name: 'Café menu' })).toBeVisible()
  })

  await test.step('what the page offers is pressed', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('add text')
    await expect(option(page, 'Add Text')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    // Not over a dialog, where something is typed already.
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the arrows go round, and a display is a click away', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('r')
    const options = palette(page).getByRole('option')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await option(page, 'Reading room').click()
    await expect(page.getByRole('heading', { level: 1, name: /Reading room/ })).toBeVisible()
  })

  await test.step('what is not there is said, and Escape gives the focus back', async () => {
    const add = page.getByRole('link', { name: 'Add Container' }).first()
    await add.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zebra')
    await expect(palette(page).getByRole('status')).toHaveText('No results for “zebra”.')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(add).toBeFocused()
  })

  await placard.call('removePlaylist', {
    params: { organisationId, playlistId: playlist.id },
    headers: { 'if-match': '*' },
  })
})

test('“?” lists the keys, and not while somebody types', async ({ admin: page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys.getByText('Undo your newest change on this page')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('?')
  await expect(field(page)).toHaveValue('?')
  await expect(keys).toHaveCount(0)
})
