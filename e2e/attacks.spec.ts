import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PAGES } from '@placard/contract'
import { expect, signIn, test } from './journey.ts'

test('[B25] titles that would end a script or fill a template are text, on the dashboard and on the screen', async ({
  admin,
  placard,
}) => {
  const titles = ['</script><script>document.title = "taken"</script>', '{{7*7}}', `\${7*7}`, 'line\u2028separator']
  for (const title of titles) {
    await placard.call('createItem', { body: { title, type: 'video', url: 'https://example.org/film.mp4' } as never })
    await placard.call('createLine', { body: { text: title } })
  }
  for (const title of titles) {
    // A browser's inner text shows the separator as what it is.
    await expect(admin.getByRole('article').filter({ hasText: title }).first()).toBeVisible()
  }
  expect(await admin.title()).not.toBe('taken')
  await admin.goto(placard.display)
  await expect(admin.locator('main.player')).toContainText('</script><script>')
  await expect(admin.locator('main.player')).toContainText('{{7*7}}')
  expect(await admin.title()).not.toBe('taken')
})

test('[B87] another site may frame a display, and nothing else', async ({ page, placard }) => {
  const addresses = [
    placard.display,
    ...[PAGES.dashboard, PAGES.login, PAGES.landing].map((path) => placard.url + path),
  ]
  const frames = addresses.map((address) => `<iframe src="${address}" width="640" height="360"></iframe>`).join('')
  // Another name for this machine, and so another site. It must be as near as the server: browsers keep pages of the
  // internet from framing what is at home.
  const foreign = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(frames))
  await once(foreign.listen(0, '127.0.0.1'), 'listening')
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`)
  await expect(page.frameLocator('iframe').nth(0).locator('main.player')).toBeVisible()
  await expect
    .poll(() => page.frames().filter((frame) => frame.url().startsWith('chrome-error:')).length)
    .toBe(addresses.length - 1)
  foreign.close()
  foreign.closeAllConnections()
})

test('[B93] signing out leaves nothing of the session behind, and the display of the same device its store', async ({
  page,
  placard,
}) => {
  await page.goto(placard.display)
  const stored = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(async () => (await stored()).some((path) => path.startsWith('/media/'))).toBe(true)

  await signIn(page, placard)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const answer = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect((await answer).headers()['clear-site-data'] ?? '').not.toMatch(/storage|cache|\*/)
  await page.waitForURL(`**${PAGES.login}**`)

  const left = await stored()
  expect(left.some((path) => path.startsWith('/media/'))).toBe(true)
  expect(left.filter((path) => /session|programme|\/live|dashboard/.test(path))).toEqual([])
  const words = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(words).not.toContain('vnr.example')
})
