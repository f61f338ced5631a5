import { NO_PICTURE, PAGES, proposePath } from '@placard/contract'
import type { Browser } from '@playwright/test'
import { signIn } from './journey.ts'
import type { Keep } from './looks.ts'
import { DISPLAY, type Placard } from './placard.ts'

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-GB', isMobile: true, hasTouch: true }

/** A notice as a phone proposes it, and what waits as an editor sees it. */
export async function takeProposalPictures(browser: Browser, placard: Placard, keep: Keep): Promise<void> {
  const body = { name: 'Year 10', kinds: ['notice' as const, 'image' as const, 'deck' as const], days: 30 }
  const { token } = await placard.call('createProposalLink', { params: DISPLAY, body })
  const phone = await (await browser.newContext(PHONE)).newPage()
  await phone.goto(placard.url + proposePath(token))
  await phone.getByLabel('Heading').fill('Cake sale')
  await phone
    .getByLabel('Text', { exact: true })
    .fill('Friday at noon, in the canteen. All proceeds go to the library.')
  await phone.waitForTimeout(2_500)
  await keep(phone, 'propose-notice-phone-light')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.getByLabel('Your name').fill('Mia')
  await phone.getByRole('button', { name: 'Send the proposal' }).click()
  await phone.getByRole('heading', { name: 'Sent', level: 1 }).waitFor()
  const notice = { look: 'poster' as const, heading: 'Chess club', body: 'Every Monday at four, room 12.', byline: '' }
  const content = { kind: 'notice' as const, title: 'Chess club', notice, url: NO_PICTURE }
  await placard.call('propose', { params: DISPLAY, body: { content, lastDay: null } })
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })).newPage()
  await signIn(page, placard, PAGES.proposals, { previewsPlay: true })
  await page.getByRole('button', { name: 'Look at “Cake sale”' }).click()
  await page.waitForTimeout(3_000)
  await keep(page, 'proposals-look-wide-light')
}
