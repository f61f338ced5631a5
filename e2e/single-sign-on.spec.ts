import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { DisplayId, joinPath, PAGES, SIGN_ON_CALLBACK_PATH } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { test as base, expect } from './journey.ts'
import { ADMIN, DISPLAY, freePort, launchPlacard, type Placard } from './placard.ts'

const ROOT = resolve(import.meta.dirname, '..')
const NAME = 'School login'
const BUTTON = `Sign in with ${NAME}`
const CONTINUE = `Continue with ${NAME}`
const NEWCOMER = 'newcomer@school.example'
const CLIENT = {
  OIDC_CLIENT_ID: 'placard',
  OIDC_CLIENT_SECRET: 'a-secret-between-the-two-of-them',
}

type School = {
  placard: Placard
  provider: { start(): Promise<void>; stop(): Promise<void> }
  close(): Promise<void>
}

/** A server and an identity provider, each in its own process. */
async function launchSchool(): Promise<School> {
  const port = await freePort()
  const placard = await launchPlacard((url) => ({
    PUBLIC_URL: url,
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_NAME: NAME,
    ...CLIENT,
  }))
  const people = {
    head: { email: ADMIN.email, email_verified: true },
    guest: { email: 'guest@vnr.example', email_verified: true },
    newcomer: { email: NEWCOMER, email_verified: true },
    careless: { email: 'careless@vnr.example', email_verified: false },
  }
  let process: ChildProcess | undefined
  const provider = {
    async start() {
      const program = 'server/src/testing/run-identity-provider.ts'
      const redirectUri = placard.url + SIGN_ON_CALLBACK_PATH
      process = spawn(globalThis.process.execPath, [program, String(port), redirectUri, JSON.stringify(people)], {
        cwd: ROOT,
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      const started = process
      // It says where it is once it listens. What it says later has to be read as well.
      await new Promise<void>((listens, fails) => {
        started.once('exit', () => fails(new Error('the identity provider ended while it started')))
        started.stdout?.on('data', (words) => {
          if (String(words).includes(`http://127.0.0.1:${port}`)) listens()
        })
      })
    },
    async stop() {
      if (!process || process.exitCode !== null) return
      const gone = once(process, 'exit')
      process.kill('SIGKILL')
      await gone
    },
  }
  await provider.start()
  return {
    placard,
    provider,
    async close() {
      await provider.stop()
      await placard.close()
    },
  }
}

const test = base.extend<{ school: School }, { shared: School }>({
  school: async ({ context }, use) => {
    // The provider's own pages would like letters from elsewhere.
    await context.route('https://fonts.googleapis.com/**', (route) => route.abort())
    const school = await launchSchool()
    await use(school)
    await school.close()
  },
  /** For journeys that change nothing. */
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from here
    async ({}, use) => {
      const school = await launchSchool()
      await use(school)
      await school.close()
    },
    { scope: 'worker' },
  ],
})

const atProvider = /^http:\/\/127\.0\.0\.1/

/** Signs in on the pages of the provider. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.waitForURL(atProvider)
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function signOn(page: Page, login: string, button = BUTTON): Promise<void> {
  await page.getByRole('button', { name: button }).filter({ visible: true }).click()
  await passProvider(page, login)
}

const problem = (page: Page) => page.getByRole('alert').filter({ hasText: /./ })

test('A4 R4 somebody signs in through the provider, arrives where they were going, and signs out', async ({
  page,
  school: { placard },
}) => {
  await page.goto(placard.url + PAGES.addContainer)
  await page.waitForURL(`**${PAGES.login}**`)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await signOn(page, 'head')
  await page.waitForURL(placard.url + PAGES.addContainer)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(placard.url + PAGES.account)
  await expect(page.getByText(`Through ${NAME}`)).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`**${PAGES.login}**`)
  // As ever, for the day on which the provider is away.
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(placard.url + PAGES.dashboard)
})

test('U2 A5 a new person sees that their account waits, in a message that stays, and nothing of it in the address', async ({
  page,
  school: { placard },
}) => {
  await page.goto(placard.url + PAGES.login)
  await signOn(page, 'guest')
  await expect(problem(page)).toHaveText('You are Not Subscribed to our Services. Please Contact us to Subscribe.')
  await expect(page).toHaveURL(/\/login(\?next=[^#]*)?$/)
  await page.reload()
  await expect(page.getByRole('button', { name: BUTTON })).toBeVisible()
  await expect(problem(page)).toHaveCount(0)

  await placard.call('createSubscription', {
    body: { email: 'guest@vnr.example', ...DISPLAY, role: 'editor' },
  })
  // After the reload nothing was refused, and the provider knows them still.
  await page.getByRole('button', { name: BUTTON }).click()
  await page.waitForURL(placard.url + PAGES.dashboard)
  await page.goto(placard.url + PAGES.account)
  await expect(page.getByText('This account has no password.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Turn on' })).toHaveCount(0)
})

test('U2 A5 signing up offers the provider as signing in does, and whoever is new waits', async ({
  page,
  school: { placard },
}) => {
  await page.goto(placard.url + PAGES.register)
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
  await signOn(page, 'newcomer')
  await expect(problem(page)).toHaveText('You are Not Subscribed to our Services. Please Contact us to Subscribe.')
  expect((await placard.call('listWaitingAccounts')).accounts.map(({ email }) => email)).toEqual([NEWCOMER])
})

test('AC7 somebody who is invited goes through the provider, and is a member with the role and displays of the invitation', async ({
  page,
  school: { placard },
}) => {
  const lab = DisplayId.parse('lab')
  await placard.call('createDisplay', { body: { id: lab, name: 'Laboratory' } })
  const { token } = await placard.call('createInvitation', { body: { role: 'viewer', displays: [lab] } })
  await page.goto(placard.url + joinPath(token))
  await expect(page.getByText('Viewer: can view')).toBeVisible()

  await test.step('who gives up on the way is back at the invitation, which counts on', async () => {
    await page.getByRole('button', { name: CONTINUE }).filter({ visible: true }).click()
    await page.waitForURL(atProvider)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(problem(page)).toContainText('The sign-in was cancelled')
    await expect(page).toHaveURL(placard.url + PAGES.join)
    await expect(page.getByText('Viewer: can view')).toBeVisible()
  })

  await test.step('so is whoever the provider does not vouch for', async () => {
    await page.getByText('I have an account', { exact: true }).click()
    await signOn(page, 'careless', CONTINUE)
    await expect(problem(page)).toContainText('has not verified your email address')
    await expect(page).toHaveURL(placard.url + PAGES.join)
  })

  await signOn(page, 'newcomer', CONTINUE)
  await page.waitForURL(placard.url + PAGES.dashboard)
  await expect(page.getByText('Welcome to VNR.')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Hello Laboratory' })).toBeVisible()
  await expect(page.getByText('You can view this page but not change it.')).toBeVisible()
  const members = await placard.call('listMembers')
  expect(members.find(({ email }) => email === NEWCOMER)).toMatchObject({ role: 'viewer', displays: [lab] })

  await test.step('it counted once', async () => {
    await page.goto(placard.url + joinPath(token))
    await expect(page.getByText('This invitation was used or withdrawn, or has expired.')).toBeVisible()
  })
})

test('an account that already belongs to an organisation gets a message on return, and the invitation still works', async ({
  page,
  school: { placard },
}) => {
  const { token } = await placard.call('createInvitation', { body: { role: 'viewer' } })
  await page.goto(placard.url + joinPath(token))
  await signOn(page, 'head', CONTINUE)
  await expect(page.getByText(`You are signed in as ${ADMIN.email}, who is already a member of VNR.`)).toBeVisible()
  await expect(page).toHaveURL(placard.url + PAGES.join)
  expect(await placard.call('listInvitations')).toHaveLength(1)
})

test('AC7 an account with two-factor sign-in is asked for its code on the page of the invitation', async ({
  page,
  school: { placard },
}) => {
  const { secret } = await placard.call('beginSecondFactor', { body: { password: ADMIN.password } })
  await placard.call('confirmSecondFactor', { body: { code: totp(secret, 0) } })
  const { token } = await placard.call('createInvitation', { body: { role: 'viewer' } })
  await page.goto(placard.url + joinPath(token))
  await signOn(page, 'head', CONTINUE)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page).toHaveURL(placard.url + PAGES.join)
  await page.getByLabel('Code', { exact: true }).fill(totp(secret, 1))
  await page.getByRole('button', { name: 'Sign In' }).filter({ visible: true }).click()
  await expect(page.getByText('who is already a member of VNR.')).toBeVisible()
})

test('a refusal by the provider is shown in the reader’s language, and the form stays usable', async ({
  page,
  school: { placard },
}) => {
  await page.goto(placard.url + PAGES.login)
  await signOn(page, 'careless')
  await expect(problem(page)).toContainText('has not verified your email address')

  // The provider knows them still, and asks all the same.
  await page.getByRole('button', { name: BUTTON }).click()
  await page.waitForURL(atProvider)
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(problem(page)).toContainText('The sign-in was cancelled')

  await page.evaluate(() => localStorage.setItem('placard-language', 'ar'))
  // Another fragment alone would not load it.
  await page.goto('about:blank')
  await page.goto(`${placard.url}${PAGES.login}#sign-on=refused&code=sign-on-expired`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(problem(page)).toContainText('استغرق تسجيل الدخول')
})

test('[B24] text from an address is not shown unless it is one of Placard’s words', async ({
  page,
  school: { placard },
}) => {
  await page.goto(
    `${placard.url}${PAGES.login}#sign-on=refused&code=${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
  )
  await expect(page.getByRole('button', { name: BUTTON })).toBeVisible()
  await expect(problem(page)).toHaveCount(0)
})

test('a provider that is away is said so at the button, and is back without a restart', async ({
  page,
  school: { placard, provider },
}) => {
  await provider.stop()
  await page.goto(placard.url + PAGES.login)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: BUTTON }).click()
  await expect(problem(page)).toContainText('The sign-in service cannot be reached')
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email)
  await provider.start()
  await signOn(page, 'head')
  await page.waitForURL(placard.url + PAGES.dashboard)
})

test('an account with two-factor sign-in is asked for its code when it is back', async ({
  page,
  school: { placard },
}) => {
  const { secret } = await placard.call('beginSecondFactor', { body: { password: ADMIN.password } })
  await placard.call('confirmSecondFactor', { body: { code: totp(secret, 0) } })
  await page.goto(placard.url + PAGES.login)
  await signOn(page, 'head')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page).toHaveURL(/\/login(\?next=[^#]*)?$/)
  // The one that confirmed it is used; the next is taken a step early.
  await page.getByLabel('Code', { exact: true }).fill(totp(secret, 1))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(placard.url + PAGES.dashboard)
})

test('A6 when the session ends over a page, one signs in beside it, and what was typed is still there', async ({
  page,
  context,
  school: { placard },
}) => {
  await page.goto(`${placard.url}${PAGES.login}?next=${encodeURIComponent(PAGES.addContainer)}`)
  await signOn(page, 'head')
  await page.waitForURL(placard.url + PAGES.addContainer)
  await page.getByLabel('Title').fill('Half a title')
  const other = await context.newPage()
  await other.goto(placard.url + PAGES.dashboard)
  await other.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await other.waitForURL(`**${PAGES.login}**`)
  await other.close()

  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  const [beside] = await Promise.all([context.waitForEvent('page'), again.getByRole('link', { name: BUTTON }).click()])
  await beside.getByRole('button', { name: BUTTON }).click()
  // The provider knows them still.
  await beside.waitForURL(placard.url + PAGES.dashboard)
  await expect(again).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('Half a title')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`the way in has nothing that axe finds, in ${scheme}`, async ({ page, shared: { placard } }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('about:blank')
      await page.goto(`${placard.url}${PAGES.login}#sign-on=refused&code=sign-on-denied`)
      await expect(problem(page)).toBeVisible()
      await expect(page.getByRole('button', { name: BUTTON })).toBeVisible()
      expect(await findings(page, { rules: 'all' })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
}

for (const scheme of ['light', 'dark'] as const) {
  for (const language of ['en', 'ar'] as const) {
    test(`the invitation and signing up have nothing that axe finds, in ${scheme} and ${language}`, async ({
      page,
      shared: { placard },
    }) => {
      const { token } = await placard.call('createInvitation', { body: { role: 'editor' } })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.addInitScript((chosen) => localStorage.setItem('placard-language', chosen), language)
      const way = new RegExp(`${NAME}$`)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        for (const [name, address] of [
          ['join', joinPath(token)],
          ['refused', `${PAGES.join}#sign-on=refused&code=sign-on-denied&invitation=${token}`],
          ['register', PAGES.register],
        ] as const) {
          // Another fragment alone would not load it.
          await page.goto('about:blank')
          await page.goto(placard.url + address)
          await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
          await expect(page.getByRole('button', { name: way }).filter({ visible: true })).toHaveCount(1)
          await expect(problem(page)).toHaveCount(name === 'refused' ? 1 : 0)
          expect(await findings(page, { rules: 'all' })).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        }
      }
    })
  }
}

/** RFC 6238, as an authenticator app computes it. @param later in steps of 30 seconds */
function totp(secret: string, later: number): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0x0f
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
