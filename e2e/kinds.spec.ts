import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type CreateItem, NO_PICTURE, playerPath, type ShownType } from '@placard/contract'
import type { Page, Route } from '@playwright/test'
import { addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { type Colour, colourAt, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'

// All that the stage promises of an item, asked of every kind. A kind without a row does not compile.

const SIZE = { width: 1280, height: 720 }
const FILM = 'https://elsewhere.example/film.mp4'
const YOUTUBE = 'https://www.youtube-nocookie.com/**'
/** A page on another server: what it is on matters to the frame, which is why no route of the browser's plays it. */
const PAGE = `<!doctype html><title>Rota</title><body style="margin:0;background:${GREEN}">`
/** The ground of the look `alert`, whatever the organisation's colour. */
const YELLOW = '#ffc61a'

type Kind = {
  colour: string
  /** Puts one on the display, for so many seconds. */
  add: (placard: Placard, duration: number) => Promise<unknown>
  /** Everything that has to come for it: where it is kept, and the answer that makes it play. */
  needs: { address: (url: string) => string; answer?: (route: Route) => Promise<void> }
  /** It goes on while the server is away. */
  isKept: boolean
}

const create = (placard: Placard, item: Partial<CreateItem> & Pick<CreateItem, 'type' | 'url'>) =>
  placard.call('createItem', { body: { title: item.type, ...item } })

const KINDS: Record<ShownType, Kind> = {
  image: {
    colour: GREEN,
    add: async (placard, duration) => {
      const { url } = await addPicture(placard, await flatPicture(GREEN, SIZE), { duration })
      picture = url
    },
    needs: { address: (url) => url + picture },
    isKept: true,
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
  },
  youtube: {
    colour: GREEN,
    add: (placard, duration) => create(placard, { type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ', duration }),
    needs: {
      address: () => YOUTUBE,
      answer: (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<body style="margin:0;background:${GREEN}"><script>
            const say = (data) => parent.postMessage(JSON.stringify(data), '*')
            addEventListener('message', () => {
              say({ event: 'onReady', info: null })
              say({ event: 'onStateChange', info: 1 })
              say({ event: 'infoDelivery', info: { playerState: 1, currentTime: performance.now() / 1000 } })
            })
          </script>`,
        }),
    },
    isKept: false,
  },
  notice: {
    colour: YELLOW,
    add: (placard, duration) => {
      const notice = { look: 'alert' as const, heading: 'Closed', body: '', byline: '' }
      return create(placard, { type: 'notice', url: NO_PICTURE, duration, notice })
    },
    needs: { address: (url) => `${url}/player/assets/notice-item-*` },
    isKept: true,
  },
  webpage: {
    colour: GREEN,
    add: async (placard, duration) => create(placard, { type: 'webpage', url: await elsewhere(), duration }),
    needs: { address: (url) => `${url}/player/assets/web-page-item-*` },
    isKept: false,
  },
}

let picture = ''
let server: Server | undefined

/** The address of a page that any frame may show. */
async function elsewhere(): Promise<string> {
  if (!server) {
    const started = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE))
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

test.describe.configure({ timeout: 120_000 })

for (const [type, { colour, add, needs, isKept }] of Object.entries(KINDS)) {
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
      if (answer) await page.route(needs.address(placard.url), answer)
      await page.goto(placard.url + playerPath(DISPLAY, turn))
    }

    test.beforeAll(async () => {
      const isMade = type !== 'video' || (await film().catch(() => undefined)) !== undefined
      test.skip(!isMade, 'ffmpeg makes the film')
    })
    test.beforeEach(async ({ placard }) => clearDisplay(placard))

    test('is ready before its turn: no frame is empty, round after round', async ({ page, placard }) => {
      await addPicture(placard, await flatPicture(RED, SIZE), { duration: 3 })
      await add(placard, 3)
      await open(page, placard, needs.answer)
      await expect.poll(async () => isNear(await colourAt(page, ...SPOT), colour), { timeout: 30_000 }).toBe(true)
      expect(await watch(page, RED, colour, 8)).toEqual(new Set([RED, colour]))
    })

    test('that is broken is passed over, and what was there stays', async ({ page, placard }) => {
      await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
      await add(placard, 2)
      await open(page, placard, (route) => route.abort())
      await expect.poll(async () => isNear(await colourAt(page, ...SPOT), RED), { timeout: 30_000 }).toBe(true)
      expect(await watch(page, RED, RED, 5)).toEqual(new Set([RED]))
    })

    test('that never comes has a deadline, and what was there stays', async ({ page, placard }) => {
      await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
      await add(placard, 2)
      await open(page, placard, async () => {})
      await expect.poll(async () => isNear(await colourAt(page, ...SPOT), RED), { timeout: 30_000 }).toBe(true)
      expect(await watch(page, RED, RED, 13)).toEqual(new Set([RED]))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })

    test('[ST1] turns with the glass', async ({ page, placard }) => {
      await add(placard, 3_600)
      await open(page, placard, needs.answer, 90)
      // The band is at the left then, and the media area reaches to the right edge.
      await expect
        .poll(
          async () => isNear(await colourAt(page, 0.3, 0.9), colour) || isNear(await colourAt(page, 0.55, 0.5), colour),
          { timeout: 30_000 },
        )
        .toBe(true)
    })

    if (isKept) {
      test('goes on while the server is away', async ({ page, placard }) => {
        await addPicture(placard, await flatPicture(RED, SIZE), { duration: 3 })
        await add(placard, 3)
        await page.setViewportSize(SIZE)
        await page.goto(placard.url + playerPath(DISPLAY))
        await expect(page.locator('.player')).toHaveAttribute('data-offline', 'ready', { timeout: 60_000 })
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
