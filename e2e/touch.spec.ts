import { PAGES } from '@placard/contract'
import type { CDPSession, Locator } from '@playwright/test'
import { expect, test } from './journey.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Touches the handle, moves the finger to the target in small steps, and lifts it. */
async function drag(cdp: CDPSession, handle: Locator, target: Locator): Promise<void> {
  const middle = async (of: Locator) => {
    const box = await of.boundingBox()
    if (!box) throw new Error(`${of} cannot be touched`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const from = await middle(handle)
  const to = await middle(target)
  const steps = 15
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let step = 1; step <= steps; step += 1) {
    const at = (a: number, b: number) => a + ((b - a) * step) / steps
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: at(from.x, to.x), y: at(from.y, to.y) }],
    })
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('T3 on a phone a finger on the grip drags a line, and beside it the page scrolls', async ({ admin, placard }) => {
  const cdp = await admin.context().newCDPSession(admin)
  for (const text of ['Alpha', 'Beta', 'Gamma']) await placard.call('createLine', { body: { text } })
  const row = (text: string) =>
    admin.getByRole('region', { name: 'Text' }).getByRole('listitem').filter({ hasText: text })
  const order = async () => (await placard.call('getProgramme')).lines.map(({ text }) => text).slice(-3)

  await admin.getByRole('button', { name: 'Texts', exact: true }).click()
  // Clear of what stands at the foot of the window.
  await row('Beta').evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await drag(cdp, row('Gamma').locator('[data-grip]'), row('Alpha'))
  await expect.poll(order).toEqual(['Gamma', 'Alpha', 'Beta'])

  // From the words themselves it is a swipe like any other: the list scrolls, and at its end the page.
  const list = admin.getByRole('region', { name: 'Text' }).getByRole('list')
  const scrolled = () => list.evaluate((element) => scrollY + element.scrollTop)
  const before = await scrolled()
  await drag(cdp, row('Gamma').getByText('Gamma'), row('Beta'))
  await expect.poll(scrolled).toBeLessThan(before)
  expect(await order()).toEqual(['Gamma', 'Alpha', 'Beta'])
})

test('R7 on a phone the presentation is gone through by swipes, whole slides in a frame of the full height', async ({
  page,
  placard,
}) => {
  const cdp = await page.context().newCDPSession(page)
  await page.goto(placard.url + PAGES.test)
  const place = page.frameLocator('iframe').locator('#place')
  await expect(place).toHaveText(/^1 /)
  const swipe = async (from: number, to: number) => {
    const y = 400
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: (from + to) / 2, y }] })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: to, y }] })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe(320, 60)
  await expect(place).toHaveText(/^2 /)
  await swipe(60, 320)
  await expect(place).toHaveText(/^1 /)
  const box = await page.locator('iframe').boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
})

test('E1 on a phone a finger on the grip drags a card', async ({ admin, placard }) => {
  const cdp = await admin.context().newCDPSession(admin)
  const titles = async () => (await placard.call('getProgramme')).items.map(({ title }) => title)
  const [first = '', second = '', ...rest] = await titles()
  const cards = admin.getByRole('article')
  await cards.nth(1).locator('[data-grip]').scrollIntoViewIfNeeded()
  await drag(cdp, cards.nth(1).locator('[data-grip]'), cards.nth(0))
  await expect.poll(titles).toEqual([second, first, ...rest])
})

test('[U21] on a phone the parts of the dashboard are one touch away, right below the preview', async ({ admin }) => {
  const parts = admin.getByRole('navigation', { name: 'Parts of this page' })
  const shown = {
    Pictures: admin.getByRole('article').first(),
    Texts: admin.getByRole('region', { name: 'Text' }),
    Screens: admin.getByRole('region', { name: 'Screens' }),
  }
  await expect(shown.Pictures).toBeVisible()
  const top = await shown.Pictures.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  expect(top).toBeLessThan(844)
  for (const [name, own] of Object.entries(shown)) {
    const button = parts.getByRole('button', { name, exact: true })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    for (const other of Object.values(shown)) await expect(other).toBeVisible({ visible: other === own })
  }
  await parts.getByRole('button', { name: 'Pictures', exact: true }).click()
  // One column: earlier is above.
  const rotation = await shown.Pictures.getByRole('button', { name: /earlier/i })
    .locator('svg')
    .evaluate((icon) => getComputedStyle(icon).rotate)
  expect(rotation).toBe('90deg')
  const grip = shown.Pictures.locator('[data-grip]')
  expect(Number(await grip.evaluate((element) => getComputedStyle(element).opacity))).toBeGreaterThan(0.5)
})
