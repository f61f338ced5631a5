import { DisplayId, type DisplayKey, libraryPath, type MediaId, NO_PICTURE, PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { dropFiles, pickFile } from './files.ts'
import { withFilled } from './filled.ts'
import { film } from './film-files.ts'
import { expect, signIn, test } from './journey.ts'
import { makePdf } from './pdf.ts'
import { colourIn, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { pressUndo, undoButton } from './undo.ts'

test.use({ locale: 'en-GB', adminStartsAt: PAGES.library })

const { organisationId } = DISPLAY
const LAB: DisplayKey = { organisationId, displayId: DisplayId.parse('laboratory') }
const params = { organisationId }

// A long file is divided among the workers.
test.describe.configure({ mode: 'parallel' })

let made = 0
/** A new picture each time. */
const picture = () => {
  made += 1
  return flatPicture(`#${(made * 0x010307).toString(16).padStart(6, '0')}`)
}

async function store(placard: Placard, name: string): Promise<MediaId> {
  const headers = { 'content-type': 'image/jpeg' }
  const { id } = await placard.call('uploadMedia', { body: await picture(), headers })
  return (await placard.call('addLibraryFile', { params, body: { mediaId: id, name } })).file.id
}

const show = (placard: Placard, key: DisplayKey, id: MediaId, title: string) =>
  placard.call('createItem', { params: key, body: { title, type: 'image', url: `/media/${id}.jpg` } })

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
  const displays = await placard.call('listDisplays')
  if (!displays.some(({ id }) => id === LAB.displayId)) {
    await placard.call('createDisplay', { body: { id: LAB.displayId, name: 'Laboratory', timeZone: 'UTC' } })
  }
  for (const { id } of (await placard.call('getProgramme', { params: LAB })).items) {
    await placard.call('removeItem', { params: { ...LAB, itemId: id } })
  }
})

const grid = (page: Page) => page.getByRole('list', { name: 'Library' })
const card = (page: Page, name: string) => grid(page).getByRole('article', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const open = (page: Page, name: string) => card(page, name).getByRole('button', { name, exact: true }).click()
const search = async (page: Page, words: string) => {
  await page.getByRole('searchbox', { name: 'Search' }).fill(words)
}
const urlsOf = async (placard: Placard, key: DisplayKey) =>
  (await placard.call('getProgramme', { params: key })).items.map(({ url }) => url)

test('[LB1] everything that is stored is found, page after page, with where it is on', async ({
  admin: page,
  placard,
}) => {
  const first = await store(placard, 'The very first')
  for (let index = 0; index < 70; index += 1) await store(placard, `Filled ${index}`)
  await show(placard, DISPLAY, first, 'Good morning')
  await page.reload()

  await test.step('further pages come while it is scrolled', async () => {
    await expect(card(page, 'Filled 69')).toBeVisible()
    await expect(card(page, 'The very first')).toHaveCount(0)
    await expect(async () => {
      await page.mouse.wheel(0, 4_000)
      await expect(card(page, 'The very first')).toBeVisible({ timeout: 500 })
    }).toPass()
  })
  await test.step('words, and the title of a container that shows it, find a file', async () => {
    await search(page, 'filled 42')
    await expect(grid(page).getByRole('article')).toHaveCount(1)
    await expect(card(page, 'Filled 42')).toContainText('Nowhere')
    await search(page, 'good morning')
    await expect(card(page, 'The very first')).toContainText('In 1 place')
    await page.getByLabel('Where', { exact: true }).selectOption('Nowhere')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.getByLabel('Where', { exact: true }).selectOption('All')
  })
  await test.step('one file says where it is on, and leads there', async () => {
    await open(page, 'The very first')
    await expect(page).toHaveURL(new RegExp(`file=${first}`))
    await expect(dialog(page)).toContainText('Good morning')
    await expect(dialog(page).getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'The very first.jpg')
    await dialog(page).getByRole('link', { name: 'Department of ECE' }).click()
    await expect(page).toHaveURL(/\/dashboard\?display=ece/)
  })
})

test('[HS26] [LB1] ten thousand files: the first page, a search, a filter, and far down the list', async ({ page }) => {
  // Each page of cards is laid out and painted without a graphics card.
  test.slow()
  await withFilled('library', 10_000, async (placard) => {
    await signIn(page, placard, PAGES.library)
    // By their tags: to work out the role and the name of everything among a thousand cards keeps the page busy for a second
    // each time, and then it answers nobody.
    const cards = page.locator('main li article')
    const opened = page.locator('dialog[open]')
    const { files } = await placard.call('getLibrary')
    await expect(page.getByText(`${new Intl.NumberFormat('en-GB').format(files)} files`)).toBeVisible()
    await expect(cards.first()).toBeVisible()

    await test.step('a search for one of them, and for many', async () => {
      await search(page, 'timetable 9997')
      await expect(cards).toHaveCount(1)
      await expect(card(page, 'Timetable 9997')).toBeVisible()
      await search(page, 'harbour')
      await expect(card(page, 'Harbour 0')).toBeVisible()
      await expect(card(page, 'Timetable 9997')).toHaveCount(0)
    })
    await test.step('a filter on top of it, and taken off again', async () => {
      await page.getByLabel('Label', { exact: true }).selectOption('Events')
      await expect(card(page, 'Harbour 8')).toHaveCount(0)
      await expect(card(page, 'Harbour 40')).toBeVisible()
      await page.getByLabel('Label', { exact: true }).selectOption('All')
      await search(page, '')
      await expect(card(page, 'Menu 1')).toBeVisible()
    })
    const thousandth = page.locator('main ul > li').nth(1_000)
    await test.step('a thousand files are scrolled past, of which few are drawn', async () => {
      await page.mouse.move(700, 600)
      await expect(async () => {
        await page.mouse.wheel(0, 40_000)
        expect(await thousandth.count()).toBe(1)
      }).toPass({ intervals: [50], timeout: 180_000 })
      await expect.poll(() => cards.count()).toBeLessThan(100)
      await thousandth.scrollIntoViewIfNeeded()
      await expect(thousandth).toContainText('Nowhere')
    })
    await test.step('a press opens one of them while more are on their way', async () => {
      await page.mouse.wheel(0, 400_000)
      await thousandth.scrollIntoViewIfNeeded()
      const name = (await thousandth.locator('bdi').textContent()) ?? ''
      await thousandth.locator('button', { has: page.locator('bdi') }).click()
      await expect(opened).toBeVisible()
      await expect(opened.locator('h2').first()).toHaveText(name)
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
    })
    await test.step('from there a search leads back to one', async () => {
      await search(page, 'concert 9003')
      await expect(cards).toHaveCount(1)
      await open(page, 'Concert 9003')
      await expect(page.getByRole('dialog', { name: 'Concert 9003' })).toBeVisible()
    })
  })
})

test('[LB2] several files go onto two displays in one command with one undo', async ({ admin: page, placard }) => {
  const ids = [await store(placard, 'Spring'), await store(placard, 'Summer')]
  await page.reload()
  for (const name of ['Spring', 'Summer']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const bar = page.getByRole('region', { name: 'Selected files' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Put on displays…' }).click()
  await dialog(page).getByLabel('Department of ECE').check()
  await dialog(page).getByLabel('Laboratory').check()
  await dialog(page).getByRole('button', { name: 'Put there' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const urls = ids.map((id) => `/media/${id}.jpg`)
  for (const key of [DISPLAY, LAB]) expect(await urlsOf(placard, key)).toEqual(urls)
  await expect(card(page, 'Spring')).toContainText('In 2 places')
  await expect(bar).toHaveCount(0)
  await pressUndo(page)
  await expect(card(page, 'Spring')).toContainText('Nowhere')
  for (const key of [DISPLAY, LAB]) expect(await urlsOf(placard, key)).toEqual([])
})

test('[LB2] a container leads to its file in the library', async ({ admin: page, placard }) => {
  const item = await addPicture(placard, await picture(), { title: 'On air' })
  await page.goto(placard.url + PAGES.dashboard)
  await page.getByRole('article', { name: 'On air' }).getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog(page).getByRole('link', { name: 'Show in the library' }).click()
  await expect(page).toHaveURL(new RegExp(`/library\\?file=${/media\/(.*)\.jpg/.exec(item.url)?.[1]}`))
  await expect(dialog(page).getByRole('heading', { name: 'On air' })).toBeVisible()
})

test('[LB3] words on a file are kept when a field is left, and find it again', async ({ admin: page, placard }) => {
  const mediaId = await store(placard, 'Stairs')
  await page.goto(placard.url + libraryPath(mediaId))
  await dialog(page).getByLabel('Alternative text').fill('A red staircase in the main hall')
  await dialog(page).getByLabel('Labels').fill('Campus, campus, Winter')
  await expect(dialog(page).getByLabel('Labels')).toHaveValue('Campus, campus, Winter')
  // The way out is a way to leave a field.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  const file = { params: { ...params, mediaId } }
  // It is sent as the dialog goes.
  await expect
    .poll(() => placard.call('getLibraryFile', file))
    .toMatchObject({ alternativeText: 'A red staircase in the main hall', labels: ['Campus', 'Winter'] })
  await page.getByLabel('Label', { exact: true }).selectOption('Winter')
  await expect(grid(page).getByRole('article')).toHaveCount(1)

  await test.step('what is refused stays, and is told at its field', async () => {
    await open(page, 'Stairs')
    await dialog(page).getByLabel('Name').fill('')
    await dialog(page).getByLabel('Alternative text').focus()
    await expect(dialog(page).getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
    await dialog(page).getByLabel('Name').fill('Staircase')
    await dialog(page).getByLabel('Alternative text').focus()
    await expect(dialog(page).getByRole('status')).toHaveText('All saved')
    expect((await placard.call('getLibraryFile', file)).name).toBe('Staircase')
  })
})

/** Holds the request that saves the words of a file, until `goOn`. `sent` resolves when it has been sent. */
async function holdWords(page: Page, mediaId: MediaId): Promise<{ sent: Promise<unknown>; goOn: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/library/files/${mediaId}`, async (route) => {
    if (route.request().method() === 'PATCH') await promise
    await route.continue()
  })
  return { sent: page.waitForRequest((request) => request.method() === 'PATCH'), goOn: resolve }
}

test('[LB3] text in one field stays as it is while another field is saved', async ({ admin: page, placard }) => {
  const mediaId = await store(placard, 'Stairs')
  await page.goto(placard.url + libraryPath(mediaId))
  const { sent, goOn } = await holdWords(page, mediaId)
  await dialog(page).getByLabel('Alternative text').fill('A red staircase')
  await dialog(page).getByLabel('Labels').fill('Campus, campus, ')
  await sent
  const kept = page.waitForResponse((response) => response.request().method() === 'PATCH')
  goOn()
  await kept
  await expect(dialog(page).getByRole('status')).toHaveText('Saved when you leave the field')
  await expect(dialog(page).getByLabel('Labels')).toHaveValue('Campus, campus, ')
  await page.keyboard.type('Winter')
  await dialog(page).getByLabel('Alternative text').focus()
  await expect(dialog(page).getByLabel('Labels')).toHaveValue('Campus, Winter')
  await expect(dialog(page).getByRole('status')).toHaveText('All saved')
})

test('[LB3] leaving while a field is being saved loses nothing of the next field', async ({ admin: page, placard }) => {
  const mediaId = await store(placard, 'Stairs')
  await page.goto(placard.url + libraryPath(mediaId))
  const { sent, goOn } = await holdWords(page, mediaId)
  await dialog(page).getByLabel('Alternative text').fill('A red staircase')
  await dialog(page).getByLabel('Labels').fill('Campus')
  await sent
  await page.keyboard.press('Escape')
  goOn()
  await expect(dialog(page)).toHaveCount(0)
  const file = { params: { ...params, mediaId } }
  await expect
    .poll(() => placard.call('getLibraryFile', file))
    .toMatchObject({ alternativeText: 'A red staircase', labels: ['Campus'] })
})

test('[LB3] labels go onto several files at once, and off them', async ({ admin: page, placard }) => {
  for (const name of ['Winter', 'Autumn']) await store(placard, name)
  await page.reload()
  const openLabels = async () => {
    for (const name of ['Winter', 'Autumn']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('region', { name: 'Selected files' }).getByRole('button', { name: 'Labels…' }).click()
  }
  await openLabels()
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog(page)
    .getByLabel('Put on')
    .fill(`${'x'.repeat(41)}, seasons`)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('Labels not saved')
  await dialog(page).getByLabel('Put on').fill('seasons, hall')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  const labelled = async (label: string) => {
    await page.getByLabel('Label', { exact: true }).selectOption(label)
    await expect(grid(page).getByRole('article')).toHaveCount(2)
    await page.getByLabel('Label', { exact: true }).selectOption('All')
  }
  await labelled('seasons')

  await openLabels()
  await dialog(page).getByRole('checkbox', { name: 'seasons' }).check()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await labelled('hall')
  await expect(page.getByLabel('Label', { exact: true })).not.toContainText('seasons')
})

test('[LB3] removing says where a file is on, takes it away there, and one undo brings all of it back', async ({
  admin: page,
  placard,
}) => {
  const id = await store(placard, 'Old poster')
  await show(placard, DISPLAY, id, 'Poster in the hall')
  await show(placard, LAB, id, 'Poster in the laboratory')
  await page.goto(placard.url + libraryPath(id))
  await dialog(page).getByRole('button', { name: 'Remove…' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Poster in the hall')
  await expect(question).toContainText('Poster in the laboratory')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await urlsOf(placard, LAB)).toHaveLength(1)
  await dialog(page).getByRole('button', { name: 'Remove…' }).click()
  await question.getByRole('button', { name: 'Remove everywhere' }).click()
  await expect(page.getByText('1 file removed')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, 'Old poster')).toHaveCount(0)
  for (const key of [DISPLAY, LAB]) expect(await urlsOf(placard, key)).toEqual([])
  await pressUndo(page)
  await expect(card(page, 'Old poster')).toContainText('In 2 places')
  for (const key of [DISPLAY, LAB]) expect(await urlsOf(placard, key)).toEqual([`/media/${id}.jpg`])
})

test('[LB4] another picture takes the place of one wherever it is shown, with one undo', async ({
  admin: page,
  placard,
}) => {
  const id = await store(placard, 'Menu of May')
  await show(placard, DISPLAY, id, 'Menu')
  await show(placard, LAB, id, 'Menu')
  await page.goto(placard.url + libraryPath(id))
  const press = () => dialog(page).getByRole('button', { name: 'Replace everywhere…' }).click()
  await pickFile(page, press, { name: 'menu-of-june.jpg', type: 'image/jpeg', buffer: await picture() })
  // The notice stays while its button has the focus, which a dialog that closes takes away.
  await expect(dialog(page)).toHaveCount(0)
  await undoButton(page).focus()
  await expect(card(page, 'Menu of june')).toContainText('In 2 places')
  const [shown] = await urlsOf(placard, LAB)
  expect(shown).not.toBe(`/media/${id}.jpg`)
  expect(await urlsOf(placard, DISPLAY)).toEqual([shown])
  await pressUndo(page)
  await expect(card(page, 'Menu of May')).toContainText('In 2 places')
  for (const key of [DISPLAY, LAB]) expect(await urlsOf(placard, key)).toEqual([`/media/${id}.jpg`])
})

test('[DT7] [LB4] a picture in a table is replaced from the library, and the board on the screen has the new one at once', async ({
  admin: page,
  placard,
}) => {
  const stored = await placard.call('uploadMedia', {
    body: await flatPicture(RED),
    headers: { 'content-type': 'image/jpeg' },
  })
  const { file } = await placard.call('addLibraryFile', { params, body: { mediaId: stored.id, name: 'Soup' } })
  const { table } = await placard.call('createTable', {
    params,
    body: {
      name: 'Menu with pictures',
      language: 'en-GB',
      columns: [
        { name: 'Dish', type: 'words' },
        { name: 'Picture', type: 'picture' },
        { name: 'Price', type: 'money' },
      ],
      rows: [{ cells: { Dish: 'Tomato soup', Picture: file.id, Price: '4.50' } }],
    },
  })
  const board = { tableId: table.id, look: 'menu' as const }
  await placard.call('createItem', { body: { title: 'Menu', type: 'board', url: NO_PICTURE, board } })
  const screen = await page.context().newPage()
  await screen.goto(placard.display)
  const drawn = screen.locator('.layer-seen:not(.layer-below) .board-picture img')
  const colour = async () => colourIn(await drawn.screenshot(), 0.5, 0.5)
  await expect.poll(async () => isNear(await colour(), RED)).toBe(true)

  await page.bringToFront()
  await page.goto(placard.url + libraryPath(file.id))
  await expect(dialog(page)).toContainText('In cells of a table')
  const press = () => dialog(page).getByRole('button', { name: 'Replace everywhere…' }).click()
  await pickFile(page, press, { name: 'leek-soup.jpg', type: 'image/jpeg', buffer: await flatPicture(GREEN) })
  await expect(page.getByText('Replaced in 1 place')).toBeVisible()
  await undoButton(page).focus()
  await expect.poll(async () => isNear(await colour(), GREEN)).toBe(true)
  await pressUndo(page)
  await expect.poll(async () => isNear(await colour(), RED)).toBe(true)

  await clearDisplay(placard)
  const ofTable = { organisationId, tableId: table.id }
  await placard.call('removeTable', { params: ofTable, headers: { 'if-match': '*' } })
})

test('[CT8] a PDF goes into the library as a whole, and a newer one takes its place everywhere, with one undo', async ({
  admin: page,
  placard,
}) => {
  const pdf = (name: string, pages: number) => ({
    name,
    type: 'application/pdf',
    buffer: makePdf(Array.from({ length: pages }, (_, index) => ({ colour: GREEN, words: `${name} ${index}` }))),
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  await dropFiles(page, [pdf('Menu_of_may.pdf', 2)])
  const form = page.getByRole('dialog', { name: 'Add a PDF' })
  await expect(form.getByText('2 pages. Choose the pages to show when you put it on a display.')).toBeVisible()
  await expect(form.getByRole('combobox')).toHaveCount(0)
  await form.getByRole('button', { name: 'Add it' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('The PDF is in the library.')).toBeVisible()
  await expect(card(page, 'Menu of may')).toBeVisible()

  const { files } = await placard.call('listLibraryFiles')
  const deck = files.find(({ name }) => name === 'Menu of may')
  expect(deck).toMatchObject({ kind: 'deck', pages: 2, uses: 0, goesAt: null })
  const body = { ids: [deck?.id as MediaId], displays: [DISPLAY.displayId, LAB.displayId], playlists: [] }
  await placard.call('putLibraryFiles', { body })
  const [before] = await urlsOf(placard, LAB)

  await page.goto(placard.url + libraryPath(deck?.id as MediaId))
  const press = () => dialog(page).getByRole('button', { name: 'Replace everywhere…' }).click()
  await pickFile(page, press, pdf('Menu_of_june.pdf', 3))
  const newer = page.getByRole('dialog', { name: 'Replace with a newer PDF' })
  await expect(newer.getByText('3 pages. ')).toBeVisible()
  await newer.getByRole('button', { name: 'Replace everywhere' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await undoButton(page).focus()
  const [shown] = await urlsOf(placard, LAB)
  expect(shown).not.toBe(before)
  expect(await urlsOf(placard, DISPLAY)).toEqual([shown])
  await pressUndo(page)
  for (const key of [DISPLAY, LAB]) await expect.poll(() => urlsOf(placard, key)).toEqual([before])
})

test('[CT2] dropped pictures are in the library, and one that it has is not sent again', async ({ admin: page }) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  const poster = { name: 'exam-week.jpg', type: 'image/jpeg', buffer: await picture() }
  const text = { name: 'notes.txt', type: 'text/plain', buffer: Buffer.from('no picture') }
  await dropFiles(page, [poster, text])
  await expect(card(page, 'Exam week')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'notes.txt' })).toBeVisible()
  await expect(page.getByText('1 file added')).toBeVisible()
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/media')) sent += 1
  })
  await dropFiles(page, [poster])
  await expect(page.getByRole('alert').filter({ hasText: 'is already in the library' })).toBeVisible()
  await expect(card(page, 'Exam week')).toHaveCount(1)

  await test.step('one that was removed is there again, without being sent', async () => {
    await page.getByRole('checkbox', { name: 'Select Exam week' }).check()
    await page.getByRole('button', { name: 'Remove…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(card(page, 'Exam week')).toHaveCount(0)
    await dropFiles(page, [poster])
    await expect(card(page, 'Exam week')).toBeVisible()
  })
  expect(sent).toBe(0)
})

test('[LB5] the description of a file is requested where one file is added, and for several files where each is opened', async ({
  admin: page,
  placard,
}) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  const textOf = async (name: string) =>
    (await placard.call('listLibraryFiles')).files.find((one) => one.name === name)?.alternativeText
  await dropFiles(page, [{ name: 'stairs-in-red.jpg', type: 'image/jpeg', buffer: await picture() }])
  await page.getByLabel('Alternative text').fill('A red staircase')
  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await expect.poll(() => textOf('Stairs in red')).toBe('A red staircase')

  const more = await Promise.all(
    ['one-more.jpg', 'and-another.jpg'].map(async (name) => ({ name, type: 'image/jpeg', buffer: await picture() })),
  )
  await dropFiles(page, more)
  await expect(page.getByText('2 files added')).toBeVisible()
  await expect(page.getByLabel('Alternative text')).toHaveCount(0)
  await page.getByText('Describe them').click()
  await page.getByRole('listitem').filter({ hasText: 'And another' }).getByLabel('Alternative text').fill('A door')
  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await expect.poll(() => textOf('And another')).toBe('A door')
  expect(await textOf('One more')).toBe('')
})

test('[LB5] the form of a PDF asks for its description, which is optional', async ({ admin: page, placard }) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  const buffer = makePdf([{ colour: GREEN, words: 'The way to the library' }])
  await dropFiles(page, [{ name: 'Way.pdf', type: 'application/pdf', buffer }])
  const form = page.getByRole('dialog', { name: 'Add a PDF' })
  await form.getByLabel('Alternative text').fill('A plan of the ground floor')
  await form.getByRole('button', { name: 'Add it' }).click()
  await expect(card(page, 'Way')).toBeVisible()
  const { files } = await placard.call('listLibraryFiles')
  expect(files.find(({ name }) => name === 'Way')).toMatchObject({ alternativeText: 'A plan of the ground floor' })
})

test('[LB1] files are found by the days on which they were added', async ({ admin: page, placard }) => {
  await store(placard, 'Of today')
  await page.reload()
  await expect(card(page, 'Of today')).toBeVisible()
  const day = (ahead: number) =>
    page.evaluate((days) => {
      const at = new Date()
      at.setDate(at.getDate() + days)
      return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-')
    }, ahead)
  await page.getByLabel('Added from').fill(await day(1))
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByLabel('Added from').fill(await day(0))
  await expect(card(page, 'Of today')).toBeVisible()
  await page.getByLabel('Added until').fill(await day(-1))
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByLabel('Added until').fill(await day(0))
  await expect(card(page, 'Of today')).toBeVisible()
})

test('[LB3] [LB4] a take-over is named as a place, keeps its file, and says so', async ({ admin: page, placard }) => {
  const id = await store(placard, 'Assembly point')
  const content = { kind: 'file' as const, url: `/media/${id}.jpg`, title: 'Assembly point' }
  const { id: overId } = await placard.call('prepareTakeOver', { params, body: { name: 'Fire', content } })
  await page.goto(placard.url + libraryPath(id))
  await expect(dialog(page).getByRole('link', { name: 'Fire' })).toBeVisible()
  await expect(dialog(page)).toContainText('prepared take-over')
  await expect(dialog(page).getByRole('button', { name: 'Replace everywhere…' })).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Remove…' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('take-overs keep their files')
  await expect(question.getByRole('button', { name: 'Remove everywhere' })).toBeDisabled()

  await show(placard, DISPLAY, id, 'Plan')
  await page.goto(placard.url + libraryPath(id))
  const press = () => dialog(page).getByRole('button', { name: 'Replace everywhere…' }).click()
  await pickFile(page, press, { name: 'plan-b.jpg', type: 'image/jpeg', buffer: await picture() })
  await expect(page.getByText('Replaced in 1 place')).toContainText('take-overs and inserts keep the old file')
  await placard.call('removePreparedTakeOver', { params: { ...params, overId } })
})

/** Chromium on Linux writes no AAC, so a film with Opus loses its sound on its way into MP4. */
const camera = async () => ({
  name: 'camera.webm',
  type: 'video/webm',
  buffer: await film({ as: 'webm', sound: true, options: ['-c:a', 'libopus'] }),
})
const dance = async () => ({
  name: 'dance.gif',
  type: 'image/gif',
  buffer: await film({ as: 'gif', colours: ['#204060', '#90a0b0'] }),
})

test('[CT3] a film that loses its sound on its way into the library says so', async ({ admin: page, placard }) => {
  test.setTimeout(90_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  await dropFiles(page, [await camera()])
  const told = page.getByRole('alert').filter({ hasText: 'camera.webm' })
  await expect(told).toContainText('Added without sound', { timeout: 60_000 })
  await expect(page.getByText('1 file added')).toBeVisible()
  const { files } = await placard.call('listLibraryFiles')
  expect(files.find(({ name }) => name === 'Camera')).toMatchObject({ kind: 'film', film: { sound: false } })
})

test('[C7] a cut of the network holds a file up on its way into the library, and it goes on by itself', async ({
  admin: page,
  context,
}) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  // The worker that resizes pictures is fetched while there is a network.
  await dropFiles(page, [{ name: 'before.jpg', type: 'image/jpeg', buffer: await picture() }])
  await expect(card(page, 'Before')).toBeVisible()
  await page.route('**/media', (route) => route.abort('internetdisconnected'))
  await dropFiles(page, [{ name: 'cut.jpg', type: 'image/jpeg', buffer: await picture() }])
  await expect(page.getByText('It resumes automatically')).toBeVisible()
  await page.unroute('**/media')
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(card(page, 'Cut')).toBeVisible({ timeout: 30_000 })
})

/** Holds every upload until the end of the test, so that added files stay in progress. */
const holdUploads = (page: Page) => page.route('**/uploads', () => {})
const clip = async () => ({ name: 'clip.mp4', type: 'video/mp4', buffer: await film({ seconds: 1.3 }) })

/** Tries to reload the page, like a user by mistake, and chooses to stay. */
async function stayWhenAsked(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
}

test('[CT3] a film on its way into the library outlasts other pages, is not left by mistake, and is canceled', async ({
  admin: page,
  placard,
}) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  const { files: before } = await placard.call('getLibrary')
  await holdUploads(page)
  const begun = page.waitForRequest('**/uploads')
  await dropFiles(page, [await clip()])
  const bar = page.getByRole('progressbar', { name: 'Adding 1 of 1…' })
  await expect(bar).toBeAttached()
  await begun
  await page.getByRole('link', { name: 'Playlists', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Playlists' })).toBeVisible()
  await stayWhenAsked(page)
  await page.getByRole('link', { name: 'Library', exact: true }).click()
  await expect(bar).toBeAttached()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(bar).toHaveCount(0)
  const asks: string[] = []
  page.on('dialog', (again) => asks.push(again.type()))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  expect(asks).toEqual([])
  expect((await placard.call('getLibrary')).files).toBe(before)
})

test('[LB4] a replacement under way is not left by mistake, and is canceled', async ({ admin: page, placard }) => {
  test.setTimeout(120_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  await dropFiles(page, [{ name: 'loop.mp4', type: 'video/mp4', buffer: await film({ seconds: 3 }) }])
  await expect(card(page, 'Loop')).toBeVisible({ timeout: 60_000 })
  const { files } = await placard.call('listLibraryFiles')
  const id = files.find(({ name }) => name === 'Loop')?.id as MediaId
  await placard.call('putLibraryFiles', { body: { ids: [id], displays: [DISPLAY.displayId], playlists: [] } })
  const [before] = await urlsOf(placard, DISPLAY)
  await page.goto(placard.url + libraryPath(id))
  await expect(dialog(page).getByRole('switch', { name: 'Keep 4K and 60 frames per second' })).toBeVisible()
  const press = () => dialog(page).getByRole('button', { name: 'Replace everywhere…' }).click()
  await holdUploads(page)
  await pickFile(page, press, await clip())
  await expect(dialog(page).getByText(/Replacing: \d+%/)).toBeVisible()
  await stayWhenAsked(page)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Stop replacing this file?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page).getByText(/Replacing: \d+%/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page).getByText(/Replacing: \d+%/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await urlsOf(placard, DISPLAY)).toEqual([before])
})

test('[CT3] the library keeps a film of 60 pictures a second where somebody chose that', async ({
  admin: page,
  placard,
}) => {
  test.setTimeout(90_000)
  await page.getByRole('switch', { name: 'Keep 4K and 60 frames per second' }).check()
  const buffer = await film({ framesPerSecond: 60, seconds: 1 })
  await dropFiles(page, [{ name: 'smooth.mp4', type: 'video/mp4', buffer }])
  await expect(card(page, 'Smooth')).toBeVisible({ timeout: 60_000 })
  const { files } = await placard.call('listLibraryFiles')
  const smooth = files.find(({ name }) => name === 'Smooth')
  expect(smooth?.film?.format).toBe('h264-60')
})

test('[LB4] another film takes the place of one wherever it is shown, and what it lost is said', async ({
  admin: page,
  placard,
}) => {
  test.setTimeout(120_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  const tour = { name: 'tour.mp4', type: 'video/mp4', buffer: await film({ sound: true, seconds: 2 }) }
  await dropFiles(page, [tour])
  await expect(card(page, 'Tour')).toBeVisible({ timeout: 60_000 })
  const { files } = await placard.call('listLibraryFiles')
  const id = files.find(({ name }) => name === 'Tour')?.id as MediaId
  const body = { ids: [id], displays: [DISPLAY.displayId, LAB.displayId], playlists: [] }
  await placard.call('putLibraryFiles', { body })
  const [before] = await urlsOf(placard, LAB)

  await page.goto(placard.url + libraryPath(id))
  const press = () => dialog(page).getByRole('button', { name: 'Replace everywhere…' }).click()
  await pickFile(page, press, await camera())
  await expect(page.getByText('Replaced in 2 places')).toContainText('has no sound', { timeout: 60_000 })
  await expect(dialog(page)).toHaveCount(0)
  await undoButton(page).focus()
  const [shown] = await urlsOf(placard, LAB)
  expect(shown).not.toBe(before)
  expect(await urlsOf(placard, DISPLAY)).toEqual([shown])
  const [item] = (await placard.call('getProgramme')).items
  expect(item).toMatchObject({ type: 'video', film: { sound: false } })
  await pressUndo(page)
  for (const key of [DISPLAY, LAB]) await expect.poll(() => urlsOf(placard, key)).toEqual([before])

  await test.step('[CT16] an animated picture is a film there, and stays animated', async () => {
    await page.goto(placard.url + libraryPath(id))
    await pickFile(page, press, await dance())
    await expect(page.getByText('Replaced in 2 places')).not.toContainText('still', { timeout: 60_000 })
    expect((await placard.call('getProgramme')).items[0]).toMatchObject({ type: 'video', film: { format: 'h264' } })
  })
})

test('[CT16] in the place of a picture an animated one is still, and that is said', async ({
  admin: page,
  placard,
}) => {
  const id = await store(placard, 'Poster')
  await show(placard, DISPLAY, id, 'Poster')
  await page.goto(placard.url + libraryPath(id))
  const press = () => dialog(page).getByRole('button', { name: 'Replace everywhere…' }).click()
  await pickFile(page, press, await dance())
  await expect(page.getByText('Replaced in 1 place')).toContainText('still picture')
  expect((await placard.call('getProgramme')).items[0]).toMatchObject({ type: 'image' })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[LB1] the files come first: the filters are folded, and their button says how many narrow the list', async ({
    admin: page,
    placard,
  }) => {
    await store(placard, 'Seen at once')
    await page.reload()
    await expect(card(page, 'Seen at once')).toBeInViewport()
    const kind = page.getByLabel('Kind')
    await expect(kind).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    await kind.selectOption('film')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expect(kind).toBeHidden()
    await expect(card(page, 'Seen at once')).toBeHidden()
  })
})

for (const [name, colorScheme, locale, width] of [
  ['light', 'light', 'en-GB', 1440],
  ['dark', 'dark', 'en-GB', 1440],
  ['in Arabic on a phone', 'light', 'ar', 390],
] as const) {
  test(`[LB1] the library and one file have no finding of axe, ${name}`, async ({ browser, placard }) => {
    const id = await store(placard, `Axe ${'with a long name '.repeat(8)}`.trim())
    await show(placard, DISPLAY, id, 'Axe')
    const context = await browser.newContext({ colorScheme, locale, viewport: { width, height: 900 } })
    const page = await context.newPage()
    await signIn(page, placard, PAGES.library)
    await expect(page.getByRole('article', { name: /^Axe/ }).first()).toBeVisible()
    await page.getByRole('checkbox').first().check()
    expect(await findings(page)).toEqual([])
    // Nothing is wider than the page, however long a name is.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.goto(placard.url + libraryPath(id))
    await expect(dialog(page).getByRole('link').first()).toBeVisible()
    expect(await findings(page)).toEqual([])
  })
}
