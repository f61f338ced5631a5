import { PAGES, ROUTES } from '@placard/contract'
import { expect, signInByForm, test } from './journey.ts'
import { ADMIN } from './placard.ts'

test('R2 A1 the form has what it needs, with the types that password managers look for', async ({ page, placard }) => {
  await page.goto(placard.url + PAGES.login)
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByLabel('Remember me')).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', PAGES.register)
  await page.getByText('Need Help?').click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('[HS31] the page to sign in asks for nothing that is refused', async ({ page, placard }) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  await page.goto(placard.url + PAGES.login)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(refused).toEqual([])
})

test('A2 a wrong password and an unknown address get the same message, in red', async ({ page, placard }) => {
  await page.goto(placard.url + PAGES.login)
  const words: (string | null)[] = []
  for (const email of [ADMIN.email, 'nobody@vnr.example']) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('certainly not the one')
    await page.getByRole('button', { name: 'Sign In' }).click()
    const box = page.getByRole('alert').filter({ hasText: /./ })
    await expect(box).toBeVisible()
    words.push(await box.textContent())
    await expect(page.getByLabel('Email')).toHaveValue(email)
    const [red = 0, green = 0, blue = 0] = await box.evaluate((element) =>
      (getComputedStyle(element).borderTopColor.match(/[\d.]+/g) ?? []).map(Number),
    )
    expect(red).toBeGreaterThan(Math.max(green, blue))
  }
  expect(words[0]).toBe(words[1])
})

test('R4 R5 a page behind a session leads to sign-in and back to where one was going', async ({ page, placard }) => {
  await page.goto(placard.url + PAGES.dashboard)
  await page.waitForURL(`**${PAGES.login}**`)
  await page.goto(placard.url + PAGES.addContainer)
  await page.waitForURL(`**${PAGES.login}**`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(placard.url + PAGES.addContainer)
})

test('A4 signing in sets org and subType for show, and leads to the dashboard', async ({ page, placard, context }) => {
  await signInByForm(page, placard)
  const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]))
  expect(cookies).toMatchObject({ org: 'vnr', subType: 'standard' })
  await page.goto(placard.url + PAGES.login)
  await page.waitForURL(placard.url + PAGES.dashboard)
})

test('A3 [B14] unticked, the session ends with the browser; ticked, it lasts; no script can read it', async ({
  page,
  placard,
  context,
}) => {
  for (const remember of [false, true]) {
    await context.clearCookies()
    await page.goto(placard.url + PAGES.login)
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    if (remember) await page.getByLabel('Remember me').check()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(placard.url + PAGES.dashboard)
    const session = (await context.cookies()).find(({ name }) => name === 'sid')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    const days = ((session?.expires ?? 0) - Date.now() / 1_000) / 86_400
    if (remember) expect(days).toBeGreaterThan(29)
    else expect(session?.expires).toBe(-1)
  }
})

test('A6 signed out in one tab is signed out in all, and on the server', async ({ page, placard, context }) => {
  await signInByForm(page, placard)
  const other = await context.newPage()
  await other.goto(placard.url + PAGES.dashboard)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`**${PAGES.login}**`)
  await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect((await fetch(placard.url + ROUTES.getSession.path, { headers: { cookie } })).status).toBe(401)
})

test('[B92] nobody is led to another site after signing in', async ({ page, placard }) => {
  for (const next of ['//evil.example', '/\\evil.example', 'https:evil.example', 'javascript:alert(1)']) {
    await page.context().clearCookies()
    await page.goto(`${placard.url}${PAGES.login}?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(placard.url + PAGES.dashboard)
  }
})
