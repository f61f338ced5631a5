import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { playerPath, type Rotation } from '@placard/contract'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addFilm, addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { paceOf } from './pace.ts'
import { BLUE, type Colour, colourAt, darkened, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY } from './placard.ts'

declare global {
  /** The number of film frames that the page has seen. */
  var looks: number
}

/** 1280 x 720. */
const FILM = join(import.meta.dirname, '..', 'server', 'samples', 'wave-signal-message.mp4')
const GROUND = '#0b0f16'
const TURNS: Rotation[] = [0, 90, 180, 270]
const PANELS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]

/** A picture of stripes of equal width, beside or below each other. */
async function stripes(colours: string[], { width, height }: { width: number; height: number }, below = false) {
  const [w, h] = below ? [1, colours.length] : [colours.length, 1]
  const parts = colours.map((colour, index) => {
    const [x, y] = below ? [0, index] : [index, 0]
    return `<rect x="${x}" y="${y}" width="1" height="1" fill="${colour}"/>`
  })
  const box = `viewBox="0 0 ${w} ${h}" preserveAspectRatio="none" shape-rendering="crispEdges"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${box}>${parts.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 95 }).toBuffer()
}

/** The place in the window of a point of the screen as it hangs: both in shares of width and height from the top left. */
function inWindow(rotation: Rotation, { x, y }: { x: number; y: number }): { x: number; y: number } {
  switch (rotation) {
    case 0:
      return { x, y }
    case 90:
      return { x: 1 - y, y: x }
    case 180:
      return { x: 1 - x, y: 1 - y }
    case 270:
      return { x: y, y: 1 - x }
  }
}

/** The colours at points of the screen as it hangs. */
async function coloursAt(page: Page, rotation: Rotation, points: { x: number; y: number }[]): Promise<Colour[]> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return points.map((point) => {
    const { x, y } = inWindow(rotation, point)
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return { red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0 }
  })
}

const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left, top, width, height].map(Math.round)
  })

for (const panel of PANELS) {
  for (const rotation of TURNS) {
    test.describe(`a panel of ${panel.width} x ${panel.height}, turned by ${rotation}`, () => {
      test.use({ viewport: panel })

      test('[ST1] [ST2] P2 P3 P4 the screen fills it, the right way up for who stands before it', async ({
        page,
        placard,
      }) => {
        await clearDisplay(placard)
        const isQuarter = rotation === 90 || rotation === 270
        const screen = isQuarter ? { width: panel.height, height: panel.width } : panel
        await addPicture(placard, await stripes([RED, BLUE], { width: 800, height: 400 }), {
          duration: 60,
          fit: 'cover',
        })
        await placard.call('createLine', {
          body: { text: 'A line that is long enough to be followed over the screen' },
        })
        await page.goto(placard.url + playerPath(DISPLAY, rotation))
        await expect(page.locator('.player[data-item]')).toHaveAttribute('data-rotation', String(rotation))

        const points = [
          { x: 0.02, y: 0.02 },
          { x: 0.98, y: 0.02 },
          { x: 0.02, y: 0.88 },
          { x: 0.98, y: 0.88 },
          { x: 0.5, y: 0.997 },
        ]
        const wanted = [RED, BLUE, RED, BLUE, GROUND]
        await expect
          .poll(async () =>
            (await coloursAt(page, rotation, points)).map((colour, i) => isNear(colour, wanted[i] ?? '')),
          )
          .toEqual([true, true, true, true, true])

        expect(await boxOf(page, '.player')).toEqual([0, 0, panel.width, panel.height])
        const seen = await page.evaluate(() => {
          const root = document.scrollingElement ?? document.body
          const media = document.querySelector<HTMLElement>('.media')
          return {
            scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
            media: [media?.offsetWidth, media?.offsetHeight],
            cursor: getComputedStyle(document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body)
              .cursor,
          }
        })
        expect(seen).toEqual({ scrolls: false, media: [screen.width, screen.height * 0.9], cursor: 'none' })

        const line = page.locator('.ticker-line', { hasText: 'A line that is long enough' }).first()
        const pxPerSecond = await paceOf(line)
        const run = await line.evaluate((element) => {
          const [animation] = element.getAnimations()
          return {
            letters: Number.parseFloat(getComputedStyle(element).fontSize),
            width: Number.parseFloat(getComputedStyle(element).width),
            laidOut:
              animation?.effect instanceof KeyframeEffect ? animation.effect.getKeyframes().at(-1)?.transform : '',
          }
        })
        expect(run.letters).toBeCloseTo((40 / 1_080) * screen.height, 1)
        expect(pxPerSecond / ((26 / 0.085) * (screen.height / 1_080))).toBeCloseTo(1, 2)
        // It leaves the screen with its last letter: the width that it was measured with is the one that it has.
        expect(Number(/-([\d.]+)px/.exec(String(run.laidOut))?.[1])).toBeCloseTo(run.width, 0)
      })
    })
  }
}

test.describe('a film of YouTube', () => {
  test.use({ viewport: { width: 1080, height: 1920 } })

  for (const rotation of TURNS) {
    test(`[ST3] keeps its shape in the media area, turned by ${rotation}`, async ({ page, placard }) => {
      await page.route('https://www.youtube-nocookie.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<p>film</p>' }),
      )
      await clearDisplay(placard)
      const film = { title: 'Talk', type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ', duration: 60 } as const
      const { item } = await placard.call('createItem', { body: film })
      await page.goto(placard.url + playerPath(DISPLAY, rotation))
      await expect(page.locator('.film')).toBeAttached()
      // Media areas: 1080 x 1728 upright, 1920 x 972 turned by a quarter.
      const isQuarter = rotation === 90 || rotation === 270
      const size = () =>
        page
          .locator('.film')
          .evaluate((frame) => [(frame as HTMLElement).offsetWidth, (frame as HTMLElement).offsetHeight])
      expect(await size()).toEqual(isQuarter ? [1_728, 972] : [1_080, 608])
      const params = { itemId: item.id } as never
      await placard.call('updateItem', { params, body: { fit: 'cover' }, headers: { 'if-match': '*' } })
      await expect.poll(size).toEqual(isQuarter ? [1_920, 1_080] : [3_072, 1_728])
    })
  }
})

test.describe('[ST4] how a picture takes its place', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('whole on itself, or filling the screen around what must be seen; a change is seen at once, on the same picture', async ({
    page,
    placard,
  }) => {
    await clearDisplay(placard)
    const item = await addPicture(placard, await stripes([RED, GREEN, BLUE], { width: 300, height: 1_500 }, true), {
      duration: 60,
    })
    await page.goto(placard.display)
    const middle = { x: 0.5, y: 0.45 }
    const edge = { x: 0.03, y: 0.45 }
    const sees = async (wanted: string[]) => {
      const colours = await coloursAt(page, 0, [edge, middle])
      return colours.map((colour, i) => isNear(colour, wanted[i] ?? ''))
    }
    const top = { x: 0.03, y: 0.02 }
    const seesAtTop = async (wanted: string) => isNear((await coloursAt(page, 0, [top]))[0] as Colour, wanted)
    // [HS30] The picture itself is beside it, blurred and darkened.
    await expect.poll(() => sees([RED, GREEN])).toEqual([false, true])
    await expect.poll(() => seesAtTop(darkened(RED))).toBe(true)

    const picture = await page.locator('.layer-seen img').elementHandle()
    const put = (body: { fit?: 'contain' | 'cover'; focus?: { x: number; y: number } }) =>
      placard.call('updateItem', { params: { itemId: item.id } as never, body, headers: { 'if-match': '*' } })
    await put({ fit: 'cover' })
    await expect.poll(() => seesAtTop(GREEN)).toBe(true)
    await expect.poll(() => sees([GREEN, GREEN])).toEqual([true, true])
    await put({ focus: { x: 0.5, y: 0 } })
    await expect.poll(() => sees([RED, RED])).toEqual([true, true])
    await put({ focus: { x: 0.5, y: 1 } })
    await expect.poll(() => sees([BLUE, BLUE])).toEqual([true, true])
    expect(await picture?.evaluate((image) => image.isConnected)).toBe(true)
    // Beside one that filled the screen from the start nothing has been drawn yet.
    await page.reload()
    await expect.poll(() => sees([BLUE, BLUE])).toEqual([true, true])
    await put({ fit: 'contain' })
    await expect.poll(() => seesAtTop(darkened(RED))).toBe(true)
  })
})

test.describe('[ST4] the room beside a film', () => {
  // The media area is nine tenths of the height, and the film has its shape.
  test.use({ viewport: { width: 1_280, height: 800 } })

  test('follows its pictures where there is some, and costs nothing where there is none', async ({ page, placard }) => {
    await clearDisplay(placard)
    const film = await addFilm(placard, await readFile(FILM), { duration: 60 })
    await page.addInitScript(() => {
      const { prototype } = CanvasRenderingContext2D
      const draw = prototype.drawImage as (...args: unknown[]) => void
      prototype.drawImage = function count(this: CanvasRenderingContext2D, ...args: unknown[]) {
        if (args[0] instanceof HTMLVideoElement) looks += 1
        draw.apply(this, args)
      }
      globalThis.looks = 0
    })
    await page.goto(placard.display)
    await expect(page.locator('.layer-seen video')).toBeVisible()
    const looksOf = async (ms: number) => {
      const before = await page.evaluate(() => looks)
      await page.waitForTimeout(ms)
      return (await page.evaluate(() => looks)) - before
    }
    await page.waitForTimeout(1_000)
    expect(await page.evaluate(() => looks)).toBe(0)
    expect(await looksOf(2_500)).toBe(0)
    // Half a pixel on either side.
    await page.setViewportSize({ width: 1_281, height: 800 })
    expect(await looksOf(2_500)).toBe(0)
    await page.setViewportSize({ width: 1_280, height: 600 })
    expect(await looksOf(2_500)).toBeGreaterThanOrEqual(2)
    const params = { itemId: film.id } as never
    await placard.call('updateItem', { params, body: { fit: 'cover' }, headers: { 'if-match': '*' } })
    await expect(page.locator('.layer-seen video.fit-cover')).toBeVisible()
    expect(await looksOf(2_500)).toBe(0)
  })
})

test.describe('[G1] [G3] beside a picture of one colour', () => {
  const screens = [
    {
      name: 'landscape',
      viewport: { width: 1_920, height: 1_080 },
      across: [0.002, 0.04, 0.96, 0.998],
      down: [0.01, 0.45, 0.89],
    },
    {
      name: 'portrait',
      viewport: { width: 1_080, height: 1_920 },
      across: [0.002, 0.5, 0.998],
      down: [0.01, 0.2, 0.7, 0.89],
    },
  ]
  for (const { name, viewport, across, down } of screens) {
    test.describe(name, () => {
      test.use({ viewport })
      for (const ground of ['#ffffff', RED, '#101418']) {
        test(`is ${ground} alone, darkened, and nothing but one layer`, async ({ page, placard }) => {
          await clearDisplay(placard)
          await addPicture(placard, await flatPicture(ground, { width: 1_920, height: 1_080 }), { duration: 60 })
          await page.goto(placard.display)
          const points = across.flatMap((x) => down.map((y) => ({ x, y })))
          await expect
            .poll(async () => (await coloursAt(page, 0, points)).filter((colour) => !isNear(colour, darkened(ground))))
            .toEqual([])
          expect(await page.locator('.layer-seen > *').count()).toBe(2)
          // 240 pixels on its longer side: 116 kB at most.
          const bytes = await page
            .locator('.backdrop')
            .evaluate((canvas) => (canvas as HTMLCanvasElement).width * (canvas as HTMLCanvasElement).height * 4)
          expect(bytes).toBeLessThanOrEqual(240 * 240 * 4)
        })
      }
    })
  }
})

test('[LY11] to the compositor a picture is one layer, whatever is beside it, so a fade needs no extra pass', async ({
  page,
  placard,
}) => {
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(RED, { width: 800, height: 800 }), { duration: 60 })
  await page.goto(placard.display)
  await expect(page.locator('.layer-seen img')).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  let layers: { layerId: string; drawsContent: boolean }[] = []
  devtools.on('LayerTree.layerTreeDidChange', (tree) => {
    layers = tree.layers ?? layers
  })
  await devtools.send('LayerTree.enable')
  const reasons = async () => {
    const all = layers.filter(({ drawsContent }) => drawsContent)
    const told = all.map(({ layerId }) =>
      devtools.send('LayerTree.compositingReasons', { layerId }).catch(() => undefined),
    )
    return (await Promise.all(told)).flatMap((one) => one?.compositingReasonIds ?? [])
  }
  // The layer of the picture is there.
  await expect.poll(reasons).toContain('WillChangeOpacity')
  await expect.poll(reasons).not.toContain('Canvas')
})

test.describe('[G5] the colour behind a transparent picture of another server', () => {
  test.use({ viewport: { width: 1_280, height: 720 } })

  test('is white, whatever lies beside it', async ({ page, placard }) => {
    // A frame all round, nothing in it.
    const frame = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><path d="M0 0h800v600H0z M60 60v480h680V60z" fill="${RED}"/></svg>`,
    )
    const picture = await sharp(frame).png().toBuffer()
    const url = 'https://elsewhere.example/frame.png'
    await page.route(url, (route) => route.fulfill({ contentType: 'image/png', body: picture }))
    await clearDisplay(placard)
    const { item } = await placard.call('createItem', { body: { title: 'Frame', type: 'image', url, duration: 60 } })
    await page.goto(placard.display)
    const [middle, nearFrame, beside] = [
      { x: 0.5, y: 0.45 },
      { x: 0.24, y: 0.45 },
      { x: 0.02, y: 0.45 },
    ]
    const sees = async () => {
      const colours = await coloursAt(page, 0, [middle, nearFrame, beside])
      return colours.map((colour, i) => isNear(colour, ['#ffffff', '#ffffff', RED][i] ?? ''))
    }
    await expect.poll(sees).toEqual([true, true, false])
    const params = { itemId: item.id } as never
    await placard.call('updateItem', { params, body: { fit: 'cover' }, headers: { 'if-match': '*' } })
    await expect.poll(sees).toEqual([true, true, true])
  })
})

test.describe('[ST5] an item that waited long for its turn', () => {
  test.use({ viewport: { width: 640, height: 360 } })

  test('is shown when it comes, though it was ready longer ago than anything may take to be', async ({
    page,
    placard,
  }) => {
    test.setTimeout(240_000)
    await clearDisplay(placard)
    const first = await addPicture(placard, await stripes([RED], { width: 2_560, height: 1_440 }), { duration: 13 })
    const second = await addPicture(placard, await stripes([BLUE], { width: 2_560, height: 1_440 }), { duration: 13 })
    const failures: string[] = []
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
    await page.goto(placard.display)
    for (const id of [second.id, first.id, second.id])
      await expect(page.locator(`.player[data-item="${id}"]`)).toBeVisible({ timeout: 60_000 })
    expect(failures).toEqual([])
  })
})

test.describe('[G2] a display that fills the screen while it has no lines', () => {
  for (const rotation of [0, 90] as const) {
    test.describe(`turned by ${rotation}`, () => {
      test.use({ viewport: rotation === 0 ? { width: 1_280, height: 720 } : { width: 720, height: 1_280 } })

      test('gives its pictures the whole height, and a line its band at once', async ({ page, placard }) => {
        await clearDisplay(placard)
        await placard.call('updateDisplay', { body: { fillsWithoutLines: false } })
        await addPicture(placard, await flatPicture(GREEN), { duration: 60 })
        await page.goto(placard.url + playerPath(DISPLAY, rotation))
        const foot = { x: 0.5, y: 0.97 }
        const isGreenAt = async (point: { x: number; y: number }) =>
          isNear((await coloursAt(page, rotation, [point]))[0] as Colour, GREEN)
        await expect.poll(() => isGreenAt({ x: 0.5, y: 0.45 })).toBe(true)
        expect(await isGreenAt(foot)).toBe(false)

        await placard.call('updateDisplay', { body: { fillsWithoutLines: true } })
        await expect.poll(() => isGreenAt(foot)).toBe(true)
        const { lineId } = await placard
          .call('createLine', { body: { text: 'Back in a minute' } })
          .then(({ line }) => ({ lineId: line.id }))
        await expect.poll(() => isGreenAt(foot)).toBe(false)
        await expect(page.getByText('Back in a minute').first()).toBeVisible()
        await placard.call('removeLine', { params: { ...DISPLAY, lineId } })
        await expect.poll(() => isGreenAt(foot)).toBe(true)
        // Later tests use the same server.
        await placard.call('updateDisplay', { body: { fillsWithoutLines: false } })
      })
    })
  }
})

test('[G7] a film with sound and no picture is skipped and reported', async ({ page, placard }) => {
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(RED), { duration: 2 })
  // Ten seconds of silence, 8,000 samples a second of 8 bits.
  const samples = 80_000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  const sound = Buffer.concat([head, Buffer.alloc(samples, 128)])
  const url = 'https://elsewhere.example/sound.mp4'
  let asked = 0
  await page.route(url, (route) => {
    asked += 1
    return route.fulfill({ contentType: 'audio/wav', body: sound })
  })
  const { item } = await placard.call('createItem', { body: { title: 'Sound', type: 'video', url, duration: 2 } })
  const shown = new Set<string>()
  await page.exposeFunction('noteItem', (id: string) => shown.add(id))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const id = document.querySelector('[data-item]')?.getAttribute('data-item')
      if (id) (window as unknown as { noteItem(id: string): void }).noteItem(id)
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-item'] })
  })
  await page.goto(placard.display)
  await expect.poll(() => asked).toBeGreaterThan(0)
  await expect.poll(async () => isNear(await colourAt(page, 0.5, 0.45), RED)).toBe(true)
  // Only its second failure, after the first rest, is reported.
  await expect
    .poll(async () => (await placard.call('listScreens')).screens.flatMap(({ state }) => state.broken), {
      timeout: 90_000,
    })
    .toMatchObject([{ itemId: item.id, fault: 'unshowable' }])
  expect(shown.has(item.id)).toBe(false)
})
