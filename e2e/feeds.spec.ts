import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { pasteUntilDialog } from './files.ts'
import { expect, signIn } from './journey.ts'
import { DISPLAY } from './placard.ts'
import { calendarOf, type FeedSite, newsOf, type SiteEvent, startFeedSite } from './rigs/feed-site.ts'
import { test } from './rigs/house.ts'

test.describe.configure({ timeout: 120_000 })

const MINUTE_MS = 60_000

let site: FeedSite
let url = ''

test.beforeEach(async ({ house, sitePort }) => {
  await clearDisplay(house)
  await house.call('updateDisplay', { body: { timeZone: 'UTC' } })
  site = await startFeedSite(sitePort)
  url = site.url
})
test.afterEach(() => site.close())

const news = (...titles: string[]) => newsOf('Town of Ashford', titles)
const calendar = (...events: SiteEvent[]) => calendarOf('School', events)

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Add a feed' })
const ticker = (page: Page) => page.locator('.ticker')

test('[FD1] an address is pasted, pressed once, and runs on the screen; what its server changes is there at once', async ({
  page,
  house,
  context,
}) => {
  site.put('/news/rss', news('Bridge closed', 'Market on Friday'))
  await signIn(page, house)
  const screen = await context.newPage()
  await screen.goto(house.display)
  await page.bringToFront()
  await pasteUntilDialog(page, `${url}/news/rss`)
  const form = formOf(page)
  await expect(form.getByText('News · as of')).toBeVisible()
  await expect(form.getByRole('list', { name: 'Its entries' }).getByText('Bridge closed')).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Town of Ashford')
  await expect(form.getByRole('radio', { name: /As texts/ })).toBeChecked()
  expect(await findings(page)).toEqual([])
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(page.getByText('Feed added. New entries appear automatically.')).toBeVisible()

  const card = page.getByRole('article', { name: 'Town of Ashford' })
  await expect(card.getByText('2 texts')).toBeVisible()
  await expect(card.getByText(/as of/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Texts of Town of Ashford' }).getByText('Bridge closed')).toBeVisible()
  await expect(ticker(screen)).toContainText('Bridge closed')
  await expect(ticker(screen)).toContainText('Market on Friday')
  expect(await findings(page)).toEqual([])

  await test.step('its server changes, and so does the screen', async () => {
    site.put('/news/rss', news('Bridge open again', 'Market on Friday'))
    // The server does not request a feed twice within ten seconds.
    await page.waitForTimeout(10_500)
    await card.getByRole('button', { name: 'Read again now' }).click()
    await expect(ticker(screen)).toContainText('Bridge open again')
    await expect(ticker(screen)).not.toContainText('Bridge closed')
    await expect(page.getByRole('list', { name: 'Texts of Town of Ashford' })).toContainText('Bridge open again')
  })

  await test.step('[F85] its server fails: the screen goes on, and the card says what to do', async () => {
    site.put('/news/rss', 503)
    await page.waitForTimeout(10_500)
    await card.getByRole('button', { name: 'Read again now' }).click()
    await expect(card.getByText(/The server of the feed returned an error/)).toBeVisible()
    await expect(card.getByText(/The previous content stays on until/)).toBeVisible()
    await expect(ticker(screen)).toContainText('Bridge open again')
    expect(await findings(page)).toEqual([])
  })
})

/** Publishes a calendar with an event that has begun and one that begins in an hour. @returns the minute that both are relative to */
function putSchoolDay(): number {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  site.put(
    '/school.ics',
    calendar(
      { title: 'Assembly', from: now - MINUTE_MS, until: now + 30 * MINUTE_MS },
      { title: 'Fire drill', from: now + 60 * MINUTE_MS, until: now + 90 * MINUTE_MS },
    ),
  )
  return now
}

test('[FD1] an event goes on and off by its times on a screen that has lost the network', async ({
  page,
  house,
  browser,
}) => {
  putSchoolDay()
  await signIn(page, house)
  await page.getByRole('button', { name: 'Add anything…' }).first().click()
  await page.getByLabel('Or an address').fill(`${url}/school.ics`)
  await page.getByRole('button', { name: 'Continue' }).click()
  const form = formOf(page)
  await expect(form.getByText('Calendar · as of')).toBeVisible()
  await expect(form.getByRole('radio', { name: /As notices/ })).toBeChecked()
  await form.getByLabel('How many').selectOption('1')
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(page.getByText('Feed added. New entries appear automatically.')).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const player = await context.newPage()
  await player.clock.install()
  await player.goto(house.display)
  await expect(player.locator('main.player')).toContainText('Assembly')
  await expect(player.locator('main.player')).not.toContainText('Fire drill')
  await context.setOffline(true)
  await player.clock.fastForward(40 * MINUTE_MS)
  await expect(player.locator('main.player')).toContainText('Fire drill')
  await expect(player.locator('main.player')).not.toContainText('Assembly')
  await player.clock.fastForward(60 * MINUTE_MS)
  await expect(player.locator('main.player')).not.toContainText('Fire drill')
})

test('[FD1] a page that names its feed, an address where a text is typed, and one that holds nothing', async ({
  page,
  house,
}) => {
  site.put('/', {
    type: 'text/html',
    body: '<!doctype html><html><head><title>Ashford</title><link rel="alternate" type="application/rss+xml" href="rss"></head></html>',
  })
  site.put('/rss', news('Bridge closed'))
  await signIn(page, house)
  await page.getByRole('button', { name: 'Add Text' }).first().click()
  await page.getByLabel('Text', { exact: true }).fill(`${url}/`)
  await page.getByRole('button', { name: 'Show the texts of this feed' }).click()
  const form = formOf(page)
  await expect(form.getByLabel('Address')).toHaveValue(`${url}/rss`)
  await form.getByLabel('Address').fill(`${url}/nothing.ics`)
  await expect(form.getByText('There is no feed at this address any more.')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
})

test('[FD1] how a feed is shown is changed later, and Why says when its next event comes', async ({ page, house }) => {
  const tomorrow = Date.now() + 26 * 60 * MINUTE_MS
  site.put('/school.ics', calendar({ title: 'Open day', from: tomorrow, until: tomorrow + 60 * MINUTE_MS }))
  await house.call('checkFeed', {
    params: { organisationId: DISPLAY.organisationId },
    body: { url: `${url}/school.ics` },
  })
  await house.call('createItem', {
    body: {
      title: 'School',
      type: 'feed',
      url: `${url}/school.ics`,
      feed: { as: 'notices', count: 3, window: 'today', language: 'en-GB' },
    },
  })
  await signIn(page, house)
  const card = page.getByRole('article', { name: 'School' })
  await expect(card.getByText(/Comes|Back|Tomorrow|From/i).first()).toBeVisible()
  await card.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the feed' })
  await form.getByLabel('Which events').selectOption('next')
  await form.getByRole('radio', { name: /As texts/ }).check()
  await expect(form.getByRole('list', { name: 'Its entries' })).toContainText('Open day')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Texts of School' })).toContainText('Open day')
  await page.goto(house.url + PAGES.week)
  await expect(page.getByText('School').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
})

/** Makes all feeds due, as after five minutes. */
function letTimePass(folder: string): void {
  const database = new DatabaseSync(join(folder, 'placard.db'))
  database.exec('pragma busy_timeout = 5000')
  database.exec('update feed set next_at = 0')
  database.close()
}

test('[FD1] [F85] changes on a feed’s server reach the screen by themselves; a failure darkens nothing, and is reported', async ({
  page,
  house,
  folder,
}) => {
  site.put('/news/rss', news('Bridge closed'))
  const item = {
    title: 'Town',
    type: 'feed' as const,
    url: `${url}/news/rss`,
    feed: { as: 'notices' as const, count: 3 },
  }
  const organisation = { organisationId: DISPLAY.organisationId }
  await house.call('checkFeed', { params: organisation, body: { url: item.url } })
  await house.call('createItem', { body: item })
  const screen = await page.context().newPage()
  await screen.goto(house.display)
  const player = screen.locator('main.player')
  await expect(player).toContainText('Bridge closed')
  site.put('/news/rss', news('Bridge open again'))
  letTimePass(folder)
  await expect(player).toContainText('Bridge open again')
  await expect(player).not.toContainText('Bridge closed')
  site.put('/news/rss', {
    type: 'application/rss+xml',
    body: '<?xml version="1.0"?><rss version="2.0"><channel><title>T',
  })
  letTimePass(folder)
  const stateOf = () => house.call('checkFeed', { params: organisation, body: { url: item.url } })
  await expect.poll(async () => (await stateOf()).problem).toBe('damaged')
  await expect(player).toContainText('Bridge open again')
  await signIn(page, house)
  const card = page.getByRole('article', { name: 'Town' })
  await expect(card.getByText('The feed is incomplete or damaged.')).toBeVisible()
  await expect(card.getByText(/The previous content stays on until/)).toBeVisible()
  await expect(card.getByText(/as of \d/)).toBeVisible()
  site.put('/news/rss', news('Bridge open again', 'Market on Friday'))
  letTimePass(folder)
  await expect.poll(async () => (await stateOf()).problem).toBe(null)
  await page.reload()
  await expect(card.getByText('2 notices')).toBeVisible()
  await expect(card.getByText('The feed is incomplete or damaged.')).toBeHidden()
})

test('[FD1] a screen that starts without a network shows the event whose time it is', async ({ house, browser }) => {
  const now = putSchoolDay()
  const body = { url: `${url}/school.ics` }
  await house.call('checkFeed', { params: { organisationId: DISPLAY.organisationId }, body })
  await house.call('createItem', {
    body: { ...body, title: 'School', type: 'feed', feed: { as: 'notices', count: 1, window: 'next' } },
  })
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const before = await context.newPage()
  await before.goto(house.display)
  await expect(before.locator('main.player')).toContainText('Assembly')
  await expect(before.locator('main')).toHaveAttribute('data-offline', 'ready', { timeout: 60_000 })
  await before.close()
  await context.setOffline(true)
  const player = await context.newPage()
  await player.clock.install({ time: now + 40 * MINUTE_MS })
  await player.goto(house.display)
  await expect(player.locator('main.player')).toContainText('Fire drill')
  await expect(player.locator('main.player')).not.toContainText('Assembly')
})

const WAYS = [
  { name: 'dark', locale: 'en-GB', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'on a phone', locale: 'en-GB', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'in Arabic', locale: 'ar', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'in Arabic, on a phone', locale: 'ar', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

for (const { name, ...options } of WAYS) {
  test(`[FD1] is pasted, and put on by one key, ${name}`, async ({ house, browser }) => {
    const tomorrow = Date.now() + 26 * 60 * MINUTE_MS
    site.put('/school.ics', calendar({ title: 'Open day', from: tomorrow, until: tomorrow + 60 * MINUTE_MS }))
    const page = await (await browser.newContext(options)).newPage()
    await signIn(page, house)
    await pasteUntilDialog(page, `${url}/school.ics`)
    const form = page.getByRole('dialog')
    await expect(form.getByRole('listitem').first()).toContainText(/\d/)
    const fields = form.getByRole('textbox')
    await expect(fields.nth(1)).toHaveValue('School')
    await expect(fields.nth(1)).toBeFocused()
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    const card = page.getByRole('article', { name: 'School' })
    await expect(card).toBeVisible()
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const [item] = (await house.call('getProgramme')).items
    expect(item).toMatchObject({ type: 'feed', feed: { as: 'notices', window: 'next', count: 3 } })
  })
}
