import { NO_PICTURE, playerPath } from '@placard/contract'
import type { Browser } from '@playwright/test'
import { signIn } from './journey.ts'
import type { Keep } from './looks.ts'
import { DISPLAY, type Placard } from './placard.ts'

const WIDE = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }
const SCREEN = { viewport: { width: 1920, height: 1080 }, locale: 'en-GB' }

/** The texts that passers-by cannot read, as the pages tell an editor, and the code of the page to read on a screen. */
export async function takeReadingPictures(browser: Browser, placard: Placard, keep: Keep): Promise<void> {
  await placard.call('updateDisplay', { body: { readCode: 'card' } })
  const player = await (await browser.newContext(SCREEN)).newPage()
  await player.goto(placard.url + playerPath(DISPLAY))
  await player.locator('.layer-seen .notice-read-card .notice-qr').waitFor({ timeout: 300_000 })
  await player.waitForTimeout(1_500)
  await keep(player, 'read-card-1080p')
  await player.context().close()
  await placard.call('updateDisplay', { body: { readCode: null } })

  const page = await (await browser.newContext(WIDE)).newPage()
  await signIn(page, placard, undefined, { previewsPlay: true })
  await page.getByRole('button', { name: 'Write a notice' }).last().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Heading').fill('ALL STUDENTS MUST LEAVE THE HALL')
  await form.getByRole('textbox', { name: 'Text' }).fill('The exam begins at nine.')
  await form.locator('[data-advice]').waitFor()
  await page.waitForTimeout(3_000)
  await keep(page, 'advice-notice-wide-light')
  await form.getByRole('button', { name: 'Cancel' }).click()

  const notice = {
    look: 'paper' as const,
    heading: 'Menu of the week',
    body: 'soup, rice and fruit, '.repeat(12),
    byline: '',
  }
  const menu = { title: notice.heading, type: 'notice' as const, url: NO_PICTURE, duration: 5, notice }
  await placard.call('createItem', { body: menu })
  await placard.call('createLine', { body: { text: `Open day on ${fourDaysAgo()}` } })
  await page.getByRole('button', { name: /passers-by cannot read/ }).click()
  await page.getByRole('dialog').locator('[data-advice]').first().waitFor()
  await page.waitForTimeout(1_000)
  await keep(page, 'advice-wide-light')
}

const fourDaysAgo = () =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(Date.now() - 4 * 86_400_000)
