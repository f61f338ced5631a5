import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Manifest, type ManifestItem, type ManifestLayout, NO_PICTURE, playerPath } from '@placard/contract'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../journey.ts'
import { type FedScreen, film, launchFeed, picture, playlistOf, rect, zone } from '../layouts/fed-screen.ts'
import { BLUE, GREEN, isNear, noisePicture, RED } from '../pixels.ts'
import { DISPLAY } from '../placard.ts'
import { pause, span } from './screen.ts'

// LY12: one zone is broken in every way that can concern it, and the pixels of the others are watched meanwhile. None may change.

const SCREEN = { width: 960, height: 600 }
/** Nine tenths of the height are the media area. The broken zone keeps its room, so nothing moves. */
const PLACES = {
  main: { x: 0, y: 0, width: 480, height: 540 },
  broken: { x: 480, y: 0, width: 480, height: 270 },
  other: { x: 480, y: 270, width: 480, height: 270 },
} as const
const BROKEN = playlistOf('broken')
const FILM = join(import.meta.dirname, '..', '..', 'server', 'samples', 'wave-signal-message.mp4')
const HOUR = { duration: 3_600 }

test.use({ viewport: SCREEN })
test.describe.configure({ timeout: span(120_000, 10 * 60_000) })

type Answers = (path: string, answer: ServerResponse) => boolean
type Broken = {
  page: Page
  screen: FedScreen & { url: string }
  /** Feeds other items of the zone. */
  feed(items: ManifestItem[], more?: Partial<Manifest>): void
}

/** The layout: a main zone, the zone that is broken, and another one. */
function layoutOf(items: readonly unknown[], others: ManifestItem[] = [OTHER]): ManifestLayout {
  const half = rect(50, 50, 50, 50)
  const top = rect(50, 0, 50, 50)
  const main = rect(0, 0, 50, 100)
  return {
    main: { landscape: main, portrait: main },
    zones: [
      zone('broken', { landscape: top, portrait: top }, items as ManifestItem[], { stays: true }),
      zone('other', { landscape: half, portrait: half }, others),
    ],
  }
}
const MAIN = picture(RED)
const OTHER = picture(BLUE)

/** The pixels of a place. */
async function pixelsAt(
  shot: Buffer,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  return sharp(shot).extract({ left: x, top: y, width, height }).removeAlpha().raw().toBuffer()
}

/**
 * Opens a screen whose zone shows a whole picture, and watches the others from then on.
 *
 * @param act breaks the zone; `wait` for at least so long afterwards
 */
async function rig(
  { page, placardUrl, answers }: { page: Page; placardUrl: string; answers?: Answers | undefined },
  waitMs: number,
  act: (broken: Broken) => Promise<unknown>,
): Promise<void> {
  const whole = [picture(GREEN, HOUR)]
  const screen = await launchFeed(placardUrl, { items: [MAIN], layout: layoutOf(whole) }, answers)
  try {
    await page.goto(screen.url + playerPath(DISPLAY))
    const seen = async () => {
      const shot = await page.screenshot()
      const [main, broken, other] = await Promise.all(Object.values(PLACES).map((place) => pixelsAt(shot, place)))
      return { main, broken, other } as { main: Buffer; broken: Buffer; other: Buffer }
    }
    const colourOf = (pixels: Buffer) => ({ red: pixels[0] ?? 0, green: pixels[1] ?? 0, blue: pixels[2] ?? 0 })
    await expect
      .poll(
        async () => {
          const { main, broken, other } = await seen()
          return isNear(colourOf(main), RED) && isNear(colourOf(broken), GREEN) && isNear(colourOf(other), BLUE)
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    // The fade of the first pictures is over.
    await pause(1_500)
    await page.evaluate(watchDrawing, BROKEN)
    const before = await seen()
    let isOver = false
    let looks = 0
    const changed: string[] = []
    const watching = (async () => {
      while (!isOver) {
        const now = await seen()
        looks += 1
        for (const name of ['main', 'other'] as const)
          if (!now[name].equals(before[name]))
            changed.push(`${name}, look ${looks}: ${JSON.stringify(colourOf(now[name]))}`)
      }
    })()
    await act({
      page,
      screen,
      feed: (items, more = {}) => screen.feed({ ...more, layout: layoutOf(items) }),
    })
    await pause(waitMs)
    // Healed: the zone shows its picture again.
    screen.feed({ layout: layoutOf([picture(GREEN, HOUR)]) })
    await expect.poll(async () => isNear(colourOf((await seen()).broken), GREEN), { timeout: 90_000 }).toBe(true)
    isOver = true
    await watching
    expect(changed).toEqual([])
    expect(looks).toBeGreaterThan(5)
    expect(await page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn)).toEqual([])
  } finally {
    await screen.close()
  }
}

/** Notes what is drawn again in the zones beside the broken one. Elements of the broken one that are gone have no zone any more. */
function watchDrawing(broken: string): void {
  const drawn: string[] = []
  Object.assign(globalThis, { drawn })
  const others = Array.from(document.querySelectorAll('[data-zone]')).filter(
    (zone) => zone.getAttribute('data-zone') !== broken && zone.querySelector('.layer') !== null,
  )
  if (others.length !== 2) drawn.push(`${others.length} zones are watched`)
  const observer = new MutationObserver((changes) => {
    for (const { target, type } of changes) drawn.push(`${type} ${target.nodeName}`)
  })
  for (const zone of others)
    for (const layer of Array.from(zone.querySelectorAll('.layer')))
      observer.observe(layer, { subtree: true, childList: true, attributes: true, characterData: true })
  setInterval(() => {
    if (others.some((zone) => !zone.isConnected || zone.querySelectorAll('.layer').length !== 1)) drawn.push('a layer')
  }, 100)
}

const notice = (heading: string, more: Partial<ManifestItem> = {}) =>
  picture('#000000', {
    type: 'notice',
    url: NO_PICTURE,
    notice: { look: 'alert', heading, body: '', byline: '' },
    ...HOUR,
    ...more,
  } as never)
const webPage = (url: string) => picture('#000000', { type: 'webpage', url, ...HOUR })
const at = (path: string, more: Partial<ManifestItem> = {}) => picture('#000000', { url: path, duration: 5, ...more })

test('[F119] the film of one zone stalls, ends in the middle, is no film or never comes: the others do not change', async ({
  page,
  placard,
}) => {
  const bytes = await readFile(FILM)
  const answers: Answers = (path, answer) => {
    const kind = /^\/media\/film-(stalls|cut|odd|never)/.exec(path)?.[1]
    if (!kind) return false
    if (kind === 'never') return true
    if (kind === 'odd') answer.writeHead(200, { 'content-type': 'video/mp4' }).end('no film')
    else {
      const head = { 'content-type': 'video/mp4', 'content-length': kind === 'cut' ? bytes.length / 2 : bytes.length }
      answer.writeHead(200, head).write(bytes.subarray(0, bytes.length / 2))
      if (kind === 'cut') answer.end()
    }
    return true
  }
  await rig({ page, placardUrl: placard.url, answers }, span(4_000, 60_000), async ({ feed, page }) => {
    for (const kind of ['odd', 'cut', 'never', 'stalls']) {
      feed([film({ url: `/media/film-${kind}.mp4`, duration: 60 })])
      await pause(span(2_500, 30_000))
    }
    feed([film({ url: '/media/film-stalls.mp4', duration: 60 }), film({ url: '/media/film-odd.mp4' })])
    // Somebody pauses it.
    await page.evaluate((zone) => {
      for (const one of Array.from(document.querySelectorAll<HTMLVideoElement>(`[data-zone="${zone}"] video`)))
        one.pause()
    }, BROKEN)
  })
})

test('[F120] the picture of one zone is 404, damaged, cut or never comes: the others do not change', async ({
  page,
  placard,
}) => {
  const whole = await noisePicture(400, 300)
  const answers: Answers = (path, answer) => {
    const kind = /^\/media\/picture-(missing|odd|cut|never)/.exec(path)?.[1]
    if (!kind) return false
    if (kind === 'missing') answer.writeHead(404).end()
    else if (kind === 'odd') answer.writeHead(200, { 'content-type': 'image/jpeg' }).end('no picture')
    else if (kind === 'cut') {
      answer.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': whole.length })
      answer.write(whole.subarray(0, whole.length / 2), () => answer.destroy())
    }
    return true
  }
  await rig({ page, placardUrl: placard.url, answers }, span(12_000, 120_000), async ({ feed }) => {
    for (const kind of ['missing', 'odd', 'cut']) {
      feed([at(`/media/picture-${kind}.jpg`)])
      await pause(span(1_500, 20_000))
    }
    feed(['never', 'missing', 'odd', 'cut'].map((kind) => at(`/media/picture-${kind}.jpg`)))
  })
})

test('[F121] drawing one zone throws: the others do not change', async ({ page, placard }) => {
  await page.addInitScript(() => {
    const { fromEntries } = Object
    Object.assign(globalThis, { faults: 0, fromEntries })
    const create = Document.prototype.createElement
    Document.prototype.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
      const left = globalThis as unknown as { faults: number }
      if (name === 'iframe' && left.faults > 0) {
        left.faults -= 1
        throw new Error('no frames here')
      }
      return create.call(this, name, options)
    } as typeof create
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...given) {
      const left = globalThis as unknown as { faults: number; zone: string }
      if (left.faults > 0 && left.zone && this.closest(`[data-zone="${left.zone}"]`)) {
        left.faults -= 1
        throw new Error('nothing fades here')
      }
      return animate.apply(this, given)
    }
  })
  const faults = (page: Page) => page.evaluate(() => (globalThis as unknown as { faults: number }).faults)
  await rig({ page, placardUrl: placard.url }, span(3_000, 60_000), async ({ feed, page }) => {
    await page.evaluate((zone) => Object.assign(globalThis, { faults: 3, zone }), BROKEN)
    feed([webPage('http://127.0.0.1:9/'), notice('A'), picture('#808080', { duration: 2 })])
    await pause(span(6_000, 60_000))
    expect(await faults(page)).toBeLessThan(3)
    // A newer server may send this: a notice that has no words, and a look that nobody knows.
    feed([
      notice('A', { notice: { look: 'no-such-look', heading: 'A', body: '', byline: '' } as never }),
      notice('B', { notice: undefined as never }),
      { id: 'odd', type: 'no-such-type', url: 7 } as never,
    ])
    await pause(span(3_000, 30_000))
    await page.evaluate(() => Object.assign(globalThis, { faults: 0 }))
  })
})

test('[F122] the list of one zone is emptied, filled, odd or gone: the others do not change', async ({
  page,
  placard,
}) => {
  await rig({ page, placardUrl: placard.url }, span(2_000, 30_000), async ({ feed, screen }) => {
    for (let round = 0; round < span(3, 30); round += 1) {
      feed([])
      await pause(900)
      feed([picture('#808080', { duration: 1 }), notice('Hello', { duration: 1 })])
      await pause(2_500)
    }
    for (const odd of [[null, 7, 'x'], [{ id: 'a' }]]) {
      screen.feed({ layout: layoutOf(odd) })
      await pause(900)
    }
    feed([])
  })
})

test('[F123] the storage is full with the files of one zone: the others do not change', async ({ page, placard }) => {
  const files = new Map<string, Buffer>()
  const items: ManifestItem[] = []
  for (let index = 0; index < 4; index += 1) {
    const bytes = await noisePicture(700 + index, 500)
    const url = `/media/large-${index}-${randomBytes(4).toString('hex')}.jpg`
    files.set(url, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    items.push(at(url, { duration: 2, sha256, sizeBytes: bytes.length }))
  }
  const answers: Answers = (path, answer) => {
    const bytes = files.get(path.split('?')[0] ?? '')
    if (bytes) answer.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length }).end(bytes)
    return bytes !== undefined
  }
  await rig({ page, placardUrl: placard.url, answers }, span(12_000, 120_000), async ({ feed, screen, page }) => {
    const devtools = await page.context().newCDPSession(page)
    const origin = screen.url
    const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin })
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 50_000 })
    feed(items)
  })
})

test('[F124] the clock jumps while one zone has a schedule: the others do not change', async ({ page, placard }) => {
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Object.assign(globalThis, { aheadMs: 0 })
    Date.now = () => now() + (globalThis as unknown as { aheadMs: number }).aheadMs
  })
  const hours = { hours: [{ from: '00:00', until: '23:59' }] } as never
  await rig({ page, placardUrl: placard.url }, span(2_000, 30_000), async ({ feed, page }) => {
    feed([picture('#808080', { duration: 2, schedule: hours }), notice('At noon', { duration: 2, schedule: hours })])
    for (const aheadMs of [600_000, 3_600_000, 366 * 24 * 3_600_000, -366 * 24 * 3_600_000, 0]) {
      await page.evaluate((aheadMs) => Object.assign(globalThis, { aheadMs }), aheadMs)
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await pause(span(2_000, 20_000))
    }
  })
})

test('[F125] the elements of one zone are torn out again and again: the others do not change', async ({
  page,
  placard,
}) => {
  await rig({ page, placardUrl: placard.url }, span(2_000, 30_000), async ({ feed, page }) => {
    feed([picture('#808080', { duration: 3 }), picture('#404040', { duration: 3 })])
    await pause(2_000)
    await page.evaluate((zone) => {
      const timer = setInterval(() => {
        for (const one of Array.from(document.querySelectorAll(`[data-zone="${zone}"] img`))) one.remove()
      }, 50)
      Object.assign(globalThis, { timer })
    }, BROKEN)
    await pause(span(35_000, 120_000))
    await page.evaluate(() => clearInterval((globalThis as unknown as { timer: number }).timer))
    // Closed for a minute, and built anew when its list changes.
    feed([])
  })
})

/** The colour of a page that hangs, and of the item after it. */
const YELLOW = '#d2c800'
const VIOLET = '#7828b4'
/** Chromium does so by itself on a computer; the headless shell does not. */
const EACH_SITE_APART = '--site-per-process'
const HANGS_AFTER_MS = 2_000

/**
 * A site of this machine. `/later` is drawn and hangs some time after it has loaded, `/at-once` hangs before. A page reports each
 * tenth of a second until it hangs.
 */
async function openHangingSite() {
  let reportedAt = 0
  const server = createServer(({ url }, answer) => {
    if (url === '/report') reportedAt = Date.now()
    const hang = 'for (;;) {}'
    const later = `setInterval(() => fetch('/report'), 100); addEventListener('load', () => setTimeout(() => { ${hang} }, ${HANGS_AFTER_MS}))`
    answer.setHeader('content-type', 'text/html')
    answer.end(`<body style="background:${YELLOW}"><script>${url === '/at-once' ? hang : later}</script>`)
  }).listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    at: (host: string, path: string) => `http://${host}:${port}${path}`,
    /** It has reported nothing for a second. */
    hangs: () => reportedAt > 0 && Date.now() - reportedAt > 1_000,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The frames of a page as the browser sends them. A photograph would wait for every frame in the page, and so for one that hangs. */
async function castScreen(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const frames: Buffer[] = []
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'))
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await devtools.send('Page.startScreencast', { format: 'png', everyNthFrame: 6 })
  const band = { x: 0, y: 540, width: SCREEN.width, height: 60 }
  const middleOf = async (shot: Buffer, name: keyof typeof PLACES) => {
    const { x, y, width, height } = PLACES[name]
    const pixels = await pixelsAt(shot, { x: x + width / 2, y: y + height / 2, width: 1, height: 1 })
    return { red: pixels[0] ?? 0, green: pixels[1] ?? 0, blue: pixels[2] ?? 0 }
  }
  const shows = async (name: keyof typeof PLACES, colour: string) => {
    const last = frames.at(-1)
    return last !== undefined && isNear(await middleOf(last, name), colour)
  }
  return {
    becomes: (name: keyof typeof PLACES, colour: string) =>
      expect.poll(() => shows(name, colour), { timeout: 60_000, message: `${name} becomes ${colour}` }).toBe(true),
    /** The frames until `isOver`: the pictures that followed each other in the other zone, and how often the main zone and the band changed. */
    async watch(isOver: () => Promise<unknown>) {
      frames.length = 0
      await isOver()
      const seen = { turns: [] as string[], main: 0, band: 0 }
      let before: { main: Buffer; band: Buffer } | undefined
      for (const shot of frames) {
        const now = { main: await pixelsAt(shot, PLACES.main), band: await pixelsAt(shot, band) }
        if (before && !now.main.equals(before.main)) seen.main += 1
        if (before && !now.band.equals(before.band)) seen.band += 1
        before = now
        const other = await middleOf(shot, 'other')
        const turn = [BLUE, RED].find((colour) => isNear(other, colour))
        if (turn && turn !== seen.turns.at(-1)) seen.turns.push(turn)
      }
      return seen
    },
  }
}

for (const { name, host } of [
  { name: 'of another site', host: '127.0.0.1' },
  // As signage.example.org and menu.example.org, which are one site. The server asks for a process of its own (`Origin-Agent-Cluster`).
  { name: 'of another origin of the same site', host: 'localhost' },
])
  test(`[F139] a web page ${name} hangs in one zone: the others go on`, async ({ browser, placard }) => {
    const site = await openHangingSite()
    const others = [picture(BLUE, { duration: 2 }), picture(RED, { duration: 2 })]
    const show = (items: ManifestItem[]) => ({ layout: layoutOf(items, others) })
    const lines = [{ id: 'line', text: 'It is on the screen whatever happens' }] as never
    const first = { items: [MAIN], lines, ...show([picture(GREEN, HOUR)]) }
    const screen = await launchFeed(placard.url, first)
    const turns = async (seconds: number) => {
      const seen = await cast.watch(() => pause(seconds * 1_000))
      expect(seen.main).toBe(0)
      expect(seen.band).toBeGreaterThan(seconds)
      expect(seen.turns.length).toBeGreaterThan(seconds / 4)
    }
    const { args = [], ...options } = test.info().project.use.launchOptions ?? {}
    const own = await browser.browserType().launch({ ...options, args: [...args, EACH_SITE_APART] })
    const page = await own.newPage({ viewport: SCREEN })
    const cast = await castScreen(page)
    try {
      await page.goto(screen.url + playerPath(DISPLAY))
      // The page that the worker has stored must ask for the process as well.
      const isStored = () =>
        performance.getEntriesByType('navigation').some((one) => 'workerStart' in one && one.workerStart !== 0)
      await expect.poll(() => page.reload().then(() => page.evaluate(isStored)), { timeout: 60_000 }).toBe(true)
      await cast.becomes('main', RED)
      await cast.becomes('broken', GREEN)

      await test.step('it hangs after it was shown', async () => {
        screen.feed(show([webPage(site.at(host, '/later'))]))
        await cast.becomes('broken', YELLOW)
        await expect.poll(site.hangs, { timeout: 30_000 }).toBe(true)
        await turns(span(12, 120))
        expect(site.hangs()).toBe(true)
        screen.feed(show([picture(GREEN, HOUR)]))
        await cast.becomes('broken', GREEN)
      })

      await test.step('it hangs while it loads, and is left out', async () => {
        screen.feed(show([webPage(site.at(host, '/at-once')), picture(VIOLET, HOUR)]))
        await turns(span(8, 60))
        await cast.becomes('broken', VIOLET)
        await turns(span(4, 30))
      })
    } finally {
      await own.close()
      await screen.close()
      await site.close()
    }
  })
