import { playerPath } from '@placard/contract'
import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { fetchOldChromium, launchOldChromium } from '../old-chromium.ts'
import { BLUE, GREEN, RED } from '../pixels.ts'
import { DISPLAY } from '../placard.ts'
import {
  broken,
  coloursIn,
  fedPlayers,
  feedScreen,
  film,
  launchFeed,
  picture,
  playlistOf,
  rect,
  sideBar,
  within,
  zone,
} from './fed-screen.ts'

const COLOURS = { red: RED, green: GREEN, blue: BLUE }
const SIDE = `[data-zone="${playlistOf('side')}"]`
const MAIN = '[data-zone="main"]'
const LYING = { width: 960, height: 540 }

test.use({ serviceWorkers: 'block', viewport: LYING })

const open = fedPlayers()

/** The colours of the media area, from top left to bottom right. */
const look = async (page: Page, across = 8, down = 3) => coloursIn(await page.screenshot(), COLOURS, { across, down })
const rowOf = (...parts: [colour: string, count: number][]) =>
  parts.flatMap(([colour, count]) => Array<string>(count).fill(colour))
const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element as HTMLElement
    return [offsetLeft, offsetTop, offsetWidth, offsetHeight]
  })

/** Photographs the screen until it is told to stop. @returns the pictures in which some of the area is in no item's colour */
function watch(page: Page) {
  let isOver = false
  const seen: string[][] = []
  const running = (async () => {
    while (!isOver) seen.push(await look(page, 16, 4))
  })()
  return {
    seen,
    async stop() {
      isOver = true
      await running
      return seen.filter((colours) => colours.includes('?'))
    },
  }
}

test('[HS6] [LY3] [LY4] two zones play side by side, each its own loop, and a change of one leaves the other alone', async ({
  page,
  placard,
}) => {
  const [red, green, blue] = [picture(RED), picture(GREEN, { duration: 2 }), picture(BLUE, { duration: 2 })]
  const screen = await open(page, placard, { items: [red], layout: sideBar([green, blue]) })
  await expect(page.locator(SIDE)).toHaveAttribute('data-open', 'true')
  await expect(page.locator('main.player')).toHaveAttribute('data-item', red.id)
  await expect.poll(() => boxOf(page, MAIN)).toEqual([0, 0, 720, 486])
  await expect.poll(() => boxOf(page, SIDE)).toEqual([720, 0, 240, 486])
  for (const [item, colour] of [
    [green, 'green'],
    [blue, 'blue'],
    [green, 'green'],
  ] as const) {
    await expect(page.locator(SIDE)).toHaveAttribute('data-item', item.id)
    await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], [colour, 2]))
  }

  // Nothing of the main zone is drawn again while the other one changes.
  await page.evaluate((main) => {
    const changes: string[] = []
    Object.assign(globalThis, { changes })
    new MutationObserver((records) => changes.push(...records.map(({ type }) => type))).observe(
      document.querySelector(main) as Element,
      { subtree: true, childList: true, attributes: true, characterData: true },
    )
  }, MAIN)
  screen.feed({ layout: sideBar([blue], { name: 'Another name' }) })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['blue', 2]))
  await expect(page.locator(SIDE)).toHaveAttribute('data-item', blue.id)
  expect(await page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes)).toEqual([])
})

test('[LY3] a zone closes and opens at its time without an empty frame, and a film goes on', async ({
  page,
  placard,
}) => {
  const now = await page.evaluate(() => Date.now())
  const [closesAt, opensAt] = [now + 15_000, now + 22_000].map((at) => Math.ceil(at / 1_000) * 1_000) as [
    number,
    number,
  ]
  const before = picture(GREEN, { schedule: within(undefined, closesAt) })
  const after = picture(BLUE, { schedule: within(opensAt) })
  await open(page, placard, { items: [film()], layout: sideBar([before, after]) })
  await expect(page.locator(SIDE)).toHaveAttribute('data-open', 'true')
  await expect.poll(() => look(page, 8, 1).then((colours) => colours.slice(6))).toEqual(['green', 'green'])
  await expect.poll(() => boxOf(page, MAIN)).toEqual([0, 0, 720, 486])

  await page.evaluate(() => {
    const video = document.querySelector('.player > .media video') as HTMLVideoElement
    Object.assign(globalThis, { film: video, stops: 0 })
    // Of the side bar's area, at each frame: covered by the bar, by the film, or by nothing.
    const holes: number[] = []
    Object.assign(globalThis, { holes })
    const frame = () => {
      for (const share of [0.76, 0.8, 0.9, 0.99]) {
        const under = document.elementsFromPoint(innerWidth * share, innerHeight * 0.4)
        const isCovered = under.some((one) => one.matches('.layer-seen, .layer-seen *'))
        if (!isCovered) holes.push(performance.now())
      }
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    video.addEventListener('pause', () => Object.assign(globalThis, { stops: 1 }))
  })
  await expect(page.locator(SIDE)).not.toHaveAttribute('data-open', 'true', { timeout: 30_000 })
  await expect.poll(() => boxOf(page, MAIN)).toEqual([0, 0, 960, 486])
  await expect(page.locator(SIDE)).toHaveAttribute('data-open', 'true', { timeout: 30_000 })
  await expect.poll(() => look(page, 8, 1).then((colours) => colours.slice(6))).toEqual(['blue', 'blue'])
  await expect.poll(() => boxOf(page, MAIN)).toEqual([0, 0, 720, 486])
  const told = await page.evaluate(async () => {
    const { film, stops, holes } = globalThis as unknown as { film: HTMLVideoElement; stops: number; holes: number[] }
    const from = film.currentTime
    await new Promise((wake) => setTimeout(wake, 500))
    return { stops, holes, isInPage: film.isConnected, moves: film.currentTime !== from }
  })
  expect(told).toEqual({ stops: 0, holes: [], isInPage: true, moves: true })
})

for (const isCalm of [false, true])
  test(`[LY3] zones ${isCalm ? 'change by a cut on a screen that prefers less motion' : 'move within 600 ms'}`, async ({
    page,
    placard,
  }) => {
    await page.emulateMedia({ reducedMotion: isCalm ? 'reduce' : 'no-preference' })
    const screen = await open(page, placard, { items: [picture(RED)], layout: sideBar([picture(GREEN)]) })
    await expect.poll(() => boxOf(page, MAIN)).toEqual([0, 0, 720, 486])
    await page.waitForTimeout(1_000)
    await page.evaluate((main) => {
      const widths: number[] = []
      const durations: string[] = []
      Object.assign(globalThis, { widths, durations })
      const zone = document.querySelector(main) as HTMLElement
      const frame = () => {
        if (widths.at(-1) !== zone.offsetWidth) widths.push(zone.offsetWidth)
        for (const one of zone.getAnimations()) durations.push(`${one.effect?.getTiming().duration}`)
        requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    }, MAIN)
    screen.feed({ layout: sideBar([]) })
    await expect.poll(() => boxOf(page, MAIN)).toEqual([0, 0, 960, 486])
    screen.feed({ layout: sideBar([picture(BLUE)]) })
    await expect.poll(() => boxOf(page, MAIN)).toEqual([0, 0, 720, 486])
    const { widths, durations } = await page.evaluate(() => {
      const { widths, durations } = globalThis as unknown as { widths: number[]; durations: string[] }
      return { widths, durations }
    })
    if (isCalm) expect([widths, durations]).toEqual([[720, 960, 720], []])
    else {
      expect(widths.filter((px) => px > 720 && px < 960).length).toBeGreaterThan(1)
      expect(new Set(durations)).toEqual(new Set(['600']))
    }
  })

test('[LY3] a zone closes and opens at the same instant on every screen', async ({ browser, placard }) => {
  const screens = await Promise.all(
    [LYING, { width: 540, height: 960 }].map(async (viewport) => {
      const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
      return { context, page: await context.newPage() }
    }),
  )
  const now = Date.now()
  const [closesAt, opensAt] = [now + 20_000, now + 25_000].map((at) => Math.ceil(at / 1_000) * 1_000) as [
    number,
    number,
  ]
  const side = [picture(GREEN, { schedule: within(undefined, closesAt) }), picture(BLUE, { schedule: within(opensAt) })]
  const fed = []
  for (const { page } of screens) {
    fed.push(await feedScreen(page, { items: [picture(RED)], layout: sideBar(side) }))
    await page.goto(placard.url + playerPath(DISPLAY))
    await expect(page.locator(SIDE)).toHaveAttribute('data-open', 'true')
  }
  const turns = await Promise.all(
    screens.map(({ page }) =>
      page.evaluate(
        (side) =>
          new Promise<number[]>((resolve) => {
            const turns: number[] = []
            const zone = document.querySelector(side) as HTMLElement
            new MutationObserver(() => {
              turns.push(performance.timeOrigin + performance.now())
              if (turns.length === 2) resolve(turns)
            }).observe(zone, { attributes: true, attributeFilter: ['data-open'] })
          }),
        SIDE,
      ),
    ),
  )
  for (const [index, due] of [closesAt, opensAt].entries()) {
    const apart = turns.map((one) => Math.round((one[index] ?? 0) - due))
    test.info().annotations.push({ type: 'after its time (ms)', description: apart.join(', ') })
    // The machine of a test may stall. Screens that went by their own loading would be seconds apart.
    for (const ms of apart) expect(Math.abs(ms), `${apart} ms`).toBeLessThan(1_500)
  }
  for (const one of fed) await one.close()
  for (const { context } of screens) await context.close()
})

test('[LY3] while zones move, no pixel of the media area is empty', async ({ page, placard }) => {
  const [red, green, blue] = [picture(RED), picture(GREEN), picture(BLUE)]
  const two = {
    main: { landscape: rect(0, 0, 65, 100), portrait: rect(0, 0, 100, 65) },
    zones: [
      zone('side', { landscape: rect(65, 0, 35, 50), portrait: rect(0, 65, 50, 35) }, [green]),
      zone('other', { landscape: rect(65, 50, 35, 50), portrait: rect(50, 65, 50, 35) }, [blue]),
    ],
  }
  const having = (green: boolean, blue: boolean) => ({
    ...two,
    zones: two.zones.map((one, index) => ([green, blue][index] ? one : { ...one, items: [] })),
  })
  const screen = await open(page, placard, { items: [red], layout: two })
  const other = page.locator(`[data-zone="${playlistOf('other')}"]`)
  await expect(other).toHaveAttribute('data-open', 'true')
  await expect(page.locator(SIDE)).toHaveAttribute('data-open', 'true')
  await expect.poll(() => look(page)).not.toContain('?')

  const watched = watch(page)
  const isOpen = (zone: typeof other, open: boolean) =>
    open ? expect(zone).toHaveAttribute('data-open', 'true') : expect(zone).not.toHaveAttribute('data-open', 'true')
  for (const [hasGreen, hasBlue] of [
    [false, true],
    [true, true],
    [true, false],
    [false, false],
    [true, true],
  ] as const) {
    screen.feed({ layout: having(hasGreen, hasBlue) })
    await isOpen(page.locator(SIDE), hasGreen)
    await isOpen(other, hasBlue)
    await page.waitForTimeout(900)
  }
  // Nothing is on in the main zone: the others have its room.
  screen.feed({ items: [] })
  await expect.poll(() => look(page, 4, 2)).toEqual([...rowOf(['green', 4]), ...rowOf(['blue', 4])])
  await expect(page.locator('main.player')).toHaveAttribute('data-state', 'playing')
  await expect(page.locator('.card')).toHaveCount(0)
  screen.feed({ items: [red] })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 5], ['blue', 3]))
  await page.waitForTimeout(900)
  expect(await watched.stop()).toEqual([])
  expect(watched.seen.length).toBeGreaterThan(20)
})

test('[LY3] a zone without an item that can be shown is closed, and the others play on', async ({ page, placard }) => {
  const red = picture(RED)
  await open(page, placard, { items: [red], layout: sideBar([broken(), broken()]) })
  await expect(page.locator(MAIN)).toHaveAttribute('data-open', 'true')
  await expect.poll(() => look(page)).toEqual(rowOf(['red', 24]))
  expect(await boxOf(page, MAIN)).toEqual([0, 0, 960, 486])
  await expect(page.locator(SIDE)).not.toHaveAttribute('data-open', 'true')
})

test('[LY3] [OF15] a zone that cannot be healed is closed for a minute, and the others do not notice', async ({
  page,
  placard,
}) => {
  await open(page, placard, { items: [picture(RED)], layout: sideBar([picture(GREEN), picture(GREEN)]) })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['green', 2]))
  // The pictures of this zone are removed as soon as they are built.
  const until = await page.evaluate((side) => {
    const told = { mainMissing: 0 }
    Object.assign(globalThis, { told })
    setInterval(() => {
      for (const image of Array.from(document.querySelectorAll(`${side} img`))) image.remove()
      if (!document.querySelector('.player > .media .layer-seen img')) told.mainMissing += 1
    }, 50)
    return Date.now() + 40_000
  }, SIDE)
  await expect(page.locator(SIDE)).not.toHaveAttribute('data-open', 'true', { timeout: 40_000 })
  await expect.poll(() => look(page)).toEqual(rowOf(['red', 24]))
  expect(Date.now()).toBeLessThan(until)
  expect(await page.evaluate(() => (globalThis as unknown as { told: unknown }).told)).toEqual({
    mainMissing: 0,
  })
})

test('[LY3] a zone that stays keeps its room in the colour of the brand', async ({ page, placard }) => {
  const brand = { colour: BLUE }
  const screen = await open(page, placard, { items: [picture(RED)], brand, layout: sideBar([], { stays: true }) })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['blue', 2]))
  // Nothing is on anywhere.
  screen.feed({ items: [] })
  await expect(page.locator('main.player')).toHaveAttribute('data-state', 'empty')
  await expect(page.locator('.card')).toBeVisible()
})

test('[LY5] a film beside a film is left out', async ({ page, placard }) => {
  const green = picture(GREEN)
  await open(page, placard, { items: [film()], layout: sideBar([film(), green]) })
  await expect(page.locator(SIDE)).toHaveAttribute('data-item', green.id)
  await expect(page.locator('video')).toHaveCount(1)
})

test('[LY3] a take-over covers all zones, and they come back', async ({ page, placard }) => {
  const red = picture(RED)
  const layout = sideBar([picture(GREEN)])
  const screen = await open(page, placard, { items: [red], layout })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['green', 2]))
  const startsAt = await page.evaluate(() => Date.now() - 1_000)
  const over = { id: 'over-1', items: [picture(BLUE)], startsAt, endsAt: startsAt + 3_600_000 } as never
  screen.feed({ takeOvers: [over] })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['blue', 8]))
  await expect(page.locator(`${SIDE} img`)).toHaveCount(0)
  screen.feed({ takeOvers: [] })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['green', 2]))
})

test('[SH2] [LY3] asleep there is no zone, and awake all of them are back', async ({ page, placard }) => {
  const layout = sideBar([picture(GREEN)])
  const screen = await open(page, placard, { items: [picture(RED)], layout })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['green', 2]))
  const tomorrow = await page.evaluate(() => new Date().getUTCDay() + 1)
  screen.feed({ openingHours: { days: [tomorrow], hours: [{ from: '10:00', until: '11:00' }] } })
  await expect(page.locator('main.player')).toHaveAttribute('data-state', 'asleep')
  await expect(page.locator('.media, .zone')).toHaveCount(0)
  screen.feed({ openingHours: undefined })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['green', 2]))
})

for (const [name, viewport, rotation, isUpright] of [
  ['a portrait screen', { width: 540, height: 960 }, 0, true],
  ['a landscape window of a screen that hangs turned', LYING, 90, true],
  ['a portrait window of a screen that hangs turned', { width: 540, height: 960 }, 270, false],
] as const) {
  test(`[LY1] the zones of ${name}`, async ({ page, placard }) => {
    await page.setViewportSize(viewport)
    await open(page, placard, { items: [picture(RED)], layout: sideBar([picture(GREEN)]) }, rotation)
    await expect(page.locator(SIDE)).toHaveAttribute('data-open', 'true')
    await expect.poll(() => boxOf(page, SIDE)).toEqual(isUpright ? [0, 648, 540, 216] : [720, 0, 240, 486])
    // The screen is hung in another way.
    await page.setViewportSize({ width: viewport.height, height: viewport.width })
    await expect.poll(() => boxOf(page, SIDE)).toEqual(isUpright ? [720, 0, 240, 486] : [0, 648, 540, 216])
  })
}

test('[LY3] the main zone has the whole area until the code of zones has come, and it is asked for again', async ({
  page,
  placard,
}) => {
  let isThere = false
  await page.route('**/assets/zones-*.js', (route) => (isThere ? route.continue() : route.abort()))
  await open(page, placard, { items: [picture(RED)], layout: sideBar([picture(GREEN)]) })
  await expect.poll(() => look(page)).toEqual(rowOf(['red', 24]))
  expect(await page.locator('[data-zone]').count()).toBe(0)
  isThere = true
  await expect.poll(() => look(page, 8, 1), { timeout: 30_000 }).toEqual(rowOf(['red', 6], ['green', 2]))
})

test('[LY4] a display without a layout has one stage, without a place of its own', async ({ page, placard }) => {
  const screen = await open(page, placard, { items: [picture(RED)] })
  await expect.poll(() => look(page)).toEqual(rowOf(['red', 24]))
  expect(await page.locator('.media').evaluate(({ outerHTML }) => outerHTML.split('>')[0])).toBe('<div class="media"')
  // A layout comes, and goes again: the element of what plays stays.
  await page.evaluate(() => Object.assign(globalThis, { kept: document.querySelector('.media img') }))
  screen.feed({ layout: sideBar([picture(GREEN)]) })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['green', 2]))
  screen.feed({ layout: undefined })
  await expect.poll(() => look(page)).toEqual(rowOf(['red', 24]))
  expect(
    await page.evaluate(
      () => (globalThis as unknown as { kept: Element }).kept === document.querySelector('.media img'),
    ),
  ).toBe(true)
})

test('[LY4] [TM1] a preview of another moment shows the zones of that moment', async ({ page, placard }) => {
  const now = await page.evaluate(() => Date.now())
  const tomorrow = now + 24 * 3_600_000
  const green = picture(GREEN, { schedule: within(tomorrow) })
  const display = playerPath(DISPLAY)
  await page.route('**/around', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<body style="margin:0"><iframe style="border:0;width:960px;height:540px" src="${display}&preview=1"></iframe>`,
    }),
  )
  const fed = await feedScreen(page, { items: [picture(RED)], layout: sideBar([green]) })
  await page.goto(`${placard.url}/around`)
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 8]))
  const steer = (command: object) =>
    page.evaluate(
      (said) => document.querySelector('iframe')?.contentWindow?.postMessage(said, location.origin),
      command,
    )
  await steer({ preview: 'at', at: tomorrow + 60_000 })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['green', 2]))
  await steer({ preview: 'live' })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 8]))
  await steer({ preview: 'change' })
  await expect.poll(() => look(page, 8, 1)).toEqual(rowOf(['red', 6], ['green', 2]))
  await fed.close()
})

test('[F26] [LY12] the oldest engine opens and closes zones', async ({ placard }) => {
  const found = await fetchOldChromium()
  if ('missing' in found) console.log(`CHROMIUM 64 WAS NOT TRIED: ${found.missing}`)
  test.skip('missing' in found, 'Chromium 64 is not here')
  if (!('path' in found)) return
  const green = picture(GREEN)
  const feed = await launchFeed(placard.url, { items: [picture(RED)], layout: sideBar([green]) })
  const old = await launchOldChromium(found, LYING)
  const widths = () =>
    old.evaluate(`[].map.call(document.querySelectorAll('[data-open]'), (one) => one.offsetWidth).join(' ')`)
  try {
    await old.open(feed.url + playerPath(DISPLAY))
    await expect.poll(widths, { timeout: 30_000 }).toBe('720 240')
    feed.feed({ layout: sideBar([]) })
    await expect.poll(widths).toBe('960')
    feed.feed({ layout: sideBar([green]) })
    await expect.poll(widths).toBe('720 240')
    expect(old.errors).toEqual([])
  } finally {
    await old.close()
    await feed.close()
  }
})
