import {
  DisplayId,
  type DisplayKey,
  joinPath,
  PAGES,
  type PlaylistKey,
  playlistPath,
  type Schedule,
} from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addItem, clearDisplay } from './content.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { pressUndo } from './undo.ts'

/** The week begins on Monday, and the clock has 24 hours. */
test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

const { organisationId } = DISPLAY
const WEEK = `${PAGES.week}?id=${DISPLAY.displayId}`
/** A week that nobody is in, of a display in Berlin: on its Sunday an hour comes twice. */
const AUTUMN = '2028-10-25'
const NORMAL = '2028-11-15'
const HOUR_MS = 3_600_000
const weekdays = [1, 2, 3, 4, 5]
const hours = (from: string, until: string): Schedule => ({ hours: [{ from, until }] })

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
  await placard.call('updateDisplay', { body: { timeZone: 'Europe/Berlin' } })
})

async function makePlaylist(placard: Placard, name: string): Promise<PlaylistKey> {
  const { playlist } = await placard.call('createPlaylist', { body: { name } })
  return { organisationId, playlistId: playlist.id }
}

const rowOf = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title }) })
const bars = (row: Locator) => row.locator('[data-look]')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'When it is on' })
const noWider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** The hours since the start of the week at which a bar begins and ends, from its position. Undefined: it is not drawn. */
async function drawnHours(page: Page, bar: Locator): Promise<[number, number] | undefined> {
  const [day, box] = await Promise.all([page.locator('thead th[data-nth="0"]').boundingBox(), bar.boundingBox()])
  if (!day || !box) return undefined
  const hourOf = (x: number) => Math.round(((x - day.x) / day.width) * 24 * 4) / 4
  return [hourOf(box.x), hourOf(box.x + box.width)]
}

test('[WV] the week of a display is on its page, and each bar stands from when to when', async ({ admin, placard }) => {
  await addItem(placard, 'Poster')
  await addItem(placard, 'Lunch menu', { days: weekdays, ...hours('11:00', '14:00') })
  await addItem(placard, 'Night watch', { days: [2], ...hours('22:00', '04:00') })
  await addItem(placard, 'Open day', { days: [3], ...hours('12:00', '13:00'), alone: true })
  await placard.call('createLine', { body: { text: 'Welcome', schedule: { days: [1] } } })
  await showMore(admin)
  await admin.getByRole('link', { name: 'Week', exact: true }).click()
  await expect(admin).toHaveURL(placard.url + WEEK)
  const { name } = await placard.call('getProgramme')
  await expect(admin.getByRole('heading', { level: 1, name: `Week of ${name}` })).toBeVisible()
  await admin.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
  await expect(admin.getByRole('status').filter({ hasText: '13 – 19 November 2028' })).toBeVisible()

  const lunch = bars(rowOf(admin, 'Lunch menu'))
  // Five days, one of them in three parts: on, waiting, on.
  await expect(lunch).toHaveCount(7)
  expect(await drawnHours(admin, lunch.nth(0))).toEqual([11, 14])
  expect(await drawnHours(admin, lunch.nth(1))).toEqual([35, 38])
  expect(await drawnHours(admin, lunch.nth(3))).toEqual([60, 61])
  expect(await lunch.evaluateAll((all) => all.map((bar) => bar.getAttribute('data-look')))).toEqual([
    'on',
    'on',
    'on',
    'aside',
    'on',
    'on',
    'on',
  ])
  await expect(rowOf(admin, 'Lunch menu').getByRole('cell').nth(2)).toHaveText(
    '11:00–12:00, 12:00–13:00: waits for “Open day”, 13:00–14:00',
  )
  // Cut at midnight.
  const night = bars(rowOf(admin, 'Night watch'))
  expect(await drawnHours(admin, night.nth(0))).toEqual([46, 48])
  expect(await drawnHours(admin, night.nth(1))).toEqual([48, 52])
  await expect(bars(rowOf(admin, 'Open day'))).toHaveAttribute('data-look', 'alone')
  await expect(bars(rowOf(admin, 'Welcome'))).toHaveCount(1)

  const always = rowOf(admin, 'Always (1)')
  await expect(bars(always)).toHaveCount(9)
  await expect(rowOf(admin, 'Poster')).toHaveCount(0)
  await always.getByRole('button').click()
  await expect(bars(rowOf(admin, 'Poster'))).toHaveCount(9)
  await expect(admin.getByText('Nothing is on:')).toHaveCount(0)
})

test('[WV] the line of now moves by itself', async ({ page, placard }) => {
  await addItem(placard, 'Lunch menu', hours('11:00', '14:00'))
  await page.clock.install({ time: new Date('2026-11-25T09:00:00Z') })
  await signIn(page, placard, WEEK)
  const line = page.locator('[data-now]')
  // It is two pixels wide: the middle of it counts.
  const hour = async () => {
    const [from, until] = (await drawnHours(page, line)) ?? [-1, -1]
    return Math.round(from + until) / 2
  }
  // Wednesday, ten o'clock in Berlin.
  expect(await hour()).toBe(58)
  await page.clock.fastForward(2 * HOUR_MS)
  await expect.poll(hour).toBe(60)
})

test('[SD8] times at which nothing is on are marked and named, and the dashboard says when something comes', async ({
  admin,
  placard,
}) => {
  await addItem(placard, 'Day', hours('00:00', '18:00'))
  await addItem(placard, 'Evening', { days: [1, 3, 4, 5, 6, 7], ...hours('18:00', '00:00') })
  await admin.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
  const named = admin.getByRole('list', { name: 'Times at which nothing is on' }).getByRole('listitem')
  await expect(named).toHaveText(['Nothing is on: Tuesday 18:00–0:00.'])
  const holes = bars(rowOf(admin, 'Nothing is on'))
  await expect(holes).toHaveCount(1)
  expect(await drawnHours(admin, holes)).toEqual([42, 48])

  await clearDisplay(placard)
  await addItem(placard, 'Anniversary', { from: '2036-12-24T08:00' })
  await admin.goto(placard.url + PAGES.dashboard)
  await expect(admin.getByText(/Nothing is on now\. Next: “Anniversary”, .*24 December 2036/)).toBeVisible()
  await addItem(placard, 'Poster')
  await expect(admin.getByText('Nothing is on now')).toHaveCount(0)
})

test('[WV] a bar opens the schedule of its entry, and what it was comes back by one press', async ({
  admin,
  placard,
}) => {
  await addItem(placard, 'Lunch menu', { days: [1], ...hours('11:00', '14:00') })
  await admin.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
  const lunch = bars(rowOf(admin, 'Lunch menu'))
  await lunch.click()
  await expect(dialog(admin)).toBeVisible()
  await dialog(admin).getByRole('radio', { name: 'School hours' }).check()
  await dialog(admin).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(admin)).toBeHidden()
  await expect(lunch).toHaveCount(5)
  expect(await drawnHours(admin, lunch.nth(4))).toEqual([104, 110])
  await pressUndo(admin)
  await expect(lunch).toHaveCount(1)
  expect(await drawnHours(admin, lunch)).toEqual([11, 14])

  // By keyboard: the name of its row.
  await admin.getByRole('button', { name: 'Lunch menu', exact: true }).focus()
  await admin.keyboard.press('Enter')
  await expect(dialog(admin)).toBeVisible()
  // The arrows are the form's while it is open.
  await admin.keyboard.press('ArrowRight')
  await admin.keyboard.press('Escape')
  await expect(dialog(admin)).toBeHidden()
  await expect(admin.getByRole('button', { name: 'Lunch menu', exact: true })).toBeFocused()
  await expect(admin).toHaveURL(`${placard.url}${WEEK}&from=${NORMAL}`)
})

test('[WV] another week by buttons and keys, and the address keeps it', async ({ admin, placard }) => {
  await addItem(placard, 'Lunch menu', { days: [1], ...hours('11:00', '14:00') })
  await admin.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
  const which = admin.getByRole('status').filter({ hasText: /20\d\d/ })
  await expect(which).toHaveText('13 – 19 November 2028')
  await admin.getByRole('button', { name: 'The week after' }).click()
  await expect(which).toHaveText('20 – 26 November 2028')
  await expect(admin).toHaveURL(/from=2028-11-22/)
  await admin.keyboard.press('ArrowLeft')
  await admin.keyboard.press('ArrowLeft')
  await expect(which).toHaveText('6 – 12 November 2028')
  await admin.reload()
  await expect(which).toHaveText('6 – 12 November 2028')
  await admin.keyboard.press('t')
  await expect(admin).toHaveURL(placard.url + WEEK)
  await expect(admin.locator('[data-now]')).toBeVisible()

  // As far as the clock at the display is known.
  await admin.goto(`${placard.url}${WEEK}&from=2999-01-01`)
  await expect(admin.getByRole('button', { name: 'The week after' })).toBeDisabled()
  await admin.getByRole('button', { name: 'Today' }).click()
  await expect(admin.getByRole('button', { name: 'The week after' })).toBeEnabled()
})

test('[WV] in a week with a change of the clocks the day is as long as it is, and it is said', async ({
  admin,
  placard,
}) => {
  await addItem(placard, 'Night', { days: [7], ...hours('01:00', '04:00') })
  await admin.goto(`${placard.url}${WEEK}&from=${AUTUMN}`)
  await expect(admin.getByText(/On Sunday,? 29 October 2028 the clocks go back from 3:00 to 2:00\./)).toBeVisible()
  await expect(admin.getByRole('columnheader', { name: /Sun 29 Oct/ })).toContainText('25 hours')
  const night = bars(rowOf(admin, 'Night'))
  const [day, bar] = await Promise.all([admin.locator('thead th[data-nth="6"]').boundingBox(), night.boundingBox()])
  if (!day || !bar) throw new Error('it is not drawn')
  // Four hours of 25, from the second on.
  expect((bar.x - day.x) / day.width).toBeCloseTo(1 / 25, 2)
  expect(bar.width / day.width).toBeCloseTo(4 / 25, 2)
  await expect(rowOf(admin, 'Night').getByRole('cell').nth(6)).toHaveText('1:00–4:00')
})

test('[WV] the same as a list of each day, in the order in which things come on', async ({ admin, placard }) => {
  await addItem(placard, 'Poster')
  await addItem(placard, 'Lunch menu', { days: weekdays, ...hours('11:00', '14:00') })
  await addItem(placard, 'Breakfast', { days: [1], ...hours('07:00', '10:00') })
  await admin.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
  await admin.getByRole('button', { name: 'List' }).focus()
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('table')).toHaveCount(0)
  const dayOf = (name: string) =>
    admin
      .locator('section')
      .filter({ has: admin.getByRole('heading', { level: 2, name }) })
      .getByRole('listitem')
  await expect(dayOf('Monday')).toHaveText([
    /Breakfast\s*7:00–10:00\s*See it at 7:00/,
    /Lunch menu\s*11:00–14:00\s*See it at 11:00/,
    /Always \(1\)\s*all day/,
  ])
  await expect(dayOf('Sunday')).toHaveText([/Always \(1\)\s*all day/])
  await admin.reload()
  await dayOf('Monday').getByRole('button', { name: 'Breakfast' }).click()
  await expect(dialog(admin)).toBeVisible()
})

test.describe('with the preview', () => {
  test.use({ previewsPlay: true })

  test('[WV] a press on a moment leads to the preview at that moment', async ({ admin, placard }) => {
    await addItem(placard, 'Poster')
    await addItem(placard, 'Lunch menu', { days: weekdays, ...hours('11:00', '14:00') })
    await admin.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
    const day = await admin.locator('thead th[data-nth="1"]').boundingBox()
    const row = await rowOf(admin, 'Lunch menu').boundingBox()
    if (!day || !row) throw new Error('it is not drawn')
    // Tuesday, a quarter past five.
    await admin.mouse.click(day.x + (day.width * 17.37) / 24, row.y + row.height / 2)
    const look = admin.getByRole('link', { name: 'See it at Tue, 17:15' })
    const at = Date.UTC(2028, 10, 14, 16, 15)
    await expect(look).toHaveAttribute('href', `${PAGES.dashboard}?display=${DISPLAY.displayId}&at=${at}`)
    await look.click()
    await expect(admin.getByText('As it will be on Tuesday 14 November at 17:15')).toBeVisible()
    // The address is that of the display again.
    await expect(admin).toHaveURL(`${placard.url}${PAGES.dashboard}?display=${DISPLAY.displayId}`)
    await admin.goBack()
    await expect(admin.getByRole('status').filter({ hasText: '13 – 19 November 2028' })).toBeVisible()
  })
})

test('[WV] a playlist has a week, and a display shows what one brings as one row', async ({ admin, placard }) => {
  const key = await makePlaylist(placard, 'Menus')
  await addItem(placard, 'Breakfast', hours('07:00', '10:00'), key)
  await addItem(placard, 'Banner', undefined, key)
  const body = { displays: [DISPLAY.displayId], schedule: { days: [1] } }
  await placard.call('includePlaylist', { params: key, body })

  await admin.goto(placard.url + playlistPath(key.playlistId))
  await showMore(admin)
  await admin.getByRole('link', { name: 'Week', exact: true }).click()
  await expect(admin).toHaveURL(`${placard.url}${PAGES.week}?id=${key.playlistId}`)
  await expect(admin.getByText('Times follow the clock of each display that has the playlist.')).toBeVisible()
  await expect(bars(rowOf(admin, 'Breakfast'))).toHaveCount(7)
  await expect(admin.getByText('Nothing is on:')).toHaveCount(0)

  await admin.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
  const menus = rowOf(admin, 'Menus')
  await expect(bars(menus)).toHaveCount(1)
  expect(await drawnHours(admin, bars(menus))).toEqual([0, 24])
  await expect(rowOf(admin, 'Breakfast')).toHaveCount(0)
  await menus.getByRole('button', { name: 'Show the content of Menus' }).click()
  await expect.poll(() => drawnHours(admin, bars(rowOf(admin, 'Breakfast')))).toEqual([7, 10])

  // The schedule of what it brings is the playlist's; what that leaves empty is said of each display.
  await admin.getByRole('button', { name: 'Banner', exact: true }).click()
  await dialog(admin).getByRole('radio', { name: 'School hours' }).check()
  const { name } = await placard.call('getProgramme')
  await expect(dialog(admin).getByRole('status')).toContainText(`${name}: Nothing would play`)
  await dialog(admin).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(admin)).toBeHidden()
  await expect.poll(() => drawnHours(admin, bars(rowOf(admin, 'Banner')))).toEqual([8, 14])
  await pressUndo(admin)
  await expect.poll(() => drawnHours(admin, bars(rowOf(admin, 'Banner')))).toEqual([0, 24])
})

test('[LY10] the week of a display with a layout is grouped by zone, as bars and as a list', async ({
  admin,
  placard,
}) => {
  const menu = await makePlaylist(placard, 'Lunch menu')
  await addItem(placard, 'Poster')
  const schedule = { days: [1], ...hours('11:00', '14:00') }
  const soup = { title: 'Soup', type: 'webpage' as const, url: 'https://example.org/', schedule }
  await placard.call('createItem', { params: menu as never, body: soup })
  await placard.call('createLine', { body: { text: 'Welcome' } })
  const zones = [{ playlistId: menu.playlistId }, { playlistId: (await makePlaylist(placard, 'News')).playlistId }]
  const layout = { arrangement: 'main-and-two' as const, dividers: [65, 50], zones }
  await placard.call('setLayout', { body: { layout }, headers: { 'if-match': '*' } })
  await admin.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
  const headers = admin.getByRole('rowheader')
  await expect(headers).toHaveText([
    'Main zone',
    /Always/,
    'Zone 2: Lunch menu',
    /^Soup/,
    'Zone 3: NewsNothing is on this week',
    'Text containers',
    /Always/,
  ])
  expect(await drawnHours(admin, bars(rowOf(admin, 'Soup')))).toEqual([11, 14])
  expect(await findings(admin)).toEqual([])
  // A bar of a zone opens the schedule of the playlist's item.
  await bars(rowOf(admin, 'Soup')).click()
  await dialog(admin).getByLabel('Until', { exact: true }).fill('15:00')
  await dialog(admin).getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => drawnHours(admin, bars(rowOf(admin, 'Soup')))).toEqual([11, 15])

  await admin.getByRole('button', { name: 'List', exact: true }).click()
  const monday = admin.locator('main section').first()
  await expect(monday.getByRole('heading', { level: 3 })).toHaveText([
    'Main zone',
    'Zone 2: Lunch menu',
    'Text containers',
  ])
  expect(await findings(admin)).toEqual([])
  expect(await noWider(admin)).toBe(true)
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
})

test('[SD8] for an entry of a playlist it is said on which displays nothing would play', async ({ admin, placard }) => {
  const lobby: DisplayKey = { organisationId, displayId: DisplayId.parse('lobby') }
  await placard.call('createDisplay', { body: { id: lobby.displayId, name: 'Lobby', timeZone: 'Asia/Tokyo' } })
  const key = await makePlaylist(placard, 'Notices')
  await addItem(placard, 'Banner', undefined, key)
  await placard.call('includePlaylist', { params: key, body: { displays: [DISPLAY.displayId, lobby.displayId] } })
  await addItem(placard, 'Poster')

  await admin.goto(placard.url + playlistPath(key.playlistId))
  await admin.getByRole('button', { name: 'Schedule: Always' }).first().click()
  await dialog(admin).getByRole('radio', { name: 'School hours' }).check()
  // Something else plays on the first display.
  await expect(dialog(admin).getByRole('status')).toContainText('Lobby: Nothing would play')
  const { name } = await placard.call('getProgramme')
  await expect(dialog(admin).getByRole('status')).not.toContainText(`${name}:`)
})

test('[SD9] another time zone moves what the playlists of a display bring as well', async ({ admin, placard }) => {
  const key = await makePlaylist(placard, 'Meals')
  await addItem(placard, 'Breakfast', hours('07:00', '10:00'), key)
  await placard.call('includePlaylist', { params: key, body: { displays: [DISPLAY.displayId] } })
  await admin.reload()
  await showMore(admin)
  await admin.getByRole('button', { name: 'Settings' }).click()
  const settings = admin.getByRole('dialog', { name: 'Settings of the display' })
  await settings.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await expect(settings.getByText(/keep their scheduled times, now in the new time zone: .*“Breakfast”/)).toBeVisible()
})

test('[WV] one who only looks sees the bars and changes nothing', async ({ browser, placard }) => {
  await addItem(placard, 'Lunch menu', { days: [1], ...hours('11:00', '14:00') })
  const { token } = await placard.call('createInvitation', { body: { role: 'viewer' } })
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(placard.url + joinPath(token))
  // The page of an invitation has another form behind it.
  const fieldOf = (label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true })
  await fieldOf('Email').fill('viewer@vnr.example')
  await fieldOf('Password').fill('a pass phrase for viewers')
  await page.getByRole('button', { name: 'Create the account and join' }).click()
  await page.waitForURL(placard.url + PAGES.dashboard)
  await showMore(page)
  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await page.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
  const lunch = bars(rowOf(page, 'Lunch menu'))
  await expect(lunch).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Lunch menu', exact: true })).toHaveCount(0)
  await lunch.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // There a press is a moment like any other.
  await expect(page.getByRole('link', { name: /^See it at Mon/ })).toBeVisible()
})

test('[WV] the palette has it, and an address of nothing leads back', async ({ admin, placard }) => {
  await addItem(placard, 'Poster')
  await expect(admin.getByRole('article', { name: 'Poster' })).toBeVisible()
  await admin.keyboard.press('Control+k')
  await admin.getByRole('dialog').getByRole('combobox').fill('week')
  await admin.keyboard.press('Enter')
  await expect(admin).toHaveURL(placard.url + WEEK)
  for (const id of ['nobody', '_00000000000000000000']) {
    await admin.goto(`${placard.url}${PAGES.week}?id=${id}`)
    await expect(admin.getByText('This display or playlist does not exist')).toBeVisible()
  }
})

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('[WV] one day at a time, by buttons and by a finger across', async ({ admin, placard }) => {
    await addItem(placard, 'Poster')
    await addItem(placard, 'Lunch menu', { days: [1], ...hours('11:00', '14:00') })
    await addItem(placard, 'Tea', { days: [2], ...hours('16:00', '17:00') })
    await admin.goto(`${placard.url}${WEEK}&from=2028-11-13`)
    const which = admin.getByRole('status').filter({ hasText: /20\d\d/ })
    await expect(which).toHaveText(/^Monday,? 13 November 2028$/)
    await expect(rowOf(admin, 'Lunch menu')).toBeVisible()
    await expect(rowOf(admin, 'Tea')).toBeHidden()
    await expect(rowOf(admin, 'Lunch menu').getByText('11:00–14:00', { exact: true })).toBeVisible()
    expect(await drawnHours(admin, bars(rowOf(admin, 'Lunch menu')))).toEqual([11, 14])
    expect(await noWider(admin)).toBe(true)
    await admin.getByRole('button', { name: 'The day after' }).click()
    await expect(which).toHaveText(/^Tuesday,? 14 November 2028$/)
    await expect(rowOf(admin, 'Tea')).toBeVisible()
    await expect(rowOf(admin, 'Lunch menu')).toBeHidden()
    await admin.getByRole('table').evaluate((table) => {
      const touch = (clientX: number) => new Touch({ identifier: 1, target: table, clientX, clientY: 400 })
      table.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(60)] }))
      table.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(300)] }))
    })
    await expect(which).toHaveText(/^Monday,? 13 November 2028$/)
    await expect(admin).toHaveURL(/from=2028-11-13/)
  })
})

for (const { name, colorScheme, locale, width } of [
  { name: 'light', colorScheme: 'light', locale: 'en-GB', width: 1440 },
  { name: 'dark, 390 px wide', colorScheme: 'dark', locale: 'en-GB', width: 390 },
  { name: 'Arabic', colorScheme: 'light', locale: 'ar', width: 1440 },
] as const) {
  test.describe(`WCAG 2.2 AA, ${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 900 } })

    test('[WV] the bars and the list have no finding', async ({ page, placard }) => {
      await addItem(placard, 'Lunch menu', { days: weekdays, ...hours('11:00', '14:00') })
      await addItem(placard, 'Open day', { days: [3], ...hours('12:00', '13:00'), alone: true })
      await placard.call('createLine', { body: { text: 'Welcome' } })
      await signIn(page, placard, `${WEEK}&from=2028-11-15`)
      for (const as of ['', '&as=list']) {
        await page.goto(`${placard.url}${WEEK}&from=2028-11-15${as}`)
        await expect(as ? page.getByRole('heading', { level: 2 }).first() : page.getByRole('table')).toBeVisible()
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
        expect(await findings(page)).toEqual([])
        expect(await noWider(page)).toBe(true)
      }
    })
  })
}

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('[WV] time runs from right to left, and so do the arrows', async ({ admin, placard }) => {
    await addItem(placard, 'Lunch menu', { days: [1], ...hours('11:00', '14:00') })
    await admin.goto(`${placard.url}${WEEK}&from=${NORMAL}`)
    const first = await admin.locator('thead th[data-nth="0"]').boundingBox()
    const last = await admin.locator('thead th[data-nth="6"]').boundingBox()
    const bar = await bars(rowOf(admin, 'Lunch menu')).boundingBox()
    const monday = await admin.getByRole('columnheader', { name: /13/ }).boundingBox()
    if (!first || !last || !bar || !monday) throw new Error('it is not drawn')
    expect(first.x).toBeGreaterThan(last.x)
    expect((monday.x + monday.width - (bar.x + bar.width)) / monday.width).toBeCloseTo(11 / 24, 2)
    await admin.keyboard.press('ArrowLeft')
    await expect(admin).toHaveURL(/from=2028-11-22/)
  })
})
