import { DisplayId, type Line, MAX_ITEMS_PER_DISPLAY, type Schedule } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addItem, clearDisplay } from './content.ts'
import { expect, showMore, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { pressUndo } from './undo.ts'

test.use({ locale: 'en-GB' })

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
})

async function addItems(placard: Placard, ...titles: string[]): Promise<void> {
  for (const title of titles) await addItem(placard, title)
}

async function addLines(placard: Placard, ...texts: string[]): Promise<Line[]> {
  const added = []
  for (const text of texts) added.push((await placard.call('createLine', { body: { text } })).line)
  return added
}

const containers = (page: Page) => page.getByRole('region', { name: 'Containers', exact: true })
const texts = (page: Page) => page.getByRole('region', { name: 'Text containers', exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'What is selected' })
const start = (page: Page) => containers(page).getByRole('button', { name: 'Select', exact: true }).click()
const box = (page: Page, title: string) => containers(page).getByRole('checkbox', { name: title, exact: true })
const row = (page: Page, text: string) => texts(page).getByRole('checkbox', { name: text, exact: true })
const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const count = (page: Page) => bar(page).getByRole('status')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const items = async (placard: Placard) => (await placard.call('getProgramme')).items
const titles = async (placard: Placard) => (await items(placard)).map(({ title }) => title)
const shown = async (placard: Placard) =>
  (await items(placard)).filter(({ visible }) => visible).map(({ title }) => title)
const lines = async (placard: Placard) => (await placard.call('getProgramme')).lines
const said = async (placard: Placard) => (await lines(placard)).map(({ text }) => text)
const revision = async (placard: Placard) => (await placard.call('getProgramme')).revision

test('[CP7] two are selected with Shift and hidden in one command, which one undo takes back', async ({
  admin,
  placard,
}) => {
  await addItems(placard, 'Alpha', 'Beta', 'Gamma')
  await start(admin)
  await box(admin, 'Alpha').click()
  await box(admin, 'Beta').click({ modifiers: ['Shift'] })
  await expect(count(admin)).toHaveText('2 selected')
  await expect(box(admin, 'Gamma')).not.toBeChecked()
  const before = await revision(placard)

  await act(admin, 'Hide').click()
  await expect(admin.getByRole('article', { name: 'Beta' })).toContainText('Hidden')
  await expect(admin.getByText('2 containers hidden.')).toBeVisible()
  expect(await shown(placard)).toEqual(['Gamma'])
  expect(await revision(placard)).toBe(before + 1)
  // The selection stays: the next command may be about the same.
  await expect(count(admin)).toHaveText('2 selected')

  await undo(admin).click()
  await expect.poll(() => shown(placard)).toEqual(['Alpha', 'Beta', 'Gamma'])
  await act(admin, 'To the end').click()
  await expect.poll(() => titles(placard)).toEqual(['Gamma', 'Alpha', 'Beta'])
  await expect(act(admin, 'To the end')).toHaveAttribute('aria-disabled', 'true')
  await act(admin, 'To the beginning').click()
  await expect.poll(() => titles(placard)).toEqual(['Alpha', 'Beta', 'Gamma'])

  await bar(admin).getByRole('button', { name: 'Done' }).click()
  await expect(bar(admin)).toBeHidden()
  await expect(admin.getByRole('checkbox')).toHaveCount(0)
  await showMore(admin)
  await admin.getByRole('button', { name: 'Activity' }).click()
  await expect(admin.getByRole('dialog')).toContainText('hid 2 containers')
  await expect(admin.getByRole('dialog')).toContainText('undid: hiding several containers')
})

test('[CP7] three are scheduled in one go, beginning with what they have in common', async ({ admin, placard }) => {
  const weekdays: Schedule = { days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '12:00' }] }
  await addItem(placard, 'Menu', weekdays)
  await addItem(placard, 'Exams', weekdays)
  await addItems(placard, 'Fair')
  await start(admin)
  await box(admin, 'Menu').check()
  await box(admin, 'Exams').check()
  await act(admin, 'Schedule…').click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('When these 2 are on')
  await expect(dialog).toContainText(/Menu\W+and\W+Exams/)
  await expect(dialog.getByRole('radio', { name: 'Weekdays' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await bar(admin).getByRole('button', { name: 'Select all' }).click()
  await expect(count(admin)).toHaveText('3 selected')
  await act(admin, 'Schedule…').click()
  await expect(dialog).toHaveAccessibleName('When these 3 are on')
  await expect(dialog.getByRole('radio', { name: 'Always' })).toBeChecked()
  await expect(dialog).toContainText('These have different schedules.')
  const before = await revision(placard)
  // As it stands: they differ, so that even this is a change.
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect((await items(placard)).map(({ schedule }) => schedule)).toEqual([undefined, undefined, undefined])
  expect(await revision(placard)).toBe(before + 1)
  await expect(act(admin, 'Schedule…')).toBeFocused()

  await undo(admin).click()
  await expect
    .poll(async () => (await items(placard)).map(({ schedule }) => schedule))
    .toEqual([weekdays, weekdays, undefined])
})

test('[CP7] entries that are over can be selected as well: "Select all" unfolds them first', async ({
  admin,
  placard,
}) => {
  await addItems(placard, 'Alpha')
  await addItem(placard, 'Long gone', { until: '2020-01-01T00:00' })
  await start(admin)
  await expect(box(admin, 'Long gone')).toBeHidden()
  await bar(admin).getByRole('button', { name: 'Select all' }).click()
  await expect(box(admin, 'Long gone')).toBeVisible()
  await expect(box(admin, 'Long gone')).toBeChecked()
  await expect(count(admin)).toHaveText('2 selected')
  await bar(admin).getByRole('button', { name: 'Select none' }).click()
  await expect(count(admin)).toHaveText('0 selected')
})

test('[CP7] they are deleted after one question, and one undo brings them back in their order', async ({
  admin,
  placard,
}) => {
  await addItems(placard, 'Alpha', 'Beta', 'Gamma', 'Delta')
  await start(admin)
  await box(admin, 'Alpha').check()
  await box(admin, 'Gamma').check()
  await act(admin, 'Delete').click()
  const question = admin.getByRole('alertdialog', { name: 'Delete 2 containers?' })
  await expect(question).toContainText(/Alpha\W+and\W+Gamma/)
  await admin.keyboard.press('Escape')
  // Escape was the way out of the question, not of the selection.
  await expect(count(admin)).toHaveText('2 selected')
  await act(admin, 'Delete').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('2 containers deleted.')).toBeVisible()
  expect(await titles(placard)).toEqual(['Beta', 'Delta'])
  await expect(bar(admin)).toBeHidden()
  await expect(admin.getByRole('heading', { name: 'Containers', exact: true })).toBeFocused()

  await undo(admin).click()
  await expect.poll(() => titles(placard)).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
  await expect(admin.getByRole('article', { name: 'Alpha' }).getByRole('heading')).toBeFocused()
})

test('[CP7] a command that fails says so in place, and the selection stays', async ({ admin, placard }) => {
  await addItems(placard, 'Alpha', 'Beta')
  await start(admin)
  await bar(admin).getByRole('button', { name: 'Select all' }).click()
  await admin.route('**/items/changes', (route) => route.abort())
  await act(admin, 'Hide').click()
  await expect(bar(admin).getByRole('alert')).toContainText('cannot be reached')
  await expect(count(admin)).toHaveText('2 selected')
  expect(await shown(placard)).toEqual(['Alpha', 'Beta'])
  await admin.unroute('**/items/changes')
  await act(admin, 'Hide').click()
  await expect(bar(admin).getByRole('alert')).toBeHidden()
  await expect.poll(() => shown(placard)).toEqual([])
})

test.describe('with a second display', () => {
  const hall = { organisationId: DISPLAY.organisationId, displayId: DisplayId.parse('hall') }
  /** Copies the items of the display onto itself until it has this many. */
  async function fillUp(placard: Placard, wanted: number): Promise<void> {
    const ids = (await placard.call('getProgramme', { params: hall })).items.map(({ id }) => id)
    if (ids.length >= wanted) return
    const body =
      ids.length === 0
        ? undefined
        : { do: 'copy' as const, ids: ids.slice(0, wanted - ids.length), displays: [hall.displayId] }
    if (body) await placard.call('changeItems', { params: hall, body })
    else
      await placard.call('createItem', {
        params: hall,
        body: { title: 'Filler', type: 'youtube', url: 'https://youtu.be/aaaaaaaaaaa' },
      })
    await fillUp(placard, wanted)
  }
  const shownIn = async (placard: Placard) =>
    (await placard.call('getProgramme', { params: hall })).items.map(({ title }) => title)

  test.beforeEach(async ({ placard }) => {
    const known = await placard.call('listDisplays')
    if (known.some(({ id }) => id === hall.displayId)) return
    await placard.call('createDisplay', {
      body: { id: hall.displayId, name: 'Entrance hall', timeZone: 'Asia/Kolkata' },
    })
  })

  test('[CP7] they are copied to another display and to this one in one command', async ({ admin, placard }) => {
    await addItems(placard, 'Alpha', 'Beta', 'Gamma')
    const before = await shownIn(placard)
    await start(admin)
    await box(admin, 'Gamma').check()
    await box(admin, 'Alpha').check()
    await act(admin, 'Copy to…').click()
    const dialog = admin.getByRole('dialog', { name: 'Copy 2 containers' })
    await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Entrance hall' }).check()
    await dialog.getByRole('checkbox', { name: /this one/ }).check()
    expect(await findings(admin, { within: 'dialog[open]' })).toEqual([])
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByText('Copied 2 containers to 2 displays.')).toBeVisible()
    expect(await shownIn(placard)).toEqual([...before, 'Alpha', 'Gamma'])
    expect(await titles(placard)).toEqual(['Alpha', 'Beta', 'Gamma', 'Alpha', 'Gamma'])
    await expect(containers(admin).getByRole('article')).toHaveCount(5)
    await expect(count(admin)).toHaveText('2 selected')
    await expect(act(admin, 'Copy to…')).toBeFocused()

    // One undo for both displays.
    await pressUndo(admin)
    await expect.poll(() => titles(placard)).toEqual(['Alpha', 'Beta', 'Gamma'])
    await expect(containers(admin).getByRole('article')).toHaveCount(3)
    expect(await shownIn(placard)).toEqual(before)
  })

  test('[CP7] texts are copied to another display and to this one, until one undo takes all of it back', async ({
    admin,
    placard,
  }) => {
    await addLines(placard, 'Menu', 'Exams', 'Fair')
    const saidThere = async () => (await placard.call('getProgramme', { params: hall })).lines.map(({ text }) => text)
    const before = await saidThere()
    await texts(admin).getByRole('button', { name: 'Select', exact: true }).click()
    await row(admin, 'Fair').check()
    await row(admin, 'Menu').check()
    await act(admin, 'Copy to…').click()
    const dialog = admin.getByRole('dialog', { name: 'Copy 2 texts' })
    await expect(dialog).toContainText(/Menu\W+and\W+Fair/)
    await dialog.getByRole('checkbox', { name: 'Entrance hall' }).check()
    await dialog.getByRole('checkbox', { name: /this one/ }).check()
    expect(await findings(admin, { within: 'dialog[open]' })).toEqual([])
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(admin.getByText('Copied 2 texts to 2 displays.')).toBeVisible()
    expect(await saidThere()).toEqual([...before, 'Menu', 'Fair'])
    expect(await said(placard)).toEqual(['Menu', 'Exams', 'Fair', 'Menu', 'Fair'])
    await expect(texts(admin).getByRole('checkbox')).toHaveCount(5)

    await pressUndo(admin)
    await expect.poll(() => said(placard)).toEqual(['Menu', 'Exams', 'Fair'])
    await expect(texts(admin).getByRole('checkbox')).toHaveCount(3)
    expect(await saidThere()).toEqual(before)
  })

  test('[CP7] a display that is too full is named, nothing is copied, and the choice stays', async ({
    admin,
    placard,
  }) => {
    await addItems(placard, 'Alpha', 'Beta')
    await fillUp(placard, MAX_ITEMS_PER_DISPLAY - 1)
    const before = await revision(placard)
    await start(admin)
    await bar(admin).getByRole('button', { name: 'Select all' }).click()
    await act(admin, 'Copy to…').click()
    const dialog = admin.getByRole('dialog', { name: 'Copy 2 containers' })
    await dialog.getByRole('checkbox', { name: /this one/ }).check()
    await dialog.getByRole('checkbox', { name: 'Entrance hall' }).check()
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Entrance hall: A display holds at most 500 containers.')
    await expect(dialog.getByRole('checkbox', { name: 'Entrance hall' })).toBeChecked()
    expect(await revision(placard)).toBe(before)

    await dialog.getByRole('checkbox', { name: 'Entrance hall' }).uncheck()
    await expect(dialog.getByRole('alert')).toBeHidden()
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(admin.getByText('Copied 2 containers to 1 display.')).toBeVisible()
    await expect.poll(() => titles(placard)).toEqual(['Alpha', 'Beta', 'Alpha', 'Beta'])
  })
})

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator, back = false): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`${wanted} is not reached by the Tab key`)
}

/** Expects the commands above the navigation, each large enough for a thumb. */
async function expectWithinReach(page: Page, names: readonly string[]): Promise<void> {
  const navigation = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox()
  for (const name of names) {
    const { x = 0, y = 0, width = 0, height = 0 } = (await act(page, name).boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(390)
    expect(y + height).toBeLessThanOrEqual(navigation?.y ?? 0)
  }
}

test('[CP7] by keyboard alone: select a reach, hide it, and leave', async ({ admin, placard }) => {
  await addItems(placard, 'Alpha', 'Beta', 'Gamma', 'Delta')
  const select = containers(admin).getByRole('button', { name: 'Select', exact: true })
  await select.focus()
  await admin.keyboard.press('Enter')
  await tabTo(admin, box(admin, 'Beta'))
  await admin.keyboard.press('Space')
  await tabTo(admin, box(admin, 'Delta'))
  await admin.keyboard.press('Shift+Space')
  await expect(count(admin)).toHaveText('3 selected')
  expect(await findings(admin, { within: '#root' })).toEqual([])

  await tabTo(admin, act(admin, 'Hide'))
  await admin.keyboard.press('Enter')
  await expect.poll(() => shown(placard)).toEqual(['Alpha'])
  await expect(act(admin, 'Hide')).toBeFocused()
  await tabTo(admin, act(admin, 'Show'), true)
  await admin.keyboard.press('Enter')
  await expect.poll(() => shown(placard)).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
  await admin.keyboard.press('Escape')
  await expect(bar(admin)).toBeHidden()
  await expect(admin.getByRole('heading', { name: 'Containers', exact: true })).toBeFocused()
})

test('[CP7] texts by keyboard alone: select two, schedule and move them, delete them and bring them back', async ({
  admin,
  placard,
}) => {
  await addLines(placard, 'Menu', 'Exams', 'Fair')
  const select = texts(admin).getByRole('button', { name: 'Select', exact: true })
  await select.focus()
  await admin.keyboard.press('Enter')
  await tabTo(admin, row(admin, 'Exams'))
  await admin.keyboard.press('Space')
  await tabTo(admin, row(admin, 'Fair'))
  await admin.keyboard.press('Shift+Space')
  await expect(count(admin)).toHaveText('2 selected')
  await expect(row(admin, 'Menu')).not.toBeChecked()
  // Texts are not hidden and shown.
  await expect(act(admin, 'Hide')).toHaveCount(0)
  expect(await findings(admin, { within: '#root' })).toEqual([])

  const before = await revision(placard)
  await tabTo(admin, act(admin, 'Schedule…'))
  await admin.keyboard.press('Enter')
  const dialog = admin.getByRole('dialog', { name: 'When these 2 are on' })
  await expect(dialog).toContainText(/Exams\W+and\W+Fair/)
  await dialog.getByRole('radio', { name: 'Weekdays' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect((await lines(placard)).map(({ schedule }) => schedule?.days?.length)).toEqual([undefined, 5, 5])
  expect(await revision(placard)).toBe(before + 1)

  await tabTo(admin, act(admin, 'To the beginning'))
  await admin.keyboard.press('Enter')
  await expect.poll(() => said(placard)).toEqual(['Exams', 'Fair', 'Menu'])
  await expect(admin.getByText('2 texts moved.')).toBeVisible()
  await expect(act(admin, 'To the beginning')).toHaveAttribute('aria-disabled', 'true')

  await tabTo(admin, act(admin, 'Delete'))
  await admin.keyboard.press('Enter')
  const question = admin.getByRole('alertdialog', { name: 'Delete 2 texts?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('2 texts deleted.')).toBeVisible()
  expect(await said(placard)).toEqual(['Menu'])
  await expect(bar(admin)).toBeHidden()
  await expect(admin.getByRole('heading', { name: 'Text containers', exact: true })).toBeFocused()
  await undo(admin).last().click()
  await expect.poll(() => said(placard)).toEqual(['Exams', 'Fair', 'Menu'])

  await showMore(admin)
  await admin.getByRole('button', { name: 'Activity' }).click()
  await expect(admin.getByRole('dialog')).toContainText('undid: deleting several texts')
  await expect(admin.getByRole('dialog')).toContainText('changed when 2 texts are on')
})

test('[CP7] one list is in selection at a time', async ({ admin, placard }) => {
  await addItems(placard, 'Alpha', 'Beta')
  await addLines(placard, 'Menu', 'Exams')
  await start(admin)
  await box(admin, 'Alpha').check()
  await texts(admin).getByRole('button', { name: 'Select', exact: true }).click()
  await expect(containers(admin).getByRole('checkbox')).toHaveCount(0)
  await expect(bar(admin)).toHaveCount(1)
  await expect(count(admin)).toHaveText('0 selected')
  await row(admin, 'Menu').check()
  await expect(count(admin)).toHaveText('1 selected')
  await start(admin)
  await expect(texts(admin).getByRole('checkbox')).toHaveCount(0)
  await expect(box(admin, 'Alpha')).not.toBeChecked()
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('[CP7] a finger that rests on a picture selects it, a swipe scrolls, a touch selects the next', async ({
    admin,
    placard,
  }) => {
    await addItems(placard, 'Alpha', 'Beta', 'Gamma')
    const cdp = await admin.context().newCDPSession(admin)
    const picture = async (title: string) => {
      const card = admin.getByRole('article', { name: title })
      await card.scrollIntoViewIfNeeded()
      const at = await card.boundingBox()
      if (!at) throw new Error(`${title} cannot be touched`)
      return { x: at.x + at.width / 3, y: at.y + 60 }
    }
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints })

    // A swipe that begins on a picture: the page moves, nothing is selected.
    const from = await picture('Beta')
    const before = await admin.evaluate(() => scrollY)
    await touch('touchStart', from)
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', { x: from.x, y: from.y - 12 * step })
    await touch('touchEnd')
    await expect.poll(() => admin.evaluate(() => scrollY)).toBeGreaterThan(before)
    await expect(admin.getByRole('checkbox')).toHaveCount(0)

    await touch('touchStart', await picture('Alpha'))
    await expect(box(admin, 'Alpha')).toBeChecked()
    await touch('touchEnd')
    await expect(count(admin)).toHaveText('1 selected')
    await expect(box(admin, 'Alpha')).toBeChecked()
    await box(admin, 'Beta').tap()
    await expect(count(admin)).toHaveText('2 selected')
    await expectWithinReach(admin, [
      'Show',
      'Hide',
      'Schedule…',
      'Copy to…',
      'To the beginning',
      'To the end',
      'Delete',
    ])
    expect(await findings(admin, { within: '#root' })).toEqual([])
    await act(admin, 'Hide').tap()
    await expect.poll(() => shown(placard)).toEqual(['Gamma'])
  })

  test('[CP7] a finger that rests on a text selects it, and a touch the next', async ({ admin, placard }) => {
    await addLines(placard, 'Menu', 'Exams', 'Fair')
    await admin.getByRole('navigation', { name: 'Parts of this page' }).getByRole('button', { name: 'Texts' }).tap()
    const text = texts(admin).getByText('Menu', { exact: true })
    // Out from under the bars of a phone.
    await text.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const at = await text.boundingBox()
    if (!at) throw new Error('the text cannot be touched')
    const cdp = await admin.context().newCDPSession(admin)
    const touchPoints = [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect(row(admin, 'Menu')).toBeChecked()
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(count(admin)).toHaveText('1 selected')
    await expect(row(admin, 'Menu')).toBeChecked()
    // The finger that is lifted edits nothing.
    await expect(texts(admin).getByRole('textbox')).toHaveCount(0)
    await row(admin, 'Fair').tap()
    await expect(count(admin)).toHaveText('2 selected')
    await expectWithinReach(admin, ['Schedule…', 'Copy to…', 'To the beginning', 'To the end', 'Delete'])
    expect(await findings(admin, { within: '#root' })).toEqual([])
    await act(admin, 'To the end').tap()
    await expect.poll(() => said(placard)).toEqual(['Exams', 'Menu', 'Fair'])
  })
})
