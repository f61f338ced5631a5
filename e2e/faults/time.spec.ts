import { expect, holdings, pause, runClock, span, test } from './screen.ts'

test.describe.configure({ timeout: span(120_000, 30 * 60_000) })

test('[F12] a week without the server: it plays all week, then takes the newest and lets the old go', async ({
  player: screen,
}) => {
  const { page } = screen
  await screen.show([1], 86_400)
  await page.clock.install()
  await screen.start()
  await screen.line.become({ type: 'refuse' })
  const days = 7
  for (let hour = 0; hour < days * 24; hour += 1) {
    await page.clock.fastForward(3_600_000)
    await pause(span(10, 100))
  }
  await screen.sees([1])
  const kept = () =>
    page.evaluate(async () =>
      (await (await caches.open('placard-media')).keys()).map(({ url }) => new URL(url).pathname),
    )
  const before = await kept()
  expect(before).toHaveLength(1)
  await screen.replaceWith([8, 9], 86_400)
  const since = Date.now()
  await screen.line.become({ type: 'pass' })
  // It may be either: the clock hears of the server's time in these seconds.
  await screen.sees([8, 9], 60_000)
  await expect.poll(async () => (await kept()).filter((path) => !before.includes(path)).length).toBe(2)
  await pause(2_000)
  await screen.verdict('seven days by the page’s clock', { since, marks: [8, 9] })
  // A file that no manifest names goes after a day. Two items further on it is not on the screen any more either.
  for (let hour = 0; hour < 50; hour += 1) {
    await page.clock.fastForward(3_600_000)
    await pause(30)
  }
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(61_000)
        return (await kept()).filter((path) => before.includes(path))
      },
      { timeout: 20_000 },
    )
    .toEqual([])
})

test('[F27] hours of looping leave nothing behind in the page', { tag: '@slow' }, async ({
  player: screen,
  context,
}) => {
  const { page } = screen
  await screen.show([1, 2, 3])
  await page.clock.install()
  await screen.start()
  const play = () => runClock(page, span(60_000, 600_000), 250)
  await play()
  const before = await holdings(context, page)
  await play()
  const after = await holdings(context, page)
  expect(after.nodes).toBeLessThan(before.nodes + 60)
  expect(after.listeners).toBeLessThan(before.listeners + 20)
  expect(after.heap).toBeLessThan(before.heap * 1.3)
  await screen.sees([1, 2, 3])
})

test('[F30] [F11] the page crashes with the server gone: what starts it again finds the picture', async ({
  player: screen,
  context,
}) => {
  await screen.show([1, 2])
  await screen.start()
  await screen.line.become({ type: 'refuse' })
  // A photograph under way as the renderer dies may take the whole browser with it.
  await screen.watched.stop()
  const crashed = screen.page.waitForEvent('crash')
  const cdp = await context.newCDPSession(screen.page)
  cdp.send('Page.crash').catch(() => {})
  await crashed
  const since = Date.now()
  // As a kiosk's keeper does; the page itself cannot.
  screen.page = await context.newPage()
  await screen.page.setViewportSize({ width: 640, height: 360 })
  await screen.start()
  await screen.seesAll([1, 2])
  await screen.verdict('the renderer crashed, the line down', { since, marks: [1, 2] })
})

test('[F31] hidden behind another page, and frozen: the right item at once when it is seen again', {
  tag: '@slow',
}, async ({ player: screen, context }) => {
  await screen.show([1, 2])
  await screen.start()
  const cdp = await context.newCDPSession(screen.page)
  const other = await context.newPage()
  await other.bringToFront()
  // Nobody sees what is behind: there a browser gives up decoded pictures, and a photograph may come before they are back.
  screen.expect({ marks: [1, 2], calm: true })
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
  await pause(span(6_000, 60_000))
  const since = await screen.replaceWith([8, 9])
  await cdp.send('Page.setWebLifecycleState', { state: 'active' })
  await screen.page.bringToFront()
  await other.close()
  await screen.sees([1, 2, 8, 9])
  screen.expect({ marks: [1, 2, 8, 9] })
  await screen.seesAll([8, 9], 60_000)
  await screen.verdict(`frozen for ${span(6, 60)} s, edited meanwhile`, { since, marks: [8, 9] })
})

test('[F32] eight hours of sleep: the right item at once, and the newest', async ({ player: screen }) => {
  const { page } = screen
  await screen.show([1], 600)
  await page.clock.install()
  await screen.start()
  await page.clock.fastForward(8 * 3_600_000)
  const since = await screen.replaceWith([8], 600)
  await screen.sees([8], 40_000)
  await screen.verdict('slept for eight hours by the page’s clock', { since, marks: [8] })
})

test('[F33] the device’s clock jumps by a year either way: the loop does not notice', { tag: '@slow' }, async ({
  player: screen,
}) => {
  const { page } = screen
  await screen.show([1, 2])
  await page.clock.install()
  await screen.start()
  const year = 365 * 86_400_000
  for (const jump of [year, -year, -year, 600_000]) {
    const wall = await page.evaluate(() => Date.now())
    await page.clock.setSystemTime(wall + jump)
    await screen.seesAll([1, 2])
  }
  const since = await screen.replaceWith([8, 9])
  await screen.sees([8, 9], 60_000)
  await screen.verdict('the wall clock a year on, two back, ten minutes on', { since, marks: [8, 9] })
})

test('[F34] a page that is blocked for five seconds goes on at the right place', { tag: '@slow' }, async ({
  player: screen,
}) => {
  await screen.show([1, 2])
  await screen.start()
  for (let round = 0; round < span(1, 8); round += 1) {
    await screen.page.evaluate(() => {
      for (const end = performance.now() + 5_000; performance.now() < end; );
    })
    await screen.seesAll([1, 2])
  }
  const since = await screen.replaceWith([8, 9])
  await screen.sees([8, 9])
  await screen.verdict('the main thread blocked for 5 s', { since, marks: [8, 9] })
})
