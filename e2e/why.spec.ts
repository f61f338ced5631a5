import { PAGES, type Schedule, ScreenId } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { PLAYING } from './screen-state.ts'

test.use({ locale: 'en-GB' })

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
})

const DAY_MS = 86_400_000

type More = { schedule?: Schedule; duration?: number; visible?: boolean }

/** Creates an item that needs no file. */
async function addItem(placard: Placard, title: string, more: More = {}) {
  const body = { title, type: 'youtube' as const, url: 'https://youtu.be/aaaaaaaaaaa', ...more }
  return (await placard.call('createItem', { body })).item
}

/** The clock at the display, like `2026-12-24T08:00:00`. */
async function localTime(placard: Placard, laterMs: number): Promise<string> {
  const { zoneOffsets } = await placard.call('getProgramme')
  const at = Date.now() + laterMs
  const [, minutes] = zoneOffsets.findLast(([from]) => from <= at) ?? zoneOffsets[0] ?? [0, 0]
  return new Date(at + minutes * 60_000).toISOString().slice(0, 19)
}

const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const stateOf = (thing: Locator) => thing.locator('button[data-reason]')
const whyOf = (page: Page) => page.getByRole('dialog', { name: 'Why?' })
const healthOf = (page: Page) => page.getByRole('dialog', { name: 'How much of the loop do people see?' })

async function ask(page: Page, thing: Locator): Promise<Locator> {
  await stateOf(thing).click()
  await expect(whyOf(page)).toBeVisible()
  return whyOf(page)
}

test('[TM2] a card goes from "from …" to on, and counts down to its next turn, by itself', async ({
  admin,
  placard,
}) => {
  await addItem(placard, 'Always', { duration: 30 })
  const from = await localTime(placard, 6_000)
  await addItem(placard, 'Soon', { duration: 300, schedule: { from } })
  const soon = stateOf(cardOf(admin, 'Soon'))
  await expect(soon).toHaveText(/^From \d+:\d\d:\d\d$/)
  await expect(stateOf(cardOf(admin, 'Always'))).toHaveText('On now')

  // Both begin anew with the new loop, of which this is the second one.
  await expect(soon).toContainText(/Next in \d+s/, { timeout: 15_000 })
  const seconds = async () => Number(/(\d+)s/.exec((await soon.textContent()) ?? '')?.[1])
  const before = await seconds()
  await expect.poll(seconds).toBeLessThan(before)
  // The accessible name has no seconds in it.
  await expect(soon).toHaveAccessibleName('In the loop')

  // It is what the preview beside it plays.
  await expect(soon).toHaveText('On now', { timeout: 40_000 })
  await expect(stateOf(cardOf(admin, 'Always'))).toContainText('Next in 5m')
})

test('[TM2] something hidden says so, and its button shows it', async ({ admin, placard }) => {
  await addItem(placard, 'Menu', { visible: false })
  const dialog = await ask(admin, cardOf(admin, 'Menu'))
  await expect(dialog).toContainText('Somebody has hidden it.')
  await dialog.getByRole('button', { name: 'Show it' }).click()
  await expect(dialog).toBeHidden()
  await expect(stateOf(cardOf(admin, 'Menu'))).toHaveText('On now')
  expect((await placard.call('getProgramme')).items[0]?.visible).toBe(true)
})

test('[TM2] pushed aside, it names the other, until when, and the button leads to the schedule of that one', async ({
  admin,
  placard,
}) => {
  await addItem(placard, 'Menu')
  const until = `${(await localTime(placard, 2 * 86_400_000)).slice(0, 10)}T14:00`
  await addItem(placard, 'Open day', { schedule: { until, alone: true } })
  await expect(stateOf(cardOf(admin, 'Menu'))).toHaveText('Waiting for “Open day”')
  const dialog = await ask(admin, cardOf(admin, 'Menu'))
  await expect(dialog).toContainText(/It waits while “Open day” plays alone, until \w+, 14:00/)
  await dialog.getByRole('button', { name: 'Change the schedule of “Open day”' }).click()
  const form = admin.getByRole('dialog', { name: 'When it is on' })
  await form.getByRole('radio', { name: 'Always' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(stateOf(cardOf(admin, 'Menu'))).toHaveText('On now')
})

test('[TM2] over, off and not playable each lead to what mends them', async ({ admin, placard }) => {
  await addItem(placard, 'Always')
  await addItem(placard, 'Weekly', { schedule: { from: '2036-12-24T08:00' } })
  const broken = await addItem(placard, 'Broken')
  const params = { ...DISPLAY, itemId: broken.id }
  await placard.call('updateItem', { params, body: { url: 'not an address' }, headers: { 'if-match': '*' } })

  const off = await ask(admin, cardOf(admin, 'Weekly'))
  await expect(off).toContainText('Its schedule keeps it off until 24 December 2036')
  await off.getByRole('button', { name: 'Change its schedule' }).click()
  await expect(admin.getByRole('dialog', { name: 'When it is on' })).toBeVisible()
  await admin.keyboard.press('Escape')

  await expect(stateOf(cardOf(admin, 'Broken'))).toHaveText('Not playable')
  const unplayable = await ask(admin, cardOf(admin, 'Broken'))
  await expect(unplayable).toContainText('so the display skips it')
  await unplayable.getByRole('button', { name: 'Change the address' }).click()
  await expect(admin.getByRole('dialog', { name: 'Edit container' })).toBeVisible()
})

test('[TM2] a text says when it waits, and what a playlist brings says that it is off with it', async ({
  admin,
  placard,
}) => {
  const { playlist } = await placard.call('createPlaylist', { body: { name: 'Campus' } })
  const params = { organisationId: playlist.organisationId, playlistId: playlist.id }
  await placard.call('createLine', { params: params as never, body: { text: 'From the playlist' } })
  const address = { title: 'Campus', type: 'playlist' as const, url: `/playlists?id=${playlist.id}` }
  await placard.call('createItem', { body: { ...address, schedule: { from: '2036-12-24T08:00' } } })
  await placard.call('createLine', { body: { text: 'Own', schedule: { from: '2036-12-25T08:00' } } })
  const rows = admin.getByRole('region', { name: 'Text' }).getByRole('listitem')
  await expect(stateOf(rows.filter({ hasText: 'Own' }))).toHaveText('From 25 December 2036, 8:00')
  const dialog = await ask(admin, rows.filter({ hasText: 'From the playlist' }))
  await expect(dialog).toContainText('It is part of “Campus”')
  await dialog.getByRole('button', { name: 'Change the schedule of “Campus”' }).click()
  await expect(admin.getByRole('dialog', { name: 'When it is on' })).toContainText('Campus')
})

test('[LY10] the answer names the zone that is closed, and until when', async ({ page, placard }) => {
  const from = await localTime(placard, 7 * DAY_MS)
  const { playlist } = await placard.call('createPlaylist', { body: { name: 'Lunch menu' } })
  const params = { organisationId: DISPLAY.organisationId, playlistId: playlist.id }
  const body = { title: 'Soup', type: 'webpage' as const, url: 'https://example.org/' }
  await placard.call('createItem', { params: params as never, body: { ...body, schedule: { from } } })
  await placard.call('createLine', { params: params as never, body: { text: 'Allergens at the till' } })
  const zones = [{ playlistId: playlist.id }]
  const layout = { arrangement: 'side-bar' as const, dividers: [75], zones }
  await placard.call('setLayout', { body: { layout }, headers: { 'if-match': '*' } })
  await signIn(page, placard, `${PAGES.playlists}?id=${playlist.id}`)
  await ask(page, cardOf(page, 'Soup'))
  await expect(whyOf(page)).toContainText(
    /Zone 2 of \u2068Department of ECE\u2069 is closed until .+, because nothing in it is on before\./,
  )
  expect(await findings(page, { within: 'dialog[open]' })).toEqual([])
  await page.keyboard.press('Escape')
  await ask(page, page.getByRole('listitem').filter({ hasText: 'Allergens' }))
  await expect(whyOf(page)).toContainText('The texts of a playlist do not run in a zone')

  // The main zone closes while another one is open.
  await placard.call('createItem', { params: params as never, body: { ...body, title: 'Bread' } })
  await addItem(placard, 'Later', { schedule: { from } })
  await page.goto(`${placard.url}${PAGES.dashboard}?display=${DISPLAY.displayId}`)
  await ask(page, cardOf(page, 'Later'))
  await expect(whyOf(page)).toContainText(/The main zone is closed until .+\. The other zones have its room\./)
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
})

test('[TM2] the card shows the reports of screens, with their names behind it', async ({ admin, placard }) => {
  const { id } = await addItem(placard, 'Film')
  const report = (nth: string, isBroken: boolean) =>
    placard.call('reportScreen', {
      params: { ...DISPLAY, screenId: ScreenId.parse(nth.repeat(32)) },
      body: {
        state: {
          ...PLAYING,
          itemId: id,
          broken: isBroken ? [{ itemId: id, fault: 'unshowable', since: Date.now() }] : [],
        },
        events: [],
      },
    })
  await report('a', true)
  await report('b', false)
  const screenId = ScreenId.parse('a'.repeat(32))
  await placard.call('updateScreen', { params: { ...DISPLAY, screenId }, body: { name: 'Reception' } })
  await admin.reload()
  await expect(stateOf(cardOf(admin, 'Film'))).toHaveText('Not shown on 1 of 2 screens')
  const dialog = await ask(admin, cardOf(admin, 'Film'))
  await expect(dialog).toContainText('Reception (the screen cannot play it)')
  await dialog.getByRole('button', { name: 'Look at the screens' }).click()
  await expect(admin.getByRole('heading', { name: 'Screens' })).toBeFocused()
})

test('[TM3] the figures of a known loop, changed by how long people stand there, and a way to mend it', async ({
  admin,
  placard,
}) => {
  await addItem(placard, 'Short', { duration: 60 })
  await addItem(placard, 'Long', { duration: 300 })
  await addItem(placard, 'Middle', { duration: 180 })
  await placard.call('createLine', { body: { text: 'A long text that takes its time. '.repeat(6) } })
  await admin.getByRole('button', { name: '9 min loop · 6% seen' }).click()
  const dialog = healthOf(admin)
  await expect(dialog).toContainText('Your loop takes 9 min: somebody who stays for 30 sec sees 6% of it.')
  const row = (title: string) => dialog.getByRole('listitem').filter({ hasText: title })
  await expect(row('Long')).toContainText('5 min, 6.7 times an hour')
  // (300 + 30 - 2) of 540 seconds
  await expect(row('Long')).toContainText('61%')
  await expect(row('Short')).toContainText('16%')
  await expect(dialog).toContainText(
    /“\W?Long\W?” takes 5 min, 56% of the loop. With 30 sec the loop would take 4.5 min/,
  )

  await dialog.getByText('10 sec', { exact: true }).click()
  await expect(dialog).toContainText('somebody who stays for 10 sec sees 2% of it')
  await expect(dialog).toContainText('1 text takes longer to pass than people stay (10 sec)')
  await expect.poll(async () => (await placard.call('getProgramme')).dwellSeconds).toBe(10)

  await dialog.getByRole('button', { name: 'Change its duration' }).click()
  await expect(admin.getByRole('dialog').last().getByLabel('Title')).toHaveValue('Long')
  // Nothing is changed by itself.
  expect((await placard.call('getProgramme')).items[1]?.duration).toBe(300)
})

test('[TM3] [TW2] the card with the code has its row: it is a part of the loop, and nobody’s to edit', async ({
  admin,
  placard,
}) => {
  await placard.call('updateDisplay', { body: { readCode: 'card' } })
  await addItem(placard, 'Short', { duration: 12 })
  await admin.reload()
  await admin.getByRole('button', { name: /^24 sec loop/ }).click()
  const row = healthOf(admin).getByRole('listitem').filter({ hasText: 'QR code to the page to read' })
  await expect(row).toContainText('12 sec, 150 times an hour')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(healthOf(admin).getByRole('button', { name: /Short/ })).toHaveCount(1)
  await placard.call('updateDisplay', { body: { readCode: null } })
})

test('[LY10] the figures of the loop name the other zones, each with its own loop', async ({ admin, placard }) => {
  await addItem(placard, 'Main', { duration: 60 })
  const { playlist } = await placard.call('createPlaylist', { body: { name: 'Lunch menu' } })
  const params = { organisationId: DISPLAY.organisationId, playlistId: playlist.id }
  const body = { title: 'Soup', type: 'webpage' as const, url: 'https://example.org/', duration: 300 }
  await placard.call('createItem', { params: params as never, body })
  const zones = [{ playlistId: playlist.id }, { name: 'Still empty' }]
  const layout = { arrangement: 'main-and-two' as const, dividers: [65, 50], zones }
  await placard.call('setLayout', { body: { layout }, headers: { 'if-match': '*' } })
  await admin.locator('dl button[aria-haspopup="dialog"]').click()
  await expect(healthOf(admin).locator('[data-zone]')).toHaveText([
    /Zone 2: .*Lunch menu.*5 min loop · 10% seen/,
    /Zone 3: .*Still empty.*Nothing is on/,
  ])
  expect(await findings(admin, { within: 'dialog[open]' })).toEqual([])
  await healthOf(admin).getByRole('link', { name: 'Lunch menu' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Lunch menu' })).toBeVisible()
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
})

for (const { name, colorScheme, locale, width } of [
  { name: 'light', colorScheme: 'light', locale: 'en-GB', width: 1440 },
  { name: 'dark, 390 px wide', colorScheme: 'dark', locale: 'en-GB', width: 390 },
  { name: 'Arabic, 390 px wide', colorScheme: 'light', locale: 'ar', width: 390 },
] as const) {
  test.describe(`WCAG 2.2 AA, ${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 900 } })

    test('[TM2] [TM3] the cards and both panels have no finding', async ({ page, placard }) => {
      await addItem(placard, 'Short', { duration: 60 })
      await addItem(placard, 'A film of the harbour', { duration: 300 })
      await addItem(placard, 'Hidden', { visible: false })
      await addItem(placard, 'Later', { schedule: { from: await localTime(placard, 7 * DAY_MS) } })
      await placard.call('createLine', { body: { text: 'A long text that takes its time. '.repeat(6) } })
      await signIn(page, placard)
      await expect(page.locator('[data-item] button[data-reason]')).toHaveCount(4)
      expect(await findings(page)).toEqual([])
      const still = () =>
        page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      const fits = () => page.locator('dialog[open]').evaluate((it) => it.scrollWidth <= it.clientWidth)
      await page.locator('[data-item] button[data-reason="hidden"]').click()
      await expect(page.locator('dialog[open]')).toBeVisible()
      await still()
      expect(await findings(page, { within: 'dialog[open]' })).toEqual([])
      expect(await fits()).toBe(true)
      await page.keyboard.press('Escape')
      await page.locator('dl button[aria-haspopup="dialog"]').click()
      await expect(page.locator('[data-health]')).toHaveCount(2)
      await still()
      expect(await findings(page, { within: 'dialog[open]' })).toEqual([])
      expect(await fits()).toBe(true)
    })
  })
}
