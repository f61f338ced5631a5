// npm run screenshots: a picture of every page as it really looks, into docs/screenshots/.
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PAGES } from '@placard/contract'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { ADMIN, launchPlacard, type Placard } from './placard.ts'
import { takePlayerPictures } from './player-screenshots.ts'
import config from './playwright.config.ts'

const FOLDER = resolve(import.meta.dirname, '../docs/screenshots')
const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const SCHEMES = ['light', 'dark'] as const
const PUBLIC = { landing: PAGES.landing, login: PAGES.login, register: PAGES.register, test: PAGES.test }
const SIGNED_IN = { dashboard: PAGES.dashboard, 'add-container': PAGES.addContainer }

async function keep(page: Page, name: string, fullPage = false): Promise<void> {
  const picture = await page.screenshot({ fullPage })
  await writeFile(`${FOLDER}/${name}.webp`, await sharp(picture).webp({ quality: 82 }).toBuffer())
  console.log(`docs/screenshots/${name}.webp`)
}

async function pages(browser: Browser, placard: Placard): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB' })
      const page = await context.newPage()
      const visit = async (name: string, path: string) => {
        await page.goto(placard.url + path)
        await page.getByRole('heading').first().waitFor()
        // Pictures, the first frame of the preview, and every fade.
        await page.waitForTimeout(2_500)
        await keep(page, `${name}-${size}-${colorScheme}`, true)
      }
      for (const [name, path] of Object.entries(PUBLIC)) await visit(name, path)
      await page.goto(placard.url + PAGES.login)
      await page.getByLabel('Email').fill(ADMIN.email)
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.waitForURL(placard.url + PAGES.dashboard)
      for (const [name, path] of Object.entries(SIGNED_IN)) await visit(name, path)
      await context.close()
    }
  }
}

await mkdir(FOLDER, { recursive: true })
const placard = await launchPlacard()
const browser = await chromium.launch(config.use?.launchOptions ?? {})
try {
  await pages(browser, placard)
  await takePlayerPictures(browser, placard, keep)
} finally {
  await browser.close()
  await placard.close()
}
