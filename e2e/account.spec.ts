import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { PAGES, RECOVERY_CODES } from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, signIn, test } from './journey.ts'
import { ADMIN, type Placard } from './placard.ts'

const ROOT = resolve(import.meta.dirname, '..')
const NEW_PASSWORD = 'seventeen blue kettles'

/** The path and the fragment of a link for a new password, as the operator receives it. */
async function resetLink(dataDir: string): Promise<string> {
  const args = ['server/dist/cli.js', 'user', 'reset-link', ADMIN.email, '--json']
  const options = { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } }
  const { stdout } = await promisify(execFile)(process.execPath, args, options)
  const { pathname, hash } = new URL(JSON.parse(stdout).link)
  return pathname + hash
}

/** A code of RFC 6238. @param key base32 */
function totp(key: string, at: number): string {
  const bits = [...key.replaceAll(' ', '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest()
  const offset = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function typePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function signedInElsewhere(browser: Browser, own: Placard): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, own)
  return page
}

test('from the sign-in page one finds whom to ask, where the server sends no mail', async ({ page, own }) => {
  await page.goto(own.url + PAGES.login)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.waitForURL(own.url + PAGES.forgotPassword)
  await expect(page.getByRole('status').filter({ hasText: 'Ask your provider' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
})

test('[B11] a link leads to a new password; its token leaves the address bar at once', async ({
  page,
  browser,
  own,
  dataDir,
}) => {
  const elsewhere = await signedInElsewhere(browser, own)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`))
  const link = await resetLink(dataDir)
  const [, token = ''] = link.split('#')
  await page.goto(own.url + link)
  await expect(page.getByLabel('New password')).toBeVisible()
  expect(page.url()).toBe(own.url + PAGES.resetPassword)

  await page.getByLabel('New password').fill('too short')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('6 more characters are needed.')).toBeVisible()
  await page.getByLabel('New password').fill('qwertyuiopasdfg')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Choose another password')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('qwertyuiopasdfg')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()

  await page.waitForURL(own.url + PAGES.login)
  await expect(page.getByText('Your password is changed. Sign in with the new one.')).toBeVisible()
  await expect(elsewhere.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await typePassword(page, NEW_PASSWORD)
  await page.waitForURL(own.url + PAGES.dashboard)
  expect(sent.join('\n')).not.toContain(token)

  // Used, it says so and shows the way to another.
  await page.goto(own.url + link)
  await page.getByLabel('New password').fill('eighteen green kettles')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'was already used' })).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await page.waitForURL(own.url + PAGES.forgotPassword)
  await page.goto(own.url + PAGES.resetPassword)
  await expect(page.getByRole('alert').filter({ hasText: 'needs the link' })).toBeVisible()
})

test('[B13] a new password signs out the others and leaves this page as it is', async ({ page, browser, own }) => {
  const elsewhere = await signedInElsewhere(browser, own)
  await signIn(page, own)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.waitForURL(own.url + PAGES.account)

  await page.getByLabel('Current password').fill('certainly not the one')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('That is not your current password.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue(NEW_PASSWORD)

  await page.getByLabel('Current password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Every other device is signed out.', { exact: false }).first()).toBeVisible()
  await expect(elsewhere.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
})

test('[B13] one sees where one is signed in, and signs out one or all others', async ({ page, browser, own }) => {
  const others = [await signedInElsewhere(browser, own), await signedInElsewhere(browser, own)]
  others.push(await signedInElsewhere(browser, own))
  await signIn(page, own, PAGES.account)
  const entries = page.getByRole('listitem').filter({ hasText: 'Chrome on Linux' })
  await expect(entries).toHaveCount(4)
  await expect(entries.filter({ hasText: 'This device' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).first().click()
  await expect(entries).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(entries).toHaveCount(1)
  for (const other of others) await expect(other.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
})

test('two-factor sign-in, from the QR code to the recovery codes and off again', async ({ page, browser, own }) => {
  // Three people, as it were, who come in one after the other.
  test.slow()
  await signIn(page, own, PAGES.account)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const key = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('This code is wrong')).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(totp(key, Date.now()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()

  await expect(dialog.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(RECOVERY_CODES)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await (await downloading).path()
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(codes)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText(`${RECOVERY_CODES} recovery codes are left.`)).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await other.goto(own.url + PAGES.account)
  await typePassword(other, ADMIN.password)
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await other.getByLabel('Code', { exact: true }).fill('12 34 5')
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other.getByText('This code is wrong')).toBeVisible()
  await expect(other.getByLabel('Code', { exact: true })).toHaveValue('12 34 5')
  // The code that confirmed it is used; the next step's is taken, a clock being a step off at most.
  await other.getByLabel('Code', { exact: true }).fill(totp(key, Date.now() + 30_000))
  await other.getByRole('button', { name: 'Sign In' }).click()
  await other.waitForURL(own.url + PAGES.account)
  await other.context().close()

  const third = await (await browser.newContext()).newPage()
  await third.goto(own.url + PAGES.login)
  await typePassword(third, ADMIN.password)
  await third.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await third.getByLabel('Recovery code').fill(codes[0] ?? '')
  await third.getByRole('button', { name: 'Sign In' }).click()
  await third.waitForURL(own.url + PAGES.dashboard)
  await third.context().close()

  await page.reload()
  await expect(page.getByText(`${RECOVERY_CODES - 1} recovery codes are left.`)).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-factor sign-in is off.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

const WAYS = [
  { name: 'light', colorScheme: 'light', locale: 'en-GB', width: 1440 },
  { name: 'dark and 390 px wide', colorScheme: 'dark', locale: 'en-GB', width: 390 },
  { name: 'right-to-left', colorScheme: 'light', locale: 'ar', width: 1440 },
] as const

for (const { name, colorScheme, locale, width } of WAYS) {
  test.describe(`WCAG 2.2 AA, ${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 900 } })

    test('the pages of an account have no finding', async ({ page, own, dataDir }) => {
      // Six scans of a whole page.
      test.slow()
      const check = async () => {
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
        expect(await findings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
      await page.goto(own.url + PAGES.forgotPassword)
      await expect(page.getByRole('status').filter({ hasText: /./ })).toBeVisible()
      await check()
      await page.goto(own.url + (await resetLink(dataDir)))
      await page.locator('button[type="submit"]').click()
      await check()

      await page.goto(own.url + PAGES.login)
      await page.locator('input[name="email"]').fill(ADMIN.email)
      await page.locator('input[name="password"]').fill(ADMIN.password)
      await page.locator('button[type="submit"]').click()
      await page.waitForURL(own.url + PAGES.dashboard)
      await page.goto(own.url + PAGES.account)
      await expect(page.getByRole('listitem').first()).toBeVisible()
      await check()
      await page.getByRole('heading', { level: 2 }).nth(1).waitFor()
      await page.locator('section').nth(1).getByRole('button').click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[name="password"]').fill(ADMIN.password)
      await check()
      await dialog.locator('button[type="submit"]').click()
      const key = (await dialog.locator('code').textContent()) ?? ''
      await check()
      await dialog.locator('input[name="code"]').fill(totp(key, Date.now()))
      await dialog.locator('button[type="submit"]').click()
      await expect(dialog.getByRole('listitem')).toHaveCount(RECOVERY_CODES)
      await check()
    })
  })
}
