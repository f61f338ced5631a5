import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { Email, PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, signIn, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'

const ROOT = resolve(import.meta.dirname, '..')
const NEWCOMER = 'newcomer@library.example'
const PASSWORD = 'nine yellow umbrellas'

async function enter(page: Page, placard: Placard): Promise<void> {
  await page.goto(placard.url + PAGES.login)
  await page.getByLabel('Email').fill(NEWCOMER)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function signUp(placard: Placard): Promise<void> {
  await placard.call('signUp', { body: { email: Email.parse(NEWCOMER), password: PASSWORD } })
}

test('[S25] an account that nobody wants is removed by the console, and the address is free again', async ({
  own,
  page,
}) => {
  await signUp(own)
  await signIn(page, own, PAGES.console)
  await page.getByRole('button', { name: `Remove ${NEWCOMER}` }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText(NEWCOMER)
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(`The account of ${NEWCOMER} is removed.`)).toBeVisible()
  await expect(page.getByText('Nobody is waiting')).toBeVisible()
  await signUp(own)
  await page.reload()
  await expect(page.getByRole('button', { name: `Subscribe ${NEWCOMER}` })).toBeVisible()
})

test('A5 a person who signs up waits, is subscribed to a new organisation, works, and is unsubscribed at once', async ({
  own,
  page,
  browser,
}) => {
  await signUp(own)
  const theirs = await (await browser.newContext()).newPage()
  await enter(theirs, own)
  await expect(theirs.getByText('You are Not Subscribed to our Services.')).toBeVisible()

  await signIn(page, own)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Console', exact: true }).click()
  await page.waitForURL(own.url + PAGES.console)
  await page.getByRole('button', { name: `Subscribe ${NEWCOMER}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Organisation', { exact: true }).selectOption({ label: 'A new organisation…' })
  await dialog.getByLabel('Name of the organisation').fill('City Library')
  await expect(dialog.getByLabel('Id of the organisation')).toHaveValue('city-library')

  // A refusal loses nothing, and says which field it is about.
  await dialog.getByLabel('Id of the organisation').fill('vnr')
  await dialog.getByLabel('Name of the display').fill('Reading Room')
  await dialog.getByLabel('Message').fill('paid until June')
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog.getByText('This id is already taken. Choose another one.')).toBeVisible()
  await expect(dialog.getByLabel('Message')).toHaveValue('paid until June')
  await dialog.getByLabel('Id of the organisation').fill('library')
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Nobody is waiting').or(page.getByText('Nothing matches.')).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'City Library' })).toBeVisible()

  await enter(theirs, own)
  await theirs.waitForURL(own.url + PAGES.dashboard)
  await expect(theirs.getByRole('heading', { name: 'Hello Reading Room' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Add Text' }).first().click()
  await theirs.getByRole('dialog').getByRole('textbox').fill('Open until nine')
  await theirs.getByRole('dialog').locator('button[type=submit]').click()
  await expect(theirs.getByText('Open until nine').first()).toBeVisible()

  // Nothing of the console is for them.
  await theirs.goto(own.url + PAGES.console)
  await expect(theirs.getByText('Only an operator of this installation can open it.')).toBeVisible()
  await theirs.goto(own.url + PAGES.dashboard)
  await expect(theirs.getByText('Open until nine').first()).toBeVisible()

  await page.getByRole('button', { name: `Unsubscribe ${NEWCOMER}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('The person is signed out everywhere at once')
  await question.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('button', { name: `Subscribe ${NEWCOMER}` })).toBeVisible()
  // Without a touch of theirs.
  await expect(
    theirs
      .getByRole('dialog', { name: 'Sign in' })
      .or(theirs.getByLabel('Password', { exact: true }))
      .first(),
  ).toBeVisible()
  await theirs.context().close()
})

test('AC8 AC9 an organisation is made, found, given a quota, unsubscribed and removed by its id', async ({
  own,
  page,
}) => {
  await signIn(page, own, PAGES.console)
  await page.getByRole('button', { name: 'Make an organisation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the organisation').fill('Town Hall')
  await dialog.getByLabel('Storage in GB').fill('lots')
  await dialog.getByRole('button', { name: 'Make an organisation' }).click()
  await expect(dialog.getByText('Type a number like 5 or 0.5')).toBeVisible()
  await expect(dialog.getByLabel('Name of the organisation')).toHaveValue('Town Hall')
  await dialog.getByLabel('Storage in GB').fill('2.5')
  await dialog.getByRole('button', { name: 'Make an organisation' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('searchbox').fill('town')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('0 MB of 2.5 GB stored')
  await expect(card.getByRole('button', { name: 'Remove' })).toHaveCount(0)

  await card.getByRole('button', { name: 'Unsubscribe Town Hall' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Its displays keep playing their content.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(card).toContainText('Unsubscribed since')

  await card.getByRole('button', { name: 'Remove Town Hall' }).click()
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Remove' })
  await expect(remove).toBeDisabled()
  await page.getByLabel('Type town-hall to confirm').fill('town-hall')
  await remove.click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(card).toHaveCount(0)
})

test('changes by the provider, in the console and on the server, are in the activity of the organisation in words', async ({
  own,
  dataDir,
  page,
}) => {
  await signUp(own)
  await own.call('createSubscription', { body: { email: Email.parse(NEWCOMER), ...DISPLAY, role: 'editor' } })
  await signIn(page, own, PAGES.console)
  await page.getByRole('button', { name: `Edit the subscription of ${NEWCOMER}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind of subscription').fill('gold')
  await dialog.getByLabel('Message').fill('paid until June')
  await dialog.getByLabel('Role').selectOption({ label: 'Viewer: can view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Edit VNR' }).click()
  await dialog.getByLabel('Name of the organisation').fill('VNR College')
  await dialog.getByLabel('Storage in GB').fill('2.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  for (const words of [
    ['disable', NEWCOMER],
    ['unsubscribe', NEWCOMER],
  ]) {
    const args = ['server/dist/cli.js', 'user', ...words]
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } })
  }

  const them = `\u2068${NEWCOMER}\u2069`
  const openLog = async (words: Record<'open' | 'where' | 'all' | 'what' | 'provider', string>) => {
    await page.goto(own.url + PAGES.dashboard)
    await page.locator('#content header [aria-expanded="false"]').click()
    await page.getByRole('button', { name: words.open }).click()
    const log = page.getByRole('dialog').first()
    await log.getByLabel(words.where, { exact: true }).selectOption({ label: words.all })
    await log.getByLabel(words.what, { exact: true }).selectOption({ label: words.provider })
    await expect(log.getByRole('listitem')).toHaveCount(5)
    return log
  }
  const english = {
    open: 'Activity',
    where: 'Where',
    all: 'All of the organisation',
    what: 'What',
    provider: 'By the provider',
  }
  const log = await openLog(english)
  await expect(log.getByRole('listitem')).toContainText([
    `The provider ended the subscription of ${them}`,
    `The provider disabled the account of ${them}`,
    'The provider changed the settings of the organisation',
    `The provider changed the subscription of ${them}`,
    `The provider subscribed ${them}`,
  ])
  await expect(log.getByRole('listitem').nth(2)).toContainText(
    'Name: before \u2068VNR\u2069, now \u2068VNR College\u2069. Storage: before the default, now \u20682.5 GB\u2069.',
  )
  await expect(log.getByRole('listitem').nth(3)).toContainText(
    'Before: Editor · All displays. Now: Viewer · All displays. Kind of subscription: before \u2068standard\u2069, now \u2068gold\u2069. Message: before nothing, now \u2068paid until June\u2069.',
  )
  await expect(log.getByRole('listitem').getByRole('button')).toHaveCount(0)

  const arabic = {
    open: 'النشاط',
    where: 'أين',
    all: 'المؤسسة كلها',
    what: 'ماذا',
    provider: 'من مزوّد الخدمة',
  }
  for (const [language, scheme, words] of [
    ['en', 'light', english],
    ['ar', 'dark', arabic],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('placard-language', chosen), language)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await openLog(words)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findings(page, { within: 'dialog', rules: 'all' })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('AC4 an operator without an organisation starts in the console', async ({ own, dataDir, page }) => {
  await signUp(own)
  const args = ['server/dist/cli.js', 'user', 'operator', NEWCOMER, 'on']
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } })
  await enter(page, own)
  await page.waitForURL(own.url + PAGES.console)
  await expect(page.getByRole('heading', { name: 'Console' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to dashboard' })).toHaveCount(0)
  // With one place there is nowhere to go.
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.goto(own.url + PAGES.addContainer)
  await page.waitForURL(own.url + PAGES.console)
  // Others find it at their dashboard, they find it here: so does the way back.
  await page.goto(own.url + PAGES.account)
  await page.getByRole('main').getByRole('link', { name: 'Console' }).click()
  await page.waitForURL(own.url + PAGES.console)
})
