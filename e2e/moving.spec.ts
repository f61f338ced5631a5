import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PAGES, type PlaylistId, playerPath } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { makeAnthiasBackup, makeXiboExport, makeZip } from './exports.ts'
import { film } from './film-files.ts'
import { expect, signIn, test } from './journey.ts'
import { makePdf } from './pdf.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'

test.use({ locale: 'en-GB', adminStartsAt: PAGES.movingIn })

const { organisationId } = DISPLAY
const params = { organisationId }

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
  for (const { id } of await placard.call('listPlaylists', { params })) {
    await placard.call('removePlaylist', { params: { ...params, playlistId: id }, headers: { 'if-match': '*' } })
  }
})

const begin = (page: Page) => page.getByRole('button', { name: 'Import', exact: true })
const figure = (page: Page, label: string) => page.locator('dl > div', { hasText: label })
const row = (page: Page, path: string | RegExp) => page.getByRole('listitem').filter({ hasText: path })

/** Chooses what stands on the disk: a folder, or files. */
async function choose(page: Page, what: 'folder' | 'files', path: string | { name: string; buffer: Buffer }[]) {
  const field = page.locator(`[data-choose="${what}"]`)
  if (typeof path === 'string') return field.setInputFiles(path)
  return field.setInputFiles(path.map(({ name, buffer }) => ({ name, buffer, mimeType: '' })))
}

async function makeFolder(files: Record<string, Buffer | string>): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'placard-moving-')), 'Reception')
  for (const [path, body] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), body)
  }
  return folder
}

async function itemsOf(placard: Placard, name: string) {
  const playlist = (await placard.call('listPlaylists', { params })).find((one) => one.name === name)
  if (!playlist) return undefined
  return (await placard.call('getProgramme', { params: { ...params, playlistId: playlist.id as PlaylistId } })).items
}

async function screenShows(page: Page, placard: Placard, colour: string): Promise<void> {
  const player = await page.context().newPage()
  await player.goto(placard.url + playerPath(DISPLAY))
  await expect.poll(async () => isNear(await colourAt(player, 0.5, 0.45), colour), { timeout: 60_000 }).toBe(true)
  await player.close()
}

test('[MV1] a folder comes to the library, to playlists and onto the screen, and the report stays', async ({
  admin: page,
  placard,
}) => {
  const folder = await makeFolder({
    'Lobby/2 blue.jpg': await flatPicture(BLUE),
    'Lobby/10 green.jpg': await flatPicture(GREEN),
    'Menu/today.pdf': makePdf([{ colour: RED, words: 'Soup' }, { colour: GREEN }]),
    'Menu/list.docx': 'words',
    'Menu/hours.txt': 'Open\n11 to 14',
    'Menu/more.url': '[InternetShortcut]\r\nURL=https://example.org/menu\r\n',
    'Menu/Thumbs.db': 'x',
    'old.zip': makeZip([{ name: 'in the zip.jpg', body: await flatPicture('#123456') }]),
  })
  await choose(page, 'folder', folder)

  await test.step('it says what it found, and what stays and why; nothing has come', async () => {
    await expect(page.getByRole('heading', { name: 'Found in Reception' })).toBeVisible()
    await expect(figure(page, 'pictures')).toContainText('3')
    await expect(figure(page, 'PDF file')).toContainText('1')
    await expect(page.getByText('Reception/Menu/list.docx')).toBeVisible()
    await expect(page.getByLabel('Name of the playlist Lobby')).toHaveValue('Lobby')
    expect(await placard.call('listPlaylists', { params })).toEqual([])
    expect(await findings(page)).toEqual([])
  })
  await test.step('a playlist is left out, another gets another name and a display', async () => {
    await page.getByLabel('Name of the playlist Lobby').fill('Entrance')
    await page.getByLabel('Create old').uncheck()
    await page.getByRole('group', { name: 'Put them on displays' }).getByLabel('Department of ECE').check()
    await begin(page).click()
  })
  await test.step('the report says what became of each', async () => {
    await expect(page.getByRole('heading', { name: 'Import of Reception' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('8 added · 0 already here · 2 left out')).toBeVisible()
    await expect(row(page, 'Reception/Menu/list.docx')).toContainText('Left out')
    await expect(row(page, 'Reception/old.zip')).toContainText('You chose not to create this playlist')
    expect(await findings(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv).toContain('Reception/Lobby/2 blue.jpg,File,Added')
    expect(csv).toMatch(/list\.docx,File,Left out,.+/)
  })
  await test.step('the playlists have what the folders had, by number, and play', async () => {
    expect((await itemsOf(placard, 'Entrance'))?.map(({ title }) => title)).toEqual(['2 blue', '10 green'])
    expect(await itemsOf(placard, 'Menu')).toMatchObject([
      { type: 'notice', title: 'Hours', notice: { heading: 'Open', body: '11 to 14' } },
      { type: 'webpage', title: 'More', url: 'https://example.org/menu' },
      { type: 'deck', title: 'Today' },
    ])
    expect(await itemsOf(placard, 'old')).toBeUndefined()
    await screenShows(page, placard, BLUE)
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(media|uploads)(\/|$)/.test(new URL(request.url()).pathname))
      sent.push(request.url())
  })
  await test.step('brought again, no playlist is made a second time unless somebody wants that', async () => {
    await page.getByRole('link', { name: 'Moving in', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Reception' })).toBeVisible()
    await choose(page, 'folder', folder)
    await expect(page.getByRole('link', { name: 'Already here' })).toHaveCount(2)
    await expect(page.getByLabel('Create Lobby')).not.toBeChecked()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Create old').uncheck()
    await begin(page).click()
    await expect(page.getByText('0 added · 6 already here · 2 left out')).toBeVisible({ timeout: 60_000 })
    const names = (await placard.call('listPlaylists', { params })).map(({ name }) => name)
    expect(names.sort()).toEqual(['Entrance', 'Menu'])
  })
  await test.step('brought again for labels, nothing is sent again, and what has no place is told', async () => {
    await page.getByRole('link', { name: 'Moving in', exact: true }).click()
    await choose(page, 'folder', folder)
    await page.getByRole('radio', { name: /^Labels/ }).check()
    await begin(page).click()
    await expect(page.getByText('0 added · 6 already here · 1 left out')).toBeVisible({ timeout: 60_000 })
    expect(sent).toEqual([])
    const { files } = await placard.call('listLibraryFiles', { params, query: { label: 'Lobby' } })
    expect(files.map(({ name }) => name).sort()).toEqual(['10 green', '2 blue'])
  })
  await rm(dirname(folder), { recursive: true, force: true })
})

test('[MV1] a zip with others’ letters, an archive in it and a film is read and comes', async ({
  admin: page,
  placard,
}) => {
  const zip = makeZip([
    { name: 'القاعة/صورة.jpg', body: await flatPicture('#40a0b0') },
    { name: 'القاعة/film.mp4', body: await film({ seconds: 1 }) },
    { name: '../evil.jpg', body: await flatPicture(RED) },
    { name: 'القاعة/inner.zip', body: makeZip([]) },
    { name: '__MACOSX/._x', body: 'x' },
  ])
  await choose(page, 'files', [{ name: 'Hall.zip', buffer: zip }])
  await expect(page.getByRole('heading', { name: 'Found in Hall.zip' })).toBeVisible()
  await expect(page.getByText(/points outside of the archive/)).toBeVisible()
  await expect(page.getByText(/an archive in an archive/)).toBeVisible()
  await begin(page).click()
  await expect(page.getByText('3 added · 0 already here · 2 left out')).toBeVisible({ timeout: 60_000 })
  expect((await itemsOf(placard, 'القاعة'))?.map(({ type }) => type).sort()).toEqual(['image', 'video'])
})

test('[MV1] [CT3] a film that comes without its sound says so in the report', async ({ admin: page }) => {
  const buffer = await film({ as: 'webm', sound: true, options: ['-c:a', 'libopus'] })
  await choose(page, 'files', [{ name: 'camera.webm', buffer }])
  await begin(page).click()
  await expect(row(page, /camera\.webm\s*File/)).toContainText('It was imported without sound', { timeout: 60_000 })
})

test('[MV1] a backup of Anthias comes with its order, seconds, dates, addresses and what was off', async ({
  admin: page,
  placard,
}) => {
  const backup = await makeAnthiasBackup(
    [
      { name: 'Welcome.jpg', uri: '/data/anthias_assets/a0', mimetype: 'image', duration: 7 },
      {
        name: 'Lunch',
        uri: 'https://example.org/lunch',
        mimetype: 'webpage',
        days: [1, 5],
        hours: ['11:30:00', '14:00:00'],
      },
      { name: 'Menu', uri: 'https://example.org/menu', mimetype: 'webpage', duration: 30 },
      { name: 'Christmas', uri: '/data/anthias_assets/a2', mimetype: 'image', endDate: '2034-12-25 00:00:00' },
      { name: 'Off', uri: '/data/anthias_assets/a3.jpg', mimetype: 'image', isEnabled: false },
      { name: 'Camera', uri: 'rtsp://10.0.0.9/live', mimetype: 'streaming' },
      { name: 'Gone', uri: '/data/anthias_assets/gone', mimetype: 'video' },
    ],
    [
      { name: 'a0', body: await flatPicture(GREEN) },
      { name: 'a2', body: await flatPicture(RED) },
      { name: 'a3.jpg', body: await flatPicture(BLUE) },
    ],
  )
  await choose(page, 'files', [{ name: 'anthias-backup-2026-11-20T09-00-00.tar.gz', buffer: backup }])
  await expect(page.getByText('This is content of Anthias.')).toBeVisible()
  await expect(figure(page, 'pictures')).toContainText('3')
  await expect(figure(page, 'address')).toContainText('2')
  await expect(figure(page, 'left out')).toContainText('2')
  await page.getByRole('group', { name: 'Put them on displays' }).getByLabel('Department of ECE').check()
  await begin(page).click()
  await expect(page.getByRole('heading', { name: /Import of anthias-backup/ })).toBeVisible({ timeout: 60_000 })
  await expect(row(page, 'Anthias › Camera')).toContainText('live stream')
  await expect(row(page, 'Anthias › Gone')).toContainText('was not included')
  const items = await itemsOf(placard, 'Anthias')
  expect(items).toMatchObject([
    { title: 'Welcome', type: 'image', duration: 7, visible: true },
    { title: 'Lunch', schedule: { days: [1, 5], hours: [{ from: '11:30', until: '14:00' }] } },
    { title: 'Menu', type: 'webpage', url: 'https://example.org/menu', duration: 30 },
    { title: 'Christmas', schedule: { until: expect.stringMatching(/^2034-12-25T/) } },
    { title: 'Off', visible: false },
  ])
  await screenShows(page, placard, GREEN)
})

test('[MV1] exports of Xibo, two at once: each region becomes a playlist', async ({ admin: page, placard }) => {
  const hall = makeXiboExport(
    'Hall',
    [
      [
        { type: 'image', mediaId: 5, seconds: 9 },
        { type: 'webpage', options: { uri: encodeURIComponent('https://example.org/a?b=1'), name: 'Timetable' } },
      ],
      [
        { type: 'text', options: { text: '<h1>Soup &amp; bread</h1><p>until two</p>', name: 'Soup' } },
        { type: 'clock' },
      ],
    ],
    [{ id: 5, name: 'Sun.jpg', type: 'image', file: '5.jpg', body: await flatPicture(GREEN) }],
  )
  const lab = makeXiboExport(
    'Laboratory',
    [[{ type: 'image', mediaId: 6 }]],
    [{ id: 6, name: 'Rules.jpg', type: 'image', file: '6.jpg', body: await flatPicture(BLUE) }],
  )
  await choose(page, 'files', [
    { name: 'export_hall.zip', buffer: hall },
    { name: 'export_lab.zip', buffer: lab },
  ])
  await expect(page.getByText('This is content of Xibo.')).toBeVisible()
  await expect(page.getByText(/parts side by side/)).toBeVisible()
  await expect(page.getByText(/does not contain the schedules/)).toBeVisible()
  await page.getByLabel('Create Laboratory').uncheck()
  await page.getByRole('group', { name: 'Put them on displays' }).getByLabel('Department of ECE').check()
  await begin(page).click()
  await expect(page.getByRole('heading', { name: 'Import of Files' })).toBeVisible({ timeout: 60_000 })
  await expect(row(page, 'Hall › clock')).toContainText('Only Xibo has')
  expect(await itemsOf(placard, 'Hall – Region 1')).toMatchObject([
    { title: 'Sun', type: 'image', duration: 9 },
    { title: 'Timetable', type: 'webpage', url: 'https://example.org/a?b=1' },
  ])
  expect(await itemsOf(placard, 'Hall – Region 2')).toMatchObject([
    { title: 'Soup', type: 'notice', notice: { heading: 'Soup & bread', body: 'until two' } },
  ])
  await screenShows(page, placard, GREEN)
})

test('[DT7] the data sets of an export of Xibo become tables, and their widgets boards on the screen', async ({
  admin: page,
  placard,
}) => {
  const remove = async () => {
    for (const { id: tableId } of await placard.call('listTables', { params })) {
      await placard.call('removeTable', { params: { ...params, tableId }, headers: { 'if-match': '*' } })
    }
  }
  await remove()
  const column = (id: number, heading: string, dataTypeId: number, dataSetColumnTypeId = 1) => ({
    dataSetColumnId: id,
    heading,
    dataTypeId,
    dataSetColumnTypeId,
    columnOrder: id,
  })
  const dataSet = {
    dataSetId: 4,
    dataSet: 'Menu',
    isRemote: 0,
    columns: [column(1, 'Dish', 1), column(2, 'Price', 2), column(3, 'Picture', 5), column(4, 'With tax', 2, 2)],
    data: [
      { id: 1, Dish: 'Tomato soup', Price: '4.50', Picture: 5 },
      { id: 2, Dish: 'Leek pie', Price: '6', Picture: 0 },
    ],
  }
  const buffer = makeXiboExport(
    'Canteen',
    [
      [
        { type: 'dataset', seconds: 30, options: { dataSetId: '4', name: 'Menu of the day', columns: '[1,2]' } },
        { type: 'dataset', options: { dataSetId: '9', name: 'Old menu' } },
      ],
    ],
    [{ id: 5, name: 'Soup.jpg', type: 'image', file: '5.jpg', body: await flatPicture(GREEN) }],
    [],
    [dataSet],
  )
  await choose(page, 'files', [{ name: 'export_canteen.zip', buffer }])
  await expect(figure(page, 'table')).toContainText('1')
  await expect(page.getByText('Xibo calculates this column.')).toBeVisible()
  await page.getByRole('group', { name: 'Put them on displays' }).getByLabel('Department of ECE').check()
  expect(await findings(page)).toEqual([])
  await begin(page).click()
  await expect(page.getByRole('heading', { name: 'Import of export_canteen.zip' })).toBeVisible({ timeout: 60_000 })
  await expect(row(page, 'Canteen › dataset: Old menu')).toContainText('does not contain the data set')
  await page.getByLabel(/^Added/).check()
  await expect(row(page, 'export_canteen.zip › Menu')).toContainText('Table')
  await expect(row(page, 'Canteen › Menu of the day')).toContainText('Choose a look for the board')

  const [table] = await placard.call('listTables', { params })
  expect(table?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['Dish', 'words'],
    ['Price', 'number'],
    ['Picture', 'picture'],
  ])
  expect(await itemsOf(placard, 'Canteen')).toMatchObject([
    { title: 'Menu of the day', type: 'board', duration: 30, board: { tableId: table?.id, look: 'plain' } },
  ])
  const screen = await page.context().newPage()
  await screen.goto(placard.url + playerPath(DISPLAY))
  await expect(screen.getByText('Tomato soup')).toBeVisible()
  await screen.close()

  await test.step('the report leads to the table', async () => {
    await row(page, 'export_canteen.zip › Menu').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Menu', exact: true })).toBeVisible()
  })
  await test.step('brought again, the table is not made a second time', async () => {
    await page.goto(placard.url + PAGES.movingIn)
    await choose(page, 'files', [{ name: 'export_canteen.zip', buffer }])
    await begin(page).click()
    await expect(page.getByRole('heading', { name: 'Import of export_canteen.zip' })).toBeVisible({ timeout: 60_000 })
    await page.getByLabel(/^Already here/).check()
    await expect(row(page, 'export_canteen.zip › Menu')).toContainText('Table')
    expect(await placard.call('listTables', { params })).toHaveLength(1)
  })
  await clearDisplay(placard)
  for (const { id } of await placard.call('listPlaylists', { params })) {
    await placard.call('removePlaylist', { params: { ...params, playlistId: id }, headers: { 'if-match': '*' } })
  }
  await remove()
})

test('[LY12] the regions of an export of Xibo become the zones of a display', async ({ admin: page, placard }) => {
  const text = (heading: string) => [{ type: 'text', options: { text: `<h1>${heading}</h1>`, name: heading } }]
  const buffer = makeXiboExport(
    'Canteen',
    [text('Soup'), [{ type: 'image', mediaId: 5 }]],
    [{ id: 5, name: 'Sun.jpg', type: 'image', file: '5.jpg', body: await flatPicture(GREEN) }],
    [
      { left: 1240, top: 0, width: 680, height: 900 },
      { left: 0, top: 0, width: 1240, height: 1080 },
    ],
  )
  await choose(page, 'files', [{ name: 'export_canteen.zip', buffer }])
  await expect(page.getByText('You can choose a display that shows them in zones.')).toBeVisible()
  const display = page.getByLabel('Show the parts of', { exact: false })
  await expect(page.getByText('As a side bar.')).toContainText('No arrangement is exactly the same')
  await display.selectOption('Department of ECE')
  await begin(page).click()
  await expect(page.getByRole('heading', { name: 'Import of export_canteen.zip' })).toBeVisible({ timeout: 60_000 })
  await expect(row(page, 'Canteen › ece')).toContainText('nearest arrangement')
  const { layout, zones, playlists } = await placard.call('getProgramme')
  expect(layout).toMatchObject({ arrangement: 'side-bar', dividers: [65], side: 'end' })
  expect(zones).toMatchObject([{ name: 'Canteen – Region 1', items: [{ title: 'Soup' }] }])
  expect(playlists.map(({ name }) => name)).toContain('Canteen – Region 2')
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
})

test('[F97] the tab is closed in the middle: nothing is broken, and brought again the rest comes once', async ({
  admin: page,
  placard,
  context,
}) => {
  const files = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => ({
      name: `Row/${index}.jpg`,
      body: await flatPicture(`#${(0x200000 + index * 0x10101).toString(16)}`),
    })),
  )
  const zip = { name: 'Cut.zip', buffer: makeZip(files) }
  let stored = 0
  await page.route('**/library/files', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    stored += 1
    // The fifth never gets there.
    if (stored <= 4) return route.continue()
  })
  await choose(page, 'files', [zip])
  await begin(page).click()
  await expect.poll(() => stored, { timeout: 60_000 }).toBe(5)
  await expect(page.getByText('File 5 of 8')).toBeVisible()
  // While the fifth is on its way, what became of four is written down.
  await expect.poll(async () => (await placard.call('listMoveIns', { params }))[0]?.came).toBe(4)
  await test.step('at another page too, the browser asks before the tab is closed', async () => {
    await page.getByRole('link', { name: 'Library', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Library', exact: true })).toBeVisible()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
  })
  await page.close({ runBeforeUnload: false })
  expect(await placard.call('listPlaylists', { params })).toEqual([])

  const next = await context.newPage()
  await signIn(next, placard, PAGES.movingIn)
  await expect(next.getByText('Not finished')).toBeVisible()
  const arrived: string[] = []
  next.on('request', (request) => {
    if (request.method() === 'POST' && /\/(media|uploads)$/.test(new URL(request.url()).pathname))
      arrived.push(request.url())
  })
  // Another zip of that name is another one.
  const other = { name: 'Cut.zip', buffer: makeZip([{ name: 'Row/0.jpg', body: await flatPicture('#abcdef') }]) }
  await choose(next, 'files', [other])
  await expect(next.getByRole('heading', { name: 'Found in Cut' })).toBeVisible()
  await expect(next.getByText(/You started this import before/)).toBeHidden()
  await next.getByRole('button', { name: 'Something else' }).click()
  await choose(next, 'files', [zip])
  await expect(next.getByText(/You started this import before/)).toBeVisible()
  await next.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(next.getByRole('heading', { name: 'Import of Cut' })).toBeVisible({ timeout: 60_000 })
  expect((await itemsOf(placard, 'Row'))?.map(({ title }) => title)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  expect((await placard.call('listPlaylists', { params })).map(({ name }) => name)).toEqual(['Row'])
  const { files: kept } = await placard.call('listLibraryFiles', { params })
  expect(
    kept
      .filter(({ name }) => /^[0-7]$/.test(name))
      .map(({ name }) => name)
      .sort(),
  ).toHaveLength(8)
  // The fifth had been sent, and was found by its bytes.
  expect(arrived.length).toBeLessThanOrEqual(3)
  const before = await placard.call('listMoveIns', { params })
  expect(before.filter(({ name }) => name === 'Cut.zip')).toHaveLength(1)
})

test('[F97] if the right is lost during an import, no file is blamed; with the right again, the import continues', async ({
  admin: page,
  placard,
}) => {
  const files = await Promise.all(
    ['#506070', '#607080', '#708090'].map(async (colour, index) => ({
      name: `${index}.jpg`,
      body: await flatPicture(colour),
    })),
  )
  let isOut = false
  await page.route('**/library/files', async (route) => {
    if (route.request().method() !== 'POST' || !isOut) return route.continue()
    const error = { code: 'not-allowed', message: 'No.' }
    await route.fulfill({ status: 403, json: { error, requestId: 'r' } })
  })
  await choose(page, 'files', [{ name: 'Out.zip', buffer: makeZip(files) }])
  isOut = true
  await begin(page).click()
  const goOn = page.getByRole('button', { name: 'Continue', exact: true })
  await expect(goOn).toBeVisible({ timeout: 30_000 })
  isOut = false
  await goOn.click()
  // The first had been sent, and is found by its bytes.
  await expect(page.getByText(/ · 0 left out$/)).toBeVisible({ timeout: 60_000 })
  expect(await itemsOf(placard, 'Out')).toHaveLength(3)
})

test('[B163] a file that cannot be read gets a message, and another one can be given at once', async ({
  admin: page,
}) => {
  for (const [name, buffer, words] of [
    ['empty.zip', Buffer.alloc(0), 'It is empty.'],
    [
      'cut.zip',
      makeZip([{ name: 'a.jpg', body: 'x'.repeat(999) }]).subarray(0, 500),
      'The end of this archive is missing',
    ],
    ['none.tar.gz', Buffer.from('hello'), 'This is not an archive.'],
  ] as const) {
    await choose(page, 'files', [{ name, buffer }])
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  }
  await choose(page, 'files', [{ name: 'words.csv', buffer: Buffer.from('hello') }])
  await expect(page.getByText('Screens cannot show this kind of file.')).toBeVisible()
  await expect(begin(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Something else' }).click()
  await expect(page.getByText('Drop a folder, a zip or an export here')).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('[MV1] it is found from the library and the playlists, dropped as well as chosen, and goes by keys', async ({
  admin: page,
  placard,
}) => {
  for (const path of [PAGES.library, PAGES.playlists]) {
    await page.goto(placard.url + path)
    await page.getByRole('link', { name: 'Moving in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Moving in', exact: true })).toBeVisible()
  }
  await page.goto(placard.url + PAGES.dashboard)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('moving in')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Moving in', exact: true })).toBeVisible()
  const bytes = (await flatPicture('#a05010')).toString('base64')
  const transfer = await page.evaluateHandle((base64) => {
    const dropped = new DataTransfer()
    dropped.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'Sun.jpg'))
    return dropped
  }, bytes)
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  await expect(page.getByRole('heading', { name: 'Found in Sun' })).toBeVisible()
  await begin(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Import of Sun' })).toBeVisible({ timeout: 60_000 })
  await page.getByLabel(/^All/).check()
  await expect(row(page, 'Sun.jpg').first()).toContainText('Added')
})
