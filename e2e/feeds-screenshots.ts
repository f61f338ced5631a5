import type { Browser } from '@playwright/test'
import { clearDisplay } from './content.ts'
import { signIn } from './journey.ts'
import type { Keep } from './looks.ts'
import { freePort, launchPlacard, type Placard } from './placard.ts'
import { calendarOf, newsOf, startFeedSite } from './rigs/feed-site.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** A school's calendar and a town's news as these are served, on a site of their own. */
async function startTown() {
  const site = await startFeedSite(await freePort())
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const event = (day: number, hour: number, hours: number, title: string, place: string, words = '') => ({
    title,
    place,
    words,
    from: today + day * DAY_MS + hour * HOUR_MS,
    until: today + day * DAY_MS + (hour + hours) * HOUR_MS,
  })
  site.put(
    '/school.ics',
    calendarOf('Ashford School', [
      event(1, 8, 1, 'Assembly', 'Main hall', 'The choir sings. Parents are welcome\\; doors open at 7:45.'),
      event(2, 18, 2, 'Parents’ evening', 'Rooms 101 to 118', 'Teachers of all years.'),
      event(4, 14, 3, 'Winter fair', 'Courtyard', 'Cakes, crafts and the science club’s volcano.'),
      event(7, 9, 2, 'Visit of the fire brigade', 'Car park'),
      event(9, 12, 1, 'Chess final', 'Library'),
    ]),
  )
  site.put(
    '/news.rss',
    newsOf(
      'Town of Ashford',
      [
        'Bridge Street is closed until Friday',
        'Library open on Sundays from December',
        'New bus line 12 to the station',
        'Market moves to Church Square',
        'Ice rink opens on Saturday at ten',
      ],
      () => 'More at the town hall, at the desk on the ground floor.',
    ),
  )
  return site
}

/** The form of a feed with what it holds, and a display that shows two. */
export async function takeFeedPictures(browser: Browser, keep: Keep): Promise<void> {
  const site = await startTown()
  const house: Placard = await launchPlacard({ FEED_NETWORKS: new URL(site.url).host })
  try {
    await clearDisplay(house)
    await house.call('updateDisplay', { body: { timeZone: 'UTC' } })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    await signIn(page, house)
    await page.getByRole('button', { name: 'Add anything…' }).first().click()
    await page.getByLabel('Or an address').fill(`${site.url}/school.ics`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: 'Poster' }).check({ force: true })
    await page.waitForTimeout(2_500)
    const address = page.getByRole('textbox', { name: 'Address' })
    // The address of this machine's site says nothing to a reader.
    await address.evaluate((field: HTMLInputElement) => {
      field.dataset.typed = field.value
      field.value = 'https://ashford-school.example/calendar.ics'
    })
    await keep(page, 'feed-form-wide-light')
    await address.evaluate((field: HTMLInputElement) => {
      field.value = field.dataset.typed ?? ''
    })
    await page.getByRole('button', { name: 'Put it on' }).click()
    await page.getByRole('article', { name: 'Ashford School' }).waitFor()
    const feed = { as: 'lines' as const, count: 5 }
    await house.call('createItem', {
      body: { title: 'Town of Ashford', type: 'feed', url: `${site.url}/news.rss`, feed },
    })
    await page.waitForTimeout(35_000)
    const player = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage()
    await player.goto(house.display)
    await player.waitForTimeout(12_000)
    await keep(player, 'feed-1080p')
  } finally {
    await house.close()
    await site.close()
  }
}
