import {
  CORNERS,
  type Corner,
  type ManifestCornerPiece,
  type ManifestItem,
  NOTICE_LOOKS,
  playerPath,
  ROUTES,
} from '@placard/contract'
import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { fetchOldChromium, launchOldChromium } from '../old-chromium.ts'
import { BLUE, GREEN, RED } from '../pixels.ts'
import { DISPLAY } from '../placard.ts'
import { readQr } from '../read-qr.ts'
import { coloursIn, fedPlayers, film, launchFeed, picture, sideBar, within } from './fed-screen.ts'

const LYING = { width: 960, height: 540 }
const STANDING = { width: 540, height: 960 }
/** So low that a notice stands in one line. */
const BAND = { width: 1600, height: 400 }
const SIDE_PX = 540
const MARGIN_PX = SIDE_PX * 0.03

test.use({ serviceWorkers: 'block', viewport: LYING, locale: 'en-GB' })

const open = fedPlayers()

/** Sets the server's time at the start of a journey. It runs on from there. */
async function setServerTime(page: Page, time: string): Promise<void> {
  const aheadMs = Date.parse(time) - Date.now()
  await page.route(`**${ROUTES.getTime.path}`, (route) => route.fulfill({ json: { at: Date.now() + aheadMs } }))
}

const words = (corner: Corner, more: Partial<ManifestCornerPiece> = {}) =>
  ({ corner, size: 10, kind: 'words', text: 'Room 12', ...more }) as ManifestCornerPiece
const clock = (corner: Corner, more: object = {}) =>
  ({ corner, size: 12, kind: 'clock', face: 'digits', date: false, ...more }) as ManifestCornerPiece
const qr = (corner: Corner, more: object = {}) =>
  ({ corner, size: 20, kind: 'qr', link: 'https://example.org/menu', ...more }) as ManifestCornerPiece
const logo = (corner: Corner, colour: string, more: object = {}) =>
  ({ corner, size: 15, kind: 'logo', url: `/media/colour-${colour.slice(1)}.jpg`, ...more }) as ManifestCornerPiece

let count = 0
function notice(more: object = {}): ManifestItem {
  count += 1
  return {
    id: `notice-${count}`,
    type: 'notice',
    url: 'about:blank',
    duration: 3_600,
    notice: {
      look: 'paper',
      heading: 'The library closes early on Friday',
      body: 'We close at **15:00** so that the new shelves can be put up.\n\n- Books go back through the slot\n- The side door stays open\n- The reading room is open until 22:00 as always, and so is the café beside it',
      byline: 'Ms Okafor, library',
      ...more,
    },
  } as ManifestItem
}

const pieceAt = (page: Page, corner: Corner) => page.locator(`[data-corner="${corner}"]`)
async function boxAt(page: Page, corner: Corner) {
  await expect(pieceAt(page, corner)).toBeVisible()
  const box = await pieceAt(page, corner).boundingBox()
  if (!box) throw new Error(`nothing stands ${corner}`)
  return box
}

/** The boxes of the letters of the notice on the screen, and of the pieces in its corners. */
const lettersAndPieces = (page: Page) =>
  page.evaluate(() => {
    const notices = document.querySelectorAll('.layer-seen .notice')
    const walker = document.createTreeWalker(notices[notices.length - 1] as Element, NodeFilter.SHOW_TEXT)
    const letters: DOMRect[] = []
    while (walker.nextNode()) {
      if (!walker.currentNode.textContent?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      letters.push(...Array.from(range.getClientRects()))
    }
    const pieces = Array.from(document.querySelectorAll('[data-corner], .read-corner'), (piece) =>
      piece.getBoundingClientRect(),
    )
    const overlaps = letters.filter((letter) =>
      pieces.some(
        (piece) =>
          letter.left < piece.right &&
          piece.left < letter.right &&
          letter.top < piece.bottom &&
          piece.top < letter.bottom,
      ),
    )
    return { letters: letters.length, pieces: pieces.length, overlaps: overlaps.length }
  })

test('[LY11] a change of the item draws no corner piece again', async ({ page, placard }) => {
  await page.addInitScript(() => {
    const counts = { measured: 0 }
    Object.assign(globalThis, { counts })
    const own = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetLeft') as PropertyDescriptor
    Object.defineProperty(HTMLElement.prototype, 'offsetLeft', {
      ...own,
      get() {
        if ((this as HTMLElement).dataset.corner) counts.measured += 1
        return own.get?.call(this)
      },
    })
  })
  const items = [RED, GREEN, BLUE].map((colour) => picture(colour, { duration: 2 }))
  await open(page, placard, { items, cornerPieces: [words('top-left'), qr('bottom-right')] })
  await boxAt(page, 'bottom-right')
  const measured = () =>
    page.evaluate(() => (globalThis as unknown as { counts: { measured: number } }).counts.measured)
  await page.waitForTimeout(1_000)
  const before = await measured()
  expect(before).toBeGreaterThan(0)
  const shown = () => page.locator('#player > .player').getAttribute('data-item')
  for (let turn = 0; turn < 3; turn += 1) {
    const item = await shown()
    await expect.poll(shown).not.toBe(item)
  }
  expect(await measured()).toBe(before)
})

for (const [name, viewport] of Object.entries({ landscape: LYING, portrait: STANDING })) {
  test.describe(name, () => {
    test.use({ viewport })

    test(`[LY6] ${name}: a piece stands in each corner of the media area, in its size and with its margin`, async ({
      page,
      placard,
    }) => {
      const pieces = [
        logo('top-left', GREEN),
        clock('top-right', { size: 12 }),
        words('bottom-left', { size: 8 }),
        qr('bottom-right', { size: 20 }),
      ]
      await open(page, placard, { items: [picture(RED)], cornerPieces: pieces })
      const area = { right: viewport.width, bottom: viewport.height * 0.9 }
      for (const { corner, size } of pieces) {
        const { x, y, width, height } = await boxAt(page, corner)
        expect(height).toBeCloseTo((SIDE_PX * size) / 100, 0)
        expect(width).toBeLessThanOrEqual(SIDE_PX * 0.45 + 1)
        expect(width).toBeGreaterThan(20)
        const left = corner.endsWith('left') ? x : area.right - x - width
        const top = corner.startsWith('top') ? y : area.bottom - y - height
        expect([Math.round(left), Math.round(top)]).toEqual([Math.round(MARGIN_PX), Math.round(MARGIN_PX)])
      }
      // They are on the screen, and not only in the page.
      await page.waitForTimeout(600)
      const seen = await readQr(page, await boxAt(page, 'bottom-right'))
      expect(seen.text).toBe('https://example.org/menu')
      const { x, y, width, height } = await boxAt(page, 'top-left')
      const clip = { x: x + width / 2 - 4, y: y + height / 2 - 4, width: 8, height: 8 }
      const colours = await coloursIn(await page.screenshot({ clip }), { green: GREEN }, { across: 1, down: 1 })
      expect(colours).toEqual(['green'])
    })
  })
}

for (const [name, viewport] of Object.entries({ landscape: LYING, portrait: STANDING, band: BAND })) {
  test.describe(name, () => {
    test.use({ viewport })

    test(`[LY6] ${name}: no letter of any look of a notice is below a piece`, async ({ page, placard }) => {
      test.slow()
      const all = CORNERS.map((corner, index) => [words, clock, qr, words][index]?.(corner) as ManifestCornerPiece)
      const some = [[all[0]], [all[1], all[2]], [all[3]], all] as ManifestCornerPiece[][]
      const screen = await open(page, placard, { items: [notice()] })
      for (const look of NOTICE_LOOKS) {
        for (const cornerPieces of some) {
          const item = notice({ look, ...(cornerPieces.length === 2 ? { link: 'https://example.org' } : {}) })
          const picturesque = look === 'picture' || look === 'split' ? { url: '/media/colour-123456.jpg' } : {}
          screen.feed({ items: [{ ...item, ...picturesque }], cornerPieces })
          await expect(page.locator('main.player')).toHaveAttribute('data-item', item.id)
          await expect(page.locator('[data-corner]')).toHaveCount(cornerPieces.length)
          await expect.poll(() => page.locator('.layer-seen').count()).toBe(1)
          const { letters, pieces, overlaps } = await lettersAndPieces(page)
          expect(letters).toBeGreaterThan(5)
          expect(pieces).toBe(cornerPieces.length)
          expect([look, cornerPieces.length, overlaps]).toEqual([look, cornerPieces.length, 0])
        }
      }
      // The last look is one of those that stand in one line in a band.
      await expect(page.locator('.layer-seen .notice-low')).toHaveCount(name === 'band' ? 1 : 0)
    })
  })
}

test('[LY6] on a rotated screen the corners are those of what people see', async ({ page, placard }) => {
  await open(page, placard, { items: [picture(RED)], cornerPieces: [words('top-left'), qr('bottom-right')] }, 90)
  // Turned clockwise: its top left is the top right of the screen.
  const [first, last] = [await boxAt(page, 'top-left'), await boxAt(page, 'bottom-right')]
  expect(first.x).toBeGreaterThan(LYING.width / 2)
  expect(first.y).toBeLessThan(LYING.height / 2)
  expect(last.x).toBeLessThan(LYING.width / 2)
  expect(last.y).toBeGreaterThan(LYING.height / 2)
})

test('[LY6] on a display that is written from right to left the corners stay, and words and clocks follow it', async ({
  page,
  placard,
}) => {
  await setServerTime(page, '2026-12-24T15:04:00Z')
  await open(page, placard, {
    language: 'ar-EG',
    zoneOffsets: [[0, 120]],
    items: [picture(RED)],
    cornerPieces: [words('top-left', { text: 'قاعة ١٢' }), clock('top-right', { date: true })],
  })
  expect((await boxAt(page, 'top-left')).x).toBeLessThan(20)
  await expect(pieceAt(page, 'top-left').locator('[dir="rtl"]')).toHaveText('قاعة ١٢')
  await expect(pieceAt(page, 'top-right')).toContainText('٥:٠٤')
  await expect(pieceAt(page, 'top-right')).toContainText('ديسمبر')
})

test('[LY6] a clock shows the time of the display, and changes with the minute', async ({ page, placard }) => {
  await setServerTime(page, '2026-12-24T15:04:45Z')
  await open(page, placard, {
    language: 'en-GB',
    zoneOffsets: [[0, -300]],
    items: [picture(RED)],
    cornerPieces: [clock('top-left', { date: true }), clock('top-right', { face: 'hands' })],
  })
  await expect(pieceAt(page, 'top-left')).toContainText('10:04')
  await expect(pieceAt(page, 'top-left')).toContainText('24 December')
  const hands = () =>
    pieceAt(page, 'top-right')
      .locator('line')
      .evaluateAll((lines) => lines.slice(-2).map((line) => line.getAttribute('transform')))
  expect((await hands())[1]).toBe('rotate(24)')
  await expect(pieceAt(page, 'top-left')).toContainText('10:05', { timeout: 30_000 })
  expect((await hands())[1]).toBe('rotate(30)')
})

test('[LY6] pieces come and go by their schedules, over a film that goes on, and a notice makes room in the same frame', async ({
  page,
  placard,
}) => {
  const now = await page.evaluate(() => Date.now())
  const [comesAt, goesAt] = [now + 9_000, now + 14_000].map((at) => Math.ceil(at / 1_000) * 1_000) as [number, number]
  const piece = words('top-left', { size: 20, schedule: within(comesAt, goesAt) })
  await open(page, placard, {
    items: [film()],
    layout: sideBar([notice()]),
    cornerPieces: [piece, words('top-right', { size: 16, schedule: within(comesAt, goesAt) })],
  })
  await expect(page.locator('video')).toBeVisible()
  await expect(page.locator('.notice[data-fits]')).toBeVisible()
  await page.evaluate(() => {
    const watched = { covered: 0, frames: 0, stops: 0, film: document.querySelector('video') }
    Object.assign(globalThis, { watched })
    watched.film?.addEventListener('pause', () => {
      watched.stops += 1
    })
    const frame = () => {
      watched.frames += 1
      const pieces = Array.from(document.querySelectorAll('[data-corner]'), (one) => one.getBoundingClientRect())
      const texts = Array.from(
        document.querySelectorAll('.layer-seen .notice-heading, .layer-seen .notice-part'),
        (one) => {
          const range = document.createRange()
          range.selectNodeContents(one)
          return range.getBoundingClientRect()
        },
      )
      for (const text of texts) {
        for (const one of pieces) {
          if (text.left < one.right && one.left < text.right && text.top < one.bottom && one.top < text.bottom)
            watched.covered += 1
        }
      }
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  await expect(page.locator('[data-corner]')).toHaveCount(2, { timeout: 20_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(comesAt)
  await expect(page.locator('[data-corner]')).toHaveCount(0, { timeout: 20_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(goesAt)
  const watched = await page.evaluate(() => {
    const { film: before, ...rest } = (globalThis as unknown as { watched: Record<string, unknown> }).watched
    return { ...rest, isSameFilm: before === document.querySelector('video') }
  })
  expect(watched).toMatchObject({ covered: 0, stops: 0, isSameFilm: true })
})

test('[LY6] pieces stand over all zones, and are away during a take-over of the picture only', async ({
  page,
  placard,
}) => {
  const screen = await open(page, placard, {
    items: [picture(RED)],
    layout: sideBar([picture(GREEN)]),
    lines: [{ id: 'line', text: 'A text that runs below' }] as never,
    cornerPieces: [words('top-left'), words('bottom-right', { size: 20 })],
  })
  const { x, y, width, height } = await boxAt(page, 'bottom-right')
  expect(x + width / 2).toBeGreaterThan(LYING.width * 0.75)
  expect(y + height).toBeLessThanOrEqual(LYING.height * 0.9)
  const now = await page.evaluate(() => Date.now())
  const over = { id: 'over', items: [picture(BLUE)], startsAt: now - 1_000, endsAt: now + 3_600_000 } as never
  screen.feed({ takeOvers: [over] })
  await expect(page.locator('main.player')).toHaveAttribute('data-take-over', 'over')
  await expect(page.locator('[data-corner]')).toHaveCount(0)
  const line = { id: 'line-over', items: [], line: 'The lift is out of order', startsAt: now, endsAt: now + 3_600_000 }
  screen.feed({ takeOvers: [line as never] })
  await expect(page.locator('main.player')).toHaveAttribute('data-take-over', 'line-over')
  await expect(page.locator('[data-corner]')).toHaveCount(2)
})

test('[LY6] a notice on the screen keeps its layout when a take-over covers it', async ({ page, placard }) => {
  const screen = await open(page, placard, { items: [notice()], cornerPieces: [words('top-left', { size: 20 })] })
  await expect(page.locator('[data-corner]')).toHaveCount(1)
  const padding = () =>
    page
      .locator('.notice-sheet')
      .first()
      .evaluate((sheet) => (sheet as HTMLElement).style.padding)
  await expect.poll(padding).not.toBe('')
  const before = await padding()
  const now = await page.evaluate(() => Date.now())
  const alert = notice({ look: 'alert', heading: 'Leave by the south stairs', body: '', byline: '' })
  const over = { id: 'over', items: [alert], startsAt: now - 1_000, endsAt: now + 3_600_000 } as never
  const paddings = page.evaluate(async () => {
    const sheet = document.querySelector('.notice-sheet') as HTMLElement
    const seen = new Set<string>()
    for (let frames = 0; frames < 90 && sheet.isConnected; frames += 1) {
      await new Promise(requestAnimationFrame)
      seen.add(sheet.style.padding)
    }
    return [...seen]
  })
  screen.feed({ takeOvers: [over] })
  expect(await paddings).toEqual([before])
  await expect(page.getByText('Leave by the south stairs')).toBeVisible()
  // The take-over has the whole screen.
  await expect
    .poll(() => page.locator('.notice-alert .notice-sheet').evaluate((sheet) => (sheet as HTMLElement).style.padding))
    .toBe('')
})

test('[LY6] a piece that cannot be drawn leaves the others, and what plays', async ({ page, placard }) => {
  const damaged = [
    { corner: 'top-left', size: 10, kind: 'weather' },
    { corner: 'top-left', size: 10, kind: 'qr', link: 'x'.repeat(5_000) },
    { corner: 'top-right', size: 10, kind: 'logo', url: '/media/broken-1.jpg' },
    null,
    words('bottom-left'),
    words('bottom-left', { text: 'A second one' } as never),
  ]
  const red = picture(RED)
  await open(page, placard, { items: [red], cornerPieces: damaged as never })
  await expect(pieceAt(page, 'bottom-left')).toHaveText('Room 12')
  await expect(page.locator('[data-corner]')).toHaveCount(1)
  await expect(page.locator('main.player')).toHaveAttribute('data-item', red.id)
  await expect(page.locator('main.player')).toHaveAttribute('data-state', 'playing')
})

test('[LY6] the code of the page to read takes the next free corner', async ({ page, placard }) => {
  const readCode = { at: '/r/abcdef', way: 'corner' as const }
  const items = [picture(RED)]
  const screen = await open(page, placard, { items, readCode, language: 'en', cornerPieces: [words('top-left')] })
  const place = async () => {
    const box = await page.locator('.read-corner').boundingBox()
    return box && [box.x > LYING.width / 2 ? 'right' : 'left', box.y > LYING.height / 2 ? 'bottom' : 'top'].join(' ')
  }
  await expect.poll(place).toBe('right bottom')
  screen.feed({ cornerPieces: [words('top-left'), words('bottom-right')] })
  await expect.poll(place).toBe('left bottom')
  screen.feed({ cornerPieces: CORNERS.map((corner) => words(corner)) })
  await expect(page.locator('.read-corner')).toHaveCount(0)
  screen.feed({ cornerPieces: undefined })
  await expect.poll(place).toBe('right bottom')
})

test('[F26] [LY6] corners are drawn by the oldest engine that is supported', async ({ placard }) => {
  test.slow()
  const found = await fetchOldChromium()
  if ('missing' in found) console.log(`CHROMIUM 64 WAS NOT TRIED: ${found.missing}`)
  test.skip('missing' in found, 'Chromium 64 is not here')
  if (!('path' in found)) return
  const feed = await launchFeed(placard.url, {
    items: [notice()],
    cornerPieces: [clock('top-left', { date: true, face: 'hands' }), words('top-right'), qr('bottom-right')],
  })
  const old = await launchOldChromium(found, LYING)
  const heights = () =>
    old.evaluate(`[].map.call(document.querySelectorAll('[data-corner]'), (one) => one.offsetHeight).join(' ')`)
  try {
    await old.open(feed.url + playerPath(DISPLAY))
    await expect.poll(heights, { timeout: 60_000 }).toBe('65 54 108')
    expect(old.errors).toEqual([])
  } finally {
    await old.close()
    await feed.close()
  }
})
