import type { LineFault } from '../rigs/fault-proxy.ts'
import { expect, holdings, LINE, MANIFEST, pause, runClockUntil, type Screen, STREAM, span, test } from './screen.ts'

test.describe.configure({ timeout: span(120_000, 30 * 60_000) })

/** A screen owes this to its building: a line that broke and came back brings the newest. */
async function endureAndReturn(screen: Screen, fault: LineFault, forMs: number, done: string): Promise<void> {
  await screen.line.become(fault)
  await pause(forMs / 2)
  await screen.replaceWith([8, 9])
  await pause(forMs / 2)
  const since = Date.now()
  await screen.line.become({ type: 'pass' })
  await screen.sees([8, 9], 120_000)
  await screen.verdict(done, { since, marks: [8, 9] })
}

for (const [type, tag] of [
  ['refuse', '@fault'],
  ['reset', '@slow'],
] as const) {
  test(`[F1] every connection met with ${type}: it plays on, and returns`, { tag }, async ({ player: screen }) => {
    await screen.show([1, 2])
    await screen.start()
    const before = screen.line.counts().connections
    await endureAndReturn(screen, { type }, span(6_000, 60_000), `${type} for ${span(6, 60)} s`)
    await expect(screen.page.getByText(LINE).first()).toBeAttached()
    expect(screen.line.counts().connections - before).toBeLessThan(span(40, 60))
  })
}

test('[F2] a connection that died without a word is noticed, and what was changed meanwhile arrives', async ({
  player: screen,
}) => {
  await screen.show([1], 600)
  await screen.page.clock.install()
  await screen.start()
  // In everyday life nothing but the stream is connected. A browser that has just loaded the page keeps six more for later.
  await expect.poll(() => screen.line.counts().open, { timeout: 30_000 }).toBe(1)
  await screen.line.become({ type: 'silence', towards: 'browser' })
  await screen.line.become({ type: 'pass' })
  await screen.replaceWith([8], 600)
  await pause(2_000)
  expect(screen.watched.frames.some(({ sight }) => sight.type === 'item' && sight.mark === 8)).toBe(false)
  const streams = () => screen.requests.passed.filter(({ path }) => path.startsWith(STREAM)).length
  const before = streams()
  const since = Date.now()
  await runClockUntil(screen.page, () => streams() > before)
  await screen.sees([8], 60_000)
  await screen.verdict('stream dead without a FIN, clock run on', { since, marks: [8] })
})

test('[F2] a line that swallows everything for a while is survived', { tag: '@slow' }, async ({ player: screen }) => {
  await screen.show([1, 2])
  await screen.start()
  await endureAndReturn(screen, { type: 'silence', towards: 'both' }, 60_000, 'silence both ways for 60 s')
})

test('[F3] the browser’s report about the network is trusted in neither direction', { tag: '@slow' }, async ({
  player: screen,
}) => {
  await screen.page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
  })
  await screen.show([1, 2])
  await screen.start()
  await screen.page.evaluate(() => window.dispatchEvent(new Event('offline')))
  const since = await screen.replaceWith([8, 9])
  await screen.seesAll([8, 9])
  // And the other way round: it says it is back, and nobody is there.
  await screen.line.become({ type: 'refuse' })
  for (let index = 0; index < 20; index += 1) {
    await screen.page.evaluate(() => window.dispatchEvent(new Event('online')))
    await pause(100)
  }
  await screen.seesAll([8, 9])
  await screen.verdict('onLine untrue both ways', { since, marks: [8, 9] })
})

test('[F4] somebody answers everything with a page, a redirect, 511: nothing of it is shown or kept', {
  tag: '@slow',
}, async ({ player: screen }) => {
  await screen.show([1, 2])
  await screen.start()
  const body = '<!doctype html><title>Welcome</title><body style="background:white">Accept our terms'
  for (const [status, more] of [
    [302, { Location: 'http://localhost:9/terms' }],
    [511, {}],
    [200, {}],
  ] as const) {
    const headers = { 'Content-Type': 'text/html', ...more }
    await screen.line.become({ type: 'answer', status, headers, body })
    await screen.page.evaluate(() =>
      navigator.serviceWorker.getRegistration().then((one) => one?.update().catch(() => {})),
    )
    await pause(span(1_500, 20_000))
  }
  await endureAndReturn(screen, screen.line.fault(), span(2_000, 20_000), '302, 511 and 200 with a page for everything')
  const kept = await screen.page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '')
    }
    return texts.filter((text) => text.includes('Accept our terms')).length
  })
  expect(kept).toBe(0)
})

test('[F5] 429, 500, 502, 503 and 204 in turn: it plays on, tries again with patience, and returns', {
  tag: '@slow',
}, async ({ player: screen }) => {
  await screen.show([1, 2])
  await screen.start()
  const before = screen.line.counts().connections
  for (const status of [429, 500, 502, 503, 204]) {
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '1' }
    await screen.line.become({ type: 'answer', status, headers, body: '' })
    await pause(span(1_500, 15_000))
  }
  const tries = screen.line.counts().connections - before
  expect(tries).toBeLessThan(span(40, 120))
  await endureAndReturn(screen, { type: 'pass' }, 0, `five statuses, ${span(1.5, 15)} s each; ${tries} tries`)
})

test('[F6] a thin, long and breaking line: what is there plays, a text arrives, a picture comes in pieces', {
  tag: '@slow',
}, async ({ player: screen }) => {
  await screen.show([1, 2])
  await screen.start()
  await screen.line.become({
    type: 'slow',
    bytesPerSecond: span(16_000, 8_000),
    latencyMs: span(300, 1_000),
    jitterMs: span(300, 1_000),
    resetShare: 0.02,
  })
  const lineAt = Date.now()
  await screen.placard.call('createLine', { body: { text: 'Through the thin line' } })
  await expect(screen.page.getByText('Through the thin line').first()).toBeAttached({ timeout: 60_000 })
  const textMs = Date.now() - lineAt
  // Beside what is there: who takes everything away has nothing on the screen until the new has come
  // (docs/reliability/faults.md, F2).
  const addedAt = Date.now()
  for (const mark of [8, 9]) await screen.add(mark)
  await screen.seesAll([8, 9], 90_000)
  const pictureMs = Date.now() - addedAt
  await pause(span(0, 45_000))
  await screen.seesAll([1, 2, 8, 9], 30_000)
  await screen.verdict(
    `${span(128, 64)} kbit/s, ${span(0.3, 1)} to ${span(0.6, 2)} s, 2 % of the pieces reset; a text took ${textMs} ms, two pictures ${pictureMs} ms`,
  )
})

test('[F7] a line that ends every connection early: a picture comes in pieces and is shown only whole', {
  tag: '@slow',
}, async ({ player: screen }) => {
  await screen.show([1, 2])
  await screen.start()
  await screen.line.become({ type: 'cut', afterBytes: 9_000 })
  for (const mark of [8, 9]) await screen.add(mark)
  // Otherwise the line was good enough, and nothing is proven.
  const continued = () => screen.requests.passed.filter(({ range }) => /^bytes=[1-9]/.test(range ?? '')).length
  await expect.poll(continued, { timeout: 60_000 }).toBeGreaterThan(0)
  await pause(span(4_000, 20_000))
  await screen.line.become({ type: 'pass' })
  const mendedAt = Date.now()
  await screen.seesAll([1, 2, 8, 9], 60_000)
  await screen.verdict(`every connection cut after 9 kB; two pictures were on ${Date.now() - mendedAt} ms after`)
})

test('[F8] [F29] a line that comes and goes leaves nothing behind', { tag: '@slow' }, async ({
  player: screen,
  context,
}) => {
  await screen.show([1, 2])
  await screen.start()
  const before = await holdings(context, screen.page)
  const connections = screen.line.counts().connections
  const rounds = span(4, 15)
  for (let round = 0; round < rounds; round += 1) {
    await screen.line.become({ type: 'refuse' })
    await pause(span(1_000, 3_000))
    await screen.line.become({ type: 'pass' })
    await pause(span(1_000, 3_000))
  }
  const since = await screen.replaceWith([8, 9])
  await screen.seesAll([8, 9], 60_000)
  const after = await holdings(context, screen.page)
  expect(after.listeners).toBeLessThan(before.listeners + 30)
  expect(after.nodes).toBeLessThan(before.nodes + 100)
  const tries = screen.line.counts().connections - connections
  expect(tries / rounds).toBeLessThan(12)
  await screen.verdict(`${rounds} times away and back; ${tries} connections`, { since, marks: [8, 9] })
})

test('[F9] behind somebody who holds the stream back, changes arrive by asking', { tag: '@slow' }, async ({
  player: screen,
}) => {
  await screen.show([1], 600)
  screen.requests.fault = ({ url = '' }) => (url.startsWith(STREAM) ? { type: 'hold' } : undefined)
  await screen.page.clock.install()
  await screen.page.goto(screen.address)
  const polls = () => screen.requests.passed.filter(({ path }) => path === MANIFEST).length
  await runClockUntil(screen.page, () => polls() > 0)
  await screen.start()
  const since = await screen.replaceWith([8], 600)
  const before = polls()
  await runClockUntil(screen.page, () => polls() > before)
  await screen.sees([8])
  await screen.verdict('stream held back, clock run on', { since, marks: [8] })
})

test('[F9] somebody who drops the silent is never met with silence', { tag: '@slow' }, async ({ player: screen }) => {
  await screen.show([1, 2])
  await screen.line.become({ type: 'idle', afterMs: 60_000 })
  await screen.start()
  await pause(1_000)
  const streams = () => screen.requests.passed.filter(({ path }) => path.startsWith(STREAM)).length
  const before = streams()
  await pause(100_000)
  expect(streams()).toBe(before)
  await screen.verdict('idle connections dropped after 60 s')
})
