import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DisplayId, type FilmFormat, playerPath, playlistPath, ScreenId } from '@placard/contract'
import type { Browser, Page, Request } from '@playwright/test'
import { addFilm, addPicture, clearDisplay, uploadFilm } from './content.ts'
import { expect, test } from './journey.ts'
import { colourAt, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY } from './placard.ts'
import { everything, launchRequestProxy } from './rigs/request-proxy.ts'
import { startScreenBrowser } from './rigs/screen-browser.ts'

const FIXTURES = join(import.meta.dirname, '../server/fixtures/films')
const SOUND_ALLOWED = ['--autoplay-policy=no-user-gesture-required']
const SECONDS = 3

test.describe.configure({ timeout: 240_000 })

/** Waits until the screen reports that it plays. */
const HEARD = {
  doing: 'playing' as const,
  build: null,
  viewport: { width: 1_920, height: 1_080 },
  rotation: 0 as const,
  revision: 1,
  itemId: null,
  offline: 'ready' as const,
  files: { kept: 1, of: 1 },
  full: false,
  broken: [],
  clockAheadMs: 0,
  upSeconds: 60,
  memoryMb: null,
}

/** A green film with a tone. */
let film: Buffer
let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-films-'))
  const path = join(folder, 'film.mp4')
  const source = (of: string) => ['-f', 'lavfi', '-i', `${of}:duration=${SECONDS}`]
  const sources = [...source(`color=${GREEN.replace('#', '0x')}:s=320x180:r=10`), ...source('sine=frequency=440')]
  const as = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart']
  const made = await promisify(execFile)('ffmpeg', ['-v', 'error', ...sources, ...as, path]).then(
    () => true,
    () => false,
  )
  test.skip(!made, 'ffmpeg makes the film')
  film = await readFile(path)
})
test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
test.beforeEach(async ({ placard }) => clearDisplay(placard))

const shows = async (page: Page, colour: string) => isNear(await colourAt(page, 0.5, 0.45), colour)
const becomes = (page: Page, colour: string) => expect.poll(() => shows(page, colour), { timeout: 30_000 }).toBe(true)
const soundOf = (page: Page) =>
  page.locator('.layer-seen video').evaluate((video: HTMLVideoElement) => ({
    muted: video.muted,
    volume: video.volume,
    paused: video.paused,
  }))
const openScreen = async (page: Page, url: string) => {
  await page.goto(url + playerPath(DISPLAY))
  await expect(page.locator('main.player')).toHaveAttribute('data-state', 'playing')
}

test('[CT7] an uploaded film plays muted for its own length, and then what comes after it', async ({
  page,
  placard,
}) => {
  const item = await addFilm(placard, film)
  await addPicture(placard, await flatPicture(RED), { duration: 2 })
  const [first] = (await placard.call('getManifest')).items
  expect(item.film?.lengthMs).toBeGreaterThanOrEqual(SECONDS * 1_000)
  expect(first?.duration).toBe((item.film?.lengthMs ?? 0) / 1_000)
  await openScreen(page, placard.url)
  for (const colour of [GREEN, RED, GREEN, RED]) await becomes(page, colour)
  await becomes(page, GREEN)
  expect(await soundOf(page)).toMatchObject({ muted: true, paused: false })
})

test('[CT7] a shorter duration cuts a film, a longer one repeats it', async ({ page, placard }) => {
  const { id } = await addFilm(placard, film, { duration: 1 })
  const { id: red } = await addPicture(placard, await flatPicture(RED), { duration: 600 })
  await openScreen(page, placard.url)
  // Cut: long before it is over the picture is there, and its last second was never played.
  await becomes(page, RED)
  await placard.call('removeItem', { params: { ...DISPLAY, itemId: red } })
  await placard.call('updateItem', {
    params: { ...DISPLAY, itemId: id },
    body: { duration: 600 },
    headers: { 'if-match': '*' },
  })
  await becomes(page, GREEN)
  // Repeated: it goes back to its beginning, and goes on.
  const places = () => page.locator('.layer-seen video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(places, { timeout: 30_000, intervals: [100] }).toBeGreaterThan(SECONDS - 1)
  await expect.poll(places, { timeout: 30_000, intervals: [100] }).toBeLessThan(1)
  expect(await soundOf(page)).toMatchObject({ paused: false })
})

test('[CT7] its sound is played where the item says so and the browser lets it, by one film at a time', async ({
  placard,
}) => {
  const profile = await mkdtemp(join(folder, 'profile-'))
  for (const title of ['One', 'Other']) await addFilm(placard, film, { title, sound: true })
  await using context = await startScreenBrowser(profile, SOUND_ALLOWED)
  const page = await context.newPage()
  await openScreen(page, placard.url)
  await expect.poll(() => soundOf(page).catch(() => undefined)).toEqual({ muted: false, volume: 1, paused: false })
  // Nobody who listens through two rounds hears two of them.
  const most = await page.evaluate(
    () =>
      new Promise<{ heard: number; films: number }>((resolve) => {
        const seen = new Set<string>()
        let heard = 0
        const timer = setInterval(() => {
          const films = Array.from(document.querySelectorAll('video'))
          heard = Math.max(heard, films.filter((one) => !one.muted && one.volume > 0 && !one.paused).length)
          seen.add(document.querySelector('[data-item]')?.getAttribute('data-item') ?? '')
          if (seen.size < 2 || films.length < 1) return
          count += 1
          if (count < 300) return
          clearInterval(timer)
          resolve({ heard, films: seen.size })
        }, 20)
        let count = 0
      }),
  )
  expect(most.heard).toBe(1)
})

test('[CT7] a browser that does not let it sound plays it muted, and the card says so', async ({ admin, placard }) => {
  await addFilm(placard, film, { sound: true })
  const page = await (admin.context().browser() as Browser).newPage()
  // A headless browser lets everything sound: this one refuses as others do, by the words of the HTML Standard.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      return this.muted ? play.call(this) : Promise.reject(new DOMException('no gesture', 'NotAllowedError'))
    }
  })
  await page.clock.install()
  await openScreen(page, placard.url)
  await becomes(page, GREEN)
  expect(await soundOf(page)).toMatchObject({ muted: true, paused: false })
  await expect(async () => {
    await page.clock.fastForward(61_000)
    const { screens } = await placard.call('listScreens')
    expect(screens.map(({ state }) => state.soundBlocked)).toContain(true)
  }).toPass({ timeout: 60_000 })
  await admin.reload()
  await expect(admin.locator('article', { hasText: 'Film' })).toContainText(/No sound on 1 of \d+ screens?\./)
})

test('[CT5] it is kept by the screen, and plays after a cold start without the network', async ({ placard }) => {
  const proxy = await launchRequestProxy(placard.url)
  const profile = await mkdtemp(join(folder, 'profile-'))
  await addFilm(placard, film)
  try {
    const first = await startScreenBrowser(profile)
    const page = await first.newPage()
    await openScreen(page, proxy.url)
    await expect(page.locator('main')).toHaveAttribute('data-offline', 'ready', { timeout: 90_000 })
    await first.close()
    proxy.fault = everything({ type: 'down' })
    const second = await startScreenBrowser(profile)
    const again = await second.newPage()
    await openScreen(again, proxy.url)
    await becomes(again, GREEN)
    await second.close()
  } finally {
    await proxy.close()
  }
})

test('[CT6] the card says which screens cannot play a film before it goes live, by what they have said', async ({
  page,
  admin,
  placard,
}) => {
  await addPicture(placard, await flatPicture(RED), { title: 'Red' })
  // A real screen, which says what its browser plays once its first picture is there.
  const screen = await (page.context().browser() as Browser).newPage()
  await screen.clock.install()
  await openScreen(screen, placard.url)
  await becomes(screen, RED)
  // Those of journeys before are still known.
  const newest = async () => {
    const { screens } = await placard.call('listScreens')
    return screens.toSorted((one, other) => other.firstSeenAt - one.firstSeenAt)[0]?.state
  }
  await expect(async () => {
    await screen.clock.fastForward(61_000)
    expect((await newest())?.canPlay).toContain('h264')
  }).toPass({ timeout: 60_000 })
  const state = await newest()
  // Another one, which says that it plays H.264 alone.
  await placard.call('reportScreen', {
    params: { ...DISPLAY, screenId: ScreenId.parse('a'.repeat(32)) },
    body: { state: { ...(state as NonNullable<typeof state>), canPlay: ['h264'] }, events: [] },
  })
  const file = await uploadFilm(placard, await readFile(join(FIXTURES, 'hevc.mp4')), { insists: true })
  const body = { title: 'In H.265', type: 'video' as const, url: file.url, visible: false }
  await placard.call('createItem', { body })
  await addFilm(placard, film, { title: 'In H.264', visible: false })
  await admin.reload()
  const card = admin.getByRole('article', { name: 'In H.265' })
  // Screens of journeys before may be counted as well.
  await expect(card).toContainText(/[1-9]\d* of \d+ screens? cannot play this \(H\.265\)\./)
  await expect(card).toContainText('Replace it with a film in H.264')
  await expect(admin.getByRole('article', { name: 'In H.264' })).not.toContainText('cannot play this')
  // The answer to "why" names them.
  await card.locator('button[data-reason]').click()
  const why = admin.getByRole('dialog', { name: 'Why?' })
  await expect(why).toContainText(/[1-9]\d* of \d+ screens? cannot play this \(H\.265\)\./)
  await expect(why.getByText('Screen AAAA')).toBeVisible()
})

test('[CT6] a playlist’s page, and its card on a display, say which screens cannot play its films', async ({
  admin,
  placard,
}) => {
  const { organisationId, displayId } = DISPLAY
  const tower = { organisationId, displayId: DisplayId.parse('tower') }
  await placard.call('createDisplay', { body: { id: tower.displayId, name: 'Tower', timeZone: 'UTC' } })
  const hear = async (of: typeof DISPLAY, id: string, name: string, canPlay: FilmFormat[]) => {
    const params = { ...of, screenId: ScreenId.parse(id.repeat(32)) }
    await placard.call('reportScreen', { params, body: { state: { ...HEARD, canPlay }, events: [] } })
    await placard.call('updateScreen', { params, body: { name } })
  }
  const { playlist } = await placard.call('createPlaylist', { body: { name: 'Campus' } })
  const params = { organisationId, playlistId: playlist.id }
  const file = await uploadFilm(placard, await readFile(join(FIXTURES, 'hevc.mp4')), { insists: true })
  const add = (title: string, url: string) =>
    placard.call('createItem', { params, body: { title, type: 'video' as const, url } })
  await add('Tour', file.url)
  await add('Plain', (await uploadFilm(placard, film)).url)
  const asked: string[] = []
  admin.on('request', (request: Request) => {
    if (/\/screens$/.test(request.url())) asked.push(request.url())
  })
  const inPlaylist = admin.getByRole('article', { name: 'Tour' })
  const why = admin.getByRole('dialog', { name: 'Why?' })
  const cannot = /[1-9]\d* of \d+ screens? cannot play/

  await test.step('on no display it asks for no screen', async () => {
    await admin.goto(placard.url + playlistPath(playlist.id))
    await expect(inPlaylist).toBeVisible()
    await expect(inPlaylist.locator('button[data-reason]')).toBeVisible()
    expect(asked).toEqual([])
  })
  await hear(DISPLAY, 'b', 'Hall', ['h264'])
  await hear(tower, 'c', 'Lift', ['h264'])
  await hear(tower, 'd', 'Roof', ['h264', 'hevc'])
  await placard.call('includePlaylist', { params, body: { displays: [displayId, tower.displayId] } })

  await test.step('on the page of the playlist, of all of its displays, asked for once', async () => {
    await admin.reload()
    await expect(inPlaylist).toContainText(cannot)
    await expect(inPlaylist).toContainText('(H.265). Replace it with a film in H.264')
    await expect(admin.getByRole('article', { name: 'Plain' })).not.toContainText('cannot play')
    await inPlaylist.locator('button[data-reason]').click()
    await expect(why).toContainText(/Hall · .+Lift · Tower/)
    await expect(why).not.toContainText('Roof')
    await why.getByRole('button', { name: 'Close' }).click()
    expect(asked).toHaveLength(1)
  })
  await test.step('on the card of a display that includes it, of its screens alone', async () => {
    await admin.goto(`${placard.url}/dashboard?display=${tower.displayId}`)
    const card = admin.getByRole('article', { name: 'Campus' })
    await expect(card).toContainText('1 of 2 screens cannot play “Tour” (H.265). Replace it in the playlist')
    await card.locator('button[data-reason]').click()
    await expect(why).toContainText('1 of 2 screens cannot play “Tour” (H.265).')
    await expect(why.getByText('Lift')).toBeVisible()
    await why.getByRole('button', { name: 'Close' }).click()
    await add('Second tour', file.url)
    await expect(card).toContainText('1 of 2 screens cannot play 2 films of this playlist. Replace them')
  })
})

test('[CT7] the form offers the film’s own length and its sound, and says what another time does', async ({
  admin,
  placard,
}) => {
  const poster = await flatPicture(GREEN)
  const { id, film: facts } = await addFilm(placard, film, { title: 'Hall' }, { poster })
  expect(facts?.poster).toBe(true)
  await admin.reload()
  const card = admin.locator('article', { hasText: 'Hall' })
  // Its poster stands for it, and the film is not fetched.
  await expect(card.getByRole('img', { name: /Hall/ })).toHaveAttribute('src', /thumbnail\.webp$/)
  await expect(card.locator('video')).toHaveCount(0)
  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = admin.getByRole('dialog')
  const duration = dialog.getByLabel('Duration')
  await expect(duration.locator('option:checked')).toHaveText('Its length (0:03)')
  await duration.selectOption({ label: '10 seconds' })
  await expect(dialog).toContainText('The film is 0:03 long. It repeats until this time ends.')
  await duration.selectOption({ label: 'Its length (0:03)' })
  await dialog.getByLabel('Play its sound').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const item = (await placard.call('getProgramme')).items.find((one) => one.id === id)
  expect(item).toMatchObject({ sound: true })
  expect(item).not.toHaveProperty('duration')
})
