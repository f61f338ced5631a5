import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type CreateItem, NO_PICTURE, playerPath, type ShownType } from '@placard/contract'
import type { CDPSession, Page, Route } from '@playwright/test'
import { addFilm, addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { fetchOldChromium, launchOldChromium, OLD_RELEASES } from './old-chromium.ts'
import { type Colour, colourAt, colourIn, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, freePort, launchPlacard, type Placard } from './placard.ts'
import { ageingScript } from './rigs/ageing-clock.ts'
import { launchHttpsFront } from './rigs/https-front.ts'

declare global {
  /** Of the item, counted by the page itself. */
  var showings: number
}

// All that the stage promises of an item, asked of every kind, and of what one kind can be besides. A kind without a row does not compile.

const SIZE = { width: 1280, height: 720 }
const FILM = 'https://elsewhere.example/film.mp4'
const YOUTUBE = 'https://www.youtube-nocookie.com/**'
/** A page on another server: what it is on matters to the frame, which is why no route of the browser's plays it. */
const PAGE = `<!doctype html><title>Rota</title><body style="margin:0;background:${GREEN}">`
/** The messages of YouTube's frame while it plays. */
const EMBEDDED = `<!doctype html><body style="margin:0;background:${GREEN}"><script>
  const say = (data) => parent.postMessage(JSON.stringify(data), '*')
  addEventListener('message', () => {
    say({ event: 'onReady', info: null })
    say({ event: 'onStateChange', info: 1 })
    say({ event: 'infoDelivery', info: { playerState: 1, currentTime: performance.now() / 1000 } })
  })
</script>`
/** The ground of the look `alert`, whatever the organisation's colour. */
const YELLOW = '#ffc61a'

type Kind = {
  colour: string
  /** Puts one on the display, for so many seconds. */
  add: (placard: Placard, duration: number) => Promise<unknown>
  /** Everything that has to come for it: where it is kept, and the answer that makes it play. Null: it is all in the player and the manifest. */
  needs: { address: (url: string) => string; answer?: (route: Route) => Promise<void> } | null
  /** It goes on while the server is away. */
  isKept: boolean
  /** The engines of OLD_RELEASES play it, or pass it over and say so. None of these browsers has H.264. */
  onOldEngines: 'plays' | 'passed over'
  /** Made by ffmpeg. */
  isFilm?: true
  /** Drawn as an item of another row is: so what it leaves behind is looked at seldom. */
  isLikeAnother?: true
}

const create = (placard: Placard, item: Partial<CreateItem> & Pick<CreateItem, 'type' | 'url'>) =>
  placard.call('createItem', { body: { title: item.type, ...item } })

let file = ''
let deckWidth = SIZE.width

/** Keeps the address of what was added. */
const stored = async (add: () => Promise<{ url: string }>) => {
  file = (await add()).url
}

const KINDS: Record<ShownType | 'a stored film' | 'a page of a deck', Kind> = {
  image: {
    colour: GREEN,
    add: (placard, duration) => stored(async () => addPicture(placard, await flatPicture(GREEN, SIZE), { duration })),
    needs: { address: (url) => url + file },
    isKept: true,
    onOldEngines: 'plays',
  },
  'a page of a deck': {
    colour: GREEN,
    add: (placard, duration) =>
      stored(async () => {
        // No other deck may have its page: each has a size of its own.
        deckWidth += 2
        const bytes = await flatPicture(GREEN, { ...SIZE, width: deckWidth })
        const page = await placard.call('uploadMedia', { body: bytes, headers: { 'content-type': 'image/jpeg' } })
        const pages = [{ mediaId: page.id, text: '' }]
        const { url } = await placard.call('createDeck', { body: { name: 'Menu', pages } })
        await create(placard, { type: 'deck', url, duration })
        return page
      }),
    needs: { address: (url) => url + file },
    isKept: true,
    onOldEngines: 'plays',
    isLikeAnother: true,
  },
  'a stored film': {
    colour: GREEN,
    add: (placard, duration) => stored(async () => addFilm(placard, await film(), { duration })),
    needs: { address: (url) => url + file },
    isKept: true,
    onOldEngines: 'passed over',
    isFilm: true,
    isLikeAnother: true,
  },
  video: {
    colour: GREEN,
    add: (placard, duration) => create(placard, { type: 'video', url: FILM, duration }),
    needs: {
      address: () => FILM,
      answer: async (route) => {
        const body = await film()
        const [, from = '0', to] = /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? '') ?? []
        const end = to ? Number(to) : body.length - 1
        const headers = {
          'content-type': 'video/mp4',
          'accept-ranges': 'bytes',
          'content-range': `bytes ${from}-${end}/${body.length}`,
        }
        await route.fulfill({ status: 206, headers, body: body.subarray(Number(from), end + 1) })
      },
    },
    isKept: false,
    onOldEngines: 'passed over',
    isFilm: true,
  },
  youtube: {
    colour: GREEN,
    add: (placard, duration) => create(placard, { type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ', duration }),
    needs: {
      address: () => YOUTUBE,
      answer: (route) => route.fulfill({ contentType: 'text/html', body: EMBEDDED }),
    },
    isKept: false,
    onOldEngines: 'plays',
  },
  notice: {
    colour: YELLOW,
    add: (placard, duration) => {
      const notice = { look: 'alert' as const, heading: 'Closed', body: '', byline: '' }
      return create(placard, { type: 'notice', url: NO_PICTURE, duration, notice })
    },
    needs: { address: (url) => `${url}/player/assets/notice-item-*` },
    isKept: true,
    onOldEngines: 'plays',
  },
  webpage: {
    colour: GREEN,
    add: async (placard, duration) => create(placard, { type: 'webpage', url: await elsewhere(), duration }),
    needs: { address: (url) => `${url}/player/assets/web-page-item-*` },
    isKept: false,
    onOldEngines: 'plays',
  },
}

let server: Server | undefined

/** The address of a page that any frame may show. By the names of others it answers as they do. */
async function elsewhere(): Promise<string> {
  if (!server) {
    const started = createServer(async ({ headers: { host } }, response) => {
      const isFilm = host === new URL(FILM).host
      const body = isFilm ? await film() : host === new URL(YOUTUBE).host ? EMBEDDED : PAGE
      response.writeHead(200, { 'content-type': isFilm ? 'video/mp4' : 'text/html' }).end(body)
    })
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
    server = started
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test.afterAll(() => server?.close())

let made: Promise<Buffer> | undefined

/** Half a minute of one colour. */
function film(): Promise<Buffer> {
  made ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'placard-film-'))
    const file = join(folder, 'film.mp4')
    const source = ['-f', 'lavfi', '-i', `color=${GREEN.replace('#', '0x')}:s=320x180:r=10:d=30`]
    const as = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...source, ...as, file])
    const bytes = await readFile(file)
    await rm(folder, { recursive: true })
    return bytes
  })()
  return made
}

/** Where there is the ground of each kind and no letter: near the corner of the media area. */
const SPOT = [0.9, 0.78] as const

/** Not the player's own dark ground, and nothing else either: the one, the other, or one that fades into the other. */
function isBetween(colour: Colour, one: string, other: string): boolean {
  for (let share = 0; share <= 1; share += 0.02) {
    const part = (at: number) => {
      const [from, to] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number]
      return Math.round(from + (to - from) * share)
        .toString(16)
        .padStart(2, '0')
    }
    if (isNear(colour, `#${part(1)}${part(3)}${part(5)}`)) return true
  }
  return false
}

/** Looks at the glass for so long: every sight must be one of the two. @returns those that were seen whole */
async function watch(page: Page, one: string, other: string, seconds: number): Promise<Set<string>> {
  const seen = new Set<string>()
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    const colour = await colourAt(page, ...SPOT)
    expect(isBetween(colour, one, other), JSON.stringify(colour)).toBe(true)
    for (const whole of [one, other]) if (isNear(colour, whole)) seen.add(whole)
  }
  return seen
}

/** The holdings of a page: objects that are alive, whether the document has them or not. */
type Holdings = { heapKiB: number; nodes: number; listeners: number; timers: number; addresses: number } & Record<
  keyof typeof ALIVE,
  number
>
const ALIVE = { films: 'HTMLVideoElement', pictures: 'HTMLImageElement', frames: 'HTMLIFrameElement' }

async function holdingsOf(page: Page, browser: CDPSession): Promise<Holdings> {
  // Objects that the first collection frees may have been holding on to others.
  for (let round = 0; round < 3; round += 1) await browser.send('HeapProfiler.collectGarbage')
  const counted = await page.evaluate(() => ({
    timers: ageing.waiting(),
    addresses: ageingPage.addresses(),
  }))
  const alive = {} as Record<keyof typeof ALIVE, number>
  for (const [name, type] of Object.entries(ALIVE) as [keyof typeof ALIVE, string][]) {
    const { result } = await browser.send('Runtime.evaluate', { expression: `${type}.prototype` })
    const { objects } = await browser.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
    const called = { objectId: objects.objectId ?? '', functionDeclaration: 'function () { return this.length }' }
    alive[name] = (await browser.send('Runtime.callFunctionOn', called)).result.value
    await browser.send('Runtime.releaseObjectGroup', { objectGroup: '' }).catch(() => {})
    for (const objectId of [objects.objectId, result.objectId]) {
      await browser.send('Runtime.releaseObject', { objectId: objectId ?? '' })
    }
  }
  const { metrics } = await browser.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  const [nodes, listeners] = [metric('Nodes'), metric('JSEventListeners')]
  return { heapKiB: Math.round(metric('JSHeapUsedSize') / 1_024), nodes, listeners, ...counted, ...alive }
}

/**
 * How often an item is shown, and when it is looked at first: then everything has been once. What a page holds may grow by so much
 * from there to the end; one of anything for each showing would be hundreds. Of few showings the heap says nothing yet.
 */
const SHOWINGS: { times: number; youngAt: number; mayGrowBy: Partial<Holdings>; tag: string[] }[] = [
  {
    times: 60,
    youngAt: 20,
    mayGrowBy: { nodes: 25, listeners: 10, timers: 3, addresses: 1, films: 1, pictures: 2, frames: 1 },
    tag: [],
  },
  {
    times: 500,
    youngAt: 100,
    mayGrowBy: { heapKiB: 512, nodes: 40, listeners: 10, timers: 3, addresses: 1, films: 1, pictures: 2, frames: 1 },
    tag: ['@slow'],
  },
]
const SHOWN_SECONDS = 20
const GLIMPSE_MS = 250

// By itself this file would be what a run waits for.
test.describe.configure({ mode: 'parallel', timeout: 120_000 })

for (const [type, { colour, add, needs, isKept, onOldEngines, isFilm, isLikeAnother }] of Object.entries(KINDS)) {
  test.describe(`an item of the kind ${type}`, () => {
    const open = async (
      page: Page,
      placard: Placard,
      answer: ((route: Route) => Promise<void>) | undefined,
      turn: 0 | 90 = 0,
    ) => {
      await page.setViewportSize(SIZE)
      // A worker would answer for what is kept.
      await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }))
      if (needs && answer) await page.route(needs.address(placard.url), answer)
      await page.goto(placard.url + playerPath(DISPLAY, turn))
    }

    test.beforeAll(async () => {
      const isMade = !isFilm || (await film().catch(() => undefined)) !== undefined
      test.skip(!isMade, 'ffmpeg makes the film')
    })
    test.beforeEach(async ({ placard }) => clearDisplay(placard))

    test('is ready before its turn: no frame is empty, round after round', async ({ page, placard }) => {
      await addPicture(placard, await flatPicture(RED, SIZE), { duration: 3 })
      await add(placard, 3)
      await open(page, placard, needs?.answer)
      await expect.poll(async () => isNear(await colourAt(page, ...SPOT), colour), { timeout: 30_000 }).toBe(true)
      expect(await watch(page, RED, colour, 8)).toEqual(new Set([RED, colour]))
    })

    test('that is broken is passed over, and what was there stays', async ({ page, placard }) => {
      test.skip(!needs, 'nothing of it can be broken')
      await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
      await add(placard, 2)
      await open(page, placard, (route) => route.abort())
      await expect.poll(async () => isNear(await colourAt(page, ...SPOT), RED), { timeout: 30_000 }).toBe(true)
      expect(await watch(page, RED, RED, 5)).toEqual(new Set([RED]))
    })

    test('that never comes has a deadline, and what was there stays', async ({ page, placard }) => {
      test.skip(!needs, 'nothing of it can be late')
      await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
      await add(placard, 2)
      await open(page, placard, async () => {})
      await expect.poll(async () => isNear(await colourAt(page, ...SPOT), RED), { timeout: 30_000 }).toBe(true)
      expect(await watch(page, RED, RED, 13)).toEqual(new Set([RED]))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })

    test('[ST1] turns with the glass', async ({ page, placard }) => {
      await add(placard, 3_600)
      await open(page, placard, needs?.answer, 90)
      // The band is at the left then, and the media area reaches to the right edge.
      await expect
        .poll(
          async () => isNear(await colourAt(page, 0.3, 0.9), colour) || isNear(await colourAt(page, 0.55, 0.5), colour),
          { timeout: 30_000 },
        )
        .toBe(true)
    })

    for (const { times, youngAt, mayGrowBy, tag } of SHOWINGS) {
      test.describe('by a clock that leaps', () => {
        // The page tells the server's clock at an address that its own policy does not know.
        test.use({ bypassCSP: true })

        const seldom = isLikeAnother ? ['@slow'] : tag
        test(`leaves nothing behind in the page when it has been shown ${times} times`, { tag: seldom }, async ({
          page,
        }) => {
          test.setTimeout(30 * 60_000)
          const ageingPort = await freePort()
          const preload = pathToFileURL(join(import.meta.dirname, 'rigs', 'ageing-server.ts')).href
          const placard = await launchPlacard({ NODE_OPTIONS: `--import ${preload}`, AGEING_PORT: String(ageingPort) })
          try {
            await clearDisplay(placard)
            await addPicture(placard, await flatPicture(RED, SIZE), { duration: SHOWN_SECONDS })
            await add(placard, SHOWN_SECONDS)
            const last = (await placard.call('getManifest')).items.at(-1)?.id ?? ''
            await page.addInitScript(ageingScript(`http://localhost:${ageingPort}`, GLIMPSE_MS))
            const browser = await page.context().newCDPSession(page)
            await browser.send('Performance.enable')
            await open(page, placard, needs?.answer)
            await expect(page.locator('.player')).toHaveAttribute('data-item', /./)
            await page.evaluate((last) => {
              let before: string | undefined
              globalThis.showings = 0
              new MutationObserver(() => {
                const item = document.querySelector<HTMLElement>('[data-item]')?.dataset.item
                if (item !== before && item === last) globalThis.showings += 1
                before = item
              }).observe(document.body, { subtree: true, attributeFilter: ['data-item'] })
            }, last)
            const showings = () => page.evaluate(() => globalThis.showings)
            const until = async (wanted: number) => {
              for (let count = await showings(); count < wanted; ) {
                const before = count
                await page.evaluate((ms) => ageingPage.live(ms), 2 * SHOWN_SECONDS * 1_000 * (wanted - count + 1))
                count = await showings()
                expect(count, 'it is still shown').toBeGreaterThan(before)
              }
            }
            await until(youngAt)
            const young = await holdingsOf(page, browser)
            await until(times)
            const old = await holdingsOf(page, browser)
            const told = `after ${youngAt} ${JSON.stringify(young)}, after ${await showings()} ${JSON.stringify(old)}`
            for (const [name, by] of Object.entries(mayGrowBy) as [keyof Holdings, number][]) {
              expect.soft(old[name] - young[name], `growth of ${name}: ${told}`).toBeLessThanOrEqual(by)
            }
            test.info().annotations.push({ type: 'holdings', description: told })
          } finally {
            await placard.close()
          }
        })
      })
    }

    for (const release of OLD_RELEASES) {
      // A report of what is passed over comes once a minute.
      const tag = release === 64 && !isLikeAnother ? [] : ['@slow']
      const does = onOldEngines === 'plays' ? 'plays' : 'is passed over with its reason'
      test(`[F26] ${does} on Chromium ${release}`, { tag }, async ({ placard }) => {
        const found = await fetchOldChromium(release)
        if ('missing' in found) console.log(`CHROMIUM ${release} WAS NOT TRIED: ${found.missing}`)
        const front = await launchHttpsFront(await elsewhere())
        test.skip('missing' in found || !front, 'the browser or openssl is not here')
        if ('missing' in found || !front) return
        const lies = (address: string) => `MAP ${new URL(address).hostname}:443 ${new URL(front.url).host}`
        const old = await launchOldChromium(found, SIZE, [lies(FILM), lies(YOUTUBE)])
        try {
          await addPicture(placard, await flatPicture(RED, SIZE), { duration: 4 })
          await add(placard, 4)
          const last = (await placard.call('getManifest')).items.at(-1)?.id
          await old.open(placard.display)
          const glass = () => old.screenshot().then((shot) => colourIn(shot, ...SPOT))
          await expect
            .poll(async () => [RED, colour].some(isNear.bind(null, await glass())), { timeout: 30_000 })
            .toBe(true)
          const reason = async () =>
            (await placard.call('listScreens')).screens
              .flatMap(({ state }) => state.broken)
              .find(({ itemId }) => itemId === last)?.fault
          let outcome: 'plays' | 'passed over' | undefined
          for (const end = Date.now() + 75_000; Date.now() < end && !outcome; ) {
            const seen = await glass()
            expect(isBetween(seen, RED, colour), JSON.stringify(seen)).toBe(true)
            if (isNear(seen, colour)) outcome = 'plays'
            else if (await reason()) outcome = 'passed over'
          }
          expect(outcome, old.version).toBe(onOldEngines)
          expect(old.errors).toEqual([])
        } finally {
          await old.close()
          await front.close()
        }
      })
    }

    if (isKept) {
      test('goes on while the server is away', async ({ page, placard }) => {
        const isReady = () =>
          expect(page.locator('.player')).toHaveAttribute('data-offline', 'ready', { timeout: 60_000 })
        await add(placard, 3)
        await page.setViewportSize(SIZE)
        await page.goto(placard.url + playerPath(DISPLAY))
        await isReady()
        await addPicture(placard, await flatPicture(RED, SIZE), { duration: 3 })
        await expect.poll(async () => isNear(await colourAt(page, ...SPOT), RED), { timeout: 30_000 }).toBe(true)
        await isReady()
        await placard.kill()
        try {
          expect(await watch(page, RED, colour, 8)).toEqual(new Set([RED, colour]))
        } finally {
          await placard.start()
        }
      })
    }
  })
}
