import { readPath } from '@placard/contract'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, signIn, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'

const addressOf = (placard: Placard) => placard.url + readPath(DISPLAY)

async function addNotice(placard: Placard, heading: string, body: string): Promise<void> {
  const notice = { look: 'paper' as const, heading, body, byline: 'The library' }
  await placard.call('createItem', { body: { title: 'N', type: 'notice', url: 'about:blank', visible: true, notice } })
}

const opened = async (page: Page, placard: Placard) => {
  await page.goto(addressOf(placard))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Department of ECE')
}

test('[TW1] the dashboard leads to everything that a display shows, as a page to read', async ({ admin, placard }) => {
  await addNotice(placard, 'Closed on Friday', 'The library is closed.\n\n- Returns: **box** at the door')
  await admin.getByRole('button', { name: 'Show on a screen' }).first().click()
  const [page] = await Promise.all([
    admin.waitForEvent('popup'),
    admin.getByRole('link', { name: 'everything that it shows, as a page to read' }).click(),
  ])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Department of ECE')
  // As a screen reader has it: what is on first, each thing by its words, all texts as a list.
  await expect(page.getByRole('heading')).toHaveText([
    'Department of ECE',
    'On the screen',
    'Closed on Friday',
    'Texts that run below',
  ])
  const [loop, texts] = [page.locator('ol'), page.locator('ul.lines')]
  await expect(loop.locator(':scope > li')).toHaveCount(5)
  await expect(loop.locator(':scope > li').first()).toContainText('Now')
  await expect(texts.getByRole('listitem').first()).toHaveText('Welcome to the Department of ECE')
  await expect(loop.getByRole('listitem').filter({ hasText: 'Closed' })).toMatchAriaSnapshot(`
    - listitem:
      - paragraph: /Notice/
      - heading "Closed on Friday" [level=3]
      - paragraph: The library is closed.
      - list:
        - listitem:
          - text: "Returns:"
          - strong: box
          - text: at the door
      - paragraph: The library
  `)
  await page.close()
})

for (const { name, use } of [
  { name: 'light', use: { viewport: { width: 1440, height: 900 } } },
  { name: 'dark, 390 px wide', use: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const } },
  { name: 'Arabic, 320 px wide', use: { viewport: { width: 320, height: 700 }, locale: 'ar' } },
]) {
  test.describe(`WCAG 2.2 AA, ${name}`, () => {
    test.use(use)
    test('[TW1] the page to read has no finding, and nothing runs over its edge', async ({ page, placard }) => {
      await opened(page, placard)
      await expect(page.getByRole('button')).toBeVisible()
      expect(await findings(page, { rules: 'all' })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('[TW1] the page to read says all of it, and offers nothing that does not work', async ({ page, placard }) => {
    await opened(page, placard)
    await expect(page.getByText('Bring your card')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Now' })).toHaveCount(1)
    await expect(page.getByRole('button')).toHaveCount(0)
  })
})

test('[TW1] with Follow, a reader hears changes; without it, nothing is announced', async ({ page, placard }) => {
  for (const { id } of (await placard.call('getProgramme')).items) {
    await placard.call('updateItem', {
      params: { ...DISPLAY, itemId: id },
      body: { visible: false },
      headers: { 'if-match': '*' },
    })
  }
  await addNotice(placard, 'Lunch until two', 'Soup')
  await page.clock.install()
  await opened(page, placard)
  const status = page.getByRole('status')
  const change = async (heading: string) => {
    for (const { id, type } of (await placard.call('getProgramme')).items) {
      if (type === 'notice')
        await placard.call('removeItem', { params: { ...DISPLAY, itemId: id }, headers: { 'if-match': '*' } })
    }
    await addNotice(placard, heading, 'Now')
  }
  await change('The hall is open')
  await page.clock.runFor(60_000)
  await expect(page.getByRole('heading', { level: 3 })).toHaveText('Lunch until two')
  await expect(status).toBeEmpty()

  await page.getByRole('button', { name: 'Follow the changes' }).click()
  await page.clock.runFor(16_000)
  await expect(status).toHaveText('Now: The hall is open')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText('The hall is open')

  // The choice stays for the page, and the page stays without a network.
  await page.reload()
  const button = page.getByRole('button', { name: 'Following. Press to stop.' })
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText('The hall is open')
  await expect(button).toBeVisible()
  await page.context().setOffline(false)
})

test('[TW1] it can stand in a page of the house, and has no session of its own', async ({ page, placard }) => {
  await signIn(page, placard)
  const answer = await page.request.get(addressOf(placard))
  expect(answer.headers()['content-security-policy']).toContain('frame-ancestors *')
  expect(answer.headers()['set-cookie']).toBe(undefined)
})

test('[TA1] each thing on it is shared by a link of its own, and one with a date goes into a calendar', async ({
  page,
  placard,
}) => {
  await addNotice(placard, 'Concert in {days until 2030-12-18}', 'In the hall')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: placard.url })
  await opened(page, placard)
  const concert = page.locator('.entry').filter({ hasText: 'Concert' })
  await concert.getByRole('link', { name: 'Share' }).click()
  await expect(page.getByRole('status')).toHaveText('The link is copied.')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${addressOf(placard)}#[0-9a-z-]+$`))
  await page.goto(link)
  await expect(page.locator('.entry:target')).toContainText('Concert')
  await expect(page.locator('.entry:target')).toBeInViewport()

  const address = await concert.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')
  const file = await page.request.get(new URL(address ?? '', page.url()).href)
  expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect(await file.text()).toContain('DTSTART;VALUE=DATE:20301218')
  expect(await findings(page, { rules: 'all' })).toEqual([])
})

test.describe('without JavaScript, the takeaway', () => {
  test.use({ javaScriptEnabled: false })
  test('[TA1] each thing is a link to itself', async ({ page, placard }) => {
    await opened(page, placard)
    const link = page.getByRole('link', { name: 'Link to this' }).first()
    await link.click()
    expect(page.url()).toBe(addressOf(placard) + (await link.getAttribute('href')))
  })
})
