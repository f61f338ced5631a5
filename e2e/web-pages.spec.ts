import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Item, type Programme, playerPath } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay, removeItem } from './content.ts'
import { pasteUntilDialog } from './files.ts'
import { expect, test } from './journey.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'

test.use({ previewsPlay: true })
test.describe.configure({ timeout: 120_000 })

const SIZE = { width: 1280, height: 720 }
const pageOf = (colour: string, more = '') =>
  `<!doctype html><html><head><title>Rota of the ward</title></head><body style="margin:0;background:${colour}">${more}</body></html>`

/** A server of another site, from another origin than the player's. */
let site: Server
let url = ''
let answer: RequestListener
/** The number of loads of the page. Requests that only check if the site answers do not count. */
let loads = 0

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
  loads = 0
  answer = (_, response) => response.end(pageOf(GREEN))
  await openSite()
})
test.afterEach(() => closeSite())

async function openSite(port = 0): Promise<void> {
  site = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/') loads += 1
    response.setHeader('content-type', 'text/html; charset=utf-8')
    answer(request, response)
  })
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
}

async function closeSite(): Promise<void> {
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
}

const add = async (placard: Placard, item: Partial<Item> = {}) =>
  (
    await placard.call('createItem', {
      body: { title: 'Rota', type: 'webpage', url, duration: 3_600, ...(item as object) },
    })
  ).item
const itemsOf = async (placard: Placard): Promise<Programme['items']> => (await placard.call('getProgramme')).items

async function openScreen(page: Page, placard: Placard, turn: 0 | 90 = 0): Promise<void> {
  await page.setViewportSize(SIZE)
  await page.goto(placard.url + playerPath(DISPLAY, turn))
}
const sees = async (page: Page, colour: string, across = 0.5, down = 0.4) =>
  expect.poll(async () => isNear(await colourAt(page, across, down), colour), { timeout: 40_000 }).toBe(true)

/** Expects only this colour for this long. */
async function seesOnly(page: Page, colour: string, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    const seen = await colourAt(page, 0.5, 0.4)
    expect(isNear(seen, colour), JSON.stringify(seen)).toBe(true)
  }
}

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Add a web page' })

test('[CT15] from an address that is pasted to the screen, seen beside the form before', async ({
  admin: page,
  placard,
  context,
}) => {
  const screen = await context.newPage()
  await openScreen(screen, placard)
  await page.bringToFront()
  answer = (_, response) => response.end(pageOf(GREEN, '<p>Ward 3</p>'))
  await pasteUntilDialog(page, url)
  const form = formOf(page)
  await expect(form.getByLabel('Address')).toHaveValue(url)
  await expect(form.getByText('The address is in a private network')).toBeVisible()
  await expect(form.getByText('Screens skip it without a network.')).toBeVisible()
  await expect(form.frameLocator('iframe').frameLocator('iframe').getByText('Ward 3')).toBeVisible()
  expect(await itemsOf(placard)).toEqual([])
  await form.getByLabel('Zoom').selectOption('200')
  await form.getByLabel('Between its turns').selectOption('15')
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(page.getByText('The web page is on the display.')).toBeVisible()
  expect(await itemsOf(placard)).toMatchObject([
    { type: 'webpage', url, duration: 30, webPage: { zoom: 200, reloadMinutes: 15 }, title: new URL(url).host },
  ])
  await screen.bringToFront()
  await sees(screen, GREEN)
})

test('[CT15] zoom and scroll, by pixels, turned as well; another view is seen at once and loads nothing', async ({
  page,
  placard,
}) => {
  const stripe = (colour: string, height: number) => `<div style="height:${height}px;background:${colour}"></div>`
  answer = (_, response) => response.end(pageOf(GREEN, stripe(RED, 100) + stripe(BLUE, 100) + stripe(GREEN, 3_000)))
  const { id } = await add(placard)
  const show = (webPage: Item['webPage'] | null) =>
    placard.call('updateItem', {
      params: { ...DISPLAY, itemId: id },
      body: { webPage: webPage ?? null },
      headers: { 'if-match': '*' },
    })
  await openScreen(page, placard)
  const at = (px: number) => px / SIZE.height
  await sees(page, RED, 0.5, at(50))
  await sees(page, BLUE, 0.5, at(150))
  await sees(page, GREEN, 0.5, at(250))
  await show({ zoom: 200 })
  await sees(page, RED, 0.5, at(190))
  await sees(page, BLUE, 0.5, at(210))
  await show({ zoom: 200, scroll: 150 })
  await sees(page, BLUE, 0.5, at(50))
  await sees(page, GREEN, 0.5, at(150))
  await show({ zoom: 50, scroll: 100 })
  await sees(page, BLUE, 0.5, at(25))
  await sees(page, GREEN, 0.95, at(600))
  await show(null)
  await sees(page, RED, 0.5, at(50))
  expect(loads).toBe(1)
  await show({ zoom: 200 })
  await openScreen(page, placard, 90)
  // Clockwise: the page's top is at the right.
  await sees(page, RED, (SIZE.width - 190) / SIZE.width, 0.5)
  await sees(page, BLUE, (SIZE.width - 210) / SIZE.width, 0.5)
})

test('[CT15] it stays open between its turns', async ({ page, placard }) => {
  await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
  await add(placard, { duration: 2 })
  answer = (_, response) => response.end(pageOf(GREEN, '<p>Ward 3</p>'))
  await openScreen(page, placard)
  for (let round = 0; round < 3; round += 1) {
    await sees(page, GREEN)
    await sees(page, RED)
  }
  expect(loads).toBe(1)
  expect(await page.locator('main.player iframe').count()).toBe(1)
})

test('[CT15] a page that is to be reloaded is reloaded behind the visible one', async ({ page, placard }) => {
  await page.clock.install()
  await add(placard, { webPage: { reloadMinutes: 1 } })
  await openScreen(page, placard)
  await sees(page, GREEN)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answer = async ({ method }, response) => {
    if (method === 'GET') await held
    response.end(pageOf(BLUE))
  }
  await page.clock.fastForward(61_000)
  await expect.poll(() => loads).toBe(2)
  await seesOnly(page, GREEN, 2)
  release()
  await sees(page, BLUE)
  await expect(page.locator('main.player iframe')).toHaveCount(1)
})

test('[CT15] a page that never loads, and a page of Placard, are skipped', async ({ page, placard }) => {
  answer = () => {}
  await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
  await add(placard, { duration: 2 })
  await add(placard, { duration: 2, url: placard.display })
  await openScreen(page, placard)
  await sees(page, RED)
  await seesOnly(page, RED, 20)
  expect(page.frames().filter((one) => one.url().startsWith(placard.url))).toHaveLength(1)
})

test('[CT15] a server that was there and is gone is passed over, and no page of the browser is shown', async ({
  page,
  placard,
}) => {
  await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
  const { id } = await add(placard, { duration: 2 })
  await openScreen(page, placard)
  await sees(page, GREEN)
  await removeItem(placard, id)
  await expect(page.locator('main.player iframe')).toHaveCount(0)
  await closeSite()
  await add(placard, { duration: 2 })
  await sees(page, RED)
  await seesOnly(page, RED, 8)
  await openSite(Number(new URL(url).port))
})

test('[CT15] without a network it is passed over', async ({ page, placard, context }) => {
  await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
  await add(placard, { duration: 2 })
  await openScreen(page, placard)
  await sees(page, GREEN)
  await context.setOffline(true)
  await sees(page, RED)
  await seesOnly(page, RED, 6)
  await context.setOffline(false)
  await sees(page, GREEN)
})

test('[CT15] whatever a page tries, it stays in its frame', async ({ page, placard, context }) => {
  answer = ({ url }, response) => {
    if (url !== '/') return void response.writeHead(204).end()
    const script = `
      const tried = {}
      const attempt = (name, does) => { try { tried[name] = String(does()) } catch (error) { tried[name] = error.name } }
      attempt('top', () => { top.location = 'https://elsewhere.example/' })
      attempt('parent', () => { parent.location.href = 'about:blank' })
      attempt('open', () => open('https://elsewhere.example/'))
      attempt('alert', () => { alert('here'); return 'said' })
      attempt('confirm', () => confirm('here'))
      attempt('storage', () => parent.localStorage.length)
      attempt('document', () => parent.document.title)
      attempt('cookie', () => parent.document.cookie)
      attempt('focus', () => { document.querySelector('input').focus(); window.focus() })
      attempt('fullscreen', () => { document.body.requestFullscreen().catch(() => {}) })
      attempt('download', () => document.querySelector('a').click())
      attempt('form', () => document.querySelector('form').submit())
      for (const target of [parent, top]) {
        for (const preview of ['hold', 'skip', 'live']) target.postMessage({ preview }, '*')
        target.postMessage({ preview: 'past', at: 0, manifest: {} }, '*')
        target.postMessage('noise', '*')
      }
      setTimeout(() => document.querySelector('input').focus(), 300)
      window.tried = tried`
    const parts = `<input autofocus><a href="/file.zip" download>a</a><form target="_top" action="https://elsewhere.example/"></form>`
    response.end(pageOf(GREEN, `${parts}<script>${script}</script>`))
  }
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push('dialog')
    void dialog.dismiss()
  })
  page.on('download', () => said.push('download'))
  context.on('page', () => said.push('window'))
  await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
  await add(placard, { duration: 2 })
  await openScreen(page, placard)
  for (let round = 0; round < 2; round += 1) {
    await sees(page, GREEN)
    await sees(page, RED)
  }
  const frame = page.frames().find((one) => one.url() === url)
  const tried = await frame?.evaluate(() => (window as unknown as { tried: Record<string, string> }).tried)
  expect(tried).toMatchObject({ top: 'SecurityError', open: 'null', confirm: 'false', storage: 'SecurityError' })
  expect(tried).toMatchObject({ document: 'SecurityError', cookie: 'SecurityError' })
  expect(said).toEqual([])
  expect(page.url()).toBe(placard.url + playerPath(DISPLAY, 0))
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
  // Its cookies and what it keeps are its own.
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('[CT15] a page beside the form does not keep the caret', async ({ admin: page }) => {
  const takes = "<input><script>window.take = () => document.querySelector('input').focus()</script>"
  answer = (_, response) => response.end(pageOf(GREEN, takes))
  await pasteUntilDialog(page, url)
  const form = formOf(page)
  await expect(form.frameLocator('iframe').frameLocator('iframe').locator('input')).toBeAttached()
  const title = form.getByLabel('Title')
  await title.fill('Rota')
  const frame = page.frames().find((one) => one.url() === url)
  await frame?.evaluate(() => (window as unknown as { take: () => void }).take())
  await expect(title).toBeFocused()
  await page.keyboard.type(' of the ward')
  await expect(title).toHaveValue('Rota of the ward')
})

test('[CT15] it is edited beside the player, and the undo of the page brings back what was', async ({
  admin: page,
  placard,
}) => {
  await add(placard, { duration: 30, webPage: { zoom: 150 } })
  const card = page.getByRole('article', { name: 'Rota' })
  await expect(card.getByText('Web page')).toBeVisible()
  await expect(card.getByText(new URL(url).host)).toBeVisible()
  await card.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Zoom')).toHaveValue('150')
  await expect(form.getByLabel('Type')).toHaveCount(0)
  await form.getByLabel('Zoom').selectOption('100')
  await form.getByLabel('Scrolled down, in pixels').fill('400')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect((await itemsOf(placard))[0]?.webPage).toEqual({ scroll: 400 })
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await itemsOf(placard))[0]?.webPage).toEqual({ zoom: 150 })
})

test('[CT15] the form says what the page said, and can be saved all the same', async ({ admin: page, placard }) => {
  await page.route('**/web-page-checks', (route) =>
    route.fulfill({ json: { verdict: 'forbidden', why: 'frame-ancestors', title: 'The rota' } }),
  )
  await pasteUntilDialog(page, 'https://rota.example/today')
  const form = formOf(page)
  await expect(form.getByText('This site does not allow other pages to show it')).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('The rota')
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(form).toBeHidden()
  expect(await itemsOf(placard)).toMatchObject([{ title: 'The rota', url: 'https://rota.example/today' }])
})

test('[CT15] an address of Placard itself gets a message at once, and other text is refused at its field', async ({
  admin: page,
  placard,
}) => {
  await pasteUntilDialog(page, placard.display)
  const form = formOf(page)
  await expect(form.getByText('This is a page of Placard itself.')).toBeVisible()
  await form.getByLabel('Address').fill('gopher://rota.example/')
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(form.getByLabel('Address')).toBeFocused()
  await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Address')).toHaveValue('gopher://rota.example/')
  expect(await itemsOf(placard)).toEqual([])
})

for (const language of ['en', 'ar']) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language, viewport: { width: 390, height: 844 } })

    test('[CT15] the form on a telephone, by the keyboard', async ({ admin: page, placard }) => {
      await pasteUntilDialog(page, url)
      const form = page.getByRole('dialog')
      await expect(form.locator('[data-verdict="unknown"]')).toBeVisible()
      await expect(form.frameLocator('iframe').locator('main.player iframe')).toBeAttached()
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      const send = form.locator('button[type=submit]')
      const isSend = () => send.evaluate((one) => one === document.activeElement)
      for (let presses = 0; presses < 25 && !(await isSend()); presses += 1) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(form).toBeHidden()
      expect(await itemsOf(placard)).toHaveLength(1)
    })
  })
}
