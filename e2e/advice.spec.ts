import { type AdviceRule, type Item, NO_PICTURE, PAGES } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { formOf, openScreenBehind, writeNotice } from './notice-form.ts'
import { BLUE, flatPicture } from './pixels.ts'
import type { Placard } from './placard.ts'

test.use({ locale: 'en-GB' })

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
  await placard.call('updateDisplay', { body: { timeZone: 'UTC', diagonalInches: 55, distanceCm: 400 } })
})

const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'What passers-by cannot read' })
const advice = (within: Locator, rule: AdviceRule) => within.locator(`[data-advice="${rule}"]`)
const itemsOf = async (placard: Placard) => (await placard.call('getProgramme')).items
/** Dismissed advice on entries that exist. That on removed entries is kept for as long as an undo may restore them. */
async function leftOf(placard: Placard) {
  const { items } = await placard.call('getProgramme')
  return (await placard.call('getAdviceFacts')).left.filter(({ entryId }) => items.some(({ id }) => id === entryId))
}

async function addNotice(placard: Placard, notice: Partial<NonNullable<Item['notice']>>, duration = 30): Promise<Item> {
  const words = { look: 'paper' as const, heading: 'Exam', body: '', byline: '', ...notice }
  const body = { title: words.heading, type: 'notice' as const, url: NO_PICTURE, duration, notice: words }
  return (await placard.call('createItem', { body })).item
}

/** A date as people type it. @param days from today */
const dateIn = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.now() + days * 86_400_000,
  )

test.describe('beside the player', () => {
  test.use({ previewsPlay: true })

  test('[LT1] a shouting, long notice: one sentence at a time, a press mends it, and the screen shows it so', async ({
    admin: page,
    placard,
  }) => {
    const screen = await openScreenBehind(page, placard)
    const form = await writeNotice(page)
    await form.getByLabel('Heading').fill('ALL STUDENTS MUST LEAVE THE HALL')
    await form.getByRole('textbox', { name: 'Text' }).fill('One\nTwo\nThree\nFour\nFive\nSix\nSeven')
    await expect(form.locator('[data-advice]')).toHaveCount(1)
    await expect(form.getByText('6 words in capitals, which are slower to read.')).toBeVisible()
    expect(await findings(page, { within: '[role="dialog"]' })).toEqual([])
    await form.getByRole('button', { name: 'Write it as a sentence' }).click()
    await expect(form.getByLabel('Heading')).toHaveValue('All students must leave the hall')
    await expect(advice(form, 'many-lines')).toContainText('8 lines: passers-by read five.')
    await form.getByRole('button', { name: 'Shorten it' }).click()
    await expect(form.getByRole('textbox', { name: 'Text' })).toBeFocused()
    await form.getByRole('textbox', { name: 'Text' }).fill('Thank you')
    await expect(form.locator('[data-advice]')).toHaveCount(0)
    await form.getByRole('button', { name: 'Put it on' }).click()
    await expect(form).toBeHidden()
    await expect(screen.locator('main.player').getByText('All students must leave the hall')).toBeVisible()
    expect((await itemsOf(placard))[0]).toMatchObject({ notice: { body: 'Thank you' } })
  })

  test('[LT1] a finding that was left in the form of a new notice stays left after saving', async ({
    admin: page,
    placard,
  }) => {
    const form = await writeNotice(page)
    await form.getByLabel('Heading').fill('WE LOVE LOUD WORDS HERE')
    await advice(form, 'shouting').getByRole('button', { name: 'Leave it' }).click()
    await expect(advice(form, 'shouting')).toHaveCount(0)
    await form.getByRole('button', { name: 'Put it on' }).click()
    await expect(form).toBeHidden()
    const [item] = await itemsOf(placard)
    await expect.poll(() => leftOf(placard)).toEqual([{ entryId: item?.id, rule: 'shouting' }])
    await expect(page.getByRole('button', { name: /passers-by cannot read/ })).toHaveCount(0)
  })

  test('[LT1] letters are judged by the screens of the display and from where they are read', async ({
    admin: page,
    placard,
  }) => {
    await addNotice(placard, { heading: 'Exam', body: 'Hall B. '.repeat(20) })
    await placard.call('updateDisplay', { body: { distanceCm: 2_000 } })
    await page.reload()
    await page.getByRole('article', { name: 'Exam' }).getByRole('button', { name: 'Edit' }).click()
    await expect(advice(formOf(page), 'letters')).toContainText(
      /readable from up to [\d.]+ m\. People stand 20 m away\./,
    )
  })
})

test('[LT2] three bad things on a display, mended one by one from its panel', async ({ admin: page, placard }) => {
  await addNotice(placard, { heading: 'EXAM IN THE LARGE HALL' })
  await addNotice(placard, { heading: 'Menu', body: 'word '.repeat(40).trim() }, 5)
  await placard.call('createLine', { body: { text: `Open day on ${dateIn(-4)}` } })
  await page.getByRole('button', { name: '3 things passers-by cannot read' }).click()
  const panel = panelOf(page)
  await expect(panel.getByText('For 55 inches, read from 4 m.')).toBeVisible()
  await expect(panel.locator('[data-advice]')).toHaveCount(3)
  expect(await findings(page, { within: '[role="dialog"]' })).toEqual([])

  await panel.getByRole('button', { name: 'Write it as a sentence' }).click()
  await expect(panel.locator('[data-advice]')).toHaveCount(2)
  expect((await itemsOf(placard))[0]).toMatchObject({
    title: 'Exam in the large hall',
    notice: { heading: 'Exam in the large hall', look: 'paper' },
  })
  // The next finding has the focus.
  await expect(advice(panel, 'too-short')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Make it 14 seconds longer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.locator('[data-advice]')).toHaveCount(1)
  expect((await itemsOf(placard))[1]).toMatchObject({ duration: 19 })

  await expect(panel.getByText(`It mentions ${dateIn(-4)}, which is in the past.`)).toBeVisible()
  await panel.getByRole('button', { name: 'Take it off' }).click()
  await expect(panel.getByText('No readability problems found.')).toBeVisible()
  expect((await placard.call('getProgramme')).lines[0]?.schedule?.until).toBeDefined()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.locator('[data-advice]')).toHaveCount(1)
})

test('[LT2] a finding that was left is not shown again, to anybody', async ({ admin: page, placard, browser }) => {
  const item = await addNotice(placard, { heading: 'EXAM IN THE LARGE HALL' })
  const line = page.getByRole('button', { name: '1 thing passers-by cannot read' })
  await line.click()
  await panelOf(page).getByRole('button', { name: 'Leave it' }).click()
  await expect(panelOf(page).getByText('No readability problems found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(line).toHaveCount(0)
  await expect.poll(() => leftOf(placard)).toContainEqual({ entryId: item.id, rule: 'shouting' })
  const other = await (await browser.newContext()).newPage()
  await signIn(other, placard)
  await expect(other.getByRole('article', { name: item.title })).toBeVisible()
  await expect(other.getByRole('button', { name: /cannot read/ })).toHaveCount(0)
})

test('[LT1] a text as it is typed: the advice is heard when the typing rests', async ({ admin: page, placard }) => {
  const { line } = await placard.call('createLine', { body: { text: 'Welcome' } })
  await page.reload()
  await page.locator(`[data-line="${line.id}"] [data-action="edit"]`).click()
  const field = page.locator(`[data-line="${line.id}"] input`)
  await field.fill('')
  await field.pressSequentially('PLEASE KEEP THE DOORS CLOSED')
  const sentence = page.locator(`[data-line="${line.id}"]`).locator('[data-advice="shouting"]')
  await expect(sentence).toBeVisible()
  await expect(page.locator('[aria-live="polite"]').getByText('words in capitals')).toHaveCount(1)
  await sentence.getByRole('button', { name: 'Write it as a sentence' }).click()
  await expect(field).toHaveValue('Please keep the doors closed')
  await expect(sentence).toHaveCount(0)
})

test('[LT1] a text that says a day that is over is taken off in its own form, with what was typed', async ({
  admin: page,
  placard,
}) => {
  const { line } = await placard.call('createLine', { body: { text: `Open day on ${dateIn(-4)}` } })
  await page.reload()
  const row = page.locator(`[data-line="${line.id}"]`)
  await row.locator('[data-action="edit"]').click()
  await row.locator('input').press('End')
  await row.locator('input').pressSequentially('. Thank you')
  await advice(row, 'date-over').getByRole('button', { name: 'Take it off' }).click()
  await expect(row.locator('input')).toHaveCount(0)
  const [saved] = (await placard.call('getProgramme')).lines
  expect(saved?.text).toBe(`Open day on ${dateIn(-4)}. Thank you`)
  expect(saved?.schedule?.until).toBeDefined()
})

test('[LT1] a mend that is pressed before the next frame keeps what was typed since the last', async ({
  admin: page,
}) => {
  const form = await writeNotice(page)
  await form.getByLabel('Heading').fill('ALL STUDENTS MUST LEAVE THE HALL')
  await expect(advice(form, 'shouting')).toBeVisible()
  const text = form.getByRole('textbox', { name: 'Text' })
  await text.evaluate(async (field) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {}
    set?.call(field, 'Bring your pens')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise<void>((done) => queueMicrotask(done))
    document.querySelector<HTMLElement>('[data-advice] button')?.click()
  })
  await expect(form.getByLabel('Heading')).toHaveValue('All students must leave the hall')
  await expect(text).toHaveValue('Bring your pens')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[LT1] no field moves while one types in it: what is said comes below the words', async ({ admin: page }) => {
    const form = await writeNotice(page)
    await form.getByLabel('Heading').fill('Exam')
    const text = form.getByRole('textbox', { name: 'Text' })
    await text.fill('Hall B')
    const topOf = () => text.evaluate((field) => field.getBoundingClientRect().top)
    const before = await topOf()
    await text.fill('PLEASE LEAVE THE HALL NOW')
    await expect(advice(form, 'shouting')).toBeVisible()
    expect(await topOf()).toBe(before)
    expect(await findings(page, { within: '[role="dialog"]' })).toEqual([])
  })
})

test('[LT1] by the keyboard: a mend leads to the next sentence, and the last one back to the words', async ({
  admin: page,
}) => {
  const form = await writeNotice(page)
  await form.getByLabel('Heading').fill('ALL STUDENTS MUST LEAVE THE HALL')
  await form.getByRole('textbox', { name: 'Text' }).fill('One\nTwo\nThree\nFour\nFive\nSix\nSeven')
  await form.getByRole('button', { name: 'Write it as a sentence' }).press('Enter')
  await expect(advice(form, 'many-lines')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'Leave it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.locator('[data-advice]')).toHaveCount(0)
  await expect(form.getByLabel('Heading')).toBeFocused()
})

test('[LT1] [LT2] a day that is to come is no day that was: neither in the form nor on the page', async ({
  admin: page,
  placard,
}) => {
  const yesterday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(Date.now() - 86_400_000)
  await placard.call('createLine', { body: { text: `Exam on ${yesterday}` } })
  await addNotice(placard, { heading: `Concert on ${yesterday}` })
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/advice'))
  await page.reload()
  await asked
  await expect(page.getByRole('article', { name: `Concert on ${yesterday}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /cannot read/ })).toHaveCount(0)
})

test('[LT1] a picture without a description is marked, and can be described in its place', async ({
  admin: page,
  placard,
}) => {
  await addPicture(placard, await flatPicture(BLUE), { title: 'Garden' })
  await page.getByRole('button', { name: /thing without a description|things? passers-by/ }).click()
  const panel = panelOf(page)
  await expect(panel.getByRole('heading', { name: 'For people who cannot see the screen' })).toBeVisible()
  await panel.getByRole('button', { name: 'Describe it' }).click()
  await panel.getByRole('textbox', { name: 'Alternative text' }).fill('A garden in the rain')
  await page.keyboard.press('Tab')
  await expect(advice(panel, 'undescribed')).toHaveCount(0)
})

test('[LT1] a display has the size of its screens, and an impossible value is reported at its field', async ({
  admin: page,
  placard,
}) => {
  await page.goto(`${placard.url}${PAGES.people}`)
  await page.getByRole('button', { name: 'Edit Department of ECE' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Screen, in inches')).toHaveValue('55')
  await expect(form.getByLabel('Viewing distance, in metres')).toHaveValue('4')
  await form.getByLabel('Viewing distance, in metres').fill('far')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Viewing distance, in metres')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Viewing distance, in metres').fill('2,5')
  await form.getByLabel('Screen, in inches').fill('43')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(await placard.call('getProgramme')).toMatchObject({ diagonalInches: 43, distanceCm: 250 })
})

test('[F98] without what advice goes by, forms open and save as ever', async ({ admin: page, placard }) => {
  await addNotice(placard, { heading: 'EXAM IN THE LARGE HALL' })
  await page.route('**/advice', (route) => route.fulfill({ status: 503, json: { error: { code: 'unavailable' } } }))
  await page.reload()
  await page.getByRole('button', { name: 'Write a notice' }).first().click()
  const form = formOf(page)
  await form.getByLabel('Heading').fill('ALL STUDENTS MUST LEAVE THE HALL')
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(form).toBeHidden()
  expect(await itemsOf(placard)).toHaveLength(2)
  await expect(page.getByRole('button', { name: /cannot read/ })).toHaveCount(0)
})
