import { joinPath, PAGES, RECOVERY_CODES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, signIn, test } from './journey.ts'
import { ADMIN, type Placard } from './placard.ts'
import { pressUndo } from './undo.ts'

type VirtualAuthenticator = {
  /** False: the user does not react, and the browser waits. Otherwise every request is answered at once. */
  setPresent(isPresent: boolean): Promise<void>
  credentials(): Promise<{ credentialId: string; signCount: number }[]>
}

/** Adds an authenticator to the browser of this page, with a user who is present and verified. */
async function plugIn(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setPresent: (enabled) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled }).then(() => undefined),
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials,
  }
}

async function addPasskey(page: Page, name: string, password: string = ADMIN.password): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
}

async function signOut(page: Page, placard: Placard): Promise<void> {
  await page.goto(placard.url + PAGES.dashboard)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`**${PAGES.login}**`)
}

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Use a passkey' })

test('WD7 a passkey is added, signs in without a password, is renamed and removed', async ({ page, own }) => {
  test.slow()
  const authenticator = await plugIn(page)
  await signIn(page, own, PAGES.account)
  await addPasskey(page, 'Work laptop')
  expect(await authenticator.credentials()).toHaveLength(1)
  const entry = page.getByRole('listitem').filter({ hasText: 'Work laptop' })
  await expect(entry).toContainText('Not used yet')

  // The same device has one already, and the browser says so.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Again')
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This device already has a passkey for this account.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // Nobody types anything: the button, and the authenticator confirms.
  await authenticator.setPresent(false)
  await signOut(page, own)
  await expect(passkeyButton(page)).toBeVisible()
  await authenticator.setPresent(true)
  await passkeyButton(page).click()
  await page.waitForURL(own.url + PAGES.dashboard)

  await page.goto(own.url + PAGES.account)
  await expect(entry).toContainText('Last used')
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'My laptop' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await dialog.getByLabel('Current password').fill('certainly not the one')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('That is not your current password.')).toBeVisible()
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'My laptop' })).toHaveCount(0)

  // The authenticator still has it, and the server refuses it.
  await authenticator.setPresent(false)
  await signOut(page, own)
  await expect(passkeyButton(page)).toBeVisible()
  await authenticator.setPresent(true)
  await passkeyButton(page).click()
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible()
  await typePassword(page)
  await page.waitForURL(own.url + PAGES.dashboard)
})

test('WD7 the browser’s own list below the email field signs in', async ({ page, own }) => {
  await plugIn(page)
  await signIn(page, own, PAGES.account)
  await addPasskey(page, 'Phone')
  // A virtual authenticator answers the list at once, as if its owner had chosen the passkey there.
  await signOut(page, own)
  await page.waitForURL(`${own.url}${PAGES.dashboard}**`)
})

test('WD7 a passkey is the second step after the password, and turns it off again', async ({ page, own }) => {
  test.slow()
  const authenticator = await plugIn(page)
  await signIn(page, own, PAGES.account)
  await addPasskey(page, 'Security key')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Second step')).toHaveValue('passkey')
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const [code = ''] = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText(`${RECOVERY_CODES} recovery codes are left.`)).toBeVisible()

  await page.getByRole('button', { name: 'Remove Security key' }).click()
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('Two-factor sign-in needs this passkey.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await authenticator.setPresent(false)
  await signOut(page, own)
  await typePassword(page)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page.getByLabel('Recovery code')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await authenticator.setPresent(true)
  await passkeyButton(page).click()
  await page.waitForURL(own.url + PAGES.dashboard)

  await authenticator.setPresent(false)
  await signOut(page, own)
  await typePassword(page)
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(own.url + PAGES.dashboard)

  await authenticator.setPresent(true)
  await page.goto(own.url + PAGES.account)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-factor sign-in is off.')).toBeVisible()
})

test('WD7 an owner requires a passkey, and a member sets one up before the organisation opens again', async ({
  page,
  own,
  browser,
}) => {
  // Two people on six pages.
  test.slow()
  const password = 'nine yellow umbrellas'
  const email = 'editor@people.example'
  const { token } = await own.call('createInvitation', { body: { role: 'editor', displays: null } })
  const theirs = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await theirs.goto(own.url + joinPath(token))
  await theirs.getByLabel('Email', { exact: true }).filter({ visible: true }).fill(email)
  await theirs.getByLabel('Password', { exact: true }).filter({ visible: true }).fill(password)
  await theirs.getByRole('button', { name: 'Create the account and join' }).click()
  await theirs.waitForURL(own.url + PAGES.dashboard)

  await plugIn(page)
  await signIn(page, own, PAGES.people)
  const rule = page.getByLabel('Required of every member')
  const dialog = page.getByRole('alertdialog')
  await rule.selectOption('A passkey')
  await expect(dialog.getByText('2 members do not have it yet')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Require it' }).click()
  // Not before the owner has one.
  await expect(page.getByText('First sign in this way yourself')).toBeVisible()
  await expect(rule).toHaveValue('password')

  await page.goto(own.url + PAGES.account)
  await addPasskey(page, 'Owner’s laptop')
  await page.goto(own.url + PAGES.people)
  await rule.selectOption('A passkey')
  await expect(dialog.getByText('1 member does not have it yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Require it' }).click()
  await expect(rule).toHaveValue('passkey')
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Password only')
  await expect(page.getByRole('listitem').filter({ hasText: ADMIN.email })).toContainText('All displays · Passkey')
  expect(await findings(page)).toEqual([])

  // The member has the dashboard open, and is led to the account without doing anything.
  await theirs.waitForURL(own.url + PAGES.account)
  await expect(theirs.getByRole('heading', { name: 'requires a passkey' })).toBeVisible()
  expect(await findings(theirs)).toEqual([])
  await theirs.goto(own.url + PAGES.people)
  await theirs.waitForURL(own.url + PAGES.account)
  const authenticator = await plugIn(theirs)
  await addPasskey(theirs, 'Editor’s phone', password)
  await theirs.getByRole('link', { name: 'Go to the dashboard' }).click()
  await theirs.waitForURL(`${own.url}${PAGES.dashboard}**`)
  await expect(theirs.getByRole('button', { name: 'Add Text' }).first()).toBeVisible()

  await theirs.goto(own.url + PAGES.account)
  await theirs.getByRole('button', { name: 'Remove Editor’s phone' }).click()
  await theirs.getByRole('dialog').getByLabel('Current password').fill(password)
  await theirs.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(theirs.getByRole('dialog').getByText('it is your last one')).toBeVisible()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  // The password alone leads back to the account, where the passkey opens the organisation.
  await authenticator.setPresent(false)
  await signOut(theirs, own)
  await theirs.getByLabel('Email').fill(email)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Sign In' }).click()
  await theirs.waitForURL(own.url + PAGES.account)
  await expect(theirs.getByText('You have it already')).toBeVisible()
  await authenticator.setPresent(true)
  await passkeyButton(theirs).click()
  await expect(theirs.getByRole('heading', { name: 'You can now open' })).toBeVisible()

  await rule.selectOption('Nothing more than a password')
  await expect(rule).toHaveValue('password')
  await pressUndo(page)
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(rule).toHaveValue('passkey')
})

for (const { name, colorScheme, locale, width } of [
  { name: 'light', colorScheme: 'light', locale: 'en-GB', width: 1440 },
  { name: 'dark and 390 px wide', colorScheme: 'dark', locale: 'en-GB', width: 390 },
  { name: 'right-to-left', colorScheme: 'light', locale: 'ar', width: 1440 },
] as const) {
  test.describe(`WCAG 2.2 AA, ${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 900 } })

    test('WD7 the passkeys of an account and the sign-in page have no finding', async ({ page, own }) => {
      test.slow()
      const authenticator = await plugIn(page)
      await signIn(page, own, PAGES.account)
      const check = async () => {
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
        expect(await findings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
      const section = page.locator('section').nth(2)
      const dialog = page.getByRole('dialog')
      await section.getByRole('button').click()
      await dialog.locator('input[name="name"]').fill('Laptop')
      await dialog.locator('input[name="password"]').fill(ADMIN.password)
      await check()
      await dialog.locator('button[type="submit"]').click()
      await expect(section.getByRole('listitem')).toHaveCount(1)
      await check()
      await section.getByRole('listitem').getByRole('button').last().click()
      await check()
      await authenticator.setPresent(false)
      await page.context().clearCookies()
      await page.goto(own.url + PAGES.login)
      await expect(page.locator('form + div').getByRole('button')).toBeVisible()
      await check()
    })
  })
}
