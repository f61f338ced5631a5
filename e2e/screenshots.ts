// npm run screenshots: a picture of every page as it really looks, into docs/screenshots/.
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PAGES, type Playlist, playlistPath, type Schedule } from '@placard/contract'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { takeContentPictures } from './content-screenshots.ts'
import { takeFeedPictures } from './feeds-screenshots.ts'
import { signInByForm } from './journey.ts'
import { inEachLook } from './looks.ts'
import { takeMovingPictures } from './moving-screenshots.ts'
import { takeNoticePictures } from './notice-screenshots.ts'
import { launchPlacard, type Placard } from './placard.ts'
import { takePlayerPictures } from './player-screenshots.ts'
import config from './playwright.config.ts'
import { takeProposalPictures } from './proposals-screenshots.ts'
import { takeReadingPictures } from './reading-screenshots.ts'
import { takeScreensPictures } from './screens-screenshots.ts'
import { takeWebhookPictures } from './webhooks-screenshots.ts'

const FOLDER = resolve(import.meta.dirname, '../docs/screenshots')
/** Seen before anybody has signed in; every other page afterwards. */
const PUBLIC: readonly string[] = [
  PAGES.landing,
  PAGES.login,
  PAGES.register,
  PAGES.forgotPassword,
  PAGES.resetPassword,
  PAGES.join,
  PAGES.propose,
  PAGES.test,
]
const NO_SUCH_PAGE = '/no/such/page'
/** Needs an installation that nobody has set up. */
const OF_THE_FIRST_RUN: readonly string[] = [PAGES.setup]
/** Pages far longer than a screen, of which the beginning says how they look. */
const LONG: readonly string[] = [PAGES.apiDocs]

/** Panels of the dashboard, by the buttons that open them. */
const PANELS = { why: /^From /, 'loop-health': /loop ·/ }

const fileName = (page: string) => page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

async function keep(page: Page, name: string, fullPage = false): Promise<void> {
  await keepPicture(sharp(await page.screenshot({ fullPage })), name)
}

async function keepPicture(picture: Sharp, name: string): Promise<void> {
  await writeFile(`${FOLDER}/${name}.webp`, await picture.webp({ quality: 82 }).toBuffer())
  console.log(`docs/screenshots/${name}.webp`)
}

/** As somebody who reads to the end: what is loaded only when it comes into sight is there afterwards. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((wake) => setTimeout(wake, 100))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
}

/** A playlist on the sample display, with what that shows itself. */
async function makePlaylist(placard: Placard): Promise<Playlist> {
  const { items, id } = await placard.call('getProgramme')
  const { playlist } = await placard.call('createPlaylist', { body: { name: 'Campus news' } })
  const params = { organisationId: playlist.organisationId, playlistId: playlist.id }
  for (const { title, type, url } of items.filter((item) => item.type === 'image').slice(-2)) {
    await placard.call('createItem', { params, body: { title, type, url, duration: 10 } })
  }
  await placard.call('createLine', { params, body: { text: 'Buses leave ten minutes later this week' } })
  await placard.call('includePlaylist', { params, body: { displays: [id as Playlist['displays'][number]['id']] } })
  return playlist
}

/** Things that come and go by themselves on the sample display. */
async function makeSchedules(placard: Placard): Promise<void> {
  const [picture] = (await placard.call('getProgramme')).items.filter((item) => item.type === 'image')
  if (!picture) throw new Error('the sample has no picture')
  const { type, url } = picture
  const schedules: Record<string, Schedule> = {
    'Lunch menu': { days: [1, 2, 3, 4, 5], hours: [{ from: '11:00', until: '14:00' }] },
    'Evening classes': { days: [2, 4], hours: [{ from: '17:00', until: '21:30' }] },
    'Open day': { days: [6], hours: [{ from: '10:00', until: '16:00' }], alone: true },
  }
  for (const [title, schedule] of Object.entries(schedules)) {
    await placard.call('createItem', { body: { title, type, url, duration: 10, schedule } })
  }
}

async function pages(browser: Browser, placard: Placard): Promise<void> {
  const playlist = await makePlaylist(placard)
  await makeSchedules(placard)
  await inEachLook(browser, async (page, look, size) => {
    const visit = async (name: string, path: string) => {
      await page.goto(placard.url + path)
      await page.getByRole('heading').first().waitFor()
      const isLong = LONG.includes(path)
      if (!isLong) await readToTheEnd(page)
      // A picture in the preview says at a glance what it is; a moment of a film may be one in which there is little to see.
      if (path === PAGES.dashboard) await page.frameLocator('iframe').locator('.layer-seen img').first().waitFor()
      // The first frame of the preview, and every fade.
      await page.waitForTimeout(2_500)
      await keep(page, `${name}-${look}`, !isLong)
    }
    const isPublic = ([, path]: [string, string]) => PUBLIC.includes(path)
    const all = Object.entries(PAGES).filter(([, path]) => !OF_THE_FIRST_RUN.includes(path))
    for (const [name, path] of all.filter(isPublic)) await visit(fileName(name), path)
    await visit('not-found', NO_SUCH_PAGE)
    await signInByForm(page, placard)
    for (const [name, path] of all.filter((entry) => !isPublic(entry))) await visit(fileName(name), path)
    await visit('playlist', playlistPath(playlist.id))
    await page.goto(placard.url + PAGES.dashboard)
    // On a phone each of them lies in a part of the page.
    for (const [name, button] of size === 'wide' ? Object.entries(PANELS) : []) {
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(1_000)
      await keep(page, `${name}-${look}`)
      await page.keyboard.press('Escape')
    }
  })
}

/** The four screens of the first run, each time of an empty installation. */
async function firstRun(browser: Browser): Promise<void> {
  const work = async (page: Page, look: string) => {
    const empty = await launchPlacard({ SEED: 'none' })
    const keepStep = (name: string) => keep(page, `setup-${name}-${look}`, true)
    const [link] = /http:\/\/localhost:\d+\/setup#[\w-]+/.exec(empty.said()) ?? []
    if (!link) throw new Error('the server has printed no link')
    await page.goto(link)
    await page.getByRole('button', { name: 'Start fresh' }).waitFor()
    await keepStep('welcome')
    await page.getByRole('button', { name: 'Start fresh' }).click()
    await page.getByLabel('Your name').fill('Asha Rao')
    await page.getByLabel('Email').fill('asha@college.example')
    await page.getByLabel('Password', { exact: true }).fill('seventeen blue kettles')
    await keepStep('you')
    await page.keyboard.press('Enter')
    await page.getByLabel('Organisation', { exact: true }).fill('Riverside College')
    await page.getByLabel('Display', { exact: true }).fill('Main hall')
    await keepStep('place')
    await page.getByRole('button', { name: 'Set up Placard' }).click()
    await page.frameLocator('iframe').locator('.layer-seen').first().waitFor()
    await page.waitForTimeout(2_500)
    await keepStep('done')
    await empty.close()
  }
  await inEachLook(browser, work, { timezoneId: 'Europe/Paris' })
}

/** Each with an installation of its own. `npm run screenshots content` takes one of them. */
const PARTS: Record<string, (browser: Browser, placard: Placard) => Promise<void>> = {
  async pages(browser, placard) {
    await pages(browser, placard)
    await firstRun(browser)
    await takePlayerPictures(browser, placard, keep)
  },
  notices: (browser, placard) => takeNoticePictures(browser, placard, keep, keepPicture),
  content: (browser, placard) => takeContentPictures(browser, placard, keep),
  screens: (browser, placard) => takeScreensPictures(browser, placard, keep),
  feeds: (browser) => takeFeedPictures(browser, keep),
  proposals: (browser, placard) => takeProposalPictures(browser, placard, keep),
  reading: (browser, placard) => takeReadingPictures(browser, placard, keep),
  webhooks: (browser) => takeWebhookPictures(browser, keep),
  moving: (browser, placard) => takeMovingPictures(browser, placard, keep),
}

await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch(config.use?.launchOptions ?? {})
const wanted = process.argv.slice(2)
try {
  for (const [name, take] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const placard = await launchPlacard()
    await take(browser, placard).finally(placard.close)
  }
} finally {
  await browser.close()
}
