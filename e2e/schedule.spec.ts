import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addItem, clearDisplay } from './content.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { pressUndo } from './undo.ts'

test.use({ locale: 'en-GB' })

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
})

const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title })
const always = (thing: Locator) => thing.getByRole('button', { name: 'Schedule: Always' })
const scheduled = (thing: Locator) => thing.getByRole('button', { name: /^Schedule: / })
const loop = (page: Page) => page.getByRole('region', { name: 'Containers', exact: true })

async function openSchedule(page: Page, title: string): Promise<Locator> {
  await scheduled(cardOf(page, title)).click()
  return page.getByRole('dialog', { name: 'When it is on' })
}

const choose = (dialog: Locator, choice: string) => dialog.getByRole('radio', { name: choice }).check()
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' }).click()
const savedSchedule = async (placard: Placard, title: string) =>
  (await placard.call('getProgramme')).items.find((item) => item.title === title)?.schedule

/** The clock at the display, like `2026-12-24T08:00:00`. */
async function localTime(placard: Placard, laterMs = 0): Promise<string> {
  const { zoneOffsets } = await placard.call('getProgramme')
  const at = Date.now() + laterMs
  const [, minutes] = zoneOffsets.findLast(([from]) => from <= at) ?? zoneOffsets[0] ?? [0, 0]
  return new Date(at + minutes * 60_000).toISOString().slice(0, 19)
}

const DAY_MS = 86_400_000
const dateAt = async (placard: Placard, days: number) => (await localTime(placard, days * DAY_MS)).slice(0, 10)

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('[SD1] the form stays where it is while its choices have more or fewer fields', async ({ admin, placard }) => {
    await addItem(placard, 'Menu')
    const dialog = await openSchedule(admin, 'Menu')
    const tile = dialog.getByRole('radio', { name: 'Always' })
    await expect(tile).toBeChecked()
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    const placeOf = async () => {
      const { y = 0, height = 0 } = (await dialog.boundingBox()) ?? {}
      return { y, height, tileY: (await tile.boundingBox())?.y }
    }
    const first = await placeOf()
    const heights = new Set([first.height])
    for (const choice of ['Until…', 'Weekdays', 'Only today', 'Always']) {
      await choose(dialog, choice)
      const { y, height, tileY } = await placeOf()
      expect({ choice, y, tileY }).toEqual({ choice, y: first.y, tileY: first.tileY })
      heights.add(height)
    }
    expect(heights.size).toBeGreaterThan(1)
  })
})

test('[SD1] "weekdays, 8 to 12" is three actions, and the card says it back', async ({ admin, placard }) => {
  await addItem(placard, 'Always there')
  const { revision } = await addItem(placard, 'Menu')
  const card = cardOf(admin, 'Menu')
  const dialog = admin.getByRole('dialog')

  await always(card).click()
  await dialog.getByRole('radio', { name: 'Weekdays 8:00–12:00' }).check()
  await expect(dialog.getByRole('status')).toContainText('Monday to Friday, 8:00–12:00')
  await save(dialog)

  await expect(dialog).toBeHidden()
  await expect(scheduled(card)).toHaveText('Monday to Friday, 8:00–12:00')
  await expect(scheduled(card)).toBeFocused()
  const wanted = { days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '12:00' }] }
  const item = (await placard.call('getProgramme')).items.find(({ title }) => title === 'Menu')
  expect(item).toMatchObject({ schedule: wanted, revision: revision + 1 })
  await admin.reload()
  await expect(scheduled(card)).toHaveText('Monday to Friday, 8:00–12:00')

  await showMore(admin)
  await admin.getByRole('button', { name: 'Activity' }).click()
  await expect(admin.getByRole('dialog')).toContainText(/changed when “\W?Menu\W?” is on/)
})

test('[SD1] a last day is included, and the times of a quick choice can be changed in it', async ({
  admin,
  placard,
}) => {
  await addItem(placard, 'Menu')
  const dialog = await openSchedule(admin, 'Menu')
  await choose(dialog, 'Until…')
  const year = (await dateAt(placard, 0)).slice(0, 4)
  await dialog.getByRole('textbox', { name: 'Last day' }).fill(`${year}-12-18`)
  await expect(dialog.getByRole('status')).toContainText(/^Until \w+ 18 December/)
  await save(dialog)
  await expect.poll(() => savedSchedule(placard, 'Menu')).toEqual({ until: `${year}-12-19T00:00` })

  await openSchedule(admin, 'Menu')
  await expect(dialog.getByRole('radio', { name: 'Until…' })).toBeChecked()
  await expect(dialog.getByRole('textbox', { name: 'Last day' })).toHaveValue(`${year}-12-18`)
  await choose(dialog, 'School hours')
  await dialog.getByLabel('Until', { exact: true }).fill('07:30')
  await expect(dialog.getByText('Ends the next day', { exact: true })).toBeVisible()
  await dialog.getByLabel('Until', { exact: true }).fill('15:30')
  await expect(dialog.getByRole('status')).toContainText('Monday to Friday, 8:00–15:30')
  await save(dialog)
  await expect(scheduled(cardOf(admin, 'Menu'))).toHaveText('Monday to Friday, 8:00–15:30')
})

test('[SD8] an entry that is over is reported before it is saved, and is folded away behind the loop', async ({
  admin,
  placard,
}) => {
  for (const title of ['One', 'Two', 'Three']) await addItem(placard, title)
  const dialog = await openSchedule(admin, 'Two')
  await choose(dialog, 'Everything…')
  await dialog
    .getByRole('group', { name: 'Last day' })
    .getByLabel('Day')
    .fill(await dateAt(placard, -1))
  await expect(dialog.getByRole('status')).toContainText('These times are in the past: it would never be on.')
  await save(dialog)

  // Its new place is shown, and it can be changed there.
  const past = loop(admin).getByRole('group')
  await expect(past.getByText('Past (1)')).toBeVisible()
  await expect(past.getByRole('article')).toHaveCount(1)
  await expect(scheduled(cardOf(admin, 'Two'))).toBeFocused()
  await expect(cardOf(admin, 'Two')).toContainText('Over since ')
  await expect(cardOf(admin, 'Two').getByRole('button', { name: 'Move earlier' })).toHaveCount(0)

  // One step is past everything that is folded away.
  const order = async () => (await placard.call('getProgramme')).items.map(({ title }) => title)
  await cardOf(admin, 'Three').getByRole('button', { name: 'Move earlier' }).click()
  await expect.poll(order).toEqual(['Three', 'One', 'Two'])
  await expect(cardOf(admin, 'One').getByRole('button', { name: 'Move later' })).toBeDisabled()

  await admin.reload()
  await expect(cardOf(admin, 'Two')).toBeHidden()
  await past.getByText('Past (1)').click()
  await openSchedule(admin, 'Two')
  await choose(dialog, 'Always')
  await save(dialog)
  await expect(always(cardOf(admin, 'Two'))).toBeFocused()
  await expect(past).toHaveCount(0)
})

test('[SD8] a schedule that the contract refuses has its error at its field, and the typed values stay', async ({
  admin,
  placard,
}) => {
  await addItem(placard, 'Menu')
  const dialog = await openSchedule(admin, 'Menu')
  await choose(dialog, 'Everything…')
  const last = dialog.getByRole('group', { name: 'Last day' })
  await dialog.getByRole('group', { name: 'First day' }).getByLabel('Day').fill('2036-12-24')
  await last.getByLabel('Day').fill('2036-12-23')
  await expect(dialog.getByRole('status')).toHaveText('Some fields are missing.')
  await save(dialog)
  await expect(last).toContainText('The end is before the beginning.')
  await expect(last.getByLabel('Day')).toBeFocused()
  await expect(last.getByLabel('Day')).toHaveValue('2036-12-23')
  await last.getByLabel('Day').fill('2036-12-24')
  await expect(last).not.toContainText('The end is before the beginning.')

  const days = dialog.getByRole('group', { name: 'Days of the week' })
  for (const day of await days.getByRole('checkbox').all()) await day.uncheck()
  await dialog.getByRole('button', { name: 'Add a time of day' }).click()
  await dialog.getByLabel('From', { exact: true }).fill('08:00')
  await save(dialog)
  await expect(days).toContainText('Choose at least one day of the week.')
  await expect(dialog.getByRole('group', { name: 'Times of day' })).toContainText(
    'This date or time of day does not exist.',
  )
  await expect(dialog.getByLabel('From', { exact: true })).toHaveValue('08:00')
  expect(await savedSchedule(placard, 'Menu')).toBeUndefined()

  // A Thursday alone that is none of its days: only the server knows that it never comes.
  await days.getByRole('checkbox', { name: 'Sunday' }).check()
  await dialog.getByLabel('Until', { exact: true }).fill('10:00')
  await save(dialog)
  await expect(dialog.getByRole('alert')).toContainText('It would never be shown at these times.')
  await expect(last.getByLabel('Day')).toHaveValue('2036-12-24')
})

test('[SD1] T4 a schedule that somebody else changed meanwhile: both are said, and neither is lost', async ({
  admin,
  placard,
}) => {
  const item = await addItem(placard, 'Menu')
  const params = { ...DISPLAY, itemId: item.id }
  const dialog = await openSchedule(admin, 'Menu')
  await choose(dialog, 'School hours')
  // Another field of it is no matter of this dialog.
  await placard.call('updateItem', { params, body: { duration: 20 }, headers: { 'if-match': '*' } })
  await save(dialog)
  await expect(dialog).toBeHidden()
  expect((await placard.call('getProgramme')).items[0]).toMatchObject({
    duration: 20,
    schedule: { days: [1, 2, 3, 4, 5] },
  })

  await openSchedule(admin, 'Menu')
  await placard.call('updateItem', { params, body: { schedule: { days: [6, 7] } }, headers: { 'if-match': '*' } })
  await dialog.getByLabel('Until', { exact: true }).fill('16:00')
  await save(dialog)
  await expect(dialog.getByRole('alert')).toContainText('Saturday and Sunday')
  await expect(dialog.getByLabel('Until', { exact: true })).toHaveValue('16:00')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await save(dialog)
  await expect(scheduled(cardOf(admin, 'Menu'))).toHaveText('Monday to Friday, 8:00–16:00')
})

test('[SD8] holes in the loop are listed before it is saved, and an exception stays with another choice', async ({
  admin,
  placard,
}) => {
  await addItem(placard, 'Menu')
  const dialog = await openSchedule(admin, 'Menu')
  const status = dialog.getByRole('status')
  await choose(dialog, 'School hours')
  await expect(status).toContainText(/Nothing would play .*times more within 7 days/)
  await choose(dialog, 'Everything…')
  await dialog.getByRole('button', { name: 'Add a date' }).click()
  await dialog.getByLabel('Not on, date 1').fill('2036-12-24')
  await dialog.getByRole('switch', { name: 'Instead of everything else' }).check()
  await expect(status).toContainText('not on 24 December 2036. Alone: everything else waits')
  await choose(dialog, 'Weekdays')
  await expect(status).toContainText('Monday to Friday, 8:00–12:00; not on 24 December 2036. Alone')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await addItem(placard, 'Always there')
  await openSchedule(admin, 'Menu')
  await choose(dialog, 'School hours')
  await expect(status).not.toContainText('Nothing would play')
})

test('[SD4] a card follows the clock by itself', async ({ admin, placard }) => {
  await addItem(placard, 'Always there')
  const from = await localTime(placard, 5_000)
  const until = await localTime(placard, 9_000)
  await addItem(placard, 'Soon', { from, until })
  await expect(cardOf(admin, 'Soon')).toContainText(/From \d+:\d\d:\d\d/)
  const streaming = admin.getByText('Images streaming').locator('..').getByRole('definition').first()
  await expect(streaming).toHaveText('1')
  await expect(cardOf(admin, 'Soon').getByText(/^From \d/)).toBeHidden()
  await expect(streaming).toHaveText('2')
  await expect(loop(admin).getByText('Past (1)')).toBeVisible({ timeout: 15_000 })
  await expect(cardOf(admin, 'Soon')).toBeHidden()
})

test('[SD6] while one is alone, the others are seen to wait for it', async ({ admin, placard }) => {
  await addItem(placard, 'Menu')
  await addItem(placard, 'Open day', { alone: true })
  await expect(cardOf(admin, 'Menu')).toContainText('Waiting for “Open day”')
  await expect(cardOf(admin, 'Open day')).not.toContainText('Waiting')
  await expect(admin.getByText('Images streaming').locator('..').getByRole('definition').first()).toHaveText('1')
})

test('[SD8] a line has a schedule as an item has, and keeps it when its text is rewritten', async ({
  admin,
  placard,
}) => {
  for (const text of ['One', 'Two']) await placard.call('createLine', { body: { text } })
  const rows = admin.getByRole('region', { name: 'Text' }).getByRole('listitem')
  const dialog = admin.getByRole('dialog')
  await always(rows.nth(0)).click()
  await choose(dialog, 'Only today')
  await save(dialog)
  await expect(scheduled(rows.nth(0))).toHaveText('Only today')
  await expect(scheduled(rows.nth(0))).toBeFocused()

  const { lines } = await placard.call('getProgramme')
  const schedule = { from: `${await dateAt(placard, 0)}T00:00`, until: `${await dateAt(placard, 1)}T00:00` }
  expect(lines[0]).toMatchObject({ text: 'One', schedule })
  await rows.nth(0).getByRole('button', { name: 'Rewrite' }).click()
  // Somebody else's schedule is no reason to ask whose text is right.
  const params = { ...DISPLAY, lineId: lines[0]?.id ?? ('' as never) }
  await placard.call('updateLine', { params, body: { schedule: { days: [1] } }, headers: { 'if-match': '*' } })
  await rows.nth(0).getByRole('textbox').fill('Uno')
  await rows.nth(0).getByRole('textbox').press('Enter')
  await expect(rows.nth(0)).toContainText('Uno')
  await expect
    .poll(async () => (await placard.call('getProgramme')).lines[0])
    .toMatchObject({ text: 'Uno', schedule: { days: [1] } })

  // Over, and back by one press.
  await scheduled(rows.nth(0)).click()
  await choose(dialog, 'Everything…')
  await dialog
    .getByRole('group', { name: 'Last day' })
    .getByLabel('Day')
    .fill(await dateAt(placard, -1))
  await save(dialog)
  await expect(admin.getByRole('region', { name: 'Text' }).getByText('Past (1)')).toBeVisible()
  // The list shows it before it is saved; what undoes it comes then.
  await expect(dialog).toBeHidden()
  await pressUndo(admin)
  await expect(scheduled(rows.nth(0))).toHaveText('Monday')
})

test('[SD1] by keyboard alone', async ({ admin, placard }) => {
  await addItem(placard, 'Menu')
  const dialog = admin.getByRole('dialog')
  await always(cardOf(admin, 'Menu')).focus()
  await admin.keyboard.press('Enter')
  await expect(dialog.getByRole('radio', { name: 'Always' })).toBeFocused()
  for (const _ of ['Until…', 'Weekdays']) await admin.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Weekdays' })).toBeChecked()
  await admin.keyboard.press('Escape')
  await expect(always(cardOf(admin, 'Menu'))).toBeFocused()

  await admin.keyboard.press('Enter')
  for (const _ of ['Until…', 'Weekdays', 'School hours']) await admin.keyboard.press('ArrowRight')
  await admin.keyboard.press('Tab')
  await expect(dialog.getByLabel('From', { exact: true })).toBeFocused()
  await admin.keyboard.type('0930')
  await expect(dialog.getByRole('status')).toContainText('Monday to Friday, 9:30–14:00')
  await admin.keyboard.press('Enter')
  await expect(scheduled(cardOf(admin, 'Menu'))).toBeFocused()
  expect(await savedSchedule(placard, 'Menu')).toMatchObject({ hours: [{ from: '09:30', until: '14:00' }] })
})

test.describe('under another clock', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('[SD1] the times are those of the display, and the form says so', async ({ admin, placard }) => {
    const { timeZone, name } = await placard.call('getProgramme')
    await addItem(placard, 'Menu', { hours: [{ from: '12:00', until: '13:00' }] })
    const dialog = await openSchedule(admin, 'Menu')
    await expect(dialog).toContainText(
      `Times are in the time zone of ${name} (${timeZone.replaceAll('_', ' ')}). It is `,
    )
    await expect(dialog.getByRole('status')).toContainText('Every day, 12:00–13:00')
    await expect(dialog.getByLabel('From', { exact: true })).toHaveValue('12:00')
  })
})

for (const { name, colorScheme, locale, width } of [
  { name: 'light', colorScheme: 'light', locale: 'en-GB', width: 1440 },
  { name: 'dark, 360 px wide', colorScheme: 'dark', locale: 'en-GB', width: 360 },
  { name: 'Arabic', colorScheme: 'light', locale: 'ar', width: 390 },
] as const) {
  test.describe(`WCAG 2.2 AA, ${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 900 } })

    test('the cards and the dialog of schedules have no finding', async ({ page, placard }) => {
      await addItem(placard, 'Always there')
      await addItem(placard, 'Menu', {
        days: [1],
        hours: [{ from: '22:00', until: '02:00' }],
        alone: true,
        not: ['2036-12-24'],
      })
      await addItem(placard, 'Over', { until: '2026-01-01T00:00' })
      await signIn(page, placard)
      await page.locator('details summary').click()
      expect(await findings(page)).toEqual([])
      const cards = page.locator('[data-item] [data-action="schedule"]')
      for (const nth of [0, 1]) {
        await cards.nth(nth).click()
        await expect(page.getByRole('dialog').getByRole('status')).toBeVisible()
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
        expect(await findings(page, { within: 'dialog[open]' })).toEqual([])
        expect(await page.locator('dialog[open]').evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
    })
  })
}

test('[SD9] before the time zone of a display is another, it says what goes by another clock', async ({
  admin,
  placard,
}) => {
  const { line } = await placard.call('createLine', { body: { text: 'Lunch is served', schedule: { days: [1] } } })
  await showMore(admin)
  await admin.getByRole('button', { name: 'Settings' }).click()
  const settings = admin.getByRole('dialog', { name: 'Settings of the display' })
  const note = settings.getByText(/keep their scheduled times, now in the new time zone: .*“Lunch is served”/)
  const zone = settings.getByLabel('Time zone')
  const before = await zone.inputValue()
  await expect(note).toHaveCount(0)
  await zone.selectOption(before === 'Asia/Tokyo' ? 'Europe/Berlin' : 'Asia/Tokyo')
  await expect(note).toBeVisible()
  await zone.selectOption(before)
  await expect(note).toHaveCount(0)
  await placard.call('removeLine', { params: { ...DISPLAY, lineId: line.id } })
})
