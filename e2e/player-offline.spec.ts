import { playerPath } from '@placard/contract'
import type { Page } from '@playwright/test'
import { clearDisplay } from './content.ts'
import { expect } from './journey.ts'
import { BLUE, flatPicture, GREEN, noisePicture, RED } from './pixels.ts'
import { DISPLAY } from './placard.ts'
import { launchHttpsFront } from './rigs/https-front.ts'
import { becomes, type KeptScreen, keptMedia, LINE, recordOf, shows, test, wantedMedia } from './rigs/kept-screen.ts'
import { everything } from './rigs/request-proxy.ts'

// A long file is divided among the workers.
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

/** Records the items that come on, until there are this many. */
const comings = (page: Page, count: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<string[]>((resolve) => {
        const itemNow = () => document.querySelector('[data-item]')?.getAttribute('data-item') ?? ''
        const came: string[] = []
        let last = itemNow()
        const observer = new MutationObserver(() => {
          const item = itemNow()
          if (item === last || item === '') return
          last = item
          came.push(item)
          if (came.length < wanted) return
          observer.disconnect()
          resolve(came)
        })
        observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-item'] })
      }),
    count,
  )

// The first of all: the others take the sample's film away.
test('[OF5] a film is answered in ranges from the device', async ({ device }) => {
  const context = await device.startBrowser()
  const page = await device.open(context)
  await becomes(page, 'ready')
  const film = (await device.placard.call('getManifest')).items.find(({ type }) => type === 'video')
  device.proxy.fault = everything({ type: 'down' })
  const answers = await page.evaluate(async (url) => {
    const ask = async (range: string) => {
      const answer = await fetch(url, { headers: { Range: range } })
      const { size } = await answer.blob()
      return [answer.status, answer.headers.get('Content-Range'), size]
    }
    return [await ask('bytes=100-199'), await ask('bytes=-50'), await ask('bytes=99999999999-')]
  }, film?.url ?? '')
  const size = film?.sizeBytes ?? 0
  expect(answers).toEqual([
    [206, `bytes 100-199/${size}`, 100],
    [206, `bytes ${size - 50}-${size - 1}/${size}`, 50],
    [416, `bytes */${size}`, 0],
  ])
  await context.close()
})

test('[F11] it starts with the server gone: picture and ticker', async ({ device }) => {
  await device.show([RED])
  let context = await device.startBrowser()
  await becomes(await device.open(context), 'ready')
  await context.close()
  await device.placard.kill()
  device.proxy.fault = everything({ type: 'down' })

  context = await device.startBrowser()
  const begun = Date.now()
  const page = await device.open(context)
  await expect(page.locator('[data-item]')).toBeAttached()
  // To be read, not held against a limit: that depends on the machine.
  const paintedMs = Date.now() - begun
  await expect.poll(() => shows(page, RED)).toBe(true)
  await expect(page.getByText(LINE).first()).toBeAttached()
  test.info().annotations.push({ type: 'first picture, ms', description: String(paintedMs) })

  // And it goes on trying: the next change arrives.
  await device.placard.start()
  device.proxy.fault = () => undefined
  await device.placard.call('createLine', { body: { text: 'Back again' } })
  await expect(page.getByText('Back again').first()).toBeAttached({ timeout: 120_000 })
  await context.close()
})

test('[F11] [F17] the server’s clock is kept as soon as it is known: the power may go at any moment', async ({
  device,
}) => {
  await device.show([RED])
  const context = await device.startBrowser()
  // The later saving, which waits for the estimate to become exact, never comes.
  await context.addInitScript(() => {
    const wait = window.setTimeout
    window.setTimeout = ((then: () => void, ms?: number) => (ms === 3_000 ? 0 : wait(then, ms))) as typeof setTimeout
  })
  const page = await device.open(context)
  await becomes(page, 'ready')
  await expect.poll(async () => (await recordOf(page, 'clock')) !== undefined).toBe(true)
  await context.close()
})

test('[F4] [B94] a captive portal is neither stored nor shown, and what was stored plays on', async ({ device }) => {
  await device.show([RED])
  let answered = 0
  device.proxy.fault = ({ url = '', headers }) => {
    if (!url.startsWith('/media/')) return undefined
    // Files to be kept; the picture itself is asked for as an image.
    if (headers['sec-fetch-dest'] === 'empty') answered += 1
    return { type: 'captive' }
  }
  const context = await device.startBrowser()
  const page = await device.open(context)
  await expect(page.getByText(LINE).first()).toBeAttached()
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  expect(await keptMedia(page)).toEqual({})
  await becomes(page, 'storing')

  device.proxy.fault = () => undefined
  await becomes(page, 'ready')
  await device.add(BLUE, await flatPicture(BLUE), 60)
  answered = 0
  device.proxy.fault = () => {
    answered += 1
    return { type: 'captive' }
  }
  await page.reload()
  await expect.poll(() => shows(page, RED)).toBe(true)
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update().catch(() => {})))
  const before = answered
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 2)
  expect(await shows(page, RED)).toBe(true)

  const wanted = await wantedMedia(device)
  for (const [url, hash] of Object.entries(await keptMedia(page))) expect(hash).toBe(wanted[url])
  const markup = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? ''
        if (text.includes('Accept our terms')) found.push(request.url)
      }
    }
    return found
  })
  expect(markup).toEqual([])
  await context.close()
})

test('[F7] a download that is cut goes on where it was, and counts only when it is whole', async ({ device }) => {
  await clearDisplay(device.placard)
  const url = await device.add('Noise', await noisePicture(640, 500), 60)
  const { sizeBytes = 0 } = (await device.placard.call('getManifest')).items[0] ?? {}
  expect(sizeBytes).toBeGreaterThan(150_000)
  // Cuts at other places each time, as a bad line does.
  const isDownload = (path: string, destination: unknown) => path === url && destination === 'empty'
  let cuts = 0
  let isMended = false
  device.proxy.fault = (request) => {
    if (!isDownload(request.url ?? '', request.headers['sec-fetch-dest']) || isMended) return undefined
    cuts += 1
    return { type: 'cut', afterBytes: 15_000 + 1_000 * cuts }
  }
  const context = await device.startBrowser()
  const page = await device.open(context)
  await expect.poll(() => cuts, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  expect(await keptMedia(page)).toEqual({})
  await becomes(page, 'storing')
  isMended = true
  await becomes(page, 'ready')
  expect(await keptMedia(page)).toEqual(await wantedMedia(device))

  const downloads = device.proxy.passed.filter(({ path, destination }) => isDownload(path, destination))
  expect(downloads[0]?.range).toBeUndefined()
  expect(downloads.slice(1).every(({ range }) => range !== undefined)).toBe(true)
  expect(downloads.at(-1)?.range).not.toBe('bytes=0-')
  // Not a byte twice: each try begins where the one before ended.
  expect(downloads.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(sizeBytes * 1.3)
  await context.close()
})

/** Drops all timers of more than 8 s, such as the one that gives up a stream without content after 10 s. */
function dropLongTimers(): void {
  const wait = window.setTimeout
  window.setTimeout = ((then: () => void, ms = 0) => (ms > 8_000 ? 0 : wait(then, ms))) as typeof setTimeout
}

const manifests = (device: KeptScreen) => device.proxy.passed.filter(({ path }) => path.endsWith('/manifest')).length

test('[G4] behind somebody who holds the stream back a new screen begins at once, and a known one asks nothing more', async ({
  device,
}) => {
  await device.show([RED])
  device.proxy.fault = ({ url = '' }) => (url.includes('/manifest/live') ? { type: 'hold' } : undefined)
  const context = await device.startBrowser()
  await context.addInitScript(dropLongTimers)
  const page = await device.open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  expect(manifests(device)).toBe(1)
  await becomes(page, 'ready')
  await page.reload()
  await expect.poll(() => shows(page, RED)).toBe(true)
  expect(manifests(device)).toBe(1)
  await context.close()
})

test('[G9] a browser without EventSource plays, and hears of changes by asking', async ({ device }) => {
  await device.show([RED])
  const context = await device.startBrowser()
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'EventSource')
  })
  const page = await device.open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await device.placard.call('createLine', { body: { text: 'Asked for' } })
  await expect(page.getByText('Asked for').first()).toBeAttached({ timeout: 60_000 })
  await context.close()
})

/** The browser is killed at these times after the update, in milliseconds. */
const KILLED = [
  { afterMs: [0, 120], tag: [] },
  { afterMs: [60, 180, 240, 300], tag: '@slow' },
]
for (const { afterMs, tag } of KILLED) {
  test(`[F17] killed ${afterMs.join(', ')} ms after an update, it starts with the old manifest or the new one, whole`, {
    tag,
  }, async ({ device }) => {
    test.setTimeout(900_000)
    await device.show([RED, RED, RED])
    let context = await device.startBrowser()
    await becomes(await device.open(context), 'ready')
    for (const [round, delayMs] of afterMs.entries()) {
      const colour = [BLUE, GREEN, RED][round % 3] ?? RED
      // Three files that are all of one colour: any mixture would show.
      await clearDisplay(device.placard)
      for (let index = 0; index < 3; index += 1) {
        await device.add(colour, await flatPicture(colour, { width: 1_280, height: 700 + index }), 60)
      }
      await new Promise((wake) => setTimeout(wake, delayMs))
      await device.kill(context)
      device.proxy.fault = everything({ type: 'down' })
      context = await device.startBrowser()
      const page = await device.open(context)
      await expect(page.locator('main')).toHaveAttribute('data-revision', /^\d+$/, { timeout: 120_000 })
      const record = await recordOf(page, 'manifest vnr/ece')
      if (record === undefined) throw new Error('it plays what it has not kept')
      const { manifest } = JSON.parse(record)
      // It may have kept any state that there was, the one without an item among them.
      if (manifest.items.length > 0) await expect(page.locator('[data-item]')).toBeAttached({ timeout: 120_000 })
      const kept = await keptMedia(page)
      for (const { url, sha256 } of manifest.items) expect(kept[url]).toBe(sha256)
      device.proxy.fault = () => undefined
      // Connected again, it ends with the newest.
      await expect(page.locator('main')).toHaveAttribute(
        'data-revision',
        String((await device.placard.call('getManifest')).revision),
        { timeout: 120_000 },
      )
      await becomes(page, 'ready')
    }
    await context.close()
  })
}

test('the second pass of the loop costs no byte of media', async ({ device }) => {
  const { context, page } = await device.keep([RED, BLUE], 2)
  await comings(page, 3)
  device.proxy.passed.length = 0
  await comings(page, 4)
  expect(device.proxy.passed.filter(({ path }) => path.startsWith('/media/'))).toEqual([])
  await context.close()
})

test('[F18] over plain http, without a worker, what was kept plays on through the loss of the network', async ({
  device,
}) => {
  await device.show([RED, BLUE], 3)
  const context = await device.startBrowser([`--host-resolver-rules=MAP signage.test 127.0.0.1:${device.proxy.port}`])
  const page = await device.open(context, `http://signage.test:${device.proxy.port}${playerPath(DISPLAY)}`)
  await expect(page.locator('[data-item]')).toBeAttached()
  expect(await page.evaluate(() => [isSecureContext, 'caches' in window])).toEqual([false, false])
  await becomes(page, 'unavailable')
  const isPlaying = async () => (await shows(page, RED)) || (await shows(page, BLUE))
  await expect
    .poll(() => page.evaluate(() => document.querySelector('img')?.getAttribute('src')), { timeout: 120_000 })
    .toMatch(/^blob:/)
  device.proxy.fault = everything({ type: 'down' })
  device.proxy.passed.length = 0
  expect(new Set(await comings(page, 3)).size).toBe(2)
  await expect.poll(isPlaying).toBe(true)
  await context.close()
})

test('[F60] a certificate that has run out: it starts from what it keeps, and takes changes once there is a new one', async ({
  device,
}) => {
  const front = await launchHttpsFront(device.placard.url)
  test.skip(!front, 'there is no openssl here')
  if (!front) return
  // A screen believes a certificate that somebody vouches for: here the browser is told its key. Without that word it
  // believes neither, and the one that has run out is refused by its date as well.
  const believes = [`--ignore-certificate-errors-spki-list=${front.fingerprint}`]
  const address = front.url + playerPath(DISPLAY)
  await device.show([RED])
  let context = await device.startBrowser(believes)
  await becomes(await device.open(context, address), 'ready')
  await context.close()

  front.expire()
  context = await device.startBrowser()
  let page = await device.open(context, address)
  await expect(page.locator('[data-item]')).toBeAttached()
  await expect.poll(() => shows(page, RED)).toBe(true)
  await expect(page.getByText(LINE).first()).toBeAttached()
  await device.placard.call('createLine', { body: { text: 'With a new certificate' } })
  const reached = await page.evaluate(() =>
    fetch('/api/time').then(
      () => true,
      () => false,
    ),
  )
  expect(reached).toBe(false)
  await context.close()

  front.renew()
  context = await device.startBrowser(believes)
  page = await device.open(context, address)
  await expect(page.getByText('With a new certificate').first()).toBeAttached({ timeout: 120_000 })
  await context.close()
  await front.close()
})

test('[F18] with its worker refused it plays, and does not claim to be ready', async ({ device }) => {
  await device.show([RED])
  device.proxy.fault = ({ url }) => (url === '/display/sw.js' ? { type: 'captive' } : undefined)
  const context = await device.startBrowser()
  const page = await device.open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await becomes(page, 'unavailable')
  await context.close()
})
