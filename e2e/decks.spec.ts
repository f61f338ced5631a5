import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Item, MAX_DECK_PAGES, pageIdOf } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { type Dropped, dropFiles, pickFile } from './files.ts'
import { expect, signIn, test } from './journey.ts'
import { makeJbig2, makePdf, type PdfPage } from './pdf.ts'
import { BLUE, colourAt, colourIn, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import type { Placard } from './placard.ts'

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
})

let made = 0
/** A new picture each time, because a known file is not uploaded again. */
const unlike = () => {
  made += 1
  return `No ${made}`
}
const pdf = (pages: readonly PdfPage[], name = 'Lunch_menu.pdf', options = {}): Dropped => ({
  name,
  type: 'application/pdf',
  buffer: makePdf(
    pages.map((page, index) => (index === 0 ? { ...page, words: `${page.words ?? ''} ${unlike()}` } : page)),
    options,
  ),
})
const COLOURS = [RED, GREEN, BLUE]
const coloured = (colours: readonly string[] = COLOURS): PdfPage[] => colours.map((colour) => ({ colour }))

const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Add a PDF' })
const pageButton = (form: Locator, number: number) => form.getByRole('button', { name: new RegExp(`^Page ${number},`) })
const add = (form: Locator) => form.getByRole('button', { name: 'Add it' })
const card = (page: Page, title = 'Lunch menu') => page.getByRole('article', { name: title, exact: true })
const itemsOf = async (placard: Placard) => (await placard.call('getProgramme')).items
const deckOf = async (placard: Placard): Promise<Item> => {
  const [item] = await itemsOf(placard)
  if (!item) throw new Error('nothing is there')
  return item
}

async function drop(page: Page, file: Dropped): Promise<Locator> {
  await ready(page)
  await dropFiles(page, [file])
  const form = formOf(page)
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeVisible()
  return form
}

/** Waits for the page, because files can only be dropped on a loaded one. */
const ready = (page: Page) => expect(page.locator('#items-heading')).toBeVisible()

/** The one of the colours that a screen shows in its middle. Undefined: none of them. */
async function colourOn(screen: Page): Promise<string | undefined> {
  const seen = await colourAt(screen, 0.5, 0.3)
  return COLOURS.find((colour) => isNear(seen, colour))
}

const fetched = async (placard: Placard, url = '') => Buffer.from(await (await fetch(placard.url + url)).arrayBuffer())

/** The letters of a picture with dark text on a light ground, cropped and scaled to one size. True: ink. */
async function inkOf(picture: Buffer): Promise<boolean[]> {
  const cut = await sharp(picture).greyscale().trim({ background: '#ffffff', threshold: 64 }).toBuffer()
  const { data, info } = await sharp(cut)
    .resize({ width: 400, height: 80, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: info.width * info.height }, (_, at) => (data[at * info.channels] ?? 255) < 128)
}

/** The share of the points with ink in either picture that have ink in both. */
function sameInk(one: readonly boolean[], other: readonly boolean[]): number {
  const either = one.filter((ink, at) => ink || other[at]).length
  return one.filter((ink, at) => ink && other[at]).length / either
}

test('[CT8] from a dropped PDF to the screen: its pages in order, one card, and a page that is left out is never shown', async ({
  admin: page,
  placard,
  context,
}) => {
  const form = await drop(page, pdf(coloured()))
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Lunch menu')
  await expect(form.getByText('3 pages. Press a page')).toBeVisible()
  expect(await itemsOf(placard)).toEqual([])
  await pageButton(form, 2).click()
  await expect(pageButton(form, 2)).toHaveAttribute('aria-pressed', 'false')
  await expect(form.getByText('3 pages, 1 left out')).toBeVisible()
  await form.getByLabel('Seconds for each page').selectOption('5')
  await form.getByLabel('How long page 3 is shown').selectOption('10')
  await add(form).click()
  await expect(form).toBeHidden()
  await expect(card(page).getByText('3 pages, 1 left out')).toBeVisible()
  await expect(card(page).getByText('mostly 5 s each')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)

  const item = await deckOf(placard)
  expect(item).toMatchObject({
    title: 'Lunch menu',
    type: 'deck',
    duration: 5,
    deck: { without: [2], seconds: [{ page: 3, seconds: 10 }] },
  })
  const { items } = await placard.call('getManifest')
  expect(items.map(({ id, type, duration }) => [id, type, duration])).toEqual([
    [pageIdOf(item.id, 1), 'image', 5],
    [pageIdOf(item.id, 3), 'image', 10],
  ])
  const screen = await context.newPage()
  await screen.setViewportSize({ width: 960, height: 540 })
  await screen.goto(placard.display)
  const seen: string[] = []
  await expect(async () => {
    const colour = await colourOn(screen)
    if (colour && seen.at(-1) !== colour) seen.push(colour)
    expect(seen.length).toBeGreaterThanOrEqual(4)
  }).toPass({ timeout: 40_000, intervals: [200] })
  expect(new Set(seen)).toEqual(new Set([RED, BLUE]))
  // A screen tells of a page, and its card is meant.
  await page.bringToFront()
  await expect(
    card(page)
      .getByText(/on the screen|On now|now/i)
      .first(),
  ).toBeVisible()
})

test('[CT8] upright and lying pages fill an upright and a lying screen, sharp', async ({ admin: page, placard }) => {
  const upright = { colour: RED, width: 595, height: 842 }
  const form = await drop(page, pdf([{ colour: GREEN, width: 960, height: 540 }, upright]))
  await expect(form.getByText('2 pages.')).toBeVisible()
  await add(form).click()
  await expect(form).toBeHidden()
  const { pages = [] } = await deckOf(placard)
  const sizes = await Promise.all(
    pages.map(async ({ url }) => {
      const { width, height } = await sharp(await (await fetch(placard.url + url)).arrayBuffer()).metadata()
      return [width, height]
    }),
  )
  expect(sizes).toEqual([
    [1920, 1080],
    [1080, 1528],
  ])
})

async function addTwoOfThreePages(page: Page): Promise<void> {
  const form = await drop(page, pdf(coloured()))
  await pageButton(form, 2).click()
  await add(form).click()
  await expect(form).toBeHidden()
}

async function openEdit(page: Page): Promise<Locator> {
  await card(page).getByRole('button', { name: 'Edit' }).click()
  return page.getByRole('dialog', { name: 'Edit' }).first()
}

test('[CT9] a newer version takes its place in one change: same item, same settings, and undo', async ({
  admin: page,
  placard,
}) => {
  await addTwoOfThreePages(page)
  const before = await deckOf(placard)
  const edit = await openEdit(page)
  await expect(pageButton(edit, 2)).toHaveAttribute('aria-pressed', 'false')
  const newer = pdf(coloured([BLUE, RED, GREEN]), 'Lunch menu (2).pdf')
  await pickFile(page, () => edit.getByRole('button', { name: 'Replace with a newer PDF' }).click(), newer)
  const form = page.getByRole('dialog', { name: 'Replace with a newer PDF' })
  await expect(form.getByText('3 pages, 1 left out')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Lunch menu')
  await form.getByRole('button', { name: 'Take this one' }).click()
  await expect(form).toBeHidden()
  expect(await deckOf(placard)).toEqual(before)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()

  const after = await deckOf(placard)
  expect(after).toMatchObject({ id: before.id, deck: before.deck, position: before.position })
  expect(after.url).not.toBe(before.url)
  expect(after.revision).toBe(before.revision + 1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(async () => (await deckOf(placard)).url).toBe(before.url)
})

test('[CT9] for a PDF with another number of pages, the form says that all are shown again', async ({
  admin: page,
  placard,
}) => {
  await addTwoOfThreePages(page)
  const edit = await openEdit(page)
  const newer = pdf(coloured([BLUE, RED]))
  await pickFile(page, () => edit.getByRole('button', { name: 'Replace with a newer PDF' }).click(), newer)
  const form = page.getByRole('dialog', { name: 'Replace with a newer PDF' })
  await expect(form.getByText('The previous PDF had 3 pages and this one has 2.')).toBeVisible()
  await form.getByRole('button', { name: 'Take this one' }).click()
  await expect(form).toBeHidden()
  await expect(edit.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(pageButton(edit, 3)).toHaveCount(0)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  const after = await deckOf(placard)
  expect([after.deck, after.pages?.length]).toEqual([undefined, 2])
})

test('[CT8] a locked PDF asks for its password, and says when it is another', async ({ admin: page, placard }) => {
  await ready(page)
  await dropFiles(page, [pdf(coloured(), 'Secret.pdf', { password: 'harbour' })])
  const form = formOf(page)
  const password = form.getByRole('textbox', { name: 'Password' })
  await password.fill('mountain')
  await form.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(form.getByText('Wrong password. Try again.')).toBeVisible()
  await password.fill('harbour')
  await page.keyboard.press('Enter')
  await expect(form.getByText('3 pages.')).toBeVisible()
  await add(form).click()
  await expect(form).toBeHidden()
  expect((await deckOf(placard)).pages).toHaveLength(3)
})

test('[CT8] a file that is not a PDF, or a damaged one, gets a message, and leaves nothing behind', async ({
  admin: page,
  placard,
}) => {
  const whole = makePdf(coloured())
  const said = async (buffer: Buffer, words: string) => {
    await ready(page)
    await dropFiles(page, [{ name: 'a.pdf', type: 'application/pdf', buffer }])
    const form = formOf(page)
    await expect(form.getByText(words)).toBeVisible()
    await form.getByRole('button', { name: 'Close' }).last().click()
    await expect(form).toBeHidden()
  }
  await said(Buffer.from('%PDF-1.4\nnothing of the kind'), 'This PDF is damaged.')
  await said(Buffer.concat([Buffer.from('%PDF-1.4\n'), whole.subarray(40, 200)]), 'This PDF')
  expect(await itemsOf(placard)).toEqual([])
})

test('[CT8] a script in a PDF does not run', async ({ admin: page }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const script = "app.alert\\('here'\\); this.submitForm\\('https://elsewhere.example/'\\)"
  const form = await drop(page, pdf(coloured(), 'Script.pdf', { script }))
  await expect(form.getByText('3 pages.')).toBeVisible()
  expect(dialogs).toEqual([])
  expect(requests.filter((url) => url.includes('elsewhere'))).toEqual([])
  const { origin } = new URL(page.url())
  expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith(`blob:${origin}`))).toEqual([])
})

test('[CT8] for 500 pages, the form says how many are too many, and closing it leaves nothing', async ({
  admin: page,
  placard,
}) => {
  const many = Array.from({ length: 500 }, () => ({ colour: RED, width: 32, height: 18, size: 4 }))
  await ready(page)
  await dropFiles(page, [pdf(many)])
  const form = formOf(page)
  await expect(form.getByText('This PDF has 500 pages, and a display shows at most 200.')).toBeVisible()
  await expect(add(form)).toHaveCount(0)
  await form.getByRole('button', { name: 'Close' }).last().click()
  await expect(form).toBeHidden()
  expect(await itemsOf(placard)).toEqual([])
})

test('[CT8] values that are filled in in the form of a PDF are on its page', async ({ admin: page, placard }) => {
  const form = await drop(page, pdf(coloured([RED]), 'Form.pdf', { field: BLUE }))
  await add(form).click()
  await expect(form).toBeHidden()
  const { pages = [] } = await deckOf(placard)
  const picture = await fetched(placard, pages[0]?.url)
  expect(isNear(await colourIn(picture, 0.5, 0.5), BLUE)).toBe(true)
  expect(isNear(await colourIn(picture, 0.1, 0.1), RED)).toBe(true)
})

test('[CT8] Chinese in a font that the PDF does not bring says so, and its words are found', async ({
  admin: page,
  placard,
}) => {
  const form = await drop(page, pdf(coloured([RED]), 'Chinese.pdf', { chinese: '图书馆周五提前关闭' }))
  await expect(form.getByText(/^Page 1 uses a font that is not in the PDF/)).toBeVisible()
  await add(form).click()
  await expect(form).toBeHidden()
  expect((await deckOf(placard)).pages).toHaveLength(1)
  await page.goto(`${placard.url}/library`)
  await page.getByRole('searchbox', { name: 'Search' }).fill('图书馆周五')
  await expect(page.getByRole('list', { name: 'Library' }).getByRole('article')).toHaveCount(1)
})

test('[CT8] of more than 200 pages the first ones are used, if the person wants it', async ({ admin: page }) => {
  const many = Array.from({ length: MAX_DECK_PAGES + 1 }, () => ({ colour: RED, width: 32, height: 18, size: 4 }))
  await ready(page)
  await dropFiles(page, [pdf(many)])
  const form = formOf(page)
  await expect(form.getByText('This PDF has 201 pages, and a display shows at most 200.')).toBeVisible()
  await form.getByRole('button', { name: 'Take the first 200' }).click()
  await expect(form.getByText(/Drawing: \d+ of 200 pages/)).toBeVisible()
})

test('[CT8] says how small the letters will be, and what helps; a scan and its words are read', async ({
  admin: page,
  placard,
}) => {
  const bytes = await flatPicture(GREEN, { width: 800, height: 1131 })
  const form = await drop(
    page,
    pdf([
      { colour: '#ffffff', words: 'Timetable of the spring term', size: 11, width: 595, height: 842 },
      { colour: '#ffffff', scan: { bytes, width: 800, height: 1131 }, width: 595, height: 842 },
    ]),
  )
  await expect(form.getByText('The smallest letters will be 14 px high on the screen')).toBeVisible()
  await expect(form.getByText('readable from about 1.3 m')).toBeVisible()
  await expect(form.getByText('Use at least 35 points')).toBeVisible()
  await expect(form.getByText('On a portrait screen they are 20 px high.')).toBeVisible()
  await add(form).click()
  await expect(form).toBeHidden()
  const { pages = [] } = await deckOf(placard)
  const scan = sharp(await (await fetch(placard.url + (pages[1]?.url ?? ''))).arrayBuffer())
  const { data } = await scan.resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(isNear({ red: data[0] ?? 0, green: data[1] ?? 0, blue: data[2] ?? 0 }, GREEN)).toBe(true)
  await page.goto(`${placard.url}/library`)
  await page.getByRole('searchbox', { name: 'Search' }).fill('spring term')
  await expect(page.getByRole('list', { name: 'Library' }).getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Library' }).getByRole('article')).toContainText('2 pages')
})

test('[CT8] JPEG 2000 and JBIG2, as scanners write them, are on the pages', async ({ admin: page, placard }) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-scan-'))
  const file = join(folder, 'scan.jp2')
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'color=c=0x00aa00:s=64x64', '-frames:v', '1'],
    ...['-pix_fmt', 'rgb24', '-c:v', 'jpeg2000', file],
  ])
  const size = { width: 64, height: 64 }
  const form = await drop(
    page,
    pdf([
      { colour: '#ffffff', scan: { ...size, bytes: await readFile(file), of: '/Filter /JPXDecode' } },
      {
        colour: '#ff0000',
        scan: {
          ...size,
          bytes: makeJbig2(size),
          of: '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
        },
      },
    ]),
  )
  await rm(folder, { recursive: true })
  await add(form).click()
  await expect(form).toBeHidden()
  const { pages = [] } = await deckOf(placard)
  const colours: number[][] = []
  for (const [index, left] of [
    [0, 0.5],
    [1, 0.25],
    [1, 0.75],
  ] as const) {
    const { data, info } = await sharp(await (await fetch(placard.url + (pages[index]?.url ?? ''))).arrayBuffer())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * left)) * info.channels
    colours.push([...data.subarray(at, at + 3)].map((value) => Math.round(value / 17)))
  }
  expect(colours).toEqual([
    [0, 10, 0],
    [0, 0, 0],
    [15, 15, 15],
  ])
})

test('[CT8] a PDF as a browser prints it, with Arabic, has its letters joined as the browser joins them', async ({
  admin: page,
  placard,
  context,
}) => {
  const words = 'قائمة الغداء اليوم'
  const paper = await context.newPage()
  const write = (text: string) =>
    paper.setContent(
      `<body style="margin:0"><p dir="rtl" style="font:90px sans-serif;margin:2cm;white-space:nowrap">${text}</p></body>`,
    )
  await write(words)
  const buffer = await paper.pdf({ format: 'A4', landscape: true })
  const joined = await inkOf(await paper.screenshot())
  // A letter that does not join comes between any two.
  await write(Array.from(words).join('\u200c'))
  const apart = await inkOf(await paper.screenshot())
  await paper.close()
  const form = await drop(page, { name: 'Arabic.pdf', type: 'application/pdf', buffer })
  await expect(form.getByText('1 page.')).toBeVisible()
  await add(form).click()
  await expect(form).toBeHidden()
  const { pages = [] } = await deckOf(placard)
  const ink = await inkOf(await fetched(placard, pages[0]?.url))
  expect(sameInk(ink, joined)).toBeGreaterThan(0.8)
  expect(sameInk(ink, apart)).toBeLessThan(0.5)
})

test('[CT8] sending goes on after a cut of the network, and what was typed stays when it is refused', async ({
  admin: page,
  placard,
}) => {
  const form = await drop(page, pdf(coloured()))
  await expect(form.getByText('3 pages.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Title' }).fill('What is for lunch')
  await page.context().setOffline(true)
  await add(form).click()
  await expect(form.getByText('No connection. Sending resumes automatically.').first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(form).toBeHidden()
  await expect(card(page, 'What is for lunch')).toBeVisible()
  expect(await itemsOf(placard)).toHaveLength(1)

  // Refused: everything stays, and a second try sends nothing twice.
  let refusals = 1
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/(media|uploads)$/.test(request.url()) && request.method() === 'POST') sent.push(request.url())
  })
  await page.route('**/items', (route) => {
    if (route.request().method() !== 'POST' || refusals === 0) return route.fallback()
    refusals -= 1
    return route.fulfill({
      status: 409,
      json: { error: { code: 'too-many-items', message: '' }, requestId: 'x' },
    })
  })
  const again = await drop(page, pdf(coloured()))
  await expect(again.getByText('3 pages.')).toBeVisible()
  await again.getByRole('textbox', { name: 'Title' }).fill('Second')
  await add(again).click()
  await expect(again.getByText('A display holds at most 500 containers.')).toBeVisible()
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('Second')
  const before = sent.length
  await add(again).click()
  await expect(again).toBeHidden()
  expect(sent).toHaveLength(before)
  await expect(card(page, 'Second')).toBeVisible()
})

test('[CT2] a PDF that the organisation has is not sent again; what is given up leaves nothing in the library', async ({
  admin: page,
  placard,
}) => {
  const file = pdf(coloured())
  const first = await drop(page, file)
  await expect(first.getByText('3 pages.')).toBeVisible()
  await add(first).click()
  await expect(first).toBeHidden()
  const [one] = await itemsOf(placard)
  const again = await drop(page, file)
  await expect(again.getByText('Your organisation already has this PDF')).toBeVisible()
  await add(again).click()
  await expect(again).toBeHidden()
  expect((await itemsOf(placard)).map(({ url }) => url)).toEqual([one?.url, one?.url])

  const files = async () => (await placard.call('getLibrary')).files
  const before = await files()
  await page.route('**/decks', (route) => route.abort())
  const given = await drop(page, pdf(coloured()))
  await expect(given.getByText('3 pages.')).toBeVisible()
  await add(given).click()
  await expect(given.getByText('No connection.').first()).toBeVisible()
  await given.getByRole('button', { name: 'Cancel' }).click()
  await expect(given).toBeHidden()
  await expect.poll(files).toBe(before)
})

test('[CT8] all of it by the keyboard, and without a finding of axe, also in Arabic and on a phone', async ({
  admin: page,
  placard,
}) => {
  const form = await drop(page, pdf(coloured()))
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await expect(form.getByText('3 pages.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Seconds for each page')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(pageButton(form, 1)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(pageButton(form, 1)).toHaveAttribute('aria-pressed', 'false')
  expect(await findings(page)).toEqual([])
  await form.getByRole('textbox', { name: 'Title' }).press('Enter')
  await expect(form).toBeHidden()
  expect((await deckOf(placard)).deck).toEqual({ without: [1], seconds: [] })

  await page.setViewportSize({ width: 390, height: 844 })
  await card(page).getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit' })
  await expect(pageButton(edit, 1)).toBeVisible()
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await edit.getByRole('button', { name: 'Cancel' }).click()
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })
  test('[CT8] the form says it in Arabic', async ({ admin: page, placard }) => {
    await ready(page)
    await dropFiles(page, [pdf(coloured())])
    const form = page.getByRole('dialog', { name: 'إضافة ملف PDF' })
    await expect(form.getByText('3 صفحات')).toBeVisible()
    expect(await findings(page)).toEqual([])
    await form.getByRole('button', { name: 'إضافته' }).click()
    await expect(form).toBeHidden()
    expect(await itemsOf(placard)).toHaveLength(1)
  })
})

test('[CT8] pictures that are dropped with a PDF go their way', async ({ admin: page, placard }) => {
  const picture = { name: 'Hall.jpg', type: 'image/jpeg', buffer: await flatPicture(RED) }
  await ready(page)
  await dropFiles(page, [pdf(coloured()), picture])
  const form = formOf(page)
  await expect(form.getByText('3 pages.')).toBeVisible()
  await expect.poll(async () => (await itemsOf(placard)).map(({ type }) => type)).toEqual(['image'])
  await add(form).click()
  await expect(form).toBeHidden()
  expect((await itemsOf(placard)).map(({ type }) => type)).toEqual(['image', 'deck'])
  await signIn(page, placard)
})
