import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Condition, type Corner, type CreateItem, NO_PICTURE, PAGES, WEATHER_FRESH_MS } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { WAYS } from './looks.ts'
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
const onScreen = (screen: Page) => screen.locator('.layer-seen').last().locator('.weather[data-fits="true"]')

/** Each journey uses another town, because a forecast is kept for half an hour. */
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
    await page.getByRole('button', { name: 'Add anything…' }).first().click()
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
    await expect(onScreen(screen)).toContainText('Hyderabad')
    await expect(onScreen(screen)).toContainText('Open-Meteo.com · CC BY 4.0')
  })

  await test.step('the form changes the look', async () => {
    const card = page.getByRole('article', { name: 'Weather' })
    await card.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the weather' })
    await edit.getByRole('radio', { name: 'Now' }).check({ force: true })
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await expect(onScreen(screen)).toHaveClass(/weather-now/)
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
  await expect(onScreen(screen)).toContainText('9°')
  const card = page.getByRole('article', { name: 'Weather' })
  await expect(card).toBeVisible()
  await screen.context().setOffline(true)
  await expect(screen.locator('.weather')).toHaveCount(0, { timeout: 60_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(until - SECOND_MS)
  await expect(card).toContainText('No weather', READ)
  await screen.close()
})

test.describe('in texts and conditions', () => {
  test.use({ previewsPlay: true, locale: 'en-GB' })

  const ticker = (screen: Page) => screen.locator('.ticker-line')
  const shown = (screen: Page) => screen.locator('.layer-seen:not(.layer-below) .notice[data-fits]')
  const menuOf = (form: Locator) => form.getByRole('group', { name: 'Table or weather' })
  const noticeWith = (heading: string, more: Partial<CreateItem> = {}) => {
    const notice = { look: 'paper' as const, heading, body: '', byline: '' }
    return { title: heading, type: 'notice' as const, url: NO_PICTURE, duration: 5, notice, ...more } as CreateItem
  }

  test('[DT4] [DT5] the temperature is chosen for the ticker and for a notice, with the town, and is on the screen', async ({
    admin: page,
    placard,
    context,
  }) => {
    weather.weather = weatherOf(21, { sky: [61] })
    await page.setViewportSize(PHONE)
    const screen = await context.newPage()
    await screen.goto(placard.display)

    await test.step('the menu of values asks for the town first', async () => {
      await page.getByRole('button', { name: 'Add Text' }).first().click()
      const form = page.getByRole('dialog')
      const text = form.getByRole('textbox', { name: 'Text', exact: true })
      await text.fill('Outside ')
      await form.getByRole('button', { name: 'Table or weather' }).click()
      const menu = menuOf(form)
      await menu.getByRole('combobox', { name: 'Table or weather' }).selectOption('Weather')
      await menu.getByRole('searchbox', { name: 'Find a town' }).fill('Klagenfurt')
      await menu.getByRole('list', { name: 'Towns found' }).getByRole('button').first().click()
      await expect(menu.getByRole('button', { name: /^Temperature/ })).toContainText('21°', READ)
      await expect(menu.getByRole('button', { name: /^Weather in a word/ })).toContainText('Rain')
      expect(await findings(page)).toEqual([])
      await capture(page, 'values-390')
      await menu.getByRole('button', { name: /^Temperature/ }).click()
      await expect(text).toHaveValue('Outside {Temperature}')
      await expect(text).toBeFocused()
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toBeHidden()
      await expect(ticker(screen).filter({ hasText: 'Outside 21°' }).first()).toBeAttached()
    })

    await test.step('a saved text shows the names again', async () => {
      const row = page.getByRole('region', { name: 'Text' }).getByRole('listitem')
      await expect(row).toContainText('Outside 21°')
      await row.getByRole('button', { name: 'Rewrite' }).click()
      await expect(row.getByRole('textbox', { name: 'Text' })).toHaveValue('Outside {Temperature}')
      await row.getByRole('textbox', { name: 'Text' }).press('Escape')
    })

    await test.step('a notice has the others', async () => {
      await page.getByRole('button', { name: 'Pictures' }).click()
      await page.getByRole('button', { name: 'Write a notice' }).last().click()
      const form = page.getByRole('dialog', { name: /notice/i })
      await form.getByLabel('Heading').fill('Today')
      const body = form.getByRole('textbox', { name: 'Text' })
      for (const figure of ['Weather in a word', 'High today', 'Wind']) {
        await body.press('ControlOrMeta+End')
        await body.pressSequentially(' ')
        await form.getByRole('button', { name: 'Table or weather' }).click()
        const menu = menuOf(form)
        await menu.getByRole('combobox', { name: 'Table or weather' }).selectOption('Weather')
        await menu.getByRole('button', { name: new RegExp(`^${figure}`) }).click()
      }
      await expect(body).toHaveValue(' {Weather in a word} {High today} {Wind}')
      await form.getByRole('button', { name: 'Put it on' }).click()
      await expect(form).toBeHidden()
      await expect(shown(screen)).toContainText('Rain 21° 18 km/h')
    })
  })

  test('[DT4] a temperature that is too old takes its text away on a screen without a network, and the list says why', async ({
    admin: page,
    placard,
    browser,
  }) => {
    const until = Date.now() + 45 * SECOND_MS
    weather.weather = weatherOf(9, { issuedAt: until - WEATHER_FRESH_MS })
    await moveTo(placard, 'Villach')
    weather.fault = (response) => void response.writeHead(500).end()
    await placard.call('createLine', { body: { text: 'Outside {weather temperature}' } })
    await placard.call('createLine', { body: { text: 'Welcome' } })
    const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await screen.goto(placard.display)
    await expect(ticker(screen).filter({ hasText: 'Outside 9°' }).first()).toBeAttached()
    const list = page.getByRole('region', { name: 'Text' })
    await expect(list).toContainText('Outside 9°')
    await screen.context().setOffline(true)
    await expect(ticker(screen).filter({ hasText: 'Outside' })).toHaveCount(0, { timeout: 70_000 })
    await expect(ticker(screen).filter({ hasText: 'Welcome' }).first()).toBeAttached()
    await expect(list).toContainText('Off, because there is no weather. The forecast could not be read', READ)
    await expect(list).not.toContainText('9°')
    await capture(page, 'line-missing')
    await list.getByRole('listitem').filter({ hasText: 'Outside' }).locator('button[data-reason]').click()
    const why = page.getByRole('dialog', { name: 'Why?' })
    await expect(why).toContainText('Off, because there is no weather. The forecast could not be read')
    await expect(why).not.toContainText('table')
    await screen.close()
  })

  test('[DT6] a notice is on only while it is cold, in the unit of the display, and a screen without a network goes to the default', async ({
    admin: page,
    placard,
    browser,
  }) => {
    const until = Date.now() + 75 * SECOND_MS
    weather.weather = weatherOf(9, { issuedAt: until - WEATHER_FRESH_MS })
    await placard.call('setTown', { params: DISPLAY, body: { units: { temperature: 'fahrenheit' } } })
    await moveTo(placard, 'Lienz')
    weather.fault = (response) => void response.writeHead(500).end()
    await placard.call('createItem', { body: noticeWith('Hot soup') })
    await placard.call('createItem', { body: noticeWith('Welcome') })
    const card = page.getByRole('article', { name: 'Hot soup' })

    await test.step('the condition is chosen in the form for the schedule', async () => {
      await card.getByRole('button', { name: 'Schedule: Always' }).click()
      const form = page.getByRole('dialog', { name: 'When it is on' })
      await form.getByRole('switch', { name: 'Only on a condition' }).check()
      const menu = menuOf(form)
      await menu.getByRole('combobox', { name: 'Table or weather' }).selectOption('Weather')
      await expect(menu.getByRole('button', { name: /^Rain/ })).toContainText('no')
      await menu.getByRole('button', { name: /^Temperature/ }).click()
      await form.getByRole('combobox', { name: 'Comparison' }).selectOption('is below')
      const constant = form.getByRole('textbox', { name: 'Compared with' })
      await constant.fill('cold')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toContainText('This is not a number')
      await constant.fill('50')
      await form.getByRole('button', { name: 'Add a comparison' }).click()
      await menu.getByRole('combobox', { name: 'Table or weather' }).selectOption('Weather')
      await menu.getByRole('button', { name: /^Rain/ }).click()
      await form.getByRole('combobox', { name: 'Is', exact: true }).selectOption('no')
      expect(await findings(page)).toEqual([])
      await capture(page, 'condition-form')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toBeHidden()
    })
    const { items } = await programme(placard)
    expect(items[0]?.condition?.all[0]).toMatchObject({ operator: '<', constant: 10 })
    const said = card.getByRole('button', { name: /^Condition: / })
    await expect(said).toHaveText(/^Only while Temperature is below \W?50\W?°F\W? and Rain is no$/)
    await expect(card.locator('[data-reason]')).toHaveText(/On now|In the loop/)

    const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await screen.goto(placard.display)
    await expect(shown(screen).filter({ hasText: 'Hot soup' })).toBeVisible()
    await screen.context().setOffline(true)

    await test.step('the preview knows the conditions', async () => {
      const preview = page.frameLocator('iframe').first()
      await showMore(page, 'Playback controls')
      await page.getByRole('button', { name: 'See it at another time…' }).click()
      await page.getByRole('combobox', { name: 'Conditions' }).selectOption('As if not met')
      await expect(preview.locator('.layer-seen:not(.layer-below) .notice[data-fits]')).toContainText('Welcome')
      await page.getByRole('combobox', { name: 'Conditions' }).selectOption('As they are')
    })

    await test.step('it is off once the forecast is too old, and the card says why', async () => {
      await expect(card).toContainText('There is no weather, so this is off. The forecast could not be read', {
        timeout: 100_000,
      })
      await expect(card.locator('[data-reason]')).toHaveText('Condition not met')
      await capture(page, 'condition-card')
      await card.locator('[data-reason]').click()
      const why = page.getByRole('dialog', { name: 'Why?' })
      await expect(why).toContainText('Not on, because Temperature is missing')
      await expect(shown(screen)).toContainText('Welcome')
      await screen.waitForTimeout(6_000)
      await expect(shown(screen).filter({ hasText: 'Hot soup' })).toHaveCount(0)
    })
    await placard.call('setTown', { params: DISPLAY, body: { units: {} } })
    await screen.close()
  })

  test('[DT6] the week says that an entry depends on the weather', async ({ page, placard }) => {
    const cold: Condition = {
      all: [{ value: { of: 'weather', figure: 'temperature' }, operator: '<', constant: 10 }],
      otherwise: 'off',
    }
    await placard.call('createItem', { body: noticeWith('Hot soup', { condition: cold }) })
    await signIn(page, placard, `${PAGES.week}?display=${DISPLAY.displayId}`)
    await expect(page.getByRole('main')).toContainText('Depends on the weather')
    await page.goto(`${placard.url}${PAGES.dashboard}`)
    const card = page.getByRole('article', { name: 'Hot soup' })
    await expect(card).toContainText('There is no weather, so this is off. The town of this display is not set.')
  })

  test('the menu of values and the form of a condition can be looked at in every way', async ({ browser, placard }) => {
    test.skip(!process.env.CAPTURE_WEATHER, 'draws pictures')
    weather.weather = weatherOf(-3, { sky: [73] })
    await moveTo(placard, 'Leoben')
    const cold: Condition = {
      all: [
        { value: { of: 'weather', figure: 'temperature' }, operator: '<', constant: 10 },
        { value: { of: 'weather', figure: 'snowing' }, operator: '=', constant: true },
      ],
      otherwise: 'off',
    }
    await placard.call('createItem', { body: noticeWith('Hot soup', { condition: cold }) })
    for (const { name, locale, colorScheme, viewport } of WAYS) {
      const context = await browser.newContext({ viewport, locale, colorScheme, hasTouch: viewport.width < 500 })
      const page = await context.newPage()
      await signIn(page, placard, PAGES.dashboard)
      await page.locator('[data-action="condition"]').first().click()
      await expect(page.locator('[data-condition]')).toBeVisible()
      const second = page.locator('[data-condition] li').nth(1)
      await second.getByRole('button').first().click()
      await expect(menuOf(second).or(second.getByRole('group').first()).first()).toBeVisible()
      await second.getByRole('combobox').first().selectOption('weather')
      await second.scrollIntoViewIfNeeded()
      await page.waitForTimeout(500)
      expect(await findings(page)).toEqual([])
      await capture(page, `condition-${name}`)
      await context.close()
    }
  })
})

test.describe('without a source', () => {
  test.use({ ownSettings: { WEATHER_SOURCE: '', WEATHER_URL: '' } })

  test('[DT5] the form names the settings that choose one, and texts do not offer the weather', async ({
    own,
    page,
  }) => {
    await add(own)
    await signIn(page, own)
    await page.getByRole('button', { name: 'Add Text' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Table or weather' }).click()
    const menu = form.getByRole('group', { name: 'Table or weather' })
    await expect(menu).toContainText('Your organisation has no tables yet.')
    await expect(menu.getByRole('combobox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)

    await page.getByRole('article', { name: 'Weather' }).getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the weather' })
    await expect(edit.getByRole('status').filter({ hasText: 'WEATHER_SOURCE=met-norway' })).toBeVisible()
    await expect(edit.getByRole('alert')).toHaveCount(0)
    expect(await findings(page)).toEqual([])
  })
})
