import { playerPath, type Rotation } from '@placard/contract'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { drawBorderPictures } from './border-pictures.ts'
import { addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { DISPLAY } from './placard.ts'

const SCREENS: { name: string; viewport: { width: number; height: number }; rotation: Rotation }[] = [
  { name: 'landscape', viewport: { width: 1920, height: 1080 }, rotation: 0 },
  { name: 'portrait', viewport: { width: 1080, height: 1920 }, rotation: 0 },
  { name: 'turned', viewport: { width: 1920, height: 1080 }, rotation: 90 },
]
/** The greatest difference between neighbouring pixels, of 255. */
const MOST_STEP = 2
/** The brightness of the border beside a black poster, of 255. Its few words cause a faint light. */
const DARK = 12
/** Pixels beside the picture and the screen that may be a mixture with them. */
const MARGIN = 3

type Size = { width: number; height: number }
type Raw = { data: Buffer; info: Size & { channels: number } }

/** The screen as it hangs. */
async function photograph(page: Page, rotation: Rotation): Promise<Raw> {
  return sharp(await page.screenshot())
    .rotate(360 - rotation)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Left, top, right, bottom. */
type Box = [number, number, number, number]

/** The box of the picture in the media area, and the boxes beside it that are wider than a few pixels. */
function boxesOf(picture: Size, screen: Size): { picture: Box; room: Box[] } {
  const area = { width: screen.width, height: Math.round(screen.height * 0.9) }
  const scale = Math.min(area.width / picture.width, area.height / picture.height)
  const left = (area.width - picture.width * scale) / 2
  const top = (area.height - picture.height * scale) / 2
  const [right, bottom] = [area.width - left, area.height - top]
  const whole = (box: Box): Box => [
    Math.ceil(box[0] + MARGIN),
    Math.ceil(box[1] + MARGIN),
    Math.floor(box[2] - MARGIN),
    Math.floor(box[3] - MARGIN),
  ]
  const sides: Box[] =
    left > top
      ? [
          [0, 0, left, area.height],
          [right, 0, area.width, area.height],
        ]
      : [
          [0, 0, area.width, top],
          [0, bottom, area.width, area.height],
        ]
  const isThere = ([x0, y0, x1, y1]: Box) => x1 - x0 > MARGIN && y1 - y0 > MARGIN
  return { picture: whole([left, top, right, bottom]), room: sides.map(whole).filter(isThere) }
}

/** The mean brightness of a box, and the greatest difference between two neighbouring pixels. */
function measure({ data, info: { width, channels } }: Raw, [left, top, right, bottom]: Box) {
  let sum = 0
  let step = 0
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * channels
      for (let channel = 0; channel < 3; channel += 1) {
        const value = data[at + channel] ?? 0
        sum += value
        if (x > left) step = Math.max(step, Math.abs(value - (data[at + channel - channels] ?? 0)))
        if (y > top) step = Math.max(step, Math.abs(value - (data[at + channel - width * channels] ?? 0)))
      }
    }
  }
  return { mean: sum / 3 / (right - left) / (bottom - top), step }
}

test('[HS30] the space beside a picture is smooth and darker than the picture, whatever it shows', async ({
  browser,
  placard,
}, info) => {
  test.setTimeout(600_000)
  await clearDisplay(placard)
  const screens = await Promise.all(
    SCREENS.map(async ({ viewport, ...screen }) => {
      const page = await (await browser.newContext({ viewport })).newPage()
      await page.goto(placard.url + playerPath(DISPLAY, screen.rotation))
      return { ...screen, page }
    }),
  )
  const rooms: string[] = []
  for (const { bytes, ...picture } of await drawBorderPictures()) {
    await clearDisplay(placard)
    const item = await addPicture(placard, bytes, { title: picture.name, duration: 3_600 })
    for (const { name, rotation, page } of screens) {
      await expect(page.locator(`.player[data-item="${item.id}"]`)).toBeAttached()
      // The previous picture is gone, and the fade is over.
      const fades = () =>
        page.locator('.layer').evaluateAll((layers) => layers.map((one) => one.getAnimations().length))
      await expect.poll(fades).toEqual([0])
      const screen = await photograph(page, rotation)
      const { width, height, channels } = screen.info
      // Kept for people to look at.
      await sharp(screen.data, { raw: { width, height, channels: channels as 3 } })
        .resize({ width: 640, height: 640, fit: 'inside' })
        .png()
        .toFile(info.outputPath(`${name}-${picture.name}.png`))
      const boxes = boxesOf(picture, screen.info)
      const { mean } = measure(screen, boxes.picture)
      for (const box of boxes.room) {
        const beside = measure(screen, box)
        const where = `${picture.name}, ${name}: ${JSON.stringify(beside)} beside ${mean}`
        rooms.push(where)
        expect.soft(beside.mean, where).toBeLessThanOrEqual(Math.max(0.9 * mean, DARK))
        expect.soft(beside.step, where).toBeLessThanOrEqual(MOST_STEP)
      }
    }
  }
  // The pictures have many shapes: nearly all leave room on two sides of nearly every screen.
  expect(rooms.length).toBeGreaterThan(100)
})
