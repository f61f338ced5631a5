import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_PICTURE, playerPath, type Rotation, WEATHER_LOOKS } from '@placard/contract'
import type { Page } from '@playwright/test'
import { clearDisplay } from './content.ts'
import { test as base, expect } from './journey.ts'
import { measureWords } from './measure-words.ts'
import { DISPLAY, launchPlacard, type Placard, TEMPLATE } from './placard.ts'
import { startWeatherSite, type WeatherSite, weatherOf } from './rigs/weather-site.ts'

const LANDSCAPE = { width: 1920, height: 1080 }
const PORTRAIT = { width: 1080, height: 1920 }
/** DT3, DT5: as a share of the shorter side. */
const LEAST_LETTER = 0.035
/** Display languages, each with a town whose name is longer than usual or in another script. */
const PLACES = [
  ['en-GB', 'Cambridge'],
  ['ar', 'Cairo'],
  ['hi', 'Jaipur'],
  ['te', 'Warangal'],
  ['zh-CN', 'Beijing'],
  ['ja', 'Kyoto'],
] as const

const test = base.extend<object, { weather: WeatherSite; town: Placard }>({
  weather: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from here
    async ({}, use) => {
      const weather = await startWeatherSite()
      await use(weather)
      await weather.close()
    },
    { scope: 'worker' },
  ],
  town: [
    async ({ weather }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'placard-weather-'))
      const template = process.env[TEMPLATE]
      if (template) await cp(template, folder, { recursive: true })
      const placard = await launchPlacard({ DATA_DIR: folder, WEATHER_SOURCE: 'open-meteo', WEATHER_URL: weather.url })
      await use(placard)
      await placard.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ timeout: 240_000 })

const onScreen = (page: Page) => page.locator('.layer-seen').last().locator('.weather[data-fits]')

/** Sets the town of the display, and waits until its forecast was read. */
async function moveTo(placard: Placard, name: string): Promise<void> {
  const { towns } = await placard.call('findTowns', { params: DISPLAY, query: { name } })
  const [town] = towns
  if (!town) throw new Error(`${name} is not in the list`)
  await placard.call('setTown', { params: DISPLAY, body: { townId: town.id } })
  await expect
    .poll(async () => (await placard.call('getProgramme', { params: DISPLAY })).weather, { timeout: 30_000 })
    .toHaveProperty('forecast.town', town.name)
}

/** With CAPTURE_WEATHER, keeps a picture of the screen. */
async function capture(page: Page, name: string): Promise<void> {
  const folder = process.env.CAPTURE_WEATHER
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.png`), await page.screenshot())
}

test('[DT5] every look has its words and its credit on the screen, none cut, none small, in six scripts', async ({
  browser,
  town,
  weather,
}) => {
  const screens: [typeof LANDSCAPE, Rotation][] = [
    [LANDSCAPE, 0],
    [PORTRAIT, 0],
    [LANDSCAPE, 90],
  ]
  await clearDisplay(town)
  const pages = await Promise.all(
    screens.map(async ([viewport, rotation]) => {
      const page = await browser.newPage({ viewport })
      await page.goto(town.url + playerPath(DISPLAY, rotation))
      return page
    }),
  )
  for (const [index, [language, name]] of PLACES.entries()) {
    const isNight = index % 2 === 1
    const temperatures = Array.from({ length: 144 }, (_, hour) => 31 - (hour % 24))
    weather.weather = weatherOf(31, { temperatures, sky: isNight ? [0] : [2, 61, 95], isNight })
    await town.call('updateDisplay', { body: { language } })
    await moveTo(town, name)
    for (const look of WEATHER_LOOKS) {
      await clearDisplay(town)
      const body = { title: 'Weather', type: 'weather' as const, url: NO_PICTURE, duration: 3_600, weather: { look } }
      await town.call('createItem', { body })
      for (const [nth, page] of pages.entries()) {
        const about = `${language} ${look} ${JSON.stringify(screens[nth])}`
        await expect(onScreen(page), about).toHaveClass(new RegExp(`weather-${look}`))
        await expect(onScreen(page), about).toHaveAttribute('lang', language)
        await expect(onScreen(page), about).toContainText('Open-Meteo.com · CC BY 4.0')
        await expect(onScreen(page), about).toHaveAttribute('data-fits', 'true')
        const seen = await measureWords(onScreen(page))
        await capture(page, `${language}-${look}-${nth}`)
        expect(seen.smallest, about).toBeGreaterThanOrEqual(LEAST_LETTER)
        expect(seen, about).toMatchObject({ cut: [], dir: language === 'ar' ? 'rtl' : 'ltr' })
      }
    }
  }
  for (const page of pages) await page.close()
})
