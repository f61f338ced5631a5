import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, test } from './journey.ts'
import type { Placard } from './placard.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PASSWORD = 'seventeen blue kettles'

/** Each journey has its own installation that has not been used. */
test.use({ ownSettings: { SEED: 'none' } })

/** The output of the server, as copied from a terminal. */
async function printedLink(placard: Placard): Promise<string> {
  const linkIn = () => /http:\/\/localhost:\d+\/setup#[\w-]{43}/.exec(placard.said())?.[0]
  await expect.poll(linkIn).toBeDefined()
  return linkIn() ?? ''
}

/** Runs a command line that the page shows, without its `npm` part. */
async function runCommand(line: string, dataDir: string, port: string): Promise<string> {
  const args = line.replace('npm run placard -- ', '').split(' ')
  const options = { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir, PORT: port } }
  return (await promisify(execFile)(process.execPath, ['server/dist/cli.js', ...args], options)).stdout
}

async function fillYou(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Asha Rao')
  await page.getByLabel('Email').fill('asha@college.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

test('from the printed link four screens lead to a display that plays', async ({ page, browser, own }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`))
  const link = await printedLink(own)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Welcome to Placard' })).toBeVisible()
  expect(page.url()).toBe(own.url + PAGES.setup)
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await page.getByRole('button', { name: 'Start fresh' }).click()

  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeFocused()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await expect(page.getByText('15 more characters are needed.')).toBeVisible()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.getByLabel('Your name').fill('Asha Rao')
  await page.getByLabel('Email').fill('asha@college.example')
  await page.getByLabel('Password', { exact: true }).fill('qwertyuiopasdfg')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Your first display' })).toBeFocused()
  await page.getByLabel('Organisation', { exact: true }).fill('Riverside College')
  await page.getByLabel('Display', { exact: true }).fill('Main hall')
  await expect(page.getByText('/display/riverside-college/?id=main-hall')).toBeVisible()
  await page.getByRole('button', { name: 'Set up Placard' }).click()
  // Only the server knows whether it is easy to guess.
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  await expect(page.getByText('Choose another password')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Organisation', { exact: true })).toHaveValue('Riverside College')
  await page.getByRole('button', { name: 'Set up Placard' }).click()

  await expect(page.getByRole('heading', { name: 'Your display is ready' })).toBeVisible()
  await expect(page.getByText('Step 4 of 4')).toBeVisible()
  await expect(page.frameLocator('iframe').locator('main.player')).toHaveAttribute('data-state', 'playing')
  const address = (await page.getByLabel('Address of this display').textContent()) ?? ''
  expect(address).toBe(`${own.url}/display/riverside-college/?id=main-hall`)
  const screen = await (await browser.newContext()).newPage()
  await screen.goto(address)
  await expect(screen.locator('[data-state="playing"][data-item]')).toBeVisible()
  await expect(screen.getByText('Welcome to Riverside College').first()).toBeAttached()

  expect(sent.join('\n')).not.toContain(link.split('#')[1])
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('asha@college.example')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your display is ready' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Main hall' })).toBeVisible()

  // The link is used up, for this browser as for any other.
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Placard is set up already' })).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Placard is set up already' })).toBeVisible()
  await other.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('[U2] [U15] until it is set up the pages say so, and a short password is refused in its own step', async ({
  page,
  own,
}) => {
  for (const path of [PAGES.landing, PAGES.login, PAGES.register]) {
    await page.goto(own.url + path)
    await expect(page.getByRole('heading', { name: 'Placard is not set up yet' })).toBeVisible()
    await expect(page.locator('code')).toHaveText('npm run placard -- setup-link')
  }
  await page.goto(await printedLink(own))
  await page.getByRole('button', { name: 'Start fresh' }).click()
  await fillYou(page)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('short')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('10 more characters are needed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('asha@college.example')
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Organisation', { exact: true })).toBeVisible()
})

test('a reload or Back loses nothing that was typed, but for the password', async ({ page, own }) => {
  await page.goto(await printedLink(own))
  await page.getByRole('button', { name: 'Start fresh' }).click()
  await fillYou(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Organisation', { exact: true }).fill('مدرسة النور')
  await page.getByLabel('Display', { exact: true }).fill('Main hall')
  await page.getByLabel('Time zone').selectOption('Pacific/Auckland')
  await page.getByRole('switch', { name: 'Add sample content' }).uncheck()
  await page.goBack()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  await page.goForward()
  await expect(page.getByLabel('Display', { exact: true })).toHaveValue('Main hall')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Enter the password again' })).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Asha Rao')
  await expect(page.getByLabel('Email')).toHaveValue('asha@college.example')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(PASSWORD)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Organisation', { exact: true })).toHaveValue('مدرسة النور')
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Auckland')
  await expect(page.getByRole('switch', { name: 'Add sample content' })).not.toBeChecked()
  // Of a name that no address can be made of there is an address all the same, and it may be another.
  await page.getByText('/display/main/?id=main-hall').click()
  await page.getByLabel('Id of the organisation').fill('No Id')
  await page.getByRole('button', { name: 'Set up Placard' }).click()
  await expect(page.getByText('This id is not valid')).toBeVisible()
  await page.getByLabel('Id of the organisation').fill('al-noor')
  await page.getByRole('button', { name: 'Set up Placard' }).click()
  await expect(page.getByRole('heading', { name: 'Your display is ready' })).toBeVisible()
  await expect(page.getByLabel('Address of this display')).toHaveText(`${own.url}/display/al-noor/?id=main-hall`)
  await expect(page.frameLocator('iframe').locator('main.player')).toHaveAttribute('data-state', 'empty')
})

test('[B11] a link that a newer one has replaced says how to get one, and that command does', async ({
  page,
  browser,
  own,
  dataDir,
}) => {
  const link = await printedLink(own)
  await page.goto(link)
  await page.getByRole('button', { name: 'Start fresh' }).click()
  await fillYou(page)
  const { port } = new URL(own.url)
  await runCommand('setup-link', dataDir, port)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Organisation', { exact: true }).fill('Riverside College')
  await page.getByLabel('Display', { exact: true }).fill('Main hall')
  await page.getByRole('button', { name: 'Set up Placard' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()

  const command = (await page.locator('code').textContent()) ?? ''
  expect(command).toBe('npm run placard -- setup-link')
  const [newest = ''] = (await runCommand(command, dataDir, port)).split('\n')
  await page.goto(newest)
  await page.getByRole('button', { name: 'Start fresh' }).click()
  // The words that were typed by the old link are still there.
  await expect(page.getByLabel('Email')).toHaveValue('asha@college.example')

  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await other.goto(own.url + PAGES.setup)
  await expect(other.getByRole('heading', { name: 'This page needs a set-up link' })).toBeVisible()
  await other.getByRole('link', { name: 'Sign in' }).click()
  // Nobody has an account yet.
  await expect(other.getByRole('heading', { name: 'Placard is not set up yet' })).toBeVisible()
})

test('a backup and old data are offered on the first screen, with commands that are copied over plain http too', async ({
  page,
  own,
  dataDir,
}) => {
  // As a page of an address in the LAN has it.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(await printedLink(own))
  await page.getByText('Restore a backup').click()
  await page.getByRole('button', { name: 'Copy the restore command' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  await page.getByText('Import data').click()
  await expect(page.getByText('Stop Placard on the server.')).toBeHidden()
  await expect(page.locator('code').last()).toHaveText('npm run placard -- import export.json ticker.json users.json')
  await page.getByRole('button', { name: 'Start fresh' }).click()
  await page.getByLabel('Your name').focus()
  await page.keyboard.press('Control+V')
  await expect(page.getByLabel('Your name')).toHaveValue('npm run placard -- restore /mnt/usb/placard.tar --replace')

  // It does what the screen says, in a place that has been started empty.
  const { port } = new URL(own.url)
  const elsewhere = await mkdtemp(join(tmpdir(), 'placard-setup-from-'))
  try {
    const file = join(elsewhere, 'placard.tar')
    await runCommand('organisation create vnr --name VNR', elsewhere, port)
    await runCommand(`backup ${file}`, elsewhere, port)
    const command = await page.getByLabel('Your name').inputValue()
    await own.kill()
    await runCommand(command.replace('/mnt/usb/placard.tar', file), dataDir, port)
    expect(await runCommand('organisation list', dataDir, port)).toContain('VNR')
  } finally {
    await rm(elsewhere, { recursive: true, force: true })
  }
})

test('all of it is done by the keyboard', async ({ page, own }) => {
  await page.goto(await printedLink(own))
  await expect(page.getByRole('button', { name: 'Start fresh' })).toBeVisible()
  const tabTo = async (label: string) => {
    for (let steps = 0; steps < 12; steps += 1) {
      await page.keyboard.press('Tab')
      const named = await page.evaluate(() => {
        const focused = document.activeElement
        const labelled = focused instanceof HTMLInputElement ? focused.labels?.[0] : focused
        return labelled?.textContent ?? ''
      })
      if (named.includes(label)) return
    }
    throw new Error(`${label} is not reached`)
  }
  await tabTo('Start fresh')
  await page.keyboard.press('Enter')
  for (const [label, text] of [
    ['Your name', 'Asha Rao'],
    ['Email', 'asha@college.example'],
    ['Password', PASSWORD],
  ] as const) {
    await tabTo(label)
    await page.keyboard.type(text)
  }
  await tabTo('Continue')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your first display' })).toBeFocused()
  await tabTo('Organisation')
  await page.keyboard.type('Riverside College')
  await tabTo('Display')
  await page.keyboard.type('Main hall')
  await tabTo('Add sample content')
  await page.keyboard.press('Space')
  await tabTo('Set up Placard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your display is ready' })).toBeFocused()
  await tabTo('Go to the dashboard')
  await page.keyboard.press('Enter')
  await page.waitForURL(own.url + PAGES.dashboard)
})

const WAYS = [
  { name: 'light', colorScheme: 'light', locale: 'en-GB', width: 1440 },
  { name: 'dark and 390 px wide', colorScheme: 'dark', locale: 'en-GB', width: 390 },
  { name: 'right-to-left', colorScheme: 'light', locale: 'ar', width: 390 },
  { name: 'right-to-left and dark', colorScheme: 'dark', locale: 'ar', width: 1440 },
] as const

for (const { name, colorScheme, locale, width } of WAYS) {
  test.describe(`WCAG 2.2 AA, ${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 900 } })

    test('the set-up has no finding', async ({ page, own }) => {
      // Seven scans of a whole page.
      test.slow()
      const check = async () => {
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
        expect(await findings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
      const link = await printedLink(own)
      await page.goto(`${own.url}${PAGES.setup}#${'x'.repeat(43)}`)
      await expect(page.locator('code')).toBeVisible()
      await check()
      await page.goto(link)
      for (const index of [0, 1]) {
        await page.locator('summary').nth(index).click()
        await check()
      }
      await page.getByRole('button').first().click()
      await page.locator('button[type="submit"]').click()
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
      await check()
      await page.locator('input[name="name"]').fill('Asha Rao')
      await page.locator('input[name="email"]').fill('asha@college.example')
      await page.locator('input[name="password"]').fill(PASSWORD)
      await page.locator('button[type="submit"]').click()
      await page.locator('summary').click()
      await check()
      await page.locator('input[name="organisationName"]').fill('Riverside College')
      await page.locator('input[name="displayName"]').fill('Main hall')
      await page.locator('button[type="submit"]').click()
      await expect(page.frameLocator('iframe').locator('main.player')).toHaveAttribute('data-state', 'playing')
      await check()
    })
  })
}
