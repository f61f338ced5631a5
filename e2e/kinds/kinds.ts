import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type CreateItem, NO_PICTURE, playerPath, type ShownType } from '@placard/contract'
import type { Page, Route } from '@playwright/test'
import { addFilm, addPicture, clearDisplay } from '../content.ts'
import { expect, test } from '../journey.ts'
import { type Colour, colourAt, flatPicture, GREEN, isNear } from '../pixels.ts'
import { DISPLAY, type Placard } from '../placard.ts'
import { startWeatherSite, type WeatherSite, weatherOf } from '../rigs/weather-site.ts'

// An item of every kind, and of what one kind can be besides: what the stage promises of an item is asked of each of them.

export const SIZE = { width: 1280, height: 720 }
export const FILM = 'https://elsewhere.example/film.mp4'
export const YOUTUBE = 'https://www.youtube-nocookie.com/**'
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
/** The ground of the plain look of a board, whatever the organisation's colour. */
const WHITE = '#ffffff'

export type Kind = {
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

/** A kind without a row does not compile. */
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
  board: {
    colour: WHITE,
    add: async (placard, duration) => {
      const columns = [{ name: 'Dish', type: 'words' as const }]
      const body = { name: 'Menu', columns, rows: [{ cells: { Dish: 'Soup' } }] }
      const { table } = await placard.call('createTable', { params: { organisationId: DISPLAY.organisationId }, body })
      const board = { tableId: table.id, look: 'plain' as const }
      return create(placard, { type: 'board', url: NO_PICTURE, duration, board: board as never })
    },
    needs: { address: (url) => `${url}/player/assets/board-item-*` },
    isKept: true,
    onOldEngines: 'plays',
  },
  weather: {
    // Its ground by day, below the sky.
    colour: WHITE,
    add: async (placard, duration) => {
      await putIntoTown(placard)
      return create(placard, { type: 'weather', url: NO_PICTURE, duration, weather: { look: 'days' } })
    },
    needs: { address: (url) => `${url}/player/assets/weather-item-*` },
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

let weather: WeatherSite | undefined

/** Puts the display into a town where the sun shines, and waits for its forecast. */
async function putIntoTown(placard: Placard): Promise<void> {
  weather ??= await startWeatherSite(placard.weatherPort)
  weather.weather = weatherOf(21, { sky: [0] })
  const { towns } = await placard.call('findTowns', { params: DISPLAY, query: { name: 'Vienna' } })
  await placard.call('setTown', { params: DISPLAY, body: { townId: towns[0]?.id ?? null } })
  await expect
    .poll(async () => (await placard.call('getProgramme', { params: DISPLAY })).weather, { timeout: 30_000 })
    .toHaveProperty('forecast')
}

let server: Server | undefined

/** The address of a page that any frame may show. By the names of others it answers as they do. */
export async function elsewhere(): Promise<string> {
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

/** A spot near the corner of the media area, where each kind has its ground and no letter. */
export const SPOT = [0.9, 0.78] as const

/** Not the player's own dark ground, and nothing else either: the one, the other, or one that fades into the other. */
export function isBetween(colour: Colour, one: string, other: string): boolean {
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

/** Looks at the screen for so long: every sight must be one of the two. @returns those that were seen whole */
export async function watch(page: Page, one: string, other: string, seconds: number): Promise<Set<string>> {
  const seen = new Set<string>()
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    const colour = await colourAt(page, ...SPOT)
    expect(isBetween(colour, one, other), JSON.stringify(colour)).toBe(true)
    for (const whole of [one, other]) if (isNear(colour, whole)) seen.add(whole)
  }
  return seen
}

/**
 * Asks the same of every kind. The display is empty when one of its tests begins.
 *
 * @param declare the tests of one kind
 */
export function ofEachKind(declare: (kind: Kind) => void): void {
  closeServersAtTheEnd()
  for (const [type, kind] of Object.entries(KINDS)) {
    test.describe(`an item of the kind ${type}`, () => {
      test.beforeAll(async () => {
        const isMade = !kind.isFilm || (await film().catch(() => undefined)) !== undefined
        test.skip(!isMade, 'ffmpeg makes the film')
      })
      test.beforeEach(async ({ placard }) => clearDisplay(placard))
      declare(kind)
    })
  }
}

/** Asks something of all kinds in one test: those of the films are left out where ffmpeg is not here to make them. */
export function ofAllKinds(declare: (kinds: () => Promise<Kind[]>) => void): void {
  closeServersAtTheEnd()
  declare(async () => {
    const hasFilms = (await film().catch(() => undefined)) !== undefined
    return Object.values(KINDS).filter(({ isFilm }) => hasFilms || !isFilm)
  })
}

/** A worker that goes on to another file of journeys has this module still. */
function closeServersAtTheEnd(): void {
  test.afterAll(async () => {
    server?.close()
    server = undefined
    await weather?.close()
    weather = undefined
  })
}

/** Answers for everything that these kinds need from elsewhere, as it makes them play. The page keeps nothing: a worker would answer. */
export async function answerFor(page: Page, placard: Placard, kinds: readonly Pick<Kind, 'needs'>[]): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }))
  for (const { needs } of kinds) if (needs?.answer) await page.route(needs.address(placard.url), needs.answer)
}

/**
 * Opens the display on a page that keeps nothing: a worker would answer for what is kept.
 *
 * @param answer to what the kind needs; without it the one that makes the kind play
 */
export async function openOn(
  page: Page,
  placard: Placard,
  { needs }: Kind,
  { answer = needs?.answer, turn = 0 }: { answer?: (route: Route) => Promise<void>; turn?: 0 | 90 } = {},
): Promise<void> {
  await page.setViewportSize(SIZE)
  await answerFor(page, placard, needs && answer ? [{ needs: { ...needs, answer } }] : [])
  await page.goto(placard.url + playerPath(DISPLAY, turn))
}
