import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGES, type PlaylistId, type ScreenId } from '@placard/contract'
import type { Page } from '@playwright/test'
import { addFilm, clearDisplay, uploadFilm } from '../content.ts'
import { expect, test } from '../journey.ts'
import { BLUE, colourAt, flatPicture, isNear } from '../pixels.ts'
import { DISPLAY, type Placard } from '../placard.ts'
import { openMember } from '../walls/wall.ts'

const PANEL = { width: 960, height: 540 }
/** A point in the main zone, and one in the side bar. */
const MAIN = { x: 120, y: 60, width: 400, height: 300 }
const SIDE = { x: 740, y: 120, width: 200, height: 240 }
const LOOKS = 8
const { organisationId } = DISPLAY

test.describe.configure({ timeout: 240_000 })

test.afterEach(async ({ placard }) => {
  const { screens } = await placard.call('listOrganisationScreens', { params: { organisationId } })
  for (const { paired } of screens)
    if (paired) await placard.call('letGoScreen', { params: { organisationId, screenId: paired.id } })
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
})

/** The number of different pictures that a part of the screen shows in a few seconds. */
async function looksOf(page: Page, clip: typeof MAIN): Promise<number> {
  const seen = new Set<string>()
  for (let look = 0; look < LOOKS; look += 1) {
    seen.add((await page.screenshot({ clip, type: 'png' })).toString('base64'))
    await page.waitForTimeout(400)
  }
  return seen.size
}

const filmsOf = async (placard: Placard, id: ScreenId) => {
  const { screens } = await placard.call('listOrganisationScreens', { params: { organisationId } })
  return screens.find(({ paired }) => paired?.id === id)?.paired?.filmsAtOnce
}

test('[LY5] two zones play films when the screen can, and one when it cannot', async ({ admin, browser, placard }) => {
  await clearDisplay(placard)
  const wave = await readFile(join(import.meta.dirname, '..', '..', 'server', 'samples', 'wave-signal-message.mp4'))
  await addFilm(placard, wave, { fit: 'cover', duration: 3_600 })
  const { url } = await uploadFilm(placard, wave, { poster: await flatPicture(BLUE) })
  const layout = { arrangement: 'side-bar' as const, dividers: [75], zones: [{ name: 'Films beside' }] }
  const set = await placard.call('setLayout', { body: { layout }, headers: { 'if-match': '*' } })
  const playlistId = set.layout?.zones[0]?.playlistId as PlaylistId
  await placard.call('createItem', {
    params: { organisationId, playlistId } as never,
    body: { title: 'Second film', type: 'video', url, fit: 'cover', duration: 3_600 },
  })
  const { page, screen } = await openMember(browser, placard, 'Foyer', PANEL)
  const zone = page.locator(`[data-zone="${playlistId}"]`)
  await expect(zone).toHaveAttribute('data-open', 'true', { timeout: 60_000 })

  await test.step('a screen whose engine is not known plays one film, and the other is its poster', async () => {
    await expect.poll(async () => isNear(await colourAt(page, 0.9, 0.4), BLUE), { timeout: 30_000 }).toBe(true)
    await expect(page.locator('video')).toHaveCount(1)
    expect(await looksOf(page, SIDE)).toBe(1)
  })

  await admin.goto(placard.url + PAGES.screens)
  await admin.getByRole('button', { name: 'Details of Foyer' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Foyer', exact: true })
  const choice = dialog.getByRole('combobox', { name: 'Films at once' })

  await test.step('two are chosen in its details, and both move', async () => {
    await expect(dialog.getByText('so one counts')).toBeVisible()
    await expect(choice).toHaveValue('')
    await choice.selectOption('2')
    await expect(page.locator('.layer-seen video')).toHaveCount(2, { timeout: 60_000 })
    await expect.poll(() => looksOf(page, SIDE), { timeout: 60_000 }).toBeGreaterThan(LOOKS / 2)
    expect(await looksOf(page, MAIN)).toBeGreaterThan(LOOKS / 2)
  })

  // A change of the content brings the next report forward.
  await page.waitForTimeout(8_000)
  await placard.call('createLine', { body: { text: 'Two films' } })
  await test.step('the screen tells that it has managed them, which then counts without the choice', async () => {
    await expect
      .poll(async () => (await filmsOf(placard, screen.id))?.by, { timeout: 150_000, intervals: [2_000] })
      .toBe('managed')
    expect(await filmsOf(placard, screen.id)).toEqual({ chosen: 2, automatic: 2, by: 'managed' })
    await expect(dialog.getByText('It has played this many films at once.')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('one is chosen: the second film is its poster, and the first one goes on', async () => {
    await choice.selectOption('1')
    await expect.poll(async () => isNear(await colourAt(page, 0.9, 0.4), BLUE), { timeout: 60_000 }).toBe(true)
    await expect(page.locator('video')).toHaveCount(1)
    expect(await looksOf(page, SIDE)).toBe(1)
    expect(await looksOf(page, MAIN)).toBeGreaterThan(LOOKS / 2)
  })
})
