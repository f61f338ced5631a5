import { DisplayId, PAGES, type PlaylistId, ROUTES, type RouteBodyInput, ScreenId } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { transferOf } from './files.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { APPEARANCES } from './looks.ts'
import { makeMenu } from './menu.ts'
import { BLUE, flatPicture, GREEN } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'

test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

const LAYOUT = `${PAGES.layout}?display=${DISPLAY.displayId}`
const { organisationId } = DISPLAY

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
  await setLayout(placard, null)
})

type Wanted = NonNullable<RouteBodyInput<'setLayout'>['layout']>

/** By the API, like another user. */
async function setLayout(placard: Placard, layout: Wanted | null): Promise<void> {
  const revision = (await layoutOf(placard))?.revision ?? 0
  await placard.call('setLayout', { body: { layout }, headers: { 'if-match': `"${revision}"` } })
}

const layoutOf = async (placard: Placard) => (await placard.call('getProgramme')).layout

async function makePlaylist(placard: Placard, name: string) {
  const { playlist } = await placard.call('createPlaylist', { body: { name } })
  return playlist.id
}

const sideBar = async (placard: Placard, name = 'Lunch menu'): Promise<Wanted> => ({
  arrangement: 'side-bar',
  dividers: [75],
  side: 'end',
  pinned: false,
  zones: [{ playlistId: await makePlaylist(placard, name), stays: false }],
})

const pick = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Arrangement' }).getByRole('button', { name })
/** The drawing of the screen around its zones. */
const board = (page: Page) => zoneOf(page, 0).locator('xpath=ancestor::*[@data-shape][1]')
const zoneOf = (page: Page, index: number) => page.locator(`div[data-zone="${index}"]`)
const cardOf = (page: Page, name: string) => page.getByRole('region', { name })
const divider = (page: Page) => page.getByRole('separator').first()
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const noWider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

async function drop(page: Page, zone: Locator, name: string): Promise<void> {
  await expect(zone).toBeVisible()
  const file = { name: `${name}.jpg`, type: 'image/jpeg', buffer: await flatPicture('#1f7a8c') }
  await zone.dispatchEvent('drop', { dataTransfer: await transferOf(page, [file]) })
}

test('[LY9] from a plain display to a menu at the side on weekdays in four actions on the page', async ({
  admin,
  placard,
}) => {
  const { name } = await placard.call('getProgramme')
  await showMore(admin)
  await admin.getByRole('link', { name: 'Layout', exact: true }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Layout' })).toBeVisible()

  await pick(admin, 'Side bar right').click()
  const bar = `Side bar of ${name}`
  await expect(cardOf(admin, bar)).toBeVisible()
  await expect.poll(async () => (await layoutOf(placard))?.arrangement).toBe('side-bar')

  await drop(admin, zoneOf(admin, 1), 'Menu of the week')
  const item = cardOf(admin, bar).getByRole('listitem').filter({ hasText: 'Menu of the week' })
  await expect(item).toBeVisible()

  await item.getByRole('button', { name: 'Schedule: Always' }).click()
  const form = admin.getByRole('dialog', { name: 'When it is on' })
  await form.getByRole('radio', { name: 'Weekdays' }).check()
  await form.getByLabel('From', { exact: true }).fill('11:00')
  await form.getByLabel('Until', { exact: true }).fill('14:00')
  await form.getByRole('button', { name: 'Save' }).click()

  await expect(item.getByRole('button', { name: /11:00/ })).toBeVisible()
  const { items, zones } = await placard.call('getProgramme')
  expect(items).toEqual([])
  expect(zones.map((zone) => zone.name)).toEqual([bar])
  expect(zones[0]?.items[0]).toMatchObject({ title: 'Menu of the week', schedule: { days: [1, 2, 3, 4, 5] } })
})

test('[LY1] a divider is moved by the arrow keys in steps of 5, and no zone gets under 15', async ({
  page,
  placard,
}) => {
  await setLayout(placard, await sideBar(placard))
  await signIn(page, placard, LAYOUT)
  await divider(page).focus()
  await expect(divider(page)).toHaveAttribute('aria-valuenow', '75')
  await page.keyboard.press('ArrowRight')
  await expect(divider(page)).toHaveAttribute('aria-valuenow', '80')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(divider(page)).toHaveAttribute('aria-valuenow', '85')
  // The three steps are one change.
  await expect(undo(page)).toHaveCount(1)
  expect((await layoutOf(placard))?.dividers).toEqual([85])
  await page.keyboard.press('Home')
  await expect.poll(async () => (await layoutOf(placard))?.dividers).toEqual([15])
  await undo(page).first().click()
})

test('[LY1] a divider is dragged, and the layout of before comes back by Undo and by Ctrl+Z', async ({
  page,
  placard,
}) => {
  await setLayout(placard, await sideBar(placard))
  await signIn(page, placard, LAYOUT)
  const [area, handle] = await Promise.all([zoneOf(page, 0).boundingBox(), divider(page).boundingBox()])
  if (!area || !handle) throw new Error('nothing is drawn')
  const whole = area.width / 0.75
  const y = handle.y + handle.height / 2
  await page.mouse.move(handle.x + handle.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(area.x + whole * 0.66, y, { steps: 4 })
  await expect(zoneOf(page, 0)).toContainText('65 %')
  await page.mouse.move(area.x + whole * 0.49, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await layoutOf(placard))?.dividers).toEqual([50])
  await undo(page).click()
  await expect.poll(async () => (await layoutOf(placard))?.dividers).toEqual([75])
  await expect(divider(page)).toHaveAttribute('aria-valuenow', '75')

  await pick(page, 'Whole screen').click()
  await expect(page.getByText('The layout is removed.')).toBeVisible()
  expect(await layoutOf(placard)).toBeNull()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await layoutOf(placard))?.arrangement).toBe('side-bar')
  await expect(cardOf(page, 'Lunch menu')).toBeVisible()
})

test('[LY9] each zone shows its programme, opens it, and takes what is dropped on it', async ({ page, placard }) => {
  await addPicture(placard, await flatPicture('#7a2f5f'), { title: 'Campus' })
  await setLayout(placard, await sideBar(placard))
  await signIn(page, placard, LAYOUT)
  await expect(zoneOf(page, 0).locator('img')).toBeVisible()
  await expect(zoneOf(page, 1)).toContainText('Or drop a picture or a film here')

  await drop(page, zoneOf(page, 0), 'For all')
  await expect(cardOf(page, 'Department of ECE').getByText('For all')).toBeVisible()
  await drop(page, zoneOf(page, 1), 'Menu')
  await expect(zoneOf(page, 1).locator('img')).toBeVisible()
  const { items, zones } = await placard.call('getProgramme')
  expect(items.map(({ title }) => title)).toEqual(['Campus', 'For all'])
  expect(zones[0]?.items.map(({ title }) => title)).toEqual(['Menu'])

  await zoneOf(page, 1).getByRole('link', { name: 'Open Lunch menu' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lunch menu' })).toBeVisible()
  await page.goBack()
  await zoneOf(page, 0).getByRole('link', { name: 'Open Department of ECE' }).click()
  await expect(page).toHaveURL(`${placard.url}${PAGES.dashboard}?display=${DISPLAY.displayId}`)
})

test('[LY9] an empty zone has the button that adds anything, and mentions dropping only where there is a mouse', async ({
  browser,
  placard,
}) => {
  await setLayout(placard, await sideBar(placard))
  for (const hasTouch of [false, true]) {
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
      hasTouch,
      isMobile: hasTouch,
    })
    const page = await context.newPage()
    await signIn(page, placard, LAYOUT)
    const add = zoneOf(page, 1).getByRole('button')
    await expect(add).toHaveCount(1)
    await expect(add).toHaveAccessibleName('Add anything…')
    await expect(add).toHaveAccessibleDescription('Lunch menu')
    await expect(page.getByText('Or drop a picture or a film here').last()).toBeVisible({ visible: !hasTouch })
    await add.click()
    await expect(page.getByRole('dialog', { name: 'Add anything' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await context.close()
  }
})

test('[LY10] the page of a display lists its zones, with what is on in each, and leads to its programme', async ({
  page,
  placard,
}) => {
  const menu = await makePlaylist(placard, 'Lunch menu')
  const rooms = await makePlaylist(placard, 'Rooms')
  const params = { organisationId, playlistId: menu }
  const { url } = await addPicture(placard, await flatPicture(BLUE), { title: 'Campus' })
  const zones = page.getByRole('region', { name: 'Zones' })
  await signIn(page, placard)
  await expect(page.getByRole('article', { name: 'Campus' })).toBeVisible()
  await expect(page.getByRole('button', { name: / loop · / })).toBeVisible()
  await expect(zones).toHaveCount(0)

  await setLayout(placard, {
    arrangement: 'main-and-two',
    dividers: [65, 50],
    side: 'end',
    pinned: false,
    zones: [menu, rooms].map((playlistId) => ({ playlistId, stays: false })),
  })
  const rows = zones.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('Main zone')
  await expect(rows.nth(0)).toContainText('Campus')
  await expect(rows.nth(0).getByRole('link')).toHaveCount(0)
  await expect(rows.nth(1)).toContainText('Nothing in it yet')

  for (const title of ['Soup', 'Cake']) {
    await placard.call('createItem', { params: params as never, body: { title, type: 'image', url } })
  }
  await expect(rows.nth(1)).toContainText('Soup · 1 more container')
  await expect(rows.nth(2)).toContainText('Nothing in it yet')
  expect(await findings(page)).toEqual([])

  await zones.getByRole('link', { name: 'Layout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Layout' })).toBeVisible()
  await page.goBack()
  await rows
    .nth(1)
    .getByRole('link', { name: /Lunch menu/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lunch menu' })).toBeVisible()
})

test('[LY9] a menu and a notice get into a zone by the button of its card', async ({ page, placard }) => {
  const { table } = await makeMenu(placard, [{ cells: { Dish: 'Tomato soup', Price: '4.50' } }])
  await setLayout(placard, await sideBar(placard))
  await signIn(page, placard, LAYOUT)
  const card = cardOf(page, 'Lunch menu')
  const anything = page.getByRole('dialog', { name: 'Add anything' })

  await card.getByRole('button', { name: 'Add anything…' }).click()
  await anything.getByRole('button', { name: 'Menu or table (board)' }).click()
  const board = page.getByRole('dialog', { name: 'Add a board' })
  await board.getByRole('combobox', { name: 'Table' }).selectOption(table.id)
  await board.getByRole('textbox', { name: 'Title' }).fill('Canteen')
  await board.getByRole('button', { name: 'Put it on' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)

  await zoneOf(page, 1).getByRole('button', { name: 'Add to Lunch menu' }).click()
  await anything.getByRole('button', { name: 'Write a notice' }).click()
  const notice = page.getByRole('dialog', { name: 'Write a notice' })
  await notice.getByLabel('Heading').fill('Closed on Friday')
  await notice.getByRole('button', { name: 'Put it on' }).click()
  await expect(card.getByRole('listitem').filter({ hasText: 'Closed on Friday' })).toBeVisible()

  const { items, zones } = await placard.call('getProgramme')
  expect(items).toEqual([])
  const added = zones[0]?.items ?? []
  expect(added.map(({ type }) => type)).toEqual(['board', 'notice'])
  // Other tests remove all tables, and a table on a board cannot be removed.
  const params = { organisationId, playlistId: zones[0]?.id }
  for (const { id: itemId } of added) await placard.call('removeItem', { params: { ...params, itemId } as never })
})

test('[LY2] a zone plays another playlist or a new one, and none twice', async ({ page, placard }) => {
  const [one, other] = [await makePlaylist(placard, 'News'), await makePlaylist(placard, 'Timetable')]
  await setLayout(placard, {
    arrangement: 'main-and-two',
    dividers: [65, 50],
    side: 'end',
    pinned: false,
    zones: [one, other].map((playlistId) => ({ playlistId, stays: false })),
  })
  await makePlaylist(placard, 'Exams')
  await signIn(page, placard, LAYOUT)
  await cardOf(page, 'News').getByRole('button', { name: 'Play another playlist' }).click()
  const form = page.getByRole('dialog', { name: 'Playlist of this zone' })
  await expect(form.getByRole('radio', { name: 'Timetable' })).toBeDisabled()
  await form.getByRole('radio', { name: 'Exams' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(cardOf(page, 'Exams')).toBeVisible()

  await cardOf(page, 'Exams').getByRole('button', { name: 'Play another playlist' }).click()
  await form.getByRole('radio', { name: 'New playlist' }).check()
  await form.getByLabel('Name').fill(' ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter a name.')).toBeVisible()
  await form.getByLabel('Name').fill('Parking')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(cardOf(page, 'Parking')).toBeVisible()
  const names = async () => (await placard.call('getProgramme')).zones.map(({ name }) => name)
  await expect.poll(names).toEqual(['Parking', 'Timetable'])

  await cardOf(page, 'Parking').getByRole('button', { name: 'Room stays' }).click()
  await expect.poll(async () => (await layoutOf(placard))?.zones[0]?.stays).toBe(true)
})

test('[LY2] a zone that is taken away and comes again has its playlist again', async ({ page, placard }) => {
  await placard.call('updateDisplay', { body: { name: 'Canteen' } })
  await signIn(page, placard, LAYOUT)
  await pick(page, 'Strip below').click()
  await expect(cardOf(page, 'Strip of Canteen').getByRole('link')).toBeVisible()
  const [zone] = (await layoutOf(placard))?.zones ?? []
  await pick(page, 'Whole screen').click()
  await expect(cardOf(page, 'Strip of Canteen')).toHaveCount(0)
  await pick(page, 'Strip above').click()
  await expect.poll(async () => (await layoutOf(placard))?.zones).toEqual([zone])
  await placard.call('updateDisplay', { body: { name: 'Department of ECE' } })
})

test('[LY9] a layout that somebody else has changed meanwhile is not overwritten unseen', async ({ page, placard }) => {
  const layout = await sideBar(placard)
  await setLayout(placard, layout)
  // Nothing tells the page of it.
  await page.route('**/api/**/live**', (route) => route.abort())
  await signIn(page, placard, LAYOUT)
  await expect(pick(page, 'Side bar right')).toHaveAttribute('aria-pressed', 'true')
  await setLayout(placard, { ...layout, dividers: [60] })

  await pick(page, 'Two halves').click()
  const question = page.getByRole('alert').filter({ hasText: 'Somebody else changed this layout meanwhile' })
  await expect(question).toBeVisible()
  expect((await layoutOf(placard))?.dividers).toEqual([60])
  expect(await findings(page)).toEqual([])
  await question.getByRole('button', { name: 'Take theirs' }).click()
  await expect(divider(page)).toHaveAttribute('aria-valuenow', '60')

  await setLayout(placard, { ...layout, dividers: [55] })
  await pick(page, 'Two halves').click()
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await layoutOf(placard))?.arrangement).toBe('halves')
  await expect(question).toHaveCount(0)
})

test('[LY2] the page of a playlist names its zones, and that its texts do not run there', async ({ page, placard }) => {
  const layout = await sideBar(placard, 'House rules')
  await setLayout(placard, layout)
  await signIn(page, placard, `${PAGES.playlists}?id=${layout.zones[0]?.playlistId}`)
  const places = page.getByRole('region', { name: 'On these displays' })
  await expect(places).toContainText('The texts of a playlist do not run in a zone.')
  // Its loop does not include the playlist yet.
  await places.getByRole('button', { name: 'Put on displays' }).click()
  const form = page.getByRole('dialog', { name: 'Put “House rules” on displays' })
  await expect(form.getByRole('checkbox', { name: 'Department of ECE' })).toBeEnabled()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await places.getByRole('link', { name: 'Department of ECE Zone 2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Layout' })).toBeVisible()
})

test('[LY2] a playlist in a zone is not removed, and the reason names the display', async ({ page, placard }) => {
  const layout = await sideBar(placard, 'House rules')
  await setLayout(placard, layout)
  await signIn(page, placard, `${PAGES.playlists}?id=${layout.zones[0]?.playlistId}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove this playlist?' })
  await expect(question).toContainText('It plays in a zone of \u2068Department of ECE\u2069')
  await expect(question.getByRole('button', { name: 'Remove playlist' })).toBeDisabled()
})

test('[LY5] that films do not play in a zone is said before they are there: in the forms, the zone and the advice', async ({
  page,
  placard,
}) => {
  const film = { type: 'youtube' as const, url: 'https://youtu.be/aaaaaaaaaaa' }
  await placard.call('createItem', { body: { ...film, title: 'Trailer' } })
  const layout = await sideBar(placard, 'Clips')
  const playlistId = layout.zones[0]?.playlistId as PlaylistId
  const other = await makePlaylist(placard, 'More clips')
  for (const [id, title] of [
    [playlistId, 'First clip'],
    [other, 'Second clip'],
  ]) {
    const params = { organisationId, playlistId: id } as never
    await placard.call('createItem', { params, body: { ...film, title: title as string } })
  }
  await setLayout(placard, layout)
  const here = 'Films do not play in this zone, because zone 1 plays films.'
  await signIn(page, placard, LAYOUT)
  await expect(cardOf(page, 'Clips')).toContainText(here)
  await cardOf(page, 'Clips').getByRole('button', { name: 'Play another playlist' }).click()
  const form = page.getByRole('dialog', { name: 'Playlist of this zone' })
  await form.getByRole('radio', { name: 'More clips' }).check()
  await expect(form.getByRole('status').filter({ hasText: here })).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()

  const said = /Films do not play in zone 2 of .*Department of ECE.*, because zone 1 plays films\. It has no poster/
  await page.goto(`${placard.url}${PAGES.addContainer}?playlist=${playlistId}`)
  await page.getByLabel('Type').selectOption('youtube')
  await expect(page.locator('[data-advice="film-in-zone"]')).toHaveText(said)
  await page.getByLabel('Type').selectOption('image')
  await expect(page.locator('[data-advice="film-in-zone"]')).toHaveCount(0)
  expect(await findings(page)).toEqual([])

  await page.goto(`${placard.url}${PAGES.dashboard}?display=${DISPLAY.displayId}`)
  await page.getByRole('button', { name: /passers-by cannot read/ }).click()
  const advice = page.getByRole('dialog').locator('[data-advice="film-in-zone"]')
  await expect(advice).toHaveText(said)
  await expect(page.getByRole('dialog').getByRole('link', { name: 'In zone 2: Clips' })).toBeVisible()
})

test('[LY10] the list of screens says what is on in each zone', async ({ page, placard }) => {
  const news = await addPicture(placard, await flatPicture('#7a2f5f'), { title: 'News' })
  const layout = await sideBar(placard)
  const playlistId = layout.zones[0]?.playlistId as PlaylistId
  await setLayout(placard, layout)
  const { item } = await placard.call('createItem', {
    params: { organisationId, playlistId } as never,
    body: { title: 'Soup of the day', type: 'webpage', url: 'https://example.org/' },
  })
  const state = {
    ...{ doing: 'playing', build: null, viewport: { width: 1920, height: 1080 }, rotation: 0, revision: 1 },
    ...{ offline: 'ready', files: { kept: 0, of: 0 }, full: false, broken: [], clockAheadMs: 0, upSeconds: 1 },
    ...{ memoryMb: null, itemId: news.id, zones: [{ playlistId, itemId: item.id }] },
  } as const
  const params = { ...DISPLAY, screenId: ScreenId.parse('c'.repeat(32)) }
  await placard.call('reportScreen', { params, body: { state: { ...state, broken: [] }, events: [] } as never })
  await signIn(page, placard)
  const screens = page.getByRole('region', { name: 'Screens' })
  await screens.getByRole('button', { name: 'Show screens' }).click()
  await expect(screens.locator('[data-screen]')).toContainText('Playing: \u2068News\u2069')
  await expect(screens.locator('[data-screen]')).toContainText('Zone 2: \u2068Soup of the day\u2069')
  await placard.call('removeScreen', { params })
})

test.describe(() => {
  test.use({ previewsPlay: true })
  test('[LY9] the page shows the real player, in landscape and in portrait', async ({ admin, placard }) => {
    await addPicture(placard, await flatPicture(GREEN), { title: 'Campus', fit: 'cover' })
    const layout = await sideBar(placard)
    const playlistId = layout.zones[0]?.playlistId as PlaylistId
    const { url } = await placard.call('uploadMedia', {
      body: await flatPicture(BLUE),
      headers: { 'content-type': 'image/jpeg' },
    })
    await placard.call('createItem', {
      params: { organisationId, playlistId } as never,
      body: { title: 'Menu', type: 'image', url, fit: 'cover' },
    })
    await setLayout(placard, layout)
    await admin.goto(placard.url + LAYOUT)
    await admin.getByRole('button', { name: 'Player', exact: true }).click()
    const frame = admin.locator('iframe')
    const zone = admin.frameLocator('iframe').locator(`[data-zone="${playlistId}"]`)
    const main = admin.frameLocator('iframe').locator('[data-zone="main"]')
    await expect(zone).toHaveAttribute('data-open', 'true')
    const placed = async () => {
      const [one, other, whole] = await Promise.all([main, zone, frame].map((part) => part.boundingBox()))
      if (!one || !other || !whole) throw new Error('nothing is drawn')
      const isBeside = other.x >= one.x + one.width - 2
      const isBelow = other.y >= one.y + one.height - 2
      return { isUpright: whole.height > whole.width, isBeside, isBelow }
    }
    await expect.poll(placed).toEqual({ isUpright: false, isBeside: true, isBelow: false })
    await admin.getByRole('button', { name: 'Portrait' }).click()
    await expect.poll(placed).toEqual({ isUpright: true, isBeside: false, isBelow: true })
  })
})

test('[LY9] a layout is copied to other displays, each by itself', async ({ page, placard }) => {
  const display = await placard.call('createDisplay', {
    body: { id: DisplayId.parse('foyer'), name: 'Foyer' },
  })
  await setLayout(placard, await sideBar(placard))
  await signIn(page, placard, LAYOUT)
  await page.getByRole('button', { name: 'Copy to other displays' }).click()
  const form = page.getByRole('dialog', { name: 'Copy the layout to other displays' })
  await form.getByRole('checkbox', { name: 'Foyer' }).check()
  await form.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('1 more display has this layout.')).toBeVisible()
  const params = { organisationId, displayId: display.id }
  expect((await placard.call('getProgramme', { params })).layout?.arrangement).toBe('side-bar')
  await undo(page).click()
  await expect.poll(async () => (await placard.call('getProgramme', { params })).layout).toBeNull()

  // One that refuses is named, and the form stays.
  const address = ROUTES.setLayout.path.replace(':organisationId', organisationId).replace(':displayId', display.id)
  await page.route(`**${address}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Copy to other displays' }).click()
  await form.getByRole('checkbox', { name: 'Foyer' }).check()
  await form.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('Foyer:')
})

for (const [name, options] of APPEARANCES) {
  test.describe(() => {
    test.use(options)
    test(`[LY9] the page has no findings of axe, and is no wider than its window: ${name}`, async ({
      page,
      placard,
    }) => {
      await addPicture(placard, await flatPicture('#7a2f5f'), { title: 'Campus' })
      await setLayout(placard, await sideBar(placard))
      await signIn(page, placard, LAYOUT)
      await expect(zoneOf(page, 1)).toBeVisible()
      await expect(zoneOf(page, 0).locator('img')).toBeVisible()
      expect(await findings(page)).toEqual([])
      expect(await noWider(page)).toBe(true)
    })
  })
}

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('[LY9] on a phone an arrangement is picked, and a picture chosen for its zone', async ({ page, placard }) => {
    const { name } = await placard.call('getProgramme')
    await signIn(page, placard)
    await showMore(page)
    await page.getByRole('link', { name: 'Layout', exact: true }).click()
    await page.getByRole('button', { name: 'Portrait' }).click()
    await pick(page, 'Bar below').click()
    const card = cardOf(page, `Side bar of ${name}`)
    const file = { name: 'Menu.jpg', mimeType: 'image/jpeg', buffer: await flatPicture('#1f7a8c') }
    await card.getByRole('button', { name: 'Add anything…' }).click()
    await page.getByLabel('Choose files').setInputFiles(file)
    await expect(card.getByText('Menu', { exact: true })).toBeVisible()
    await expect(board(page)).toHaveAttribute('data-shape', 'portrait')
    expect(await noWider(page)).toBe(true)
  })
})
