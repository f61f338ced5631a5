import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Corner, NO_PICTURE, PAGES, WEATHER_FRESH_MS } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { startWeatherSite, type WeatherSite, weatherOf } from './rigs/weather-site.ts'

test.describe.configure({ timeout: 120_000 })

const PHONE = { width: 390, height: 844 }
const SECOND_MS = 1_000
/** The server looks for towns that are due every two seconds. */
const READ = { timeout: 30_000 }

let weather: WeatherSite

test.beforeEach(async ({ placard }) => {
  weather = await startWeatherSite(placard.weatherPort)
  await clearDisplay(placard)
  await placard.call('setTown', { params: DISPLAY, body: { townId: null } })
  // The row of a town is forgotten when no display is in it any more.
  await expect.poll(async () => (await programme(placard)).weather).toEqual({ problem: 'no-town' })
})
test.afterEach(() => weather.close())

const programme = (placard: Placard) => placard.call('getProgramme', { params: DISPLAY })
const onGlass = (screen: Page) => screen.locator('.layer-seen').last().locator('.weather[data-fits="true"]')

/** Each journey has a town of its own, because a forecast is kept for half an hour. */
async function moveTo(placard: Placard, name: string): Promise<void> {
  const { towns } = await placard.call('findTowns', { params: DISPLAY, query: { name } })
  await placard.call('setTown', { params: DISPLAY, body: { townId: towns[0]?.id ?? null } })
  await expect.poll(async () => (await programme(placard)).weather, READ).toHaveProperty('forecast')
}
const add = (placard: Placard) =>
  placard.call('createItem', {
    body: { title: 'Weather', type: 'weather', url: NO_PICTURE, duration: 10, weather: { look: 'now' } },
  })

/** With CAPTURE_WEATHER, keeps a picture of the page. */
async function capture(page: Page, name: string): Promise<void> {
  const folder = process.env.CAPTURE_WEATHER
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.png`), await page.screenshot())
}

test('[DT5] a town is chosen on a phone, and its weather is on the screen', async ({ browser, placard }) => {
  weather.weather = weatherOf(21)
  const page = await browser.newPage({ viewport: PHONE, hasTouch: true, locale: 'en-GB' })
  await signIn(page, placard, PAGES.dashboard, { previewsPlay: true })
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(placard.display)
  const form = page.getByRole('dialog', { name: 'Add the weather' })

  await test.step('the form asks for the town first', async () => {
    await page.getByRole('button', { name: 'Film, PDF…' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Weather' }).click()
    await expect(form.getByRole('button', { name: 'Put it on' })).toBeDisabled()
    await form.getByRole('searchbox', { name: 'Find a town' }).fill('qqqq')
    await expect(form).toContainText('No town has this name')
    await form.getByRole('searchbox', { name: 'Find a town' }).fill('hyderabad')
    const found = form.getByRole('list', { name: 'Towns found' }).getByRole('button')
    await expect(found.first()).toContainText('Telangana, India')
    await expect(found.nth(1)).toContainText('Sindh, Pakistan')
    expect(await findings(page)).toEqual([])
    await capture(page, 'form-search-390')
    await found.first().click()
    await expect(form).toContainText('Hyderabad, Telangana, India')
  })

  await test.step('the preview shows it, then the screen', async () => {
    await expect(form.frameLocator('iframe').locator('.weather')).toContainText('21°', READ)
    await form.getByRole('radio', { name: 'Five days' }).check({ force: true })
    await expect(form.frameLocator('iframe').locator('.weather-days')).toContainText('Today')
    await form.getByRole('combobox', { name: 'Temperature' }).selectOption('°F')
    await expect(form.frameLocator('iframe').locator('.weather-days')).toContainText('70°', READ)
    expect(await findings(page)).toEqual([])
    await capture(page, 'form-390')
    await form.getByRole('button', { name: 'Put it on' }).click()
    await expect(form).toBeHidden()
    await expect(onGlass(screen)).toContainText('Hyderabad')
    await expect(onGlass(screen)).toContainText('Open-Meteo.com · CC BY 4.0')
  })

  await test.step('the form changes the look', async () => {
    const card = page.getByRole('article', { name: 'Weather' })
    await card.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the weather' })
    await edit.getByRole('radio', { name: 'Now' }).check({ force: true })
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await expect(onGlass(screen)).toHaveClass(/weather-now/)
  })
  await placard.call('setTown', { params: DISPLAY, body: { units: {} } })
  await page.close()
  await screen.close()
})

test('[DT5] the symbol and the temperature stand in a corner', async ({ page, placard, context }) => {
  weather.weather = weatherOf(17)
  await moveTo(placard, 'Graz')
  await signIn(page, placard, `${PAGES.layout}?display=${DISPLAY.displayId}`)
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Corners' }).click()
  await page.getByRole('region', { name: 'Top right' }).getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog', { name: 'Top right' })
  await dialog.getByRole('radio', { name: 'Weather' }).check()
  await expect(dialog).toContainText('Graz, Styria, Austria')
  expect(await findings(page)).toEqual([])
  await capture(page, 'corner-form')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The corner is saved.')).toBeVisible()
  const screen = await context.newPage()
  await screen.goto(placard.display)
  const piece = screen.locator('[data-corner="top-right"]')
  await expect(piece).toContainText('17°')
  await expect(piece).toContainText('Open-Meteo.com')
  await capture(screen, 'corner')
  const corner: Corner = 'top-right'
  const params = { ...DISPLAY, corner }
  await placard.call('setCornerPiece', { params, body: { piece: null }, headers: { 'if-match': '*' } })
})

test('[DT5] a source that fails leaves the last forecast, which is off when it is too old, also without the server', async ({
  admin: page,
  placard,
  browser,
}) => {
  // It becomes too old while the journey looks.
  const until = Date.now() + 40 * SECOND_MS
  weather.weather = weatherOf(9, { issuedAt: until - WEATHER_FRESH_MS })
  await moveTo(placard, 'Linz')
  weather.fault = (response) => void response.writeHead(500).end()
  await add(placard)
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(placard.display)
  await expect(onGlass(screen)).toContainText('9°')
  const card = page.getByRole('article', { name: 'Weather' })
  await expect(card).toBeVisible()
  await screen.context().setOffline(true)
  await expect(screen.locator('.weather')).toHaveCount(0, { timeout: 60_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(until - SECOND_MS)
  await expect(card).toContainText('No weather', READ)
  await screen.close()
})
