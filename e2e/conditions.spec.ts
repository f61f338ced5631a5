import { type Condition, type CreateItem, NO_PICTURE, PAGES, type TableContents, type Value } from '@placard/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { THREE_WAYS } from './looks.ts'
import { makeMenu } from './menu.ts'
import { DISPLAY, type Placard } from './placard.ts'

test.use({ previewsPlay: true, locale: 'en-GB' })

const { organisationId } = DISPLAY
const ANY = { 'if-match': '*' }

let table: TableContents

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
  await placard.call('setLayout', { body: { layout: null }, headers: ANY })
  table = await makeMenu(placard, [
    { cells: { Dish: 'Tomato soup', Price: '4.50' } },
    { cells: { Dish: 'Lasagne', Price: '8.90' } },
  ])
})

const cell = (column: string): Value => ({
  of: 'cell',
  tableId: table.table.id,
  rowId: table.rows[0]?.id as never,
  columnId: table.table.columns.find(({ name }) => name === column)?.id as never,
})
const soldOut = (): Condition => ({
  all: [{ value: cell('Sold out'), operator: '=', constant: true }],
  otherwise: 'off',
})
const setSoldOut = (placard: Placard, isSoldOut: boolean) => {
  const params = { organisationId, tableId: table.table.id, rowId: table.rows[0]?.id as never }
  return placard.call('updateRow', { params, body: { cells: { 'Sold out': isSoldOut } }, headers: ANY })
}

async function addNotice(placard: Placard, heading: string, more: Partial<CreateItem> = {}) {
  const notice = { look: 'paper' as const, heading, body: '', byline: '' }
  const body = { title: heading, type: 'notice' as const, url: NO_PICTURE, duration: 5, notice, ...more }
  return (await placard.call('createItem', { body: body as CreateItem })).item
}

async function openScreen(browser: Browser, placard: Placard): Promise<Page> {
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(placard.display)
  return screen
}

const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title })
const shown = (screen: Page) => screen.locator('.layer-seen:not(.layer-below) .notice[data-fits]')
const formOf = (page: Page) => page.getByRole('dialog', { name: 'When it is on' })

async function chooseSoup(form: Locator): Promise<void> {
  await form.getByRole('switch', { name: 'Only on a condition' }).check()
  await choose(form, 'Sold out')
}

/** The cell of the first row in the menu of values. */
const choose = (form: Locator, column: string) =>
  form
    .getByRole('group', { name: 'Table or weather' })
    .getByRole('button', { name: new RegExp(`^${column}`) })
    .first()
    .click()

test('[DT6] a soup that is sold out brings its notice on two screens, and takes it away again', async ({
  admin,
  browser,
  placard,
}) => {
  await addNotice(placard, 'No soup today')
  const screens = [await openScreen(browser, placard), await openScreen(browser, placard)]
  for (const screen of screens) await expect(shown(screen)).toContainText('No soup today')

  await test.step('the condition is chosen in the form for the schedule', async () => {
    await cardOf(admin, 'No soup today').getByRole('button', { name: 'Schedule: Always' }).click()
    const form = formOf(admin)
    await chooseSoup(form)
    await expect(form.getByRole('button', { name: 'Menu: Tomato soup: Sold out' })).toBeVisible()
    await expect(form.getByRole('combobox', { name: 'Is', exact: true })).toHaveValue('yes')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
  })
  const card = cardOf(admin, 'No soup today')
  const condition = card.getByRole('button', { name: /^Condition: / })
  await expect(condition).toHaveText(/^Only while \W?Menu: Tomato soup: Sold out\W? is yes$/)
  await expect(card.locator('[data-reason]')).toHaveText('Condition not met')
  for (const screen of screens) await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'empty')

  await test.step('the panel says why', async () => {
    await card.locator('[data-reason]').click()
    const why = admin.getByRole('dialog', { name: 'Why?' })
    await expect(why).toContainText(/Not on, because \W?Menu: Tomato soup: Sold out\W? is no\./)
    await why.getByRole('button', { name: 'Change its schedule' }).click()
    await expect(formOf(admin).getByRole('button', { name: 'Menu: Tomato soup: Sold out' })).toBeVisible()
    await formOf(admin).getByRole('button', { name: 'Cancel' }).click()
  })

  await setSoldOut(placard, true)
  for (const screen of screens) await expect(shown(screen)).toContainText('No soup today')
  await expect(card.locator('[data-reason]')).toHaveText('On now')
  await setSoldOut(placard, false)
  for (const screen of screens) await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'empty')

  await test.step('the preview shows it as if the condition were met', async () => {
    const preview = admin.frameLocator('iframe').first()
    await showMore(admin, 'Playback controls')
    await admin.getByRole('button', { name: 'See it at another time…' }).click()
    await admin.getByRole('combobox', { name: 'Conditions' }).selectOption('As if met')
    await expect(preview.locator('.notice[data-fits]')).toContainText('No soup today')
    await admin.getByRole('combobox', { name: 'Conditions' }).selectOption('As they are')
    await expect(preview.locator('main.player')).toHaveAttribute('data-state', 'empty')
  })

  await test.step('the log names it', async () => {
    await showMore(admin)
    await admin.getByRole('button', { name: 'Activity' }).click()
    await expect(admin.getByRole('dialog')).toContainText('condition')
  })
})

test('[DT6] a screen without a network keeps the answer, and follows when the network is back', async ({
  browser,
  placard,
}) => {
  await addNotice(placard, 'No soup today', { condition: soldOut() })
  await addNotice(placard, 'Welcome')
  const screen = await openScreen(browser, placard)
  await expect(shown(screen)).toContainText('Welcome')
  await screen.context().setOffline(true)
  await setSoldOut(placard, true)
  // Longer than one turn of the loop.
  await screen.waitForTimeout(6_000)
  await expect(shown(screen)).toContainText('Welcome')
  await screen.context().setOffline(false)
  await expect(shown(screen)).toContainText('No soup today', { timeout: 30_000 })
})

test('[DT6] a zone whose condition is not met gives its room away', async ({ admin, browser, placard }) => {
  await addNotice(placard, 'Welcome')
  const { playlist } = await placard.call('createPlaylist', { body: { name: `Soup ${Date.now()}` } })
  const zones = [{ playlistId: playlist.id, stays: false }]
  const layout = { arrangement: 'side-bar' as const, dividers: [75], side: 'end' as const, pinned: false, zones }
  await placard.call('setLayout', { body: { layout }, headers: ANY })
  const notice = { look: 'paper' as const, heading: 'Soup of the day', body: '', byline: '' }
  const body = { title: 'Soup', type: 'notice' as const, url: NO_PICTURE, notice }
  await placard.call('createItem', { params: { organisationId, playlistId: playlist.id } as never, body })
  const screen = await openScreen(browser, placard)
  const zone = screen.locator(`[data-zone="${playlist.id}"]`)
  await expect(zone).toHaveAttribute('data-open', 'true')

  await admin.goto(`${placard.url}${PAGES.layout}?display=${DISPLAY.displayId}`)
  const card = admin.getByRole('region', { name: playlist.name })
  await card.getByRole('button', { name: 'Only on a condition…' }).click()
  const form = admin.getByRole('dialog', { name: /^Condition of / })
  await choose(form, 'Sold out')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(card).toContainText('Its condition is not met now, so its room goes to the neighbour.')
  await expect(zone).not.toHaveAttribute('data-open', 'true')

  await setSoldOut(placard, true)
  await expect(zone).toHaveAttribute('data-open', 'true')
  await expect(card).not.toContainText('Its condition is not met now')
})

test('[DT9] what cannot be compared is told at its field, and a removed table by its name on the card', async ({
  admin,
  placard,
}) => {
  await addNotice(placard, 'Cheap soup')
  await cardOf(admin, 'Cheap soup').getByRole('button', { name: 'Schedule: Always' }).click()
  const form = formOf(admin)
  await form.getByRole('switch', { name: 'Only on a condition' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Choose a table, a row and a column.')
  await choose(form, 'Price')
  await form.getByRole('combobox', { name: 'Comparison' }).selectOption('is at most')
  const price = form.getByRole('textbox', { name: 'Compared with' })
  await price.fill('4,5,0')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('This is not a number.')
  await expect(price).toHaveValue('4,5,0')
  // A comma is read as a number is written.
  await price.fill('4,50')
  await form.getByRole('button', { name: 'Save' }).click()
  const card = cardOf(admin, 'Cheap soup')
  const condition = card.getByRole('button', { name: /^Condition: / })
  await expect(condition).toHaveText(/^Only while \W?Menu: Tomato soup: Price\W? is at most \W?€4\.50\W?$/)
  await expect(card.locator('[data-reason]')).toHaveText('On now')

  await placard.call('removeTable', { params: { organisationId, tableId: table.table.id }, headers: ANY })
  await expect(card).toContainText(/Menu: Tomato soup: Price\W? does not exist any more, so this is off\./)
  await expect(card.locator('[data-reason]')).toHaveText('Condition not met')
  // The schedule can still be changed.
  await condition.click()
  await form.getByRole('radio', { name: 'Weekdays' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(card.getByRole('button', { name: /^Schedule: Monday/ })).toBeVisible()
})

test('[DT6] the week marks what depends on a table', async ({ admin, placard }) => {
  await addNotice(placard, 'Welcome')
  await addNotice(placard, 'No soup today', { condition: soldOut() })
  await admin.goto(`${placard.url}${PAGES.week}?id=${DISPLAY.displayId}`)
  const row = admin.getByRole('row').filter({ hasText: 'No soup today' })
  await expect(row).toContainText('Depends on a table')
  await expect(admin.getByRole('list', { name: 'What the bars mean' })).toContainText('On if its condition is met then')
  await expect(admin.getByRole('row').filter({ hasText: 'Always (1)' })).not.toContainText('Depends on a table')
})

for (const width of [390, 1440]) {
  test(`[DT6] "is today" is chosen in the form, stands on the card, and decides on the screen, ${width} px`, async ({
    admin,
    browser,
    placard,
  }) => {
    const { timeZone } = await placard.call('getProgramme')
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    const dayAt = (daysAhead: number) => format.format(Date.now() + daysAhead * 24 * 60 * 60_000)
    const duty = await placard.call('createTable', {
      params: { organisationId },
      body: {
        name: 'Duty',
        language: 'en-GB',
        columns: [
          { name: 'Person', type: 'words' },
          { name: 'Day', type: 'date' },
        ],
        rows: [{ cells: { Person: 'Ms Rao', Day: dayAt(0) } }, { cells: { Person: 'Mr Lee', Day: dayAt(1) } }],
      },
    })
    const setDay = (Day: string) => {
      const params = { organisationId, tableId: duty.table.id, rowId: duty.rows[1]?.id as never }
      return placard.call('updateRow', { params, body: { cells: { Day } }, headers: ANY })
    }
    await addNotice(placard, 'Ask Mr Lee')
    const screen = await openScreen(browser, placard)
    await expect(shown(screen)).toContainText('Ask Mr Lee')

    await admin.setViewportSize({ width, height: 900 })
    const card = cardOf(admin, 'Ask Mr Lee')
    await card.getByRole('button', { name: 'Schedule: Always' }).click()
    const form = formOf(admin)
    await form.getByRole('switch', { name: 'Only on a condition' }).check()
    const menu = form.getByRole('group', { name: 'Table or weather' })
    await menu.getByRole('combobox').selectOption('Duty')
    await menu.getByRole('listitem').filter({ hasText: 'Mr Lee' }).getByRole('button', { name: /^Day/ }).click()
    await form.getByRole('combobox', { name: 'Comparison' }).selectOption('is')
    await form.getByRole('combobox', { name: 'Compared with' }).selectOption('today')
    await expect(form.getByLabel('Date', { exact: true })).toHaveCount(0)
    expect(await findings(admin)).toEqual([])
    expect(await admin.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()

    await expect(card.getByRole('button', { name: /^Condition: / })).toHaveText(
      /^Only while \W?Duty: Mr Lee: Day\W? is today$/,
    )
    await expect(card.locator('[data-reason]')).toHaveText('Condition not met')
    await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'empty')
    await setDay(dayAt(0))
    await expect(shown(screen)).toContainText('Ask Mr Lee')
    await expect(card.locator('[data-reason]')).toHaveText('On now')
    await setDay(dayAt(-1))
    await expect(screen.locator('main.player')).toHaveAttribute('data-state', 'empty')
    await expect(card.locator('[data-reason]')).toHaveText('Condition not met')
  })
}

for (const { name, colorScheme, locale, width } of THREE_WAYS) {
  test(`[DT6] the form for a condition fits and has no findings, ${name}`, async ({ browser, placard }) => {
    await addNotice(placard, 'No soup today', { condition: soldOut() })
    const context = await browser.newContext({ colorScheme, locale, viewport: { width, height: 900 } })
    const page = await context.newPage()
    await signIn(page, placard)
    const chip = page.locator('[data-action="condition"]').first()
    await chip.scrollIntoViewIfNeeded()
    await chip.click()
    const field = page.locator('[data-condition]')
    await expect(field.getByRole('button', { name: 'Menu: Tomato soup: Sold out' })).toBeVisible()
    await field.scrollIntoViewIfNeeded()
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await context.close()
  })
}
