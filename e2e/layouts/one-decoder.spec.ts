import { playerPath } from '@placard/contract'
import type { Page } from '@playwright/test'
import { addFilm, clearDisplay } from '../content.ts'
import { film } from '../film-files.ts'
import { expect, test } from '../journey.ts'
import { isBetween } from '../kinds/kinds.ts'
import { BLUE, type Colour, colourAt, flatPicture, GREEN, isNear, RED } from '../pixels.ts'
import { DISPLAY, type Placard } from '../placard.ts'

// LY5: a panel that decodes one film at a time never holds a second one, also while one film follows another.

const PANEL =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36'
const SECONDS = 4
const SCREEN = { width: 960, height: 600 }

test.use({ serviceWorkers: 'block', viewport: SCREEN })
test.describe.configure({ timeout: 180_000 })

/** Of the page: the films that hold a file, whether the document has them or not. */
type Held = { most: number; stills: string[] }

/** A red film and a green one in turn, each with a blue poster. */
async function showFilms(placard: Placard): Promise<void> {
  await clearDisplay(placard)
  for (const colour of [RED, GREEN]) {
    const bytes = await film({ colours: [colour, colour], seconds: 6, options: ['-movflags', '+faststart'] })
    await addFilm(
      placard,
      bytes,
      { duration: SECONDS, fit: 'cover' },
      { insists: true, poster: await flatPicture(BLUE) },
    )
  }
}

async function open(page: Page, placard: Placard): Promise<void> {
  await page.addInitScript(() => {
    const held: Held = { most: 0, stills: [] }
    const films = new Set<HTMLVideoElement>()
    Object.assign(globalThis, { held, films })
    const count = () => {
      const holding = Array.from(films).filter((one) => one.hasAttribute('src'))
      held.most = Math.max(held.most, holding.length)
    }
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of Array.from(addedNodes)) {
          if (!(node instanceof HTMLElement)) continue
          if (node.matches('.still')) held.stills.push(node.nodeName)
          const inside = Array.from(node.querySelectorAll('video'))
          for (const one of node instanceof HTMLVideoElement ? [node] : inside) films.add(one)
        }
      count()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['src'] })
    const look = () => {
      count()
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(placard.url + playerPath(DISPLAY))
  await expect.poll(async () => isOneOf(await colourAt(page, 0.5, 0.4), [RED, GREEN]), { timeout: 60_000 }).toBe(true)
}

const isOneOf = (colour: Colour, all: readonly string[]) => all.some((one) => isNear(colour, one))
const heldOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { held: Held }).held)

/** Looks at the middle of the media area for so long. Each sight is one of the colours, or one that fades into another. */
async function watch(page: Page, seconds: number, colours: readonly string[]): Promise<string[]> {
  const turns: string[] = []
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
    const colour = await colourAt(page, 0.5, 0.4)
    const isWhole = colours.some((one) => colours.some((other) => isBetween(colour, one, other)))
    expect(isWhole, `${JSON.stringify(colour)} after ${turns}`).toBe(true)
    const whole = [RED, GREEN].find((one) => isNear(colour, one))
    if (whole && whole !== turns.at(-1)) turns.push(whole)
  }
  return turns
}

test.describe('on a panel with one decoder', () => {
  test.use({ userAgent: PANEL })

  test('[LY5] one film is held, and the poster of the next one stays until its first frame', async ({
    page,
    placard,
  }) => {
    await showFilms(placard)
    await open(page, placard)
    expect((await watch(page, 5 * SECONDS, [RED, GREEN, BLUE])).length).toBeGreaterThan(3)
    const { most, stills } = await heldOf(page)
    expect(most).toBe(1)
    expect(stills.length).toBeGreaterThan(2)
    expect(new Set(stills)).toEqual(new Set(['IMG']))
  })

  test('[LY5] without a poster the last picture stays', async ({ page, placard }) => {
    await showFilms(placard)
    await page.route('**/thumbnail.webp*', (route) => route.abort())
    await open(page, placard)
    expect((await watch(page, 5 * SECONDS, [RED, GREEN])).length).toBeGreaterThan(3)
    const { most, stills } = await heldOf(page)
    expect(most).toBe(1)
    expect(new Set(stills)).toEqual(new Set(['CANVAS']))
  })

  test('[LY5] a film whose next one cannot be shown goes on', async ({ page, placard }) => {
    await showFilms(placard)
    const green = (await placard.call('getManifest')).items[1]?.url ?? ''
    await page.route(`**${green}`, (route) => route.fulfill({ body: 'no film', contentType: 'video/mp4' }))
    await open(page, placard)
    await expect.poll(async () => (await heldOf(page)).stills.length, { timeout: 30_000 }).toBeGreaterThan(0)
    await page.waitForTimeout(1_000)
    const position = () =>
      page.evaluate(() => document.querySelector<HTMLVideoElement>('.layer-seen video')?.currentTime)
    const before = await position()
    await expect.poll(position, { timeout: 30_000 }).not.toBe(before)
    expect(await position()).toBeDefined()
    expect(await watch(page, 3 * SECONDS, [RED, BLUE])).toEqual([RED])
    expect((await heldOf(page)).most).toBe(1)
  })
})

test('[LY5] on other screens the next film is ready before its turn', async ({ page, placard }) => {
  await showFilms(placard)
  await open(page, placard)
  expect((await watch(page, 4 * SECONDS, [RED, GREEN])).length).toBeGreaterThan(2)
  expect(await heldOf(page)).toEqual({ most: 2, stills: [] })
})
