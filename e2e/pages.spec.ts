import { PAGES } from '@placard/contract'
import { expect, signIn, test } from './journey.ts'
import { launchPlacard } from './placard.ts'

test('R1 L1 L2 L3 the landing page has its bar, its header and its four services', async ({ page, placard }) => {
  await page.goto(placard.url + PAGES.landing)
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', PAGES.dashboard)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Placard')
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toHaveAttribute('href', PAGES.register)
  for (const service of ['Web Development', 'E-Display', 'Cloud Printing', 'App Development']) {
    await expect(page.getByRole('heading', { name: service })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await page.waitForURL(placard.url + PAGES.login)
})

test('R3 U1 the sign-up page has its fields and leads to sign-in', async ({ page, placard }) => {
  await page.goto(placard.url + PAGES.register)
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL(placard.url + PAGES.login)
})

test('R7 the presentation stands under its heading in a frame of the full height', async ({ page, placard }) => {
  await page.goto(placard.url + PAGES.test)
  await expect(page.getByRole('heading', { name: 'Smart ClassRoom' })).toBeVisible()
  const frame = page.locator('iframe')
  const box = await frame.boundingBox()
  expect(box?.height).toBeGreaterThan(700)
  await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible()
})

test('R7 until its script is here the presentation shows its first slide, and no control that does nothing', async ({
  page,
  placard,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/deck.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(placard.url + PAGES.test, { waitUntil: 'commit' })
  const deck = page.frameLocator('iframe')
  const place = deck.locator('#place')
  const buttons = deck.getByRole('navigation').getByRole('button')
  await expect(deck.locator('.slide').first()).toBeVisible()
  await expect(buttons).toHaveCount(3)
  await expect(deck.locator('.slide').filter({ visible: true })).toHaveCount(1)
  for (const button of await buttons.all()) await expect(button).toBeDisabled()
  expect(await place.textContent()).toBe('')

  release()
  await expect(place).toHaveText(/^1 \/ \d+$/)
  await expect(deck.getByRole('button', { name: 'Next' })).toBeEnabled()
  await expect(deck.getByRole('button', { name: 'Overview' })).toBeEnabled()
  await expect(deck.locator('.slide').filter({ visible: true })).toHaveCount(1)
})

test('R7 the presentation is gone through by the keyboard, and asks nobody else for anything', async ({
  page,
  placard,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(placard.url)) elsewhere.push(request.url())
  })
  await page.goto(placard.url + PAGES.test)
  const deck = page.frameLocator('iframe')
  const place = deck.locator('#place')
  await expect(place).toHaveText(/^1 \/ \d+$/)
  const last = await deck.locator('.slide').count()
  expect(last).toBeGreaterThan(1)
  await page.keyboard.press('ArrowRight')
  await expect(place).toHaveText(`2 / ${last}`)
  await expect(deck.getByRole('heading', { level: 2 })).toBeVisible()
  await page.keyboard.press('End')
  await expect(place).toHaveText(`${last} / ${last}`)
  await expect(deck.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.keyboard.press('ArrowLeft')
  await expect(place).toHaveText(`${last - 1} / ${last}`)
  await page.keyboard.press('Home')
  await expect(place).toHaveText(`1 / ${last}`)
  expect(elsewhere).toEqual([])
})

test('L2 the film of the header runs muted in a loop, and can be stopped', async ({ page, placard }) => {
  await page.goto(placard.url + PAGES.landing)
  const film = page.locator('video').first()
  await expect.poll(() => film.evaluate((video) => (video as HTMLVideoElement).currentTime)).toBeGreaterThan(0)
  const set = await film.evaluate((video) => {
    const { muted, loop, controls } = video as HTMLVideoElement
    return { muted, loop, controls }
  })
  expect(set).toEqual({ muted: true, loop: true, controls: false })
  await page
    .getByRole('button', { name: /pause|stop/i })
    .first()
    .click()
  await expect.poll(() => film.evaluate((video) => (video as HTMLVideoElement).paused)).toBe(true)
})

for (const width of [1440, 390]) {
  test(`L2 at ${width} px the film is less than 1.5 MB, and a poster stands for it until it runs`, async ({
    page,
    placard,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(placard.url + PAGES.landing)
    const film = page.locator('video').first()
    const size = async (attribute: 'src' | 'poster') => {
      const address = new URL((await film.getAttribute(attribute)) ?? '', placard.url)
      expect(address.origin).toBe(placard.url)
      const answer = await fetch(address)
      expect(answer.status).toBe(200)
      return (await answer.arrayBuffer()).byteLength
    }
    expect(await size('src')).toBeLessThan(1_500_000)
    expect(await size('poster')).toBeGreaterThan(1_000)
  })
}

test('L3 each service has a picture of the project’s own', async ({ page, placard }) => {
  await page.goto(placard.url + PAGES.landing)
  for (const service of ['Web Development', 'E-Display', 'Cloud Printing', 'App Development']) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: service }) })
    const picture = card.getByRole('img')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    const origin = await picture.evaluate((image) => new URL((image as HTMLImageElement).currentSrc).origin)
    expect(origin).toBe(placard.url)
  }
})

test('L2 with reduced motion, the header does not move', async ({ browser, placard }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const films: string[] = []
  page.on('request', (request) => request.url().endsWith('.mp4') && films.push(request.url()))
  await page.goto(placard.url + PAGES.landing)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(films).toEqual([])
  await expect(page.locator('video').first()).toHaveAttribute('poster', /\.webp$/)
  await context.close()
})

test('Z1 anybody may see the public pages, and nothing behind them', async ({ page, placard }) => {
  for (const path of [PAGES.landing, PAGES.login, PAGES.register, PAGES.test, '/display/vnr/?id=ece']) {
    const answer = await page.goto(placard.url + path)
    expect(answer?.status()).toBe(200)
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
  }
  for (const path of [PAGES.dashboard, PAGES.addContainer]) {
    await page.goto(placard.url + path)
    await page.waitForURL(`**${PAGES.login}**`)
  }
})

test('R8 X7 an unknown address is the fallback screen, with 404', async ({ page, placard }) => {
  const answer = await page.goto(`${placard.url}/no/such/page`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
  await expect(page.getByText(/404/)).toBeVisible()
})

test('U2 U3 A5 somebody signs up, waits for the subscription, and comes in once there is one', async ({
  page,
  placard,
  context,
}) => {
  const NEW = { email: 'new@college.example', password: 'seventeen blue kettles' }
  await page.goto(placard.url + PAGES.register)
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('too short')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(/Enter a complete email address/)).toBeVisible()
  await expect(page.getByText('6 more characters are needed.')).toBeVisible()

  await page.getByLabel('Email').fill(NEW.email)
  await page.getByLabel('Password', { exact: true }).fill('123456789012345')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(/easy to guess/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(NEW.email)

  await page.getByLabel('Password', { exact: true }).fill(NEW.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Your account is waiting for its subscription.')).toBeVisible()

  await page.goto(placard.url + PAGES.login)
  await page.getByLabel('Email').fill(NEW.email)
  await page.getByLabel('Password', { exact: true }).fill(NEW.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('You are Not Subscribed to our Services. Please Contact us to Subscribe.')).toBeVisible()
  expect((await context.cookies()).find(({ name }) => name === 'sid')).toBeUndefined()
  await page.goto(placard.url + PAGES.dashboard)
  await page.waitForURL(`**${PAGES.login}**`)
})

test('[U19] the result of a sign-up, and of a sign-in without access, is a page that says how to go on', async ({
  page,
}) => {
  await using placard = await launchPlacard({ CONTACT: 'help@college.example' })
  const fill = async (button: string) => {
    await page.getByLabel('Email').fill('new@college.example')
    await page.getByLabel('Password', { exact: true }).fill('seventeen blue kettles')
    await page.getByRole('button', { name: button }).click()
  }
  const contact = page.getByRole('link', { name: 'help@college.example' })
  await page.goto(placard.url + PAGES.register)
  await fill('Sign Up')
  await expect(page.getByRole('heading', { name: 'Your account is waiting for its subscription.' })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await expect(contact).toHaveAttribute('href', 'mailto:help@college.example')

  await page.locator('main').getByRole('link', { name: 'Log in' }).first().click()
  await fill('Sign In')
  await expect(page.getByText('You are Not Subscribed to our Services. Please Contact us to Subscribe.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You have no access yet' })).toBeFocused()
  await expect(contact).toBeVisible()
  await page.getByRole('button', { name: 'Back to signing in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('new@college.example')
})

test('[F61] a session that ends while somebody types is begun again in place, and nothing typed is lost', async ({
  page,
  placard,
  context,
}) => {
  // The page behind and the form ask for this when they are idle, and must not be the first that hear of the session's end.
  const advised = () => page.waitForResponse('**/advice')
  const ofPage = advised()
  await signIn(page, placard)
  await ofPage
  const ofForm = advised()
  await page.getByRole('button', { name: 'Add Text' }).first().click()
  await ofForm
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.fill('Typed before the session ended')
  const sid = (await context.cookies()).filter(({ name }) => name === 'sid')
  await context.clearCookies({ name: 'sid' })
  await page.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  expect(sid).toHaveLength(1)
  await again.getByLabel('Password', { exact: true }).fill('a pass phrase for journeys')
  await again.getByRole('button', { name: 'Sign In' }).click()
  await expect(again).toBeHidden()
  await expect(field).toHaveValue('Typed before the session ended')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Typed before the session ended').first()).toBeVisible()
})

test('K4 a call that gets no answer is given up after half a minute, and what was typed stays', async ({
  page,
  placard,
}) => {
  await signIn(page, placard)
  await page.getByRole('button', { name: 'Add Text' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Typed into the void')
  // Taken and never answered, as by a server that hangs.
  await page.route('**/lines', () => {})
  const sent = Date.now()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible({ timeout: 90_000 })
  expect(Date.now() - sent).toBeGreaterThan(29_000)
  await expect(dialog.getByRole('textbox')).toHaveValue('Typed into the void')
  await page.unroute('**/lines')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Typed into the void').first()).toBeVisible()
})
