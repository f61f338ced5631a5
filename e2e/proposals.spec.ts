import { type Item, joinPath, type ProposalLinkCreated, proposePath } from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { pickFile } from './files.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { makePdf } from './pdf.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear } from './pixels.ts'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'
import { readQr } from './read-qr.ts'

/** Three device pixels for each pixel, because `readQr` corrects no errors. */
const FINE = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 3 }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.describe.configure({ mode: 'serial', timeout: 120_000 })

let placard: Placard
test.beforeAll(async () => {
  placard = await launchPlacard()
  await clearDisplay(placard)
})
test.afterAll(() => placard.close())

const itemsOf = async (): Promise<Item[]> => (await placard.call('getProgramme')).items

async function makeLink(): Promise<ProposalLinkCreated> {
  const body = { name: 'Year 10', kinds: ['notice' as const, 'image' as const, 'deck' as const], days: 30 }
  return placard.call('createProposalLink', { params: DISPLAY, body })
}

async function phoneAt(browser: Browser, token: string, more: object = {}): Promise<Page> {
  const phone = await (await browser.newContext({ ...PHONE, ...more })).newPage()
  await phone.goto(placard.url + proposePath(token))
  return phone
}

/** The number of printed sheets of the page. */
async function sheetsOf(page: Page): Promise<number> {
  const [, count] = /\/Count (\d+)/.exec((await page.pdf({ format: 'A4' })).toString('latin1')) ?? []
  return Number(count)
}

/** The screen of the real player in the page. */
const stageOf = (page: Page) => page.frameLocator('iframe[title="The proposal as screens show it"]')

async function sendAs(phone: Page, name: string): Promise<void> {
  await phone.getByLabel('Your name').fill(name)
  await phone.getByRole('button', { name: 'Send the proposal' }).click()
  await expect(phone.getByRole('heading', { name: 'Sent', level: 1 })).toBeFocused()
}

test('[CL1] an editor makes a link, a phone scans its code, and the notice comes to the screen', async ({
  browser,
}) => {
  const page = await (await browser.newContext(FINE)).newPage()
  await signIn(page, placard, '/proposals', { previewsPlay: true })
  await page.getByRole('button', { name: 'Make a link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What it is for').fill('Year 10')
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(link).toMatch(/\/propose#[\w-]{43}$/)
  const code = dialog.getByRole('img', { name: 'QR code of the proposal link' })
  const scan = async () => {
    const box = await code.boundingBox()
    if (!box) throw new Error('there is no code to see')
    return (await readQr(page, box)).text
  }
  // A phone tries until it reads something: the dialog may still be on its way to its place.
  const isScanned = () => expect(async () => expect(await scan()).toBe(link)).toPass()
  await isScanned()
  // The button that was pressed is still on its way back to its colour.
  await expect.poll(() => findings(page)).toEqual([])
  // On paper it is one sheet with the code, which is read there as well.
  await page.emulateMedia({ media: 'print' })
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeHidden()
  await isScanned()
  expect(await sheetsOf(page)).toBe(1)
  await page.emulateMedia({ media: null })
  await dialog.getByRole('button', { name: 'Done' }).click()

  const phone = await (await browser.newContext(PHONE)).newPage()
  await phone.goto(link)
  await phone.getByLabel('Heading').fill('Cake sale')
  await phone.getByLabel('Text', { exact: true }).fill('Friday at noon.')
  // While it fades in, the one before may still be there.
  await expect(stageOf(phone).getByText('Cake sale').last()).toBeVisible()
  expect(await findings(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('heading', { name: 'Who are you, and until when?' })).toBeFocused()
  expect(await findings(phone)).toEqual([])
  await sendAs(phone, 'Mia')
  await expect(phone.getByText('Waiting for a decision')).toBeVisible()
  expect(await findings(phone)).toEqual([])
  expect(await itemsOf()).toEqual([])

  const player = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage()
  await player.goto(`${placard.url}/display/${DISPLAY.organisationId}/?id=${DISPLAY.displayId}`)

  await page.reload()
  await expect(page.getByText(/Signed as .?Mia/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Look at “Cake sale”' }).click()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Put it on' }).click()
  await expect(page.getByText('No proposals are waiting')).toBeVisible()
  await expect(player.getByText('Cake sale')).toBeVisible()
  await phone.reload()
  await expect(phone.getByText('On', { exact: true })).toBeVisible()
})

test('[CL1] a refusal is read with its word by whoever proposed, on the same phone', async ({ page, browser }) => {
  const { token } = await makeLink()
  const phone = await phoneAt(browser, token)
  await phone.getByLabel('Heading').fill('Party')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await sendAs(phone, 'Tom')
  await signIn(page, placard, '/proposals', { previewsPlay: true })
  await page.getByRole('button', { name: 'Look at “Party”' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByLabel('Message to the proposer').fill('The hall is closed.')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText(/was refused/)).toBeVisible()
  await phone.reload()
  await expect(phone.getByText('Refused', { exact: true })).toBeVisible()
  await expect(phone.getByText(/The hall is closed\./)).toBeVisible()
  const other = await phoneAt(browser, token)
  await expect(other.getByLabel('Heading')).toBeVisible()
  await expect(other.getByText('Refused', { exact: true })).toHaveCount(0)
})

test('[CL1] a picture and a PDF are seen on the real screen before they are sent, and go on', async ({
  page,
  browser,
}) => {
  const { token } = await makeLink()
  const phone = await phoneAt(browser, token)
  await phone.getByRole('group', { name: 'What is it?' }).getByText('Picture').click()
  await pickFile(phone, () => phone.getByLabel('Choose a picture').click(), {
    name: 'Poster.jpg',
    type: 'image/jpeg',
    buffer: Buffer.from(await flatPicture(GREEN)),
  })
  await expect(phone.getByLabel('Title')).toHaveValue('Poster')
  await expect(stageOf(phone).locator('img').first()).toBeVisible()
  expect(await findings(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Continue' }).click()
  await sendAs(phone, 'Mia')
  await phone.getByRole('button', { name: 'Propose something else' }).click()
  await phone.getByRole('group', { name: 'What is it?' }).getByText('PDF').click()
  await pickFile(phone, () => phone.getByLabel('Choose a PDF').click(), {
    name: 'Menu.pdf',
    type: 'application/pdf',
    buffer: makePdf([{ colour: BLUE, words: 'Soup' }, { colour: GREEN }]),
  })
  await expect(phone.getByLabel('Title')).toHaveValue('Menu', { timeout: 30_000 })
  await phone.getByRole('button', { name: 'Continue' }).click()
  await sendAs(phone, 'Mia')

  await signIn(page, placard, '/proposals', { previewsPlay: true })
  for (const title of ['Poster', 'Menu']) {
    await page.getByRole('button', { name: `Look at “${title}”` }).click()
    await expect(stageOf(page).locator('img').first()).toBeVisible()
    await page.getByRole('button', { name: 'Put it on' }).click()
    await expect(page.getByRole('button', { name: `Look at “${title}”` })).toHaveCount(0)
  }
  const items = await itemsOf()
  expect(items.slice(-2)).toMatchObject([
    { title: 'Poster', type: 'image' },
    { title: 'Menu', type: 'deck' },
  ])
  const player = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage()
  await player.goto(`${placard.url}/display/${DISPLAY.organisationId}/?id=${DISPLAY.displayId}`)
  await expect.poll(async () => isNear(await colourAt(player, 0.5, 0.45), GREEN), { timeout: 60_000 }).toBe(true)
})

test('[CL1] the display’s page says quietly how many wait, and leads there', async ({ page, browser }) => {
  const { token } = await makeLink()
  const phone = await phoneAt(browser, token)
  await phone.getByLabel('Heading').fill('Chess club')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await sendAs(phone, 'Ada')
  await signIn(page, placard, '/dashboard', { previewsPlay: true })
  await page.getByRole('link', { name: /^Proposals.*1 wait/ }).click()
  await page.getByRole('button', { name: 'Look at “Chess club”' }).click()
  await page.getByRole('button', { name: 'Change it first' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Every Monday.')
  await expect(stageOf(page).getByText('Every Monday.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Put it on like this' }).click()
  await expect(page.getByText(/changed by/)).toBeVisible()
  expect((await itemsOf()).at(-1)?.notice).toMatchObject({ heading: 'Chess club', body: 'Every Monday.' })
})

test('[CL1] somebody takes back what they sent, on the same phone, and nobody finds it any more', async ({
  page,
  browser,
}) => {
  const { token } = await makeLink()
  const phone = await phoneAt(browser, token)
  await phone.getByLabel('Heading').fill('Wrong day')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await sendAs(phone, 'Tom')
  await signIn(page, placard, '/proposals', { previewsPlay: true })
  await page.getByRole('button', { name: 'Look at “Wrong day”' }).click()
  await phone.getByRole('button', { name: 'Take it back: “Wrong day”' }).click()
  expect(await findings(phone)).toEqual([])
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(phone.getByText('Taken back', { exact: true })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Take it back: “Wrong day”' })).toHaveCount(0)
  // The page tells a person who had it open, and nothing goes on.
  const before = (await itemsOf()).length
  await page.getByRole('button', { name: 'Put it on' }).click()
  await expect(page.getByText(/is no longer waiting/)).toBeVisible()
  expect((await itemsOf()).length).toBe(before)
  await page.reload()
  await expect(page.getByText('No proposals are waiting')).toBeVisible()
})

test('[CL1] a link that was withdrawn says so to whoever opens it', async ({ page, browser }) => {
  await makeLink()
  const { token, link } = await makeLink()
  await signIn(page, placard, '/proposals', { previewsPlay: true })
  const row = page.getByRole('listitem').filter({ hasText: link.name }).first()
  await row.getByRole('button').click()
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The link is withdrawn')).toBeVisible()
  const phone = await phoneAt(browser, token)
  await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(await findings(phone)).toEqual([])
})

test('[CL2] a contributor proposes with their account, and finds nothing to change', async ({ page, browser }) => {
  const { token } = await placard.call('createInvitation', { body: { role: 'contributor' } })
  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(placard.url + joinPath(token))
  await theirs.getByLabel('Email').first().fill('mia@people.example')
  await theirs.getByLabel('Password', { exact: true }).first().fill('a pass phrase for somebody')
  await theirs.keyboard.press('Enter')
  await theirs.waitForURL(`${placard.url}/dashboard`)
  await expect(theirs.getByRole('button', { name: 'Write a notice' })).toHaveCount(0)
  await showMore(theirs)
  await theirs.getByRole('link', { name: 'Proposals' }).click()
  await expect(theirs.getByRole('button', { name: 'Make a link' })).toHaveCount(0)
  expect(await findings(theirs)).toEqual([])
  await theirs.getByRole('button', { name: 'Propose something' }).click()
  const dialog = theirs.getByRole('dialog')
  await dialog.getByLabel('Heading').fill('Debating club')
  await expect(stageOf(theirs).getByText('Debating club')).toBeVisible()
  expect(await findings(theirs)).toEqual([])
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Send the proposal' }).click()
  await expect(theirs.getByRole('button', { name: 'Look at “Debating club”' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Look at “Debating club”' }).click()
  await expect(theirs.getByRole('button', { name: 'Put it on' })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Take it back: “Debating club”' }).click()
  await expect.poll(() => findings(theirs)).toEqual([])
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(theirs.getByText('None of your proposals are waiting')).toBeVisible()
  await theirs.getByRole('button', { name: 'Propose something' }).click()
  await dialog.getByLabel('Heading').fill('Debating club')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Send the proposal' }).click()
  await signIn(page, placard, '/proposals', { previewsPlay: true })
  await page.getByRole('button', { name: 'Look at “Debating club”' }).click()
  await page.getByRole('button', { name: 'Put it on' }).click()
  await expect(page.getByText('No proposals are waiting')).toBeVisible()
  expect((await itemsOf()).at(-1)?.title).toBe('Debating club')
})
