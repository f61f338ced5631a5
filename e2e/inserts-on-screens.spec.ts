import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGES } from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear } from './pixels.ts'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'
import { type Member, openMember } from './walls/wall.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
test.use({ locale: 'en-GB' })

const SCREEN = { width: 960, height: 540 }

let placard: Placard
let dataDir: string
let left: Member
let right: Member
/** Of both, which stay open from one journey to the next. */
let screens: Browser
/** The address of a stored picture. */
let green: string

test.beforeAll(async ({ browser }) => {
  screens = await browser.browserType().launch(test.info().project.use.launchOptions)
  dataDir = await mkdtemp(join(tmpdir(), 'placard-inserts-'))
  placard = await launchPlacard({ DATA_DIR: dataDir })
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(BLUE), { title: 'Blue', duration: 3_600, fit: 'cover' })
  const item = await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 5 })
  green = item.url
  await placard.call('removeItem', { params: { ...DISPLAY, itemId: item.id }, headers: { 'if-match': '*' } })
  left = await openMember(screens, placard, 'Left', SCREEN)
  right = await openMember(screens, placard, 'Right', SCREEN)
  for (const { page } of [left, right]) await becomes(page, 0.5, 0.45, BLUE)
  // Only screens that have reported are counted.
  const known = async () => (await placard.call('listScreens')).screens.filter(({ beat }) => beat).length
  await expect.poll(known, { timeout: 60_000 }).toBe(2)
})
test.afterAll(async () => {
  await screens.close()
  await placard.close()
  await rm(dataDir, { recursive: true, force: true })
})

const shows = async (page: Page, across: number, down: number, colour: string) =>
  isNear(await colourAt(page, across, down), colour)
const becomes = (page: Page, across: number, down: number, colour: string) =>
  expect.poll(() => shows(page, across, down, colour), { timeout: 60_000 }).toBe(true)
/** A point in the lower left corner. */
const CORNER = [0.17, 0.7] as const

test('[LY7] from a phone onto one screen of a display; the other one and the plain page of the display do not show it', async ({
  browser,
}) => {
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })).newPage()
  const plain = await (await browser.newContext({ viewport: SCREEN })).newPage()
  await plain.goto(placard.display)
  await becomes(plain, ...CORNER, BLUE)
  await signIn(phone, placard, PAGES.takeOver)
  await phone.getByRole('button', { name: 'Put something on' }).click()
  const dialog = phone.getByRole('dialog')

  await test.step('a display that is chosen has all its screens, and unticking one of them leaves the others', async () => {
    await dialog.getByRole('radio', { name: 'Some displays or screens' }).check({ force: true })
    const display = dialog.getByRole('checkbox', { name: 'Department of ECE' })
    const group = dialog.getByRole('group', { name: 'Screens of Department of ECE' })
    await expect(group.getByRole('checkbox')).toHaveCount(2)
    await display.check()
    for (const name of ['Left', 'Right']) await expect(group.getByRole('checkbox', { name })).toBeChecked()
    await group.getByRole('checkbox', { name: 'Right' }).uncheck()
    await expect(group.getByRole('checkbox', { name: 'Left' })).toBeChecked()
    await expect(display).toHaveJSProperty('indeterminate', true)
    await display.check()
    await expect(group.getByRole('checkbox', { name: 'Right' })).toBeChecked()
    await display.uncheck()
    for (const name of ['Left', 'Right']) await expect(group.getByRole('checkbox', { name })).not.toBeChecked()
    await group.getByRole('checkbox', { name: 'Left' }).check()
    expect(await findings(phone, { within: 'dialog' })).toEqual([])
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await group.scrollIntoViewIfNeeded()
    if (process.env.SHOTS) await phone.screenshot({ path: `${process.env.SHOTS}/insert-screens-390.png` })
  })

  await test.step('a stored picture in a corner of it', async () => {
    await dialog.locator('label', { hasText: 'Green' }).click()
    await dialog.getByRole('radio', { name: 'Bottom left corner' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Put it on the screens' }).click()
    await expect(dialog).toBeHidden()
    await becomes(left.page, ...CORNER, GREEN)
    expect(await shows(left.page, 0.8, 0.3, BLUE)).toBe(true)
  })

  const listed = phone.getByRole('listitem', { name: 'Green' })
  await test.step('the list names the screen and counts it alone', async () => {
    await expect(listed).toContainText('Left')
    await expect(listed.getByText('1 of 1 screen shows it')).toBeVisible({ timeout: 30_000 })
    expect(await shows(right.page, ...CORNER, BLUE)).toBe(true)
    expect(await shows(plain, ...CORNER, BLUE)).toBe(true)
    expect(await findings(phone)).toEqual([])
  })

  await test.step('it is ended in one press', async () => {
    await listed.getByRole('button', { name: 'End now: “Green”' }).click()
    await becomes(left.page, ...CORNER, BLUE)
    await expect(listed).toHaveCount(0)
  })
  await phone.context().close()
  await plain.context().close()
})

test('[F126] without a network, and after a reload without one, the screen shows it until its end', async () => {
  const { endsAt } = await placard.call('startInsert', {
    body: {
      content: { kind: 'file', url: green, title: 'Green' },
      place: 'bottom-left',
      displays: [],
      screenIds: [left.screen.id],
      minutes: 2,
    },
  })
  await becomes(left.page, ...CORNER, GREEN)
  await expect(left.page.locator('#player > .player')).toHaveAttribute('data-offline', 'ready', { timeout: 30_000 })
  await left.context.setOffline(true)
  await left.page.reload()
  await becomes(left.page, ...CORNER, GREEN)
  expect(await shows(left.page, 0.8, 0.3, BLUE)).toBe(true)
  expect(Date.now()).toBeLessThan(endsAt)
  await expect.poll(() => shows(left.page, ...CORNER, BLUE), { timeout: 150_000 }).toBe(true)
  expect(Date.now()).toBeGreaterThan(endsAt - 1_000)
  expect(await shows(right.page, ...CORNER, BLUE)).toBe(true)
  await left.context.setOffline(false)
})
